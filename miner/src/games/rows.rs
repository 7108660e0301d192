//! Games as rows of a Parquet file, one row a game.
//!
//! | column | type | from |
//! |---|---|---|
//! | `event`, `site`, `round`, `white`, `black`, `white_title`, `black_title`, `eco`, `opening`, `time_control`, `termination`, `fen` | STRING | the tags of these names |
//! | `date` | DATE | `Date`, or else `UTCDate`, if the whole day is known |
//! | `year` | INT_16 | the same, if only the year is known, too |
//! | `white_elo`, `black_elo` | INT_16 | the tags, if sound |
//! | `result` | STRING | `1-0`, `0-1`, `1/2-1/2` |
//! | `plies` | INT_32 | how many moves there are |
//! | `moves` | STRING | `e2e4 c7c5 g1f3` |
//! | `clocks` | list of INT_32 | what the mover of each ply had left behind it, in milliseconds |
//! | `evaluations` | list of INT_32 | the score in the comment behind each ply, White's, in centipawns; a mate in n is 32,000 - n |
//! | `times` | list of INT_32 | how long the mover of each ply thought, in milliseconds |
//! | `depths` | list of INT_32 | how deep its search was, in plies |
//!
//! What is missing, empty or `?` is null; so is a list of a game whose comments hold none of it. A name that is not UTF-8 is read as Latin-1, and backslashes before
//! quotes and backslashes go. Other tags become columns of their own on demand, STRING under the tag's name.

use anyhow::Result;
use tables::Cell;

use super::{
    GamesCollector,
    files::{Places, Ready, Sink},
    move_pages::{self, MovePages},
    turns::Turns,
};
use crate::{
    collect::{Collector, CollectorTally, positions::packed_score},
    columns::{Group, Lists, Packed, Schema, Texts, Writer, list_column},
    filter::{date::Date, elo},
    game::Game,
    pgn::tags::{self, Tags},
    remarks::Remark,
};

/// Rows of a group: what a reader skips or reads together.
pub const GROUP: usize = 1 << 16;

/// The same where there are many files at a time, each of which gathers a group.
pub const GROUP_OF_MANY: usize = 1 << 13;

/// Where in the tags a value is.
type Value = for<'a> fn(&Tags<'a>) -> Option<&'a [u8]>;

/// The columns of short text.
const TEXTS: [(&str, Value); 11] = [
    ("event", |tags| tags.event),
    ("site", |tags| tags.site),
    ("round", |tags| tags.round),
    ("white", |tags| tags.white),
    ("black", |tags| tags.black),
    ("white_title", |tags| tags.white_title),
    ("black_title", |tags| tags.black_title),
    ("eco", |tags| tags.eco),
    ("opening", |tags| tags.opening),
    ("time_control", |tags| tags.time_control),
    ("termination", |tags| tags.termination),
];

/// The columns of numbers.
const NUMBERS: [(&str, &str); 4] =
    [("date", "DATE"), ("year", "INT_16"), ("white_elo", "INT_16"), ("black_elo", "INT_16")];

/// What a comment says of a ply.
type Said = fn(Remark) -> Option<i32>;

/// The columns of what comments say of each ply.
const LISTS: [(&str, Said); 4] = [
    ("clocks", |remark| i32::try_from(remark.clock?).ok()),
    ("evaluations", |remark| Some(packed_score(remark.score?).into())),
    ("times", |remark| i32::try_from(remark.spent?).ok()),
    ("depths", |remark| Some(remark.depth?.into())),
];

/// Writes games as rows.
#[derive(Debug)]
pub struct RowsCollector {
    /// Tags that become columns beside the usual ones.
    tags: Vec<String>,
    schema: Schema,
    gathered: Turns<Gathered>,
    file: Turns<File>,
}

/// The rows that make no whole group yet.
#[derive(Debug)]
struct Gathered {
    rows: Rows,
    /// Groups that were given away.
    groups: u64,
    /// Games that came.
    games: u64,
    /// The most rows of a group.
    most: usize,
    /// How many games go to each file.
    each: u64,
}

/// A group of rows that is whole.
#[derive(Debug)]
struct Whole {
    /// Its place among the groups.
    number: u64,
    /// The file that it goes to, from 0.
    file: u64,
    rows: Rows,
}

/// The file, those before, and the first error.
#[derive(Debug)]
struct File {
    /// Where the next file goes; nothing while one is started that cannot be.
    places: Option<Places>,
    writer: Writer<Sink>,
    games: u64,
    before: Vec<Ready>,
    failed: Option<anyhow::Error>,
}

impl File {
    /// Adds a group to the file of this number.
    fn add(&mut self, number: u64, packed: &Packed, games: u64, schema: &Schema) -> Result<()> {
        if number > self.before.len() as u64
            && let Some(places) = self.places.take()
        {
            let (places, sink) = places.open(number)?;
            let full = std::mem::replace(&mut self.writer, Writer::new(sink, schema)?);
            self.before.push(full.finish()?.ready(std::mem::take(&mut self.games))?);
            self.places = Some(places);
        }
        self.writer.add(packed)?;
        self.games += games;
        Ok(())
    }
}

