//! The command `engine tune`: its arguments, and what it prints.

use std::{path::Path, process::ExitCode};

use engine::tune::{self, Judges, Only, Settings};

const USAGE: &str = "usage: engine tune [epochs=N] [rate=CP] [pull=X] [psqt_pull=X] \
                          [only=psqt|others] [metric=score|occupancy] [imbalance=blend] \
                          [start=built-in] [score_nodes=N] [score_share=X] [score_by=FOLDER] \
                          [threads=N] [without=SOURCE] [out=FILE] POSITIONS...";

/// A number that is not below nought.
fn amount(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite() && *x >= 0.0)
}

/// Fits the evaluation's weights, see `engine::tune`.
#[expect(clippy::print_stderr, reason = "this is the program")]
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let mut settings = Settings::default();
    let mut out = "tables/weights.bin";
    let mut judges = Judges::default();
    let mut files = Vec::new();
    for argument in arguments {
        let read = match argument.split_once('=') {
            Some(("epochs", value)) => value.parse().map(|n| settings.epochs = n).is_ok(),
            Some(("rate", value)) => amount(value).map(|x| settings.rate = x).is_some(),
            Some(("pull", value)) => amount(value).map(|x| settings.pull = x).is_some(),
            Some(("psqt_pull", value)) => amount(value).map(|x| settings.psqt_pull = x).is_some(),
            Some(("only", value)) => {
                settings.only = if value == "psqt" { Only::Psqt } else { Only::Others };
                ["psqt", "others"].contains(&value)
            }
            Some(("metric", value)) => value.parse().map(|m| settings.metric = m).is_ok(),
            Some(("score_nodes", value)) => value.parse().map(|n| settings.score_nodes = n).is_ok(),
            Some(("score_share", value)) => {
                let share = value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
                share.map(|share| settings.score_share = share).is_some()
            }
            Some(("threads", value)) => value.parse().map(|n| settings.threads = n).is_ok(),
            Some(("without", value)) => {
                judges.without = Some(value);
                true
            }
            Some(("imbalance", value)) => {
                settings.imbalance = true;
                value == "blend"
            }
            Some(("start", value)) => {
                settings.go_on = true;
                value == "built-in"
            }
            Some(("score_by", value)) => {
                judges.score_by = value;
                true
            }
            Some(("out", value)) => {
                out = value;
                true
            }
            _ => {
                files.push(argument.clone());
                true
            }
        };
        if !read {
            eprintln!("`{argument}` is not understood\n{USAGE}");
            return ExitCode::from(2);
        }
    }
    if files.is_empty() {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let is_about_scores = |argument: &String| {
        argument.starts_with("score_share=") || argument.starts_with("score_by=")
    };
    if settings.score_nodes == 0
        && let Some(argument) = arguments.iter().find(|argument| is_about_scores(argument))
    {
        eprintln!("`{argument}` says nothing without score_nodes\n{USAGE}");
        return ExitCode::from(2);
    }
    let mut report = |line: &str| eprintln!("{line}");
    match tune::run(&files, Path::new(out), settings, judges, &mut report) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
