//! Leaves of searches, as positions for a fit.
//!
//! From one position of each of some games, those whose games have the least digests, the engine searches; of the positions
//! in which its quiescence may stand pat, one in so many is kept. A leaf counts as a game of its own that ended as the game
//! which it was searched from, so it weighs as much as a game; it is no better known how *it* would end. So the fit should
//! look at what a search says of it (`--score-share 1`).
//!
//! Leaves of one search are much alike: on both sides of a fit they would make what is held out look like what is fitted. So
//! games that a fit holds out are not searched from, and no leaf is held out.

use std::sync::atomic::AtomicBool;

use engine::{
    Engine,
    game::Game,
    options::Options,
    search::{Limits, Silent},
};
use shakmaty::CastlingMode;
use tables::{Counters, GamePositions, Input, PackedPosition, Positions, Provenance, Table};

use super::{positions::is_held_out, shared::by_threads};

/// How many leaves, and of which searches.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Games of which a position is searched.
    pub roots: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Of so many leaves one is kept.
    pub one_in: u64,
    /// Threads; they make no difference to the result.
    pub threads: usize,
}

/// Megabytes for the table of each thread; it is emptied before every search.
const HASH: &str = "16";
/// Begins the name of the program in files of leaves.
const PROGRAM: &str = "lab leaves";

/// Whether these positions are leaves.
pub(super) fn are_leaves(file: &Positions) -> bool {
    file.provenance().program.starts_with(PROGRAM)
}

/// The leaves of searches from positions of these files.
///
/// # Errors
/// One sentence if a position is none of chess, or there is no memory.
pub fn of(files: &[(Input, Positions)], settings: Settings) -> Result<Positions, String> {
    let roots = roots(files, settings.roots);
    let each = roots.len().div_ceil(settings.threads.max(1));
    let games = by_threads(&roots, each, |part| search(part, settings))?;
    let mut games: Vec<_> = games.into_iter().flatten().collect();
    // Two searches may meet.
    games.sort_unstable_by(|a, b| (&a.positions, a).cmp(&(&b.positions, b)));
    games.dedup_by(|a, b| a.positions == b.positions);
    let options = [
        ("roots", roots.len().to_string()),
        ("nodes", settings.nodes.to_string()),
        ("one-in", settings.one_in.to_string()),
    ];
    let provenance = Provenance {
        program: format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION")),
        inputs: files.iter().map(|(input, _)| input.clone()).collect(),
        options: options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        counters: Counters {
            games_read: games.len() as u64,
            games_used: games.len() as u64,
            positions: games.len() as u64,
            ..Counters::default()
        },
        shards: Vec::new(),
    };
    Ok(Positions::new(games, provenance))
}

/// A position and the game it is of, with the file's number as its source.
type Root = (PackedPosition, GamePositions);

/// One position of each of the games with the least digests; which one, the digest says, too.
fn roots(files: &[(Input, Positions)], most: usize) -> Vec<Root> {
    let mut games: Vec<_> = files
        .iter()
        .enumerate()
        .flat_map(|(source, (_, file))| {
            file.games().iter().map(move |game| (game.digest(), source as u16, game))
        })
        .filter(|(digest, ..)| !is_held_out(*digest))
        .collect();
    games.sort_unstable();
    games.truncate(most);
    let root = |(digest, source, game): (u64, u16, &GamePositions)| {
        let chosen = (digest >> 32) as usize % game.positions.len();
        let outcome = game.outcome;
        (game.positions[chosen], GamePositions { source, outcome, positions: Vec::new() })
    };
    games.into_iter().map(root).collect()
}

/// The leaves of these searches, each as a game.
fn search(roots: &[Root], settings: Settings) -> Result<Vec<GamePositions>, String> {
    let mut options = Options::default();
    options.set("Hash", HASH)?;
    let mut engine = Engine::new(options)?;
    engine.sample_leaves(settings.one_in);
    let limits = Limits { nodes: Some(settings.nodes), ..Limits::default() };
    let mut games = Vec::new();
    for (root, of) in roots {
        let game = Game::from_fen(&format!("{root} 0 1"), CastlingMode::Standard)
            .map_err(|what| format!("`{root}`: {what}"))?;
        engine.new_game();
        engine.search(&game, &limits, &AtomicBool::new(false), &mut Silent);
        let leaves = engine.take_leaves().into_iter();
        games.extend(leaves.map(|leaf| GamePositions { positions: vec![leaf], ..of.clone() }));
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use rules::Outcome;

    use super::{super::positions::tests::packed, *};

    #[test]
    fn leaves_are_met_whatever_the_threads_and_end_as_their_game() {
        let game =
            |fen: &str, outcome| GamePositions { source: 0, outcome, positions: vec![packed(fen)] };
        let games = vec![
            game("4k3/pp6/8/3p4/4P3/8/PPP5/4K3 w - -", Outcome::WhiteWins),
            game("r3k3/pp6/8/3p4/4P3/8/PPP5/R3K3 b - -", Outcome::Draw),
        ];
        let file = Positions::new(games, Provenance::default());
        let files = [(Input::of("a.bin", b"a"), file)];
        let settings = Settings { roots: 2, nodes: 3_000, one_in: 7, threads: 1 };
        let leaves = of(&files, settings).expect("leaves");
        assert!(leaves.len() > 20, "{}", leaves.len());
        assert_eq!(of(&files, Settings { threads: 2, ..settings }).expect("leaves"), leaves);
        assert!(leaves.games().iter().all(|game| game.positions.len() == 1));
        for outcome in [Outcome::WhiteWins, Outcome::Draw] {
            assert!(leaves.games().iter().any(|game| game.outcome == outcome));
        }
        let fewer = of(&files, Settings { one_in: 70, ..settings }).expect("leaves");
        assert!(fewer.len() * 4 < leaves.len());
        let has = |game| leaves.games().contains(game);
        assert!(fewer.games().iter().all(has), "the keys of the kept are multiples of 70, so of 7");
        let of_one = of(&files, Settings { roots: 1, ..settings }).expect("leaves");
        let (first, rest) = of_one.games().split_first().expect("leaves");
        assert!(rest.iter().all(|game| game.outcome == first.outcome));
    }
}
