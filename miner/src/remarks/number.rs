//! Numbers as comments write them.

use rules::Color;

use super::Score;

/// Far beyond what any engine says.
const MOST_CENTIPAWNS: i64 = 1_000_000;

/// Pawns with or without decimals, signed or not, as centipawns; a third decimal rounds.
pub(super) fn pawns(text: &[u8]) -> Option<i32> {
    let (is_negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let thousandths = thousandths(digits)?;
    let centipawns = ((thousandths + 5) / 10).min(MOST_CENTIPAWNS) as i32;
    Some(if is_negative { -centipawns } else { centipawns })
}

/// A number with or without decimals, in thousandths. Decimals behind the third are left out.
fn thousandths(text: &[u8]) -> Option<i64> {
    let point = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (whole, decimals) = (&text[..point], text.get(point + 1..).unwrap_or_default());
    if whole.is_empty() && decimals.is_empty() || !decimals.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { integer::<u32>(whole)?.into() };
    let decimal = |place: usize| decimals.get(place).map_or(0, |digit| i64::from(digit - b'0'));
    Some(1_000 * whole + 100 * decimal(0) + 10 * decimal(1) + decimal(2))
}

/// A whole number without a sign.
pub(super) fn integer<T: TryFrom<u32>>(text: &[u8]) -> Option<T> {
    if text.is_empty() || text.len() > 9 {
        return None;
    }
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| u32::from(byte - b'0'));
    let number = text.iter().try_fold(0, |number, byte| Some(10 * number + digit(byte)?))?;
    T::try_from(number).ok()
}

/// `0:24:55.5`, `3:00` or `12.5`, in milliseconds. What is below zero is zero.
pub(super) fn clock(text: &[u8]) -> Option<u32> {
    let (is_negative, text) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, text),
    };
    let mut total = 0_i64;
    for (place, part) in text.split(|byte| *byte == b':').enumerate() {
        if place > 2 {
            return None;
        }
        total = 60 * total + thousandths(part.strip_prefix(b"-").unwrap_or(part))?;
    }
    if is_negative { Some(0) } else { u32::try_from(total).ok() }
}

/// The score of a mate that `side` gives, in as many plies of both.
pub(super) const fn mate_in_plies(side: Color, plies: u16) -> Score {
    Score::Mate { winner: side, moves: plies.div_ceil(2) }
}

/// A score as match runners write it, in pawns or as `M12`, a mate in 12 plies of both sides; from the point of view
/// of `side`.
pub(super) fn score(text: &[u8], side: Color) -> Option<Score> {
    let (is_negative, rest) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    match rest.split_first() {
        Some((b'M', plies)) => {
            Some(mate_in_plies(if is_negative { !side } else { side }, integer(plies)?))
        }
        _ => Some(Score::Centipawns(pawns(text)?).seen_by(side)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_and_clocks() {
        for (text, value) in [
            ("0.17", Some(17)),
            ("+0.5", Some(50)),
            ("-12", Some(-1_200)),
            ("-0.349", Some(-35)),
            (".5", Some(50)),
            ("5.", Some(500)),
            ("250.00", Some(25_000)),
            ("999999999", Some(1_000_000)),
            ("", None),
            (".", None),
            ("-", None),
            ("+-1", None),
            ("1.x", None),
            ("1.2.3", None),
        ] {
            assert_eq!(pawns(text.as_bytes()), value, "{text}");
        }
        for (text, value) in [
            ("0:03:00", Some(180_000)),
            ("0:24:55.5", Some(1_495_500)),
            ("1:05", Some(65_000)),
            ("0.359", Some(359)),
            ("-0:00:01", Some(0)),
            ("1:2:3:4", None),
            ("999999999:00:00", None),
            (":", None),
        ] {
            assert_eq!(clock(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn mates_are_counted_in_plies_of_both_and_told_in_moves() {
        let mate = |winner, moves| Some(Score::Mate { winner, moves });
        assert_eq!(score(b"+M5", Color::White), mate(Color::White, 3));
        assert_eq!(score(b"M1", Color::Black), mate(Color::Black, 1));
        assert_eq!(score(b"-M4", Color::White), mate(Color::Black, 2));
        assert_eq!(score(b"-M", Color::White), None);
    }
}
