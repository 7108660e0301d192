//! The command line of the program `arena`; the only part that prints. `gauntlet` is TST-05.

use std::{
    fs::{File, OpenOptions},
    io::{Read as _, Seek as _, SeekFrom, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::{Args, Parser, Subcommand};

use super::{
    adjudicate::Rules,
    contest::{self, Contest, Pair, Standing},
    contestant::{Budget, Contestant},
    elo::{Difference, likelihood_of_superiority},
    journal::Journal,
    openings::Openings,
    rating::Ratings,
    record,
    sprt::{Sprt, Verdict},
    tally::Tally,
};

/// Matches between settings of the engine, in one process.
#[derive(Debug, Parser)]
#[command(name = "arena", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// A against B.
    Match(MatchArguments),
    /// A against several others, a match of the same length each.
    Gauntlet(GauntletArguments),
    /// Games of one setting against itself, as training data.
    Selfplay(SelfplayArguments),
    /// What a result says: wins, losses and draws of A.
    Elo {
        /// Games that A won.
        wins: u64,
        /// Games that A lost.
        losses: u64,
        /// Drawn games.
        draws: u64,
        /// The same games as pairs, by half points of A, 0 to 4: `2 5 24 14 5`. Errors and tests are then of pairs.
        #[arg(long, num_args = 5, value_name = "PAIRS")]
        pairs: Option<Vec<u64>>,
        /// A test, such as `elo0=1 elo1=5`; its model is trinomial if there are no pairs.
        #[arg(long)]
        sprt: Option<String>,
    },
}

#[derive(Debug, Args)]
struct MatchArguments {
    /// An option of A, `NAME=VALUE`; may be given more than once.
    #[arg(long = "a", value_name = "NAME=VALUE")]
    a: Vec<String>,
    /// An option of B, `NAME=VALUE`; may be given more than once.
    #[arg(long = "b", value_name = "NAME=VALUE")]
    b: Vec<String>,
    /// End the match when this test does, such as `elo0=0 elo1=5`; alpha and beta are 0.05 and model
    /// is pentanomial unless given (others: trinomial, normalised).
    #[arg(long)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    play: PlayArguments,
}

#[derive(Debug, Args)]
struct GauntletArguments {
    /// An option of A, `NAME=VALUE`; may be given more than once.
    #[arg(long = "a", value_name = "NAME=VALUE")]
    a: Vec<String>,
    /// An opponent's options, `NAME=VALUE,NAME=VALUE`; may be given more than once.
    #[arg(long, required = true, value_name = "SETTINGS")]
    against: Vec<String>,
    #[command(flatten)]
    play: PlayArguments,
}

#[derive(Debug, Args)]
struct SelfplayArguments {
    /// An option of the engine, `NAME=VALUE`; may be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    play: PlayArguments,
}

#[derive(Debug, Args)]
struct PlayArguments {
    /// Nodes for each move; 5000 if no limit is given.
    #[arg(long, group = "budget")]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long, group = "budget")]
    depth: Option<i32>,
    /// Milliseconds for each move.
    #[arg(long, group = "budget")]
    movetime: Option<u64>,
    /// A clock in seconds, and what each move adds to it: `8+0.08`.
    #[arg(long, group = "budget")]
    tc: Option<Budget>,
    /// Openings: a PGN file, or positions by line (EPD, FEN). Without, random plies.
    #[arg(long)]
    book: Option<PathBuf>,
    /// Plies of each opening: random ones, or at most so many of a game in the book.
    #[arg(long, default_value_t = 8)]
    plies: u32,
    /// Decides the order of the openings, or the random plies.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at most, an even number: they are played in pairs.
    #[arg(long, default_value_t = 1000, value_parser = even)]
    games: u64,
    /// Leave out so many pairs: a match of another time has played them.
    #[arg(long, default_value_t = 0)]
    skip: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Hash of each engine in megabytes. Small tables are quick to clear before each game.
    #[arg(long, default_value_t = 4)]
    hash: u32,
    /// Play every game to its end.
    #[arg(long)]
    no_adjudication: bool,
    /// Append the games to this file.
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Write ratings into the games' tags: one for both players, A's and B's (`2800,2700`), or `nominal`:
    /// 2600 for 1000 nodes a move and 200 for each doubling, a label that nobody measured.
    #[arg(long)]
    elo_tag: Option<Ratings>,
    /// Keep finished pairs in this file, and go on with it after an interruption. A file of other settings,
    /// tables, openings or of another engine is refused.
    #[arg(long)]
    journal: Option<PathBuf>,
    /// Pairs between two lines about progress; 0 for none.
    #[arg(long, default_value_t = 50)]
    every: u64,
}

/// Runs the program.
#[must_use]
pub fn run() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Match(arguments) => compete(&arguments),
        Command::Gauntlet(arguments) => gauntlet(&arguments),
        Command::Selfplay(arguments) => selfplay(&arguments),
        Command::Elo { wins, losses, draws, pairs, sprt } => {
            let games = Tally { wins, losses, draws, ..Tally::default() };
            match pairs {
                None => result(&games, sprt.as_deref()),
                Some(pairs) => result_of_pairs(games, &pairs, sprt.as_deref()),
            }
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            say_aside(&format!("arena: {sentence}"));
            ExitCode::FAILURE
        }
    }
}

