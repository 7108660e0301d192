//! The program from outside: what it refuses, and what it writes.

use std::process::Command;

#[test]
fn a_wrong_fit_is_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (&["--score-share", "0.5", "x.bin"][..], "--score-nodes <NODES>"),
        (&["--score-nodes", "9", "--score-share", "2", "x.bin"], "a share is a number from 0 to 1"),
        (&["--only", "half", "x.bin"], "[possible values: psqt, others]"),
        (&["--epochs", "3"], "<POSITIONS>..."),
        (&["nowhere.bin"], "lab: nowhere.bin: "),
    ] {
        let out =
            Command::new(env!("CARGO_BIN_EXE_lab")).arg("tune").args(arguments).output().unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        assert!(!out.status.success() && said.contains(sentence), "{arguments:?}: {said}");
    }
}

#[test]
fn options_document_is_up_to_date() {
    let written = include_str!("../../engine/OPTIONS.md");
    let declared = engine::options::Options::markdown();
    assert!(written == declared, "run: cargo run -p lab -- options > engine/OPTIONS.md");
}
