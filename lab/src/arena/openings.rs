//! Where games begin.

use std::{collections::BTreeSet, fs, ops::ControlFlow, path::Path};

use engine::{
    game::Game,
    mixing::{Random, SPREAD},
};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};
use tables::Input;

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position to set up; the standard one if there is none.
    pub fen: Option<String>,
    /// Moves in UCI notation.
    pub moves: Vec<String>,
}

impl Opening {
    /// The game after these moves.
    ///
    /// # Errors
    /// One sentence if the position or a move is not legal.
    pub fn game(&self) -> Result<Game, String> {
        let mut game = match &self.fen {
            Some(fen) => Game::from_fen(fen, CastlingMode::Standard)?,
            None => Game::default(),
        };
        for mv in &self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }
}

/// A source of openings.
#[derive(Clone, Debug)]
pub enum Openings {
    /// From a file, in an order that the seed decides; from the beginning again when all are used.
    Book(Book),
    /// A number of random plies, others for each game pair.
    Random {
        /// How many.
        plies: u32,
        /// What the random moves follow from.
        seed: u64,
    },
}

/// The openings of a file: positions that differ, in which something is left to play.
#[derive(Clone, Debug)]
pub struct Book {
    list: Vec<Opening>,
    /// Openings that were left out because an earlier one leads to the same position.
    pub repeated: usize,
    /// A sentence for each line or game that holds no opening.
    pub unusable: Vec<String>,
    /// A digest of the file.
    pub digest: u128,
}

impl Openings {
    /// What tells them from other openings, in the title of a contest; plies and seed stand beside it.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Book(book) => format!("book {:032x}", book.digest),
            Self::Random { .. } => "random openings".to_owned(),
        }
    }

    /// Reads a book: PGN if the name ends with `.pgn`, else EPD or FEN by line.
    ///
    /// # Errors
    /// One sentence if there is no usable opening in the file.
    pub fn read(path: &Path, plies: u32, seed: u64) -> Result<Self, String> {
        let failed = |e| format!("cannot read {}: {e}", path.display());
        let bytes = fs::read(path).map_err(failed)?;
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let found = if is_pgn {
            from_pgn(&bytes, plies)
        } else {
            from_epd(&String::from_utf8_lossy(&bytes))
        };
        let mut book = Book {
            list: Vec::new(),
            repeated: 0,
            unusable: Vec::new(),
            digest: Input::of("", &bytes).digest,
        };
        let mut seen = BTreeSet::new();
        for (place, opening) in found {
            match opening.and_then(|opening| Ok((begins_at(&opening)?, opening))) {
                Ok((position, opening)) if seen.insert(position.clone()) => book.list.push(opening),
                Ok(_) => book.repeated += 1,
                Err(why) => book.unusable.push(format!("{}, {place}: {why}", path.display())),
            }
        }
        if book.list.is_empty() {
            return Err(format!("{} holds no opening; is it packed?", path.display()));
        }
        let mut random = Random(seed);
        for i in (1..book.list.len()).rev() {
            book.list.swap(i, random.below(i + 1));
        }
        Ok(Self::Book(book))
    }

    /// The opening of a pair.
    #[must_use]
    pub fn get(&self, number: u64) -> Opening {
        match self {
            Self::Book(Book { list, .. }) => list[(number % list.len() as u64) as usize].clone(),
            Self::Random { plies, seed } => random(*plies, seed ^ number.wrapping_mul(SPREAD)),
        }
    }

    /// How many there are before they repeat; `None` if they do not.
    #[must_use]
    pub const fn count(&self) -> Option<u64> {
        match self {
            Self::Book(Book { list, .. }) => Some(list.len() as u64),
            Self::Random { .. } => None,
        }
    }
}

/// The position in which play begins, without counters.
fn begins_at(opening: &Opening) -> Result<String, String> {
    let game = opening.game()?;
    if game.end().is_some() {
        return Err("the game is over there".to_owned());
    }
    let fen = Fen::from_position(game.chess(), EnPassantMode::Legal).to_string();
    let fields: Vec<_> = fen.split(' ').take(4).collect();
    Ok(fields.join(" "))
}

/// A game of random plies in which something is left to play.
fn random(plies: u32, seed: u64) -> Opening {
    let mut random = Random(seed);
    loop {
        let mut chess = Chess::default();
        let mut moves = Vec::new();
        while (moves.len() as u32) < plies {
            let legal = chess.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            moves.push(mv.to_uci(CastlingMode::Standard).to_string());
            chess.play_unchecked(mv);
        }
        if !chess.is_game_over() {
            return Opening { fen: None, moves };
        }
    }
}

/// Where an opening stands in its file, and the opening or why it is none.
type Found = (String, Result<Opening, String>);

