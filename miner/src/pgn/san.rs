//! Move tokens as real files hold them.
//!
//! This module reads what a token says. Whether a legal move fits it, and only one, is for the
//! replay to find out.

use rules::{Outcome, Role, Square};

/// A word of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A move number, dots or a `!`-`?` mark: nothing to do.
    Filler,
    /// `e.p.` on its own: nothing to do once behind a move that captured, unknown elsewhere.
    EnPassant,
    /// A termination marker; `None` for `*`.
    Termination(Option<Outcome>),
    /// A move.
    Move(San),
    /// A move with `e.p.` attached, which must capture.
    EnPassantMove(San),
    /// None of these.
    Unknown,
}

/// What a move token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum San {
    /// `O-O`, `O-O-O`, also with zeros.
    Castle {
        /// Toward the h-file.
        king_side: bool,
    },
    /// Any other move.
    Normal {
        /// The piece's letter; without one it is a pawn, or whatever stands on a full origin.
        role: Option<Role>,
        /// 0 for the a-file.
        from_file: Option<u8>,
        /// 0 for the first rank.
        from_rank: Option<u8>,
        /// The destination.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Role>,
    },
}

/// A [`San`] in 32 bits: what the replay reads.
///
/// From bit 6 on the destination (6 bits), from bit 13 on the role (3; 6 for none given), where a
/// [`Ply`](crate::game::Ply) has them, too; then the [`origin`](Self::origin) (7), the promotion
/// role (3; 0 for none) and whether it is a castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(u32);

impl Token {
    const TO: u32 = 6;
    const ROLE: u32 = 13;
    const ORIGIN: u32 = 16;
    const PROMOTION: u32 = 23;
    /// What needs more thought than a piece and its destination.
    const SPECIAL: u32 = 1 << 26;
    const CASTLE: u32 = 1 << 27;
    const KING_SIDE: u32 = 1 << 28;
    const NO_ROLE: u32 = 6;

    /// Packs what a token says.
    #[must_use]
    pub const fn new(san: San) -> Self {
        match san {
            San::Castle { king_side: true } => Self(Self::SPECIAL | Self::CASTLE | Self::KING_SIDE),
            San::Castle { king_side: false } => Self(Self::SPECIAL | Self::CASTLE),
            San::Normal { role, from_file, from_rank, to, promotion } => {
                let file = match from_file {
                    Some(file) => file as u32,
                    None => 8,
                };
                let rank = match from_rank {
                    Some(rank) => rank as u32,
                    None => 8,
                };
                let role = match role {
                    Some(role) => role as u32,
                    None if file < 8 && rank < 8 => Self::NO_ROLE,
                    None => Role::Pawn as u32,
                };
                let promotion = match promotion {
                    Some(role) => role as u32,
                    None => 0,
                };
                let is_special = role == Self::NO_ROLE
                    || promotion != 0
                    || role == Role::King as u32 && file < 8 && rank < 8;
                let special = if is_special { Self::SPECIAL } else { 0 };
                Self(
                    (to.index() as u32) << Self::TO
                        | role << Self::ROLE
                        | (9 * file + rank) << Self::ORIGIN
                        | promotion << Self::PROMOTION
                        | special,
                )
            }
        }
    }

    /// Unpacks it. A pawn is named as one, whether the token did or not.
    #[must_use]
    pub fn san(self) -> San {
        if self.0 & Self::CASTLE != 0 {
            return San::Castle { king_side: self.0 & Self::KING_SIDE != 0 };
        }
        let role = |bits: u32| Role::ALL.get(bits as usize & 7).copied();
        let (file, rank) = (self.origin() as u8 / 9, self.origin() as u8 % 9);
        San::Normal {
            role: role(self.0 >> Self::ROLE),
            from_file: (file < 8).then_some(file),
            from_rank: (rank < 8).then_some(rank),
            to: Square::new(self.to() as u8).expect("invariant: six bits make a square"),
            promotion: role(self.0 >> Self::PROMOTION).filter(|role| *role != Role::Pawn),
        }
    }

