//! The miner's own replay and shakmaty's rules, which must agree on every text, and games found by looking at 64
//! bytes at once and at each.

use miner::{
    pgn::split::{Next, next_game, next_game_slowly},
    replay::{Replay, judge::Judge},
};
use shakmaty::Position;

/// Reads `data` as a movetext from the start position, and its first line as a FEN from which the
/// rest is played. Looks for games in all of it.
pub fn run(data: &[u8]) {
    let mut at = 0;
    while let Some(Next::Game(extent)) = both_next(data, at) {
        at = extent.end;
    }
    let mut both = Both::default();
    both.compare(None, data);
    if let Some(end) = data.iter().position(|byte| *byte == b'\n') {
        both.compare(Some(&data[..end]), &data[end + 1..]);
    }
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
