//! What comments say of the moves: evaluation, depth, clock left, time spent.
//!
//! A game's comments are read only when a collector or a filter asks for them, in the same pass. Each dialect is a
//! file that says whose point of view it has; from here on all scores are White's.

mod commands;
mod match_runner;
mod number;
mod pairs;
mod walk;
pub mod window;

use memchr::memchr2;
use rules::Color;

/// The score of a position as somebody judged it, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In centipawns.
    Centipawns(i32),
    /// A side mates in so many of its moves; in 0 moves it has.
    Mate {
        /// Who mates.
        winner: Color,
        /// The moves.
        moves: u16,
    },
}

impl Score {
    /// The same, from the point of view of `side`: for White as it is, for Black turned over.
    #[must_use]
    pub const fn seen_by(self, side: Color) -> Self {
        match (self, side) {
            (score, Color::White) => score,
            (Self::Centipawns(score), Color::Black) => Self::Centipawns(-score),
            (Self::Mate { winner: Color::White, moves }, Color::Black) => {
                Self::Mate { winner: Color::Black, moves }
            }
            (Self::Mate { winner: Color::Black, moves }, Color::Black) => {
                Self::Mate { winner: Color::White, moves }
            }
        }
    }
}

/// What the comments behind one ply say; of what several say, the first counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// What the move is worth; White's.
    pub score: Option<Score>,
    /// Whether the score is of the search that chose the move, so that the position before the ply was judged.
    /// If not (`[%eval]`), it is that of the position behind it.
    pub is_search: bool,
    /// How deep the search was, in plies. A search of depth 0 is none, and has no score.
    pub depth: Option<u16>,
    /// What the mover has left on the clock after the ply, in milliseconds.
    pub clock: Option<u32>,
    /// How long the mover thought, in milliseconds.
    pub spent: Option<u32>,
}

impl Remark {
    /// What nobody has remarked on.
    pub const NONE: Self =
        Self { score: None, is_search: false, depth: None, clock: None, spent: None };

    /// Takes from a comment what is not yet known. The mover is needed where a dialect has its point of view.
    fn read(&mut self, comment: &[u8], mover: Color) {
        let comment = comment.trim_ascii();
        commands::read(comment, mover, self);
        let rest = match_runner::read(comment, mover, self);
        pairs::read(rest, mover, self);
        if self.is_search && self.depth == Some(0) {
            self.score = None;
        }
    }

    /// Takes a score from a search, unless one is known.
    fn searched(&mut self, score: Option<Score>) {
        if self.score.is_none() && score.is_some() {
            (self.score, self.is_search) = (score, true);
        }
    }
}

/// The remarks on one game's plies; keeps its memory from game to game.
#[derive(Clone, Debug, Default)]
pub struct Remarks(Vec<Remark>);

impl Remarks {
    /// Forgets the game.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Reads the comments of a legal game's movetext, whose first move is that of `turn`. Comments before the first
    /// move and in variations say nothing of the main line.
    pub fn read(&mut self, movetext: &[u8], turn: Color) {
        self.clear();
        if memchr2(b'{', b';', movetext).is_none() {
            return;
        }
        walk::each_comment(movetext, |plies, comment| {
            let Some(ply) = plies.checked_sub(1) else { return };
            if self.0.len() <= ply {
                self.0.resize(ply + 1, Remark::NONE);
            }
            self.0[ply].read(comment, if ply.is_multiple_of(2) { turn } else { !turn });
        });
    }

    /// Whether nobody has remarked on anything.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The remark on a ply, counted from 0. What nobody has remarked on is [`Remark::NONE`].
    #[must_use]
    pub fn of(&self, ply: usize) -> Remark {
        self.0.get(ply).copied().unwrap_or(Remark::NONE)
    }

    /// The score of a position, White's: position 0 is the start, position n the one after n plies. That of the
    /// search from it counts before what was said behind the ply that led to it.
    #[must_use]
    pub fn score_of(&self, position: usize) -> Option<Score> {
        let searched = Some(self.of(position)).filter(|remark| remark.is_search);
        let judged = || position.checked_sub(1).map(|ply| self.of(ply)).filter(|r| !r.is_search);
        searched.and_then(|remark| remark.score).or_else(|| judged()?.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(movetext: &str) -> Remarks {
        let mut remarks = Remarks::default();
        remarks.read(movetext.as_bytes(), Color::White);
        remarks
    }

    fn centipawns(scores: &[i32]) -> Vec<Option<Score>> {
        scores.iter().map(|&score| Some(Score::Centipawns(score))).collect()
    }

    #[test]
    fn a_search_judges_the_position_before_the_move_for_its_mover() {
        let remarks = read("1. e4 {+0.31/18 0.52s} e5 {-0.20/17 0.5s} 2. Nf3 {0.00/1 0s} *");
        let scores: Vec<_> = (0..3).map(|position| remarks.score_of(position)).collect();
        assert_eq!(scores, centipawns(&[31, 20, 0]));
        assert_eq!(remarks.score_of(3), None);
        assert_eq!((remarks.of(0).depth, remarks.of(0).spent), (Some(18), Some(520)));
    }

    #[test]
    fn an_eval_judges_the_position_behind_the_move_for_white() {
        let remarks =
            read("{x} 1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%eval -0.19] } 1-0");
        let scores: Vec<_> = (1..3).map(|position| remarks.score_of(position)).collect();
        assert_eq!(scores, centipawns(&[17, -19]));
        assert_eq!(remarks.score_of(0), None);
        assert_eq!(remarks.of(0).clock, Some(180_000));
    }

    #[test]
    fn a_search_of_depth_0_has_no_score() {
        for comment in ["0.00/0 0s", "d=0, mt=5, wv=0.00,"] {
            let remark = read(&format!("1. e4 {{{comment}}} *")).of(0);
            assert_eq!((remark.score, remark.depth), (None, Some(0)), "{comment}");
            assert!(remark.spent.is_some(), "{comment}");
        }
    }

    #[test]
    fn the_first_comment_counts_and_the_next_add_what_it_leaves_out() {
        let remarks =
            read("1. e4 {[%eval 0.5]} {A57 Benko} {[%eval 0.7] [%emt 1.5]} (1. d4 {[%eval 9.0]})");
        let remark = remarks.of(0);
        assert_eq!((remark.score, remark.spent), (Some(Score::Centipawns(50)), Some(1_500)));
    }

    #[test]
    fn memory_of_the_game_before_is_gone() {
        let mut remarks = read("1. e4 {[%eval 0.5]} e5 {[%eval 0.6]}");
        remarks.read(b"1. e4 {[%eval 0.5]} e5", Color::White);
        assert_eq!(remarks.of(1), Remark::NONE);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "([-+.0-9M/# ,;%(){}\\[\\]\n]|eval|clk|wv=|d=|tl=|e4|Nf3|book|1-0|s|\\PC){0,60}") {
            let remarks = read(&text);
            let known = (0..80).filter(|&position| remarks.score_of(position).is_some()).count();
            proptest::prop_assert!(known <= text.len());
        }
    }
}
