//! How the model of chances is fitted, in the words of WDL_model's `scoreWDL.py`.

use clap::{Args, ValueEnum};
use serde::Deserialize;
use statistics::wdl::{Fitting, Normalization, Selection, Variable};

/// Which positions the model is fitted to, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The fit, as in scoreWDL.py")]
pub struct FitArgs {
    /// What the polynomials depend on.
    #[arg(long, value_name = "VARIABLE", value_enum, default_value_t)]
    pub mom_type: VariableArg,
    /// The material or move that counts as 1 in the polynomials [default: 58 for material, 32 for moves].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub mom_target: Option<u16>,
    /// Least move number.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub move_min: u16,
    /// Greatest move number.
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub move_max: u16,
    /// Least material of both sides together: queen 9, rook 5, bishop and knight 3, pawn 1.
    #[arg(long, value_name = "N", default_value_t = 17)]
    pub material_min: u16,
    /// Greatest material.
    #[arg(long, value_name = "N", default_value_t = 78)]
    pub material_max: u16,
    /// Greatest evaluation either way, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub eval_max: u16,
    /// Materials (or moves) with fewer wins have no curve of their own.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub win_min: u64,
    /// What is fitted: the shares of wins, the likelihood of the outcomes, or the score.
    #[arg(long, value_name = "METHOD", value_enum, default_value_t)]
    pub model_fitting: FittingArg,
    /// How many internal units of the engine its comments call 1.00; with 100 the model is in the comments' own
    /// centipawns.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000),
          conflicts_with = "normalize_data")]
    pub normalize_to_pawn_value: u32,
    /// The same as a polynomial: the JSON that scoreWDL.py takes,
    /// {"momType": "material", "momMin": 17, "momMax": 78, "momTarget": 58, "as": [..]}.
    #[arg(long, value_name = "JSON", value_parser = normalization)]
    pub normalize_data: Option<Normalization>,
}

/// What the polynomials depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum VariableArg {
    /// The material of both sides
    #[default]
    Material,
    /// The number of the move
    Move,
}

impl VariableArg {
    const fn variable(self) -> Variable {
        match self {
            Self::Material => Variable::Material,
            Self::Move => Variable::Move,
        }
    }
}

/// What is fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FittingArg {
    /// Least squares of the shares of wins
    #[value(name = "fitDensity")]
    Density,
    /// The likelihood of the outcomes
    #[default]
    #[value(name = "optimizeProbability")]
    Probability,
    /// The squared error of the expected score
    #[value(name = "optimizeScore")]
    Score,
}

impl FitArgs {
    /// Which positions.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let variable = self.mom_type.variable();
        let target = if variable == Variable::Material { 58 } else { 32 };
        Selection {
            variable,
            target: self.mom_target.unwrap_or(target),
            moves: [self.move_min, self.move_max],
            material: [self.material_min, self.material_max],
            max_eval: self.eval_max.into(),
            min_wins: self.win_min,
            normalization: self
                .normalize_data
                .unwrap_or_else(|| Normalization::Static(self.normalize_to_pawn_value.into())),
        }
    }

    /// What is fitted.
    #[must_use]
    pub const fn fitting(&self) -> Fitting {
        match self.model_fitting {
            FittingArg::Density => Fitting::Density,
            FittingArg::Probability => Fitting::Probability,
            FittingArg::Score => Fitting::Score,
        }
    }
}

/// What `scoreWDL.py` takes as `--NormalizeData`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NormalizeData {
    #[serde(default = "material")]
    mom_type: String,
    mom_min: u16,
    mom_max: u16,
    mom_target: u16,
    r#as: [f64; 4],
}

fn material() -> String {
    "material".to_owned()
}

fn normalization(text: &str) -> Result<Normalization, String> {
    let data: NormalizeData = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let NormalizeData { mom_type, mom_min, mom_max, mom_target, r#as: a } = data;
    let variable = match mom_type.as_str() {
        "material" => Variable::Material,
        "move" => Variable::Move,
        _ => return Err("momType is neither material nor move".to_owned()),
    };
    if mom_target == 0 || a.iter().sum::<f64>() < 1.0 {
        return Err("momTarget and the sum of as must be at least 1".to_owned());
    }
    Ok(Normalization::Dynamic { variable, least: mom_min, most: mom_max, target: mom_target, a })
}
