//! Where the captures of a position lead to: positions for fitting that need not be quiet themselves.
//!
//! A quiescence search that counts material alone. Either side may stop taking, so a capture is made only where it wins
//! something; in check all moves are tried. The end of the best line stands for the position, as in the sets of
//! positions that tuners are fed with since A. Tunis' (zurichess, 2016).

use rules::{Color, Move, MoveList, Position, Role, Which};

/// More than all material.
const MATED: i32 = -1_000;
/// Plies of a line.
const MOST_PLIES: usize = 24;
/// Positions looked at; wild ones that need more stay out.
const MOST_NODES: u32 = 20_000;

/// The end of the best line of captures; the position itself where none wins material. `None` if the end is not quiet
/// (the side to move is in check, or has no move), or it was not found in time.
pub(crate) fn resolved(position: &Position) -> Option<Position> {
    let mut search = Search { nodes: 0, line: [[Move::NONE; MOST_PLIES]; MOST_PLIES + 1] };
    search.best(position, -i32::MAX, i32::MAX, 0)?;
    let line = search.line[0].iter().take_while(|mv| mv.is_some());
    let end = line.fold(position.clone(), |at, &mv| at.played(mv));
    (!end.in_check() && end.has_legal_move()).then_some(end)
}

struct Search {
    nodes: u32,
    /// The best line from each ply on; ends with no move.
    line: [[Move; MOST_PLIES]; MOST_PLIES + 1],
}

impl Search {
    /// The mover's material after the best line. Of equal ones the first counts, and stopping before all.
    fn best(&mut self, position: &Position, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > MOST_NODES || ply == MOST_PLIES {
            return None;
        }
        self.line[ply] = [Move::NONE; MOST_PLIES];
        let mut best = if position.in_check() { MATED + ply as i32 } else { material(position) };
        let mut alpha = alpha.max(best);
        let mut moves = MoveList::new();
        position.generate(if position.in_check() { Which::All } else { Which::Noisy }, &mut moves);
        moves.sort_by_key(|&mv| -gain(position, mv));
        for mv in moves {
            if alpha >= beta {
                break;
            }
            let next = position.played(mv);
            let score = -self.best(&next, -beta, -alpha, ply + 1)?;
            if score > best {
                best = score;
                self.keep(mv, ply);
            }
            alpha = alpha.max(score);
        }
        Some(best)
    }

    /// The line of the next ply, with this move before it, is the best one.
    fn keep(&mut self, mv: Move, ply: usize) {
        let (now, later) = self.line.split_at_mut(ply + 1);
        let rest = MOST_PLIES - 1;
        now[ply][0] = mv;
        now[ply][1..].copy_from_slice(&later[0][..rest]);
    }
}

/// What the mover has more than the other side.
fn material(position: &Position) -> i32 {
    let side = |color: Color| -> i32 {
        let count = |role: Role| position.board().of(color, role).count_ones() as i32;
        Role::ALL.into_iter().map(|role| role.classic_value() * count(role)).sum()
    };
    side(position.turn()) - side(!position.turn())
}

/// The order in which captures are tried: the most valuable victim first, the least valuable attacker first.
fn gain(position: &Position, mv: Move) -> i32 {
    let value = Role::classic_value;
    let taken = position.captured(mv).map_or(0, value) + mv.promoted().map_or(0, value);
    16 * taken - value(position.moved(mv))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Position {
        let fen: Fen = fen.parse().expect("a FEN");
        let chess: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        Position::from(&chess)
    }

    fn end(fen: &str) -> Option<String> {
        let end = resolved(&position(fen))?.to_shakmaty(CastlingMode::Standard)?;
        let board = Fen::from_position(&end, EnPassantMode::Legal).to_string();
        board.rsplit_once(' ').map(|(board, _)| board.to_owned())
    }

    #[test]
    fn a_line_ends_where_nobody_wins_anything() {
        // Nothing to take; a hanging queen; a pawn that is guarded by a pawn; a rook
        // for a knight; a knight that is attacked twice and guarded once, where Black stops.
        for (from, to) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 5 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 5"),
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 b - - 0"),
            ("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0"),
            ("4k3/8/2p5/3r4/8/4N3/8/4K3 w - - 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0"),
            ("3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "3rk3/8/8/3R4/8/8/8/3RK3 b - - 0"),
        ] {
            assert_eq!(end(from).as_deref(), Some(to), "{from}");
        }
    }

    #[test]
    fn whoever_is_in_check_has_to_move() {
        let found = end("4k3/8/8/1q6/8/8/4R3/4K3 b - - 0 1").expect("the king has squares");
        assert!(found.contains(" w ") && found.contains('q') && found.contains('R'), "{found}");
        // Mate and stalemate are no positions to fit anything to.
        assert_eq!(end("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), None);
        assert_eq!(end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), None);
    }

    #[test]
    fn colours_are_alike() {
        let [white, black] = [
            "r1bq1rk1/ppp2ppp/2n2n2/3pp3/1bPP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - 0 7",
            "r1bqkb1r/pp3ppp/2n1pn2/1Bpp4/3PP3/2N2N2/PPP2PPP/R1BQ1RK1 b kq - 0 7",
        ]
        .map(|fen| resolved(&position(fen)));
        assert_eq!(
            white.map(|end| end.board().occupied),
            black.map(|end| rules::squares::flipped(end.board().occupied))
        );
    }
}
