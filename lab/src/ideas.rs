//! The catalogue of ideas: what each is, whose, where it lives, what its author reported and what came
//! of it here. `lab ideas` prints it; `docs/ideas.md` holds it.
//!
//! Options come from their declarations. `ideas.txt` adds what a declaration does not know: one
//! line an idea, `id|idea|source|where|reported|trial`. `where` is a path from the project's root, and empty
//! for an idea of which nothing can be built. `reported` is Elo as its author has it. `trial` is the
//! `OPTION=VALUE` whose matches stand for the idea; empty if any match that names the id does. What was
//! measured is `docs/evidence.csv`, which `lab ablate` writes, and `docs/studies/`, which `lab study` does.

mod evidence;
mod studies;

use std::fmt::Write as _;

use engine::options::{Declaration, Options};

use evidence::{EVIDENCE, against_defaults, best, matches, with_a_clock};

use crate::ablate::evidence::Row;

const IDEAS: &str = include_str!("ideas.txt");

/// The place of an idea that is a way of testing: it lives in how the project works.
const METHOD: &str = "method";

const HEAD: &str = "\
# Ideas

What came of each idea of the catalogue, a line each. *Reported* is what its author says that it is worth in his
program, in Elo. *As its author had it* is what it is worth in an engine like his, and how often it acts there
([studies](evidence.md#studies)). *In today's engine* is our best match: the switch, what it does under which limit of a move,
and Elo with half of its 95 % interval; then the same with a clock, if there is that too. All matches are rows of
[evidence.csv](evidence.csv), which [evidence.md](evidence.md) explains. An idea without either cannot be switched by
itself, or is no matter of Elo.

*Helps* and *hurts* say that the interval misses zero; *no difference within x* that it does not, and reaches as far as x.
Written by `lab ideas`; a test compares.

| id | idea | source | reported | as its author had it | in today's engine |
|---|---|---|---|---|---|
";

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
    /// The `OPTION=VALUE` whose matches stand for it; empty if any match that names it does.
    pub trial: &'static str,
}

impl Idea {
    /// Its name, with a link to where it lives.
    fn name(&self) -> String {
        match self.place {
            "" | METHOD => self.about.to_owned(),
            place => format!("[{}](../{place})", self.about),
        }
    }

    /// What came of it, in a few words; empty without a match.
    fn outcome(&self, matches: &[Row]) -> String {
        let about: Vec<&Row> = matches.iter().filter(|row| row.is_about(self)).collect();
        let Some(best) = best(&about) else { return String::new() };
        let clock = with_a_clock(best, &about).map(|row| format!(", {}", row.finding()));
        format!("{}: {}{}", best.switch(), best.finding(), clock.unwrap_or_default())
    }
}

/// All ideas, in the order of the catalogue.
pub fn ideas() -> impl Iterator<Item = Idea> {
    IDEAS.lines().filter_map(|line| {
        let [id, about, source, place, reported, trial] =
            line.split('|').collect::<Vec<_>>().try_into().ok()?;
        Some(Idea { id, about, source, place, reported, trial })
    })
}

/// The options that belong to an idea.
pub fn options(id: &str) -> impl Iterator<Item = &'static Declaration> {
    Options::declarations().filter(move |option| option.ids().any(|of| of == id))
}

/// The page: every idea of the catalogue, and the defaults that lost.
///
/// # Errors
/// One sentence with the line of the first row of `docs/evidence.csv` that cannot be read.
pub fn page() -> Result<String, String> {
    page_of(EVIDENCE)
}

fn page_of(evidence: &str) -> Result<String, String> {
    let (matches, findings) = (matches(evidence)?, studies::findings()?);
    let mut out = HEAD.to_owned();
    for idea in ideas() {
        let Idea { id, source, reported, .. } = idea;
        let (name, today) = (idea.name(), idea.outcome(&matches));
        let then = studies::outcome(&idea, &findings);
        let _ = writeln!(out, "| {id} | {name} | {source} | {reported} | {then} | {today} |");
    }
    Ok(out + &against_defaults(&matches, &Options::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_idea() {
        assert_eq!(ideas().count(), IDEAS.lines().count());
    }

    /// A trial that no match has says nothing, and would look like an idea that was not tried.
    #[test]
    fn every_trial_was_played() {
        let matches = matches(EVIDENCE).unwrap();
        for idea in ideas().filter(|idea| !idea.trial.is_empty()) {
            assert!(matches.iter().any(|row| row.is_about(&idea)), "{}: {}", idea.id, idea.trial);
        }
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
