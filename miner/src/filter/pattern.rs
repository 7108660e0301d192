//! What tags must match, and what they must not.

use std::fmt;

use regex::bytes::Regex;

use super::{Reason, eco::EcoCodes};
use crate::pgn::tags::{self, Tags};

/// A filter on tags, declared once: `--NAME` asks for a match, `--not-NAME` for none.
#[derive(Debug)]
pub struct PatternKind {
    /// The name of the option.
    pub name: &'static str,
    /// That of the option that excludes.
    pub not_name: &'static str,
    /// What the help says of it.
    pub help: &'static str,
    /// Why a game is rejected that does not pass.
    pub reason: Reason,
    on: On,
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
enum On {
    /// Values of tags, of which one is enough, by a regular expression.
    Values(for<'a> fn(&Tags<'a>) -> [Option<&'a [u8]>; 2]),
    /// The ECO code, by ranges.
    Eco,
    /// A tag that the argument names, by a regular expression.
    Named,
}

/// All filters on tags.
pub static KINDS: [PatternKind; 11] = [
    PatternKind {
        name: "variant",
        not_name: "not-variant",
        help: "The Variant tag must match; variants other than standard chess never pass",
        reason: Reason::Variant,
        on: On::Values(|tags| [tags.variant, None]),
    },
    PatternKind {
        name: "fen",
        not_name: "not-fen",
        help: "The FEN tag must match: only games from set-up positions, as with --include-setup (pgn-extract's -Tf)",
        reason: Reason::Setup,
        on: On::Values(|tags| [tags.fen, None]),
    },
    PatternKind {
        name: "event",
        not_name: "not-event",
        help: "The event must match this regular expression",
        reason: Reason::Event,
        on: On::Values(|tags| [tags.event, None]),
    },
    PatternKind {
        name: "site",
        not_name: "not-site",
        help: "The site must match",
        reason: Reason::Site,
        on: On::Values(|tags| [tags.site, None]),
    },
    PatternKind {
        name: "player",
        not_name: "not-player",
        help: "A player's name must match (pgn-extract's -Tp)",
        reason: Reason::Player,
        on: On::Values(|tags| [tags.white, tags.black]),
    },
    PatternKind {
        name: "white",
        not_name: "not-white",
        help: "White's name must match (pgn-extract's -Tw)",
        reason: Reason::White,
        on: On::Values(|tags| [tags.white, None]),
    },
    PatternKind {
        name: "black",
        not_name: "not-black",
        help: "Black's name must match (pgn-extract's -Tb)",
        reason: Reason::Black,
        on: On::Values(|tags| [tags.black, None]),
    },
    PatternKind {
        name: "title",
        not_name: "not-title",
        help: "A player's title must match",
        reason: Reason::Title,
        on: On::Values(|tags| [tags.white_title, tags.black_title]),
    },
    PatternKind {
        name: "eco",
        not_name: "not-eco",
        help: "ECO codes by their beginnings, and ranges of them: B2,C60-C99 (pgn-extract's -Te)",
        reason: Reason::Eco,
        on: On::Eco,
    },
    PatternKind {
        name: "opening",
        not_name: "not-opening",
        help: "The Opening tag must match",
        reason: Reason::Opening,
        on: On::Values(|tags| [tags.opening, None]),
    },
    PatternKind {
        name: "tag",
        not_name: "not-tag",
        help: "The tag of this name must match: Round=^1$ (a tag file after pgn-extract's -t)",
        reason: Reason::Tag,
        on: On::Named,
    },
];

/// A filter on tags that is in force.
#[derive(Clone, Debug)]
pub struct Pattern {
    kind: &'static PatternKind,
    excludes: bool,
    matcher: Matcher,
    text: String,
}

#[derive(Clone, Debug)]
enum Matcher {
    Values(Regex, for<'a> fn(&Tags<'a>) -> [Option<&'a [u8]>; 2]),
    Eco(EcoCodes),
    Named(String, Regex),
}

impl PatternKind {
    /// What stands for the argument in the help.
    #[must_use]
    pub const fn value_name(&self) -> &'static str {
        match self.on {
            On::Values(_) => "REGEX",
            On::Eco => "CODES",
            On::Named => "NAME=REGEX",
        }
    }

