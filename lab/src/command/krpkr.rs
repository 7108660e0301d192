//! Rook and pawn against rook: the engine's table of draws, made and counted again.

use std::path::PathBuf;

use clap::Args;
use lab::retrograde;

use super::print;

/// Solves rook and pawn against rook, and counts what the engine's products call drawn: a share of the draws, and
/// nothing else. Half a minute; with `--write` some minutes more.
#[derive(Debug, Args)]
pub(crate) struct Krpkr {
    /// Make the products anew and write them to this file; that of the engine is
    /// engine/src/eval/endings/krpkr.bin, which is compiled in.
    #[arg(long)]
    write: Option<PathBuf>,
}

impl Krpkr {
    pub(crate) fn run(&self) -> Result<(), String> {
        let solved = retrograde::rooks::solve();
        if let Some(file) = &self.write {
            std::fs::write(file, retrograde::cover::bytes(&solved))
                .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
            return Ok(());
        }
        let count = retrograde::recount::of_engine(&solved);
        print::line(&format!("legal positions  {:>11}", count.legal));
        print::line(&format!("drawn            {:>11}", count.drawn));
        print::line(&format!("called drawn     {:>11}", count.called));
        print::line(&format!("wrongly          {:>11}", count.wrong));
        if count.wrong > 0 {
            return Err("the engine calls drawn what somebody wins".to_owned());
        }
        Ok(())
    }
}
