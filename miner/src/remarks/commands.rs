//! Commands in brackets: `[%eval 0.17]`, `[%clk 0:03:00]`, `[%emt 1.5]`.
//!
//! lichess, chess.com, FICS, ChessBase and python-chess write them. `[%eval]` is White's and in pawns, whole numbers too,
//! `#-3` a mate in 3 moves by Black, and a depth may follow: `[%eval 0.35,20]`. It judges the position behind the move.

use memchr::memmem;
use rules::Color;

use super::{Remark, Score, number};

/// Reads the commands of a comment.
pub(super) fn read(comment: &[u8], mover: Color, remark: &mut Remark) {
    let mut rest = comment;
    while let Some(start) = memmem::find(rest, b"[%") {
        let body = &rest[start + 2..];
        let Some(end) = body.iter().position(|byte| *byte == b']') else { return };
        read_command(&body[..end], mover, remark);
        rest = &body[end + 1..];
    }
}

fn read_command(command: &[u8], mover: Color, remark: &mut Remark) {
    let end = command.iter().position(u8::is_ascii_whitespace).unwrap_or(command.len());
    let (name, value) = (&command[..end], command[end..].trim_ascii());
    match name {
        b"eval" => read_eval(value, mover, remark),
        b"clk" => remark.clock = remark.clock.or_else(|| number::clock(value)),
        b"emt" => remark.spent = remark.spent.or_else(|| number::clock(value)),
        _ => {}
    }
}

fn read_eval(value: &[u8], mover: Color, remark: &mut Remark) {
    let mut parts = value.splitn(2, |byte| *byte == b',');
    let score = parts.next().map(<[u8]>::trim_ascii).and_then(|text| score(text, mover));
    if remark.score.is_none() && score.is_some() {
        let depth = parts.next().and_then(|text| number::integer(text.trim_ascii()));
        *remark = Remark { score, is_search: false, depth: depth.or(remark.depth), ..*remark };
    }
}

fn score(text: &[u8], mover: Color) -> Option<Score> {
    let Some(mate) = text.strip_prefix(b"#") else {
        return number::pawns(text).map(Score::Centipawns);
    };
    let (winner, moves) = match mate.split_first()? {
        (b'-', moves) => (Color::Black, moves),
        (b'+', moves) => (Color::White, moves),
        // Without a sign it is White's, but who has just moved has mated.
        _ if mate == b"0" => (mover, mate),
        _ => (Color::White, mate),
    };
    Some(Score::Mate { winner, moves: number::integer(moves)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(comment: &str) -> Remark {
        let mut remark = Remark::NONE;
        read(comment.as_bytes(), Color::Black, &mut remark);
        remark
    }

    #[test]
    fn scores_are_whites_whoever_moved() {
        for (text, score, depth) in [
            ("[%eval 0.17]", Some(Score::Centipawns(17)), None),
            ("[%eval -5]", Some(Score::Centipawns(-500)), None),
            ("[%eval 0.35,20]", Some(Score::Centipawns(35)), Some(20)),
            ("[%eval #3]", Some(Score::Mate { winner: Color::White, moves: 3 }), None),
            ("[%eval #-3,9]", Some(Score::Mate { winner: Color::Black, moves: 3 }), Some(9)),
            ("[%eval #0]", Some(Score::Mate { winner: Color::Black, moves: 0 }), None),
            ("[%eval -M3]", None, None),
            ("[%eval ]", None, None),
            ("[%eval 0.17", None, None),
            ("[%evp 0,5,25]", None, None),
        ] {
            let remark = remark(text);
            assert_eq!(
                (remark.score, remark.depth, remark.is_search),
                (score, depth, false),
                "{text}"
            );
        }
    }

    #[test]
    fn clocks_of_several_sites() {
        let both = remark("x [%clk 0:24:55.5][%emt 0:00:05]");
        assert_eq!((both.clock, both.spent), (Some(1_495_500), Some(5_000)));
        assert_eq!(remark("[%emt 0.359]").spent, Some(359));
        assert_eq!(remark("[%clk x]").clock, None);
    }
}
