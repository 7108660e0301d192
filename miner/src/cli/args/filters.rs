//! The filters as options, the same for all commands that read games.

use std::{collections::BTreeMap, fmt::Display, ops::RangeInclusive, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, CommandFactory, Parser};
use regex::bytes::Regex;
use rules::Outcome;

use super::{
    at_least_one,
    declared::{AND, EloArgs, PatternArgs},
};
use crate::{
    ask::material,
    filter::{
        Filter, Reason,
        date::Date,
        duplicates,
        elo::{EloBounds, EloFilter, read_players},
        evaluation::Evaluation,
        line::Line,
        pattern::Pattern,
        reached::Reached,
        sample::Sample,
        stands::Stands,
        time_control::{TimeClass, TimeControl},
        view::{PlayerResult, View},
    },
};

/// Which games count. Without options it is what docs/tables.md says.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Games from legal set-up positions of standard chess count too.
    #[arg(long)]
    pub include_setup: bool,
    /// Neither player may have more than this Elo.
    #[arg(long, value_name = "ELO")]
    pub max_elo: Option<u16>,
    /// Bounds of other figures.
    #[command(flatten)]
    pub elo: EloArgs,
    /// Players without a sound Elo tag have this Elo.
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(1..=4000))]
    pub assume_elo: Option<u16>,
    /// CSV file of `name,elo` lines for players without a sound Elo tag.
    #[arg(long, value_name = "FILE")]
    pub player_elo: Option<PathBuf>,
    /// Only these results count: 1-0, 0-1, 1/2-1/2.
    #[arg(long, value_name = "RESULT", value_delimiter = ',', value_parser = outcome)]
    pub result: Vec<Outcome>,
    /// Games of this day or later; of a month or year, its first day (2024.12.31, 2024.12, 2024).
    #[arg(long, value_name = "DATE")]
    pub since: Option<Date>,
    /// Games of this day or earlier; of a month or year, its last day.
    #[arg(long, value_name = "DATE", value_parser = Date::last_of)]
    pub until: Option<Date>,
    /// Time classes that count: ultrabullet, bullet, blitz, rapid, classical, correspondence.
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    pub time_class: Vec<TimeClass>,
    /// Least base time in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub min_base: Option<u32>,
    /// Greatest base time in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub max_base: Option<u32>,
    /// Least increment in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub min_increment: Option<u32>,
    /// Greatest increment in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub max_increment: Option<u32>,
    /// What tags must match, or must not.
    #[command(flatten)]
    pub patterns: PatternArgs,
    /// The name of the opponent of the player that --player names must match.
    #[arg(long, value_name = "REGEX")]
    pub opponent: Option<Regex>,
    /// Least Elo of the opponent of the player that --player names.
    #[arg(long, value_name = "ELO", requires = "player")]
    pub min_opponent_elo: Option<u16>,
    /// Greatest Elo of that opponent.
    #[arg(long, value_name = "ELO", requires = "player")]
    pub max_opponent_elo: Option<u16>,
    /// Result of the player that --player names: win, draw, loss.
    #[arg(long, value_name = "RESULT", value_delimiter = ',', requires = "player")]
    pub player_result: Vec<PlayerResult>,
    /// Drop time forfeits, abandoned games, rules infractions and crashes, by the Termination tag.
    #[arg(long)]
    pub no_forfeits: bool,
    /// Drop games of lichess bots.
    #[arg(long)]
    pub no_bots: bool,
    /// Drop games that their event calls casual or unrated.
    #[arg(long)]
    pub rated_only: bool,
    /// Least number of plies.
    #[arg(long, value_name = "N")]
    pub min_plies: Option<usize>,
    /// Greatest number of plies.
    #[arg(long, value_name = "N")]
    pub max_plies: Option<usize>,
    /// The game must begin with these moves: 1. e4 c5 (pgn-extract's -v). Of several --line one is enough.
    #[arg(long, value_name = "MOVES", value_parser = Line::read)]
    pub line: Vec<Line>,
    /// The game must reach this position, in any order of moves: FEN, FEN without its last fields, or moves that
    /// lead there (pgn-extract's -x, -Tf). Of several --position one is enough.
    #[arg(long, value_name = "FEN", value_parser = Reached::read)]
    pub position: Vec<Reached>,
    /// The game must reach this material, with either colour, for N positions in a row [default of N: 2]:
    /// KRPKR, KRPKR:10 (pgn-extract's -z). Of several --material one is enough.
    #[arg(long, value_name = "MATERIAL[:N]", value_parser = stands)]
    pub material: Vec<Stands>,
    /// The evaluation in the comments, White's in pawns, must lie within these bounds for N positions in a row
    /// [default of N: 1]: -0.3..0.3:20, 3.., ..-3. A mate is beyond all numbers.
    #[arg(long, value_name = "LOW..HIGH[:N]", value_parser = evaluation, allow_hyphen_values = true)]
    pub eval: Option<Evaluation>,
    /// Both players always had at least this many seconds left, by the clocks in the comments.
    #[arg(long, value_name = "SECONDS")]
    pub clock_left: Option<u32>,
    /// Only a part of the games, picked by their text: 1/10 takes every tenth or so.
    #[arg(long, value_name = "K/N")]
    pub sample: Option<Sample>,
    /// Only the games that `--sample` of this part leaves out.
    #[arg(long, value_name = "K/N", conflicts_with = "sample")]
    pub hold_out: Option<Sample>,
    /// Count games with the same start, moves and result once. Takes 9 to 18 bytes of memory per
    /// game.
    #[arg(long)]
    pub no_duplicates: bool,
    /// The most games that --no-duplicates remembers; one more is an error.
    #[arg(long, value_name = "N", default_value_t = duplicates::MOST_GAMES,
          requires = "no_duplicates")]
    pub most_remembered: usize,
    /// Stop when this many games have been used.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,
}

