//! Names and values: `d=33, mt=37918, tl=1765082, wv=0.60`.
//!
//! TCEC writes nothing else, CCC and fastchess put them behind what [`match_runner`](super::match_runner) reads. `wv` is
//! White's view, in pawns or `-M12`, and counts before the mover's `ev`; `d` the depth, `mt` the time of the move and `tl` what
//! is left: TCEC in milliseconds, CCC as 00:14:33, fastchess as 9.480s. Moves of the opening book say `book` and no score.

use memchr::memchr;
use rules::Color;

use super::{Remark, number};

/// Reads the pairs of a comment.
pub(super) fn read(comment: &[u8], mover: Color, remark: &mut Remark) {
    let (mut rest, mut own, mut white) = (comment, None, None);
    while !rest.is_empty() {
        let end = memchr(b',', rest).unwrap_or(rest.len());
        let (name, value) = pair(&rest[..end]);
        match name {
            b"d" if remark.depth.is_none() => remark.depth = number::integer(value),
            b"mt" => remark.spent = remark.spent.or_else(|| time(value)),
            b"tl" | b"timeleft" => remark.clock = remark.clock.or_else(|| time(value)),
            b"ev" => own = number::score(value, mover),
            b"wv" => white = number::score(value, Color::White),
            _ => {}
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    remark.searched(white.or(own));
}

/// A name, and the value behind its `=`. What is no pair has no name.
fn pair(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii_start();
    // The names that count have up to eight letters.
    match text.iter().take(9).position(|byte| *byte == b'=') {
        Some(at) => (&text[..at], text[at + 1..].trim_ascii()),
        None => (b"", text),
    }
}

fn time(value: &[u8]) -> Option<u32> {
    if let Some(seconds) = value.strip_suffix(b"s") {
        number::clock(seconds)
    } else if value.contains(&b':') {
        number::clock(value)
    } else {
        match value.strip_prefix(b"-") {
            Some(_) => Some(0),
            None => number::integer(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remarks::Score;

    fn remark(comment: &str, mover: Color) -> Remark {
        let mut remark = Remark::NONE;
        remark.read(comment.as_bytes(), mover);
        remark
    }

    #[test]
    fn tcec_gives_whites_view_whoever_moved() {
        let comment = "d=19, sd=57, mt=31117, tl=1771883, s=71352, n=2219422, pv=e6 Bd3 Nc6, tb=0, \
                       h=0.0, ph=0.0, wv=-0.42, R50=50, Rd=-11, Rr=-1000, mb=+0+0+0+0+0,";
        for mover in Color::ALL {
            let expected = Remark {
                score: Some(Score::Centipawns(-42)),
                is_search: true,
                depth: Some(19),
                clock: Some(1_771_883),
                spent: Some(31_117),
            };
            assert_eq!(remark(comment, mover), expected);
        }
        let mate = Some(Score::Mate { winner: Color::Black, moves: 6 });
        assert_eq!(remark("d=9, wv=-M12,", Color::Black).score, mate);
        assert_eq!(remark("book, mb=+0+0+0+0+0,", Color::White), Remark::NONE);
    }

    #[test]
    fn ccc_says_it_twice_and_on_several_lines() {
        let comment = " -0.11/27\n24s, ev=-0.11, d=27, pd=c4, mt=00:00:23, tl=00:14:39,\n\
                       s=177582 kN/s, n=4202310394, pv=Nf6 c4,\ntb=0, R50=50, wv=0.11 ";
        let expected = Remark {
            score: Some(Score::Centipawns(11)),
            is_search: true,
            depth: Some(27),
            clock: Some(879_000),
            spent: Some(24_000),
        };
        assert_eq!(remark(comment, Color::Black), expected);
        assert_eq!(remark("d=3, ev=0.20", Color::Black).score, Some(Score::Centipawns(-20)));
        assert_eq!(remark("d=3, tl=-00:00:-01", Color::Black).clock, Some(0));
    }

    #[test]
    fn fastchess_adds_pairs() {
        let comment = "+0.31/18 0.520s, tl=9.480s, n=52, sd=24, pv=\"e2e4 e7e5\", White mates";
        let remark = remark(comment, Color::White);
        assert_eq!((remark.clock, remark.spent), (Some(9_480), Some(520)));
    }
}
