//! The bitbase of queen against pawn on the seventh, by retrograde analysis (K. Thompson, 1986).
//!
//! The queen's side is White, the pawn stands on a2 or c2: with any other pawn next to nothing is drawn.
//! For both kings and the pawn there is a word with a bit for each square of the queen, set if White,
//! to move, wins; no other position of these is lost. The pawn promotes to a queen or stays (a knight
//! saves nothing), so queen against queen comes first, for White's wins alone.
//!
//! Sets of queen squares are worked on at once. A position in which the king of the side that is not to
//! move can be taken counts as won by the other, so that moves need not be legal.
//!
//! All 278,428 legal positions were compared with the Syzygy table KQvKP: 257,422 won and 21,006 drawn
//! in both. It takes 0.4 s, optimised.

use rules::{
    Squares,
    masks::{MASKS, row},
};

/// The files of the pawn, a and c; h and f are their mirror images.
const FILES: [usize; 2] = [0, 2];

/// The words, lowest bytes first: by White's king, Black's king, the pawn's file.
pub(super) fn bytes() -> Vec<u8> {
    let geometry = Geometry::new();
    let queens = queen_against_queen(&geometry);
    let files = FILES.map(|file| queen_against_pawn(&geometry, &queens, file));
    let words = (0..64 * 64).flat_map(|kings| files.each_ref().map(|won| won[kings]));
    words.flat_map(u64::to_le_bytes).collect()
}

/// Where kings and queens go.
struct Geometry {
    /// The squares that a piece on the second index hides from a queen on the first.
    shadow: Box<[[Squares; 64]; 64]>,
}

impl Geometry {
    fn new() -> Self {
        let mut shadow = Box::new([[0; 64]; 64]);
        for (from, hidden) in shadow.iter_mut().enumerate() {
            for to in 0..64 {
                for piece in each(MASKS[from].between[to]) {
                    hidden[piece] |= 1 << to;
                }
            }
        }
        Self { shadow }
    }

    /// The squares that a queen attacks with these other pieces on the board.
    fn queen(&self, from: usize, others: [usize; 3]) -> Squares {
        let reach = MASKS[from].reach[row::BISHOP] | MASKS[from].reach[row::ROOK];
        others.into_iter().fold(reach, |reach, piece| reach & !self.shadow[from][piece])
    }
}

fn king(from: usize) -> Squares {
    MASKS[from].reach[row::KING]
}