impl FilterArgs {
    /// The filter that these arguments ask for.
    ///
    /// # Errors
    /// If bounds are the wrong way round, or the players' file cannot be read.
    pub fn filter(&self) -> Result<Filter> {
        let patterns = self.patterns.0.clone();
        let opponent_elo =
            bounds("the opponent's Elo", self.min_opponent_elo, self.max_opponent_elo, u16::MAX)?;
        for EloBounds { kind, min, max } in &self.elo.0 {
            bounds(kind.help, *min, *max, u16::MAX)?;
        }
        let by_name = match &self.player_elo {
            Some(path) => read_players(path)?,
            None => Default::default(),
        };
        if let (Some(since), Some(until)) = (self.since, self.until)
            && since > until
        {
            bail!("--since {since} is later than --until {until}");
        }
        self.check_time()?;
        let view = View {
            opponent: self.opponent.clone(),
            opponent_elo,
            results: self.player_result.clone(),
            ..View::default()
        }
        .of(&patterns);
        if view.is_asked() && view.has_several_players() {
            bail!(
                "--player is given more than once: with --player-result or an opponent's options \
                 only one player can be meant; --opponent names the other"
            );
        }
        Ok(Filter {
            include_setup: self.includes_setup(),
            tells_event: false,
            tells_results: false,
            tells_remarks: false,
            elo: EloFilter {
                max: self.max_elo,
                bounds: self.elo.0.clone(),
                assume: self.assume_elo,
                by_name,
            },
            outcomes: self.result.clone(),
            since: self.since,
            until: self.until,
            time_classes: self.time_class.clone(),
            base_seconds: bounds("base", self.min_base, self.max_base, u32::MAX)?,
            increment_seconds: bounds(
                "increment",
                self.min_increment,
                self.max_increment,
                u32::MAX,
            )?,
            view,
            patterns,
            no_forfeits: self.no_forfeits,
            no_bots: self.no_bots,
            rated_only: self.rated_only,
            sample: self.sample.or(self.hold_out.map(Sample::rest)),
            plies: bounds("plies", self.min_plies, self.max_plies, usize::MAX)?,
            lines: self.line.clone(),
            positions: self.position.clone(),
            materials: self.material.clone(),
            evaluation: self.eval,
            least_clock: self.clock_left,
        })
    }

    /// Whether games from set-up positions count: also when a FEN is asked for.
    fn includes_setup(&self) -> bool {
        let asks_for_fen =
            |pattern: &Pattern| pattern.kind().reason == Reason::Setup && !pattern.excludes();
        self.include_setup || self.patterns.0.iter().any(asks_for_fen)
    }

    /// Checks that some game of the time classes has a clock within the bounds.
    fn check_time(&self) -> Result<()> {
        let [min_base, min_increment] =
            [self.min_base, self.min_increment].map(Option::unwrap_or_default);
        let [max_base, max_increment] =
            [self.max_base, self.max_increment].map(|most| most.unwrap_or(u32::MAX));
        let shortest = TimeControl::length(min_base, min_increment);
        let longest = TimeControl::length(max_base, max_increment);
        let fits = |class: &TimeClass| {
            let lengths = class.lengths();
            *lengths.start() <= longest && shortest <= *lengths.end()
        };
        if self.time_class.is_empty() || self.time_class.iter().any(fits) {
            return Ok(());
        }
        let classes = list(&self.time_class).unwrap_or_default();
        bail!("no time control within the bounds of base and increment is {classes}")
    }

    /// Checks that players with this minimum Elo can pass.
    ///
    /// # Errors
    /// If the maximum is lower.
    pub fn check_min_elo(&self, min_elo: u16) -> Result<()> {
        match self.max_elo {
            Some(max) if max < min_elo => {
                bail!("--min-elo {min_elo} is above --max-elo {max}: no game passes both")
            }
            _ => Ok(()),
        }
    }

