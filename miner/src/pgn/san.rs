//! Move tokens as real files hold them.
//!
//! This module reads what a token says. Whether a legal move fits it, and only one, is for the
//! replay to find out.

use tables::{Outcome, Role, Square};

/// A word of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A move number, dots, a `!`-`?` mark or `e.p.`: nothing to do.
    Filler,
    /// A termination marker; `None` for `*`.
    Termination(Option<Outcome>),
    /// A move.
    Move(San),
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
        if word.is_empty() || matches!(word, b"e.p." | b"e.p" | b"ep") {
            return Self::Filler;
        }
        San::read(word).map_or(Self::Unknown, Self::Move)
    }
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
        let rest = without_en_passant(rest);
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

/// Drops `e.p.` behind a capture. (`e.p.` alone is a word of its own.)
fn without_en_passant(word: &[u8]) -> &[u8] {
    [&b"e.p."[..], b"e.p", b"ep"]
        .into_iter()
        .find_map(|suffix| word.strip_suffix(suffix))
        .filter(|rest| rest.contains(&b'x'))
        .unwrap_or(word)
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
            Word::Move(San::Normal { role, from_file, from_rank, to, promotion }) => {
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
        assert_eq!(normal("exd6e.p."), (None, Some(4), None, "d6".to_owned(), None));
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
        for filler in ["1.", "1...", "...", "17", "!?", "??", "e.p."] {
            assert_eq!(Word::read(filler.as_bytes()), Word::Filler, "{filler}");
        }
        for unknown in
            ["--", "Z0", "@@@@", "N@f3", "e9", "Nf", "12e4", "1/2", "<b>", "e4e5e6", "Xf3", "e4="]
        {
            assert_eq!(Word::read(unknown.as_bytes()), Word::Unknown, "{unknown}");
        }
    }
}
