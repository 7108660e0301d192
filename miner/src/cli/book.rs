//! `miner book`.

use std::{
    collections::BTreeMap,
    io::Write,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use indicatif::HumanBytes;
use serde_json::json;
use statistics::wdl::{self, Fitting, Selection};
use tables::{OpeningFile, Output, WdlTable};

use super::{
    Ended, Run,
    files::{Asked, bytes, check_whole},
    guard,
    progress::Bar,
};
use crate::{
    ask::{figures::grouped, provenance},
    book::{Book, Bounds, FORMS, Form, Model, Wanted, Written, coverage::Coverage},
};

/// `miner book`.
#[derive(Debug, Args)]
pub struct BookArgs {
    /// The opening table.
    pub table: PathBuf,
    /// The book; the ending of its name decides the form.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// The form [default: by the name of the book].
    #[arg(long, value_parser = form())]
    pub format: Option<&'static Form>,
    /// How many plies lead to an exit: a number, or a range.
    #[arg(long, value_name = "N|N..M", default_value = "8", value_parser = plies)]
    pub plies: RangeInclusive<usize>,
    /// Exits have at least this many games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u64,
    /// The share of draws among an exit's games.
    #[arg(long, value_name = "LOW..HIGH", default_value_t = Bounds::ALL)]
    pub draws: Bounds,
    /// White's score in an exit's games.
    #[arg(long, value_name = "LOW..HIGH", default_value_t = Bounds::ALL)]
    pub score: Bounds,
    /// Take the score of the side that scores more, White or Black.
    #[arg(long)]
    pub either_side: bool,
    /// The share of draws that the model expects: that of the games, pulled toward that of the position before.
    #[arg(long, value_name = "LOW..HIGH", default_value_t = Bounds::ALL)]
    pub model_draws: Bounds,
    /// How many games the position before is worth to the model.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub model_games: u32,
    /// Take the share of draws from a model instead, at the mean evaluation of the moves played; the model is fitted to
    /// this table of `miner wdl`. The opening table must have been mined with --averages.
    #[arg(long, value_name = "TABLE", conflicts_with = "model_games")]
    pub wdl_model: Option<PathBuf>,
    /// Only this many exits, those with the most games.
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Reads the name of a form.
fn form() -> impl TypedValueParser<Value = &'static Form> {
    let names = FORMS.iter().map(|form| PossibleValue::new(form.name).help(form.about));
    PossibleValuesParser::new(names).try_map(|name| {
        let form = FORMS.iter().copied().find(|form| form.name == name);
        form.ok_or("there is no such form")
    })
}

/// Reads a number of plies or a range of them.
fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok(low..=high),
        _ => Err("it is neither a number of plies nor a range such as 6..10".to_owned()),
    }
}

impl Run for BookArgs {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        run(self, out)?;
        Ok(Ended::Well)
    }
}

impl BookArgs {
    fn wanted(&self, model: Model) -> Wanted {
        Wanted {
            plies: self.plies.clone(),
            min_games: self.min_games,
            draws: self.draws,
            score: self.score,
            either_side: self.either_side,
            model_draws: self.model_draws,
            model,
            top: self.top,
        }
    }

    /// How chances are expected, for lines of this table.
    fn model(&self, table: &OpeningFile) -> Result<Model> {
        let Some(path) = &self.wdl_model else {
            return Ok(Model::Games(f64::from(self.model_games)));
        };
        if !table.has_sums() {
            bail!(
                "`{}` has no evaluations: mine it with `miner opening --averages`",
                self.table.display()
            );
        }
        let asked = Asked::<WdlTable>::open(Some(path), "wdl")?;
        let fit = wdl::fit(&asked.table, &Selection::default(), Fitting::default());
        let fit = fit.with_context(|| format!("`{}`", path.display()))?;
        Ok(Model::Evaluations(fit.model))
    }

    fn form(&self) -> Result<&'static Form> {
        let ending =
            self.out.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let by_name = || FORMS.iter().copied().find(|form| form.ending == ending);
        self.format.or_else(by_name).with_context(|| {
            format!("`{}` does not say which form; name one with --format", self.out.display())
        })
    }
}

/// Writes a book; what was there before stays until all is written.
fn run(arguments: &BookArgs, out: &mut dyn Write) -> Result<()> {
    let form = arguments.form()?;
    let model = arguments
        .wdl_model
        .as_ref()
        .map(|path| if path.is_dir() { path.join("wdl.bin") } else { path.clone() });
    let tables = [Some(&arguments.table), model.as_ref()];
    let tables = tables.into_iter().flatten().map(PathBuf::as_path);
    guard::check(tables, [arguments.out.as_path()])?;
    let table = OpeningFile::open(bytes(&arguments.table)?)
        .with_context(|| format!("`{}`", arguments.table.display()))?;
    check_whole(&arguments.table, table.provenance())?;
    let model = arguments.model(&table)?;
    let bar = Bar::busy(format!("lines of {} moves", grouped(table.rows() as u64)));
    let book = Book::new(&table, &arguments.wanted(model));
    let saved = if book.exits.is_empty() { None } else { Some(save(form, &book, &arguments.out)?) };
    bar.clear();
    let Some((written, bytes)) = saved else { bail!("{}", nothing(arguments, &book)) };
    let summary = Summary { arguments, table: &table, book: &book, form, written, bytes };
    if arguments.json { summary.json(out) } else { summary.text(out) }
}

