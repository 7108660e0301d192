//! From a line of text to a command.
//!
//! Reading is total: every line gives a command or one sentence on what is wrong with it. Unknown
//! words before a command are skipped, as the protocol asks.

use std::{
    str::{FromStr, SplitWhitespace},
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use crate::{game::Game, search::Limits};

/// What a user interface, or a person, may ask for.
#[derive(Clone, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Game),
    Go(Limits),
    Perft(u32),
    Stop,
    PonderHit,
    Quit,
    SetOption { name: String, value: String },
    Eval,
    Display,
    Bench { depth: Option<i32>, json: bool },
    Tables,
    Weights,
    Dump(String),
    Nothing,
}

impl Command {
    /// Reads a line; `game` is the position on the board, `searchmoves` are moves in it.
    pub(super) fn read(line: &str, game: &Game) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let mut first = None;
        while let Some(word) = words.next() {
            match Self::read_from(word, &mut words, game) {
                Some(command) => return command,
                None => first = first.or(Some(word)),
            }
        }
        first.map_or(Ok(Self::Nothing), |word| Err(format!("`{word}` is no command")))
    }

    /// The command that begins with `word`, if one does.
    fn read_from(
        word: &str,
        words: &mut SplitWhitespace<'_>,
        game: &Game,
    ) -> Option<Result<Self, String>> {
        Some(Ok(match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "position" => return Some(position(words, game).map(Self::Position)),
            "go" => return Some(go(words, game)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "setoption" => return Some(set_option(words)),
            "eval" => Self::Eval,
            "d" => Self::Display,
            "bench" => return Some(bench(words)),
            "tables" => Self::Tables,
            "weights" => Self::Weights,
            "dump" => Self::Dump(words.by_ref().collect::<Vec<_>>().join(" ")),
            // Known, and of no use here.
            "debug" | "register" => Self::Nothing,
            _ => return None,
        }))
    }
}

fn position(words: &mut SplitWhitespace<'_>, before: &Game) -> Result<Game, String> {
    let mode = before.mode();
    let mut game = match words.next() {
        Some("startpos") => {
            let game = Game::start(mode);
            if words.clone().next() == Some("moves") {
                words.next();
            }
            game
        }
        Some("fen") => {
            let fen: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
            Game::from_fen(&fen.join(" "), mode)?
        }
        _ => return Err("position takes `startpos` or `fen`".to_owned()),
    };
    for mv in words {
        game.play(mv)?;
    }
    Ok(game)
}

fn go(words: &mut SplitWhitespace<'_>, game: &Game) -> Result<Command, String> {
    let mut limits = Limits { started: Instant::now(), ..Limits::default() };
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => limits.depth = Some(number(word, words.next())?),
            "nodes" => limits.nodes = Some(number(word, words.next())?),
            "mate" => limits.mate = Some(number(word, words.next())?),
            "movetime" => limits.move_time = Some(milliseconds(word, words.next())?),
            "wtime" => limits.time[0] = Some(milliseconds(word, words.next())?),
            "btime" => limits.time[1] = Some(milliseconds(word, words.next())?),
            "winc" => limits.increment[0] = milliseconds(word, words.next())?,
            "binc" => limits.increment[1] = milliseconds(word, words.next())?,
            "movestogo" => limits.moves_to_go = Some(number(word, words.next())?),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = Some(Arc::new(OnceLock::new())),
            "perft" => return Ok(Command::Perft(number(word, words.next())?)),
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|text| game.find(text)) {
                    limits.moves.push(mv);
                    words.next();
                }
                if limits.moves.is_empty() {
                    return Err("searchmoves takes legal moves".to_owned());
                }
            }
            _ => return Err(format!("`{word}` is no part of go")),
        }
    }
    Ok(Command::Go(limits))
}

fn number<T: FromStr>(what: &str, word: Option<&str>) -> Result<T, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| match word {
        Some(word) => format!("{what} takes a number, not `{word}`"),
        None => format!("{what} takes a number"),
    })
}

fn bench(words: &mut SplitWhitespace<'_>) -> Result<Command, String> {
    let (mut depth, mut json) = (None, false);
    for word in words {
        match word {
            "--json" => json = true,
            _ => depth = Some(number("bench", Some(word))?),
        }
    }
    Ok(Command::Bench { depth, json })
}

/// A time; clocks that ran out a little are nought.
fn milliseconds(what: &str, word: Option<&str>) -> Result<Duration, String> {
    let time: i64 = number(what, word)?;
    Ok(Duration::from_millis(time.max(0).unsigned_abs()))
}

fn set_option(words: &mut SplitWhitespace<'_>) -> Result<Command, String> {
    if words.next() != Some("name") {
        return Err("setoption takes `name`".to_owned());
    }
    let name: Vec<_> = words.by_ref().take_while(|&word| word != "value").collect();
    let value: Vec<_> = words.collect();
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        Command::read(line, &Game::start(CastlingMode::Standard))
    }

    #[test]
    fn forms_of_go() {
        let Ok(Command::Go(limits)) = read(
            "go searchmoves e2e4 d2d4 wtime -5 btime 1000 winc 10 binc 20 movestogo 3 depth 4 nodes 5 mate 2",
        ) else {
            panic!("a go");
        };
        assert_eq!(limits.time, [Some(Duration::ZERO), Some(Duration::from_secs(1))]);
        assert_eq!(limits.moves.len(), 2);
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(4), Some(5), Some(2)));
        assert!(matches!(read("  joho   go  infinite"), Ok(Command::Go(_))));
        assert!(matches!(read("go perft 3"), Ok(Command::Perft(3))));
    }

    #[test]
    fn nonsense_is_one_sentence() {
        for line in [
            "go depth",
            "go depth x",
            "go depth 99999999999999999999",
            "go searchmoves e2e5",
            "position",
            "position fen",
            "position fen 8/8 w",
            "position startpos moves e2e5",
            "setoption Hash",
            "xyzzy",
            "bench x",
        ] {
            let sentence = read(line).expect_err(line);
            assert!(!sentence.contains('\n'), "{sentence}");
        }
        assert!(matches!(read(" \t"), Ok(Command::Nothing)));
    }

    #[test]
    fn options_may_have_blanks() {
        let Ok(Command::SetOption { name, value }) = read("setoption name Clear Hash") else {
            panic!("an option");
        };
        assert_eq!((name.as_str(), value.as_str()), ("Clear Hash", ""));
    }
}
