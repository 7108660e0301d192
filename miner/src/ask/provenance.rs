//! Where a table comes from: as a sentence and as JSON.

use serde_json::{Value, json};
use tables::Provenance;

use super::figures::grouped;

/// So many inputs are named; of the others it is told how many there are.
const NAMED: usize = 3;

/// By which games a table was counted, and how: `2,989 games of sample.pgn.zst; min-elo 2400, stable-plies 2`.
#[must_use]
pub fn sentence(provenance: &Provenance) -> String {
    let Provenance { inputs, options, counters, shards, .. } = provenance;
    let sharded = shards.iter().flat_map(|run| &run.inputs).map(|input| input.name.as_str());
    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).chain(sharded).collect();
    let mut text = format!("{} games", grouped(counters.games_used));
    if !names.is_empty() {
        text += &format!(" of {}", names[..names.len().min(NAMED)].join(", "));
    }
    if names.len() > NAMED {
        text += &format!(" and {} more", names.len() - NAMED);
    }
    let said: Vec<_> = options
        .iter()
        .filter(|(_, value)| *value != "false")
        .map(|(name, value)| if value == "true" { name.clone() } else { format!("{name} {value}") })
        .collect();
    if !said.is_empty() {
        text += &format!("; {}", said.join(", "));
    }
    text
}

/// Program, inputs, options and counters of a table.
#[must_use]
pub fn json(provenance: &Provenance) -> Value {
    let Provenance { program, inputs, options, counters, shards } = provenance;
    json!({
        "program": program,
        "inputs": inputs.iter().map(|input| json!({
            "name": input.name,
            "bytes": input.bytes,
            "xxh3_128": format!("{:032x}", input.digest),
        })).collect::<Vec<_>>(),
        "options": options,
        "counters": {
            "games_read": counters.games_read,
            "games_used": counters.games_used,
            "rejected": counters.rejected,
            "positions": counters.positions,
            "out_of_caps_positions": counters.out_of_caps_positions,
        },
        "incomplete_runs": shards.iter().map(|run| json!({
            "inputs": run.inputs.iter().map(|input| &input.name).collect::<Vec<_>>(),
            "of": run.of,
            "have": run.have,
        })).collect::<Vec<_>>(),
    })
}
