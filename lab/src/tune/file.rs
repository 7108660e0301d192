//! The weights' file: a sealed table file of the kind `weights`, without a clock or a folder.

use std::collections::BTreeMap;

use engine::eval::features::BLOCKS;
use tables::{
    Counters, FittedWeights, Input, Positions, Provenance, SquareMetric, SquareValues, Table,
    WeightBlock, folder::FITTED_AROUND, square_values,
};

use super::{
    fit::{Fitted, Losses, Only, Settings},
    model::Model,
    positions::Set,
};

/// The program and version that the file names as its maker.
const PROGRAM: &str = concat!("engine ", env!("CARGO_PKG_VERSION"));

/// The fitted weights with where they come from. `files` are the positions' files and what they are
/// called, `judges` the source that was left out and who searched, `around` are the piece squares that they are added to.
///
/// # Errors
/// One sentence if a weight has become no number that can be written.
pub(super) fn weights(
    model: &Model,
    set: &Set,
    fitted: &Fitted,
    settings: Settings,
    judges: (Option<&str>, &str),
    files: &[(Input, Positions)],
    around: &SquareValues,
) -> Result<FittedWeights, String> {
    let is_centipawns = |value: &f64| value.abs() <= f64::from(i16::MAX);
    if !model.values.iter().flatten().all(is_centipawns) {
        return Err(
            "the fit ran away: a weight is no number of centipawns; try a smaller rate".to_owned()
        );
    }
    let mut values = model.values.iter();
    let mut blocks = Vec::new();
    for block in BLOCKS {
        let rounded = values.by_ref().take(block.defaults.len()).map(|value| {
            let [mg, eg] = value.map(|value| value.round() as i16);
            (mg, eg)
        });
        blocks.push(WeightBlock { name: block.name.to_owned(), weights: rounded.collect() });
    }
    blocks.push(WeightBlock {
        name: square_values::fitted_around(settings.metric).to_owned(),
        weights: around.as_flattened().to_vec(),
    });
    let mut inputs: Vec<Input> =
        files.iter().flat_map(|(_, positions)| positions.provenance().inputs.clone()).collect();
    inputs.sort();
    inputs.dedup();
    let counters = Counters {
        games_read: set.games,
        games_used: set.games_used(),
        rejected: BTreeMap::from([("no_quiet_position".to_owned(), set.games - set.games_used())]),
        positions: (set.fitted.len() + set.held_out.len() + set.elsewhere.len()) as u64,
        out_of_caps_positions: 0,
    };
    let mut options = options(fitted, settings, judges, files);
    options.insert(FITTED_AROUND.to_owned(), square_values::digest(around));
    if settings.imbalance {
        let percent = model.imbalance_percent();
        options.insert("imbalance".to_owned(), format!("blend, MIT_Weight {percent:.0}"));
    }
    let program = PROGRAM.to_owned();
    let provenance = Provenance { program, inputs, options, counters, shards: Vec::new() };
    Ok(FittedWeights::new(blocks, provenance))
}

fn options(
    Fitted { link, losses: [before, after] }: &Fitted,
    settings: Settings,
    (without, score_by): (Option<&str>, &str),
    files: &[(Input, Positions)],
) -> BTreeMap<String, String> {
    let Settings { epochs, rate, spread, psqt_spread, table_spread, only, go_on, .. } = settings;
    let Settings { metric, score_nodes, score_share, threads: _, .. } = settings;
    let positions: Vec<String> =
        files.iter().map(|(file, _)| format!("{} {:032x}", file.name, file.digest)).collect();
    let losses = |which: fn(&Losses) -> f64| format!("{:.6} {:.6}", which(before), which(after));
    let mut options = vec![
        ("epochs", epochs.to_string()),
        ("rate", rate.to_string()),
        ("spread", spread.to_string()),
        ("psqt-spread", psqt_spread.to_string()),
        ("table-spread", table_spread.to_string()),
        ("mined-share", settings.share_at_start().to_string()),
        ("scale", format!("{:.6}", link.scale)),
        ("threshold", format!("{:.4}", link.threshold)),
        ("loss-fitted", losses(|losses| losses.fitted)),
        ("loss-held-out", losses(|losses| losses.held_out)),
        ("positions", positions.join(", ")),
    ];
    if score_nodes > 0 {
        options.push(("score-nodes", score_nodes.to_string()));
        options.push(("score-share", score_share.to_string()));
        options.push(("score-by", score_by.to_owned()));
    }
    match only {
        Only::All => {}
        Only::Psqt => options.push(("only", "psqt".to_owned())),
        Only::Others => options.push(("only", "others".to_owned())),
    }
    if metric != SquareMetric::Score {
        options.push(("metric", metric.name().to_owned()));
    }
    if go_on {
        options.push(("start", "built-in".to_owned()));
    }
    if let (Some(without), Some(_)) = (without, after.elsewhere) {
        options.push(("without", without.to_owned()));
        options.push(("loss-without", losses(|losses| losses.elsewhere.unwrap_or_default())));
    }
    options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
