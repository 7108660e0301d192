//! Playing strength.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result, bail};

use crate::pgn::tags::Tags;

/// What is asked of the players' Elo beyond a minimum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EloFilter {
    /// Neither player may have more.
    pub max: Option<u16>,
    /// The two may differ by this much.
    pub max_difference: Option<u16>,
    /// What a player without a sound tag has.
    pub assume: Option<u16>,
    /// What a player without a sound tag has, by name as the tag has it; comes before `assume`.
    pub by_name: HashMap<Vec<u8>, u16>,
}

impl EloFilter {
    /// Both players' Elo, White's first; `None` if one is unknown.
    #[must_use]
    pub fn of(&self, tags: &Tags<'_>) -> Option<[u16; 2]> {
        let player = |tag: Option<&[u8]>, name: Option<&[u8]>| {
            tag.and_then(read).or_else(|| self.by_name.get(name?).copied()).or(self.assume)
        };
        Some([player(tags.white_elo, tags.white)?, player(tags.black_elo, tags.black)?])
    }

    /// Whether more is asked than a minimum.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.max.is_some() || self.max_difference.is_some()
    }

    /// Whether the players pass what is asked beyond a minimum.
    #[must_use]
    pub fn passes(&self, [white, black]: [u16; 2]) -> bool {
        self.max.is_none_or(|max| white.max(black) <= max)
            && self.max_difference.is_none_or(|most| white.abs_diff(black) <= most)
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
        assert_eq!(of("[White \"Ann\"]\n[Black \"Bob\"]\n[BlackElo \"?\"]"), Some([2500, 2000]));
        assert_eq!(of("[White \"Ann\"]\n[WhiteElo \"2600\"]\n[BlackElo \"99\"]"), Some([2600, 99]));
        assert_eq!(EloFilter::default().of(&Tags::read::<true>(b"[WhiteElo \"2600\"]")), None);
        assert_eq!(
            EloFilter::default().of(&Tags::read::<true>(b"[WhiteElo \"4001\"]\n[BlackElo \"0\"]")),
            None
        );
    }
}
