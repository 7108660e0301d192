//! Counting games again by the words of docs/tables.md, with shakmaty's rules, and as plainly as possible.
//!
//! What a game's moves are, pgn-reader says. It passes over words that it does not know, where the contract rejects
//! the game, and does not know all ways to write a move. So the slow reader reads each game, too ([`Judge`]), and
//! where the two read a game otherwise, the slow reader's reading counts, and such games are told apart.
//! Nothing here comes from the rooms that count.

use std::{collections::BTreeSet, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Outcome, Position, Role, Square,
    uci::UciMove, zobrist::Zobrist64,
};

use crate::{
    game::Ply,
    pgn::{split::Extent, tags::Tags},
    replay::judge::Judge,
};

/// The number of cells of an imbalance table.
const CELLS: usize = 236_196;
/// How many plies of a game an opening table counts.
pub(super) const MAX_PLY: usize = 60;
/// For how many positions on end material must stand, in the two imbalance tables.
pub(super) const STABLE_PLIES: [usize; 2] = [1, 2];

/// Wins, draws and losses.
pub(super) type Counts = [u64; 3];

/// A move of an opening table: the position's key, the move's squares and what it promotes to, packed.
pub(super) type OpeningMove = (u64, u16);

/// What games add up to.
#[derive(Clone, Debug)]
pub(super) struct Recount {
    /// Games that count.
    pub(super) used: u64,
    /// Their positions.
    pub(super) positions: u64,
    /// Games that pgn-reader reads otherwise than the slow reader.
    pub(super) otherwise: u64,
    /// Games by the first reason why they do not count.
    pub(super) rejected: FxHashMap<&'static str, u64>,
    /// By cell, for each of [`STABLE_PLIES`], from White's point of view.
    pub(super) imbalance: [FxHashMap<usize, Counts>; 2],
    /// By phase (opening, middlegame, endgame), piece (`PNBRQKpnbrqk`) and square, from the owner's point of view.
    pub(super) squares: Box<[[[Counts; 64]; 12]; 3]>,
    /// By position and move, from the mover's point of view.
    pub(super) opening: FxHashMap<OpeningMove, Counts>,
}

impl Default for Recount {
    fn default() -> Self {
        Self {
            used: 0,
            positions: 0,
            otherwise: 0,
            rejected: FxHashMap::default(),
            imbalance: Default::default(),
            squares: Box::new([[[[0; 3]; 64]; 12]; 3]),
            opening: FxHashMap::default(),
        }
    }
}

/// Why a game does not count, or how it ended.
type Verdict = Result<usize, &'static str>;

impl Recount {
    /// Counts a game of a text.
    pub(super) fn add(&mut self, text: &[u8], extent: Extent) {
        let judged = Played::by_slow_reader(text, extent);
        let read = Played::by_pgn_reader(&text[extent.start..extent.end]);
        let game = match read.filter(|read| read.agrees_with(&judged)) {
            Some(read) => read,
            None => {
                self.otherwise += 1;
                judged
            }
        };
        match game.verdict() {
            Ok(outcome) => self.count(&game, outcome),
            Err(reason) => *self.rejected.entry(reason).or_default() += 1,
        }
    }

    /// Adds what other games add up to.
    #[must_use]
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.used += other.used;
        self.positions += other.positions;
        self.otherwise += other.otherwise;
        for (reason, games) in other.rejected {
            *self.rejected.entry(reason).or_default() += games;
        }
        for (own, more) in self.imbalance.iter_mut().zip(other.imbalance) {
            merge(own, more);
        }
        let own = self.squares.as_flattened_mut().as_flattened_mut();
        for (own, more) in own.iter_mut().zip(other.squares.as_flattened().as_flattened()) {
            add(own, *more);
        }
        merge(&mut self.opening, other.opening);
        self
    }

    fn count(&mut self, game: &Played, outcome: usize) {
        self.used += 1;
        self.positions += game.materials.len() as u64;
        for (stable, cells) in STABLE_PLIES.into_iter().zip(&mut self.imbalance) {
            for cell in held(&game.materials, stable) {
                cells.entry(cell).or_default()[outcome] += 1;
            }
        }
        for &(phase, piece, square) in &game.standing {
            let seen = if piece < 6 { outcome } else { 2 - outcome };
            self.squares[phase][piece][square][seen] += 1;
        }
        let moves: FxHashSet<_> = game.moves.iter().collect();
        for &(mover, mv) in moves {
            let seen = if mover == Color::White { outcome } else { 2 - outcome };
            self.opening.entry(mv).or_default()[seen] += 1;
        }
    }
}

