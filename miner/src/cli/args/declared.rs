//! Filters that are declared in `filter/` as lists, as options.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use crate::filter::{
    elo::{self, EloBounds},
    pattern::{self, Pattern},
};

/// Patterns on tags: `--NAME` and `--not-NAME` for each kind.
#[derive(Clone, Debug, Default)]
pub struct PatternArgs(pub Vec<Pattern>);

impl Args for PatternArgs {
    fn augment_args(mut command: Command) -> Command {
        for kind in &pattern::KINDS {
            let arg = |name: &'static str, excludes: bool, help: String| {
                let read = move |text: &str| kind.read(excludes, text);
                let arg = Arg::new(name).long(name).help(help);
                let arg = arg.value_name(kind.value_name()).action(ArgAction::Append);
                arg.value_parser(read)
            };
            let help = format!("Games that --{} lets pass do not count", kind.name);
            command = command.arg(arg(kind.name, false, kind.help.to_owned()));
            command = command.arg(arg(kind.not_name, true, help));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PatternArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut patterns = Vec::new();
        for kind in &pattern::KINDS {
            for name in [kind.name, kind.not_name] {
                let given = matches.get_many::<Pattern>(name);
                patterns.extend(given.into_iter().flatten().cloned());
            }
        }
        Ok(Self(patterns))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Stands between patterns of which all must hold.
pub(super) const AND: &str = " and ";

impl PatternArgs {
    /// Whether an option of this name is a pattern.
    pub(super) fn is_pattern(name: &str) -> bool {
        pattern::KINDS.iter().any(|kind| name == kind.name || name == kind.not_name)
    }

    /// What is asked, by option; several of one option together.
    pub(super) fn in_force(&self) -> Vec<(&'static str, String)> {
        let mut options = Vec::new();
        for kind in &pattern::KINDS {
            for (name, excludes) in [(kind.name, false), (kind.not_name, true)] {
                let of_kind = self.0.iter().filter(|pattern| pattern.kind().name == kind.name);
                let texts = of_kind.filter(|pattern| pattern.excludes() == excludes);
                let texts: Vec<String> = texts.map(ToString::to_string).collect();
                if !texts.is_empty() {
                    options.push((name, texts.join(AND)));
                }
            }
        }
        options
    }
}

/// Bounds of figures of the players' Elo: `--min-NAME` and `--max-NAME` for each.
#[derive(Clone, Debug, Default)]
pub struct EloArgs(pub Vec<EloBounds>);

impl Args for EloArgs {
    fn augment_args(mut command: Command) -> Command {
        for kind in &elo::KINDS {
            for (name, which) in [(kind.min_name, "Least"), (kind.max_name, "Greatest")] {
                let arg = Arg::new(name).long(name).help(format!("{which} {}", kind.help));
                command = command.arg(arg.value_name("ELO").value_parser(value_parser!(u16)));
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EloArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let bounds = |kind: &'static elo::EloKind| {
            let elo::EloKind { min_name, max_name, .. } = kind;
            let [min, max] = [min_name, max_name].map(|name| matches.get_one::<u16>(name).copied());
            (min.is_some() || max.is_some()).then_some(EloBounds { kind, min, max })
        };
        Ok(Self(elo::KINDS.iter().filter_map(bounds).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl EloArgs {
    /// What is asked, by option.
    pub(super) fn in_force(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.0.iter().flat_map(|EloBounds { kind, min, max }| {
            let bounds = [(kind.min_name, min), (kind.max_name, max)];
            bounds.into_iter().filter_map(|(name, bound)| Some((name, (*bound)?.to_string())))
        })
    }
}
