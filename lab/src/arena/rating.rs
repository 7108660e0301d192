//! Ratings for the tags of games. They are labels that the user gives; nothing is measured here.

use std::str::FromStr;

use super::contestant::Budget;

/// What the rating tags say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ratings {
    /// A's rating and B's.
    Given([u16; 2]),
    /// A name for the node budget, the same for both: 2600 for 1000 nodes a move, and 200 for each doubling.
    Nominal,
}

impl Ratings {
    /// A's rating and B's.
    ///
    /// # Errors
    /// One sentence if ratings are nominal and the budget is not in nodes.
    pub fn of(self, budget: Budget) -> Result<[u16; 2], String> {
        match (self, budget) {
            (Self::Given(ratings), _) => Ok(ratings),
            (Self::Nominal, Budget::Nodes(nodes)) => Ok([nominal(nodes); 2]),
            (Self::Nominal, _) => {
                Err("nominal ratings name a number of nodes: --nodes must be given".to_owned())
            }
        }
    }
}

/// The scale that `data/README.md` states: 2600 for 1000 nodes a move, and 200 for each doubling.
fn nominal(nodes: u64) -> u16 {
    #[expect(clippy::cast_precision_loss, reason = "a label")]
    let elo = 2600.0 + 200.0 * (nodes.max(1) as f64 / 1000.0).log2();
    elo.round() as u16
}

impl FromStr for Ratings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "nominal" {
            return Ok(Self::Nominal);
        }
        let (a, b) = text.split_once(',').unwrap_or((text, text));
        let rating = |number: &str| {
            number.parse().map_err(|_| {
                format!("`{text}` is neither a rating, nor two (2800,2700), nor `nominal`")
            })
        };
        Ok(Self::Given([rating(a)?, rating(b)?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read() {
        let of = |text: &str, budget| text.parse::<Ratings>().unwrap().of(budget);
        assert_eq!(of("2800", Budget::Depth(5)), Ok([2800; 2]));
        assert_eq!(of("2800,2650", Budget::Nodes(1)), Ok([2800, 2650]));
        for (nodes, rating) in [(1, 607), (500, 2400), (1_000, 2600), (8_000, 3200)] {
            assert_eq!(of("nominal", Budget::Nodes(nodes)), Ok([rating; 2]));
        }
        of("nominal", Budget::Depth(5)).unwrap_err();
        for text in ["", "x", "2800,", "-1", "2800,2700,2600", "99999"] {
            text.parse::<Ratings>().unwrap_err();
        }
    }
}
