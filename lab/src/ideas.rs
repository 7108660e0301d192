//! The catalogue of ideas: what each is, whose, where it lives, what its author reported and what came
//! of it here. `lab ideas` writes it: `docs/ideas.md` and the pages in `docs/ideas/`.
//!
//! Options come from their declarations. `ideas.txt` adds what a declaration does not know: one
//! line an idea, `id|idea|source|where|reported|trial|came`. `where` is a path from the project's root, and empty
//! for an idea of which nothing can be built. `reported` is Elo as its author has it. `trial` is the
//! `OPTION=VALUE` whose matches stand for the idea; empty if any match that names the id does.
//! `came` is what came of an idea that no match can judge. What was measured is `docs/evidence.csv`, which `lab ablate` writes, and `docs/studies/`, which `lab study` does.

mod evidence;
mod studies;

use std::{fmt::Write as _, path::Path};

use engine::options::{Declaration, Options};

use evidence::{against_defaults, best, matches, with_a_clock};
use studies::Finding;

use crate::ablate::evidence::Row;

const IDEAS: &str = include_str!("ideas.txt");

/// The place of an idea that is a way of testing: it lives in how the project works.
const METHOD: &str = "method";

const HEAD: &str = "\
# Ideas

What came of each idea of the catalogue, one line each, in six pages. *Reported* is the Elo that its author claims in his
program. *As its author had it* is its worth in an engine like his, and how often it acts there, in
whole games ([studies](evidence.md#studies)). *In our engine* is our best match, by the engine of its day: the switch, what it does under which limit of a move,
and Elo with half of its 95 % interval; then the same with a clock, if there is one. All matches are rows of
[evidence.csv](evidence.csv), which [evidence.md](evidence.md) explains. Where no match can judge an idea, the last
column says why, or where it is.

*Helps* and *hurts*: the interval excludes zero. *No difference within x*: it includes zero and ends within x.
Written by `lab ideas`; a test compares.

| page | ideas |
|---|---|
";

/// The pages of ideas: the name, what is on it, and what its ids begin with.
const PAGES: [(&str, &str, &[&str]); 6] = [
    ("histories", "Histories, and reductions by them", &["HR", "RH"]),
    ("reductions", "Reductions and extensions", &["LMR", "SRH", "PVX", "EXT"]),
    ("tables", "Mined tables", &["MIT", "PST", "OPT", "PSU", "PKG"]),
    ("evaluation", "Evaluation", &["SHF", "INI", "RP8", "MOB", "SML", "CKN", "EV"]),
    ("search", "Search", &["PVS", "ASP", "TIM", "NMP", "TT", "REP", "QS", "MO"]),
    ("methods", "Methods and tests", &["TPL", "MET", "TST"]),
];

/// The columns of a page.
const COLUMNS: &str = "\
| id | idea | source | reported | as its author had it | in our engine |
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
    /// What came of it, if it cannot be switched by itself or is no matter of Elo; else empty.
    pub came: &'static str,
}

impl Idea {
    /// What its id begins with.
    fn family(&self) -> &'static str {
        self.id.split('-').next().unwrap_or(self.id)
    }

    /// Its name, with a link to where it lives.
    fn name(&self) -> String {
        match self.place {
            "" | METHOD => self.about.to_owned(),
            place => format!("[{}](../../{place})", self.about),
        }
    }

    /// What came of it, in a few words; empty if neither a match nor the catalogue says.
    fn outcome(&self, matches: &[Row]) -> String {
        let about: Vec<&Row> = matches.iter().filter(|row| row.is_about(self)).collect();
        let Some(best) = best(&about) else { return self.came.to_owned() };
        let clock = with_a_clock(best, &about).map(|row| format!(", {}", row.finding()));
        format!("{}: {}{}", best.switch(), best.finding(), clock.unwrap_or_default())
    }
}

/// All ideas, in the order of the catalogue.
pub fn ideas() -> impl Iterator<Item = Idea> {
    IDEAS.lines().filter_map(|line| {
        let [id, about, source, place, reported, trial, came] =
            line.split('|').collect::<Vec<_>>().try_into().ok()?;
        Some(Idea { id, about, source, place, reported, trial, came })
    })
}

/// The options that belong to an idea.
pub fn options(id: &str) -> impl Iterator<Item = &'static Declaration> {
    Options::declarations().filter(move |option| option.ids().any(|of| of == id))
}

/// The pages, each as its path below `docs` and its text: the first names the others, and the defaults that lost.
///
/// # Errors
/// One sentence with the line of the first row of `evidence.csv` in that folder, or the study, that cannot be read.
pub fn pages(docs: &Path) -> Result<Vec<(String, String)>, String> {
    pages_of(&evidence::read(docs)?, &studies::findings(docs)?)
}

fn pages_of(evidence: &str, findings: &[Finding]) -> Result<Vec<(String, String)>, String> {
    let matches = matches(evidence)?;
    let mut index = HEAD.to_owned();
    let mut pages = Vec::new();
    for (name, title, families) in PAGES {
        let mut page =
            format!("# {title}\n\nWhat the columns say: [ideas](../ideas.md).\n\n{COLUMNS}");
        for idea in ideas().filter(|idea| families.contains(&idea.family())) {
            let Idea { id, source, reported, .. } = idea;
            let (name, today) = (idea.name(), idea.outcome(&matches));
            let then = studies::outcome(&idea, findings);
            let _ = writeln!(page, "| {id} | {name} | {source} | {reported} | {then} | {today} |");
        }
        let _ = writeln!(index, "| [{title}](ideas/{name}.md) | {} |", families.join(", "));
        pages.push((format!("ideas/{name}.md"), page));
    }
    index += &against_defaults(&matches, &Options::default());
    pages.insert(0, ("ideas.md".to_owned(), index));
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::{
        evidence::{committed, docs},
        *,
    };

    #[test]
    fn every_line_is_an_idea() {
        assert_eq!(ideas().count(), IDEAS.lines().count());
    }

    /// A reader finds in one line what came of each.
    #[test]
    fn something_is_said_of_every_idea() {
        let (matches, findings) = (committed(), studies::findings(docs()).unwrap());
        for idea in ideas() {
            let said = [idea.outcome(&matches), studies::outcome(&idea, &findings)];
            assert!(said.iter().any(|words| !words.is_empty()), "{}", idea.id);
        }
    }

    /// A trial that no match has says nothing, and would look like an idea that was not tried.
    #[test]
    fn every_trial_was_played() {
        let matches = committed();
        for idea in ideas().filter(|idea| !idea.trial.is_empty()) {
            assert!(matches.iter().any(|row| row.is_about(&idea)), "{}: {}", idea.id, idea.trial);
        }
    }

    /// A row that loses a column or a figure is named by its line; it does not vanish from the page.
    #[test]
    fn a_malformed_row_fails_the_page() {
        let evidence = evidence::read(docs()).unwrap();
        let findings = studies::findings(docs()).unwrap();
        let third = evidence.lines().nth(2).expect("a row");
        let [short, wordy] = [&third[..third.len() / 2], &third.replacen(",true,", ",", 1)];
        for malformed in [short, wordy] {
            let sentence =
                pages_of(&evidence.replacen(third, malformed, 1), &findings).unwrap_err();
            assert!(sentence.starts_with("docs/evidence.csv: "), "{sentence}");
            assert!(sentence.contains("line: 3"), "{sentence}");
        }
        pages_of(&evidence, &findings).unwrap();
    }
}
