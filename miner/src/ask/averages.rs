//! What the sums of an opening move say, for JSON and exports.

use serde_json::Value;
use tables::MoveSums;

/// The names of the averages.
pub const AVERAGES: [&str; 3] = ["average_elo", "performance", "evaluation"];

/// The averages, by [`AVERAGES`]; nothing where nothing is known.
#[must_use]
pub fn averages(sums: &MoveSums) -> [Option<f64>; 3] {
    [sums.average_elo(), sums.performance(), sums.evaluation()]
}

/// Puts games and averages to a value; null where nothing is known.
pub fn put_averages(value: &mut Value, sums: &MoveSums) {
    value["rated"] = sums.rated.into();
    value["evaluated"] = sums.evaluated.into();
    for (name, average) in AVERAGES.into_iter().zip(averages(sums)) {
        value[name] = average.into();
    }
}
