//! Scores from some value to another.

use std::{fmt, str::FromStr};

use rules::Color;

use super::{Score, number};

/// A window of scores, White's, its ends included. A mate is beyond every number: only a window that is open on its
/// side holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// From so many centipawns on.
    pub low: Option<i32>,
    /// Up to so many.
    pub high: Option<i32>,
}

impl Window {
    /// Whether no score is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.low.zip(self.high).is_some_and(|(low, high)| low > high)
    }

    /// Whether a score is in it.
    #[must_use]
    pub fn holds(self, score: Score) -> bool {
        match score {
            Score::Centipawns(score) => {
                self.low.is_none_or(|low| low <= score)
                    && self.high.is_none_or(|high| score <= high)
            }
            Score::Mate { winner: Color::White, .. } => self.high.is_none(),
            Score::Mate { winner: Color::Black, .. } => self.low.is_none(),
        }
    }
}

/// Reads pawns, such as `-0.5`, as centipawns.
///
/// # Errors
/// If it is no such number.
pub fn pawns(text: &str) -> Result<i32, String> {
    number::pawns(text.as_bytes()).ok_or_else(|| format!("`{text}` is no number of pawns"))
}

impl FromStr for Window {
    type Err = String;

    /// Reads `-0.5..1`, in pawns; what is left out is no bound.
    fn from_str(text: &str) -> Result<Self, String> {
        let (low, high) = text
            .split_once("..")
            .ok_or_else(|| format!("`{text}` is no window such as -0.5..1, 3.. or ..-3"))?;
        let bound = |text: &str| (!text.is_empty()).then(|| pawns(text)).transpose();
        let window = Self { low: bound(low)?, high: bound(high)? };
        if window.is_empty() {
            return Err(format!("the bounds of {window} are the wrong way round"));
        }
        Ok(window)
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |bound: Option<i32>| {
            bound.map(|score| (f64::from(score) / 100.0).to_string()).unwrap_or_default()
        };
        write!(f, "{}..{}", bound(self.low), bound(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_read_and_written() {
        for (text, low, high) in [
            ("-0.5..1", Some(-50), Some(100)),
            ("3..", Some(300), None),
            ("..-3", None, Some(-300)),
            ("..", None, None),
            ("0.25..0.25", Some(25), Some(25)),
        ] {
            assert_eq!(text.parse(), Ok(Window { low, high }), "{text}");
            assert_eq!(Window { low, high }.to_string(), text);
        }
        for text in ["", "1", "1..x", "1..0", "-..1", "1e2..", "1...2"] {
            assert!(text.parse::<Window>().is_err(), "{text}");
        }
    }

    #[test]
    fn ends_are_inside_and_mates_beyond_them() {
        let holds = |text: &str, score| text.parse::<Window>().is_ok_and(|w| w.holds(score));
        assert!(
            holds("-0.5..1", Score::Centipawns(100)) && holds("-0.5..1", Score::Centipawns(-50))
        );
        assert!(!holds("-0.5..1", Score::Centipawns(101)));
        assert!(!holds("-0.5..1", Score::Centipawns(-51)));
        for (winner, inside, outside) in
            [(Color::White, "3..", "..9"), (Color::Black, "..9", "3..")]
        {
            let mate = Score::Mate { winner, moves: 3 };
            assert!(holds(inside, mate) && holds("..", mate) && !holds(outside, mate));
        }
    }
}
