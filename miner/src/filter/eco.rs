//! Codes of the Encyclopaedia of Chess Openings.

use std::str::FromStr;

/// Codes by their beginnings and in ranges: `B2,C60-C99` are B20 to B29 and C60 to C99.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EcoCodes(Vec<(Vec<u8>, Vec<u8>)>);

impl EcoCodes {
    /// Whether the value of a tag begins with one of the codes, or with one between two of them. What
    /// follows a code (`B23/05`) makes no difference.
    #[must_use]
    pub fn hold(&self, tag: &[u8]) -> bool {
        let start = |len: usize| &tag[..tag.len().min(len)];
        self.0.iter().any(|(first, last)| {
            start(first.len()) >= &first[..] && start(last.len()) <= &last[..] && is_code(start(3))
        })
    }
}

/// Whether it is a code: a letter from A to E and two digits.
#[must_use]
pub fn is_code(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

impl FromStr for EcoCodes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let beginning = |text: &str| {
            let text = text.trim().to_ascii_uppercase().into_bytes();
            let whole = [&text[..], &b"A00"[text.len().min(3)..]].concat();
            (!text.is_empty() && text.len() <= 3 && is_code(&whole)).then_some(text)
        };
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = (beginning(first)?, beginning(last)?);
            let len = range.0.len().min(range.1.len());
            (range.0[..len] <= range.1[..len]).then_some(range)
        };
        let wrong = |part: &str| format!("`{part}` is no ECO code and no range; write B2,C60-C99");
        let ranges = text.split(',').map(|part| range(part).ok_or_else(|| wrong(part)));
        Ok(Self(ranges.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_and_ranges() {
        let holds =
            |codes: &str, tag: &str| codes.parse::<EcoCodes>().expect("codes").hold(tag.as_bytes());
        for (codes, tag) in [
            ("B", "B99"),
            ("b2", "B20"),
            ("B2", "B29"),
            ("A00,C60-C99", "C60"),
            ("C60-C99", "C99/12"),
            ("C6-D", "D85"),
            ("B23", "B23"),
        ] {
            assert!(holds(codes, tag), "{codes} {tag}");
        }
        for (codes, tag) in [
            ("B2", "B30"),
            ("B2", "B"),
            ("C60-C99", "C59"),
            ("C60-C99", "D00"),
            ("A-E", ""),
            ("A-E", "?"),
            ("A-E", "Caro-Kann"),
        ] {
            assert!(!holds(codes, tag), "{codes} {tag}");
        }
        for wrong in ["", "F00", "B200", "B-A", "C60-B99", "B2,", "2B"] {
            assert!(wrong.parse::<EcoCodes>().is_err(), "{wrong}");
        }
    }
}
