//! `miner/OPTIONS.md` says what the options say of themselves. To write it anew: `UPDATE_GOLDEN=1 cargo test -p miner
//! --test options`.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};

use clap::{Arg, Command, CommandFactory};
use miner::cli::Cli;

/// What an option is everywhere where it has the same help.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    option: String,
    default: String,
    help: String,
}

impl Row {
    fn of(option: &Arg) -> Option<Self> {
        let long = option.get_long().filter(|long| !["help", "version"].contains(long))?;
        let help = option.get_long_help().or(option.get_help());
        let mut help = help.map(ToString::to_string).unwrap_or_default();
        let values = if option.get_action().takes_values() {
            option.get_value_names().unwrap_or_default().join(" ")
        } else {
            String::new()
        };
        let choices = if values.is_empty() { Vec::new() } else { option.get_possible_values() };
        if !choices.is_empty() {
            let names: Vec<_> =
                choices.iter().map(|value| format!("`{}`", value.get_name())).collect();
            help += &format!(": {}", names.join(", "));
        }
        let default: Vec<_> =
            option.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        Some(Self {
            option: format!("--{long} {values}").trim_end().to_owned(),
            default: if values.is_empty() { String::new() } else { default.join(" ") },
            help: help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|"),
        })
    }
}

/// The options of a command and of those in it, with the commands that have them.
fn collect(command: &Command, name: &str, rows: &mut BTreeMap<Row, BTreeSet<String>>) {
    let inner: Vec<_> =
        command.get_subcommands().filter(|inner| inner.get_name() != "help").collect();
    for inner in &inner {
        collect(inner, format!("{name} {}", inner.get_name()).trim_start(), rows);
    }
    if inner.is_empty() {
        for row in
            command.get_arguments().filter(|option| !option.is_hide_set()).filter_map(Row::of)
        {
            rows.entry(row).or_default().insert(name.to_owned());
        }
    }
}

fn document() -> String {
    let mut command = Cli::command();
    command.build();
    let mut rows = BTreeMap::new();
    collect(&command, "", &mut rows);
    let most = rows.values().map(BTreeSet::len).max().unwrap();
    let mut text = "# Options of the miner\n\nAs `miner COMMAND --help` has them, by name; \
        [the book](../docs/README.md) says what they are for.\n\n\
        | option | default | what it does | commands |\n|---|---|---|---|\n"
        .to_owned();
    for (Row { option, default, help }, commands) in rows {
        let default = if default.is_empty() { default } else { format!("`{default}`") };
        let of = if commands.len() == most {
            "every command".to_owned()
        } else {
            commands.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        text += &format!("| `{option}` | {default} | {help} | {of} |\n");
    }
    text
}

#[test]
fn the_page_of_options_says_what_the_help_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("OPTIONS.md");
    let text = document();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap();
    for (found, wanted) in page.lines().zip(text.lines()) {
        assert_eq!(found, wanted, "UPDATE_GOLDEN=1 cargo test -p miner --test options");
    }
    assert_eq!(page.lines().count(), text.lines().count());
}
