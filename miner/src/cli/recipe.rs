//! `miner recipe`: tables as a file says, in one pass.
//!
//! A recipe is a command line written down. Its names are those of the options:
//!
//! ```toml
//! inputs = ["masters.pgn.zst", "engines"]   # relative to the recipe
//!
//! [filter]
//! no-forfeits = true
//!
//! [[table]]
//! kind = "imbalance"
//! min-elo = 2400
//! stable-plies = 2
//! out = "imbalance.bin"                     # relative to the recipe
//! ```

use std::{
    any::TypeId,
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail};
use clap::{Arg, ArgAction, Args, CommandFactory, Parser};
use toml::{Table, Value};

use crate::{
    cli::{
        Ended, Run,
        args::{SourceArgs, expand, filters::FilterArgs, kinds::RecipeTable},
        guard,
        mine::{self, Summary},
        summary::Summarised,
    },
    run::plan::Plan,
    shard::Shard,
};

/// `miner recipe`
#[derive(Debug, Args)]
pub struct Recipe {
    /// The recipe; see docs/mine.md.
    pub recipe: PathBuf,
    /// What is read; inputs here take the place of those in the recipe.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Read the I-th of N parts of the inputs, as `miner all` does.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Write tables even if no game is used; this may replace good ones.
    #[arg(long)]
    pub allow_empty: bool,
}

impl Run for Recipe {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, stop)?.tell(self.source.json, out)
    }
}

/// Makes the tables of a recipe.
fn run(
    Recipe { recipe, source, shard, allow_empty }: &Recipe,
    stop: &AtomicBool,
) -> Result<Summary> {
    let text = fs::read_to_string(recipe)
        .with_context(|| format!("cannot read the recipe `{}`", recipe.display()))?;
    let folder = recipe.parent().unwrap_or(Path::new(""));
    let context = || format!("the recipe `{}` is wrong", recipe.display());
    let parsed = Parsed::read(&text, folder).with_context(context)?;
    let inputs = if source.inputs.is_empty() { &parsed.inputs } else { &source.inputs };
    if shard.is_some() && (parsed.filters.first.is_some() || parsed.filters.no_duplicates) {
        bail!("`first` and `no-duplicates` need all games, and a shard sees only a part");
    }
    let written = parsed.plan.places().chain(source.errors_to.as_deref());
    guard::check([recipe.as_path()], written)?;
    let plan = if *allow_empty { parsed.plan.allowing_empty(true) } else { parsed.plan };
    mine::make(&plan, &expand(inputs)?, source, *shard, &parsed.filters, stop)
}

/// A recipe that has been understood.
#[derive(Debug)]
pub struct Parsed {
    inputs: Vec<PathBuf>,
    filters: FilterArgs,
    plan: Plan,
}

impl Parsed {
    /// Reads a recipe whose paths are relative to `folder`.
    ///
    /// # Errors
    /// If it is no TOML, or a name or value is unknown.
    pub fn read(text: &str, folder: &Path) -> Result<Self> {
        let mut recipe: Table = text.parse()?;
        let inputs = match recipe.remove("inputs") {
            None => Vec::new(),
            Some(Value::Array(inputs)) => inputs
                .iter()
                .map(|input| input.as_str().map(|input| folder.join(input)))
                .collect::<Option<_>>()
                .context("`inputs` holds something other than text")?,
            Some(_) => bail!("`inputs` is not a list"),
        };
        let filters = match recipe.remove("filter") {
            None => filters(&Table::new(), folder)?,
            Some(Value::Table(options)) => filters(&options, folder)?,
            Some(_) => bail!("`filter` is not a table of options"),
        };
        let mut all = Plan::default();
        match recipe.remove("table") {
            Some(Value::Array(tables)) => {
                for table in tables {
                    let Value::Table(mut table) = table else { bail!("a `table` has no options") };
                    all.join(plan(&mut table, folder)?);
                }
            }
            _ => bail!("it names no [[table]]"),
        }
        match recipe.keys().next() {
            Some(name) => bail!("`{name}` is unknown; known are inputs, filter and table"),
            None => Ok(Self { inputs, filters, plan: all }),
        }
    }
}

/// What a `[[table]]` asks for.
fn plan(table: &mut Table, folder: &Path) -> Result<Plan> {
    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Only {
        #[command(subcommand)]
        table: RecipeTable,
    }
    let kinds = Only::command();
    let kind = match table.remove("kind") {
        Some(Value::String(kind)) => kinds.find_subcommand(kind),
        _ => None,
    };
    let Some(kind) = kind else {
        let names: Vec<_> = kinds.get_subcommands().map(clap::Command::get_name).collect();
        bail!("a table's `kind` is one of {}", names.join(", "));
    };
    let name = kind.get_name();
    if let Some(option) = table.keys().find(|option| find(kind, option).is_none()) {
        bail!(
            "`{option}` is no option of {name} tables; filters for all tables stand under [filter]"
        );
    }
    let arguments = arguments(table, kind, folder)?;
    let words = std::iter::once(name.to_owned()).chain(arguments);
    Only::try_parse_from(words).map_err(first_sentence)?.table.plan()
}

fn find<'a>(command: &'a clap::Command, option: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|argument| argument.get_long() == Some(option))
}

/// Options of a `command` as they would stand on the command line.
fn arguments(options: &Table, command: &clap::Command, folder: &Path) -> Result<Vec<String>> {
    let mut arguments = Vec::new();
    for (name, value) in options {
        let argument = find(command, name);
        let is_path = argument.is_some_and(|argument| {
            argument.get_value_parser().type_id() == TypeId::of::<PathBuf>()
        });
        let text = match value {
            Value::Boolean(true) => {
                arguments.push(format!("--{name}"));
                continue;
            }
            Value::Boolean(false) => continue,
            Value::String(path) if is_path => folder.join(path).display().to_string(),
            // What may be given several times, each with one value.
            Value::Array(values) if argument.is_some_and(is_repeated) => {
                for value in values {
                    arguments.push(format!("--{name}={}", scalar(value)?));
                }
                continue;
            }
            Value::Array(values) => {
                values.iter().map(scalar).collect::<Result<Vec<_>>>()?.join(",")
            }
            value => scalar(value)?,
        };
        arguments.push(format!("--{name}={text}"));
    }
    Ok(arguments)
}

fn is_repeated(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Append) && argument.get_value_delimiter().is_none()
}

fn scalar(value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        other => bail!("`{other}` is neither text nor a whole number"),
    }
}

/// The filters that options under `[filter]` ask for.
fn filters(options: &Table, folder: &Path) -> Result<FilterArgs> {
    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Only {
        #[command(flatten)]
        filters: FilterArgs,
    }
    let command = Only::command();
    if let Some(option) = options.keys().find(|option| find(&command, option).is_none()) {
        bail!("`{option}` is no filter");
    }
    let arguments = arguments(options, &command, folder)?;
    Ok(Only::try_parse_from(arguments).map_err(first_sentence)?.filters)
}

/// What clap says first; the rest is about command lines.
fn first_sentence(error: clap::Error) -> anyhow::Error {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    anyhow::anyhow!("{}", line.strip_prefix("error: ").unwrap_or(line))
}
