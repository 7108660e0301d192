//! Games that reach a position.

use std::fmt;

use rules::{Color, Piece, Role, Square, polyglot};
use shakmaty::{Chess, EnPassantMode, Position, Setup, fen::Fen};
use tables::Material;

use super::line;
use crate::{
    game::{Board, CastlingRights, Ply, Start},
    keyed::Keyed,
};

/// A position that is looked for.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Its key, as far as it is asked for.
    key: u64,
    asks: Asks,
    text: String,
}

/// How much of a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// What stands where.
    Board,
    /// And who is to move.
    Turn,
    /// And the rights to castle, and a pawn that can be taken en passant: Polyglot's key.
    All,
}

impl Reached {
    /// Reads a FEN, or moves that lead to the position. A FEN may end behind its board (whoever is to move),
    /// or behind the side to move (whatever the rights to castle and to take en passant).
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(text: &str) -> Result<Self, String> {
        let (setup, asks) = if text.contains('/') {
            let fen: Fen = text.parse().map_err(|_| format!("`{text}` is no FEN"))?;
            let asks = match text.split_whitespace().count() {
                1 => Asks::Board,
                2 => Asks::Turn,
                _ => Asks::All,
            };
            (fen.into_setup(), asks)
        } else {
            let mut position = Chess::default();
            line::play(&mut position, text, |_, _| {}).map_err(line::no_move)?;
            (position.to_setup(EnPassantMode::Always), Asks::All)
        };
        let key = asks.of(&Keyed::new(&start(&setup)));
        Ok(Self { key, asks, text: text.to_owned() })
    }

    /// Whether a game has the position, at its start, its end or in between.
    #[must_use]
    pub fn is_in(&self, start: &Start, plies: &[Ply]) -> bool {
        let mut keyed = Keyed::new(start);
        self.is(&keyed)
            || plies.iter().any(|&ply| {
                keyed.play(ply);
                self.is(&keyed)
            })
    }

    fn is(&self, keyed: &Keyed) -> bool {
        self.asks.of(keyed) == self.key
    }
}

impl Asks {
    fn of(self, keyed: &Keyed) -> u64 {
        let turn = keyed.pieces_and_turn();
        match self {
            // The side to move is one number of two: the smaller key stands for both.
            Self::Board => turn.min(turn ^ polyglot::WHITE_TO_MOVE),
            Self::Turn => turn,
            Self::All => keyed.key(),
        }
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A position, legal or not, as collectors see starts.
fn start(setup: &Setup) -> Start {
    let square = |square: shakmaty::Square| Square::new(square as u8);
    let color = |color: shakmaty::Color| color.fold_wb(Color::White, Color::Black);
    let mut board = Board::EMPTY;
    for (at, piece) in &setup.board {
        if let Some(at) = square(at) {
            let role = Role::ALL[piece.role as usize - 1];
            board.set(at, Some(Piece { color: color(piece.color), role }));
        }
    }
    let mut castling = CastlingRights::NONE;
    for rook in setup.castling_rights {
        let rank = rook as u8 / 8;
        let side = if rank == 0 { Color::White } else { Color::Black };
        // Castling of Chess960 from other files is no right of standard chess.
        match rook as u8 % 8 {
            7 => castling.add(side, true),
            0 => castling.add(side, false),
            _ => {}
        }
    }
    let side_to_move = color(setup.turn);
    // The pawn stands behind the square that it has passed.
    let passed = setup.ep_square.and_then(|passed| Square::new(passed as u8));
    let double_push = passed.map(Square::en_passant_twin);
    Start { board, material: Material::BARE, side_to_move, castling, double_push }
}
