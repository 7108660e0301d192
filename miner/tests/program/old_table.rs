//! Whatever ends a run, the table that was there before is whole, and one sentence says what happened.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use crate::bench::{Bench, toy};

const MINER: &str = env!("CARGO_BIN_EXE_miner");

/// A bench with an old table `t.bin`, and its bytes.
fn with_old_table() -> (Bench, Vec<u8>) {
    let bench = Bench::new();
    bench.ok(&["imbalance", toy().to_str().unwrap(), "--out", "t.bin"]);
    let bytes = bench.bytes("t.bin");
    (bench, bytes)
}

/// The project's sample: its tables need more room than the toy games'.
fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/sample.pgn.zst")
}

/// The one sentence of a run that failed with this code.
#[track_caller]
fn sentence(output: &Output, code: i32) -> String {
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("miner: "), "{text}");
    text
}

/// The files of a folder, hidden ones too.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Runs a shell's words with the miner as `$0`.
fn shell(folder: &Path, words: &str, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", words, MINER])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn nobody_reads_what_is_printed() {
    let (bench, old) = with_old_table();
    let sample = sample();
    let sample = sample.to_str().unwrap();
    for arguments in
        ["imbalance \"$1\" --out t.bin", "show histogram --table t.bin", "check \"$1\""]
    {
        // The reader is gone before the first byte is written.
        let words = format!("{{ sleep 0.2; \"$0\" {arguments}; echo $? > code; }} | head -c 0");
        let output = shell(&bench.path(""), &words, &[sample]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
        assert_eq!(bench.text("code"), "0\n", "{arguments}");
    }
    // The first of them made its table all the same.
    assert_ne!(bench.bytes("t.bin"), old);
    bench.ok(&["show", "tiers", "t.bin"]);

    if Path::new("/dev/full").exists() {
        let output = shell(&bench.path(""), "\"$0\" show histogram --table t.bin > /dev/full", &[]);
        let said = sentence(&output, 1);
        assert!(said.contains("standard output"), "{said}");
    }
    fs::remove_file(bench.path("code")).unwrap();
    assert_eq!(files(&bench.path("")), ["t.bin"]);
}

/// A miner that reads games from a pipe without end, and has read some.
fn mining(bench: &Bench, out: &str) -> Child {
    let mut child = Command::new(MINER)
        .args(["all", "-", "--out", out])
        .current_dir(bench.path(""))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let games = fs::read(toy()).unwrap().repeat(1000);
    for _ in 0..20 {
        pipe.write_all(&games).unwrap();
    }
    // It goes on until the other end is gone.
    thread::spawn(move || while pipe.write_all(&games).is_ok() {});
    child
}

#[test]
fn killed_in_the_middle() {
    let (bench, old) = with_old_table();
    fs::create_dir(bench.path("all")).unwrap();
    for name in ["imbalance.bin", "opening.bin"] {
        fs::copy(bench.path("t.bin"), bench.path("all").join(name)).unwrap();
    }
    for (signal, code) in [("KILL", None), ("INT", Some(130))] {
        let child = mining(&bench, "all");
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), code, "{signal}");
        if code.is_some() {
            let said = sentence(&output, 130);
            assert_eq!(said, "miner: interrupted; every file is as it was");
        }
        assert_eq!(files(&bench.path("all")), ["imbalance.bin", "opening.bin"], "{signal}");
        assert_eq!(fs::read(bench.path("all/imbalance.bin")).unwrap(), old, "{signal}");
    }
}

