//! Where a table comes from, as JSON.

use serde_json::{Value, json};
use tables::Provenance;

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
