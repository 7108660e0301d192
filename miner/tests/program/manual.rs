//! Shell completions and manual pages come from the definition of the command line.

use crate::bench::Bench;

#[test]
fn shells_know_the_commands_and_options() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = bench.ok(&["completions", shell]);
        for word in ["imbalance", "merge", "min-elo", "shard"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(bench.miner(&["completions", "tcsh"]).status.code(), Some(2));
}

#[test]
fn each_command_has_a_manual_page() {
    let bench = Bench::new();
    let said = bench.ok(&["man", "man"]);
    assert!(said.contains("man/miner.1"), "{said}");
    for page in ["miner", "miner-imbalance", "miner-merge", "miner-show-pst"] {
        let text = bench.text(&format!("man/{page}.1"));
        assert!(text.starts_with(".ie") && text.contains(".SH NAME"), "{page}: {text}");
    }
    assert!(bench.text("man/miner-opening.1").contains("max\\-ply"));
    let sentence = bench.fails(&["man", "man/miner.1"]);
    assert!(sentence.starts_with("miner: cannot write into `man/miner.1`: "), "{sentence}");
}
