//! The miner's own replay and shakmaty's rules, which must agree on every text, and games found by looking at 64
//! bytes at once and at each.

use miner::{
    pgn::split::{Bare, Next, next_game, next_game_bare, next_game_slowly},
    replay::{Replay, judge::Judge},
};
use shakmaty::Position;

/// Reads `data` as a movetext from the start position, and its first line as a FEN from which the
/// rest is played. Looks for games in all of it.
pub fn run(data: &[u8]) {
    let mut both = Both::default();
    both.compare(None, data);
    compare_games(&mut both, data);
    if let Some(end) = data.iter().position(|byte| *byte == b'\n') {
        both.compare(Some(&data[..end]), &data[end + 1..]);
    }
}

/// Finds the games of a text both ways, and compares them with what is read of them without comments. Says of how
/// many there is such a text.
#[track_caller]
pub fn compare_games(both: &mut Both, data: &[u8]) -> usize {
    // The last game would not be read so far: more must follow than what is looked at together.
    let text = [data, b"\n\n[Event \"the last one\"]\n", &[b' '; 100]].concat();
    let (mut at, mut bare, mut count) = (0, Bare::default(), 0);
    while let Some(next @ Next::Game(extent)) = both_next(&text, at) {
        assert_eq!(Some(next), next_game_bare(&text, at, true, &mut bare));
        if let Some(bare) = bare.text() {
            both.compare_bare(&text[extent.movetext..extent.end], bare);
            count += usize::from(extent.end < text.len());
        }
        at = extent.end;
    }
    count
}

/// The next game both ways, at the end of the input and in its middle.
#[track_caller]
pub fn both_next(text: &[u8], from: usize) -> Option<Next> {
    let [next, _] = [true, false].map(|at_end| {
        let next = next_game(text, from, at_end);
        let judged = next_game_slowly(text, from, at_end);
        assert!(next == judged, "{next:?} {judged:?} {}", text[from..].escape_ascii());
        next
    });
    next
}

/// Two readers of the same games.
#[derive(Debug, Default)]
pub struct Both {
    ours: Replay,
    judge: Judge,
}

impl Both {
    /// Replays a movetext from the start position, with its comments and without.
    #[track_caller]
    pub fn compare_bare(&mut self, movetext: &[u8], bare: &[u8]) {
        self.ours.set_up_standard();
        let whole = self.ours.replay(movetext);
        let plies = self.ours.plies().to_vec();
        let text = || String::from_utf8_lossy(movetext);
        assert_eq!(self.ours.replay_bare(movetext, Some(bare)), whole, "{}", text());
        assert_eq!(self.ours.plies(), plies, "{}", text());
    }

    /// Replays a movetext both ways. Says whether it was accepted.
    #[track_caller]
    pub fn compare(&mut self, fen: Option<&[u8]>, movetext: &[u8]) -> bool {
        let text = || String::from_utf8_lossy(movetext);
        match fen {
            Some(fen) => {
                let (ours, theirs) = (self.ours.set_up(fen), self.judge.set_up(fen));
                assert_eq!(ours, theirs, "{}", String::from_utf8_lossy(fen));
                if !ours {
                    return false;
                }
            }
            None => {
                self.ours.set_up_standard();
                self.judge.set_up_standard();
            }
        }
        let ours = self.ours.replay(movetext);
        let theirs = self.judge.replay(movetext);
        assert_eq!(ours, theirs, "{}", text());
        assert_eq!(self.ours.plies(), self.judge.plies(), "{}", text());
        // The changes of material are those of the plies.
        let changes =
            self.ours.plies().iter().enumerate().filter(|(_, ply)| ply.changes_material());
        let changes: Vec<u32> = changes.map(|(index, _)| index as u32).collect();
        assert_eq!(self.ours.changes(), changes, "{}", text());
        // Playing them leads to the judge's final position.
        let mut board = self.ours.start().board.clone();
        for &ply in self.ours.plies() {
            board.play(ply);
        }
        let pieces: Vec<(usize, char)> =
            board.pieces().map(|(square, piece)| (square.index(), piece.letter())).collect();
        let judged: Vec<(usize, char)> = self
            .judge
            .position()
            .board()
            .iter()
            .map(|(square, piece)| (usize::from(square), piece.char()))
            .collect();
        assert_eq!(pieces, judged, "{}", text());
        ours.flaw.is_none()
    }
}
