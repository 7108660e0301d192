//! Where games begin.

use std::{fs, path::Path};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
use std::ops::ControlFlow;

use crate::{
    game::Game,
    mixing::{Random, SPREAD},
};

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
    Book {
        /// The openings, shuffled.
        list: Vec<Opening>,
    },
    /// So many random plies, others for each number.
    Random {
        /// Plies.
        plies: u32,
        /// The seed.
        seed: u64,
    },
}

impl Openings {
    /// Reads a book: PGN if the name ends with `.pgn`, else EPD or FEN by line.
    ///
    /// # Errors
    /// One sentence if there is no usable opening in the file.
    pub fn read(path: &Path, plies: u32, seed: u64) -> Result<Self, String> {
        let failed = |e| format!("cannot read {}: {e}", path.display());
        let bytes = fs::read(path).map_err(failed)?;
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let mut list = if is_pgn {
            from_pgn(&bytes, plies)
        } else {
            from_epd(&String::from_utf8_lossy(&bytes))
        };
        if list.is_empty() {
            return Err(format!("{} holds no opening; is it packed?", path.display()));
        }
        let mut random = Random(seed);
        for i in (1..list.len()).rev() {
            list.swap(i, random.below(i + 1));
        }
        Ok(Self::Book { list })
    }

    /// The opening of a pair.
    #[must_use]
    pub fn get(&self, number: u64) -> Opening {
        match self {
            Self::Book { list } => list[(number % list.len() as u64) as usize].clone(),
            Self::Random { plies, seed } => random(*plies, seed ^ number.wrapping_mul(SPREAD)),
        }
    }
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

/// A position by line: four fields and EPD operations, or a whole FEN.
fn from_epd(text: &str) -> Vec<Opening> {
    let fen = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let [board, turn, castling, en_passant, rest @ ..] = &words[..] else { return None };
        let counters = match rest {
            [halfmoves, moves, ..]
                if halfmoves.parse::<u32>().is_ok() && moves.parse::<u32>().is_ok() =>
            {
                format!("{halfmoves} {moves}")
            }
            _ => "0 1".to_owned(),
        };
        let fen = format!("{board} {turn} {castling} {} {counters}", en_passant.trim_matches(';'));
        fen.parse::<Fen>().ok()?;
        Some(Opening { fen: Some(fen), moves: Vec::new() })
    };
    text.lines().filter_map(fen).filter(|opening| opening.game().is_ok()).collect()
}

fn from_pgn(bytes: &[u8], plies: u32) -> Vec<Opening> {
    let mut reader = Reader::new(bytes);
    let mut visitor = Moves { plies: plies as usize };
    let mut list = Vec::new();
    while let Ok(Some(opening)) = reader.read_game(&mut visitor) {
        list.extend(opening);
    }
    list
}

struct Moves {
    plies: usize,
}

impl Visitor for Moves {
    type Tags = Option<String>;
    type Movetext = (Opening, Chess);
    type Output = Option<Opening>;

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
            Err(_) => ControlFlow::Break(None),
        }
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let (opening, chess) = movetext;
        if opening.moves.len() < self.plies
            && let Ok(mv) = san.san.to_move(chess)
        {
            opening.moves.push(mv.to_uci(CastlingMode::Standard).to_string());
            chess.play_unchecked(mv);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (opening, _): Self::Movetext) -> Self::Output {
        Some(opening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_read_in_both_forms() {
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; id \"x\";\n\
                   nonsense\n\n8/8/8/4k3/8/8/4P3/4K3 w - - 3 40\n";
        let list = from_epd(epd);
        assert_eq!(list.len(), 2);
        assert_eq!(list[1].fen.as_deref(), Some("8/8/8/4k3/8/8/4P3/4K3 w - - 3 40"));
        let pgn = b"[Event \"x\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *\n\n[Event \"y\"]\n\n1. d4 *\n";
        let list = from_pgn(pgn, 2);
        assert_eq!(list[0].moves, ["e2e4", "e7e5"]);
        assert_eq!(list[1].moves, ["d2d4"]);
    }

    #[test]
    fn random_openings_repeat_by_number() {
        let openings = Openings::Random { plies: 8, seed: 7 };
        assert_eq!(openings.get(3), openings.get(3));
        assert_ne!(openings.get(3), openings.get(4));
        assert_eq!(openings.get(5).game().unwrap().end(), None);
    }
}
