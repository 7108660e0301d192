//! Standard algebraic notation of the moves of a game.

use rules::{Color, Move, Position, Role, Square};

use crate::{
    collect::walk::{Walk, move_of},
    game::{Game, Ply},
};

/// A walk through a game that names its moves.
#[derive(Debug)]
pub(super) struct San {
    position: Position,
    move_number: u32,
}

impl San {
    /// At the start of a game.
    pub(super) fn of(game: &Game<'_>) -> Self {
        let walk = Walk::new(game);
        Self { position: walk.position().clone(), move_number: walk.fullmoves().into() }
    }

    pub(super) const fn move_number(&self) -> u32 {
        self.move_number
    }

    pub(super) fn is_white(&self) -> bool {
        self.position.turn() == Color::White
    }

    /// Writes a move and plays it.
    pub(super) fn write(&mut self, ply: Ply, to: &mut Vec<u8>) {
        let mv = move_of(ply);
        self.write_move(ply, mv, to);
        self.position.play(mv, |_, _, _| {});
        if self.is_white() {
            self.move_number = self.move_number.saturating_add(1);
        }
        if self.position.in_check() {
            to.push(if self.position.has_legal_move() { b'+' } else { b'#' });
        }
    }

    fn write_move(&self, ply: Ply, mv: Move, to: &mut Vec<u8>) {
        if mv.is_castling() {
            let king_side = ply.to().file() > ply.from().file();
            return to.extend_from_slice(if king_side { b"O-O" } else { b"O-O-O" });
        }
        let role = ply.piece().role;
        if role == Role::Pawn {
            if mv.is_capture() {
                to.push(file(ply.from()));
            }
        } else {
            to.push(role.letter() as u8);
            self.tell_apart(role, ply, to);
        }
        if mv.is_capture() {
            to.push(b'x');
        }
        to.extend_from_slice(&[file(ply.to()), rank(ply.to())]);
        if let Some(promoted) = ply.promotion() {
            to.extend_from_slice(&[b'=', promoted.letter() as u8]);
        }
    }

    /// Writes the origin as far as it is needed: file, or else rank, or both.
    fn tell_apart(&self, role: Role, ply: Ply, to: &mut Vec<u8>) {
        let board = self.position.board();
        let color = self.position.turn();
        let (from, target) = (ply.from(), ply.to());
        let attackers = board.attackers(target, board.occupied) & board.of(color, role);
        // Without a second piece nothing has to be asked of the rules.
        if !rules::squares::several(attackers) {
            return;
        }
        let rivals: Vec<Square> = rules::squares::each(attackers)
            .filter(|&other| other != from)
            .filter(|&other| {
                self.position.is_legal(Move::plain(other, target, ply.captured().is_some()))
            })
            .collect();
        if rivals.is_empty() {
            return;
        }
        let shares_file = rivals.iter().any(|other| other.file() == from.file());
        let shares_rank = rivals.iter().any(|other| other.rank() == from.rank());
        if !shares_file || shares_rank {
            to.push(file(from));
        }
        if shares_file {
            to.push(rank(from));
        }
    }
}

const fn file(square: Square) -> u8 {
    b'a' + square.index() as u8 % 8
}

const fn rank(square: Square) -> u8 {
    b'1' + square.index() as u8 / 8
}
