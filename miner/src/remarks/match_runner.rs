//! How match runners begin a comment: `+0.31/18 0.52s`, score, depth and time of the mover's search.
//!
//! cutechess, fastchess, Arena, CCC and this project's `lab` write it so, fishtest without the time, OpenBench as
//! `+0.31 18/24 520 363004`, with selective depth, milliseconds and nodes. The score is the mover's, in pawns, `-M4` a mate
//! in 4 plies of both sides; an engine that said nothing leaves it out, `/0 0.1s`. What follows a comma is
//! [`pairs`](super::pairs) and words.
//!
//! People write such words, too: `3.5/5` and `1/2`. So what is not zero must have its sign, and all but mates a point.

use rules::Color;

use super::{Remark, number};

/// Reads the beginning of a comment, and gives the rest.
pub(super) fn read<'a>(comment: &'a [u8], mover: Color, remark: &mut Remark) -> &'a [u8] {
    let end = comment.iter().position(|byte| *byte == b',').unwrap_or(comment.len());
    if read_head(&comment[..end], mover, remark).is_some() {
        comment.get(end + 1..).unwrap_or_default()
    } else {
        comment
    }
}

fn read_head(head: &[u8], mover: Color, remark: &mut Remark) -> Option<()> {
    if !matches!(head.first()?, b'+' | b'-' | b'0' | b'M' | b'/') {
        return None;
    }
    let mut words = head.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let first = words.next()?;
    let is_open_bench = !first.contains(&b'/');
    let (score, depth) = if is_open_bench {
        (first, split_at_slash(words.next()?)?.0)
    } else {
        split_at_slash(first)?
    };
    let depth = number::integer(depth)?;
    let score = if score.is_empty() {
        None
    } else {
        Some(is_score(score).then(|| number::score(score, mover))??)
    };
    let spent = words.next().and_then(|word| time(word, is_open_bench));
    if remark.score.is_none() && remark.depth.is_none() {
        remark.depth = Some(depth);
        remark.is_search = true;
    }
    remark.searched(score);
    remark.spent = remark.spent.or(spent);
    Some(())
}

fn split_at_slash(word: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = word.iter().position(|byte| *byte == b'/')?;
    Some((&word[..at], &word[at + 1..]))
}

fn is_score(text: &[u8]) -> bool {
    let is_signed = matches!(text.first(), Some(b'+' | b'-'));
    let has_point = text.contains(&b'.');
    text.contains(&b'M') || has_point && (is_signed || number::pawns(text) == Some(0))
}

/// `0.52s`, `520ms`, or a bare number: seconds, but to OpenBench milliseconds.
fn time(word: &[u8], is_open_bench: bool) -> Option<u32> {
    if let Some(milliseconds) = word.strip_suffix(b"ms") {
        number::integer(milliseconds)
    } else if is_open_bench {
        number::integer(word)
    } else {
        number::clock(word.strip_suffix(b"s").unwrap_or(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remarks::Score;

    fn remark(comment: &str, mover: Color) -> (Remark, String) {
        let mut remark = Remark::NONE;
        let rest = read(comment.as_bytes(), mover, &mut remark);
        (remark, String::from_utf8_lossy(rest).into_owned())
    }

    #[test]
    fn every_runners_form_is_the_movers() {
        let mate = |winner, moves| Some(Score::Mate { winner, moves });
        let centipawns = |score| Some(Score::Centipawns(score));
        for (text, mover, score, depth, spent) in [
            ("+0.31/18 0.52s", Color::White, centipawns(31), 18, Some(520)),
            ("+0.31/18 0.52s", Color::Black, centipawns(-31), 18, Some(520)),
            ("-1.05/29 29s", Color::Black, centipawns(105), 29, Some(29_000)),
            ("0.00/5 12", Color::Black, centipawns(0), 5, Some(12_000)),
            ("+0.57/17", Color::White, centipawns(57), 17, None),
            ("+0.57 17/28 583 363004", Color::White, centipawns(57), 17, Some(583)),
            ("-M4/20 0.1s", Color::White, mate(Color::Black, 2), 20, Some(100)),
            ("M5/20 10ms", Color::White, mate(Color::White, 3), 20, Some(10)),
            ("+M1/1 0s", Color::Black, mate(Color::Black, 1), 1, Some(0)),
            ("/0 0.001s", Color::Black, None, 0, Some(1)),
        ] {
            let expected =
                Remark { score, is_search: true, depth: Some(depth), clock: None, spent };
            assert_eq!(remark(text, mover).0, expected, "{text}");
        }
        assert_eq!(remark("+0.1/2 3s, White mates", Color::White).1, " White mates");
    }

    #[test]
    fn words_of_people_are_not_scores() {
        for text in [
            "book",
            "1/2",
            "9/9, Gheorghiu - Westerinen",
            "3.5/5 for him",
            "0-1",
            "+0.5",
            "+-",
            "",
            "/",
            "0/",
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "+1/2 better",
            "0.00/x",
            "-/+",
            "0 0",
        ] {
            assert_eq!(remark(text, Color::White), (Remark::NONE, text.to_owned()), "{text}");
        }
    }
}
