//! Plays the pairs of a study.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering::Relaxed},
};
use std::{collections::BTreeMap, thread};

use super::file::Study;
use crate::arena::{
    contest::{self, Contest},
    openings::Openings,
};

/// Plays the pairs from `first` on, up to `end`, on so many threads. Tells `listen` of the half points of A,
/// 0 to 4, in the order of the pairs.
///
/// # Errors
/// One sentence if a setting is unknown, openings are too few, or `listen` fails.
pub fn play(
    study: &Study,
    openings: &Openings,
    [first, end]: [u64; 2],
    threads: usize,
    listen: &mut (dyn FnMut(u8) -> Result<(), String> + Send),
) -> Result<(), String> {
    let next = AtomicU64::new(first);
    let results = Mutex::new((first, BTreeMap::new(), listen));
    let work = || -> Result<(), String> {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= end {
                return Ok(());
            }
            let points = pair(study, openings, number).inspect_err(|_| next.store(end, Relaxed))?;
            let mut results = results.lock().map_err(|_| "another thread failed".to_owned())?;
            let (due, waiting, listen) = &mut *results;
            waiting.insert(number, points);
            while let Some(points) = waiting.remove(due) {
                listen(points).inspect_err(|_| next.store(end, Relaxed))?;
                *due += 1;
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err("a thread failed".to_owned()))
        })
    })
}

/// The half points of A in a pair.
fn pair(study: &Study, openings: &Openings, number: u64) -> Result<u8, String> {
    let contest = Contest {
        first: number,
        ..Contest::between(study.settings(number), study.budget()?, openings.clone(), 1)
    };
    let tally = contest::run(&contest, None, &mut |_, _| Ok(()))?.tally;
    Ok((2 * tally.wins + tally.draws) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any number of threads, and any cut, play the same pairs.
    #[test]
    fn pairs_are_a_function_of_their_numbers() {
        let study = r#"{"about": "", "limit": "nodes=60", "setting": [], "ideas":
            [{"ids": "QS-01", "on": ["QS=true"], "off": ["QS=false"]}]}"#;
        let study = Study::read(study.as_bytes()).unwrap();
        let openings = Openings::Random { plies: 6, seed: 1 };
        let played = |range, threads| {
            let mut found = Vec::new();
            play(&study, &openings, range, threads, &mut |points| {
                found.push(points);
                Ok(())
            })
            .unwrap();
            found
        };
        let whole = played([0, 12], 1);
        assert_eq!(whole, played([0, 12], 3));
        assert_eq!(whole[5..], played([5, 12], 2));
        assert!(whole.iter().any(|&points| points != 2), "quiescence matters: {whole:?}");
    }

    #[test]
    fn an_unknown_setting_is_named() {
        let study = r#"{"about": "", "limit": "nodes=60", "setting": ["Nonsense=1"], "ideas": []}"#;
        let study = Study::read(study.as_bytes()).unwrap();
        let openings = Openings::Random { plies: 6, seed: 1 };
        let sentence = play(&study, &openings, [0, 2], 2, &mut |_| Ok(())).unwrap_err();
        assert!(sentence.contains("Nonsense"), "{sentence}");
    }
}