fn save(form: &Form, book: &Book, path: &Path) -> Result<(Written, u64)> {
    let context = || format!("cannot write `{}`", path.display());
    let mut output = Output::create(path).with_context(context)?;
    let written = (form.write)(book, &mut output).with_context(context)?;
    Ok((written, output.finish().with_context(context)?))
}

/// Why there is nothing to write.
fn nothing(arguments: &BookArgs, book: &Book) -> String {
    let plies = range(&arguments.plies);
    let most = book.left_out.iter().max_by_key(|(_, positions)| **positions);
    let why =
        most.map(|(option, positions)| format!("; --{option} left out the most, {positions}"));
    format!(
        "no exit passes: {} positions of the table are {plies} plies from the start{}. Nothing was written",
        book.candidates,
        why.unwrap_or_default()
    )
}

fn range(plies: &RangeInclusive<usize>) -> String {
    let (low, high) = (plies.start(), plies.end());
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

/// What is told of a book.
struct Summary<'a> {
    arguments: &'a BookArgs,
    table: &'a OpeningFile,
    book: &'a Book,
    form: &'a Form,
    written: Written,
    bytes: u64,
}

impl Summary<'_> {
    fn coverage(&self) -> Coverage {
        Coverage::of(self.book, *self.arguments.plies.end())
    }

    /// How many exits have White to move, and how many each number of plies.
    fn counts(&self) -> (usize, Vec<(usize, usize)>) {
        let exits = || self.book.exits.iter().map(|exit| self.book.place_of(exit));
        let white = exits().filter(|place| place.turn == rules::Color::White).count();
        let mut by_plies = BTreeMap::new();
        for place in exits() {
            *by_plies.entry(place.plies).or_default() += 1;
        }
        (white, by_plies.into_iter().collect())
    }

    fn json(&self, out: &mut dyn Write) -> Result<()> {
        let Coverage { at_exit, outside, elsewhere } = self.coverage();
        let (white_to_move, by_plies) = self.counts();
        let summary = json!({
            "format": self.form.name,
            "path": self.arguments.out.display().to_string(),
            "bytes": self.bytes,
            "entries": self.written.entries,
            "notes": self.written.notes,
            "exits": self.book.exits.len(),
            "white_to_move": white_to_move,
            "by_plies": by_plies,
            "candidates": self.book.candidates,
            "left_out": self.book.left_out,
            "transposed": self.book.transposed(),
            "doubles": self.book.doubles,
            "coverage": { "at_exit": at_exit, "outside": outside, "elsewhere": elsewhere },
            "counted": provenance::sentence(self.table.provenance()),
        });
        writeln!(out, "{summary}")?;
        Ok(())
    }

    fn text(&self, out: &mut dyn Write) -> Result<()> {
        let Self { book, written, .. } = self;
        let (white, by_plies) = self.counts();
        let exits = book.exits.len();
        writeln!(
            out,
            "{}: {} {}, {}, written to {}",
            self.form.name,
            grouped(written.entries),
            written.unit,
            HumanBytes(self.bytes),
            self.arguments.out.display()
        )?;
        let by_plies: Vec<_> =
            by_plies.iter().map(|(ply, n)| format!("{ply}: {}", grouped(*n as u64))).collect();
        writeln!(
            out,
            "exits: {} of {} positions {} plies from the start, {} with White to move; by plies {}",
            grouped(exits as u64),
            grouped(book.candidates),
            range(&self.arguments.plies),
            grouped(white as u64),
            by_plies.join(", ")
        )?;
        for (option, positions) in &book.left_out {
            writeln!(out, "  left out {:>12}  by --{option}", grouped(*positions))?;
        }
        writeln!(
            out,
            "double positions: none; {} exits are reached in several ways and written once, {} were the same but for \
             a capture en passant that is not legal",
            grouped(book.transposed()),
            grouped(book.doubles)
        )?;
        let Coverage { at_exit, outside, elsewhere } = self.coverage();
        writeln!(
            out,
            "coverage: of games that choose moves as often as the table's, {:.1} % come to an exit, {:.1} % leave the \
             table before, {:.1} % pass by",
            100.0 * at_exit,
            100.0 * outside,
            100.0 * elsewhere
        )?;
        writeln!(out, "  {}", provenance::sentence(self.table.provenance()))?;
        written.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
        Ok(())
    }
}
