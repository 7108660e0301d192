//! The fuzz targets for some seconds, by a mutator of its own that needs no other compiler and does
//! the same every time. `cargo fuzz` goes deeper: docs/fuzzing.md.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]
#![expect(clippy::print_stdout, reason = "a failing input is shown by the test runner")]

use std::{env, fs, path::Path, thread, time::Instant};

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a crate of its own, too")]
mod targets;
use targets::{filters, judge, packed, pgn, recipe, seeds, tables};

/// A name, what to do with bytes, and a count.
type Target = (&'static str, fn(&[u8]), u32);

/// Each target, and how many mutated inputs it gets in every test run.
const TARGETS: [Target; 6] = [
    ("pgn", pgn::run, 1000),
    ("packed", packed::run, 600),
    ("judge", judge::run, 20_000),
    ("tables", tables::run, 600),
    ("filters", filters::run, 1000),
    ("recipe", recipe::run, 1000),
];

/// What the formats are made of.
const WORDS: [&[u8]; 30] = [
    b"[Event \"",
    b"\"]\n",
    b"\n\n",
    b"{",
    b"}",
    b"(",
    b")",
    b";",
    b"%",
    b"$1",
    b"1-0",
    b"1/2-1/2",
    b"*",
    b"1. e4",
    b"Nbd7",
    b"exd6 e.p.",
    b"e8=Q",
    b"O-O-O",
    b"\0",
    b"\xff\xff\xff\xff",
    b"\xfd",
    b"\xfc\xff\xff\xff\xff\xff\xff\xff\xff",
    b"[FEN \"",
    b"[Result \"",
    b"--sample=1/2\t",
    b"\"",
    b" = ",
    b"[[table]]\n",
    b"\xef\xbb\xbf",
    b"\r",
];

/// Numbers that look random (xorshift, G. Marsaglia, 2003).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let at = self.below(bytes.len() + 1);
        let to = (at + 1 + self.below(40)).min(bytes.len());
        match self.below(8) {
            0 if at < bytes.len() => bytes[at] = self.below(256) as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            2 => drop(bytes.drain(at..to.max(at))),
            3 => {
                let part = bytes[at..to.max(at)].to_vec();
                let place = self.below(bytes.len() + 1);
                bytes.splice(place..place, part);
            }
            4 => bytes.truncate(at),
            5 => {
                let other = &seeds[self.below(seeds.len())];
                let from = self.below(other.len());
                let until = (from + self.below(200)).min(other.len());
                bytes.splice(at..at, other[from..until].iter().copied());
            }
            _ => {
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
        }
    }
}

/// Says which bytes a target could not stand.
struct Input<'a>(&'a str, &'a [u8]);

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("target {}, input b\"{}\"", self.0, self.1.escape_ascii());
        }
    }
}

fn drive(name: &str) {
    let (_, run, rounds) = TARGETS.into_iter().find(|target| target.0 == name).unwrap();
    let seeds = seeds::of(name);
    assert!(!seeds.is_empty());
    let run = |bytes: &[u8]| {
        let _input = Input(name, bytes);
        run(bytes);
    };
    run(b"");
    seeds.iter().for_each(|seed| run(seed));
    // FUZZ_SECONDS=3600 FUZZ_SEED=2: for longer, and other inputs.
    let number = |name| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15 ^ number("FUZZ_SEED").unwrap_or_default());
    let (started, seconds) = (Instant::now(), number("FUZZ_SECONDS").unwrap_or_default());
    let mut round = 0;
    while round < rounds || started.elapsed().as_secs() < seconds {
        round += 1;
        let mut bytes = seeds[chance.below(seeds.len())].clone();
        for _ in 0..=chance.below(6) {
            chance.mutate(&mut bytes, &seeds);
        }
        run(&bytes);
    }
    println!("{name}: {round} inputs");
}

#[test]
fn pgn_files() {
    drive("pgn");
}

#[test]
fn packed_files() {
    drive("packed");
}

#[test]
fn replays() {
    drive("judge");
}

#[test]
fn table_files() {
    drive("tables");
}

#[test]
fn filters_and_tags() {
    drive("filters");
}

#[test]
fn recipes() {
    drive("recipe");
}

/// `cargo test -p miner --test fuzz -- --ignored` writes the seeds where `cargo fuzz` looks for them.
#[test]
#[ignore = "writes into miner/fuzz/corpus"]
fn write_the_seeds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let corpus = env::var_os("FUZZ_CORPUS").map_or(corpus, Into::into);
    for (name, ..) in TARGETS {
        fs::create_dir_all(corpus.join(name)).unwrap();
        for (number, seed) in seeds::of(name).into_iter().enumerate() {
            fs::write(corpus.join(name).join(format!("seed-{number}")), seed).unwrap();
        }
    }
}