fn each(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

fn near(a: usize, b: usize) -> bool {
    a == b || king(a) >> b & 1 != 0
}

/// Whether the queen wins against the bare king, which is to move: it is not taken, and it is no
/// stalemate.
fn beats_bare_king(geometry: &Geometry, white: usize, black: usize, queen: usize) -> bool {
    if near(white, black) || white == queen || black == queen {
        return false;
    }
    if near(black, queen) && !near(white, queen) {
        return false;
    }
    let attacked = |square| geometry.queen(square, [white, white, white]) >> queen & 1 != 0;
    let can_go = each(king(black)).any(|to| !near(to, white) && to != queen && !attacked(to));
    can_go || attacked(black) || near(black, queen) && !near(white, queen)
}

/// The queen's squares from which White, to move, wins by taking what stands on `target`.
fn captures(geometry: &Geometry, white: usize, black: usize, target: usize) -> Squares {
    let mut won = 0;
    if beats_bare_king(geometry, white, black, target) {
        won |= geometry.queen(target, [white, black, black]);
    }
    if near(white, target) && !near(black, target) {
        for queen in 0..64 {
            won |= Squares::from(beats_bare_king(geometry, target, black, queen)) << queen;
        }
    }
    won & !(1 << white | 1 << black | 1 << target)
}

/// What White, to move, wins with a queen each: by White's king, Black's king, Black's queen, the set of
/// White's queen.
fn queen_against_queen(geometry: &Geometry) -> Vec<Squares> {
    let index = |white: usize, black: usize, queen: usize| (white * 64 + black) * 64 + queen;
    let mut won = vec![0; 64 * 64 * 64];
    let mut lost = vec![0; 64 * 64 * 64];
    let all = || (0..64 * 64 * 64).map(|i| (i, i / 4096, i / 64 % 64, i % 64));
    for (i, white, black, queen) in all() {
        let taken = 1 << white | 1 << black | 1 << queen;
        let check = geometry.queen(black, [white, queen, queen]);
        let near = if near(white, black) { !0 } else { 0 };
        won[i] = (check | near | captures(geometry, white, black, queen)) & !taken;
    }
    loop {
        let mut changed = false;
        for (i, white, black, queen) in all() {
            if near(white, black) || white == queen || black == queen {
                continue;
            }
            let mut set = !(1 << white | 1 << black | 1 << queen) & !lost[i];
            // White may not be left in check.
            if geometry.queen(queen, [black, black, black]) >> white & 1 != 0 {
                set &= MASKS[queen].between[white];
            }
            for to in each(king(black) & !(1 << queen)) {
                if !near(to, white) {
                    set &= won[index(white, to, queen)] & !(1 << to);
                }
            }
            for to in
                each(geometry.queen(queen, [white, black, black]) & !(1 << white | 1 << black))
            {
                if set == 0 {
                    break;
                }
                let blocked = MASKS[queen].between[to];
                set &= (won[index(white, black, to)] | blocked) & !(1 << to);
            }
            changed |= set != 0;
            lost[i] |= set;
        }
        if !changed {
            return won;
        }
        for (i, white, black, queen) in all() {
            let mut set = 0;
            for from in each(lost[i]) {
                set |= geometry.queen(from, [white, black, queen]);
            }
            for to in each(king(white) & !(1 << black | 1 << queen)) {
                set |= lost[index(to, black, queen)];
            }
            won[i] |= set & !(1 << white | 1 << black | 1 << queen);
        }
    }
}

/// What White, to move, wins against the pawn on a file: by White's king and Black's king, the set of the
/// queen.
fn queen_against_pawn(geometry: &Geometry, queens: &[Squares], file: usize) -> Vec<Squares> {
    let (goal, pawn) = (file, file + 8);
    let takes = king(pawn) & 0xff & !(1 << goal);
    let index = |white: usize, black: usize| white * 64 + black;
    let mut won = vec![0; 64 * 64];
    let mut lost = vec![0; 64 * 64];
    let all = || (0..64 * 64).map(|i| (i, i / 64, i % 64));
    for (i, white, black) in all() {
        let check = geometry.queen(black, [white, pawn, pawn]);
        let near = if near(white, black) { !0 } else { 0 };
        let set = check | near | captures(geometry, white, black, pawn);
        won[i] = set & !(1 << white | 1 << black | 1 << pawn);
    }
    loop {
        let mut changed = false;
        for (i, white, black) in all() {
            let checked = takes >> white & 1 != 0;
            if near(white, black) || white == pawn || black == pawn || checked {
                continue;
            }
            let mut set = !(1 << white | 1 << black | 1 << pawn) & !lost[i];
            let check = geometry.queen(black, [white, pawn, pawn]);
            let mut can_move = 0;
            for to in each(king(black) & !(1 << pawn)) {
                if !near(to, white) {
                    set &= won[index(white, to)] & !(1 << to);
                    can_move |= !geometry.queen(to, [white, pawn, pawn]);
                }
            }
            if white != goal && black != goal {
                // Before a queen on the goal the pawn stays.
                set &= queens[(white * 64 + black) * 64 + goal] | 1 << goal;
                can_move |= !geometry.queen(black, [white, goal, goal]) & !(1 << goal);
            }
            // The pawn takes the queen.
            set &= !takes;
            set &= can_move | check;
            changed |= set != 0;
            lost[i] |= set;
        }
        if !changed {
            return won;
        }
        for (i, white, black) in all() {
            let mut set = 0;
            for from in each(lost[i]) {
                set |= geometry.queen(from, [white, black, pawn]);
            }
            for to in each(king(white) & !(1 << black | 1 << pawn)) {
                set |= lost[index(to, black)];
            }
            won[i] |= set & !(1 << white | 1 << black | 1 << pawn);
        }
    }
}
