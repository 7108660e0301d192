//! What all commands that play games take, and the contest that they make of it.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use lab::arena::{
    adjudicate::Rules,
    contest::{self, Contest, Pair, Standing},
    contestant::{Budget, Contestant},
    games::Games,
    journal::Journal,
    openings::Openings,
    rating::Ratings,
    sprt::Sprt,
};

use super::{print, standing::progress};

#[derive(Debug, Args)]
pub(crate) struct Play {
    /// Nodes for each move; 5000 if no limit is given.
    #[arg(long, group = "budget")]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long, group = "budget")]
    depth: Option<i32>,
    /// Milliseconds for each move.
    #[arg(long, group = "budget")]
    movetime: Option<u64>,
    /// A clock in seconds, and what each move adds to it: `8+0.08`; `40/60` is 60 seconds for each 40 moves.
    #[arg(long, group = "budget")]
    tc: Option<Budget>,
    /// Openings: a PGN file, or positions by line (EPD, FEN). Without, random plies.
    #[arg(long)]
    book: Option<PathBuf>,
    /// Plies of each opening: random ones, or at most this many of a game in the book.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=200))]
    plies: u32,
    /// Decides the order of the openings, or the random plies.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at most, an even number: they are played in pairs.
    #[arg(long, default_value_t = 1000, value_parser = even)]
    games: u64,
    /// Leave out the first pairs, which another match has played.
    #[arg(long, default_value_t = 0)]
    skip: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Hash of each engine in megabytes. Small tables are quick to clear before each game.
    #[arg(long, default_value_t = contest::HASH)]
    hash: u32,
    /// Play every game to its end.
    #[arg(long)]
    no_adjudication: bool,
    /// Append the games to this file.
    #[arg(long)]
    pub(crate) pgn: Option<PathBuf>,
    /// Write ratings into the games' tags: one for both players, A's and B's (`2800,2700`), or `nominal`:
    /// 2600 for 1000 nodes a move and 200 for each doubling, a label that nobody measured.
    #[arg(long)]
    elo_tag: Option<Ratings>,
    /// Keep finished pairs in this file, and go on with it after an interruption. A file of other settings,
    /// tables, openings or of another engine is refused.
    #[arg(long)]
    pub(crate) journal: Option<PathBuf>,
    /// Pairs between two lines about progress; 0 for none.
    #[arg(long, default_value_t = 50)]
    every: u64,
}

fn even(text: &str) -> Result<u64, String> {
    let games: u64 = text.parse().map_err(|_| format!("`{text}` is no number of games"))?;
    if games == 0 || games % 2 == 1 {
        return Err("games are played in pairs: 2, 4, 6 ...".to_owned());
    }
    Ok(games)
}

impl Play {
    fn budget(&self) -> Budget {
        const DEFAULT_NODES: u64 = 5_000;
        None.or(self.depth.map(Budget::Depth))
            .or(self.movetime.map(|ms| Budget::MoveTime(Duration::from_millis(ms))))
            .or(self.tc)
            .unwrap_or(Budget::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)))
    }

    /// A contest of two players, each a name and its settings.
    pub(crate) fn contest(
        &self,
        players: [(&str, &[String]); 2],
        sprt: Option<Sprt>,
    ) -> Result<Contest, String> {
        let openings = match &self.book {
            Some(path) => Openings::read(path, self.plies, self.seed)?,
            None => Openings::Random { plies: self.plies, seed: self.seed },
        };
        warn_of(&openings);
        let budget = self.budget();
        let ratings = self.elo_tag.map(|ratings| ratings.of(budget)).transpose()?;
        let contestants = [0, 1].map(|side| {
            let (name, settings) = players[side];
            Contestant {
                name: name.to_owned(),
                settings: std::iter::once(format!("Hash={}", self.hash))
                    .chain(settings.iter().cloned())
                    .collect(),
                budget,
                elo: ratings.map(|ratings| ratings[side]),
            }
        });
        for contestant in &contestants {
            if let Some(warning) = contestant.engine()?.warning("TablesDir") {
                print::aside(&format!("lab: {}: {warning}", contestant.name));
            }
        }
        Ok(Contest {
            contestants,
            openings,
            repeats: true,
            first: self.skip,
            pairs: self.games / 2,
            threads: self.concurrency,
            rules: if self.no_adjudication { Rules::NONE } else { Rules::USUAL },
            sprt,
        })
    }

    /// What makes a contest the same one: everything but its length. Settings, what the engine and its
    /// tables are under them, limits, and openings.
    fn title(&self, contest: &Contest) -> Result<String, String> {
        let [a, b] = &contest.contestants;
        let openings = contest.openings.title();
        Ok(format!(
            "arena: {} ({}) v {} ({}); {}; {openings}{} plies={} seed={} first={} adjudication={}",
            a.settings.join(" "),
            a.signature()?,
            b.settings.join(" "),
            b.signature()?,
            a.budget.describe(),
            if contest.repeats { "" } else { ", each once" },
            self.plies,
            self.seed,
            self.skip,
            !self.no_adjudication
        ))
    }

    /// Plays it, and tells how it goes.
    pub(crate) fn run(&self, contest: &Contest, tell: fn(&str)) -> Result<Standing, String> {
        let mut journal = match &self.journal {
            Some(path) => Some(Journal::open(path, &self.title(contest)?)?),
            None => None,
        };
        let mut games = self.pgn.as_deref().map(Games::append_to).transpose()?;
        let mut pairs = 0;
        let mut listen = |pair: &Pair, standing: &Standing| {
            if let Some(games) = &mut games {
                games.add(pair, &contest.contestants)?;
            }
            pairs += 1;
            if self.every > 0 && pairs % self.every == 0 {
                tell(&progress(standing, contest.sprt));
            }
            Ok(())
        };
        contest::run(contest, journal.as_mut(), &mut listen)
    }
}

/// Says what in a book is no opening: the first lines or games, and how many there are.
fn warn_of(openings: &Openings) {
    const SHOWN: usize = 5;
    let Openings::Book(book) = openings else { return };
    for sentence in book.unusable.iter().take(SHOWN) {
        print::aside(&format!("lab: left out: {sentence}"));
    }
    if book.unusable.len() > SHOWN {
        print::aside(&format!("lab: left out: {} more of them", book.unusable.len() - SHOWN));
    }
    if book.repeated > 0 {
        let repeated = book.repeated;
        print::aside(&format!("lab: left out: {repeated} openings that are in the book already"));
    }
}
