//! A position's Polyglot key, kept up to date ply by ply.

use tables::{Color, Piece, Role, Square, zobrist};

use crate::game::{CastlingRights, NO_PIECE, PieceCode, Ply, Start, piece_code, piece_of};

/// The keys of pieces on squares by [`PieceCode`]; no piece has key 0.
static PIECES: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let mut square = 0;
        while square < 64 {
            let at = Square::new(square).expect("invariant: a square");
            keys[piece_code(piece) as usize][square as usize] = zobrist::piece(piece, at);
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
                keys[index] ^= zobrist::castling(side, true);
            }
            let mut right = CastlingRights::NONE;
            right.add(side, false);
            if index & right.index() != 0 {
                keys[index] ^= zobrist::castling(side, false);
            }
            color += 1;
        }
        index += 1;
    }
    keys
};

/// A position, as far as its key depends on it.
#[derive(Clone, Debug)]
pub(super) struct Keyed {
    /// What pieces, castling rights and the side to move make of the key.
    key: u64,
    board: [PieceCode; 64],
    side_to_move: Color,
    castling: CastlingRights,
    double_push: Option<Square>,
}

impl Keyed {
    pub(super) fn new(start: &Start) -> Self {
        let mut key = CASTLING[start.castling.index()];
        for (square, piece) in start.board.pieces() {
            key ^= zobrist::piece(piece, square);
        }
        if start.side_to_move == Color::White {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        let Start { side_to_move, castling, double_push, .. } = *start;
        let board = *start.board.codes();
        Self { key, board, side_to_move, castling, double_push }
    }

    /// The key.
    pub(super) fn key(&self) -> u64 {
        match self.double_push {
            Some(pawn) if self.enemy_pawn_beside(pawn) => {
                self.key ^ zobrist::en_passant(pawn.file())
            }
            _ => self.key,
        }
    }

    /// Whether a pawn of the side to move stands beside the pawn that moved two squares. That is
    /// Polyglot's rule; whether it may legally capture does not matter.
    fn enemy_pawn_beside(&self, pawn: Square) -> bool {
        let capturer = piece_code(Piece { color: self.side_to_move, role: Role::Pawn });
        let index = pawn.index();
        pawn.file() > 0 && self.board[index - 1] == capturer
            || pawn.file() < 7 && self.board[index + 1] == capturer
    }

    /// Plays a ply.
    pub(super) fn play(&mut self, ply: Ply) {
        let (from, to, captured_on) =
            (ply.from().index(), ply.to().index(), ply.captured_on().index());
        let placed = ply.placed_code();
        self.key ^= PIECES[usize::from(ply.piece_code() & 15)][from]
            ^ PIECES[usize::from(placed & 15)][to]
            ^ PIECES[usize::from(ply.captured_code() & 15)][captured_on]
            ^ zobrist::WHITE_TO_MOVE;
        self.board[captured_on] = NO_PIECE;
        self.board[from] = NO_PIECE;
        self.board[to] = placed;
        if let Some((rook_from, rook_to)) = ply.castling_rook() {
            self.move_rook(rook_from.index(), rook_to.index());
        }
        let castling = self.castling.after_touching(ply.from()).after_touching(ply.to());
        self.key ^= CASTLING[self.castling.index()] ^ CASTLING[castling.index()];
        self.castling = castling;
        self.double_push = ply.is_double_push().then(|| ply.to());
        self.side_to_move = !self.side_to_move;
    }

    fn move_rook(&mut self, from: usize, to: usize) {
        let rook = std::mem::replace(&mut self.board[from], NO_PIECE);
        self.board[to] = rook;
        let keys = &PIECES[usize::from(rook & 15)];
        self.key ^= keys[from] ^ keys[to];
        debug_assert!(piece_of(rook).is_some_and(|rook| rook.role == Role::Rook));
    }
}