fn add(own: &mut Counts, more: Counts) {
    own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
}

fn merge<K: std::hash::Hash + Eq>(own: &mut FxHashMap<K, Counts>, more: FxHashMap<K, Counts>) {
    for (key, counts) in more {
        add(own.entry(key).or_default(), counts);
    }
}

/// The cells of materials that stand for at least `stable` positions in a row.
fn held(materials: &[Option<usize>], stable: usize) -> BTreeSet<usize> {
    let runs = materials.chunk_by(|one, next| one == next);
    runs.filter(|run| run.len() >= stable).filter_map(|run| run[0]).collect()
}

/// A game as it was read and played.
#[derive(Default)]
struct Played {
    variant: Option<String>,
    set_up: Option<String>,
    fen: Option<String>,
    result: Option<String>,
    marker: Option<usize>,
    is_broken: bool,
    position: Chess,
    /// By position; none beyond the table's caps.
    materials: Vec<Option<usize>>,
    /// Phase, piece and square of each piece in each position.
    standing: Vec<(usize, usize, usize)>,
    /// Of the first plies.
    moves: Vec<(Color, OpeningMove)>,
    plies: Vec<Move>,
}

impl Played {
    /// The only game of a text; `None` if pgn-reader finds none, more than one, or does not come to the end.
    fn by_pgn_reader(text: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(text);
        let game = reader.read_game(&mut Replayer).ok()??;
        reader.read_game(&mut Replayer).ok()?.is_none().then_some(game)
    }

    /// The game as the slow reader finds it.
    fn by_slow_reader(text: &[u8], Extent { start, movetext, end }: Extent) -> Self {
        let tags = Tags::read::<false>(&text[start..movetext]);
        let read = |value: Option<&[u8]>| {
            value.map(|value| String::from_utf8_lossy(value.trim_ascii()).into_owned())
        };
        let mut judge = Judge::default();
        let replayed = judge.replay(&text[movetext..end]);
        let mut game = Self {
            variant: read(tags.variant),
            set_up: read(tags.set_up),
            fen: read(tags.fen),
            result: read(tags.result),
            marker: replayed.marker.map(|outcome| outcome as usize),
            is_broken: replayed.flaw.is_some(),
            ..Self::default()
        };
        game.look();
        for &ply in judge.plies() {
            match move_of(ply, &game.position) {
                Some(mv) => game.play(mv),
                None => game.is_broken = true,
            }
        }
        game
    }

    /// Whether both readings come to the same.
    fn agrees_with(&self, other: &Self) -> bool {
        let verdict = self.verdict();
        verdict == other.verdict() && (verdict.is_err() || self.plies == other.plies)
    }

    fn verdict(&self) -> Verdict {
        const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let names = ["standard", "chess", "normal", "from position", "", "?", "-"];
        if self.variant.as_ref().is_some_and(|name| !names.contains(&&*name.to_lowercase())) {
            return Err("variant");
        }
        match &self.fen {
            Some(fen) if fen.split_ascii_whitespace().take(4).eq(STANDARD.split(' ')) => {}
            Some(_) => return Err("setup"),
            None if self.set_up.as_deref() == Some("1") => return Err("setup"),
            None => {}
        }
        let outcome = match self.result.as_deref() {
            None => self.marker,
            Some("1-0") => Some(0),
            Some("1/2-1/2") => Some(1),
            Some("0-1") => Some(2),
            Some(_) => None,
        };
        match outcome {
            None => Err("result"),
            Some(_) if self.is_broken => Err("movetext"),
            Some(outcome) => Ok(outcome),
        }
    }

