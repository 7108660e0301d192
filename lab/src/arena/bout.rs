//! One game.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use engine::{
    Engine,
    game::{End, Game},
    score::Score,
    search::{SearchInfo, Silent},
};
use rules::{Color, Outcome};
use shakmaty::{san::SanPlus, uci::UciMove};

use super::{
    adjudicate::{Adjudicator, Rules},
    contestant::Budget,
    openings::Opening,
};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// By the laws of chess.
    Rules(End),
    /// Both sides agreed for long enough.
    Adjudication,
    /// A clock ran out.
    Time,
    /// The engine had no move although there was one, or an illegal one.
    Illegal,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// In standard algebraic notation.
    pub san: String,
    /// What the mover saw, for itself; `None` for a ply of the opening.
    pub seen: Option<MoveInfo>,
}

/// What a search told about its move.
#[derive(Clone, Copy, Debug)]
pub struct MoveInfo {
    /// For the mover.
    pub score: Score,
    /// In plies.
    pub depth: i32,
    /// Time used.
    pub elapsed: Duration,
    /// Nodes used.
    pub nodes: u64,
}

/// A game between two contestants, played to its end.
#[derive(Clone, Debug)]
pub struct Bout {
    /// How it began.
    pub opening: Opening,
    /// Its moves, the opening's too.
    pub plies: Vec<PlayedMove>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: EndReason,
}

/// A player at the board.
#[derive(Debug)]
pub struct Player<'a> {
    /// The engine that chooses its moves.
    pub engine: &'a mut Engine,
    /// What it may use for a move.
    pub budget: Budget,
}

/// Plays a game; the players are White and Black. Both forget all earlier games first.
///
/// # Errors
/// One sentence if the opening is not legal.
pub fn play(opening: Opening, mut players: [Player<'_>; 2], rules: Rules) -> Result<Bout, String> {
    let mut game = opening.game()?;
    let mut plies = opening_plies(&opening)?;
    for player in &mut players {
        player.engine.new_game();
    }
    let mut clocks = [0, 1].map(|side: usize| players[side].budget.base().unwrap_or_default());
    let mut made = [0; 2];
    let mut adjudicator = Adjudicator::new(rules);
    let never = AtomicBool::new(false);
    let (outcome, reason) = loop {
        let mover = game.position().turn();
        if let Some(end) = game.end() {
            let outcome = if end == End::Mate { win_of(!mover) } else { Outcome::Draw };
            break (outcome, EndReason::Rules(end));
        }
        let Player { engine, budget } = &mut players[mover as usize];
        let started = Instant::now();
        let limits = budget.limits(clocks, made[mover as usize]);
        let found = engine.search(&game, &limits, &never, &mut Silent);
        let elapsed = started.elapsed();
        made[mover as usize] += 1;
        if budget.base().is_some() {
            let clock = &mut clocks[mover as usize];
            match clock.checked_sub(elapsed) {
                Some(left) => *clock = left + budget.gain(made[mover as usize]),
                None => break (win_of(!mover), EndReason::Time),
            }
        }
        let Some(ply) = found.and_then(|found| advance(&mut game, &found, elapsed)) else {
            break (win_of(!mover), EndReason::Illegal);
        };
        let score = ply.seen.map_or(Score::DRAW, |seen| seen.score);
        plies.push(ply);
        if let Some(outcome) = adjudicator.note(mover, score)
            && game.end().is_none()
        {
            break (outcome, EndReason::Adjudication);
        }
    };
    Ok(Bout { opening, plies, outcome, reason })
}

/// Plays the best move of a search; `None` if it is not legal.
fn advance(game: &mut Game, found: &SearchInfo, elapsed: Duration) -> Option<PlayedMove> {
    let text = found.pv.first()?.uci(game.mode().is_chess960()).to_string();
    let san = san(game, &text)?;
    game.play(&text).ok()?;
    let SearchInfo { score, depth, nodes, .. } = *found;
    Some(PlayedMove { san, seen: Some(MoveInfo { score, depth, elapsed, nodes }) })
}

fn opening_plies(opening: &Opening) -> Result<Vec<PlayedMove>, String> {
    let mut game = Opening { moves: Vec::new(), ..opening.clone() }.game()?;
    let mut plies = Vec::new();
    for text in &opening.moves {
        let san = san(&game, text).ok_or_else(|| format!("`{text}` is no legal move here"))?;
        game.play(text)?;
        plies.push(PlayedMove { san, seen: None });
    }
    Ok(plies)
}

fn san(game: &Game, text: &str) -> Option<String> {
    let mv = text.parse::<UciMove>().ok()?.to_move(game.chess()).ok()?;
    Some(SanPlus::from_move(game.chess().clone(), mv).to_string())
}

const fn win_of(color: Color) -> Outcome {
    match color {
        Color::White => Outcome::WhiteWins,
        Color::Black => Outcome::BlackWins,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use engine::options::Options;

    pub(in crate::arena) fn played(opening: Opening, budget: Budget, rules: Rules) -> Bout {
        let mut options = Options::default();
        options.set("Hash", "1").expect("an option");
        let mut engines = [0, 1].map(|_| Engine::new(options.clone()).expect("an engine"));
        let players = engines.each_mut().map(|engine| Player { engine, budget });
        play(opening, players, rules).expect("an opening")
    }

    fn from(fen: &str) -> Opening {
        Opening { fen: Some(fen.to_owned()), moves: Vec::new() }
    }

    #[test]
    fn games_end_by_the_laws_by_agreement_and_by_the_clock() {
        let few = Budget::Nodes(30);
        let ends = |opening, budget, rules| {
            let bout = played(opening, budget, rules);
            (bout.outcome, bout.reason, bout.plies.len())
        };
        let mate = from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
        let mated = (Outcome::WhiteWins, EndReason::Rules(End::Mate), 1);
        assert_eq!(ends(mate, Budget::Nodes(2_000), Rules::NONE), mated);
        let late = from("8/8/3k4/8/8/8/4R3/4K3 w - - 99 80");
        let fifty = (Outcome::Draw, EndReason::Rules(End::FiftyMoves), 1);
        assert_eq!(ends(late, few, Rules::NONE), fifty);
        let words = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
        let shuffled = Opening { fen: None, moves: words.into_iter().map(str::to_owned).collect() };
        let repeated = (Outcome::Draw, EndReason::Rules(End::Repetition), 8);
        assert_eq!(ends(shuffled, few, Rules::USUAL), repeated);
        // Three moves of each side that see Black's queens win.
        let lost = from("qq5k/pppp4/8/8/8/8/8/K7 w - - 0 1");
        let rules = Rules { draw_moves: 0, ..Rules::USUAL };
        let (outcome, reason, plies) = ends(lost, few, rules);
        assert_eq!((outcome, reason), (Outcome::BlackWins, EndReason::Adjudication));
        assert_eq!(plies, 6);
        let none = "0".parse().expect("a clock");
        let on_time = (Outcome::BlackWins, EndReason::Time, 0);
        assert_eq!(ends(Opening::default(), none, Rules::USUAL), on_time);
    }
}
