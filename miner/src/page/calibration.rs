//! What `miner validate --json` wrote, for a page's calibration plots.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// What `miner validate --json` found, as the page shows it.
#[derive(Debug, Deserialize, Serialize)]
pub struct Validation {
    /// How the page calls it.
    #[serde(default)]
    pub name: String,
    table: String,
    inputs: Vec<String>,
    predicted_games: u64,
    predicted_cells: u64,
    unseen_cells: u64,
    weight: f64,
    earlier: bool,
    folded: bool,
    errors_by: String,
    groups: u64,
    warnings: Vec<String>,
    predictions: Vec<Prediction>,
}

/// How one of the predictions did.
#[derive(Debug, Deserialize, Serialize)]
struct Prediction {
    name: String,
    log_loss: f64,
    log_loss_error: Option<f64>,
    brier: f64,
    calibration: Calibrations,
}

/// Predicted against seen, of each quantity.
#[derive(Debug, Deserialize, Serialize)]
struct Calibrations {
    score: Calibration,
    win: Calibration,
    draw: Calibration,
    loss: Calibration,
}

#[derive(Debug, Deserialize, Serialize)]
struct Calibration {
    bins_that_count: usize,
    bins_that_agree: usize,
    mean_error: Option<f64>,
    bins: Vec<Bin>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Bin {
    games: u64,
    cells: u64,
    predicted: f64,
    seen: f64,
    margin: Option<f64>,
    /// Whether what was predicted lies within the margin; none with too few games.
    agrees: Option<bool>,
}

impl Validation {
    /// Reads what `miner validate --json` wrote, under a name that no other one has.
    ///
    /// # Errors
    /// If the file cannot be read, or is something else.
    pub fn load(name: String, path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = fs::read(path).with_context(|| format!("cannot read `{shown}`"))?;
        let mut validation: Self = serde_json::from_slice(&text)
            .with_context(|| format!("`{shown}` is not what `miner validate --json` writes"))?;
        ensure!(!validation.predictions.is_empty(), "`{shown}` holds no prediction");
        validation.name = name;
        Ok(validation)
    }
}
