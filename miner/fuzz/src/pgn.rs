//! The whole reader over any text: every game is accounted for, every bad game has its place, and
//! blocks and threads change nothing.

use super::common::{How, OPENING, Outcome, mine_text};
use std::rc::Rc;

use miner::{
    collect::TableSettings,
    read::encoding::{Encoding, SIGHT},
};
use xxhash_rust::xxh3::xxh3_64;

/// Reads `data` as a plain file.
pub fn run(data: &[u8]) {
    if data.len() > 1 << 16 {
        return;
    }
    // In front of what a packed file starts with, or of text in CR lines, a line end makes plain text.
    let is_plain = Encoding::of(&data[..data.len().min(SIGHT)]) == Encoding::AsIs;
    let text = if is_packed(data) || !is_plain { [b"\n", data].concat() } else { data.to_vec() };
    // One table, of the moves themselves: the largest take longer to set up than the rest takes.
    let settings: Vec<Rc<dyn TableSettings>> = vec![Rc::new(OPENING)];
    let whole = How { min_elos: vec![0, 2500], settings, ..How::default() };
    let read = mine_text(&text, &whole);
    every_game_is_accounted_for(&read, &text);
    // The text itself chooses how it is cut, so that a crash comes back.
    let choice = xxh3_64(data);
    let cut = How {
        block_bytes: 1 + (choice % 200) as usize,
        threads: if choice >> 32 & 15 == 0 { 2 } else { 1 },
        ..whole
    };
    let again = mine_text(&text, &cut);
    assert_eq!(read.counters, again.counters, "{cut:?}");
    assert_eq!(read.bad_games, again.bad_games, "{cut:?}");
    assert!(read.tables == again.tables, "{cut:?}");
}

fn every_game_is_accounted_for(read: &Outcome, text: &[u8]) {
    let games_read = read.counters[0].games_read;
    for counters in &read.counters {
        assert_eq!(counters.games_read, games_read);
        assert_eq!(games_read, counters.games_used + counters.games_rejected());
    }
    let movetext = read.counters[0].rejected.get("movetext").copied().unwrap_or_default();
    assert_eq!(read.bad_games.len() as u64, movetext);
    for (report, game) in &read.bad_games {
        let offset = usize::try_from(report.offset).expect("it fits");
        assert!((1..=games_read).contains(&report.game), "{report}");
        let lines = text[..offset].iter().filter(|byte| **byte == b'\n').count() as u64;
        assert_eq!(report.line, lines + 1, "{report}");
        assert!(text.windows(game.len().max(1)).any(|part| part == game) || game.is_empty());
    }
}

fn is_packed(data: &[u8]) -> bool {
    matches!(data, [0x28 | 0x50..=0x5f | 0xfd | 0x04 | b'7' | 0x1f | b'B' | 0xff | 0xfe, ..])
}
