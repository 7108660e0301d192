//! The catalogue of ideas: each id has its entry, each entry says the truth about where it lives.

use std::{fs, path::Path};

use engine::options::Options;
use lab::ideas::{Idea, ideas, options, pages};

/// The ids of the catalogue, one a line.
const CATALOGUE: &str = include_str!("data/catalogue.txt");

#[test]
fn every_id_has_an_entry_and_every_entry_an_id() {
    let known: Vec<&str> = ideas().map(|idea| idea.id).collect();
    for id in CATALOGUE.lines() {
        assert!(known.contains(&id), "{id} has neither option nor entry in lab/src/ideas.txt");
    }
    for id in &known {
        assert!(CATALOGUE.lines().any(|line| line == *id), "{id} is not in the catalogue");
    }
    assert_eq!(known.len(), CATALOGUE.lines().count(), "an id stands twice");
}

#[test]
fn every_options_id_is_one_of_the_catalogue() {
    for option in Options::declarations() {
        for id in option.ids() {
            let known = CATALOGUE.lines().any(|line| line == id);
            assert!(known, "{} belongs to {id}, which is no idea", option.name);
        }
    }
}

#[test]
fn entries_are_whole_and_their_places_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for Idea { id, about, source, place, .. } in ideas() {
        assert!(!about.is_empty() && !source.is_empty(), "{id}");
        assert!(
            place == "method" || place.is_empty() || root.join(place).is_file(),
            "{id}: there is no file {place}"
        );
        // Nothing is nowhere without a word on why.
        let says_why = ["not a mode", "nothing to build", "Not implementable"];
        assert!(!place.is_empty() || says_why.iter().any(|why| about.contains(why)), "{id}");
    }
}

/// Whether a text speaks of an id: by itself, or as one of a range such as `HR-01 to HR-10`.
fn speaks_of(text: &str, id: &str) -> bool {
    let number = |id: &str| id.rsplit('-').next().and_then(|digits| digits.parse::<u32>().ok());
    let Some((family, _)) = id.rsplit_once('-') else { return false };
    let of_family = |word: &str| word.starts_with(family) && word[family.len()..].starts_with('-');
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty()).collect();
    words.contains(&id)
        || words.windows(3).any(|w| {
            w[1] == "to"
                && of_family(w[0])
                && of_family(w[2])
                && number(id).is_some_and(|n| number(w[0]) <= Some(n) && Some(n) <= number(w[2]))
        })
}

#[test]
fn the_file_of_an_idea_speaks_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for Idea { id, place, .. } in ideas() {
        let has_options = options(id).next().is_some();
        assert!(
            !has_options
                || ["engine/src/", "tables/src/", "lab/src/", "scripts/"]
                    .iter()
                    .any(|at| place.starts_with(at)),
            "{id} has options of the engine, but lives in `{place}`"
        );
        if ["engine/src/", "tables/src/", "lab/src/"].iter().any(|at| place.starts_with(at)) {
            let text = fs::read_to_string(root.join(place)).expect("a file of the project");
            assert!(speaks_of(&text, id), "{place} does not speak of {id}");
        }
    }
}

#[test]
fn ranges_of_ids_are_read() {
    assert!(speaks_of("(HR-01 to HR-10; Pro Deo)", "HR-07") && speaks_of("(TT-03)", "TT-03"));
    assert!(!speaks_of("HR-01 to HR-10", "HR-11") && !speaks_of("RH-01 to RH-07", "HR-02"));
    assert!(!speaks_of("MIT-U10", "MIT-U1"));
}

#[test]
fn the_pages_are_up_to_date_and_have_every_idea() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let pages = pages(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"))).unwrap();
    for (name, text) in &pages {
        let written = fs::read_to_string(docs.join(name)).unwrap_or_default();
        assert!(written == *text, "{name}: run `cargo run -p lab -- ideas`");
    }
    for Idea { id, .. } in ideas() {
        let of = pages.iter().filter(|(_, text)| text.contains(&format!("\n| {id} |")));
        assert_eq!(of.count(), 1, "{id}");
    }
}
