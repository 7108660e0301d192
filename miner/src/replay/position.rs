//! A position, and the moves that are played in it.
//!
//! A token names a piece and a destination. Where the piece can come from is a question to a table
//! (the squares that reach the destination on an empty board), and nearly always one piece is left.
//! Then it is only checked that nothing stands between and that the king is safe afterwards. All
//! that is written without branches that depend on the move, because a branch that the processor
//! guesses wrong costs more than a dozen operations. Castling, promotion, en passant, and tokens
//! that several pieces fit go another way, one candidate after the other.

use std::hint::select_unpredictable;

use tables::{Color, Piece, Role, Square};

use super::{
    Line,
    masks::{BETWEEN, ORIGINS, REACH, Squares, row},
};
use crate::{
    game::{NO_PIECE, PieceCode, Ply, Start, piece_code, piece_of},
    pgn::san::{San, Token},
};

/// Why a token is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No legal move fits it.
    Illegal,
    /// More than one does.
    Ambiguous,
}

/// No square: en passant is not possible.
const NOWHERE: usize = 64;

/// The place of no piece among the sets of pieces.
const NOTHING: usize = NO_PIECE as usize;

/// The place of a piece among the sets of pieces, its [`PieceCode`]. So the sets of one side do not
/// lie beside each other, and are read one by one as they were written; loads that span two of them
/// would have to wait for both.
const fn code(role: usize, side: usize) -> usize {
    2 * role + side
}

fn code_of(piece: Piece) -> usize {
    usize::from(piece_code(piece))
}

/// Pieces on squares, and what else a move depends on.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Where the pieces stand, by their code. [`NOTHING`] has a place too, which captures write to
    /// and nobody reads.
    pieces: [Squares; 16],
    /// Where each side's pieces stand.
    sides: [Squares; 2],
    /// What stands on a square: a piece's code or [`NO_PIECE`].
    board: [PieceCode; 64],
    /// Where the kings stand.
    kings: [usize; 2],
    /// Kings and rooks that may still castle.
    unmoved: Squares,
    /// Where a pawn can be taken en passant: the square behind it, or [`NOWHERE`].
    en_passant: usize,
    /// The side to move.
    us: usize,
}

impl Position {
    pub(super) fn new(start: &Start) -> Self {
        let mut position = Self {
            pieces: [0; 16],
            sides: [0; 2],
            board: [NO_PIECE; 64],
            kings: [0; 2],
            unmoved: 0,
            en_passant: start.double_push.map_or(NOWHERE, |pawn| pawn.index() ^ 8),
            us: start.side_to_move as usize,
        };
        for (square, piece) in start.board.pieces() {
            let index = square.index();
            position.pieces[code_of(piece)] |= 1 << index;
            position.sides[piece.color as usize] |= 1 << index;
            position.board[index] = piece_code(piece);
            if piece.role == Role::King {
                position.kings[piece.color as usize] = index;
            }
        }
        for color in Color::ALL {
            for king_side in [true, false] {
                if start.castling.has(color, king_side) {
                    let home = home(color as usize);
                    position.unmoved |= 1 << (home + 4) | 1 << rook_home(home, king_side);
                }
            }
        }
        position
    }

    /// Plays the tokens in turn, up to the first one that is not a move.
    #[inline(always)]
    pub(super) fn play(&mut self, tokens: &[Token], line: &mut Line) -> Result<(), Verdict> {
        let Line { plies, changes } = line;
        plies.start(tokens.len());
        changes.start(tokens.len());
        for (index, &token) in tokens.iter().enumerate() {
            let ply = match self.play_plain(token) {
                Ok(ply) => ply,
                Err(Unplayed::Unclear) => self.play_any(token)?,
                Err(Unplayed::Illegal) => return Err(Verdict::Illegal),
            };
            plies.push_if(true, ply);
            changes.push_if(ply.changes_material(), index as u32);
        }
        Ok(())
    }

