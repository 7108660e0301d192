//! Positions with outcomes for `engine tune`, out of a PGN on standard input.
//!
//! ```sh
//! cargo run --release -p engine --example positions < games.pgn > positions.epd
//! ```
//!
//! One line a position: `<board> <side> <castling> <en passant> c9 "<outcome>"; id "<game>";`. A
//! position is taken if at least [`FIRST_PLY`] half-moves were played, the side to move is not in
//! check, and the move that was played takes nothing and promotes nothing; of each game at most
//! [`MOST`], spread by a hash of the game's number and the ply, so that the same input gives the
//! same lines. Games from a set-up position and games without an outcome are left out.

#![expect(clippy::print_stderr, reason = "this is a program")]

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, BufWriter, Write as _},
    ops::ControlFlow,
};

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, EnPassantMode, KnownOutcome, Position as _, fen::Epd};

/// Half-moves before the first position that is taken.
const FIRST_PLY: u32 = 14;
/// Positions of one game.
const MOST: usize = 10;

#[derive(Debug, Default)]
struct Games {
    read: u64,
    used: u64,
}

#[derive(Debug, Default)]
struct Tags {
    set_up: bool,
}

struct Moves {
    chess: Chess,
    number: u64,
    ply: u32,
    quiet: Vec<(u64, String)>,
    outcome: Option<&'static str>,
    broken: bool,
}

impl Visitor for Games {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = Option<Moves>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        self.read += 1;
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        tags.set_up |= match name {
            b"FEN" | b"SetUp" => true,
            b"Variant" => !value.as_bytes().eq_ignore_ascii_case(b"standard"),
            _ => false,
        };
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Moves> {
        if tags.set_up {
            return ControlFlow::Break(None);
        }
        ControlFlow::Continue(Moves {
            chess: Chess::default(),
            number: self.read,
            ply: 0,
            quiet: Vec::new(),
            outcome: None,
            broken: false,
        })
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<Self::Output, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        if moves.broken {
            return ControlFlow::Continue(());
        }
        let Ok(mv) = san.san.to_move(&moves.chess) else {
            moves.broken = true;
            return ControlFlow::Continue(());
        };
        let quiet = !mv.is_capture() && !mv.is_promotion() && !moves.chess.is_check();
        if quiet && moves.ply >= FIRST_PLY {
            let mut hasher = DefaultHasher::new();
            (moves.number, moves.ply).hash(&mut hasher);
            let epd = Epd::from_position(&moves.chess, EnPassantMode::Legal);
            moves.quiet.push((hasher.finish(), epd.to_string()));
        }
        moves.chess.play_unchecked(mv);
        moves.ply += 1;
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<Self::Output> {
        moves.outcome = match outcome {
            Outcome::Known(KnownOutcome::Draw) => Some("1/2-1/2"),
            Outcome::Known(KnownOutcome::Decisive { winner }) => Some(winner.fold_wb("1-0", "0-1")),
            Outcome::Unknown => None,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        Some(moves)
    }
}

fn main() -> io::Result<()> {
    let mut games = Games::default();
    let mut reader = Reader::new(io::stdin().lock());
    let mut out = BufWriter::new(io::stdout().lock());
    while let Some(game) = reader.read_game(&mut games)? {
        let Some(mut moves) = game else { continue };
        let Some(outcome) = moves.outcome else { continue };
        moves.quiet.sort_unstable();
        for (_, epd) in moves.quiet.iter().take(MOST) {
            writeln!(out, "{epd} c9 \"{outcome}\"; id \"{}\";", moves.number)?;
        }
        games.used += 1;
    }
    eprintln!("{} of {} games used", games.used, games.read);
    out.flush()
}
