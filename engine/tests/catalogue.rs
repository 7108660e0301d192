//! The catalogue of ideas: each id has its entry, each entry says the truth about where it lives.

use std::path::Path;

use engine::{
    ideas::{Idea, ideas, is_built, page},
    options::Options,
};

/// The ids of the catalogue, one a line.
const CATALOGUE: &str = include_str!("data/catalogue.txt");

#[test]
fn every_id_has_an_entry_and_every_entry_an_id() {
    let known: Vec<&str> = ideas().map(|idea| idea.id).collect();
    for id in CATALOGUE.lines() {
        assert!(known.contains(&id), "{id} has neither option nor entry in engine/src/ideas.txt");
    }
    for id in &known {
        assert!(CATALOGUE.lines().any(|line| line == *id), "{id} is not in the catalogue");
    }
    assert_eq!(known.len(), CATALOGUE.lines().count(), "an id stands twice");
}

#[test]
fn every_options_id_is_one_of_the_catalogue() {
    for option in Options::declarations() {
        let known = option.id == "-" || CATALOGUE.lines().any(|line| line == option.id);
        assert!(known, "{} belongs to {}, which is no idea", option.name, option.id);
    }
}

#[test]
fn entries_are_whole_and_their_places_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for idea in ideas() {
        let Idea { id, about, source, place, .. } = idea;
        assert!(!about.is_empty() && !source.is_empty(), "{id}");
        assert!(place == "method" || root.join(place).exists(), "{id}: there is no {place}");
        // Nothing is nowhere without a word on why.
        let says_why = ["not a mode", "nothing to build", "Not implementable"];
        assert!(
            is_built(&idea) || !place.is_empty() || says_why.iter().any(|why| about.contains(why)),
            "{id}"
        );
    }
}

#[test]
fn the_page_is_up_to_date() {
    let written = include_str!("../../docs/ideas.md");
    assert!(written == page(), "run: cargo run -p engine -- ideas > docs/ideas.md");
}
