//! Retrograde analysis (K. Thompson, 1986) of rook and pawn against rook, and what of it fits into an
//! engine.
//!
//! | file | what it does |
//! |---|---|
//! | `squares` | where kings and rooks go, for sets of squares |
//! | `kpk` | king and pawn against king |
//! | `rooks` | rook and pawn against rook, and what is left after an exchange |
//! | `cover` | the draws as a few products of sets |
//! | `recount` | what the engine says of every position |
//!
//! White has the pawn, on the files a to d. Where it is not exact, it errs on one side: a stalemate and a new
//! queen that is not taken at once count as won, a rook that is lost as the game. So what it calls drawn is
//! drawn, and of all draws it misses some.
//!
//! Sets of squares of Black's rook are worked on at once. A position in which the king of the side that is
//! not to move can be taken counts as won by the other, so that moves need not be legal.

pub mod cover;
mod kpk;
pub mod recount;
pub mod rooks;
mod squares;
