//! A position of the search: the rules' position and everything that is summed over its pieces.
//!
//! Invariant: key, counts, phase and psqt sum change in `Sums::add` and `Sums::remove` and
//! nowhere else, the sums around the kings also where a king moves; debug builds compare them with a recount
//! after every move.
//!
//! Positions are values: playing a move makes a new one (copy-make).

use rules::{Board, Color, Move, Piece, PieceCode, Role, Square, piece_code, squares, zobrist};
use tables::{Cell, KingPlace};

use crate::{mixing::SPREAD, psqt::Psqt, tapered::Tapered};

/// A position, ready to be evaluated and searched.
#[derive(Clone, Debug)]
pub struct Position {
    rules: rules::Position,
    sums: Sums,
    key: u64,
}

impl Position {
    /// Counts everything from scratch.
    #[must_use]
    pub fn new(rules: rules::Position, psqt: &Psqt) -> Self {
        let sums = Sums::count(rules.board(), psqt);
        let key = sums.key ^ zobrist::state(&rules);
        Self { rules, sums, key }
    }

    /// The position after a legal move.
    #[must_use]
    #[inline(always)]
    pub fn play(&self, mv: Move, psqt: &Psqt) -> Self {
        let mut next = self.clone();
        next.make(mv, psqt);
        next
    }

    /// Plays a legal move in place. The search clones and makes: what [`Position::play`] returns is copied once more.
    #[inline(never)]
    pub(crate) fn make(&mut self, mv: Move, psqt: &Psqt) {
        let (us, sums) = (self.rules.turn(), &mut self.sums);
        self.rules.play(mv, |code, square, comes| {
            if comes {
                sums.add(code, square, psqt);
            } else {
                sums.remove(code, square, psqt);
            }
        });
        sums.follow_king(self.rules.board(), us, psqt);
        self.key = sums.key ^ zobrist::state(&self.rules);
        debug_assert_eq!(self.sums, Sums::count(self.board(), psqt), "after {mv:?}");
    }

    /// The position with the other side to move; `None` in check, where nobody may pass.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        let rules = self.rules.pass();
        let key = self.sums.key ^ zobrist::state(&rules);
        Some(Self { rules, key, sums: self.sums.clone() })
    }

    /// The position as the rules know it.
    #[must_use]
    pub const fn rules(&self) -> &rules::Position {
        &self.rules
    }

    /// Where the pieces stand.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.rules.board()
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.rules.turn()
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.rules.in_check()
    }

    /// Polyglot's key.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// What the key will most likely be after a move: castling, en passant, promotions and lost
    /// rights are passed over. For hints to memory, which may be wrong.
    #[must_use]
    #[inline(always)]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let codes = &self.board().codes;
        let (from, to) = (mv.from(), mv.to());
        let moved = codes[from.index()];
        self.key
            ^ zobrist::piece(moved, from)
            ^ zobrist::piece(moved, to)
            ^ zobrist::piece(codes[to.index()], to)
            ^ zobrist::WHITE_TO_MOVE
    }

    /// The key of the pawns alone, both sides'.
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        self.sums.pawn_key
    }

    /// The key of a side's pieces but for its pawns.
    #[must_use]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.sums.non_pawn_keys[color as usize]
    }

    /// The key of kings, knights and bishops, both sides'.
    #[must_use]
    pub const fn minor_key(&self) -> u64 {
        self.sums.minor_key
    }

    /// The key of rooks and queens, both sides'.
    #[must_use]
    pub const fn major_key(&self) -> u64 {
        let [white, black] = self.sums.non_pawn_keys;
        white ^ black ^ self.sums.minor_key
    }

    /// The cell of the imbalance table, `None` beyond its caps. Added up when it is asked for, as the table is
    /// off by default.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        let mut index = 0;
        for (&count, weight) in self.sums.counts.iter().zip(&MATERIAL) {
            if count > weight.cap {
                return None;
            }
            index += u32::from(count) * weight.stride;
        }
        Cell::new(index)
    }

    /// The phase weight of the pieces on the board, not capped.
    #[must_use]
    pub const fn phase(&self) -> i32 {
        self.sums.phase as i32
    }

    /// Material and piece-square values, White's minus Black's.
    #[must_use]
    pub const fn psqt(&self) -> Tapered {
        self.sums.psqt
    }

    /// Piece squares by where the kings stand, White's minus Black's.
    #[must_use]
    pub fn king_squares(&self) -> Tapered {
        let [white, black] = self.sums.king_squares;
        white - black
    }

    /// How many pieces of a role a side has.
    #[must_use]
    pub const fn count(&self, color: Color, role: Role) -> i32 {
        self.sums.counts[piece_code(Piece { color, role }) as usize] as i32
    }

    /// A key of how many pieces of each kind there are.
    #[must_use]
    #[inline(always)]
    pub(crate) fn material_key(&self) -> u64 {
        let (first, rest) = self.sums.counts.split_at(8);
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        (word(first).wrapping_mul(SPREAD) ^ word(rest)).wrapping_mul(SPREAD).rotate_left(32)
    }

    /// Whether `color` has a piece besides king and pawns.
    #[must_use]
    pub fn has_pieces(&self, color: Color) -> bool {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .any(|role| self.count(color, role) > 0)
    }
}

