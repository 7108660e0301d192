//! The same as [`Replay`](super::Replay) with the rules of shakmaty, one word after the other: what
//! tests compare with, and benchmarks.

use rules::{Color, Piece, Role, Square};
use shakmaty::{CastlingMode, CastlingSide, Chess, MoveList, Position, fen::Fen};

use super::{Flaw, Replayed, not_a_move, quoted};
use crate::{
    game::{Board, CastlingRights, Ply, Start},
    pgn::{
        movetext::Movetext,
        san::{San, Word},
    },
};

/// Replays games one after the other.
#[derive(Debug)]
pub struct Judge {
    standard: Start,
    position: Chess,
    start: Option<Start>,
    plies: Vec<Ply>,
}

impl Default for Judge {
    fn default() -> Self {
        let position = Chess::default();
        Self { standard: start_of(&position), position, start: None, plies: Vec::new() }
    }
}

impl Judge {
    /// Sets up the standard start position.
    pub fn set_up_standard(&mut self) {
        self.position = Chess::default();
        self.start = None;
        self.plies.clear();
    }

    /// Sets up a position; false if it is not a legal one of standard chess.
    #[must_use]
    pub fn set_up(&mut self, fen: &[u8]) -> bool {
        self.plies.clear();
        let Some(position) = position_of(fen) else { return false };
        self.start = Some(start_of(&position));
        self.position = position;
        true
    }

    /// Replays the main line of `movetext` from the position that was set up. After a flaw only
    /// the termination marker is looked for; after the marker, text that holds no move is text
    /// between games.
    pub fn replay(&mut self, movetext: &[u8]) -> Replayed {
        let mut words = Movetext::new(movetext);
        let mut replayed = Replayed { marker: None, flaw: None };
        let mut ended = false;
        // Whether the last move captured, and no `e.p.` has come behind it.
        let mut captured = false;
        loop {
            let word = match words.next_word() {
                None => return replayed,
                Some(Ok(word)) => word,
                Some(Err(_)) if ended => continue,
                Some(Err(broken)) => {
                    replayed.flaw.get_or_insert((Flaw::Broken(broken), words.broken_at()));
                    continue;
                }
            };
            let what = match Word::read(word) {
                Word::Filler => continue,
                Word::Termination(_) if ended => continue,
                Word::Termination(outcome) => {
                    replayed.marker = outcome;
                    ended = true;
                    continue;
                }
                Word::Unknown | Word::EnPassant if ended => continue,
                what => what,
            };
            if replayed.flaw.is_some() {
                continue;
            }
            if what == Word::EnPassant && std::mem::take(&mut captured) {
                continue;
            }
            let played = match what {
                _ if ended => Err(Flaw::AfterResult(quoted(word))),
                Word::Move(san) => self.play(san, word),
                Word::EnPassantMove(san) => self.play(san, word).and_then(|()| {
                    if self.has_captured() { Ok(()) } else { Err(Flaw::Unknown(quoted(word))) }
                }),
                _ => Err(not_a_move(word)),
            };
            captured = matches!(what, Word::Move(_)) && self.has_captured();
            replayed.flaw = played.err().map(|flaw| (flaw, words.position() - word.len()));
        }
    }

    /// The position that the game started from.
    #[must_use]
    pub fn start(&self) -> &Start {
        self.start.as_ref().unwrap_or(&self.standard)
    }

    /// The plies of the replayed main line.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position that the replay has reached.
    #[must_use]
    pub const fn position(&self) -> &Chess {
        &self.position
    }

    /// Whether the last move captured.
    fn has_captured(&self) -> bool {
        self.plies.last().is_some_and(|ply| ply.captured().is_some())
    }

    fn play(&mut self, san: San, word: &[u8]) -> Result<(), Flaw> {
        let candidates = candidates(&self.position, san);
        match candidates[..] {
            [mv] => {
                self.plies.push(ply_of(&self.position, mv));
                self.position.play_unchecked(mv);
                Ok(())
            }
            [] => Err(Flaw::Illegal(quoted(word))),
            _ => Err(Flaw::Ambiguous(quoted(word))),
        }
    }
}

/// How many fields of a FEN say what the position is; counters follow.
const POSITION_FIELDS: usize = 4;

/// The legal position of standard chess that a FEN describes, whatever its counters are.
pub(super) fn position_of(fen: &[u8]) -> Option<Chess> {
    let fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let fields: Vec<_> = fields.take(POSITION_FIELDS).collect();
    Fen::from_ascii(&fields.join(&b' ')).ok()?.into_position(CastlingMode::Standard).ok()
}

