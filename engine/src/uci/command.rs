//! From a line of text to a command.
//!
//! Reading is total: every line gives a command or one sentence on what is wrong with it. Unknown
//! words before a command are skipped, as the protocol asks. What depends on the game so far -
//! positions, moves - is kept as text until the command's turn comes.

use shakmaty::CastlingMode;

use crate::game::Game;

/// What a user interface, or a person, may ask for.
#[derive(Clone, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// What follows the word; see [`position`].
    Position(String),
    /// What follows the word; see [`Go`](super::go::Go).
    Go(String),
    Stop,
    PonderHit,
    Quit,
    SetOption {
        name: String,
        value: String,
    },
    Eval,
    Display,
    Bench {
        depth: Option<i32>,
        json: bool,
    },
    Tables,
    Weights,
    Dump(String),
    /// To say what was wrong with a line.
    Say(String),
    Nothing,
}

impl Command {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let mut rest = line.trim();
        let mut first = None;
        while !rest.is_empty() {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            match Self::read_from(word, rest) {
                Some(command) => return command,
                None => first = first.or(Some(word)),
            }
        }
        first.map_or(Ok(Self::Nothing), |word| Err(format!("`{word}` is no command")))
    }

    /// The command that begins with `word`, if one does.
    fn read_from(word: &str, rest: &str) -> Option<Result<Self, String>> {
        Some(Ok(match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "position" => Self::Position(rest.to_owned()),
            "go" => Self::Go(rest.to_owned()),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "setoption" => return Some(set_option(rest)),
            "eval" => Self::Eval,
            "d" => Self::Display,
            "bench" => return Some(bench(rest)),
            "tables" => Self::Tables,
            "weights" => Self::Weights,
            "dump" => Self::Dump(rest.split_whitespace().collect::<Vec<_>>().join(" ")),
            // Known, and of no use here.
            "debug" | "register" => Self::Nothing,
            _ => return None,
        }))
    }

    /// Whether it may take long, and can be stopped.
    pub(super) const fn is_work(&self) -> bool {
        matches!(self, Self::Go(_) | Self::Bench { .. })
    }

    /// Whether it needs the engine, and so the end of a search, for more than its turn.
    pub(super) const fn needs_engine(&self) -> bool {
        !matches!(
            self,
            Self::Position(_)
                | Self::Display
                | Self::Uci
                | Self::IsReady
                | Self::Say(_)
                | Self::Nothing
        )
    }
}

/// The game that the text after `position` describes.
///
/// # Errors
/// One sentence if there is no such game.
pub(super) fn position(text: &str, mode: CastlingMode) -> Result<Game, String> {
    let mut words = text.split_whitespace().peekable();
    let mut game = match words.next() {
        Some("startpos") => {
            words.next_if_eq(&"moves");
            Game::start(mode)
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

fn bench(text: &str) -> Result<Command, String> {
    let (mut depth, mut json) = (None, false);
    for word in text.split_whitespace() {
        match word {
            "--json" => json = true,
            _ => {
                let number = word.parse();
                depth = Some(number.map_err(|_| format!("bench takes a number, not `{word}`"))?);
            }
        }
    }
    Ok(Command::Bench { depth, json })
}

fn set_option(text: &str) -> Result<Command, String> {
    let mut words = text.split_whitespace();
    if words.next() != Some("name") {
        return Err("setoption takes `name`".to_owned());
    }
    let name: Vec<_> = words.take_while(|&word| word != "value").collect();
    // Paths may hold blanks in a row.
    let is_word = |&(at, word): &(usize, &str)| {
        let (before, behind) = (&text[..at], &text[at + word.len()..]);
        before.ends_with(char::is_whitespace)
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    let found = text.match_indices("value").find(is_word);
    let value = found.map_or("", |(at, word)| text[at + word.len()..].trim());
    Ok(Command::SetOption { name: name.join(" "), value: value.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_command_are_skipped() {
        let Ok(Command::Go(rest)) = Command::read("  joho \t go  infinite ") else {
            panic!("a go");
        };
        assert_eq!(rest, "infinite");
        assert!(matches!(Command::read(" \t"), Ok(Command::Nothing)));
    }

    #[test]
    fn nonsense_is_one_sentence() {
        for line in ["setoption Hash", "setoption", "xyzzy", "bench x"] {
            let sentence = Command::read(line).expect_err(line);
            assert!(!sentence.contains('\n'), "{sentence}");
        }
        for text in ["", "fen", "fen 8/8 w", "startpos moves e2e5", "somewhere"] {
            let sentence = position(text, CastlingMode::Standard).expect_err(text);
            assert!(!sentence.contains('\n'), "{sentence}");
        }
    }

    #[test]
    fn options_may_have_blanks() {
        let Ok(Command::SetOption { name, value }) = Command::read("setoption name Clear Hash")
        else {
            panic!("an option");
        };
        assert_eq!((name.as_str(), value.as_str()), ("Clear Hash", ""));
        let line = "setoption  name Tables\tDir  value  a  folder / value  ";
        let Ok(Command::SetOption { name, value }) = Command::read(line) else {
            panic!("an option");
        };
        assert_eq!((name.as_str(), value.as_str()), ("Tables Dir", "a  folder / value"));
    }
}
