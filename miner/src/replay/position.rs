//! A position, and the moves that are played in it.
//!
//! A token names a piece and a destination. Where the piece can come from is a question to a table
//! (the squares that reach the destination on an empty board), and nearly always one piece is left.
//! Then it is only checked that nothing stands between and that the king is safe afterwards. All
//! that is written without branches that depend on the move, because a branch that the processor
//! guesses wrong costs more than a dozen operations. Castling, promotion, en passant, and tokens
//! that several pieces fit go another way, one candidate after the other.

use std::hint::select_unpredictable;

use rules::{
    Board, Color, Piece, Role, Square, Squares,
    masks::{MASKS, ORIGINS, SquareMasks, row},
};

use super::Line;
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

/// The place of no piece among the sets of pieces.
const NOTHING: usize = NO_PIECE as usize;

/// The code of a piece, as an index.
const fn code(role: usize, side: usize) -> usize {
    2 * role + side
}

const WHITE: usize = Color::White as usize;
const BLACK: usize = Color::Black as usize;

/// The codes of each side's pieces, as bits.
const OWN_PIECES: [u32; 2] = [0b0101_0101_0101, 0b1010_1010_1010];

/// Pieces on squares, and what else a move depends on.
#[derive(Clone, Debug)]
pub(super) struct Position {
    board: Board,
    /// Kings and rooks that may still castle.
    unmoved: Squares,
    /// Where a pawn of the start position can be taken en passant: the square behind it. Later the
    /// last ply tells.
    en_passant: Option<usize>,
    /// The side that moves first.
    us: usize,
}