    /// Looks at the position that the game has come to.
    fn look(&mut self) {
        let board = self.position.board();
        let counts = Role::ALL.map(|role| {
            Color::ALL.map(|color| (board.by_color(color) & board.by_role(role)).count())
        });
        let [pawns, knights, bishops, rooks, queens, _] = counts;
        // docs/tables.md: the most of each kind, and what one more of White's and Black's adds to the cell's number.
        let places = [
            (pawns, 8, [26_244, 2_916]),
            (knights, 2, [972, 324]),
            (bishops, 2, [108, 36]),
            (rooks, 2, [12, 4]),
            (queens, 1, [2, 1]),
        ];
        let fits = places.iter().all(|(counts, most, _)| counts.iter().all(|count| count <= most));
        let cell = places.iter().map(|([white, black], _, [w, b])| white * w + black * b).sum();
        debug_assert!(!fits || cell < CELLS, "docs/tables.md numbers the cells");
        let sum = |counts: [usize; 2]| counts[0] + counts[1];
        let weight = sum(knights) + sum(bishops) + 2 * sum(rooks) + 4 * sum(queens);
        let phase = match (weight, self.materials.len()) {
            (0..=8, _) => 2,
            (_, 0..20) => 0,
            _ => 1,
        };
        for (square, piece) in board.iter() {
            let index = 6 * usize::from(piece.color.is_black()) + (piece.role as usize - 1);
            self.standing.push((phase, index, usize::from(square)));
        }
        self.materials.push(fits.then_some(cell));
    }

    fn play(&mut self, mv: Move) {
        if self.plies.len() < MAX_PLY {
            let key: Zobrist64 = self.position.zobrist_hash(EnPassantMode::PseudoLegal);
            if let UciMove::Normal { from, to, promotion } = mv.to_uci(CastlingMode::Standard) {
                // Knight 1 to queen 4.
                let promotion = promotion.map_or(0, |role| role as u16 - 1);
                let packed = u16::from(from) | u16::from(to) << 6 | promotion << 12;
                self.moves.push((self.position.turn(), (key.0, packed)));
            }
        }
        self.position.play_unchecked(mv);
        self.plies.push(mv);
        self.look();
    }
}

/// The legal move that a ply is.
fn move_of(ply: Ply, position: &Chess) -> Option<Move> {
    let square = |square: rules::Square| Square::new(square.index() as u32);
    let promotion = match ply.promotion() {
        Some(role) => Some(Role::from_char(role.letter())?),
        None => None,
    };
    let uci = UciMove::Normal { from: square(ply.from()), to: square(ply.to()), promotion };
    uci.to_move(position).ok()
}

/// Plays what pgn-reader reads.
struct Replayer;

impl Visitor for Replayer {
    type Tags = Played;
    type Movetext = Played;
    type Output = Played;

    fn begin_tags(&mut self) -> ControlFlow<Played, Played> {
        ControlFlow::Continue(Played::default())
    }

    fn tag(&mut self, game: &mut Played, name: &[u8], value: RawTag<'_>) -> ControlFlow<Played> {
        let slot = match name {
            b"Variant" => &mut game.variant,
            b"SetUp" => &mut game.set_up,
            b"FEN" => &mut game.fen,
            b"Result" => &mut game.result,
            _ => return ControlFlow::Continue(()),
        };
        *slot = Some(value.decode_utf8_lossy().trim_ascii().to_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: Played) -> ControlFlow<Played, Played> {
        game.look();
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Played, san: SanPlus) -> ControlFlow<Played> {
        match san.san.to_move(&game.position) {
            Ok(mv) if !game.is_broken => game.play(mv),
            _ => game.is_broken = true,
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Played, outcome: Outcome) -> ControlFlow<Played> {
        let known = outcome.known().map(|known| match known {
            KnownOutcome::Decisive { winner: Color::White } => 0,
            KnownOutcome::Draw => 1,
            KnownOutcome::Decisive { winner: Color::Black } => 2,
        });
        game.marker = game.marker.or(known);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Played) -> Played {
        game
    }
}
