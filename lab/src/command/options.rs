//! `lab options`: every option of the engine, for people or for programs.

use std::collections::BTreeMap;

use clap::Args;
use engine::options::{self, Declaration, Group, Limit, OptionKind, OptionRole};
use serde::Serialize;

use super::print;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// As JSON: an array, with what each declaration says.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// # Errors
    /// None.
    pub(crate) fn run(&self) -> Result<(), String> {
        if !self.json {
            print::text(&options::Options::markdown());
            return Ok(());
        }
        let listed: Vec<_> = options::Options::declarations().map(Listed::of).collect();
        print::line(&serde_json::to_string_pretty(&listed).map_err(|e| e.to_string())?);
        Ok(())
    }
}

/// A declaration. Values are written as UCI writes them.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    ids: Vec<&'static str>,
    role: &'static str,
    group: &'static str,
    /// `check`, `spin`, `combo`, `string` or `button`, UCI's words.
    kind: &'static str,
    /// Least and greatest of a `spin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[i32; 2]>,
    /// The words of a `combo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<&'static [&'static str]>,
    default: String,
    /// The value that turns it off, and one that turns it on; none if no value does.
    off: Option<&'static str>,
    on: Option<String>,
    /// What else must be set so that a value makes a difference, by value; nothing where the defaults
    /// will do.
    needs: BTreeMap<String, Vec<String>>,
    /// Nodes a move that show what it is worth; none if only a clock does.
    nodes: Option<u32>,
    /// Whether each value is played against the one that is off, not against the default.
    against_off: bool,
    /// Whether only the laboratory's build has it.
    lab: bool,
    about: &'static str,
}

impl Listed {
    fn of(option: &'static Declaration) -> Self {
        let (kind, range, words) = match option.kind {
            OptionKind::Check => ("check", None, None),
            OptionKind::Spin { min, max } => ("spin", Some([min, max]), None),
            OptionKind::Choice(words) => ("combo", None, Some(words)),
            OptionKind::Text => ("string", None, None),
            OptionKind::Button => ("button", None, None),
        };
        Self {
            name: option.name,
            ids: option.ids().collect(),
            role: match option.role {
                OptionRole::Setting => "setting",
                OptionRole::Switch => "switch",
                OptionRole::Parameter => "parameter",
            },
            group: match option.group {
                Group::Play => "play",
                Group::Evaluation => "evaluation",
                Group::Search => "search",
            },
            kind,
            range,
            words,
            default: option.default(),
            off: option.off_value(),
            on: option.on_value(),
            needs: needs(option),
            nodes: match option.limit {
                Limit::Nodes(nodes) => Some(nodes),
                Limit::Clock => None,
            },
            against_off: option.is_against_off,
            lab: option.is_lab,
            about: option.about,
        }
    }
}

/// What each value needs that may be played.
fn needs(option: &Declaration) -> BTreeMap<String, Vec<String>> {
    let mut values: Vec<String> = option.on_value().into_iter().collect();
    values.extend(option.off_value().map(str::to_owned));
    if let OptionKind::Choice(words) = option.kind {
        values.extend(words.iter().map(|&word| word.to_owned()));
    }
    let settings = |value: &str| -> Vec<String> {
        option.needs_of(value).iter().map(|(name, value)| format!("{name}={value}")).collect()
    };
    let needs = values.into_iter().map(|value| (settings(&value), value));
    needs.filter(|(settings, _)| !settings.is_empty()).map(|(s, value)| (value, s)).collect()
}
