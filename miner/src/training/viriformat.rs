//! Viriformat: whole games (C. Bowen, crate `viriformat`).
//!
//! A position in marlinformat, then for each move two bytes for the move and two for White's score of the position in
//! which it was played, then four zero bytes. A move is its squares, six bits each, two bits for a promotion, knight to queen, and
//! two for its kind: en passant 1, castling (king takes rook) 2, promotion 3.

use std::ops::Range;

use rules::{Move, Role};

use super::{Format, NO_SCORE, Row, Writer, marlinformat};
use crate::{
    collect::{
        positions::{packed_score, sample},
        walk::{Walk, move_of, pack},
    },
    game::Game,
    games::text::Form,
};

/// Whole games.
pub(super) static FORMAT: Format = Format {
    name: "viriformat",
    about: "Whole games from --min-ply on",
    endings: &["viri", "vf"],
    reader: "viridithas and bullet train networks with them",
    has_scores: true,
    needs_scores: true,
    writer: Writer::Games,
};

/// Games from some ply on.
#[derive(Clone, Copy, Debug)]
pub struct Viriformat {
    /// Plies that are played before.
    pub min_ply: usize,
    /// A game begins at the first position that the comments have a score of, and ends before the next one that they
    /// have none of. Else all scores are 0.
    pub comment_scores: bool,
}

impl Viriformat {
    /// The plies that are written.
    fn range(self, game: &Game<'_>) -> Range<usize> {
        let plies = game.plies.len();
        if !self.comment_scores {
            return self.min_ply.min(plies)..plies;
        }
        let is_scored = |ply: &usize| game.remarks.score_of(*ply).is_some();
        let start = (self.min_ply..plies).find(is_scored).unwrap_or(plies);
        start..(start..plies).find(|ply| !is_scored(ply)).unwrap_or(plies)
    }
}

impl Form for Viriformat {
    /// Not for games that are over before, nor for those with more pieces than the form can hold.
    fn has_room(&self, game: &Game<'_>) -> bool {
        !self.range(game).is_empty() && pack(Walk::new(game).position()).is_some()
    }

    fn write(&self, game: &Game<'_>, to: &mut Vec<u8>) {
        let plies = self.range(game);
        let mut walk = Walk::new(game);
        game.plies[..plies.start].iter().for_each(|&ply| walk.play(ply));
        let Some(sample) = sample(walk.position(), &walk, game.outcome) else { return };
        let row = Row { sample: &sample, source: "", game: 0 };
        marlinformat::write(&row, to);
        for place in plies {
            let score = game.remarks.score_of(place).filter(|_| self.comment_scores);
            to.extend_from_slice(&packed(move_of(game.plies[place])).to_le_bytes());
            to.extend_from_slice(&score.map_or(NO_SCORE, packed_score).to_le_bytes());
        }
        to.extend_from_slice(&[0; 4]);
    }

    fn needs_remarks(&self) -> bool {
        self.comment_scores
    }
}

fn packed(mv: Move) -> u16 {
    let promotion = mv.promoted().map_or(0, |role| role as u16 - Role::Knight as u16);
    let kind = match mv {
        _ if mv.is_en_passant() => 1,
        _ if mv.is_castling() => 2,
        _ if mv.is_promotion() => 3,
        _ => 0,
    };
    mv.from().index() as u16 | (mv.to().index() as u16) << 6 | promotion << 12 | kind << 14
}