/// The legal moves that a token fits.
fn candidates(position: &Chess, san: San) -> MoveList {
    let castle = |king_side| {
        position.castling_moves(if king_side {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        })
    };
    let (role, from_file, from_rank, to, promotion) = match san {
        San::Castle { king_side } => return castle(king_side),
        San::Normal { role, from_file, from_rank, to, promotion } => {
            (role, from_file, from_rank, to, promotion)
        }
    };
    let origin = from_file.zip(from_rank).and_then(|(file, rank)| Square::new(8 * rank + file));
    let standing = origin.and_then(|square| position.board().role_at(theirs(square)));
    let role = role.map(theirs_role).or(standing).unwrap_or(shakmaty::Role::Pawn);
    if let Some(from) = origin
        && role == shakmaty::Role::King
        && from.file() == 4
        && from.rank() == to.rank()
        && from.index().abs_diff(to.index()) == 2
    {
        // The king's two steps, written like any move with its full origin.
        let mut moves = castle(to.file() == 6);
        moves.retain(|mv| mv.from() == Some(theirs(from)));
        return moves;
    }
    let mut moves = position.san_candidates(role, theirs(to));
    moves.retain(|mv| {
        !mv.is_castle()
            && mv.promotion() == promotion.map(theirs_role)
            && mv.from().is_some_and(|from| {
                from_file.is_none_or(|file| u32::from(from.file()) == u32::from(file))
                    && from_rank.is_none_or(|rank| u32::from(from.rank()) == u32::from(rank))
            })
    });
    moves
}

fn ply_of(position: &Chess, mv: shakmaty::Move) -> Ply {
    use shakmaty::Move;
    let color = ours_color(position.turn());
    let piece = Piece { color, role: ours_role(mv.role()) };
    match mv {
        Move::Castle { king, rook } => {
            let king = ours(king);
            let file = if ours(rook).file() > king.file() { 6 } else { 2 };
            let to =
                Square::new(8 * king.rank() + file).expect("invariant: a file of the same rank");
            Ply::new(piece, king, to, None, None)
        }
        Move::EnPassant { from, to } => {
            let (from, to) = (ours(from), ours(to));
            let taken =
                Square::new(8 * from.rank() + to.file()).expect("invariant: beside the pawn");
            Ply::new(
                piece,
                from,
                to,
                Some((Piece { color: !color, role: Role::Pawn }, taken)),
                None,
            )
        }
        _ => {
            let from = ours(mv.from().expect("invariant: only drops have no origin"));
            let to = ours(mv.to());
            let captured =
                mv.capture().map(|role| (Piece { color: !color, role: ours_role(role) }, to));
            Ply::new(piece, from, to, captured, mv.promotion().map(ours_role))
        }
    }
}

pub(super) fn start_of(position: &Chess) -> Start {
    let mut board = Board::EMPTY;
    for (square, piece) in position.board().clone() {
        let piece = Piece { color: ours_color(piece.color), role: ours_role(piece.role) };
        board.set(ours(square), Some(piece));
    }
    let mut castling = CastlingRights::default();
    for color in [shakmaty::Color::White, shakmaty::Color::Black] {
        for side in CastlingSide::ALL {
            if position.castles().has(color, side) {
                castling.add(ours_color(color), side.is_king_side());
            }
        }
    }
    // The pawn stands one rank behind the square it skipped.
    let skipped = position.pseudo_legal_ep_square();
    let double_push = skipped.map(|square| ours(square).en_passant_twin());
    let material = board.material();
    Start { board, material, side_to_move: ours_color(position.turn()), castling, double_push }
}

const fn theirs(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

fn ours(square: shakmaty::Square) -> Square {
    Square::new(u32::from(square) as u8).expect("invariant: both have 64 squares")
}

const fn ours_color(color: shakmaty::Color) -> Color {
    match color {
        shakmaty::Color::White => Color::White,
        shakmaty::Color::Black => Color::Black,
    }
}

const fn ours_role(role: shakmaty::Role) -> Role {
    match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}

const fn theirs_role(role: Role) -> shakmaty::Role {
    match role {
        Role::Pawn => shakmaty::Role::Pawn,
        Role::Knight => shakmaty::Role::Knight,
        Role::Bishop => shakmaty::Role::Bishop,
        Role::Rook => shakmaty::Role::Rook,
        Role::Queen => shakmaty::Role::Queen,
        Role::King => shakmaty::Role::King,
    }
}
