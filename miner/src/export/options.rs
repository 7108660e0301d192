//! What goes into an export: each option, declared once.
//!
//! A format names the options that it has a use for in its [`Writer`](super::Writer)s; help, checks
//! and the command line's parser are made from the declarations here.

use std::{fmt::Display, str::FromStr};

use tables::SquareMetric;

/// The values that were given. An option that was not given is the format's to decide.
#[derive(Clone, Debug, Default)]
pub struct Options {
    values: Values,
    given: Vec<&'static str>,
}

impl std::ops::Deref for Options {
    type Target = Values;

    fn deref(&self) -> &Values {
        &self.values
    }
}

impl Options {
    /// Sets an option to what was written for it.
    ///
    /// # Errors
    /// If the text is no value of this option; the sentence says what would be.
    pub fn set(&mut self, option: &'static ExportOption, text: &str) -> Result<(), String> {
        (option.set)(&mut self.values, text)?;
        self.given.push(option.name);
        Ok(())
    }

    /// The names of the options that were given, without dashes.
    #[must_use]
    pub fn given(&self) -> &[&'static str] {
        &self.given
    }
}

/// An option of some formats.
#[derive(Debug)]
pub struct ExportOption {
    /// Its name on the command line, without dashes.
    pub name: &'static str,
    /// What its value is called in help; `None` for a switch.
    pub value_name: Option<&'static str>,
    /// What it does.
    pub about: &'static str,
    /// An option that excludes it.
    pub excludes: Option<&'static str>,
    set: fn(&mut Values, &str) -> Result<(), String>,
}

macro_rules! options {
    ($($(#[doc = $about:literal])+ $id:ident $name:literal
        $field:ident: $type:ty = $value_name:expr, $read:expr $(, excludes $other:literal)?;)+) => {
        /// The values of all options; `None` where none was given, switches off.
        #[derive(Clone, Debug, Default)]
        pub struct Values {
            $($(#[doc = $about])+ pub $field: $type,)+
        }
        $(
            $(#[doc = $about])+
            pub static $id: ExportOption = ExportOption {
                name: $name,
                value_name: $value_name,
                about: concat!($($about),+),
                excludes: [$(Some($other),)? None][0],
                set: |values, text| {
                    values.$field = $read(text)?;
                    Ok(())
                },
            };
        )+
        /// All options, in the order of the help.
        pub static OPTIONS: &[&ExportOption] = &[$(&$id),+];
    };
}

options! {
    /// leave out what has fewer games
    MIN_GAMES "min-games" min_games: Option<u64> = Some("N"), parsed;
    /// leave out moves that scored less for their mover, 0 to 1
    MIN_SCORE "min-score" min_score: Option<f64> = Some("SCORE"), zero_to_one;
    /// only moves of White
    ONLY_WHITE "only-white" only_white: bool = None, switch, excludes "only-black";
    /// only moves of Black
    ONLY_BLACK "only-black" only_black: bool = None, switch;
    /// all moves weigh the same
    UNIFORM "uniform" uniform: bool = None, switch;
    /// positions after at least this many plies
    MIN_PLY "min-ply" min_ply: Option<usize> = Some("N"), parsed;
    /// positions after at most this many plies
    MAX_PLY "max-ply" max_ply: Option<usize> = Some("N"), parsed;
    /// only this many positions, the most popular ones
    TOP "top" top: Option<usize> = Some("N"), parsed;
    /// two arrays of all 236,196 cells instead of a sorted list
    DENSE "dense" dense: bool = None, switch;
    /// one array more, of the centipawns shrunken toward like cells
    SHRUNKEN "shrunken" shrunken: bool = None, switch;
    /// how many positions at the piece's mean a square starts with [default: 1000]
    SHRINK "shrink" shrink: Option<f64> = Some("POSITIONS"), parsed;
    /// what makes a square good, `score` (of the games with the piece there) or `occupancy`
    /// (how often winners had it there) [default: score]
    METRIC "metric" metric: Option<SquareMetric> = Some("METRIC"), parsed;
    /// list the squares from a8 or from a1 on [default: a8]
    FIRST "first" first: Option<FirstSquare> = Some("SQUARE"), parsed;
}

/// Which corner a list of squares starts in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstSquare {
    /// a8, b8, ... h1: as a diagram is read.
    #[default]
    A8,
    /// a1, b1, ... h8: as tables count.
    A1,
}

impl FromStr for FirstSquare {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "a8" => Ok(Self::A8),
            "a1" => Ok(Self::A1),
            _ => Err("it is neither a8 nor a1".to_owned()),
        }
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<Option<T>, String> {
    text.parse().map(Some).map_err(|error: T::Err| error.to_string())
}

fn zero_to_one(text: &str) -> Result<Option<f64>, String> {
    match parsed(text)? {
        Some(number) if (0.0..=1.0).contains(&number) => Ok(Some(number)),
        _ => Err("it is not a number from 0 to 1".to_owned()),
    }
}

fn switch(text: &str) -> Result<bool, String> {
    Ok(parsed(text)?.unwrap_or_default())
}
