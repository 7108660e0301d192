//! Instructions that the miner takes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use clap::Args;
use lab::instructions::{self, Count, SLACK_PERCENT};
use serde_json::json;

use super::{
    beside::{beside, said},
    print,
};

/// Counts the instructions of `miner imbalance` with valgrind, and fails if they are more than 5 % above their
/// bounds. The machine's load makes no difference; a compiler's upgrade does, and the processor's instruction set.
#[derive(Debug, Args)]
pub(crate) struct Instructions {
    /// Inputs of the miner, each with a name that its bound goes by.
    #[arg(required = true, value_name = "NAME=FILE", value_parser = named)]
    inputs: Vec<(String, PathBuf)>,
    /// The miner; without, the one beside this program.
    #[arg(long)]
    miner: Option<PathBuf>,
    /// Where the bounds are kept.
    #[arg(long, default_value = "scripts/check/instructions.csv")]
    bounds: PathBuf,
    /// Write today's counts down as the bounds.
    #[arg(long)]
    record: bool,
    /// A line of JSON for each input.
    #[arg(long)]
    json: bool,
    /// The folder for callgrind's files and the tables, NAME.callgrind and NAME.bin.
    #[arg(long, default_value = "target/instructions")]
    out: PathBuf,
}

impl Instructions {
    pub(crate) fn run(&self) -> Result<(), String> {
        fs::create_dir_all(&self.out)
            .map_err(|e| format!("cannot make {}: {e}", self.out.display()))?;
        let counts: Result<Vec<Count>, String> =
            self.inputs.iter().map(|(name, file)| self.count(name, file)).collect();
        let counts = counts?;
        if self.record {
            instructions::write(&self.bounds, &counts)?;
        }
        let bounds = instructions::read(&self.bounds)?;
        let mut over = Vec::new();
        for count in &counts {
            let Count { input, instructions } = count;
            let bound = count
                .bound(&bounds)
                .ok_or_else(|| format!("{} has no bound for {input}", self.bounds.display()))?;
            print::line(&if self.json {
                json!({"input": input, "instructions": instructions, "bound": bound}).to_string()
            } else {
                format!("{input}: {instructions} instructions, bound {bound}")
            });
            if count.is_over(bound) {
                over.push(input.as_str());
            }
        }
        if over.is_empty() {
            return Ok(());
        }
        Err(format!("more than {SLACK_PERCENT} % above the bound: {}", over.join(", ")))
    }

    /// Counts the instructions of mining one file on one thread, every position counted.
    fn count(&self, name: &str, file: &Path) -> Result<Count, String> {
        let profile = self.out.join(format!("{name}.callgrind"));
        let miner = self.miner.clone().map_or_else(|| beside("miner"), Ok)?;
        let mut valgrind = Command::new("valgrind");
        valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", profile.display()));
        valgrind.arg(miner).args(["imbalance", "--threads", "1", "--stable-plies", "1", "--out"]);
        valgrind.arg(self.out.join(format!("{name}.bin"))).arg(file);
        said(&mut valgrind)?;
        let failed = |e: String| format!("{}: {e}", profile.display());
        let text = fs::read(&profile).map_err(|e| failed(e.to_string()))?;
        let instructions =
            instructions::of_callgrind(&String::from_utf8_lossy(&text)).map_err(failed)?;
        Ok(Count { input: name.to_owned(), instructions })
    }
}

fn named(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !name.contains('/') && !file.is_empty() => {
            Ok((name.to_owned(), file.into()))
        }
        _ => Err("an input is NAME=FILE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_have_names() {
        assert_eq!(named("a=b=c.pgn"), Ok(("a".to_owned(), PathBuf::from("b=c.pgn"))));
        for text in ["a.pgn", "=a.pgn", "a=", "../a=b"] {
            named(text).unwrap_err();
        }
    }
}
