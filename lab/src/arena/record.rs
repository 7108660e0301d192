//! A finished game as PGN, as the miner reads it.

use std::fmt::Write as _;

use rules::{Color, Outcome};

use super::{
    bout::{Bout, EndReason, PlayedMove},
    contestant::Contestant,
};

/// Longest line of movetext.
const COLUMNS: usize = 100;

/// The PGN of a game between these players, White first. There is no date in it, and the seconds of a
/// move only where its player's time is limited: the same games give the same bytes.
#[must_use]
pub fn pgn(bout: &Bout, players: [&Contestant; 2], round: &str) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "Prospector arena");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", round);
    tag("White", &players[0].name);
    tag("Black", &players[1].name);
    tag("Result", marker(bout.outcome));
    for (name, player) in ["WhiteElo", "BlackElo"].into_iter().zip(players) {
        if let Some(elo) = player.elo {
            tag(name, &elo.to_string());
        }
    }
    if let Some(fen) = &bout.opening.fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    tag("PlyCount", &bout.plies.len().to_string());
    tag("TimeControl", &players[0].budget.describe());
    tag("Termination", termination(bout.reason));
    text.push('\n');
    let mut column = 0;
    for word in words(bout, players.map(|player| player.budget.is_time())) {
        if column > 0 && column + word.len() >= COLUMNS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
        }
        text.push_str(&word);
        column += 1 + word.len();
    }
    text.push_str("\n\n");
    text
}

/// Moves and what their players saw; of `timed` players, White first, with the seconds.
fn words(bout: &Bout, timed: [bool; 2]) -> Vec<String> {
    let (turn, number) = first_move(bout.opening.fen.as_deref());
    let mut words = Vec::new();
    for (i, PlayedMove { san, seen }) in bout.plies.iter().enumerate() {
        let half = i + turn as usize;
        if half.is_multiple_of(2) {
            words.push(format!("{}.", number + half / 2));
        } else if i == 0 {
            words.push(format!("{number}..."));
        }
        words.push(san.clone());
        if let Some(seen) = seen {
            // Plies of both sides, as cutechess and fastchess write mates.
            let score = match seen.score.plies_to_mate() {
                Some(plies) => format!("{}M{plies}", if seen.score.get() < 0 { "-" } else { "+" }),
                None => format!("{:+.2}", f64::from(seen.score.get()) / 100.0),
            };
            let seconds = if timed[half % 2] {
                format!("{:.3}s ", seen.elapsed.as_secs_f64())
            } else {
                String::new()
            };
            words.push(format!("{{{score}/{} {seconds}n={}}}", seen.depth, seen.nodes));
        }
    }
    words.push(marker(bout.outcome).to_owned());
    words
}

/// Who moves first, and with which number.
fn first_move(fen: Option<&str>) -> (Color, usize) {
    let mut words = fen.unwrap_or_default().split_whitespace();
    let turn = if words.nth(1) == Some("b") { Color::Black } else { Color::White };
    (turn, words.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1))
}

const fn termination(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Rules(_) => "normal",
        EndReason::Adjudication => "adjudication",
        EndReason::Time => "time forfeit",
        EndReason::Illegal => "rules infraction",
    }
}

/// As PGN writes it.
const fn marker(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::WhiteWins => "1-0",
        Outcome::Draw => "1/2-1/2",
        Outcome::BlackWins => "0-1",
    }
}

#[cfg(test)]
mod tests {
    use std::{ops::ControlFlow, time::Duration};

    use engine::score::Score;
    use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

    use super::*;
    use crate::arena::{
        adjudicate::Rules, bout::tests::played, contestant::Budget, openings::Opening,
    };

    /// Plays the moves of a game after its tags.
    struct Replay;

    impl Visitor for Replay {
        type Tags = (Chess, String);
        type Movetext = (Chess, String, usize);
        type Output = (Chess, String, usize);

        fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
            ControlFlow::Continue((Chess::default(), String::new()))
        }