    /// The filter that this argument asks for.
    ///
    /// # Errors
    /// If it is no regular expression, no ECO codes, or names no tag.
    pub fn read(&'static self, excludes: bool, text: &str) -> Result<Pattern, String> {
        let regex = |text: &str| Regex::new(text).map_err(|error| error.to_string());
        let matcher = match self.on {
            On::Values(values) => Matcher::Values(regex(text)?, values),
            On::Eco => Matcher::Eco(text.parse()?),
            On::Named => match text.split_once('=') {
                Some((name, pattern)) if is_word(name) => {
                    Matcher::Named(name.to_owned(), regex(pattern)?)
                }
                _ => return Err("write it like Round=^1$".to_owned()),
            },
        };
        Ok(Pattern { kind: self, excludes, matcher, text: text.to_owned() })
    }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Pattern {
    /// What kind it is of.
    #[must_use]
    pub const fn kind(&self) -> &'static PatternKind {
        self.kind
    }

    /// Whether games that match are the ones that do not count.
    #[must_use]
    pub const fn excludes(&self) -> bool {
        self.excludes
    }

    /// Whether a game passes; `section` is the text of its tags.
    #[must_use]
    pub fn passes(&self, tags: &Tags<'_>, section: &[u8]) -> bool {
        self.matches(tags, section) != self.excludes
    }

    /// A tag that is not there matches nothing.
    fn matches(&self, tags: &Tags<'_>, section: &[u8]) -> bool {
        match &self.matcher {
            Matcher::Values(regex, values) => {
                values(tags).into_iter().flatten().any(|value| regex.is_match(value))
            }
            Matcher::Eco(codes) => tags.eco.is_some_and(|code| codes.hold(code)),
            Matcher::Named(name, regex) => {
                // Of a tag that comes twice, the last one holds.
                let named = tags::pairs(section).filter(|(other, _)| *other == name.as_bytes());
                named.last().is_some_and(|(_, value)| regex.is_match(value))
            }
        }
    }

    /// The regular expression on values, if it is one.
    pub(super) const fn regex(&self) -> Option<&Regex> {
        match &self.matcher {
            Matcher::Values(regex, _) => Some(regex),
            _ => None,
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "[Event \"Open\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Round \"1\"]\n\
        [Round \"12\"]\n[ECO \"B23\"]\n[BlackTitle \"GM\"]\n";

    fn passes(name: &str, excludes: bool, text: &str) -> bool {
        let kind = KINDS.iter().find(|kind| kind.name == name).expect("a kind");
        let pattern = kind.read(excludes, text).expect("a pattern");
        pattern.passes(&Tags::read::<true>(SECTION.as_bytes()), SECTION.as_bytes())
    }

    #[test]
    fn what_matches_passes_and_what_is_excluded_does_not() {
        for (name, matches, other) in [
            ("event", "^Open$", "open"),
            ("player", "Bob", "Cid"),
            ("white", "Ann", "Bob"),
            ("black", "Bob", "Ann"),
            ("title", "GM|IM", "FM"),
            ("eco", "A,B2", "B24-E99"),
            ("tag", "Round=^12$", "Round=^1$"),
        ] {
            assert!(passes(name, false, matches) && !passes(name, true, matches), "{name}");
            assert!(!passes(name, false, other) && passes(name, true, other), "{name}");
        }
        // What is not there matches nothing, so that it passes only where matches are excluded.
        for (name, text) in [("site", ""), ("opening", "."), ("tag", "Annotator="), ("fen", "")] {
            assert!(!passes(name, false, text) && passes(name, true, text), "{name}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for (name, text) in [("event", "("), ("tag", "Round"), ("tag", "=x"), ("tag", "a b=x")] {
            let kind = KINDS.iter().find(|kind| kind.name == name).expect("a kind");
            assert!(kind.read(false, text).is_err(), "{name} {text}");
        }
    }
}
