//! The comments of a main line, and how many plies stand before each.

use memchr::memchr;

use crate::pgn::{movetext::Movetext, san::Word};

/// Gives each comment outside of variations, up to the termination marker, with the number of plies before it.
pub(super) fn each_comment(movetext: &[u8], mut each: impl FnMut(usize, &[u8])) {
    let mut words = Movetext::new(movetext);
    let mut plies = 0;
    loop {
        let before = words.position();
        // A legal game's text is not broken.
        let word = words.next_word().and_then(Result::ok);
        let end = words.position() - word.map_or(0, <[u8]>::len);
        comments_between(&movetext[before..end], |comment| each(plies, comment));
        match word.map(kind) {
            None | Some(Kind::Termination) => return,
            Some(Kind::Move) => plies += 1,
            Some(Kind::Other) => {}
        }
    }
}

enum Kind {
    Move,
    Termination,
    Other,
}

/// What a word of a legal game is.
fn kind(word: &[u8]) -> Kind {
    match (word[0], word[word.len() - 1]) {
        // The most frequent ones: numbers, and moves that start with what names a piece or a file.
        (b'1'..=b'9', b'.') => Kind::Other,
        (b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'a'..=b'd' | b'f'..=b'h', _) => Kind::Move,
        _ => match Word::read(word) {
            Word::Move(_) | Word::EnPassantMove(_) => Kind::Move,
            Word::Termination(_) => Kind::Termination,
            Word::Filler | Word::EnPassant | Word::Unknown => Kind::Other,
        },
    }
}

/// Gives the comments of a text without words of the main line.
fn comments_between(text: &[u8], mut each: impl FnMut(&[u8])) {
    let (mut at, mut depth) = (0, 0_usize);
    while at < text.len() {
        let rest = &text[at + 1..];
        let end_of = |byte| memchr(byte, rest).unwrap_or(rest.len());
        match text[at] {
            b'{' => {
                let end = end_of(b'}');
                if depth == 0 {
                    each(&rest[..end]);
                }
                at += end + 1;
            }
            b';' => {
                let end = end_of(b'\n');
                if depth == 0 {
                    each(&rest[..end]);
                }
                at += end + 1;
            }
            b'%' if at == 0 || text[at - 1] == b'\n' => at += end_of(b'\n') + 1,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(movetext: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        each_comment(movetext.as_bytes(), |plies, comment| {
            found.push((plies, String::from_utf8_lossy(comment).into_owned()));
        });
        found
    }

    #[test]
    fn comments_come_with_the_plies_before_them() {
        let text = "{a}\n1. e4 $1 {b} {c} e5 ({no} 1... c5 {no} ({no} 2. Nf3)) {d} 2.Nf3 ; e\n\
                    % {no}\n2... exd4 e.p. {f} 3. e8=Q {g} O-O {h} 0-0-0 {i} 1-0 {no}";
        let expected = [
            (0, "a"),
            (1, "b"),
            (1, "c"),
            (2, "d"),
            (3, " e"),
            (4, "f"),
            (5, "g"),
            (6, "h"),
            (7, "i"),
        ];
        let expected: Vec<_> = expected.map(|(plies, text)| (plies, text.to_owned())).into();
        assert_eq!(comments(text), expected);
    }

    #[test]
    fn text_that_ends_early_ends() {
        for text in ["", "{", "1. e4 {x", "1. e4 (", ";", "%"] {
            comments(text);
        }
    }
}