impl RowsCollector {
    /// Games go to these places in groups of so many rows, with columns for these tags beside the usual ones.
    ///
    /// # Errors
    /// If the place cannot be written, or a tag's name cannot be a column's or is one already.
    pub fn new(
        tags: Vec<String>,
        metadata: Vec<(String, String)>,
        most: usize,
        places: Places,
    ) -> Result<Self> {
        let schema = Schema::new(&columns(&tags)?, metadata)?;
        let each = places.each();
        let (places, sink) = places.open(0)?;
        let (places, writer) = (Some(places), Writer::new(sink, &schema)?);
        let rows = Rows::new(tags.len());
        Ok(Self {
            gathered: Turns::new(Gathered { rows, groups: 0, games: 0, most, each }),
            file: Turns::new(File { places, writer, games: 0, before: Vec::new(), failed: None }),
            tags,
            schema,
        })
    }

    /// Packs a group and adds it to the file in its turn.
    fn write(&self, Whole { number, file: of_file, rows }: Whole) {
        let games = rows.count as u64;
        let packed = self.schema.pack(|to| rows.write(to));
        self.file.take(number, |file| {
            if file.failed.is_none() {
                let added =
                    packed.and_then(|packed| file.add(of_file, &packed, games, &self.schema));
                file.failed = added.err();
            }
        });
    }
}

/// The schema's columns, in the order in which [`Rows::write`] writes them.
fn columns(tags: &[String]) -> Result<String> {
    let text = |name: &str| format!("OPTIONAL BINARY {name} (UTF8);");
    let number = |(name, kind): &(&str, &str)| format!("OPTIONAL INT32 {name} ({kind});");
    let mut columns: String = TEXTS.iter().map(|(name, _)| text(name)).collect();
    columns += &text("fen");
    columns.extend(NUMBERS.iter().map(number));
    columns += "REQUIRED BINARY result (UTF8); REQUIRED INT32 plies (INT_32); \
                REQUIRED BINARY moves (UTF8); ";
    columns.extend(LISTS.iter().map(|(name, _)| list_column(name)));
    for name in tags {
        let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // Names that differ in their case alone are one to DuckDB.
        let is_taken = columns.to_lowercase().contains(&format!(" {} (", name.to_lowercase()));
        if !is_word || name.is_empty() || is_taken {
            anyhow::bail!("`{name}` cannot be the name of a column, or comes twice");
        }
        columns += &text(name);
    }
    Ok(columns)
}

impl GamesCollector for RowsCollector {
    fn finish(self: Box<Self>) -> Result<Vec<Ready>> {
        let last = self.gathered.last(Gathered::take_all);
        if last.rows.count > 0 {
            self.write(last);
        }
        let File { writer, games, mut before, failed, .. } = self.file.into_inner();
        if let Some(error) = failed {
            return Err(error);
        }
        before.push(writer.finish()?.ready(games)?);
        Ok(before)
    }
}

impl Gathered {
    /// All that was gathered as a group.
    fn take_all(&mut self) -> Whole {
        let mut rows = Rows::new(self.rows.more.len());
        // The next group will be about as long.
        rows.moves.reserve(self.rows.moves.len());
        let rows = std::mem::replace(&mut self.rows, rows);
        let file = self.games.saturating_sub(1) / self.each;
        self.groups += 1;
        Whole { number: self.groups - 1, file, rows }
    }

    /// Takes rows over; gives the groups that are whole.
    fn gather(&mut self, from: &mut Rows) -> Vec<Whole> {
        let mut whole = Vec::new();
        while from.count > 0 {
            let in_file = self.each - self.games % self.each;
            let room =
                (self.most - self.rows.count).min(usize::try_from(in_file).unwrap_or(usize::MAX));
            let count = room.min(from.count);
            self.rows.take_from(from, count);
            self.games += count as u64;
            if self.rows.count == self.most || self.games.is_multiple_of(self.each) {
                whole.push(self.take_all());
            }
        }
        whole
    }
}

impl Collector for RowsCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(RowsTally {
            collector: self,
            turn: 0,
            rows: Rows::new(self.tags.len()),
            whole: Vec::new(),
        })
    }

    fn needs_remarks(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.file.look(|file| file.failed.is_some())
    }
}

/// The rows of a block.
#[derive(Debug)]
struct RowsTally<'a> {
    collector: &'a RowsCollector,
    turn: u64,
    rows: Rows,
    /// Groups that are whole and not yet written.
    whole: Vec<Whole>,
}

