//! Chess: its words and its rules, as far as tables, miner and engine share them.
//!
//! | file | what it holds |
//! |---|---|
//! | `piece`, `square`, `outcome` | the vocabulary: colour, role, piece; a square; how a game ends |
//! | `squares` | sets of squares as 64 bits |
//! | `masks` | where pieces come from on an empty board, and what lies between two squares |
//! | `attacks` | what pieces attack on a board with others on it |
//! | `board` | pieces on squares, and who attacks a square |
//! | `moves` | a move in 16 bits |
//! | `position` | a board with side to move, castling rights and en passant; playing moves |
//! | `generate` | the legal moves of a position |
//! | `checks` | which of them give check |
//! | `legal` | whether one move is legal, without generating the others |
//! | `polyglot`, `zobrist` | Polyglot's keys, frozen; the key of a position, made of them |
//! | `convert` | from and to shakmaty, which reads FEN and is the judge in the tests |
//!
//! The miner replays games on a [`Board`] with moves that it finds from their names; the engine
//! generates moves in a [`Position`]. Indices are those of the mined files: White first, pawn to king,
//! a1 to h8.

pub mod attacks;
mod board;
mod checks;
mod convert;
mod generate;
mod legal;
pub mod masks;
mod moves;
mod outcome;
mod piece;
pub mod polyglot;
mod position;
mod square;
pub mod squares;
pub mod zobrist;

pub use board::{Board, NO_PIECE, PieceCode, piece_code, piece_of};
pub use checks::Checks;
pub use generate::{MoveList, Which};
pub use moves::Move;
pub use outcome::Outcome;
pub use piece::{Color, Piece, Role};
pub use position::{FIFTY_MOVES, Position};
pub use square::{NotASquare, Square};
pub use squares::Squares;