    /// Whether it is a castle, a promotion, names no piece, or might be one of these in disguise;
    /// else [`to`](Self::to), [`role`](Self::role) and [`origin`](Self::origin) say it all.
    #[inline(always)]
    #[must_use]
    pub const fn is_special(self) -> bool {
        self.0 & Self::SPECIAL != 0
    }

    /// The index of the destination.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> usize {
        self.0 as usize >> Self::TO & 63
    }

    /// The index of the role.
    #[inline(always)]
    #[must_use]
    pub const fn role(self) -> usize {
        self.0 as usize >> Self::ROLE & 7
    }

    /// The origin: 9 · file + rank, each 8 when it is not given.
    #[inline(always)]
    #[must_use]
    pub const fn origin(self) -> usize {
        self.0 as usize >> Self::ORIGIN & 127
    }

    /// Role and destination, where a [`Ply`](crate::game::Ply) has them.
    #[inline(always)]
    pub(crate) const fn role_and_destination(self) -> u32 {
        self.0 & (7 << Self::ROLE | 63 << Self::TO)
    }

    /// The same token, which goes to a1, with another destination.
    #[inline(always)]
    pub(super) const fn with_destination(self, to: u32) -> Self {
        Self(self.0 | to << Self::TO)
    }
}

impl Word {
    /// Reads a word.
    #[must_use]
    pub fn read(word: &[u8]) -> Self {
        if let Some(marker) = termination(without_marks(word)) {
            return Self::Termination(marker);
        }
        let word = without_marks(without_number(word));
        if let Some(marker) = termination(word) {
            return Self::Termination(marker);
        }
        if word.is_empty() {
            return Self::Filler;
        }
        match without_en_passant(word) {
            None => San::read(word).map_or(Self::Unknown, Self::Move),
            Some(b"") => Self::EnPassant,
            Some(mv) => San::read(mv).map_or(Self::Unknown, Self::EnPassantMove),
        }
    }
}

/// Whether a word says that a side passes: `--`, ChessBase's `Z0`, Chess Assistant's `@@@@`, `null`, `pass`.
#[must_use]
pub fn is_null_move(word: &[u8]) -> bool {
    matches!(without_marks(without_number(word)), b"--" | b"Z0" | b"@@@@" | b"null" | b"pass")
}

fn termination(word: &[u8]) -> Option<Option<Outcome>> {
    if word == b"*" { Some(None) } else { Outcome::from_pgn(word).map(Some) }
}

/// Drops a leading move number: digits and dots, or digits or dots alone.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|b| **b == b'.').count();
    if dots > 0 || digits == word.len() { &word[digits + dots..] } else { word }
}

fn without_marks(word: &[u8]) -> &[u8] {
    let marks = word.iter().rev().take_while(|b| matches!(b, b'!' | b'?' | b'+' | b'#')).count();
    &word[..word.len() - marks]
}

