//! The documents: no link of a page is dead, and none of the table of trials.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use regex::Regex;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn pages_in(folder: &str) -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .expect("a folder of the project")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    pages
}

fn text(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|e| panic!("{}: {e}", page.display()))
}

/// The anchor that forges make of a heading: lower case, without marks, blanks as hyphens.
fn anchor(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ => c.is_alphanumeric().then_some(c),
        })
        .collect()
}

/// A page without its blocks of code, in which `#` and brackets mean other things.
fn prose(text: &str) -> String {
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence && !line.starts_with("    ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The anchors of a page's headings; the second of the same words ends in `-1`.
fn anchors(text: &str) -> Vec<String> {
    let mut seen = HashMap::new();
    let numbered = |anchor: String| {
        let before = seen.entry(anchor.clone()).or_insert(0);
        *before += 1;
        if *before == 1 { anchor } else { format!("{anchor}-{}", *before - 1) }
    };
    prose(text)
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|rest| anchor(rest.trim_start_matches('#')))
        .map(numbered)
        .collect()
}

/// Why a link of a page is dead, if it is.
fn fault(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        _ => page.parent().expect("a page lies in a folder").join(file),
    };
    if !target.exists() {
        return Some(format!("{}: there is no {link}", page.display()));
    }
    let is_page = target.extension().is_some_and(|ending| ending == "md");
    let is_there =
        wanted.is_empty() || !is_page || anchors(&text(&target)).iter().any(|a| a == wanted);
    (!is_there).then(|| format!("{}: {link} has no such heading", page.display()))
}

#[test]
fn no_link_is_dead() {
    let links = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    let folders = [".", "docs", "docs/ideas", "docs/log", "data", "engine", "lab", "miner"];
    let pages: Vec<PathBuf> = folders.iter().flat_map(|folder| pages_in(folder)).collect();
    assert!(pages.len() > 15, "the book is not where this test looks for it");
    let faults: Vec<String> = pages
        .iter()
        .flat_map(|page| {
            let prose = prose(&text(page));
            let found: Vec<String> =
                links.captures_iter(&prose).filter_map(|link| fault(page, &link[1])).collect();
            found
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_trials_name_sections_of_the_log() {
    // The table names pages as one of them would.
    let log = root().join("docs/log/any.md");
    let trials = text(&root().join("docs/trials.csv"));
    let pages = trials.lines().skip(1).filter_map(|row| row.rsplit(',').next());
    let faults: Vec<String> = pages
        .filter_map(|page| {
            assert!(page.contains('#'), "{page}: no section");
            fault(&log, page)
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_dead_link_is_found() {
    let page = root().join("README.md");
    assert_eq!(fault(&page, "docs/README.md"), None);
    assert!(fault(&page, "docs/nothing.md").is_some());
    assert!(fault(&page, "docs/README.md#no-such-heading").is_some());
    assert_eq!(anchor(" `miner` reads: what, how? "), "miner-reads-what-how");
    assert_eq!(anchors("# One\n## Two\n## One\n"), ["one", "two", "one-1"]);
}