    /// What is asked, by option, for the record.
    ///
    /// # Errors
    /// If the players' file cannot be read.
    pub fn in_force(&self) -> Result<Vec<(&'static str, String)>> {
        let mut options = vec![("include-setup", self.includes_setup().to_string())];
        let mut add =
            |name, value: Option<String>| options.extend(value.map(|value| (name, value)));
        add("max-elo", text(self.max_elo));
        add("assume-elo", text(self.assume_elo));
        if let Some(path) = &self.player_elo {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
            add("player-elo", Some(format!("XXH3-64 {:016x}", xxhash_rust::xxh3::xxh3_64(&bytes))));
        }
        add("result", list(self.result.iter().map(|outcome| outcome.pgn())));
        add("since", text(self.since));
        add("until", text(self.until));
        add("time-class", list(&self.time_class));
        add("min-base", text(self.min_base));
        add("max-base", text(self.max_base));
        add("min-increment", text(self.min_increment));
        add("max-increment", text(self.max_increment));
        add("opponent", text(self.opponent.as_ref()));
        add("min-opponent-elo", text(self.min_opponent_elo));
        add("max-opponent-elo", text(self.max_opponent_elo));
        add("player-result", list(&self.player_result));
        add("no-forfeits", self.no_forfeits.then(|| "true".to_owned()));
        add("no-bots", self.no_bots.then(|| "true".to_owned()));
        add("rated-only", self.rated_only.then(|| "true".to_owned()));
        add("min-plies", text(self.min_plies));
        add("max-plies", text(self.max_plies));
        add("line", either(&self.line));
        add("position", either(&self.position));
        let stands = |s: &Stands| format!("{}:{}", material::name_of(s.material), s.positions);
        add("material", either(self.material.iter().map(stands)));
        let evaluation = |e: Evaluation| format!("{}:{}", e.window, e.positions);
        add("eval", self.eval.map(evaluation));
        add("clock-left", text(self.clock_left));
        add("sample", text(self.sample));
        add("hold-out", text(self.hold_out));
        add("no-duplicates", self.no_duplicates.then(|| "true".to_owned()));
        add("first", text(self.first));
        options.extend(self.elo.in_force());
        options.extend(self.patterns.in_force());
        Ok(options)
    }

    /// The filters of a table's record, to pick out its games again; options that are no filters are
    /// passed over.
    ///
    /// # Errors
    /// If a filter cannot be had from what is recorded: of `--player-elo` that is a checksum.
    pub fn again(options: &BTreeMap<String, String>) -> Result<Self> {
        #[derive(Parser)]
        struct Recorded {
            #[command(flatten)]
            filters: FilterArgs,
        }
        if options.contains_key("player-elo") {
            bail!("the table was mined with --player-elo, and does not hold that file");
        }
        if options.contains_key(tables::BY) {
            bail!("it is a part of what --by told apart");
        }
        let command = Recorded::command();
        let is_filter =
            |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
        let recorded = options.iter().filter(|(name, value)| is_filter(name) && *value != "false");
        let mut arguments = vec!["miner".to_owned()];
        for (name, value) in recorded {
            if PatternArgs::is_pattern(name) && value.contains(AND) {
                bail!("--{name} `{value}` may have been one pattern or several");
            }
            match (name.as_str(), value.as_str()) {
                (_, "true") => arguments.push(format!("--{name}")),
                ("line" | "position" | "material", values) => {
                    arguments.extend(values.split(OR).map(|value| format!("--{name}={value}")));
                }
                _ => arguments.push(format!("--{name}={value}")),
            }
        }
        Ok(Recorded::try_parse_from(arguments)?.filters)
    }

    /// How many games are remembered for finding duplicates, if they are looked for.
    #[must_use]
    pub fn duplicates(&self) -> Option<usize> {
        self.no_duplicates.then_some(self.most_remembered)
    }
}

fn text(value: Option<impl Display>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn list(values: impl IntoIterator<Item = impl Display>) -> Option<String> {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    (!values.is_empty()).then(|| values.join(","))
}

/// Stands between values of which one is enough.
const OR: &str = " or ";

/// Values of which one is enough.
fn either(values: impl IntoIterator<Item = impl Display>) -> Option<String> {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    (!values.is_empty()).then(|| values.join(OR))
}

/// Reads `KRPKR:10`.
fn stands(text: &str) -> Result<Stands> {
    let (text, positions) = and_positions(text)?;
    let positions = positions.unwrap_or(Stands::POSITIONS);
    Ok(Stands { material: material::parse(text)?, positions })
}

/// Reads `-0.3..0.3:20`.
fn evaluation(text: &str) -> Result<Evaluation> {
    let (text, positions) = and_positions(text)?;
    let window = text.parse().map_err(anyhow::Error::msg)?;
    Ok(Evaluation { window, positions: positions.unwrap_or(1) })
}

/// Parts what is looked for from the number of positions behind it.
fn and_positions(text: &str) -> Result<(&str, Option<usize>)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.rsplit_once(':').filter(|(_, number)| is_number(number)) {
        Some((text, number)) => Ok((text, Some(at_least_one(number).map_err(anyhow::Error::msg)?))),
        None => Ok((text, None)),
    }
}

