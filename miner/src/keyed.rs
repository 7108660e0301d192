//! A position's Polyglot key, kept up to date ply by ply.

use rules::{Color, Piece, Role, Square, polyglot};

use crate::game::{CastlingRights, NO_PIECE, PieceCode, Ply, Start, piece_code};

/// The keys of pieces on squares by [`PieceCode`]; no piece has key 0.
static PIECES: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let mut square = 0;
        while square < 64 {
            let at = Square::new(square).expect("invariant: a square");
            keys[piece_code(piece) as usize][square as usize] = polyglot::piece(piece, at);
            square += 1;
        }
        index += 1;
    }
    keys
};

/// The keys of all sets of castling rights, by their index.
static CASTLING: [u64; 16] = {
    let mut keys = [0; 16];
    let mut index = 0;
    while index < 16 {
        let mut color = 0;
        while color < 2 {
            let side = Color::ALL[color];
            let mut right = CastlingRights::NONE;
            right.add(side, true);
            if index & right.index() != 0 {
                keys[index] ^= polyglot::castling(side, true);
            }
            let mut right = CastlingRights::NONE;
            right.add(side, false);
            if index & right.index() != 0 {
                keys[index] ^= polyglot::castling(side, false);
            }
            color += 1;
        }
        index += 1;
    }
    keys
};

/// A position, as far as its key depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Keyed {
    /// What pieces and the side to move make of the key.
    pieces: u64,
    /// What a pawn that can be taken en passant makes of it.
    en_passant: u64,
    board: [PieceCode; 64],
    castling: CastlingRights,
}

impl Keyed {
    pub(crate) fn new(start: &Start) -> Self {
        let mut pieces = 0;
        for (square, piece) in start.board.pieces() {
            pieces ^= polyglot::piece(piece, square);
        }
        if start.side_to_move == Color::White {
            pieces ^= polyglot::WHITE_TO_MOVE;
        }
        let board = *start.board.codes();
        let mut keyed = Self { pieces, en_passant: 0, board, castling: start.castling };
        if let Some(pawn) = start.double_push {
            keyed.en_passant = keyed.en_passant_of(pawn, start.side_to_move);
        }
        keyed
    }

    /// The Polyglot key of the position.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.pieces ^ CASTLING[self.castling.index()] ^ self.en_passant
    }

    /// What of the key is not castling and en passant.
    #[inline(always)]
    pub(crate) const fn pieces_and_turn(&self) -> u64 {
        self.pieces
    }

    /// The key of a pawn that has moved two squares: something only if one of the side to move stands
    /// beside it. That is Polyglot's rule; whether it may legally capture does not matter.
    #[inline(always)]
    fn en_passant_of(&self, pawn: Square, side_to_move: Color) -> u64 {
        let capturer = piece_code(Piece { color: side_to_move, role: Role::Pawn });
        let index = pawn.index();
        let is_beside = pawn.file() > 0 && self.board[index - 1] == capturer
            || pawn.file() < 7 && self.board[index + 1] == capturer;
        if is_beside { polyglot::en_passant(pawn.file()) } else { 0 }
    }

    /// Plays a ply.
    #[inline(always)]
    pub(crate) fn play(&mut self, ply: Ply) {
        let (from, to) = (ply.from(), ply.to());
        if ply.is_plain() {
            self.put(ply.piece_code(), from, ply.piece_code(), to, ply.captured_code(), to);
        } else {
            self.play_special(ply);
        }
        self.castling = self.castling.after_touching(from).after_touching(to);
        self.en_passant = 0;
        if ply.is_double_push() {
            self.en_passant = self.en_passant_of(to, !ply.piece().color);
        }
    }

    /// Takes a piece from its square and what is captured from its own, and puts a piece on a square.
    #[inline(always)]
    fn put(
        &mut self,
        piece: PieceCode,
        from: Square,
        placed: PieceCode,
        to: Square,
        captured: PieceCode,
        captured_on: Square,
    ) {
        let of = |piece: PieceCode, square: Square| PIECES[usize::from(piece & 15)][square.index()];
        self.pieces ^= of(piece, from) ^ of(placed, to) ^ of(captured, captured_on);
        self.pieces ^= polyglot::WHITE_TO_MOVE;
        self.board[captured_on.index()] = NO_PIECE;
        self.board[from.index()] = NO_PIECE;
        self.board[to.index()] = placed;
    }

    /// Moves the pieces of a castling, a promotion or a capture en passant.
    #[inline(always)]
    fn play_special(&mut self, ply: Ply) {
        let captured_on = ply.captured_on();
        let (piece, placed, captured) = (ply.piece_code(), ply.placed_code(), ply.captured_code());
        self.put(piece, ply.from(), placed, ply.to(), captured, captured_on);
        if let Some((from, to)) = ply.castling_rook() {
            let rook = std::mem::replace(&mut self.board[from.index()], NO_PIECE);
            self.board[to.index()] = rook;
            let keys = &PIECES[usize::from(rook & 15)];
            self.pieces ^= keys[from.index()] ^ keys[to.index()];
        }
    }
}
