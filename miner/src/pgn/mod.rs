//! Reading PGN as text: where games begin and end, their tags, the words of their main line.
//!
//! Nothing in here knows the rules of chess, and nothing in here depends on which games are wanted:
//! the same bytes are the same games under every filter.

mod comments;
mod lanes;
pub mod movetext;
mod plain;
mod prefixes;
pub mod san;
pub mod split;
pub mod tags;
pub mod tokens;
