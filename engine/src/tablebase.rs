//! Endgame tablebases: what they say, and the Syzygy files that say it.

use std::{fmt, path::Path};

use rules::{FIFTY_MOVES, Move, Position};
use shakmaty::{CastlingMode, Chess};

/// The value of a position for the side to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The value with or without the fifty-move rule: nothing in between is left.
    pub(crate) const fn under(self, fifty: bool) -> Self {
        match self {
            Self::CursedWin if fifty => Self::Draw,
            Self::BlessedLoss if fifty => Self::Draw,
            Self::CursedWin => Self::Win,
            Self::BlessedLoss => Self::Loss,
            other => other,
        }
    }
}

/// Something that knows endgames.
pub(crate) trait Tablebase: fmt::Debug + Send + Sync {
    /// The most men, kings and pawns included, of a position that it may know.
    fn max_men(&self) -> usize;

    /// The value of a position just after a capture or a pawn move.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// Plies to the next capture or pawn move with best play, or to mate: positive if the side to
    /// move wins, negative if it loses, 0 for a draw. More than 100 less what was played already is
    /// a win that the fifty-move rule spoils. May be one too low, as the files round.
    fn dtz(&self, position: &Position) -> Option<i32>;

    /// What could not be read, if there is such.
    fn warning(&self) -> Option<&str> {
        None
    }
}

/// How good a root move is: the higher the better.
type Rank = (Wdl, i32);

/// The best of these moves; `None` if some are unknown.
pub(crate) fn root_moves(
    tablebase: &dyn Tablebase,
    position: &Position,
    moves: &[Move],
    fifty: bool,
) -> Option<Vec<Move>> {
    let men = position.board().occupied.count_ones() as usize;
    if men > tablebase.max_men() || position.castling_rooks() != 0 {
        return None;
    }
    let ranks: Vec<Rank> =
        moves.iter().map(|&mv| rank(tablebase, position, mv, fifty)).collect::<Option<_>>()?;
    let best = ranks.iter().max()?;
    Some(moves.iter().zip(&ranks).filter(|(_, rank)| *rank == best).map(|(&mv, _)| mv).collect())
}

fn rank(tablebase: &dyn Tablebase, position: &Position, mv: Move, fifty: bool) -> Option<Rank> {
    /// Plies that the fifty-move rule leaves.
    const IN_TIME: i32 = FIFTY_MOVES as i32;
    let child = position.played(mv);
    if !child.has_legal_move() {
        return Some(if child.in_check() { (Wdl::Win, 0) } else { (Wdl::Draw, 0) });
    }
    if child.is_insufficient_material() {
        return Some((Wdl::Draw, 0));
    }
    // Plies to zeroing, this move included, as the mover sees it.
    let (plies, played) = if position.is_zeroing(mv) {
        let plies = match tablebase.wdl(&child)? {
            Wdl::Loss => 1,
            Wdl::BlessedLoss => IN_TIME + 1,
            Wdl::Draw => 0,
            Wdl::CursedWin => -IN_TIME - 1,
            Wdl::Win => -1,
        };
        (plies, 0)
    } else {
        let below = -tablebase.dtz(&child)?;
        (below + below.signum(), i32::from(position.halfmoves()))
    };
    let in_time = plies.abs() + played <= IN_TIME;
    let wdl = match plies.signum() {
        0 => Wdl::Draw,
        1 if in_time => Wdl::Win,
        1 => Wdl::CursedWin,
        _ if in_time => Wdl::Loss,
        _ => Wdl::BlessedLoss,
    };
    // Win soon, lose late; a draw is a draw.
    let wdl = wdl.under(fifty);
    Some((wdl, if wdl == Wdl::Draw { 0 } else { -plies }))
}

/// Syzygy files (R. de Man, 2013), read with shakmaty-syzygy (N. Fiekas).
pub(crate) struct Syzygy {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// The folders that cannot be read.
    unread: Option<String>,
}

impl Syzygy {
    /// The tables of all folders of `path`, which is written like `PATH`. A folder that cannot be read costs itself.
    ///
    /// # Errors
    /// One sentence if there is no table in any.
    pub(crate) fn open(path: &str) -> Result<Self, String> {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        let (mut found, mut unread) = (0, Vec::new());
        for folder in std::env::split_paths(Path::new(path)) {
            match tables.add_directory(&folder) {
                Ok(more) => found += more,
                Err(error) => unread.push(format!("SyzygyPath `{}`: {error}", folder.display())),
            }
        }
        let unread = (!unread.is_empty()).then(|| unread.join("; "));
        if found == 0 {
            let empty = || format!("SyzygyPath `{path}`: there are no tablebases in it");
            return Err(unread.unwrap_or_else(empty));
        }
        Ok(Self { tables, unread })
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("max_men", &self.max_men()).finish_non_exhaustive()
    }
}