impl San {
    /// Reads a move without number and marks.
    fn read(word: &[u8]) -> Option<Self> {
        match word {
            b"O-O" | b"0-0" | b"o-o" => return Some(Self::Castle { king_side: true }),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(Self::Castle { king_side: false }),
            _ => {}
        }
        let (role, rest) = match word.split_first()? {
            (letter @ b'A'..=b'Z', rest) => (Some(role_of(*letter)?), rest),
            _ => (None, word),
        };
        let (rest, promotion) = split_promotion(rest);
        let (rest, to) = split_square(rest)?;
        let rest = rest.strip_suffix(b"x").or_else(|| rest.strip_suffix(b"-")).unwrap_or(rest);
        let (from_file, from_rank) = match *rest {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        Some(Self::Normal { role, from_file, from_rank, to, promotion })
    }
}

/// What stands before an `e.p.`; `None` without one.
fn without_en_passant(word: &[u8]) -> Option<&[u8]> {
    [&b"e.p."[..], b"e.p", b"ep"].into_iter().find_map(|suffix| word.strip_suffix(suffix))
}

/// Splits `=Q`, `Q` or `(Q)` off, of either case.
fn split_promotion(word: &[u8]) -> (&[u8], Option<Role>) {
    let (rest, letter) = match word {
        [rest @ .., b'(', letter, b')'] | [rest @ .., b'=', letter] | [rest @ .., letter] => {
            (rest, letter.to_ascii_uppercase())
        }
        [] => return (word, None),
    };
    let role = role_of(letter).filter(|role| !matches!(role, Role::Pawn | Role::King));
    match (role, rest) {
        (Some(_), [.., b'1' | b'8']) => (rest, role),
        _ => (word, None),
    }
}

fn split_square(word: &[u8]) -> Option<(&[u8], Square)> {
    let [rest @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = word else { return None };
    Some((rest, Square::new((rank - b'1') * 8 + (file - b'a'))?))
}

const fn role_of(letter: u8) -> Option<Role> {
    Some(match letter {
        b'P' => Role::Pawn,
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(word: &str) -> (Option<Role>, Option<u8>, Option<u8>, String, Option<Role>) {
        match Word::read(word.as_bytes()) {
            Word::Move(San::Normal { role, from_file, from_rank, to, promotion })
            | Word::EnPassantMove(San::Normal { role, from_file, from_rank, to, promotion }) => {
                (role, from_file, from_rank, to.to_string(), promotion)
            }
            other => panic!("`{word}` is {other:?}"),
        }
    }

    #[test]
    fn lenient_moves() {
        let knight = Some(Role::Knight);
        let f3 = || "f3".to_owned();
        assert_eq!(normal("Nf3"), (knight, None, None, f3(), None));
        assert_eq!(normal("Ngf3+!?"), (knight, Some(6), None, f3(), None));
        assert_eq!(normal("N1xf3"), (knight, None, Some(0), f3(), None));
        assert_eq!(normal("12...Ng1-f3"), (knight, Some(6), Some(0), f3(), None));
        assert_eq!(normal("e2e4"), (None, Some(4), Some(1), "e4".to_owned(), None));
        assert_eq!(normal("e2-e4"), normal("e2e4"));
        assert_eq!(normal("1.e4"), (None, None, None, "e4".to_owned(), None));
        for word in ["exd6e.p.", "ed6e.p", "exd6ep+"] {
            assert_eq!(normal(word), (None, Some(4), None, "d6".to_owned(), None), "{word}");
            assert!(matches!(Word::read(word.as_bytes()), Word::EnPassantMove(_)), "{word}");
        }
        for word in ["e8=Q", "e8Q", "e8(Q)", "e8q", "e8=q", "e8(q)#"] {
            assert_eq!(
                normal(word),
                (None, None, None, "e8".to_owned(), Some(Role::Queen)),
                "{word}"
            );
        }
        assert_eq!(normal("bxa1=b"), (None, Some(1), None, "a1".to_owned(), Some(Role::Bishop)));
        // b is a file here, not a bishop.
        assert_eq!(normal("b8"), (None, None, None, "b8".to_owned(), None));
    }

    #[test]
    fn castling_markers_numbers_and_the_rest() {
        let castle = |king_side| Word::Move(San::Castle { king_side });
        assert_eq!(Word::read(b"O-O"), castle(true));
        assert_eq!(Word::read(b"7.0-0-0+"), castle(false));
        assert_eq!(Word::read(b"0-1"), Word::Termination(Some(Outcome::BlackWins)));
        assert_eq!(Word::read(b"1/2-1/2??"), Word::Termination(Some(Outcome::Draw)));
        assert_eq!(Word::read(b"*"), Word::Termination(None));
        for filler in ["1.", "1...", "...", "17", "!?", "??"] {
            assert_eq!(Word::read(filler.as_bytes()), Word::Filler, "{filler}");
        }
        for en_passant in ["e.p.", "e.p", "ep", "e.p.!?"] {
            assert_eq!(Word::read(en_passant.as_bytes()), Word::EnPassant, "{en_passant}");
        }
        for unknown in [
            "--", "Z0", "@@@@", "N@f3", "e9", "Nf", "12e4", "1/2", "<b>", "e4e5e6", "Xf3", "e4=",
            "ee.p.",
        ] {
            assert_eq!(Word::read(unknown.as_bytes()), Word::Unknown, "{unknown}");
        }
    }
}
