//! Rooms import what `CRATE/ROOMS.md` says, and crates what docs/architecture.md says.
//!
//! The pages are read, not repeated: the first column of a table of rooms names them (modules at the top of
//! `CRATE/src`) in backticks. Its column *may import* lists all other
//! rooms that they may use, and *alone uses* the foreign crates that no other room may use. A room
//! that the table leaves out is a breach, too, and so is a circle. The first table of the architecture says
//! the same of crates.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// A row of a table: the cells by the names of their columns.
type Row = BTreeMap<String, String>;

/// Room to its files.
type Sources = BTreeMap<String, Vec<(String, String)>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The names in backticks of a cell, without the slashes that mark folders.
fn names(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.map(|name| name.trim_end_matches('/').to_owned()).collect()
}

/// The first table of a text.
fn table(text: &str) -> Vec<Row> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = text.lines().skip_while(|line| !line.starts_with('|'));
    let header = lines.next().map(cells).unwrap_or_default();
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|line| header.iter().cloned().zip(cells(line)).collect()).collect()
}

fn column<'a>(row: &'a Row, name: &str) -> Option<&'a str> {
    row.get(name).map(String::as_str)
}

/// The text without comments. Text in quotes stays; it names no paths.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The names that stand behind a `::`: one, or the first of each path in a group.
fn heads(tree: &str) -> Vec<String> {
    let name = |path: &str| -> String {
        path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = tree.strip_prefix('{') else { return vec![name(tree)] };
    let mut heads = Vec::new();
    let (mut depth, mut from) = (1, 0);
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && sign == ',' {
            heads.push(name(&group[from..at]));
            from = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// What a text names behind `prefix::`.
fn named(code: &str, prefix: &str) -> Vec<String> {
    let prefix = format!("{prefix}::");
    let is_whole = |at: usize| {
        let before = code[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !['_', ':', '$'].contains(&c))
    };
    let places = code.match_indices(&prefix).filter(|(at, _)| is_whole(*at));
    places.flat_map(|(at, _)| heads(&code[at + prefix.len()..])).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The sources of a crate by room: path from `src`, and code.
fn sources(name: &str) -> Sources {
    let src = root().join(name).join("src");
    let mut paths = Vec::new();
    files(&src, &mut paths);
    let mut rooms = Sources::new();
    for path in paths {
        let text = code(&fs::read_to_string(&path).unwrap());
        let path = path.strip_prefix(&src).unwrap().display().to_string();
        let room = path.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        rooms.entry(room).or_default().push((path, text));
    }
    for program in ["main", "lib", "bin"] {
        rooms.remove(program);
    }
    rooms
}

/// The rooms of what a crate's root gives other names: `pub use engine::Engine` makes `Engine` a
/// name of the room `engine`.
fn root_names(root: &str) -> BTreeMap<String, String> {
    let uses = root.lines().filter_map(|line| line.split_once("use ")?.1.split_once("::"));
    uses.flat_map(|(room, rest)| {
        heads(rest).into_iter().map(move |name| (name, room.trim().to_owned()))
    })
    .collect()
}

/// The rooms that a text names: behind `crate::`, and in a program behind its library's name.
fn imports(text: &str, name: &str, root_names: &BTreeMap<String, String>) -> Vec<String> {
    let heads = ["crate", name].into_iter().flat_map(|prefix| named(text, prefix));
    heads.map(|head| root_names.get(&head).cloned().unwrap_or(head)).collect()
}

/// What the sources do that the rows forbid, a sentence each.
fn breaches(name: &str, rows: &[Row], sources: &Sources, root: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    let root_names = root_names(root);
    let mut listed = BTreeSet::new();
    for row in rows {
        let own = names(column(row, "room").unwrap());
        for room in own.iter().filter(|room| !sources.contains_key(*room)) {
            breaches.push(format!("there is no room {room}"));
        }
        let may = column(row, "may import").map(names).unwrap_or_default();
        let texts = sources.iter().filter(|(room, _)| own.contains(room)).flat_map(|room| room.1);
        for (path, text) in texts {
            let others = imports(text, name, &root_names);
            for other in others.iter().filter(|other| sources.contains_key(*other)) {
                if !own.contains(other) && !may.contains(other) {
                    breaches.push(format!("{path} imports {other}"));
                }
            }
        }
        let alone = column(row, "alone uses").map(names).unwrap_or_default();
        for (path, text) in sources.iter().filter(|(room, _)| !own.contains(room)).flat_map(|r| r.1)
        {
            let used = alone.iter().filter(|name| !named(text, name).is_empty());
            breaches.extend(used.map(|name| format!("{path} uses {name}")));
        }
        listed.extend(own);
    }
    let missing = sources.keys().filter(|room| !listed.contains(*room));
    breaches.extend(missing.map(|room| format!("the page does not say what {room} is")));
    breaches
}

/// Rooms on a circle of what *may import* allows: each is left that has one left behind it.
fn circles(rows: &[Row]) -> BTreeSet<String> {
    let mut behind: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        let may = column(row, "may import").map(names).unwrap_or_default();
        for room in names(column(row, "room").unwrap()) {
            behind.insert(room, may.clone());
        }
    }
    loop {
        let before = behind.len();
        let left: BTreeSet<String> = behind.keys().cloned().collect();
        behind.retain(|_, may| may.iter().any(|other| left.contains(other)));
        if behind.len() == before {
            return left;
        }
    }
}

#[test]
fn rooms_import_what_the_page_says() {
    for (name, least) in [("miner", 20), ("engine", 15), ("lab", 8)] {
        let rows = table(&page(&format!("{name}/ROOMS.md")));
        assert!(rows.len() > least, "{name} has {} rows of rooms only", rows.len());
        let library = root().join(name).join("src/lib.rs");
        let library = code(&fs::read_to_string(library).unwrap());
        let breaches = breaches(name, &rows, &sources(name), &library);
        assert!(breaches.is_empty(), "{name}: {breaches:#?}");
        assert_eq!(circles(&rows), BTreeSet::new(), "{name}");
    }
}

/// The packages that a manifest names in any list of dependencies but those of tests.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let lists = ["dependencies", "build-dependencies"];
    let lists = lists.iter().filter_map(|list| manifest.get(*list)?.as_table());
    lists.flat_map(|list| list.keys().cloned()).collect()
}

#[test]
fn crates_depend_on_what_the_page_says() {
    let rows = table(&page("docs/architecture.md"));
    let crates: Vec<String> =
        rows.iter().flat_map(|row| names(column(row, "crate").unwrap())).collect();
    assert!(crates.len() >= 5, "{crates:?}");
    for row in &rows {
        let may = names(column(row, "may depend on").unwrap());
        for name in names(column(row, "crate").unwrap()) {
            let manifest = fs::read_to_string(root().join(&name).join("Cargo.toml")).unwrap();
            let depends = dependencies(&manifest);
            // `engine/bake` is the package `bake`.
            let short = |path: &String| path.rsplit('/').next().unwrap().to_owned();
            let inside = crates.iter().map(short).filter(|other| depends.contains(other));
            for other in inside {
                assert!(may.iter().map(short).any(|may| may == other), "{name} needs {other}");
            }
        }
    }
    let rules = fs::read_to_string(root().join("rules/Cargo.toml")).unwrap();
    let files = dependencies(&rules).into_iter().find(|name| name == "bincode" || name == "csv");
    assert_eq!(files, None, "rules knows no files");
}

/// Printing macros are a matter of clippy, which warns of them everywhere; here it is who asks for
/// the streams themselves.
#[test]
fn only_what_people_read_prints() {
    for (name, printing) in [
        ("rules", [].as_slice()),
        ("tables", &[]),
        ("statistics", &[]),
        ("miner", &["cli"]),
        ("engine", &["uci"]),
        ("lab", &["command"]),
    ] {
        for (room, texts) in sources(name) {
            if printing.contains(&room.as_str()) {
                continue;
            }
            for (path, text) in texts {
                let prints = ["stdout()", "stderr()"].iter().find(|stream| text.contains(**stream));
                assert_eq!(prints, None, "{name}/src/{path}");
            }
        }
    }
}

#[test]
fn the_check_finds_made_up_breaches() {
    let page = "
| room | what it does | may import | alone uses |
|---|---|---|---|
| `low/` | reads | none | `zstd` |
| `mid`, `twin` | counts | `low` | |
| `high/` | prints | `low`, `mid` | |
| `gone` | | | |
";
    let rows = table(page);
    let source = |path: &str, text: &str| (path.to_owned(), code(text));
    let sources: Sources = BTreeMap::from([
        ("low".to_owned(), vec![source("low/mod.rs", "use zstd::X;\n// crate::high::no\n")]),
        (
            "mid".to_owned(),
            vec![source("mid.rs", "use crate::{high::{A, low}, twin::B, Mid, High};")],
        ),
        ("twin".to_owned(), vec![source("twin.rs", "fn f() { crate::low::g(zstd::X) }")]),
        (
            "high".to_owned(),
            vec![source("high/a/b.rs", "use crate::{\n low::{x, y},\n mid,\n};\nuse toy::new;")],
        ),
        ("new".to_owned(), vec![]),
    ]);
    assert_eq!(
        breaches("toy", &rows, &sources, "pub use high::{High, Higher};\npub use mid::Mid;"),
        [
            "twin.rs uses zstd",
            "mid.rs imports high",
            "mid.rs imports high",
            "high/a/b.rs imports new",
            "there is no room gone",
            "the page does not say what new is",
        ]
    );
    assert_eq!(circles(&rows), BTreeSet::new());
    let circle = page.replace("| reads | none", "| reads | `high`");
    let rooms = ["high", "low", "mid", "twin"].map(str::to_owned);
    assert_eq!(circles(&table(&circle)), BTreeSet::from(rooms));
}

#[test]
fn the_check_finds_a_made_up_dependency() {
    let manifest = "[dependencies]\nrules.workspace = true\n[build-dependencies]\ncsv = \"1\"\n\
                    [dev-dependencies]\nengine = \"1\"\n";
    assert_eq!(dependencies(manifest), BTreeSet::from(["csv", "rules"].map(str::to_owned)));
}