fn even(text: &str) -> Result<u64, String> {
    let games: u64 = text.parse().map_err(|_| format!("`{text}` is no number of games"))?;
    if games == 0 || games % 2 == 1 {
        return Err("games are played in pairs: 2, 4, 6 ...".to_owned());
    }
    Ok(games)
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn say_aside(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn compete(arguments: &MatchArguments) -> Result<(), String> {
    let play = &arguments.play;
    let contest = play.contest([("A", &arguments.a), ("B", &arguments.b)], arguments.sprt)?;
    let standing = play.run(&contest, say)?;
    say(&summary(&standing, &contest));
    Ok(())
}

fn gauntlet(arguments: &GauntletArguments) -> Result<(), String> {
    let play = &arguments.play;
    if play.journal.is_some() {
        return Err("a gauntlet keeps no journal; play its matches one by one".to_owned());
    }
    let contests = arguments.against.iter().map(|against| {
        let settings: Vec<_> =
            against.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect();
        let contest = play.contest([("A", &arguments.a), (against.as_str(), &settings)], None)?;
        // All are looked at before the first is played.
        contest.contestants.iter().try_for_each(|one| one.engine().map(drop))?;
        Ok(contest)
    });
    let contests = contests.collect::<Result<Vec<_>, String>>()?;
    say("| opponent | Elo of A | games | score | draws |\n|---|---|---|---|---|");
    for contest in contests {
        // The rows are one table: progress goes beside it.
        let standing = play.run(&contest, say_aside)?;
        let tally = standing.tally;
        let Difference { elo, error } = Difference::of_pairs(&tally);
        let draws = 100.0 * tally.draws as f64 / tally.games().max(1) as f64;
        let [_, opponent] = &contest.contestants;
        let name = if opponent.name.is_empty() { "default" } else { &opponent.name };
        say(&format!(
            "| {name} | {elo:+.1} ± {error:.1} | {} | {:.1} % | {draws:.0} % |{}",
            tally.games(),
            100.0 * tally.score(),
            bad_ends(&standing)
        ));
    }
    Ok(())
}

fn selfplay(arguments: &SelfplayArguments) -> Result<(), String> {
    let play = &arguments.play;
    if play.pgn.is_none() {
        return Err("selfplay makes games: name a file with --pgn".to_owned());
    }
    let settings = &arguments.settings;
    let players = ["Prospector"; 2].map(|name| (name, settings.as_slice()));
    let contest = Contest { repeats: false, ..play.contest(players, None)? };
    let standing = play.run(&contest, say)?;
    say(&summary(&standing, &contest));
    Ok(())
}

fn result(tally: &Tally, sprt: Option<&str>) -> Result<(), String> {
    let sprt = sprt.map(|text| format!("{text} model=trinomial").parse()).transpose()?;
    tell(tally, Difference::of_games(tally), sprt);
    Ok(())
}

fn result_of_pairs(games: Tally, pairs: &[u64], sprt: Option<&str>) -> Result<(), String> {
    let sprt = sprt.map(str::parse).transpose()?;
    let tally = games.in_pairs(pairs).ok_or_else(|| {
        format!("{} games with these points are not the pairs {pairs:?}", games.games())
    })?;
    tell(&tally, Difference::of_pairs(&tally), sprt);
    Ok(())
}

fn tell(tally: &Tally, Difference { elo, error }: Difference, sprt: Option<Sprt>) {
    say(&format!("Elo {elo:+.2} ± {error:.2}, LOS {:.1} %", likelihood_of_superiority(tally)));
    if let Some(sprt) = sprt {
        say(&test_line(&sprt, tally));
    }
}

impl PlayArguments {
    fn budget(&self) -> Budget {
        const DEFAULT_NODES: u64 = 5_000;
        None.or(self.depth.map(Budget::Depth))
            .or(self.movetime.map(|ms| Budget::MoveTime(Duration::from_millis(ms))))
            .or(self.tc)
            .unwrap_or(Budget::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)))
    }

    fn contest(
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
        let openings = match &contest.openings {
            Openings::Book(book) => format!("book {:032x}", book.digest),
            Openings::Random { .. } => "random openings".to_owned(),
        };
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

    fn run(&self, contest: &Contest, tell: fn(&str)) -> Result<Standing, String> {
        let mut journal = match &self.journal {
            Some(path) => Some(Journal::open(path, &self.title(contest)?)?),
            None => None,
        };
        let mut games = self.pgn.as_deref().map(append_to).transpose()?;
        let mut pairs = 0;
        let mut listen = |pair: &Pair, standing: &Standing| {
            if let Some(games) = &mut games {
                write_pair(games, pair, &contest.contestants)
                    .map_err(|e| format!("cannot write the games: {e}"))?;
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
        say_aside(&format!("arena: left out: {sentence}"));
    }
    if book.unusable.len() > SHOWN {
        say_aside(&format!("arena: left out: {} more of them", book.unusable.len() - SHOWN));
    }
    if book.repeated > 0 {
        let repeated = book.repeated;
        say_aside(&format!("arena: left out: {repeated} openings that are in the book already"));
    }
}

/// Opens a file of games. One whose last game was cut off gets an empty line, so that the next game is
/// not taken for a part of it.
fn append_to(path: &Path) -> Result<File, String> {
    let open = || {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut end = [b'\n'; 2];
        if file.seek(SeekFrom::End(0))? >= 2 {
            file.seek(SeekFrom::End(-2))?;
            file.read_exact(&mut end)?;
        }
        if end != *b"\n\n" {
            file.write_all(b"\n\n")?;
        }
        Ok(file)
    };
    open().map_err(|e: std::io::Error| format!("cannot write {}: {e}", path.display()))
}

/// Both games of a pair at once. The journal hears of a pair after it is written here: one that was being
/// written when the machine stopped may be there twice, none is missing.
fn write_pair(out: &mut File, pair: &Pair, [a, b]: &[Contestant; 2]) -> std::io::Result<()> {
    let round = |game: u32| format!("{}.{game}", pair.number + 1);
    let [first, second] = &pair.bouts;
    let games = record::pgn(first, [a, b], &round(1)) + &record::pgn(second, [b, a], &round(2));
    out.write_all(games.as_bytes())
}

fn progress(standing: &Standing, sprt: Option<Sprt>) -> String {
    let Standing { tally, elapsed, played, .. } = standing;
    let Difference { elo, error } = Difference::of_pairs(tally);
    let rate = *played as f64 / elapsed.as_secs_f64().max(1e-3);
    let test = sprt.map_or(String::new(), |sprt| format!(", LLR {:+.2}", sprt.llr(tally)));
    format!(
        "{} games: +{} -{} ={}, Elo {elo:+.1} ± {error:.1}{test}, {rate:.1} games/s",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws
    )
}

fn summary(standing: &Standing, contest: &Contest) -> String {
    let Standing { tally, .. } = standing;
    let pairs = tally.pairs.map(|n| n.to_string()).join(" ");
    let normalised = Difference::normalised(tally);
    let mut text = format!(
        "{}\npairs by half points of A, 0 to 4: {pairs}\nscore {:.2} %, normalised Elo {:+.1} ± {:.1}, \
         LOS {:.1} %",
        progress(standing, None),
        100.0 * tally.score(),
        normalised.elo,
        normalised.error,
        likelihood_of_superiority(tally)
    );
    if let Some(share) = standing.outside_of_search(contest.threads) {
        text += &format!(", {:.1} % of the time outside of the search", 100.0 * share);
    }
    if let Some(sprt) = contest.sprt {
        let by = standing.decisive.as_ref().unwrap_or(tally);
        text += &format!("\n{}", test_line(&sprt, by));
        if by.games() < tally.games() {
            text += &format!(" after {} games", by.games());
        }
    }
    let bad = bad_ends(standing);
    if !bad.is_empty() {
        text += &format!("\n{}", bad.trim_start());
    }
    text
}

/// How many games ended as none should; nothing if none did.
fn bad_ends(Standing { time_losses, illegal_moves, .. }: &Standing) -> String {
    if time_losses.iter().chain(illegal_moves).all(|&n| n == 0) {
        return String::new();
    }
    format!(
        " lost on time: A {}, B {}; by illegal moves: A {}, B {}",
        time_losses[0], time_losses[1], illegal_moves[0], illegal_moves[1]
    )
}

/// What the test says of these games.
fn test_line(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        Verdict::Continue => "not decided",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    };
    format!("LLR {:+.2} ({low:.2}, {high:.2}): {verdict}", sprt.llr(tally))
}