impl Position {
    pub(super) fn new(start: &Start) -> Self {
        let mut position = Self {
            board: Board::EMPTY,
            unmoved: 0,
            en_passant: start.double_push.map(|pawn| pawn.en_passant_twin().index()),
            us: start.side_to_move as usize,
        };
        for (square, piece) in start.board.pieces() {
            position.board.put(piece_code(piece), square);
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
        line.plies.start(tokens.len());
        line.changes.start(tokens.len());
        let mut tokens = tokens.iter();
        if self.us == BLACK {
            match tokens.next() {
                Some(&token) => self.play_next::<BLACK>(token, line)?,
                None => return Ok(()),
            }
        }
        // The sides take turns; so each has its own copy of the code, with its own constants.
        let (pairs, last) = tokens.as_slice().as_chunks::<2>();
        for &[white, black] in pairs {
            self.play_next::<WHITE>(white, line)?;
            self.play_next::<BLACK>(black, line)?;
        }
        match last {
            [white, ..] => self.play_next::<WHITE>(*white, line),
            [] => Ok(()),
        }
    }

    #[inline(always)]
    fn play_next<const US: usize>(&mut self, token: Token, line: &mut Line) -> Result<(), Verdict> {
        let Line { plies, changes } = line;
        let (ply, changes_material) = match self.play_plain::<US>(token) {
            Ok(played) => played,
            Err(Unplayed::Unclear) => {
                let ply = self.play_any(US, token, plies.last())?;
                (ply, ply.changes_material())
            }
            Err(Unplayed::Illegal) => return Err(Verdict::Illegal),
        };
        changes.push_if(changes_material, plies.len() as u32);
        plies.push_if(true, ply);
        Ok(())
    }

    /// Plays a token that fits one piece and nothing special, as most do. Says whether it changes
    /// the material, too.
    #[inline(always)]
    fn play_plain<const US: usize>(&mut self, token: Token) -> Result<(Ply, bool), Unplayed> {
        let (role, to) = (token.role(), token.to());
        let captured = self.board.codes[to] as usize & 15;
        let pawn_row = row::PUSH + 2 * US + usize::from(captured != NOTHING);
        let row = select_unpredictable(role == Role::Pawn as usize, pawn_row, role);
        let piece = code(role, US);
        let SquareMasks { reach, between } = &MASKS[to];
        let mut candidates =
            self.board.pieces[piece & 15] & reach[row & 15] & ORIGINS[token.origin()];
        if candidates & candidates.wrapping_sub(1) != 0 {
            candidates = open_to(to, candidates, self.board.occupied);
        }
        let from = candidates.trailing_zeros() as usize & 63;
        let others = candidates & candidates.wrapping_sub(1);
        let in_the_way = between[from] & self.board.occupied | others;
        let takes_own = OWN_PIECES[US] >> captured & 1 != 0;
        // A capture en passant has no candidates here: the square is empty, so pawns are pushed.
        if token.is_special() | (candidates == 0) | (in_the_way != 0) | takes_own {
            return Err(Unplayed::Unclear);
        }
        let (from_square, to_square): (Squares, Squares) = (1 << from, 1 << to);
        self.board.pieces[captured] ^= to_square;
        self.board.pieces[piece & 15] ^= from_square | to_square;
        self.board.occupied = self.board.occupied & !from_square | to_square;
        self.unmoved &= !(from_square | to_square);
        self.board.codes[from] = NO_PIECE;
        self.board.codes[to] = piece as PieceCode;
        if self.board.attacked(self.king(US), US ^ 1, self.board.occupied, !0) {
            return Err(Unplayed::Illegal);
        }
        let moved = token.role_and_destination() | (US as u32) << 12;
        Ok((Ply::plain(moved, from as u32, captured as u32), captured != NOTHING))
    }

    /// Where a side's king stands.
    #[inline(always)]
    const fn king(&self, side: usize) -> usize {
        self.board.king(Color::ALL[side]).index()
    }

    /// Plays any token.
    #[cold]
    #[inline(never)]
    fn play_any(&mut self, us: usize, token: Token, last: Option<Ply>) -> Result<Ply, Verdict> {
        let en_passant = match last {
            Some(ply) if ply.is_double_push() => {
                Some(usize::midpoint(ply.from().index(), ply.to().index()))
            }
            Some(_) => None,
            None => self.en_passant,
        };
        let ply = match token.san() {
            San::Castle { king_side } => self.castle(us, king_side)?,
            San::Normal { role, from_file, from_rank, to, promotion } => {
                let origin =
                    from_file.zip(from_rank).map(|(file, rank)| usize::from(8 * rank + file));
                let standing = origin
                    .and_then(|from| piece_of(self.board.codes[from]))
                    .map(|piece| piece.role);
                let role = role.or(standing).unwrap_or(Role::Pawn);
                match origin {
                    // The king's two steps, written like any move with its full origin.
                    Some(from)
                        if role == Role::King
                            && from % 8 == 4
                            && from / 8 == to.index() / 8
                            && from.abs_diff(to.index()) == 2 =>
                    {
                        if from != self.king(us) {
                            return Err(Verdict::Illegal);
                        }
                        self.castle(us, to.file() == 6)?
                    }
                    _ => {
                        let piece = Piece { color: Color::ALL[us], role };
                        self.find(piece, token.origin(), to, promotion, en_passant)?
                    }
                }
            }
        };
        self.make(ply);
        Ok(ply)
    }

    /// The castling move, if it is legal.
    fn castle(&self, us: usize, king_side: bool) -> Result<Ply, Verdict> {
        let home = home(us);
        let (king, rook) = (home + 4, rook_home(home, king_side));
        let unmoved: Squares = 1 << king | 1 << rook;
        let to = if king_side { king + 2 } else { king - 2 };
        let is_safe = |square| !self.board.attacked(square, us ^ 1, self.board.occupied, !0);
        let is_legal = self.unmoved & unmoved == unmoved
            && MASKS[king].between[rook] & self.board.occupied == 0
            && is_safe(king)
            && is_safe((king + to) / 2)
            && is_safe(to);
        if !is_legal {
            return Err(Verdict::Illegal);
        }
        let piece = Piece { color: Color::ALL[us], role: Role::King };
        let square = |index| Square::new(index as u8).ok_or(Verdict::Illegal);
        Ok(Ply::new(piece, square(king)?, square(to)?, None, None))
    }

    /// The one legal move of a piece that is no castling.
    fn find(
        &self,
        piece: Piece,
        origin: usize,
        to: Square,
        promotion: Option<Role>,
        en_passant: Option<usize>,
    ) -> Result<Ply, Verdict> {
        let (us, role, to_index) = (piece.color as usize, piece.role, to.index());
        let to_square: Squares = 1 << to_index;
        let is_pawn = role == Role::Pawn;
        let is_last_rank = matches!(to.rank(), 0 | 7);
        let takes_own = OWN_PIECES[us] >> self.board.codes[to_index] & 1 != 0;
        if takes_own || promotion.is_some() != (is_pawn && is_last_rank) {
            return Err(Verdict::Illegal);
        }
        let is_en_passant = is_pawn && Some(to_index) == en_passant;
        let captured_on = if is_en_passant { to.en_passant_twin().index() } else { to_index };
        let captured = piece_of(self.board.codes[captured_on]);
        let row = match captured {
            _ if !is_pawn => role as usize,
            Some(_) => row::ATTACK + us,
            None if is_last_rank => row::PROMOTE + us,
            None => row::PUSH + 2 * us,
        };
        let mut candidates =
            self.board.of(piece.color, piece.role) & MASKS[to_index].reach[row] & ORIGINS[origin];
        let mut found = None;
        while candidates != 0 {
            let from = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            if MASKS[to_index].between[from] & self.board.occupied != 0 {
                continue;
            }
            let alive = !(1 << captured_on);
            let occupied = self.board.occupied & alive & !(1 << from) | to_square;
            let king = if role == Role::King { to_index } else { self.king(us) };
            if self.board.attacked(king, us ^ 1, occupied, alive) {
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
            self.board.take(piece_code(captured), square);
        }
        self.board.take(ply.piece_code(), ply.from());
        self.board.put(ply.placed_code(), ply.to());
        if let Some((rook_from, rook_to)) = ply.castling_rook() {
            let rook = piece_code(Piece { role: Role::Rook, ..ply.piece() });
            self.board.take(rook, rook_from);
            self.board.put(rook, rook_to);
        }
        self.unmoved &= !(1 << from | 1 << to);
    }
}

/// The squares of a set between which and `to` nothing stands.
#[cold]
fn open_to(to: usize, from: Squares, occupied: Squares) -> Squares {
    let between = &MASKS[to & 63].between;
    let (mut open, mut rest) = (0, from);
    while rest != 0 {
        let square = rest & rest.wrapping_neg();
        let is_open = between[rest.trailing_zeros() as usize & 63] & occupied == 0;
        open |= if is_open { square } else { 0 };
        rest ^= square;
    }
    open
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
