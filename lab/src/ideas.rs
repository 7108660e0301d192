//! The catalogue of ideas: what each is, whose, where it lives, what its author reported and what it
//! was measured to be worth here. `lab ideas` prints it; `docs/ideas.md` holds it.
//!
//! Options come from their declarations. `ideas.txt` adds what a declaration does not know: one
//! line an idea, `id|idea|source|where|reported`; `where` is a path from the project's root, and empty
//! for an idea of which nothing can be built; `reported` is Elo as its author has it. What was
//! measured is `docs/evidence.csv`, which `lab ablate` writes.

mod evidence;

use std::fmt::Write as _;

use engine::options::{Declaration, Options};

use evidence::{EVIDENCE, matches};

use crate::ablate::evidence::Row;

const IDEAS: &str = include_str!("ideas.txt");

/// The place of an idea that is a way of testing: it lives in how the project works.
const METHOD: &str = "method";

/// One idea.
#[derive(Clone, Copy, Debug)]
pub struct Idea {
    /// Its id in the catalogue.
    pub id: &'static str,
    /// What it is, or why there is nothing to it.
    pub about: &'static str,
    /// Whose it is.
    pub source: &'static str,
    /// Where it lives, as a path from the project's root; empty for nowhere, `method` for a way of
    /// testing.
    pub place: &'static str,
    /// What its author says that it is worth, in Elo; empty if nothing.
    pub reported: &'static str,
}

/// All ideas, in the order of the catalogue.
pub fn ideas() -> impl Iterator<Item = Idea> {
    IDEAS.lines().filter_map(|line| {
        let [id, about, source, place, reported] =
            line.split('|').collect::<Vec<_>>().try_into().ok()?;
        Some(Idea { id, about, source, place, reported })
    })
}

/// The options that belong to an idea.
pub fn options(id: &str) -> impl Iterator<Item = &'static Declaration> {
    Options::declarations().filter(move |option| option.ids().any(|of| of == id))
}

/// The page: every idea of the catalogue, and the options beyond it.
///
/// # Errors
/// One sentence with the line of the first row of `docs/evidence.csv` that cannot be read.
pub fn page() -> Result<String, String> {
    page_of(EVIDENCE)
}

fn page_of(evidence: &str) -> Result<String, String> {
    let matches = matches(evidence)?;
    let defaults = Options::default();
    let show = |option: &Declaration| {
        format!("`{}`={}", option.name, defaults.get(option.name).unwrap_or_default())
    };
    let mut out = "\
# Ideas

Every idea of the catalogue that the engine, the miner or the tests were built after. Written by
`lab ideas` from the declarations of the options and `lab/src/ideas.txt`; a test compares.
Options stand with their defaults, [engine/OPTIONS.md](../engine/OPTIONS.md) has their ranges.
*Reported* is what the idea's author says that it is worth in his program. *Measured* is Elo with half of its 95 %
interval, of the idea on against off in this one; the games behind it stand [below](#evidence). That an idea is worth
nothing is a result too.

| id | idea | options | where | source | reported | measured |
|---|---|---|---|---|---|---|
"
    .to_owned();
    for Idea { id, about, source, place, reported } in ideas() {
        let options: Vec<String> = options(id).map(show).collect();
        let measured: Vec<String> =
            matches.iter().filter(|found| found.is_about(id)).map(Row::brief).collect();
        let place = match place {
            "" => "-".to_owned(),
            METHOD => "a way of testing".to_owned(),
            _ => format!("`{place}`"),
        };
        let _ = writeln!(
            out,
            "| {id} | {about} | {} | {place} | {source} | {reported} | {} |",
            options.join(" "),
            measured.join("<br>")
        );
    }
    out += "\n## Beyond the catalogue\n\n| option | default | what it does |\n|---|---|---|\n";
    for option in Options::declarations().filter(|option| option.ids().next().is_none()) {
        let default = defaults.get(option.name).unwrap_or_default();
        let _ = writeln!(out, "| `{}` | {default} | {} |", option.name, option.about);
    }
    Ok(out + &evidence::table(&matches))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_idea() {
        assert_eq!(ideas().count(), IDEAS.lines().count());
    }

    /// A row that loses a column or a figure is named by its line; it does not vanish from the page.
    #[test]
    fn a_malformed_row_fails_the_page() {
        let third = EVIDENCE.lines().nth(2).expect("a row");
        let [short, wordy] = [&third[..third.len() / 2], &third.replacen(",true,", ",", 1)];
        for malformed in [short, wordy] {
            let sentence = page_of(&EVIDENCE.replacen(third, malformed, 1)).unwrap_err();
            assert!(sentence.starts_with("docs/evidence.csv: "), "{sentence}");
            assert!(sentence.contains("line: 3"), "{sentence}");
        }
        page_of(EVIDENCE).unwrap();
    }
}
