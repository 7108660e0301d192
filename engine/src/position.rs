//! A position of the search: the rules' board and everything that is summed over its pieces.
//!
//! Invariant: key, cell, phase and psqt sum change in `Sums::add` and `Sums::remove` and
//! nowhere else; debug builds compare them with a recount after every move.
//!
//! Positions are values: playing a move makes a new one (copy-make).

use shakmaty::{CastlingSide, Chess, Color, Move, Position as _, Role, Square};
use tables::Cell;

use crate::{
    eval::{psqt::Psqt, tapered::Tapered},
    vocabulary::{PIECES, color_index, piece_index, table_color, table_role},
    zobrist,
};

/// A position, ready to be evaluated and searched.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    sums: Sums,
    key: u64,
    in_check: bool,
}

impl Position {
    /// Counts everything from scratch.
    #[must_use]
    pub fn new(chess: Chess, psqt: &Psqt) -> Self {
        let sums = Sums::count(&chess, psqt);
        let key = sums.key ^ zobrist::state(&chess);
        let in_check = chess.is_check();
        Self { chess, sums, key, in_check }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, mv: Move, psqt: &Psqt) -> Self {
        let mut next = self.clone();
        next.sums.play(self.turn(), mv, psqt);
        next.chess.play_unchecked(mv);
        next.key = next.sums.key ^ zobrist::state(&next.chess);
        next.in_check = next.chess.is_check();
        debug_assert_eq!(next.sums, Sums::count(&next.chess, psqt), "after {mv}");
        next
    }

    /// The position with the other side to move; `None` in check, where nobody may pass.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        if self.in_check {
            return None;
        }
        let chess = match self.chess.clone().swap_turn() {
            Ok(chess) => chess,
            Err(e) => e.ignore_impossible_check().ok()?,
        };
        let key = self.sums.key ^ zobrist::state(&chess);
        Some(Self { chess, key, sums: self.sums.clone(), in_check: false })
    }

    /// The board and the rules.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.in_check
    }

    /// Polyglot's key.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The cell of the imbalance table, `None` beyond its caps.
    #[must_use]
    pub const fn cell(&self) -> Option<Cell> {
        if self.sums.beyond_caps == 0 { Cell::new(self.sums.cell) } else { None }
    }

    /// The phase weight of the pieces on the board, not capped.
    #[must_use]
    pub const fn phase(&self) -> i32 {
        self.sums.phase as i32
    }

    /// Material and piece-square values, White's minus Black's.
    #[must_use]
    pub const fn psqt(&self) -> Tapered {
        self.sums.psqt
    }

    /// Whether `color` has a piece besides king and pawns.
    #[must_use]
    pub fn has_pieces(&self, color: Color) -> bool {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .any(|role| self.sums.counts[piece_index(color, role)] > 0)
    }
}

/// What is summed over the pieces on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sums {
    key: u64,
    psqt: Tapered,
    cell: u32,
    phase: u8,
    /// Pieces more than the imbalance table has room for.
    beyond_caps: u8,
    counts: [u8; PIECES],
}

impl Sums {
    fn count(chess: &Chess, psqt: &Psqt) -> Self {
        let mut sums = Self::default();
        for (square, piece) in chess.board() {
            sums.add(piece.color, piece.role, square, psqt);
        }
        sums
    }

    fn add(&mut self, color: Color, role: Role, square: Square, psqt: &Psqt) {
        let index = piece_index(color, role);
        self.key ^= zobrist::piece(color, role, square);
        self.psqt += psqt.value(color, role, square);
        self.cell += MATERIAL[index].stride;
        self.phase += MATERIAL[index].phase;
        self.counts[index] += 1;
        self.beyond_caps += u8::from(self.counts[index] > MATERIAL[index].cap);
    }

    fn remove(&mut self, color: Color, role: Role, square: Square, psqt: &Psqt) {
        let index = piece_index(color, role);
        self.key ^= zobrist::piece(color, role, square);
        self.psqt -= psqt.value(color, role, square);
        self.cell -= MATERIAL[index].stride;
        self.phase -= MATERIAL[index].phase;
        self.beyond_caps -= u8::from(self.counts[index] > MATERIAL[index].cap);
        self.counts[index] -= 1;
    }

    fn play(&mut self, us: Color, mv: Move, psqt: &Psqt) {
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                self.remove(us, role, from, psqt);
                if let Some(captured) = capture {
                    self.remove(!us, captured, to, psqt);
                }
                self.add(us, promotion.unwrap_or(role), to, psqt);
            }
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                self.remove(us, Role::Pawn, from, psqt);
                self.remove(!us, Role::Pawn, captured, psqt);
                self.add(us, Role::Pawn, to, psqt);
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                self.remove(us, Role::King, king, psqt);
                self.remove(us, Role::Rook, rook, psqt);
                let square = |file| Square::from_coords(file, king.rank());
                self.add(us, Role::King, square(side.king_to_file()), psqt);
                self.add(us, Role::Rook, square(side.rook_to_file()), psqt);
            }
            Move::Put { .. } => unreachable!("standard chess has no drops"),
        }
    }
}

/// What a piece means for the sums, wherever it stands.
#[derive(Clone, Copy)]
struct Weight {
    stride: u32,
    cap: u8,
    phase: u8,
}

const MATERIAL: [Weight; PIECES] = {
    let mut weights = [Weight { stride: 0, cap: u8::MAX, phase: 0 }; PIECES];
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < Role::ALL.len() {
            let (c, r) = (Color::ALL[color], Role::ALL[role]);
            weights[6 * color_index(c) + role] = Weight {
                stride: Cell::stride(table_color(c), table_role(r)),
                cap: if matches!(r, Role::King) { u8::MAX } else { Cell::cap(table_role(r)) },
                phase: tables::phase_weight(table_role(r)),
            };
            role += 1;
        }
        color += 1;
    }
    weights
};
