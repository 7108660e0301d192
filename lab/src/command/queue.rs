//! Matches one after the other, which go on after an interruption.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, Parser};

use super::{ablate::folder, lock::Lock, r#match::Match, print};

/// Plays the matches of a list, and goes on where it stopped.
///
/// A line of the list is a name, a colon and what `lab match` would be given: `singular: --a Singular_MinDepth=6 --tc
/// 2+0.02 --book openings.epd --sprt "elo0=0 elo1=5" --games 4000`. Empty lines and those that begin with # say nothing.
/// Finished pairs are kept in NAME.journal, what came out in NAME.txt, both beside the list; a match that has its NAME.txt is
/// over. Journal and games at a time are the queue's own. Interrupt when you like, and go on with the same command.
#[derive(Debug, Args)]
pub(crate) struct Queue {
    /// The list.
    list: PathBuf,
    /// Games at a time, for all matches.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
}

/// Of the files of a match.
const ENDINGS: [&str; 2] = ["journal", "txt"];

/// What stands after a name.
#[derive(Debug, Parser)]
#[command(name = "lab match", no_binary_name = true)]
struct Entry {
    #[command(flatten)]
    played: Match,
}

impl Queue {
    pub(crate) fn run(&self) -> Result<(), String> {
        let text = fs::read_to_string(&self.list)
            .map_err(|e| format!("cannot read {}: {e}", self.list.display()))?;
        // All of it is understood before any of it is played.
        let entries = entries(&text).map_err(|e| format!("{}: {e}", self.list.display()))?;
        let folder = folder(&self.list);
        for (name, entry) in &entries {
            check_files(&self.list, name)?;
            entry.played.check().map_err(|e| format!("{}: {name}: {e}", self.list.display()))?;
        }
        let _lock = Lock::of(folder)?;
        for (name, mut entry) in entries {
            let beside = |ending| folder.join(format!("{name}.{ending}"));
            let result = beside("txt");
            // An empty one is what a full disk has left.
            if let Ok(known) = fs::read_to_string(&result)
                && !known.trim().is_empty()
            {
                print::line(&format!("{name}: {known}"));
                continue;
            }
            print::aside(&format!("lab: {name}"));
            entry.played.play.journal = Some(beside("journal"));
            entry.played.play.concurrency = self.concurrency;
            let summary = entry.played.play().map_err(|e| format!("{name}: {e}"))?;
            print::line(&format!("{name}: {summary}"));
            tables::write_whole(&result, (summary + "\n").as_bytes())
                .map_err(|e| format!("cannot write {}: {e}", result.display()))?;
        }
        Ok(())
    }
}

/// Sees to it that a match of this name has other files than the list.
fn check_files(list: &Path, name: &str) -> Result<(), String> {
    let Ok(whole) = fs::canonicalize(list) else { return Ok(()) };
    for ending in ENDINGS {
        let file = folder(list).join(format!("{name}.{ending}"));
        // Some systems take capital letters for small ones.
        if fs::canonicalize(&file).is_ok_and(|file| file == whole) {
            return Err(format!(
                "{}: a match `{name}` would write to the list itself; give one of them another name",
                list.display()
            ));
        }
    }
    Ok(())
}

/// Names and matches of a list.
fn entries(text: &str) -> Result<Vec<(String, Entry)>, String> {
    let mut found: Vec<(String, Entry)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let entry = entry(line).map_err(|e| format!("line {number}: {e}"))?;
        if found.iter().any(|(name, _)| *name == entry.0) {
            return Err(format!("line {number}: there is a match `{}` before", entry.0));
        }
        found.push(entry);
    }
    Ok(found)
}

fn entry(line: &str) -> Result<(String, Entry), String> {
    let (name, rest) = line.split_once(':').ok_or("a name and a colon are missing")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(format!("`{name}` is no name of letters, digits, - and _"));
    }
    let entry = Entry::try_parse_from(words(rest)?).map_err(|e| {
        // The first line says it; the rest is about the command line.
        let text = e.to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
    })?;
    Ok((name.to_owned(), entry))
}

/// Words by blanks; those in double quotes stay together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let parts: Vec<&str> = text.split('"').collect();
    if parts.len().is_multiple_of(2) {
        return Err("a quote has no end".to_owned());
    }
    let mut words = Vec::new();
    for (part, is_quoted) in parts.into_iter().zip([false, true].into_iter().cycle()) {
        if is_quoted {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "# what is next\n\nlmr: --a LMR=false --nodes 50 --games 2 --sprt \"elo0=0 elo1=5\"\n";

    #[test]
    fn lines_are_matches_or_say_why_not() {
        assert_eq!(entries(GOOD).unwrap().len(), 1);
        for (line, reason) in [
            ("--a LMR=false", "line 1: a name and a colon are missing"),
            ("a b: --nodes 5", "`a b` is no name"),
            ("x: --sprt \"elo0=0", "a quote has no end"),
            ("x: --games 3", "games are played in pairs"),
            ("x: --nodes 5\nx: --nodes 6", "line 2: there is a match `x` before"),
        ] {
            let said = entries(line).unwrap_err();
            assert!(said.contains(reason), "{said}");
        }
    }

    /// A match that is over is not played again, and one that was cut off goes on.
    #[test]
    fn goes_on_after_an_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        fs::write(&list, GOOD).unwrap();
        let queue = Queue { list, concurrency: 1 };
        queue.run().unwrap();
        let [journal, result] = ENDINGS.map(|ending| {
            let path = folder.path().join(format!("lmr.{ending}"));
            (fs::read_to_string(&path).unwrap(), path)
        });
        fs::write(&result.1, "known\n").unwrap();
        queue.run().unwrap();
        assert_eq!(fs::read_to_string(&result.1).unwrap(), "known\n");
        // Without its result, the finished pairs of its journal are enough.
        fs::remove_file(&result.1).unwrap();
        queue.run().unwrap();
        assert_eq!(fs::read_to_string(&journal.1).unwrap(), journal.0);
        let first = |text: &str| text.lines().nth(1).map(str::to_owned);
        assert_eq!(first(&fs::read_to_string(&result.1).unwrap()), first(&result.0));
        // As after a full disk.
        fs::write(&result.1, "").unwrap();
        queue.run().unwrap();
        assert_eq!(first(&fs::read_to_string(&result.1).unwrap()), first(&result.0));
    }

    #[test]
    fn a_list_is_no_result_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        for ending in ENDINGS {
            let list = folder.path().join(format!("lmr.{ending}"));
            fs::write(&list, GOOD).unwrap();
            let refused = Queue { list: list.clone(), concurrency: 1 }.run().unwrap_err();
            assert!(refused.contains("a match `lmr` would write to the list itself"), "{refused}");
            assert_eq!(fs::read_to_string(&list).unwrap(), GOOD);
            fs::remove_file(list).unwrap();
        }
    }
}
