//! Formats and their options on the command line, made from what the formats declare.

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};

use crate::export::{
    FORMATS, Format, Writer,
    options::{ExportOption, OPTIONS, Options},
};

/// Reads the name of a format.
pub(in crate::cli) fn format() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| {
        PossibleValue::new(format.name).help(format!("{} ({})", format.about, room(format)))
    });
    PossibleValuesParser::new(names)
        .try_map(|name| Format::named(&name).ok_or("there is no such format"))
}

/// The tables that a format has room for.
fn room(format: &Format) -> String {
    let kinds = format.writers.iter().map(|writer| match writer.kind() {
        None => "all tables".to_owned(),
        Some(kind) => kind.to_string(),
    });
    kinds.collect::<Vec<_>>().join(", ")
}

/// What goes into an export. Options that a format has no use for are refused.
#[derive(Clone, Debug, Default)]
pub struct ExportArgs(pub Options);

impl Args for ExportArgs {
    fn augment_args(command: Command) -> Command {
        let arguments = OPTIONS.iter().map(|option| argument(option));
        command.next_help_heading("Options of some formats").args(arguments)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for ExportArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut arguments = Self::default();
        arguments.update_from_arg_matches(matches)?;
        Ok(arguments)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for &option in OPTIONS {
            let text = match option.value_name {
                Some(_) => matches.get_one::<String>(option.name).cloned(),
                None => matches.get_flag(option.name).then(|| "true".to_owned()),
            };
            if let Some(text) = text {
                self.0
                    .set(option, &text)
                    .map_err(|why| Error::raw(ErrorKind::ValueValidation, why))?;
            }
        }
        Ok(())
    }
}

fn argument(option: &'static ExportOption) -> Arg {
    let about = option.about.trim();
    let argument =
        Arg::new(option.name).long(option.name).help(format!("{}: {about}", users(option)));
    let argument = argument.conflicts_with_all(option.excludes);
    match option.value_name {
        None => argument.action(ArgAction::SetTrue),
        Some(name) => argument.value_name(name).value_parser(move |text: &str| {
            Options::default().set(option, text).map(|()| text.to_owned())
        }),
    }
}

/// The formats that have a use for an option, and for which tables if not for all of the format's.
fn users(option: &ExportOption) -> String {
    let uses = |writer: &&Writer| writer.options().iter().any(|own| own.name == option.name);
    let users = FORMATS.iter().flat_map(|format| {
        let writers = format.writers.iter().filter(uses);
        writers.map(|writer| match writer.kind().filter(|_| format.writers.len() > 1) {
            Some(kind) => format!("{} of {kind} tables", format.name),
            None => format.name.to_owned(),
        })
    });
    users.collect::<Vec<_>>().join(", ")
}