/// A position by line: four fields and EPD operations, or a whole FEN.
fn from_epd(text: &str) -> Vec<Found> {
    let fen = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let [board, turn, castling, en_passant, rest @ ..] = &words[..] else {
            return Err("a position has four fields".to_owned());
        };
        let counters = match rest {
            [halfmoves, moves, ..]
                if halfmoves.parse::<u32>().is_ok() && moves.parse::<u32>().is_ok() =>
            {
                format!("{halfmoves} {moves}")
            }
            _ => "0 1".to_owned(),
        };
        let fen = format!("{board} {turn} {castling} {} {counters}", en_passant.trim_matches(';'));
        Ok(Opening { fen: Some(fen), moves: Vec::new() })
    };
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let filled = lines.filter(|(line, _)| !line.trim().is_empty());
    filled.map(|(line, number)| (format!("line {number}"), fen(line))).collect()
}

fn from_pgn(bytes: &[u8], plies: u32) -> Vec<Found> {
    let mut reader = Reader::new(bytes);
    let mut visitor = Moves { plies: plies as usize };
    let mut list = Vec::new();
    loop {
        let name = format!("game {}", list.len() + 1);
        match reader.read_game(&mut visitor) {
            Ok(Some(opening)) => list.push((name, opening)),
            Ok(None) => return list,
            Err(error) => {
                list.push((name, Err(format!("the book cannot be read on: {error}"))));
                return list;
            }
        }
    }
}

struct Moves {
    plies: usize,
}

impl Visitor for Moves {
    type Tags = Option<String>;
    type Movetext = (Opening, Chess);
    type Output = Result<Opening, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        fen: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *fen = Some(value.decode_utf8_lossy().into_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let opening = Opening { fen, moves: Vec::new() };
        match opening.game() {
            Ok(game) => ControlFlow::Continue((opening, game.chess().clone())),
            Err(why) => ControlFlow::Break(Err(why)),
        }
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let (opening, chess) = movetext;
        if opening.moves.len() < self.plies {
            let Ok(mv) = san.san.to_move(chess) else {
                let played = opening.moves.len();
                return ControlFlow::Break(Err(format!(
                    "`{san}` is no legal move after {played} plies"
                )));
            };
            opening.moves.push(mv.to_uci(CastlingMode::Standard).to_string());
            chess.play_unchecked(mv);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (opening, _): Self::Movetext) -> Self::Output {
        Ok(opening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(list: Vec<Found>) -> Vec<Opening> {
        list.into_iter().filter_map(|(_, opening)| opening.ok()).collect()
    }

    fn read(name: &str, text: &str, plies: u32) -> Book {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        match Openings::read(&path, plies, 1).unwrap() {
            Openings::Book(book) => book,
            Openings::Random { .. } => unreachable!("a file is a book"),
        }
    }

    #[test]
    fn books_are_read_in_both_forms() {
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; id \"x\";\n\
                   nonsense\n\n8/8/8/4k3/8/8/4P3/4K3 w - - 3 40\n";
        let list = good(from_epd(epd));
        assert_eq!(list.len(), 2);
        assert_eq!(list[1].fen.as_deref(), Some("8/8/8/4k3/8/8/4P3/4K3 w - - 3 40"));
        let pgn = b"[Event \"x\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *\n\n[Event \"y\"]\n\n1. d4 *\n";
        let list = good(from_pgn(pgn, 2));
        assert_eq!(list[0].moves, ["e2e4", "e7e5"]);
        assert_eq!(list[1].moves, ["d2d4"]);
    }

    #[test]
    fn what_is_no_opening_is_told_and_takes_nothing_along() {
        // The second line again with other counters, a mate, a word, no kings.
        let book = read(
            "a.epd",
            "8/8/8/4k3/8/8/4P3/4K3 w - - 3 40\r\n8/8/8/4k3/8/8/3P4/4K3 w - -\n\
             8/8/8/4k3/8/8/3P4/4K3 w - - 9 9\n7k/6Q1/6K1/8/8/8/8/8 b - -\nx\n8/8/8/8/8/8/8/8 w - -\n",
            8,
        );
        assert_eq!((book.list.len(), book.repeated, book.unusable.len()), (2, 1, 3), "{book:?}");
        assert!(book.unusable[0].ends_with("a.epd, line 4: the game is over there"), "{book:?}");
        assert!(book.unusable[1].ends_with("line 5: a position has four fields"), "{book:?}");
        // The same position by two ways; an illegal move; a mate within the plies.
        let book = read(
            "a.pgn",
            "[Event \"1\"]\n\n1. d4 d5 2. Nf3 *\n\n[Event \"2\"]\n\n1. Nf3 d5 2. d4 *\n\n\
             [Event \"3\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[Event \"4\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
             [Event \"5\"]\n\n1. c4 *\n",
            8,
        );
        assert_eq!((book.list.len(), book.repeated), (2, 1), "{book:?}");
        let [illegal, over] = &book.unusable[..] else { panic!("{book:?}") };
        assert!(illegal.ends_with("game 3: `Ke3` is no legal move after 2 plies"), "{illegal}");
        assert!(over.ends_with("game 4: the game is over there"), "{over}");
    }

    #[test]
    fn random_openings_repeat_by_number() {
        let openings = Openings::Random { plies: 8, seed: 7 };
        assert_eq!(openings.get(3), openings.get(3));
        assert_ne!(openings.get(3), openings.get(4));
        assert_eq!(openings.get(5).game().unwrap().end(), None);
    }
}