    /// Plays a token that fits one piece and nothing special, as most do.
    #[inline(always)]
    fn play_plain(&mut self, token: Token) -> Result<Ply, Unplayed> {
        let us = self.us & 1;
        let them = us ^ 1;
        let (role, to) = (token.role(), token.to());
        let to_square: Squares = 1 << to;
        let occupied = self.sides[0] | self.sides[1];
        let is_pawn = role == Role::Pawn as usize;
        let captured = usize::from(self.board[to]);
        let pawn_row = row::PUSH + 2 * us + usize::from(captured != NOTHING);
        let row = select_unpredictable(is_pawn, pawn_row, role);
        let piece = code(role, us);
        let candidates = self.pieces[piece & 15] & REACH[to][row & 15] & ORIGINS[token.origin()];
        let from = candidates.trailing_zeros() as usize & 63;
        let others = candidates & candidates.wrapping_sub(1);
        let in_the_way = BETWEEN[to][from] & occupied | self.sides[us] & to_square | others;
        let is_en_passant = is_pawn & (to == self.en_passant);
        if token.is_special() | (candidates == 0) | (in_the_way != 0) | is_en_passant {
            return Err(Unplayed::Unclear);
        }
        let moved = 1 << from | to_square;
        self.pieces[captured & 15] ^= to_square;
        self.sides[them] &= !to_square;
        self.pieces[piece & 15] ^= moved;
        self.sides[us] ^= moved;
        self.board[from] = NO_PIECE;
        self.board[to] = piece as PieceCode;
        self.unmoved &= !moved;
        let is_king = role == Role::King as usize;
        let king = select_unpredictable(is_king, to, self.kings[us]);
        self.kings[us] = king;
        let is_double_push = is_pawn & (from ^ to == 16);
        self.en_passant = select_unpredictable(is_double_push, (from + to) / 2, NOWHERE);
        self.us = them;
        if self.attacked(king, them, self.sides[0] | self.sides[1], !0) {
            return Err(Unplayed::Illegal);
        }
        Ok(Ply::of_codes(piece as u32, from as u32, to as u32, captured as u32))
    }

    /// Whether a square is attacked by the pieces of `them` on `alive`, with these squares occupied.
    #[inline(always)]
    fn attacked(&self, square: usize, them: usize, occupied: Squares, alive: Squares) -> bool {
        let reach = &REACH[square & 63];
        let between = &BETWEEN[square & 63];
        let of = |role: Role| self.pieces[code(role as usize, them) & 15];
        let queens = of(Role::Queen);
        let near = reach[row::KNIGHT] & of(Role::Knight)
            | reach[(row::ATTACK + them) & 15] & of(Role::Pawn)
            | reach[row::KING] & of(Role::King);
        let far = reach[row::BISHOP] & (of(Role::Bishop) | queens)
            | reach[row::ROOK] & (of(Role::Rook) | queens);
        // Pieces on a line with the square, seldom more than three of them.
        let mut far = far & alive;
        let mut open = near & alive != 0;
        for _ in 0..3 {
            let from = far.trailing_zeros() as usize;
            open |= between[from.min(64)] & occupied == 0;
            far &= far.wrapping_sub(1);
        }
        while far != 0 {
            let from = far.trailing_zeros() as usize;
            open |= between[from.min(64)] & occupied == 0;
            far &= far - 1;
        }
        open
    }

    /// Plays any token.
    #[cold]
    #[inline(never)]
    fn play_any(&mut self, token: Token) -> Result<Ply, Verdict> {
        let ply = match token.san() {
            San::Castle { king_side } => self.castle(king_side)?,
            San::Normal { role, from_file, from_rank, to, promotion } => {
                let origin =
                    from_file.zip(from_rank).map(|(file, rank)| usize::from(8 * rank + file));
                let standing = origin.and_then(|from| piece_of(self.board[from])).map(|piece| piece.role);
                let role = role.or(standing).unwrap_or(Role::Pawn);
                match origin {
                    // The king's two steps, written like any move with its full origin.
                    Some(from)
                        if role == Role::King
                            && from % 8 == 4
                            && from / 8 == to.index() / 8
                            && from.abs_diff(to.index()) == 2 =>
                    {
                        if from != self.kings[self.us] {
                            return Err(Verdict::Illegal);
                        }
                        self.castle(to.file() == 6)?
                    }
                    _ => self.find(role, token.origin(), to, promotion)?,
                }
            }
        };
        self.make(ply);
        Ok(ply)
    }