impl CollectorTally for RowsTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        self.rows.push(game, &self.collector.tags);
    }

    fn set_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    fn add_up(&mut self) {
        let collector = self.collector;
        let whole = collector.gathered.take(self.turn, |gathered| gathered.gather(&mut self.rows));
        self.whole.extend(whole);
    }

    fn follow_up(&mut self) {
        for whole in self.whole.drain(..) {
            self.collector.write(whole);
        }
    }
}

/// Games as columns.
#[derive(Debug)]
struct Rows {
    count: usize,
    texts: [Texts; TEXTS.len()],
    fen: Texts,
    numbers: [Vec<Option<i32>>; NUMBERS.len()],
    result: Texts,
    plies: Vec<i32>,
    /// The codes of the moves of all games.
    moves: Vec<u16>,
    lists: [Lists; LISTS.len()],
    /// Of the tags that were asked for.
    more: Vec<Texts>,
}

impl Rows {
    fn new(more: usize) -> Self {
        Self {
            count: 0,
            texts: Default::default(),
            fen: Texts::default(),
            numbers: Default::default(),
            result: Texts::default(),
            plies: Vec::new(),
            moves: Vec::new(),
            lists: Default::default(),
            more: vec![Texts::default(); more],
        }
    }

    fn push(&mut self, game: &Game<'_>, more: &[String]) {
        let tags = Tags::read::<true>(game.tag_section());
        for ((_, of), texts) in TEXTS.iter().zip(&mut self.texts) {
            push_value(texts, of(&tags));
        }
        push_value(&mut self.fen, game.fen);
        let days = [tags.date, tags.utc_date].into_iter().flatten().find_map(Date::range);
        let (first, last) = days.unzip();
        let date = first.filter(|day| first == last && day.exists()).map(Date::days_since_1970);
        let year = first.map(|day| day.year().into());
        let elo = |tag: Option<&[u8]>| tag.and_then(elo::read).map(i32::from);
        let numbers = [date, year, elo(tags.white_elo), elo(tags.black_elo)];
        for (column, number) in self.numbers.iter_mut().zip(numbers) {
            column.push(number);
        }
        self.result.push(Some(game.outcome.pgn().as_bytes()));
        self.plies.push(game.plies.len() as i32);
        self.moves.extend(game.plies.iter().copied().map(move_pages::code));
        for ((_, said), lists) in LISTS.iter().zip(&mut self.lists) {
            push_list(lists, game, *said);
        }
        for (name, texts) in more.iter().zip(&mut self.more) {
            let pairs = tags::pairs(game.tag_section());
            let found = pairs.filter(|(other, _)| *other == name.as_bytes()).last();
            push_value(texts, found.map(|(_, value)| value));
        }
        self.count += 1;
    }

    /// Moves the first rows of others behind these.
    fn take_from(&mut self, other: &mut Self, count: usize) {
        let columns = self.texts.iter_mut().zip(&mut other.texts);
        let more = self.more.iter_mut().zip(&mut other.more);
        for (texts, from) in columns.chain(more) {
            texts.take_from(from, count);
        }
        self.fen.take_from(&mut other.fen, count);
        self.result.take_from(&mut other.result, count);
        for (numbers, from) in self.numbers.iter_mut().zip(&mut other.numbers) {
            numbers.extend(from.drain(..count));
        }
        let moves: usize = other.plies[..count].iter().map(|plies| *plies as usize).sum();
        self.moves.extend(other.moves.drain(..moves));
        self.plies.extend(other.plies.drain(..count));
        for (lists, from) in self.lists.iter_mut().zip(&mut other.lists) {
            lists.take_from(from, count);
        }
        self.count += count;
        other.count -= count;
    }

    fn write(self, to: &mut Group<'_>) -> Result<()> {
        for texts in self.texts {
            to.column_of_some_texts(texts)?;
        }
        to.column_of_some_texts(self.fen)?;
        for numbers in self.numbers {
            to.some_i32s(&numbers)?;
        }
        to.column_of_texts(self.result)?;
        to.i32s(&self.plies)?;
        to.column_of_packed_texts(MovePages::new(&self.plies, &self.moves))?;
        for lists in &self.lists {
            to.column_of_lists(lists)?;
        }
        for texts in self.more {
            to.column_of_some_texts(texts)?;
        }
        Ok(())
    }
}

/// Adds what the comments say of each ply, if they say it of any.
fn push_list(lists: &mut Lists, game: &Game<'_>, said: Said) {
    let remarks = (0..game.plies.len()).map(|ply| game.remarks.of(ply));
    if !game.remarks.is_empty() && remarks.clone().any(|remark| said(remark).is_some()) {
        lists.push(remarks.map(said));
    } else {
        lists.push_none();
    }
}

/// Adds the value of a tag as UTF-8, without its escapes.
fn push_value(texts: &mut Texts, value: Option<&[u8]>) {
    match value {
        None | Some(b"" | b"?") => texts.push(None),
        Some(value) if value.is_ascii() && !value.contains(&b'\\') => texts.push(Some(value)),
        Some(value) => texts.push(Some(tags::text_of(value).as_bytes())),
    }
}
