//! What is told from the text around a cut is what the whole text says.

use std::{
    io::{Cursor, Write},
    path::PathBuf,
};

use proptest::prelude::*;

use super::*;

/// What PGN, broken PGN and traps for cuts are made of.
const PIECES: [&str; 30] = [
    "[Event \"a\"]\n",
    "\n[Event \"b\"]\n",
    "\n\n[Event \"c\"]\n",
    "\n[Event \"} {\"]\n",
    "\n[Event \"e { f",
    "\r[Event \"g\"]\r\n",
    "[Site \"x\"]\n",
    "[Site \"} 1-0",
    "[Result \"1-0\"]\n",
    "\u{feff}",
    "\n",
    "\r\n",
    "1. e4 e5 ",
    "1. d4 { [%clk 0:03:00] } d5 ",
    "1... c5 ",
    "1-0\n\n",
    "1/2-1/2\n",
    "*\n\n",
    "{",
    "}",
    "{ a comment }",
    "{\n[Event \"inside\"]\n}",
    "{ [Event \"inside\"] }\n",
    "{ two\nlines } 2. c4 ",
    "(1. d4 {x})",
    "; { [Event \"x\"]\n",
    "\n% {\n",
    "  % x",
    "\u{c}\n",
    "nonsense ",
];

const NEAR: Reach = Reach { first: 1, most: 1 << 16, pair: Pair { nearest: 0, farthest: 1 << 16 } };

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(0..PIECES.len(), 0..80)
        .prop_map(|pieces| pieces.into_iter().map(|piece| PIECES[piece]).collect())
}

/// Where games start, by reading from the start.
fn exact(text: &[u8], place: u64) -> u64 {
    let mut stream = Stream::open(Box::new(Cursor::new(text.to_vec())), None).unwrap();
    scan::first_from(&mut stream, place).unwrap()
}

/// The text in sight of a place.
fn sight(text: &[u8], place: usize, back: usize, ahead: usize) -> Sight {
    let (start, end) = (place.saturating_sub(back), text.len().min(place + ahead));
    let (from_start, to_end) = (start == 0, end == text.len());
    Sight { bytes: text[start..end].to_vec(), place: place - start, from_start, to_end }
}

/// A text of games as databases have them, which is longer than what is looked at.
fn long_text() -> Vec<u8> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/sample.pgn.zst");
    let mut games = Vec::new();
    crate::read::stream::unpack_zstd(io::BufReader::new(File::open(sample).unwrap()))
        .unwrap()
        .read_to_end(&mut games)
        .unwrap();
    games.repeat((24 << 20) / games.len() + 1)
}

/// Packs each part of a text as a zstd frame of its own, behind a skippable frame as `pzstd` writes it, which names so many
/// times its size, or without.
fn frames(parts: &[&[u8]], times_size: Option<u32>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.pgn.zst");
    let mut file = File::create(&path).unwrap();
    for part in parts {
        let frame = zstd::encode_all(*part, 1).unwrap();
        if let Some(times) = times_size {
            file.write_all(&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]).unwrap();
            file.write_all(&(frame.len() as u32 * times).to_le_bytes()).unwrap();
        }
        file.write_all(&frame).unwrap();
    }
    (folder, path)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn frames_are_cut_where_their_text_is(
        parts in prop::collection::vec(text(), 2..6),
        times_size in prop::sample::select(vec![None, Some(1), Some(0)]),
    ) {
        let bytes: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
        let text = bytes.concat();
        let (_folder, path) = frames(&bytes, times_size);
        // Text with CR line ends alone is another case.
        if let Some(found) = Frames::find(&path).unwrap() {
            let mut before = 0;
            let mut place = 0;
            for part in &bytes {
                let frame = found.first_from(place);
                prop_assert_eq!(found.len_before(frame).unwrap(), before);
                let around = |back, ahead| found.around(frame, back, ahead);
                if let Some(behind) = first_start(around, NEAR).unwrap() {
                    prop_assert_eq!(before + behind, exact(&text, before));
                }
                before += part.len() as u64;
                place = frame + 1;
            }
            prop_assert_eq!(found.first_from(place), std::fs::metadata(&path).unwrap().len());
        }
    }
}

#[test]
fn what_is_around_a_cut_tells_the_same_as_the_whole_text() {
    let mut chance = 1_u64;
    let mut dice = |sides: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % sides
    };
    let mut proven = 0;
    for _ in 0..20_000 {
        let text: String = (0..dice(80)).map(|_| PIECES[dice(PIECES.len())]).collect();
        let text = text.as_bytes();
        let place = dice(text.len() + 1);
        let mut from_start = true;
        let around = |back, ahead| {
            let sight = sight(text, place, back, ahead);
            from_start = sight.from_start;
            Ok(sight)
        };
        if let Some(behind) = first_start(around, NEAR).unwrap() {
            let found = place as u64 + behind;
            assert_eq!(found, exact(text, place as u64), "{place}: {}", text.escape_ascii());
            proven += usize::from(!from_start);
        }
    }
    assert!(proven > 2000, "{proven}");
}

/// In a database as they are, what is near a cut is enough, and the start of the file is not needed.
#[test]
fn a_cut_is_told_from_what_is_near() {
    let text = long_text();
    for place in (8 << 20..text.len()).step_by(1_234_567) {
        let sight = sight(&text, place, Reach::SAFE.first, Reach::SAFE.first);
        assert!(!sight.from_start);
        let Verdict::At(behind) = sight.first_start(Pair::SAFE) else { panic!("{place}") };
        assert_eq!((place + behind) as u64, exact(&text, place as u64));
    }
}

#[test]
fn starts_are_thinned_out_and_stay_starts() {
    let game = "[Event \"a\"]\n\n1-0\n\n";
    let count = 300_000;
    let text = game.repeat(count).into_bytes();
    let len = game.len() as u64;
    let starts = Starts::of(&mut Stream::open(Box::new(Cursor::new(text)), None).unwrap()).unwrap();
    assert_eq!(starts.len, len * count as u64);
    for place in (0..starts.len).step_by(99_991) {
        let start = starts.first_from(place);
        assert!(
            start.is_multiple_of(len) && start >= place && start < place + 8 * len,
            "{place} {start}"
        );
    }
    assert_eq!(starts.first_from(starts.len), starts.len);
}