impl Tablebase for Syzygy {
    fn max_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn warning(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let wdl = self
            .tables
            .probe_wdl_after_zeroing(&position.to_shakmaty(CastlingMode::Standard)?)
            .ok()?;
        Some(match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<i32> {
        Some(
            self.tables
                .probe_dtz(&position.to_shakmaty(CastlingMode::Standard)?)
                .ok()?
                .ignore_rounding()
                .0,
        )
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rules::Color;
    use shakmaty::fen::Fen;

    use super::*;

    /// Knows all positions of up to this many men, and gives the same result and the same distance
    /// to zeroing for each; of a distance that is not 0, less the king's file.
    #[derive(Debug)]
    pub(crate) struct Same(pub(crate) usize, pub(crate) Wdl, pub(crate) i32);

    impl Tablebase for Same {
        fn max_men(&self) -> usize {
            self.0
        }

        fn wdl(&self, _: &Position) -> Option<Wdl> {
            Some(self.1)
        }

        fn dtz(&self, position: &Position) -> Option<i32> {
            // Each file that the white king stands further right is a ply less.
            let file = i32::from(position.board().king(Color::White).file());
            Some(if self.2 == 0 { 0 } else { self.2 - self.2.signum() * file })
        }
    }

    fn position(fen: &str) -> Position {
        let fen: Fen = fen.parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        Position::from(&chess)
    }

    #[test]
    fn the_root_keeps_what_wins_soonest_and_loses_latest() {
        let position = position("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
        let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
        let kept = |dtz: i32| -> Vec<String> {
            let same = Same(3, Wdl::Draw, dtz);
            let moves = root_moves(&same, &position, &legal, true).unwrap();
            let mut names: Vec<_> = moves.iter().map(|mv| mv.uci(false).to_string()).collect();
            names.sort_unstable();
            names
        };
        // The opponent is lost: the further right our king, the sooner.
        assert_eq!(kept(-20), ["e1f1", "e1f2"]);
        // The opponent wins: the further left, the later.
        assert_eq!(kept(20), ["e1d1", "e1d2"]);
        assert_eq!(kept(0).len(), legal.len());
        assert!(root_moves(&Same(2, Wdl::Draw, 0), &position, &legal, true).is_none());
    }

    #[test]
    fn the_fifty_move_rule_spoils_what_takes_too_long() {
        let late = position("7k/8/8/8/8/8/8/R3K3 w - - 90 80");
        let legal: Vec<Move> = late.legal_moves().iter().copied().collect();
        let wdl = |fifty| rank(&Same(3, Wdl::Draw, -20), &late, legal[0], fifty).unwrap().0;
        assert_eq!((wdl(true), wdl(false)), (Wdl::Draw, Wdl::Win));
    }

    #[test]
    fn mate_needs_no_table() {
        let mate = position("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        let legal: Vec<Move> = mate.legal_moves().iter().copied().collect();
        let best = root_moves(&Same(3, Wdl::Draw, 0), &mate, &legal, true).unwrap();
        assert_eq!(best.len(), 1);
        assert_eq!(best[0].uci(false).to_string(), "a1a8");
    }

    #[test]
    fn folders_without_tables_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        assert!(Syzygy::open(path).unwrap_err().contains("no tablebases"));
        assert!(Syzygy::open(&format!("{path}/none")).unwrap_err().contains("SyzygyPath"));
    }

    /// With files of up to four men; `SYZYGY=folder cargo test -p engine syzygy -- --ignored`.
    #[test]
    #[ignore = "needs Syzygy files, which are no part of the project"]
    fn syzygy_files_say_what_is_known() {
        let tables =
            Syzygy::open(&std::env::var("SYZYGY").expect("SYZYGY names a folder")).unwrap();
        let of = |fen: &str| tables.wdl(&position(fen));
        assert_eq!(of("8/8/8/3k4/3P4/3K4/8/8 w - - 0 1"), Some(Wdl::Draw));
        // Whoever is to move loses the opposition.
        assert_eq!(of("8/3k4/8/3K4/3P4/8/8/8 w - - 0 1"), Some(Wdl::Draw));
        assert_eq!(of("8/3k4/8/3K4/3P4/8/8/8 b - - 0 1"), Some(Wdl::Loss));
        assert_eq!(of("7k/8/8/8/8/8/8/Q3K3 b - - 0 1"), Some(Wdl::Loss));
        assert_eq!(of("8/8/8/8/2k5/8/8/NNK5 w - - 0 1"), Some(Wdl::Draw));
    }
}
