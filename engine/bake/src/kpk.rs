//! The bitbase of king and pawn against king, by retrograde analysis.
//!
//! A bit for each side to move (the pawn's first), the pawn's king, the other king, and the pawn on
//! the files a to d and ranks 2 to 7; set if the pawn's side wins. A promotion that is not taken at once
//! wins.

/// Positions of each side to move.
const HALF: usize = 64 * 64 * 24;

/// The bits, lowest first.
pub(super) fn bytes() -> Vec<u8> {
    let mut won = vec![false; 2 * HALF];
    loop {
        let mut changed = false;
        for index in 0..2 * HALF {
            if !won[index] && wins(index, &won) {
                won[index] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    won.chunks(8)
        .map(|bits| bits.iter().enumerate().fold(0, |byte, (i, &bit)| byte | u8::from(bit) << i))
        .collect()
}

fn index(pawns_turn: bool, king: usize, other: usize, pawn: usize) -> usize {
    let place = (pawn / 8 - 1) * 4 + pawn % 8;
    (usize::from(!pawns_turn) * 64 * 64 + king * 64 + other) * 24 + place
}

fn near(a: usize, b: usize) -> bool {
    (a / 8).abs_diff(b / 8) <= 1 && (a % 8).abs_diff(b % 8) <= 1
}

/// Where a king can step, not minding attacks.
fn steps(from: usize) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&to| to != from && near(from, to))
}

fn pawn_attacks(pawn: usize, square: usize) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

/// Whether the pawn's side wins, as far as is known by now; never for what is no position.
fn wins(number: usize, won: &[bool]) -> bool {
    let (place, kings) = (number % 24, number / 24);
    let (other, king, pawns_turn) = (kings % 64, kings / 64 % 64, kings < 64 * 64);
    let pawn = (place / 4 + 1) * 8 + place % 4;
    if near(king, other) || king == pawn || other == pawn {
        return false;
    }
    if pawns_turn {
        if pawn_attacks(pawn, other) {
            return false;
        }
        let king_wins = steps(king)
            .any(|to| to != pawn && !near(to, other) && won[index(false, to, other, pawn)]);
        return king_wins || pawn_wins(king, other, pawn, won);
    }
    let mut moves =
        steps(other).filter(|&to| !near(to, king) && !pawn_attacks(pawn, to)).peekable();
    // No move is stalemate: a pawn and a king do not mate by themselves.
    moves.peek().is_some() && moves.all(|to| to != pawn && won[index(true, king, to, pawn)])
}

fn pawn_wins(king: usize, other: usize, pawn: usize, won: &[bool]) -> bool {
    let stop = pawn + 8;
    if stop == king || stop == other {
        return false;
    }
    if stop >= 56 {
        return !near(other, stop) || near(king, stop);
    }
    if won[index(false, king, other, stop)] {
        return true;
    }
    let second = stop + 8;
    pawn < 16 && second != king && second != other && won[index(false, king, other, second)]
}
