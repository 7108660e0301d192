//! The protocol under nonsense: texts of a fixed generator, read by the parser and by the program.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

/// Words that the protocol knows, and words that it should not stumble over.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "ponderhit",
    "searchmoves",
    "perft",
    "stop",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Clear",
    "UCI_Chess960",
    "UCI_Elo",
    "UCI_LimitStrength",
    "UCI_ShowWDL",
    "Stats",
    "SyzygyPath",
    "TT_Replace",
    "always",
    "eval",
    "d",
    "bench",
    "--json",
    "tables",
    "dump",
    "hr",
    "debug",
    "register",
    "e2e4",
    "e7e5",
    "e1g1",
    "e8h8",
    "a7a8q",
    "a7a8k",
    "0000",
    "h9h9",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "99999999999999999999",
    "-9223372036854775808",
    "2147483648",
    "1.5",
    "true",
    "false",
    "<empty>",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "b",
    "KQkq",
    "HAha",
    "-",
    "e3",
    "4k3/8/8/8/8/8/8/4K3",
    "k7/8/8/8/8/8/8/K6R",
    "8/8/8/8/8/8/8/8",
    "\u{0}",
    "\t",
    "é",
    "♔",
    "\u{feff}",
    "\r",
];

/// A generator that is the same everywhere (G. Marsaglia's xorshift, 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A line of words, with some bytes broken now and then.
    fn line(&mut self) -> Vec<u8> {
        let count = self.below(12);
        let words: Vec<&str> = (0..count).map(|_| WORDS[self.below(WORDS.len())]).collect();
        let mut line = words.join(" ").into_bytes();
        if self.below(4) == 0 && !line.is_empty() {
            let place = self.below(line.len());
            line[place] = self.next() as u8;
        }
        line.retain(|&byte| byte != b'\n');
        line
    }
}

#[test]
fn any_text_is_read() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut understood = 0;
    for _ in 0..2_000 {
        let lines: Vec<Vec<u8>> = (0..20).map(|_| random.line()).collect();
        understood += engine::uci::rehearse(&lines.join(&b'\n'));
    }
    assert!(understood > 2_000, "too few lines make sense to test anything: {understood}");
}

/// What `scripts/check/fuzz` begins with.
#[test]
#[ignore = "writes files; scripts/check/fuzz calls it"]
fn write_the_seeds() {
    let Some(folder) = std::env::var_os("FUZZ_CORPUS") else { return };
    let folder = std::path::PathBuf::from(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Random(7);
    for number in 0..200 {
        let lines: Vec<Vec<u8>> = (0..8).map(|_| random.line()).collect();
        std::fs::write(folder.join(number.to_string()), lines.join(&b'\n')).unwrap();
    }
}

#[test]
fn the_program_outlives_any_text() {
    let mut random = Random(42);
    let mut text = Vec::new();
    for _ in 0..600 {
        let line = random.line();
        let said = String::from_utf8_lossy(&line).into_owned();
        // No bench of hours, no gigabytes, no hundreds of threads: those are as asked for.
        if ["bench", "Hash", "Threads"].iter().any(|word| said.contains(word)) {
            continue;
        }
        text.extend(line);
        // Whatever it began is stopped.
        text.extend_from_slice(b"\nstop\n");
    }
    text.extend_from_slice(
        b"\nsetoption name Sentinel value 1\nposition startpos\nisready\ngo depth 1\n",
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_engine"))
        .arg("--wait")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&text);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    let said = String::from_utf8_lossy(&output.stdout);
    let (_, at_the_end) = said.rsplit_once("Sentinel").expect("there is no such option");
    assert!(at_the_end.contains("bestmove "), "no move at the end: {said}");
    // It does not wait its turn.
    assert!(said.contains("readyok"), "{said}");
}
