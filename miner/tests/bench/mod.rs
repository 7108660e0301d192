//! A folder to work in, the miner to run there, and tables mined from the toy games.
#![allow(dead_code, clippy::unwrap_used, missing_docs, reason = "shared by several test binaries")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

pub(crate) struct Bench {
    folder: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A bench with `i.bin`, `p.bin` (all phases together) and `o.bin`.
    pub(crate) fn with_toy_tables() -> Self {
        let bench = Self::new();
        for (kind, out) in [
            (&["imbalance", "--stable-plies", "1"][..], "i.bin"),
            (&["pst", "--phase", "all"], "p.bin"),
            (&["opening"], "o.bin"),
        ] {
            bench.ok(&[kind, &[toy().to_str().unwrap(), "--out", out]].concat());
        }
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    pub(crate) fn miner(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_miner"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// Runs a command that must succeed, and gives what it prints.
    #[track_caller]
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let output = self.miner(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must print JSON.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.ok(&[arguments, &["--json"]].concat())).unwrap()
    }

    /// Runs a command that must fail with one sentence, and gives it.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str]) -> String {
        let output = self.miner(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let sentence = lossy(&output.stderr);
        assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
        sentence.trim_end().to_owned()
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn toy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/toy.pgn")
}

/// One of the project's own tables.
pub(crate) fn project_table(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tables").join(name)
}
