//! Fitting the evaluation's weights to outcomes of games: `engine tune FILE...`.
//!
//! P. Österlund's method for Texel (2014): the sigmoid of a quiet position's score is to predict the
//! outcome of the game that it comes from. The score is differentiable in all weights at once
//! - linear but for the kings' danger - so they are fitted together by gradient descent (Adam, D.
//! Kingma and J. Ba, 2015), as A. Grant did for Ethereal (2020).
//!
//! | file | what it does |
//! |---|---|
//! | `positions` | lines of text to traces of the evaluation |
//! | `model` | the score of a trace, and its gradient |
//! | `fit` | the scale of the sigmoid, and the descent |
//! | `file` | the weights' file |
//!
//! Weights are drawn towards where they began, piece squares more than others: these began as mined.

mod file;
mod fit;
mod model;
mod positions;

use std::{fs, path::Path};

pub use fit::Settings;
use model::Model;
use positions::Set;

use crate::{
    eval::{Evaluator, weights::Weights},
    options::EvalOptions,
};

/// Fits the weights to the positions of these files and writes them to `out`. Tells `report` how it
/// goes, line by line.
///
/// # Errors
/// One sentence on which file and line is wrong.
pub fn run(
    files: &[String],
    out: &Path,
    settings: Settings,
    report: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let options = EvalOptions::default();
    let evaluator = Evaluator::new(&options);
    let mut set = Set::default();
    for name in files {
        let text = fs::read_to_string(name).map_err(|e| format!("{name}: {e}"))?;
        positions::read(&text, &evaluator, &mut set).map_err(|what| format!("{name}: {what}"))?;
        report(&format!("{name}: {}", set.summary()));
    }
    if set.fitted.is_empty() || set.held_out.is_empty() {
        return Err("there are too few positions to fit and to judge by".to_owned());
    }
    let start = Model::of(&Weights::new(&options));
    let (model, fitted) = fit::fit(&set, &start, settings, report);
    let names = files.iter().map(|name| {
        Path::new(name).file_name().map_or_else(|| name.clone(), |n| n.to_string_lossy().into())
    });
    let names: Vec<String> = names.collect();
    let text = file::write(&model, &set, &fitted, settings, &names);
    fs::write(out, text).map_err(|e| format!("{}: {e}", out.display()))
}
