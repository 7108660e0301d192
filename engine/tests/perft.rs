//! The rules: perft on our own fixtures, and, when asked, on the public suites.

#![expect(clippy::print_stdout, reason = "how much was counted, for who asks with --nocapture")]

use std::{collections::BTreeMap, env, fs, thread};

use engine::{game::Game, perft::perft};
use shakmaty::CastlingMode;

/// The variable that names the folder of the suites. They are not part of the project.
const SUITES: &str = "PERFT_SUITES";
/// The depth that every position is counted to, if its line says what to expect there.
const DEPTH: u32 = 4;
/// Leaves that one suite may cost; beyond, positions are drawn evenly from all of it.
const LEAVES: u64 = 100_000_000;

/// A position and what it should count to.
struct Case {
    fen: String,
    counts: BTreeMap<u32, u64>,
}

impl Case {
    /// The depth to count to, and the count: [`DEPTH`] if given, else the nearest below or above.
    fn goal(&self) -> Option<(u32, u64)> {
        let (below, above) = (self.counts.range(..=DEPTH), self.counts.range(DEPTH..));
        below.last().or(above.min_by_key(|(depth, _)| **depth)).map(|(d, n)| (*d, *n))
    }

    fn check(&self, (depth, expected): (u32, u64)) -> Result<(), String> {
        let game = match Game::from_fen(&self.fen, CastlingMode::Chess960) {
            Ok(game) => game,
            // More moves than any game can have: the engine refuses, and must.
            Err(sentence) if sentence.ends_with("too much material") => return Ok(()),
            Err(sentence) => return Err(sentence),
        };
        let found = perft(&game.position(), depth);
        if found == expected {
            Ok(())
        } else {
            Err(format!("{}: depth {depth} gives {found}, not {expected}", self.fen))
        }
    }
}

/// Reads both forms: `FEN ;D1 20 ;D2 400` in one line, and `epd FEN` followed by `perft 1 20`.
fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        // One suite has a NUL at the end of each line.
        let line = line.replace([';', '\0'], " ");
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["perft", depth, count] => {
                if let (Some(case), Ok(depth), Ok(count)) =
                    (cases.last_mut(), depth.parse(), count.parse())
                {
                    case.counts.insert(depth, count);
                }
            }
            ["epd", ref fen @ ..] if fen.len() >= 4 => {
                cases.push(Case { fen: fen[..4].join(" "), counts: BTreeMap::new() });
            }
            ref words if words.len() >= 6 && words[0].matches('/').count() == 7 => {
                let pairs = words[4..].windows(2).filter_map(|pair| {
                    Some((pair[0].strip_prefix('D')?.parse().ok()?, pair[1].parse().ok()?))
                });
                cases.push(Case { fen: words[..4].join(" "), counts: pairs.collect() });
            }
            _ => {}
        }
    }
    cases
}

/// Counts the positions of one suite, at most `most` leaves of them. How many, and what failed.
fn count_suite(cases: &[Case], most: u64) -> (usize, Vec<String>) {
    let goals: Vec<_> = cases.iter().filter_map(|c| c.goal().map(|goal| (c, goal))).collect();
    let total: u64 = goals.iter().map(|(_, (_, count))| count).sum();
    let step = total.div_ceil(most).max(1) as usize;
    let chosen: Vec<_> = goals.into_iter().step_by(step).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let wrong = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|i| {
                let mine = chosen.iter().skip(i).step_by(threads);
                let check = mine.map(|(case, goal)| case.check(*goal));
                scope.spawn(move || check.filter_map(Result::err).collect::<Vec<_>>())
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    (chosen.len(), wrong)
}

fn count_suites(most: u64) {
    let folder = env::var_os(SUITES).expect("PERFT_SUITES names a folder of EPD files");
    let files = fs::read_dir(folder).expect("a readable folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a readable folder").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no suites");
    let mut failed = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read(&file).expect("a readable suite");
        let cases = read(&String::from_utf8_lossy(&text));
        assert!(!cases.is_empty(), "{name} has no positions");
        let (counted, wrong) = count_suite(&cases, most);
        println!("{name}: {counted} of {} positions, {} wrong", cases.len(), wrong.len());
        failed.extend(wrong);
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn fixtures_to_every_depth() {
    let cases = read(include_str!("data/perft.epd"));
    assert_eq!(cases.len(), 8);
    for case in &cases {
        assert!(case.goal().is_some(), "{}", case.fen);
        for (&depth, &count) in &case.counts {
            case.check((depth, count)).unwrap();
        }
    }
}

#[test]
#[ignore = "needs the suites; PERFT_SUITES=folder cargo test --release -p engine --test perft -- --ignored samples"]
fn suites_in_samples() {
    count_suites(LEAVES);
}

#[test]
#[ignore = "fifteen billion leaves; PERFT_SUITES=folder cargo test --release -p engine --test perft -- --ignored full"]
fn suites_in_full() {
    count_suites(u64::MAX);
}
