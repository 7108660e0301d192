//! Counters as text: the lines of `Stats` (MET-01) and the JSON of `bench --json`.
//!
//! | line | when | what |
//! |---|---|---|
//! | `info string iteration depth=.. time_ms=.. nodes=.. nps=.. ebf=.. k=v ..` | after each iteration | counts so far; `ebf` is nodes so far by nodes up to the iteration before |
//! | `info string stats stop_reason=.. depth=.. time_ms=.. nps=.. k=v ..` | after the search | all counts |
//!
//! `Stats` is off unless asked for: graphical interfaces show such lines to people.

use std::fmt::Write as _;

use crate::{
    bench::Signature,
    search::{Progress, StopReason},
    uci::print::per_second,
};

/// What to say after an iteration; `last` is the nodes of the one before.
pub(super) fn iteration(progress: &Progress, last: &mut u64) -> String {
    let nodes = progress.counters.nodes;
    let factor = if *last > 0 { nodes as f64 / *last as f64 } else { 0.0 };
    *last = nodes;
    let mut out = format!("iteration {} ebf={factor:.3}", head(progress));
    pairs(&mut out, &progress.counters.pairs());
    out
}

/// What to say after a search.
pub(super) fn end(progress: &Progress, reason: StopReason) -> String {
    let mut out = format!("stats stop_reason={} {}", reason.word(), head(progress));
    pairs(&mut out, &progress.counters.pairs());
    out
}

fn head(progress: &Progress) -> String {
    let nps = per_second(progress.counters.nodes, progress.elapsed);
    format!("depth={} time_ms={} nps={nps}", progress.depth, progress.elapsed.as_millis())
}

fn pairs(out: &mut String, counts: &[(&str, u64)]) {
    for (name, count) in counts {
        let _ = write!(out, " {name}={count}");
    }
}

/// Pairs of counters whose ratio says something, and the name of it.
const RATES: [(&str, &str, &str); 3] = [
    ("fh1", "fh", "fail_high_first"),
    ("fh4", "fh", "fail_high_first_four"),
    ("tt_hits", "tt_probes", "tt_hit_rate"),
];

/// A bench run as one line of JSON.
pub(super) fn json(signature: &Signature) -> String {
    let Signature { positions, nodes, elapsed, depths, counts } = signature;
    let count = |name: &str| counts.iter().find(|(n, _)| *n == name).map(|&(_, count)| count);
    let mut out = format!(
        "{{\"positions\":{positions},\"nodes\":{nodes},\"time_ms\":{},\"nps\":{},\"ebf\":{:.4}",
        elapsed.as_millis(),
        per_second(*nodes, *elapsed),
        signature.mean_branching()
    );
    for (part, whole, name) in RATES {
        if let (Some(part), Some(whole)) = (count(part), count(whole)) {
            let _ = write!(out, ",\"{name}\":{:.4}", part as f64 / whole.max(1) as f64);
        }
    }
    let ratios = std::iter::once(0.0).chain(signature.branching());
    let rows: Vec<String> = depths
        .iter()
        .zip(ratios)
        .enumerate()
        .map(|(i, (reached, ratio))| {
            format!(
                "{{\"depth\":{},\"positions\":{},\"nodes\":{},\"time_ms\":{:.3},\"ebf\":{ratio:.4}}}",
                i + 1,
                reached.positions,
                reached.nodes,
                1e3 * reached.elapsed.as_secs_f64()
            )
        })
        .collect();
    let _ = write!(out, ",\"depths\":[{}]", rows.join(","));
    let pairs: Vec<String> = counts.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
    let _ = writeln!(out, ",\"counters\":{{{}}}}}", pairs.join(","));
    out
}
