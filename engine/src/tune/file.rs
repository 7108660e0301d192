//! The weights' file, see `bake/weights.rs` for how it is read.

use std::fmt::Write;

use super::{
    fit::{Fitted, Settings},
    model::Model,
    positions::Set,
};
use crate::eval::features::BLOCKS;

/// The file's text.
pub(super) fn write(
    model: &Model,
    set: &Set,
    fitted: &Fitted,
    settings: Settings,
    names: &[String],
) -> String {
    let Fitted { scale, losses: [before, after] } = fitted;
    let quiet = set.fitted.samples.len() + set.held_out.samples.len();
    let mut text = format!(
        "# Weights of the evaluation, mg and eg in centipawns, fitted to outcomes by `engine tune`.\n\
         # From {}: {quiet} quiet of {} positions, {} games;\n\
         # {} positions held out by game, mean squared error {before:.6} before and {after:.6} after;\n\
         # sigmoid of {scale:.6} a centipawn; {} epochs, rate {}, pull {:e} and {:e}.\n",
        names.join(", "),
        set.lines,
        set.games,
        set.held_out.samples.len(),
        settings.epochs,
        settings.rate,
        settings.pull,
        settings.psqt_pull,
    );
    let mut feature = 0;
    for block in BLOCKS {
        let _ = writeln!(text, "{}", block.name);
        for _ in block.defaults {
            let [mg, eg] = model.values[feature].map(|value| value.round() as i16);
            let _ = writeln!(text, "{mg} {eg}");
            feature += 1;
        }
    }
    text
}