/// Killed at any time, also while the table is being written: it is the old one or the new one.
#[test]
fn killed_at_any_time() {
    let (bench, _) = with_old_table();
    let sample = sample();
    let out = bench.path("t.bin");
    let mine = |input: &Path, wait: Option<u64>| {
        let mut child = Command::new(MINER)
            .args(["imbalance", input.to_str().unwrap(), "--out", "t.bin"])
            .current_dir(bench.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        if let Some(wait) = wait {
            thread::sleep(Duration::from_millis(wait));
            let _ = child.kill();
        }
        child.wait().unwrap()
    };
    let mut whole = Vec::new();
    for input in [toy(), sample.clone()] {
        assert!(mine(&input, None).success());
        whole.push(fs::read(&out).unwrap());
    }
    for wait in 0..30 {
        mine(&if wait % 2 == 0 { sample.clone() } else { toy() }, Some(4 * wait));
        assert!(whole.contains(&fs::read(&out).unwrap()), "after {} ms", 4 * wait);
    }
    // What a killed run may leave: the next one puts it away, but not what another is writing.
    fs::write(bench.path(".t.bin.4000000.new"), "half a table").unwrap();
    fs::write(bench.path(".t.bin.mine.new"), "something else").unwrap();
    let busy = fs::File::create(bench.path(".t.bin.4000001.new")).unwrap();
    busy.lock().unwrap();
    assert!(mine(&toy(), None).success());
    assert_eq!(files(&bench.path("")), [".t.bin.4000001.new", ".t.bin.mine.new", "t.bin"]);
}

#[test]
fn a_folder_that_cannot_be_written() {
    let (bench, old) = with_old_table();
    let folder = bench.path("");
    // Another user must be able to come here and to run this.
    let miner = bench.path("miner");
    fs::copy(MINER, &miner).unwrap();
    fs::copy(toy(), bench.path("toy.pgn")).unwrap();
    fs::set_permissions(&miner, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write anywhere.
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0);
    let plain_user = ["--reuid=65534", "--regid=65534", "--clear-groups", "./miner"];
    let (program, first) =
        if is_root { ("setpriv", &plain_user[..]) } else { ("./miner", &[][..]) };
    let output = Command::new(program)
        .args(first)
        .args(["imbalance", "toy.pgn", "--out", "t.bin"])
        .current_dir(&folder)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let said = sentence(&output, 1);
    assert!(said.contains("t.bin") && said.contains("Permission denied"), "{said}");
    assert_eq!(bench.bytes("t.bin"), old);
    assert_eq!(files(&folder), ["miner", "t.bin", "toy.pgn"]);
}

/// Every command that writes, with no room for what it writes: no file is larger than 4 KB.
#[test]
fn files_that_cannot_grow() {
    let (bench, _) = with_old_table();
    let sample = sample();
    let sample = sample.to_str().unwrap();
    fs::create_dir(bench.path("all")).unwrap();
    bench.ok(&["opening", toy().to_str().unwrap(), "--out", "all/opening.bin"]);
    bench.ok(&["imbalance", sample, "--out", "large.bin"]);
    for name in ["all/imbalance.bin", "t.csv", "t.json"] {
        bench.write(name, "an old file");
    }
    let before = |name: &str| bench.bytes(name);
    let names = ["t.bin", "all/opening.bin", "all/imbalance.bin", "t.csv", "t.json"];
    let old = names.map(before);
    for arguments in [
        &["imbalance", sample, "--out", "t.bin"][..],
        &["imbalance", sample, "--out", "t.bin", "--csv", "t.csv"],
        &["all", sample, "--out", "all"],
        &["merge", "--out", "t.bin", "large.bin"],
        &["export", "large.bin", "--out", "t.json"],
        &["export", "large.bin", "--out", "t.csv"],
    ] {
        let words = "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"";
        let output = shell(&bench.path(""), words, arguments);
        let said = sentence(&output, 1);
        assert!(said.contains("File too large"), "{arguments:?}: {said}");
        assert_eq!(names.map(before), old, "{arguments:?}");
    }
    assert_eq!(files(&bench.path("")), ["all", "large.bin", "t.bin", "t.csv", "t.json"]);
    assert_eq!(files(&bench.path("all")), ["imbalance.bin", "opening.bin"]);
}

/// A file system that goes away with it.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where that is not allowed.
    fn mount(at: PathBuf) -> Option<Self> {
        fs::create_dir(&at).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&at);
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        is_mounted.then_some(Self(at))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk() {
    let (bench, old) = with_old_table();
    let Some(disk) = SmallDisk::mount(bench.path("disk")) else {
        println!("skipped: no file system may be mounted here; see files_that_cannot_grow");
        return;
    };
    for name in ["imbalance.bin", "opening.bin", "pst-endgame.bin"] {
        fs::copy(bench.path("t.bin"), disk.0.join(name)).unwrap();
    }
    let output = bench.miner(&["all", sample().to_str().unwrap(), "--out", "disk"]);
    let said = sentence(&output, 1);
    assert!(said.contains("No space left on device"), "{said}");
    assert_eq!(files(&disk.0), ["imbalance.bin", "opening.bin", "pst-endgame.bin"]);
    for name in files(&disk.0) {
        assert_eq!(fs::read(disk.0.join(&name)).unwrap(), old, "{name}");
    }
}

/// More opening moves than memory is for, and no place for the rest.
#[test]
fn no_room_for_the_opening_tables_temporary_file() {
    let (bench, old) = with_old_table();
    // More than 176 MiB of records: 32 plies that never come back to a position, in many games.
    let moves: String = ["3 {}6 ", "4 {}5 "]
        .into_iter()
        .flat_map(|ranks| {
            ('a'..='h').map(move |file| format!("{file}{}", ranks.replace("{}", &file.to_string())))
        })
        .collect();
    let game = format!("[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n{moves}1/2-1/2\n\n");
    bench.write("g.pgn.zst", zstd::encode_all(game.repeat(700_000).as_bytes(), 1).unwrap());
    fs::create_dir(bench.path("out")).unwrap();
    fs::copy(bench.path("t.bin"), bench.path("out/imbalance.bin")).unwrap();
    for (words, says) in [
        ("TMPDIR=$PWD/gone; export TMPDIR; exec \"$0\" \"$@\"", "gone`: No such file"),
        ("trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\"", "File too large"),
    ] {
        let output = shell(&bench.path(""), words, &["all", "g.pgn.zst", "--out", "out"]);
        let said = sentence(&output, 1);
        assert!(said.contains("temporary file") && said.contains(says), "{said}");
        assert_eq!(files(&bench.path("out")), ["imbalance.bin"]);
        assert_eq!(fs::read(bench.path("out/imbalance.bin")).unwrap(), old);
    }
    bench.ok(&["opening", "g.pgn.zst", "--out", "t.bin"]);
}
