//! Conversations with the built engine.

#![allow(dead_code, reason = "each test program needs a part of it")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// Far more than any command of a test needs, on any machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The engine, to be started with pipes.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// Pipes a script in, waits for finite searches, and takes everything out.
pub(crate) fn script(lines: &[&str]) -> String {
    pipe(lines.join("\n").as_bytes())
}

/// The same for any bytes.
pub(crate) fn pipe(bytes: &[u8]) -> String {
    let mut child = program().arg("--wait").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// A conversation with the engine.
pub(crate) struct Talk {
    pub(crate) child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Talk {
    pub(crate) fn start() -> Self {
        let mut child = program().spawn().unwrap();
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().unwrap());
        let (say, heard) = mpsc::channel();
        thread::spawn(move || {
            for line in from.lines() {
                let Ok(line) = line else { break };
                if say.send(line.trim_end().to_owned()).is_err() {
                    break;
                }
            }
        });
        Self { child, to, from: heard }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().expect("the input is open"), "{line}").unwrap();
    }

    /// Reads until a line that begins with `prefix`; that line is the last of what is returned.
    pub(crate) fn hear(&mut self, prefix: &str) -> Vec<String> {
        let started = Instant::now();
        let mut heard = Vec::new();
        loop {
            let rest = PATIENCE.saturating_sub(started.elapsed());
            match self.from.recv_timeout(rest) {
                Ok(line) => heard.push(line),
                Err(why) => panic!("waiting for `{prefix}`, {why}: {heard:?}"),
            }
            if heard.last().is_some_and(|line| line.starts_with(prefix)) {
                return heard;
            }
        }
    }

    /// All that is said within `time`.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut heard = Vec::new();
        loop {
            match self.from.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return heard,
            }
        }
    }

    /// Says that it is ready, at last.
    pub(crate) fn sync(&mut self) {
        self.say("isready");
        self.hear("readyok");
    }

    /// Ends the engine's input.
    pub(crate) fn hang_up(&mut self) {
        self.to = None;
    }

    /// Waits for the end of the process; how long that took.
    pub(crate) fn end(&mut self) -> Duration {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return started.elapsed();
            }
            assert!(started.elapsed() < PATIENCE, "the engine goes on");
            thread::sleep(Duration::from_millis(1));
        }
    }

    pub(crate) fn quit(mut self) {
        self.say("quit");
        self.end();
    }
}

impl Drop for Talk {
    /// No engine outlives a test that failed.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value after a word of a line.
pub(crate) fn after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    line.split(&format!(" {word} ")).nth(1)?.split(' ').next()
}
