//! Games, comments and lines larger than what is held of a game: each is rejected with its place, the
//! next game is used, and memory stays bounded.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    fs::{self, File},
    io::Write,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;

use crate::bench::Bench;

const GOOD: &str = "[Event \"good\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
const MB: usize = 1 << 20;
/// More than the 64 MiB that are held of a game, and less than what comes.
const MOST_KB: u64 = 200 << 10;

/// Checks what `feed` writes into the pipe; gives the summary and the greatest memory in KB.
fn check_pipe(feed: impl FnOnce(&mut dyn Write) + Send + 'static) -> (Value, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["check", "-", "--json", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let feeding = thread::spawn(move || feed(&mut pipe));
    let peak = peak_memory(&mut child);
    feeding.join().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    (serde_json::from_slice(&output.stdout).unwrap(), peak)
}

/// The greatest memory in KB that a process has had, where the system tells.
fn peak_memory(child: &mut Child) -> u64 {
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let line = status.ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        });
        peak = line.unwrap_or(peak);
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

/// Two good games around one of 300 MB that starts so and goes on so.
fn around(start: &'static str, more: &'static [u8], end: &'static str) -> (Value, u64) {
    check_pipe(move |pipe| {
        let more: Vec<u8> = more.iter().copied().cycle().take(MB).collect();
        pipe.write_all(format!("{GOOD}[Event \"long\"]\n[Result \"1-0\"]\n").as_bytes()).unwrap();
        pipe.write_all(start.as_bytes()).unwrap();
        for _ in 0..300 {
            pipe.write_all(&more).unwrap();
        }
        pipe.write_all(format!("{end}\n\n{GOOD}").as_bytes()).unwrap();
    })
}

#[test]
fn a_game_larger_than_what_is_held() {
    for (start, more, end) in [
        ("\n1. e4 {", &b"never closed "[..], ""),
        ("\n1. e4 {", b"closed at last\n", "} e5 1-0"),
        ("\n", b"1. Nf3 Nf6 2. Ng1 Ng8\n", "1-0"),
        ("\n1. e4 ", b"(", "1-0"),
        ("[Annotator \"", b"a line without an end ", "\"]\n\n1. e4 1-0"),
    ] {
        let (health, peak) = around(start, more, end);
        let name = format!("{start}{}", more.escape_ascii());
        assert_eq!(health["games_read"], 3, "{name}: {health}");
        assert_eq!(health["games_used"], 2, "{name}");
        let bad = &health["bad_games"][0];
        assert_eq!((&bad["game"], &bad["line"]), (&2.into(), &6.into()), "{name}: {bad}");
        assert_eq!(bad["error"], "the game that starts here does not end within 64 MiB");
        assert!(peak < MOST_KB, "{name}: {peak} KB");
    }
}

#[test]
fn white_space_without_end_is_no_game() {
    let (health, peak) = check_pipe(|pipe| {
        for _ in 0..150 {
            pipe.write_all(&[b'\n'; MB]).unwrap();
        }
        pipe.write_all(GOOD.as_bytes()).unwrap();
    });
    assert_eq!((&health["games_read"], &health["games_used"]), (&1.into(), &1.into()));
    assert!(peak < MOST_KB, "{peak} KB");
}

/// A line of 60 MB is within the bound, deep nesting too, and neither needs a stack.
#[test]
fn what_is_large_but_not_too_large_is_used() {
    let (health, peak) = check_pipe(|pipe| {
        pipe.write_all(b"[Event \"large\"]\n[Result \"1-0\"]\n\n1. e4 {").unwrap();
        for _ in 0..30 {
            pipe.write_all(&[b'x'; MB]).unwrap();
        }
        pipe.write_all(b"}").unwrap();
        for parenthesis in [b"(", b")"] {
            for _ in 0..15 {
                pipe.write_all(&parenthesis.repeat(MB)).unwrap();
            }
        }
        pipe.write_all(b" e5 1-0\n").unwrap();
    });
    assert_eq!(health["games_used"], 1, "{health}");
    assert!(peak < MOST_KB, "{peak} KB");
}

#[test]
fn a_file_of_nul_bytes() {
    let bench = Bench::new();
    // Takes no room on the disk.
    File::create(bench.path("nul.pgn")).unwrap().set_len(300 * MB as u64).unwrap();
    let health = bench.json(&["check", "nul.pgn"]);
    assert_eq!((&health["games_read"], &health["games_used"]), (&1.into(), &0.into()));
}
