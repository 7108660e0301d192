//! `engine tune`, the real program.

use std::process::Command;

#[test]
fn a_wrong_fit_is_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (
            &["tune", "score_share=0.5", "x.bin"][..],
            "`score_share=0.5` says nothing without score_nodes",
        ),
        (&["tune", "imbalance=safe", "x.bin"], "`imbalance=safe` is not understood"),
        (&["tune", "epochs=3"], "usage: engine tune"),
        (&["tune", "nowhere.bin"], "nowhere.bin: "),
    ] {
        let out = Command::new(env!("CARGO_BIN_EXE_engine")).args(arguments).output().unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        assert!(!out.status.success() && said.starts_with(sentence), "{arguments:?}: {said}");
    }
}
