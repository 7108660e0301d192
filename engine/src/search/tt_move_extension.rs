//! The TT move extension (PVX-01; E. Schröder, Pro Deo): lines in which one TT move follows the
//! other are searched deeper.
//!
//! Readings: the count belongs to the line and is not cleared by other moves; in the mode `pairs` a
//! TT move counts if the move before it, the opponent's, was one too; a move that is extended for
//! another reason neither counts nor is extended.

use super::Searcher;
use crate::options::{PvxMode, SearchOptions};

/// The TT moves of the line that a move ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TtMoves {
    /// Whether the move itself was the TT move.
    is_last: bool,
    /// Those that still wait for their extension.
    count: i32,
    /// Extensions of the line.
    extensions: u64,
}

impl TtMoves {
    /// After the next move.
    #[inline(always)]
    pub(super) const fn and(self, is_tt_move: bool) -> Self {
        Self { is_last: is_tt_move, ..self }
    }
}

impl Searcher<'_> {
    /// One ply if the move played at `ply` completes a count. The count goes into `line`.
    pub(super) fn tt_move_extension(&mut self, ply: usize, line: &mut TtMoves) -> i32 {
        let options = self.options();
        if !options.tt_move_extension() {
            return 0;
        }
        let before = self.stack.last_move(ply).tt_moves;
        let Some((count, extends)) = counted(before, line.is_last, options) else {
            return 0;
        };
        self.counters.pvx_pairs += 1;
        line.count = count;
        if !extends {
            return 0;
        }
        line.extensions += 1;
        self.counters.pvx_ext += 1;
        let most = &mut self.counters.pvx_max_per_line;
        *most = (*most).max(line.extensions);
        1
    }
}

/// The new count and whether it makes an extension; `None` if the move does not count.
fn counted(before: TtMoves, is_tt_move: bool, options: &SearchOptions) -> Option<(i32, bool)> {
    let counts = match options.tt_move_extension_mode() {
        PvxMode::Pairs => is_tt_move && before.is_last,
        PvxMode::Moves => is_tt_move,
    };
    counts.then(|| {
        let count = before.count + 1;
        if count >= options.tt_move_extension_count() { (0, true) } else { (count, false) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places (first is 1) of the moves of a path that are extended; `T` is a TT move.
    fn extended(path: &str, mode: PvxMode) -> Vec<usize> {
        let options = SearchOptions { tt_move_extension_mode: mode, ..SearchOptions::default() };
        let mut line = TtMoves::default();
        let mut places = Vec::new();
        for (i, letter) in path.chars().enumerate() {
            let is_tt_move = letter == 'T';
            if let Some((count, extends)) = counted(line, is_tt_move, &options) {
                line.count = count;
                if extends {
                    places.push(i + 1);
                }
            }
            line = line.and(is_tt_move);
        }
        places
    }

    #[test]
    fn pairs_of_tt_moves_are_counted_along_the_line() {
        assert_eq!(extended("TTTTT", PvxMode::Pairs), [5]);
        assert_eq!(extended("TTTTTTTTT", PvxMode::Pairs), [5, 9]);
        assert_eq!(extended("TTxTTTxTT", PvxMode::Pairs), [9], "not cleared between");
        assert_eq!(extended("TTTTxTTTT", PvxMode::Moves), [4, 9]);
        assert!(extended("TxTxTxTxTx", PvxMode::Pairs).is_empty());
    }
}