/// The sums over the pieces on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sums {
    key: u64,
    pawn_key: u64,
    non_pawn_keys: [u64; 2],
    minor_key: u64,
    psqt: Tapered,
    phase: u8,
    counts: [u8; Piece::COUNT],
    /// Where each king stands, by `Color as usize`.
    places: [KingPlace; 2],
    /// The pieces around each king, each for its own side.
    king_squares: [Tapered; 2],
}

impl Sums {
    fn count(board: &Board, psqt: &Psqt) -> Self {
        let places = Color::ALL.map(|us| KingPlace::of(us, board.king(us)));
        let mut sums = Self { places, ..Self::default() };
        for square in squares::each(board.occupied) {
            sums.add(board.codes[square.index()], square, psqt);
        }
        sums
    }

    #[inline(always)]
    fn add(&mut self, code: PieceCode, square: Square, psqt: &Psqt) {
        let weight = &MATERIAL[usize::from(code)];
        self.toggle(code, square);
        self.psqt += psqt.of_code(code, square);
        for us in Color::ALL {
            self.king_squares[us as usize] += self.around_king(us, code, square, psqt);
        }
        self.phase += weight.phase;
        self.counts[usize::from(code)] += 1;
    }

    #[inline(always)]
    fn remove(&mut self, code: PieceCode, square: Square, psqt: &Psqt) {
        let weight = &MATERIAL[usize::from(code)];
        self.toggle(code, square);
        self.psqt -= psqt.of_code(code, square);
        for us in Color::ALL {
            self.king_squares[us as usize] -= self.around_king(us, code, square, psqt);
        }
        self.phase -= weight.phase;
        self.counts[usize::from(code)] -= 1;
    }

    /// What a piece adds to the sum of a side's king.
    #[inline(always)]
    fn around_king(&self, us: Color, code: PieceCode, square: Square, psqt: &Psqt) -> Tapered {
        psqt.king_squares().get(us, self.places[us as usize], code, square)
    }

    /// Counts the pieces around a king anew if it has left its place.
    #[inline(always)]
    fn follow_king(&mut self, board: &Board, us: Color, psqt: &Psqt) {
        let place = KingPlace::of(us, board.king(us));
        if place != self.places[us as usize] {
            self.places[us as usize] = place;
            self.king_squares[us as usize] = psqt.king_squares().sum(board, us, place);
        }
    }

    #[inline(always)]
    fn toggle(&mut self, code: PieceCode, square: Square) {
        let key = zobrist::piece(code, square);
        self.key ^= key;
        if code >> 1 == Role::Pawn as u8 {
            self.pawn_key ^= key;
            return;
        }
        self.non_pawn_keys[usize::from(code & 1)] ^= key;
        if IS_MINOR >> code & 1 > 0 {
            self.minor_key ^= key;
        }
    }
}

/// Bits of the codes of kings, knights and bishops.
const IS_MINOR: u16 = 0b11 << (2 * Role::Knight as u8)
    | 0b11 << (2 * Role::Bishop as u8)
    | 0b11 << (2 * Role::King as u8);

/// What a piece counts for, on any square: in the imbalance table and for the phase.
#[derive(Clone, Copy)]
struct Weight {
    stride: u32,
    cap: u8,
    phase: u8,
}

const MATERIAL: [Weight; Piece::COUNT] = {
    let mut weights = [Weight { stride: 0, cap: u8::MAX, phase: 0 }; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let Piece { color, role } = Piece::from_index(index);
        weights[piece_code(Piece { color, role }) as usize] = Weight {
            stride: Cell::stride(color, role),
            cap: if matches!(role, Role::King) { u8::MAX } else { Cell::cap(role) },
            phase: tables::phase_weight(role),
        };
        index += 1;
    }
    weights
};
