//! What the sums of an opening move say, as JSON.

use serde_json::{Value, json};
use tables::MoveSums;

/// Puts games and averages to a value; null where nothing is known.
pub fn put_averages(value: &mut Value, sums: &MoveSums) {
    value["rated"] = sums.rated.into();
    value["average_elo"] = json!(sums.average_elo());
    value["performance"] = json!(sums.performance());
    value["evaluated"] = sums.evaluated.into();
    value["evaluation"] = json!(sums.evaluation());
}