fn bounds<T: PartialOrd + Display + Default>(
    what: &str,
    min: Option<T>,
    max: Option<T>,
    most: T,
) -> Result<Option<RangeInclusive<T>>> {
    if min.is_none() && max.is_none() {
        return Ok(None);
    }
    let (min, max) = (min.unwrap_or_default(), max.unwrap_or(most));
    if min > max {
        bail!("the bounds of {what} are the wrong way round: {min} and {max}");
    }
    Ok(Some(min..=max))
}

fn outcome(text: &str) -> Result<Outcome, String> {
    Outcome::from_pgn(text.as_bytes()).ok_or_else(|| "it must be 1-0, 0-1 or 1/2-1/2".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        filters: FilterArgs,
    }

    /// A value of every filter, as far as they go together.
    const EVERY: &str = "miner --include-setup --max-elo 2800 --min-elo-diff 1 --max-elo-diff 500 --min-average-elo 1500 \
        --max-average-elo 2700 --min-best-elo 1600 --max-best-elo 2750 --min-white-elo 1000 --max-white-elo 2900 \
        --min-black-elo 1000 --max-black-elo 2900 --assume-elo 2000 --result 1-0 --since 2001 --until 2020 \
        --time-class blitz --min-base 60 --max-base 600 --min-increment 0 --max-increment 9 --variant a --not-variant b \
        --fen a --not-fen b --event a --not-event b --site a --not-site b --not-player b --white a \
        --not-white b --black a --not-black b --title a --not-title b --eco a --not-eco b --opening a --not-opening b \
        --tag A=a --not-tag B=b --player a --opponent c --min-opponent-elo 1 --max-opponent-elo 3000 --player-result win \
        --no-forfeits --no-bots --rated-only --min-plies 4 --max-plies 300 --line e2e4 --position e2e4 --material KPK \
        --eval -0.3..:4 --clock-left 5 --sample 85/100 --no-duplicates --first 9";
    /// What does not go together with them.
    const THE_REST: &str = "miner --hold-out 85/100";

    /// A table whose record forgets one merges with tables of other games.
    #[test]
    fn every_filter_is_recorded() {
        let words: Vec<&str> =
            [EVERY, THE_REST].iter().flat_map(|l| l.split_whitespace()).collect();
        let filters = [EVERY, THE_REST]
            .map(|line| Line::try_parse_from(line.split_whitespace()).expect("filters").filters);
        let records = filters.map(|filters| filters.in_force().expect("no file"));
        let record: Vec<&str> = records.iter().flatten().map(|(name, _)| *name).collect();
        // A file, and how much memory a filter may take.
        let apart = ["player-elo", "most-remembered", "help"];
        for filter in Line::command().get_arguments().filter_map(clap::Arg::get_long) {
            if !apart.contains(&filter) {
                assert!(words.contains(&&*format!("--{filter}")), "--{filter} is not tried");
                assert!(record.contains(&filter), "--{filter} is not recorded");
            }
        }
    }

    /// Whatever filters are in force, the record gives them back.
    #[test]
    fn filters_come_back_from_their_record() {
        let line = "miner --max-elo 2800 --result 1-0,1/2-1/2 --since 2001.02 --time-class blitz,rapid \
                    --min-base 60 --no-bots --event ^(?:A|B) --sample 85/100 --min-plies 4 --first 9 \
                    --eval -0.3..:4 --clock-left 5 --line e2e4 --line d2d4 --material KRPKR --material KPK";
        let filters = Line::try_parse_from(line.split_whitespace()).expect("filters").filters;
        let mut record: BTreeMap<String, String> = filters
            .in_force()
            .expect("no file is read")
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        record.insert("stable-plies".to_owned(), "2".to_owned());
        let again = FilterArgs::again(&record).expect("the filters");
        assert_eq!(again.in_force().expect("no file"), filters.in_force().expect("no file"));
        let player = |value: &str| {
            let record = BTreeMap::from([("event".to_owned(), value.to_owned())]);
            FilterArgs::again(&record).map(|filters| filters.patterns.0.len())
        };
        assert_eq!(player("Hoogovens").expect("one"), 1);
        assert!(player("Wijk and Zee").is_err(), "one or two");
        record.insert("player-elo".to_owned(), "XXH3-64 00".to_owned());
        assert!(FilterArgs::again(&record).is_err());
    }
}
