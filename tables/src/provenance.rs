//! Where a table comes from: inputs, options, and what became of every game.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use bincode::{Decode, Encode};
use xxhash_rust::xxh3::xxh3_128;

use crate::{Rows, RowsMut, Shards, TableError, shards};

/// One source of games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub struct Input {
    /// The file's name without its folder, or `-` for standard input.
    pub name: String,
    /// Its size in bytes, as read (compressed files: compressed).
    pub bytes: u64,
    /// XXH3-128 of these bytes (`xxhsum -H2` prints the same).
    pub digest: u128,
}

impl Input {
    /// Bytes that one has at least in a file: the length of its name, its size and its digest.
    const LEAST_BYTES: usize = 3;

    /// A file with these bytes.
    #[must_use]
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.to_owned(), bytes: bytes.len() as u64, digest: xxh3_128(bytes) }
    }

    /// What tells its bytes from those of other inputs, whatever these are called: their digest and their number.
    #[must_use]
    pub const fn content(&self) -> (u128, u64) {
        (self.digest, self.bytes)
    }
}

/// What became of the games, and what was seen in those that were used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Counters {
    /// Games found in the inputs. Always `games_used` plus all of `rejected`.
    pub games_read: u64,
    /// Games that were counted.
    pub games_used: u64,
    /// Games that were not, by reason. Reasons with no game are absent.
    pub rejected: BTreeMap<String, u64>,
    /// Positions of the used games: the start and the position after each ply.
    pub positions: u64,
    /// Those of them with more pieces of a role than the imbalance table has room for.
    pub out_of_caps_positions: u64,
}

impl Counters {
    /// Counts one more rejected game.
    pub fn reject(&mut self, reason: &str) {
        self.games_read += 1;
        match self.rejected.get_mut(reason) {
            Some(count) => *count += 1,
            None => {
                self.rejected.insert(reason.to_owned(), 1);
            }
        }
    }

    /// All rejected games.
    #[must_use]
    pub fn games_rejected(&self) -> u64 {
        self.rejected.values().sum()
    }

    /// Adds the counters of other games.
    pub fn merge(&mut self, other: &Self) {
        self.games_read += other.games_read;
        self.games_used += other.games_used;
        for (reason, count) in &other.rejected {
            *self.rejected.entry(reason.clone()).or_default() += count;
        }
        self.positions += other.positions;
        self.out_of_caps_positions += other.out_of_caps_positions;
    }
}

/// Everything that decides a table's counts. Holds no clock and no folder, so that the same games
/// and options give the same bytes anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The program that counted, with its version.
    pub program: String,
    /// The inputs, sorted.
    pub inputs: Vec<Input>,
    /// Every filter and option in force, by name.
    pub options: BTreeMap<String, String>,
    /// What became of the games.
    pub counters: Counters,
    /// Runs of which some shards are here and some are missing; none in a table that is whole.
    pub shards: Vec<Shards>,
}

impl Counters {
    /// Counters from a file: small enough that sums of tables cannot overflow.
    fn check(&self) -> Result<(), TableError> {
        const MOST: u64 = 1 << 48;
        let counts = [self.games_read, self.games_used, self.positions, self.out_of_caps_positions];
        // A file has room for far fewer reasons than these bits leave.
        if counts.iter().chain(self.rejected.values()).all(|count| *count <= MOST) {
            Ok(())
        } else {
            Err(TableError::Invalid("a counter is impossibly large"))
        }
    }
}

impl Provenance {
    pub(crate) fn put(&self, rows: &mut RowsMut) {
        let Self { program, inputs, options, counters, shards } = self;
        rows.put(&(program, inputs, options, counters));
        if !shards.is_empty() {
            rows.put(shards);
        }
    }

    pub(crate) fn take(rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let program = rows.take()?;
        // One by one: there may be more of them than a single value may hold.
        let count = rows.take_count(Input::LEAST_BYTES)?;
        let inputs = (0..count).map(|_| rows.take()).collect::<Result<_, _>>()?;
        let (options, counters): (_, Counters) = rows.take()?;
        counters.check()?;
        let mut shards = Vec::new();
        if rows.has_shards() {
            shards = rows.take()?;
            shards::check(&shards)?;
        }
        Ok(Self { program, inputs, options, counters, shards })
    }

