//! Matches between two settings of the engine, in one process.
//!
//! | file | what it does |
//! |---|---|
//! | `openings` | where games begin: EPD, PGN, or random plies |
//! | `contestant` | a named setting of the engine, and what it may use for a move |
//! | `bout` | one game, from its opening to its end |
//! | `adjudicate` | ends games whose outcome both sides agree on |
//! | `tally` | wins, draws, losses, and the five results of a pair |
//! | `elo` | from tallies to Elo with its error, and likelihood of superiority |
//! | `sprt` | the sequential probability ratio test |
//! | `likelihood` | how much likelier one hypothesis makes what was seen than another |
//! | `contest` | many pairs of games on many threads |
//! | `rating` | the ratings that the records' tags name |
//! | `record` | a game as PGN that the miner reads |
//! | `games` | a file of such games |
//! | `results` | what games in PGN came to, whoever played them |
//! | `journal` | finished pairs in a file, so that an interrupted contest goes on |
//!
//! Each opening is played twice with colours changed, and the two games are one pair.

pub mod adjudicate;
pub mod bout;
pub mod contest;
pub mod contestant;
pub mod elo;
pub mod games;
pub mod journal;
mod likelihood;
pub mod openings;
pub mod rating;
pub mod record;
pub mod results;
pub mod sprt;
pub mod tally;
