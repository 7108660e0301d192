//! Playing strength.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result, bail};

use super::Reason;
use crate::pgn::tags::Tags;

/// The Elo of White and Black, as far as it is known.
pub type Elos = [Option<u16>; 2];

/// A figure that is made of the players' Elo, declared once: `--min-NAME` and `--max-NAME` bound it.
#[derive(Debug)]
pub struct EloKind {
    /// The option of its least.
    pub min_name: &'static str,
    /// The option of its greatest.
    pub max_name: &'static str,
    /// What the help calls it.
    pub help: &'static str,
    /// The figure as so many times what bounds are given in; nothing if an Elo is unknown that it needs.
    of: fn(Elos) -> Option<u32>,
    times: u32,
}

/// All of these figures.
pub static KINDS: [EloKind; 5] = [
    EloKind {
        min_name: "min-elo-diff",
        max_name: "max-elo-diff",
        help: "difference of the players' Elo",
        of: |elos| both(elos, u16::abs_diff),
        times: 1,
    },
    EloKind {
        min_name: "min-average-elo",
        max_name: "max-average-elo",
        help: "average of the players' Elo",
        of: |elos| both(elos, |white, black| white + black),
        times: 2,
    },
    EloKind {
        min_name: "min-best-elo",
        max_name: "max-best-elo",
        help: "Elo of the stronger player",
        of: |elos| both(elos, u16::max),
        times: 1,
    },
    EloKind {
        min_name: "min-white-elo",
        max_name: "max-white-elo",
        help: "Elo of White",
        of: |[white, _]| white.map(u32::from),
        times: 1,
    },
    EloKind {
        min_name: "min-black-elo",
        max_name: "max-black-elo",
        help: "Elo of Black",
        of: |[_, black]| black.map(u32::from),
        times: 1,
    },
];

fn both(elos: Elos, of: fn(u16, u16) -> u16) -> Option<u32> {
    let [white, black] = elos;
    Some(of(white?, black?).into())
}

/// Bounds of a figure, themselves included.
#[derive(Clone, Debug)]
pub struct EloBounds {
    /// Of which.
    pub kind: &'static EloKind,
    /// The least.
    pub min: Option<u16>,
    /// The greatest.
    pub max: Option<u16>,
}

impl EloBounds {
    fn judge(&self, elos: Elos) -> Result<(), Reason> {
        let figure = (self.kind.of)(elos).ok_or(Reason::NoElo)?;
        let bound = |bound: u16| u32::from(bound) * self.kind.times;
        let is_low = self.min.is_some_and(|min| figure < bound(min));
        let is_high = self.max.is_some_and(|max| figure > bound(max));
        if is_low || is_high { Err(Reason::Elo) } else { Ok(()) }
    }
}

/// What is asked of the players' Elo beyond a minimum.
#[derive(Clone, Debug, Default)]
pub struct EloFilter {
    /// Neither player may have more.
    pub max: Option<u16>,
    /// Bounds of other figures.
    pub bounds: Vec<EloBounds>,
    /// What a player without a sound tag has.
    pub assume: Option<u16>,
    /// What a player without a sound tag has, by name as the tag has it; comes before `assume`.
    pub by_name: HashMap<Vec<u8>, u16>,
}

impl EloFilter {
    /// The players' Elo.
    #[must_use]
    pub fn of(&self, tags: &Tags<'_>) -> Elos {
        let player = |tag: Option<&[u8]>, name: Option<&[u8]>| {
            tag.and_then(read).or_else(|| self.by_name.get(name?).copied()).or(self.assume)
        };
        [player(tags.white_elo, tags.white), player(tags.black_elo, tags.black)]
    }

    /// Judges the players for a table with this minimum Elo (0 asks for nothing).
    ///
    /// # Errors
    /// If an Elo is unknown that is asked for, or one is out of bounds.
    pub fn judge(&self, elos: Elos, min_elo: u16) -> Result<(), Reason> {
        if min_elo > 0 || self.max.is_some() {
            let [Some(white), Some(black)] = elos else { return Err(Reason::NoElo) };
            let is_high = self.max.is_some_and(|max| white.max(black) > max);
            if white.min(black) < min_elo || is_high {
                return Err(Reason::Elo);
            }
        }
        // Unknown comes before out of bounds.
        let judged = self.bounds.iter().map(|bounds| bounds.judge(elos));
        judged.filter_map(Result::err).min().map_or(Ok(()), Err)
    }
}

