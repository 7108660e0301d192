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

/// What other programs go by.
#[test]
fn the_listing_of_options_says_what_their_declarations_say() {
    let out = Command::new(env!("CARGO_BIN_EXE_lab")).args(["options", "--json"]).output().unwrap();
    let listed: Vec<serde_json::Value> = serde_json::from_slice(&out.stdout).unwrap();
    let find = |name: &str| listed.iter().find(|option| option["name"] == name).unwrap();
    assert_eq!(listed.len(), engine::options::Options::declarations().count());
    let hash = find("Hash");
    assert_eq!((&hash["lab"], &hash["role"]), (&false.into(), &"setting".into()));
    assert_eq!(hash["range"], serde_json::json!([0, 33_554_432]));
    let order = find("PST_Order");
    assert_eq!(
        (&order["lab"], &order["off"], &order["on"]),
        (&true.into(), &"0".into(), &"100".into())
    );
    let detail = find("HR_Ex_TT");
    assert_eq!(detail["needs"], serde_json::json!({"true": ["HR=true"], "false": ["HR=true"]}));
    assert!(find("StopHalf")["nodes"].is_null());
}
