//! Tablebases in the search.
//!
//! In the tree a position with few enough men, just after a capture or a pawn move and without
//! castling rights, is asked for win, draw or loss (R. de Man, 2013). At the root the moves that
//! keep the result are kept, of winning moves those that are nearest to the next capture, pawn move
//! or mate (distance to zeroing), so that the engine makes progress.

use rules::Move;

use super::Searcher;
use crate::{
    position::Position,
    score::Score,
    tablebase::{Wdl, root_moves},
};

impl Searcher<'_> {
    /// The score of a node that the tablebases know; a mate is worth more than their win, and one on the board is left to
    /// the search.
    pub(super) fn tablebase(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let tablebase = self.shared.tablebase?;
        let options = &self.shared.options.play;
        let rules = position.rules();
        let men = rules.board().occupied.count_ones() as usize;
        if men > tablebase.max_men()
            || (depth < options.syzygy_probe_depth() && men == tablebase.max_men())
            || rules.halfmoves() > 0
            || rules.castling_rooks() != 0
            || !rules.has_legal_move()
        {
            return None;
        }
        let wdl = tablebase.wdl(rules)?;
        self.counters.tb_hits += 1;
        let win = Score::tablebase_win_at(ply);
        Some(match wdl.under(options.syzygy_fifty()) {
            Wdl::Win => win,
            Wdl::Loss => -win,
            _ => Score::DRAW,
        })
    }

    /// Keeps only the root moves that the tablebases find best, if they know them all. Whoever analyses, or asks for a mate
    /// or several lines, wants to see the others, too.
    pub(super) fn keep_tablebase_moves(&mut self, position: &Position, moves: &mut Vec<Move>) {
        let Some(tablebase) = self.shared.tablebase else { return };
        if self.limits.mate.is_some() || self.is_analysis() {
            return;
        }
        let fifty = self.shared.options.play.syzygy_fifty();
        if let Some(best) = root_moves(tablebase, position.rules(), moves, fifty) {
            self.counters.tb_hits += moves.len() as u64;
            *moves = best;
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        game::Game,
        options::Options,
        search::{Limits, SearchInfo, Shared, Silent, search_alone, with_shared},
        tablebase::{Syzygy, Tablebase, tests::Same},
    };

    fn game(fen: &str) -> Game {
        Game::from_fen(fen, CastlingMode::Standard).unwrap()
    }

    fn search(
        options: &Options,
        tablebase: &dyn Tablebase,
        game: &Game,
        depth: i32,
    ) -> Option<SearchInfo> {
        let mut found = None;
        with_shared(options, |shared| {
            let shared = Shared { tablebase: Some(tablebase), ..shared };
            found = search_alone(shared, game, &Limits::depth(depth), &mut Silent);
        });
        found
    }

    fn score(fen: &str, tablebase: &Same, probe_depth: &str) -> (Score, u64) {
        let mut options = Options::default();
        options.set("SyzygyProbeDepth", probe_depth).unwrap();
        let found = search(&options, tablebase, &game(fen), 4).unwrap();
        (found.score, found.tablebase_hits)
    }

    #[test]
    fn the_search_believes_what_is_known_after_a_capture() {
        // Four men; queen takes pawn leads to three.
        let fen = "7k/8/8/3p4/8/8/8/3QK3 w - - 0 1";
        let (won, hits) = score(fen, &Same(3, Wdl::Loss, 0), "1");
        assert_eq!(won, Score::tablebase_win_at(1));
        assert!(hits > 0);
        // With a drawn table taking leads to a draw, so it is not taken.
        assert!(score(fen, &Same(3, Wdl::Draw, 0), "1").0 < Score::tablebase_win_at(60));
        assert_eq!(score(fen, &Same(3, Wdl::Loss, 0), "100").1, 0, "too shallow to be asked");
        assert_eq!(score(fen, &Same(2, Wdl::Loss, 0), "1").1, 0, "too many men");
        // A loss that the fifty-move rule saves is none, unless the rule is off.
        assert!(score(fen, &Same(3, Wdl::BlessedLoss, 0), "1").0 < Score::tablebase_win_at(60));
    }

    /// With files of up to four men; `SYZYGY=folder cargo test -p engine syzygy -- --ignored`.
    #[test]
    #[ignore = "needs Syzygy files, which are no part of the project"]
    fn bishop_and_knight_mate_with_syzygy_files() {
        let tables =
            Syzygy::open(&std::env::var("SYZYGY").expect("SYZYGY names a folder")).unwrap();
        let mut game = game("8/8/8/4k3/8/2NB4/8/4K3 w - - 0 1");
        for ply in 0..100 {
            let Some(found) = search(&Options::default(), &tables, &game, 3) else {
                assert!(game.position().in_check() && ply < 80, "mate in {ply} plies");
                return;
            };
            game.play(&found.pv[0].uci(false).to_string()).unwrap();
        }
        panic!("no mate in fifty moves");
    }
}