    /// Joins the provenance of another table of the same kind.
    ///
    /// # Errors
    /// If program or options differ: such counts do not mean the same thing. If both hold the same
    /// shard of a run. If an option looked at more than one game at a time.
    pub fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        for (name, why) in OF_ALL_GAMES {
            if self.options.contains_key(name) || other.options.contains_key(name) {
                return Err(TableError::Unmergeable(format!("mined with --{name}, {why}")));
            }
        }
        if self.program != other.program {
            return Err(TableError::Unmergeable(format!(
                "one was mined by {} and the other by {}",
                self.program, other.program
            )));
        }
        let values = joined_values(&self.options, &other.options);
        let [own, others] = [&self.options, &other.options].map(|options| {
            let mut options = options.clone();
            if let Some((name, _)) = &values {
                options.remove(name);
            }
            options
        });
        if let Some(difference) = first_difference(&own, &others) {
            return Err(TableError::Unmergeable(difference));
        }
        // Tables of different values are parts of the games of one input.
        let are_parts = self.options.get(BY) != other.options.get(BY);
        self.options.extend(values);
        let mut all = self.shards.clone();
        let whole = shards::join(&mut all, &other.shards)?;
        self.shards = all;
        let inputs = [std::mem::take(&mut self.inputs), other.inputs.clone()];
        self.inputs = if are_parts { joined_inputs(inputs) } else { inputs.concat() };
        self.inputs.extend(whole);
        self.inputs.sort();
        self.counters.merge(&other.counters);
        Ok(())
    }

    /// The values of [`BY`] that a table holds; none if it is of no key.
    #[must_use]
    pub fn values(&self) -> Vec<&str> {
        key_and_values(&self.options).map_or(Vec::new(), |(_, values)| values.split(' ').collect())
    }
}

/// Options that look at more than one game at a time, and so cannot be applied in parts; why not.
const OF_ALL_GAMES: [(&str, &str); 2] = [
    ("no-duplicates", "games that are in several tables would count several times"),
    ("first", "fewer games would have been counted of all together"),
];

/// The inputs of tables of different values of a key: each input as often as one of them names it.
fn joined_inputs(lists: [Vec<Input>; 2]) -> Vec<Input> {
    let mut times: BTreeMap<_, [Vec<Input>; 2]> = BTreeMap::new();
    for (side, list) in lists.into_iter().enumerate() {
        for input in list {
            times.entry(input.content()).or_default()[side].push(input);
        }
    }
    // Names may differ: the first by the alphabet, whichever table comes first.
    let longer = |lists: [Vec<Input>; 2]| {
        lists.into_iter().max_by_key(|list| (list.len(), Reverse(list.clone()))).unwrap_or_default()
    };
    times.into_values().flat_map(longer).collect()
}

/// The option that holds which part of the games a table counts, by the value of a key: `eco B20 B21`. Tables
/// of different values of one key are merged to one of all of them.
pub const BY: &str = "by";

/// That option for two tables together, if both have it and it is of one key.
fn joined_values(
    left: &BTreeMap<String, String>,
    right: &BTreeMap<String, String>,
) -> Option<(String, String)> {
    let ((key, values), (other, more)) = (key_and_values(left)?, key_and_values(right)?);
    let all: BTreeSet<&str> = values.split(' ').chain(more.split(' ')).collect();
    let all: Vec<&str> = all.into_iter().collect();
    (key == other).then(|| (BY.to_owned(), format!("{key} {}", all.join(" "))))
}

/// That option's key, and its values with blanks between them.
fn key_and_values(options: &BTreeMap<String, String>) -> Option<(&str, &str)> {
    options.get(BY)?.split_once(' ')
}

fn first_difference(
    left: &BTreeMap<String, String>,
    right: &BTreeMap<String, String>,
) -> Option<String> {
    let say = |value: Option<&String>| value.map_or("absent".to_owned(), |v| format!("`{v}`"));
    left.keys().chain(right.keys()).find(|&name| left.get(name) != right.get(name)).map(|name| {
        format!(
            "option `{name}` is {} in one and {} in the other",
            say(left.get(name)),
            say(right.get(name))
        )
    })
}
