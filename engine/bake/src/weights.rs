//! The evaluation's fitted weights, from `weights.bin`, as Rust code. Whether names and sizes fit the
//! evaluation is checked where it is compiled.

use std::fmt::Write;

use tables::FittedWeights;

/// `WEIGHTS`, empty without a file.
pub(super) fn code(weights: Option<&FittedWeights>) -> String {
    let blocks = weights.map_or(&[][..], FittedWeights::blocks);
    let mut code = format!("pub(crate) const WEIGHTS: [BakedWeights; {}] = [\n", blocks.len());
    for block in blocks {
        writeln!(code, "    ({:?}, &{:?}),", block.name, block.weights)
            .expect("invariant: strings take text");
    }
    code + "];\n"
}