    /// The castling move, if it is legal.
    fn castle(&self, king_side: bool) -> Result<Ply, Verdict> {
        let home = home(self.us);
        let (king, rook) = (home + 4, rook_home(home, king_side));
        let unmoved: Squares = 1 << king | 1 << rook;
        let occupied = self.occupied();
        let to = if king_side { king + 2 } else { king - 2 };
        let is_safe = |square| !self.attacked(square, self.us ^ 1, occupied, !0);
        let is_legal = self.unmoved & unmoved == unmoved
            && BETWEEN[king][rook] & occupied == 0
            && is_safe(king)
            && is_safe((king + to) / 2)
            && is_safe(to);
        if !is_legal {
            return Err(Verdict::Illegal);
        }
        let piece = code(Role::King as usize, self.us);
        Ok(Ply::of_codes(piece as u32, king as u32, to as u32, NO_PIECE.into()))
    }

    /// The one legal move of a piece that is no castling.
    fn find(
        &self,
        role: Role,
        origin: usize,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Ply, Verdict> {
        let (us, to_index) = (self.us, to.index());
        let to_square: Squares = 1 << to_index;
        let is_pawn = role == Role::Pawn;
        let is_last_rank = matches!(to.rank(), 0 | 7);
        if self.sides[us] & to_square != 0 || promotion.is_some() != (is_pawn && is_last_rank) {
            return Err(Verdict::Illegal);
        }
        let is_en_passant = is_pawn && to_index == self.en_passant;
        let captured_on = if is_en_passant { to_index ^ 8 } else { to_index };
        let captured = piece_of(self.board[captured_on]);
        let row = match captured {
            _ if !is_pawn => role as usize,
            Some(_) => row::ATTACK + us,
            None if is_last_rank => row::PROMOTE + us,
            None => row::PUSH + 2 * us,
        };
        let piece = Piece { color: Color::ALL[us], role };
        let mut candidates = self.pieces[code_of(piece)] & REACH[to_index][row] & ORIGINS[origin];
        let mut found = None;
        while candidates != 0 {
            let from = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            if BETWEEN[to_index][from] & self.occupied() != 0 {
                continue;
            }
            let alive = !(1 << captured_on);
            let occupied = self.occupied() & alive & !(1 << from) | to_square;
            let king = if role == Role::King { to_index } else { self.kings[us] };
            if self.attacked(king, us ^ 1, occupied, alive) {
                continue;
            }
            if found.replace(from).is_some() {
                return Err(Verdict::Ambiguous);
            }
        }
        let from = found.and_then(|from| Square::new(from as u8)).ok_or(Verdict::Illegal)?;
        let captured_on = Square::new(captured_on as u8).ok_or(Verdict::Illegal)?;
        let captured = captured.map(|piece| (piece, captured_on));
        Ok(Ply::new(piece, from, to, captured, promotion))
    }

    /// Makes a legal ply.
    fn make(&mut self, ply: Ply) {
        let (from, to) = (ply.from().index(), ply.to().index());
        if let Some((captured, square)) = ply.captured() {
            self.toggle(captured, square.index());
        }
        self.toggle(ply.piece(), from);
        self.toggle(ply.placed(), to);
        if let Some((rook_from, rook_to)) = ply.castling_rook() {
            let rook = Piece { role: Role::Rook, ..ply.piece() };
            self.toggle(rook, rook_from.index());
            self.toggle(rook, rook_to.index());
        }
        if ply.piece().role == Role::King {
            self.kings[self.us] = to;
        }
        self.unmoved &= !(1 << from | 1 << to);
        self.en_passant = if ply.is_double_push() { (from + to) / 2 } else { NOWHERE };
        self.us ^= 1;
    }

    /// Puts a piece on an empty square, or takes it away.
    fn toggle(&mut self, piece: Piece, square: usize) {
        let code = code_of(piece);
        self.pieces[code] ^= 1 << square;
        self.sides[piece.color as usize] ^= 1 << square;
        let stands = self.pieces[code] >> square & 1 == 1;
        self.board[square] = if stands { code as PieceCode } else { NO_PIECE };
    }

    const fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }
}

/// Why [`Position::play_plain`] did not play.
enum Unplayed {
    /// It was not plain.
    Unclear,
    /// It leaves the king attacked.
    Illegal,
}

/// The first square of a side's first rank.
const fn home(side: usize) -> usize {
    56 * side
}

const fn rook_home(home: usize, king_side: bool) -> usize {
    if king_side { home + 7 } else { home }
}

