//! Ctrl-C once ends every command, and leaves every file as it was.

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::bench::Bench;

#[test]
fn ctrl_c_once_ends_every_command() {
    let bench = Bench::with_toy_tables();
    bench.write("t.csv", "old");
    // Nobody writes to it: whoever opens it waits.
    let made = Command::new("mkfifo").arg(bench.path("pipe")).status().unwrap();
    assert!(made.success());
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(bench.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    for command in [
        "merge pipe --out i.bin",
        "export pipe --out t.csv",
        "report pipe",
        "diff pipe i.bin",
        "show classes --table pipe",
        "validate pipe pipe",
        "bench pipe",
        "check pipe --errors-to t.csv",
        "imbalance pipe --out i.bin --csv t.csv",
        "positions pipe --out i.bin --epd t.csv",
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_miner"))
            .args(command.split(' '))
            .current_dir(bench.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none(), "{command} does not wait for the pipe");
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &id]).status().unwrap().success());
        let since = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if since.elapsed() > Duration::from_secs(10) {
                child.kill().unwrap();
                panic!("{command} goes on");
            }
            thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{command}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "miner: interrupted; every file is as it was\n", "{command}");
        assert_eq!(names(), before, "{command} left something behind");
        assert_eq!(bench.text("t.csv"), "old", "{command}");
    }
}
