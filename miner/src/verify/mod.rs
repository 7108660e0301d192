//! Proof for a user's own files: their games counted again by the field's libraries, pgn-reader and shakmaty, and
//! the tables compared cell by cell.
//!
//! Where games begin is found by the slow way of [`split`](crate::pgn::split), and each is handed to pgn-reader and to
//! the slow reader, as `recount` says.

mod games;
mod recount;
mod tables;

use std::{
    fmt, io,
    sync::atomic::{AtomicBool, Ordering},
};

use indicatif::HumanCount;
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::read::inputs::Input;

use games::{Batch, Batches};
use recount::Recount;
use tables::Mined;

/// What was found equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Equal {
    /// Games that were read.
    pub games: u64,
    /// Games that counted.
    pub used: u64,
    /// Their positions.
    pub positions: u64,
    /// Cells of the imbalance table.
    pub cells: usize,
    /// Moves of the opening table.
    pub moves: usize,
    /// Games that pgn-reader reads otherwise than the slow reader, whose reading was recounted.
    pub otherwise: u64,
}

/// Why tables are not known to be right.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    /// The input could not be read.
    #[error("cannot read `{0}`: {1}")]
    Unread(String, io::Error),
    /// The first game that differs, or without one what differs, and how.
    #[error("{0}")]
    Differs(String),
    /// Somebody wants no answer any more.
    #[error("interrupted")]
    Interrupted,
}

/// Mines an input and recounts it.
///
/// # Errors
/// If the input cannot be read, or anything differs.
pub fn verify(input: &Input, threads: usize, stop: &AtomicBool) -> Result<Equal, Unproved> {
    let unread = |error| Unproved::Unread(input.name(), error);
    let mined = Mined::of_input(input, threads, stop).map_err(unread)?;
    let mined = mined.ok_or(Unproved::Interrupted)?;
    let recount = || {
        let batches = Batches::of(input).map_err(unread)?;
        let add = |mut recount: Recount, batch: io::Result<Batch>| {
            if stop.load(Ordering::Relaxed) {
                return Err(Unproved::Interrupted);
            }
            batch.map_err(unread)?.recount(&mut recount);
            Ok(recount)
        };
        let both = |one: Recount, other| Ok(one.merge(other));
        batches.par_bridge().try_fold(Recount::default, add).try_reduce(Recount::default, both)
    };
    let recount = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(recount),
        Err(_) => recount(),
    };
    let recount = recount?;
    let Some(why) = mined.difference(&recount) else {
        return Ok(Equal {
            games: mined.counters.games_read,
            used: mined.counters.games_used,
            positions: mined.counters.positions,
            cells: mined.imbalance[0].cells_in_use(),
            moves: mined.opening.entries().len(),
            otherwise: recount.otherwise,
        });
    };
    let game = first_difference(input).map_err(unread)?;
    Err(Unproved::Differs(game.unwrap_or_else(|| {
        let input = input.name();
        format!("{input}: every game alone is counted alike, but not all together: {why}")
    })))
}

/// The first game that is counted otherwise alone, and how.
fn first_difference(input: &Input) -> io::Result<Option<String>> {
    for batch in Batches::of(input)? {
        let batch = batch?;
        let mut recount = Recount::default();
        batch.recount(&mut recount);
        if Mined::of_text(&batch.text)?.difference(&recount).is_none() {
            continue;
        }
        for (index, extent) in batch.games.iter().enumerate() {
            let mut recount = Recount::default();
            recount.add(&batch.text, *extent);
            let game = &batch.text[extent.start..extent.end];
            if let Some(why) = Mined::of_text(game)?.difference(&recount) {
                return Ok(Some(format!("{}: {why}", batch.name(index))));
            }
        }
    }
    Ok(None)
}

impl fmt::Display for Equal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, used, positions, cells, moves, otherwise } = *self;
        write!(
            f,
            "{} games, {} used, {} positions: {} cells, all piece squares and {} opening moves are \
             those of pgn-reader and shakmaty",
            HumanCount(games),
            HumanCount(used),
            HumanCount(positions),
            HumanCount(cells as u64),
            HumanCount(moves as u64),
        )?;
        match otherwise {
            0 => Ok(()),
            _ => {
                write!(f, "; {} of the games as the slow reader reads them", HumanCount(otherwise))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const TOY: &[u8] = include_bytes!("../../tests/fixtures/toy.pgn");
    /// Games that pgn-reader reads otherwise: two in one, a word that is no move, an unusual promotion.
    const ODD: &[u8] = b"[Event \"a\"]\n\n{ a comment }\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n[Result \"1-0\"]\n\n\
        1. e4 nonsense e5 1-0\n\n[Event \"c\"]\n\n1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Rb8 5. axb8(Q) 1-0\n\n\
        [Event \"d\"]\n[Variant \"?\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

    fn verified(text: &[u8], threads: usize) -> Result<Equal, Unproved> {
        let mut file = tempfile::NamedTempFile::new().expect("there is a folder for it");
        file.write_all(text).expect("it takes the games");
        verify(&Input::File(file.path().to_owned()), threads, &AtomicBool::new(false))
    }

    fn recounted(text: &[u8]) -> Recount {
        let mut file = tempfile::NamedTempFile::new().expect("there is a folder for it");
        file.write_all(text).expect("it takes the games");
        let batches = Batches::of(&Input::File(file.path().to_owned())).expect("it is there");
        let mut recount = Recount::default();
        batches.for_each(|batch| batch.expect("it is read").recount(&mut recount));
        recount
    }

    #[test]
    fn sound_games_are_equal_and_odd_ones_are_told() {
        let toy = verified(TOY, 1).expect("all is equal");
        assert_eq!(toy.otherwise, 0);
        assert!(toy.used > 0 && toy.games > toy.used);
        let many = verified(&[TOY.repeat(3000), ODD.to_vec()].concat(), 2).expect("all is equal");
        assert_eq!(many.games, 3000 * toy.games + 4);
        assert_eq!(many.used, 3000 * toy.used + 3);
        assert_eq!(many.otherwise, 3);
        assert!(
            many.to_string().ends_with("; 3 of the games as the slow reader reads them"),
            "{many}"
        );
    }

    /// Each kind of count that is wrong is found.
    #[test]
    fn differences_are_found() {
        let games = [TOY, ODD].concat();
        let mined = || Mined::of_text(&games).expect("there is room");
        let sound = recounted(&games);
        assert_eq!(mined().difference(&sound), None);
        let spoil = |spoil: &dyn Fn(&mut Recount)| {
            let mut recount = sound.clone();
            spoil(&mut recount);
            mined().difference(&recount).expect("something differs")
        };
        assert!(spoil(&|recount| recount.positions += 1).contains("positions"));
        assert!(
            spoil(&|recount| recount.imbalance[0].clear())
                .starts_with("imbalance, --stable-plies 1")
        );
        assert!(
            spoil(&|recount| recount.imbalance[1].clear())
                .starts_with("imbalance, --stable-plies 2")
        );
        for (phase, name) in ["opening", "middlegame", "endgame"].into_iter().enumerate() {
            let found = spoil(&|recount| recount.squares[phase][11][63][0] += 1);
            assert_eq!(found.find(&format!("piece squares, {name}, kh8")), Some(0), "{found}");
        }
        assert!(
            spoil(&|recount| *recount.opening.entry((1, 2)).or_default() = [1, 0, 0])
                .contains("moves")
        );
        let key = *sound.opening.keys().next().expect("moves were played");
        assert!(
            spoil(&|recount| recount.opening.retain(|other, _| *other != key))
                .starts_with("opening, key")
        );
    }
}
