//! Tags and filters of any bytes.

use clap::Parser;
use miner::{
    cli::{Cli, Command},
    collect::{Tally, TieredCollector, census::CensusCollector},
    filter::{Filter, Reason, duplicates::Seen, elo::read_players},
    pgn::tags::Tags,
    run::reader::{Reader, Stretch},
};

/// The options that ask for Elo.
const ELO: [&str; 11] = [
    "max-elo",
    "min-elo-diff",
    "max-elo-diff",
    "min-average-elo",
    "max-average-elo",
    "min-best-elo",
    "max-best-elo",
    "min-white-elo",
    "max-white-elo",
    "min-black-elo",
    "max-black-elo",
];

/// Takes the first line for options (one of them may be a players' file, the second line says what
/// is in it) and the rest for games.
pub fn run(data: &[u8]) {
    let mut parts = data.splitn(3, |byte| *byte == b'\n');
    let options = parts.next().unwrap_or_default();
    let players = parts.next().unwrap_or_default();
    let games = parts.next().unwrap_or_default();
    tags_agree(games);
    let Ok(options) = std::str::from_utf8(options) else { return };
    // Nothing here opens a file that the bytes name.
    if options.contains("-p") && options.contains("elo") {
        return;
    }
    let words = ["miner", "check", "games.pgn"].into_iter().chain(options.split('\t'));
    let Ok(Cli { command: Command::Check(check), .. }) = Cli::try_parse_from(words) else { return };
    if check.filters.player_elo.is_some() {
        return;
    }
    let recorded = check.filters.in_force().expect("nothing is read for the record");
    let Ok(mut filter) = check.filters.filter() else { return };
    filter.elo.by_name = by_name(players);
    let asks_for = |names: &[&str]| recorded.iter().any(|(name, _)| names.contains(name));
    let rejected = counts(&filter, games);
    let all = counts(&Filter::default(), games);
    // The same games, whoever asks.
    assert_eq!(rejected.iter().sum::<u64>(), all.iter().sum::<u64>());
    for (reason, names) in [
        (Reason::Outcome, &["result"][..]),
        (Reason::Date, &["since", "until"]),
        (
            Reason::TimeControl,
            &["time-class", "min-base", "max-base", "min-increment", "max-increment"],
        ),
        (Reason::Event, &["event", "not-event"]),
        (Reason::Site, &["site", "not-site"]),
        (Reason::Player, &["player", "not-player"]),
        (Reason::White, &["white", "not-white"]),
        (Reason::Black, &["black", "not-black"]),
        (Reason::Title, &["title", "not-title"]),
        (Reason::Eco, &["eco", "not-eco"]),
        (Reason::Opening, &["opening", "not-opening"]),
        (Reason::Tag, &["tag", "not-tag"]),
        (Reason::Opponent, &["opponent", "min-opponent-elo", "max-opponent-elo", "player-result"]),
        (Reason::PlayerResult, &["player-result"]),
        (Reason::Line, &["line"]),
        (Reason::Position, &["position"]),
        (Reason::Material, &["material"]),
        (Reason::Termination, &["no-forfeits"]),
        (Reason::Bot, &["no-bots"]),
        (Reason::Unrated, &["rated-only"]),
        (Reason::Sample, &["sample", "hold-out"]),
        (Reason::Plies, &["min-plies", "max-plies"]),
        (Reason::NoElo, &ELO[..]),
        (Reason::Elo, &ELO[..]),
    ] {
        assert!(rejected[reason as usize] == 0 || asks_for(names), "{reason:?}: {recorded:?}");
    }
}

/// Rejected games by reason, then used ones.
fn counts(filter: &Filter, games: &[u8]) -> [u64; Reason::COUNT + 1] {
    let collector = CensusCollector::default();
    let wanted = [TieredCollector { min_elo: 0, collector: &collector }];
    let mut tally = Tally::new(&wanted);
    let mut bad = Vec::new();
    let mut stretch = Stretch { tally: &mut tally, bad: &mut bad, room: u64::MAX };
    let seen = Seen::new(1000);
    let mut reader = Reader::new(filter, Some(&seen));
    let end = reader.read_games(games, 0, games.len(), true, &mut stretch);
    assert_eq!(end, games.len());
    let mut counters = [Default::default()];
    tally.count(&mut counters);
    let [counters] = counters;
    let mut found = [0; Reason::COUNT + 1];
    for reason in Reason::ALL {
        found[reason as usize] = counters.rejected.get(reason.name()).copied().unwrap_or_default();
    }
    found[Reason::COUNT] = counters.games_used;
    assert_eq!(counters.games_read, found.iter().sum::<u64>());
    found
}

/// The tags that every game is judged by do not depend on who else is asked for.
fn tags_agree(section: &[u8]) {
    let (few, all) = (Tags::read::<false>(section), Tags::read::<true>(section));
    let common = |tags: &Tags<'_>| {
        let Tags { variant, set_up, fen, white_elo, black_elo, result, .. } = *tags;
        [variant, set_up, fen, white_elo, black_elo, result].map(|tag| tag.map(<[u8]>::to_vec))
    };
    assert_eq!(common(&few), common(&all));
}

/// A players' file of one line.
fn by_name(line: &[u8]) -> std::collections::HashMap<Vec<u8>, u16> {
    if line.is_empty() {
        return Default::default();
    }
    // A line cannot hold line ends; tabs stand for them.
    let text: Vec<u8> = line.iter().map(|&byte| if byte == b'\t' { b'\n' } else { byte }).collect();
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), text).expect("room for it");
    read_players(file.path()).unwrap_or_default()
}