/// The Elo of a tag: an integer in 1..=4000, digits only.
#[must_use]
pub fn read(value: &[u8]) -> Option<u16> {
    let mut elo = 0_u16;
    for byte in value {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        elo = elo.saturating_mul(10).saturating_add(digit.into());
    }
    (1..=4000).contains(&elo).then_some(elo)
}

/// Reads a CSV file of `name,elo` lines; a first line whose second field is no number is a header.
///
/// # Errors
/// If the file cannot be read, or a line holds no name and Elo in 1..=4000.
pub fn read_players(path: &Path) -> Result<HashMap<Vec<u8>, u16>> {
    let context = || format!("cannot read the players' Elo from `{}`", path.display());
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_path(path)
        .with_context(context)?;
    let mut players = HashMap::new();
    for (number, record) in reader.byte_records().enumerate() {
        let record = record.with_context(context)?;
        match (record.get(0), record.get(1).map(<[u8]>::trim_ascii).and_then(read)) {
            (Some(name), Some(elo)) => {
                players.insert(name.trim_ascii().to_vec(), elo);
            }
            _ if number == 0 => {}
            _ => bail!("{}: line {} is no `name,elo`", context(), number + 1),
        }
    }
    Ok(players)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_come_before_names_and_names_before_the_assumption() {
        let filter = EloFilter {
            assume: Some(2000),
            by_name: HashMap::from([(b"Ann".to_vec(), 2500)]),
            ..EloFilter::default()
        };
        let of = |section: &str| filter.of(&Tags::read::<true>(section.as_bytes()));
        assert_eq!(
            of("[White \"Ann\"]\n[Black \"Bob\"]\n[BlackElo \"?\"]"),
            [Some(2500), Some(2000)]
        );
        assert_eq!(
            of("[White \"Ann\"]\n[WhiteElo \"2600\"]\n[BlackElo \"99\"]"),
            [Some(2600), Some(99)]
        );
        let plain = |section: &[u8]| EloFilter::default().of(&Tags::read::<true>(section));
        assert_eq!(plain(b"[WhiteElo \"2600\"]"), [Some(2600), None]);
        assert_eq!(plain(b"[WhiteElo \"4001\"]\n[BlackElo \"0\"]"), [None; 2]);
    }

    #[test]
    fn bounds_include_themselves() {
        let judge = |name: &str, min, max, elos| {
            let kind = KINDS.iter().find(|kind| kind.min_name.ends_with(name)).expect("a figure");
            let bounds = vec![EloBounds { kind, min, max }];
            EloFilter { bounds, ..EloFilter::default() }.judge(elos, 0)
        };
        let elos = [Some(2501), Some(2400)];
        for (name, figure) in
            [("elo-diff", 101), ("best-elo", 2501), ("white-elo", 2501), ("black-elo", 2400)]
        {
            assert_eq!(judge(name, Some(figure), Some(figure), elos), Ok(()), "{name}");
            assert_eq!(judge(name, Some(figure + 1), None, elos), Err(Reason::Elo), "{name}");
            assert_eq!(judge(name, None, Some(figure - 1), elos), Err(Reason::Elo), "{name}");
        }
        // The average is 2450.5.
        assert_eq!(judge("average-elo", Some(2450), Some(2451), elos), Ok(()));
        assert_eq!(judge("average-elo", Some(2451), None, elos), Err(Reason::Elo));
        assert_eq!(judge("average-elo", None, Some(2450), elos), Err(Reason::Elo));
        let half = [Some(2500), None];
        assert_eq!(judge("white-elo", Some(2500), None, half), Ok(()));
        for name in ["elo-diff", "average-elo", "best-elo", "black-elo"] {
            assert_eq!(judge(name, Some(0), None, half), Err(Reason::NoElo), "{name}");
        }
    }
}