        fn tag(
            &mut self,
            tags: &mut Self::Tags,
            name: &[u8],
            value: RawTag<'_>,
        ) -> ControlFlow<Self::Output> {
            let text = value.decode_utf8_lossy();
            match name {
                b"FEN" => {
                    let fen: Fen = text.parse().expect("a FEN");
                    tags.0 = fen.into_position(CastlingMode::Standard).expect("legal");
                }
                b"Result" => tags.1 = text.into_owned(),
                _ => {}
            }
            ControlFlow::Continue(())
        }

        fn begin_movetext(
            &mut self,
            (chess, outcome): Self::Tags,
        ) -> ControlFlow<Self::Output, Self::Movetext> {
            ControlFlow::Continue((chess, outcome, 0))
        }

        fn san(
            &mut self,
            (chess, _, plies): &mut Self::Movetext,
            san: SanPlus,
        ) -> ControlFlow<Self::Output> {
            let mv = san.san.to_move(chess).expect("a legal move");
            chess.play_unchecked(mv);
            *plies += 1;
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, movetext: Self::Movetext) -> Self::Output {
            movetext
        }
    }

    #[test]
    fn another_reader_plays_the_same_game() {
        let player = Contestant {
            name: "a \"name\"".to_owned(),
            settings: Vec::new(),
            budget: Budget::Nodes(40),
            elo: Some(2_000),
        };
        let black_first = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 4 3";
        for fen in [None, Some(black_first.to_owned())] {
            let moves = fen.is_none().then(|| vec!["e2e4".to_owned(), "c7c5".to_owned()]);
            let opening = Opening { fen, moves: moves.unwrap_or_default() };
            let bout = played(opening, player.budget, Rules::USUAL);
            let text = pgn(&bout, [&player; 2], "1.1");
            let read = Reader::new(text.as_bytes()).read_game(&mut Replay).expect("it can be read");
            let (_, outcome, plies) = read.expect("a game");
            assert_eq!((outcome.as_str(), plies), (marker(bout.outcome), bout.plies.len()));
            assert!(text.lines().all(|line| line.len() <= COLUMNS + 1), "{text}");
        }
    }

    /// As cutechess 1.3 and fastchess 1.5 have it: `mate 2` of an engine is `+M3`, `mate -2` is `-M4`.
    #[test]
    fn mates_are_written_in_plies_of_both_sides() {
        let budget = Budget::Nodes(40);
        let player = Contestant { name: "one".to_owned(), settings: Vec::new(), budget, elo: None };
        let mut bout = played(Opening::default(), budget, Rules::USUAL);
        let mut seen = bout.plies.iter_mut().filter_map(|ply| ply.seen.as_mut());
        for score in [Score::mate_at(3), Score::mated_at(4), Score::mate_at(1)] {
            seen.next().expect("a move").score = score;
        }
        let text = pgn(&bout, [&player; 2], "1.1");
        let mates: Vec<_> = text.split(['{', '/']).filter(|word| word.contains('M')).collect();
        assert_eq!(mates[..3], ["+M3", "-M4", "+M1"], "{text}");
    }

    #[test]
    fn only_a_clock_makes_games_differ() {
        let player =
            |budget| Contestant { name: "one".to_owned(), settings: Vec::new(), budget, elo: None };
        let (by_nodes, by_time) =
            (player(Budget::Nodes(40)), player(Budget::MoveTime(Duration::from_secs(1))));
        let record = |players: [&Contestant; 2], thought: u64| {
            let mut bout = played(Opening::default(), by_nodes.budget, Rules::USUAL);
            for seen in bout.plies.iter_mut().filter_map(|ply| ply.seen.as_mut()) {
                seen.elapsed = Duration::from_millis(thought);
            }
            pgn(&bout, players, "1.1")
        };
        assert_eq!(record([&by_nodes; 2], 1), record([&by_nodes; 2], 2));
        let blacks = record([&by_nodes, &by_time], 2);
        let moves = blacks.matches(" n=").count();
        assert_eq!(blacks.matches(" 0.002s n=").count(), moves / 2, "{blacks}");
    }
}
