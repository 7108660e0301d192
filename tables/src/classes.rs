//! Named imbalances: families of cells that chess players have a word for.
//!
//! A class has two sides. The *holder* has what the name says first ("the rook" in rook against two
//! minors). Except where a definition says otherwise, everything else is equal: the two sides have
//! as many of each other role. A minor is a knight or a bishop; where a class speaks of minors, one
//! side's surplus is all knights and bishops of one colour (no knight against a bishop besides).

use std::collections::BTreeMap;

use rules::{Color, Role};

use crate::{Cell, ImbalanceTable, Material, OutcomeCounts};

/// An imbalance that chess players have a name for, such as the bishop pair.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// What the two sides have, the holder first.
    pub title: &'static str,
    holds: fn(&View) -> bool,
}

impl Class {
    /// The side that has what the name says first, if the material is of this class.
    #[must_use]
    pub fn holder(&self, material: Material) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| (self.holds)(&View::new(material, color)))
    }

    /// The cells of a table that are of this class, colours folded.
    #[must_use]
    pub fn sum(&self, table: &ImbalanceTable) -> ClassSum {
        let mut sum = ClassSum { cells: 0, counts: OutcomeCounts::ZERO, effective_games: 0.0 };
        let mut levels = BTreeMap::new();
        for (cell, counts) in table.iter() {
            if let Some(holder) = self.holder(cell.material()) {
                sum.cells += 1;
                sum.counts.merge(match holder {
                    Color::White => counts,
                    Color::Black => counts.swapped(),
                });
                *levels.entry(level(cell)).or_default() += counts.games();
            }
        }
        sum.effective_games = effective_games(&levels.into_iter().collect::<Vec<_>>());
        sum
    }
}

/// What a class's cells hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassSum {
    /// How many of them have games.
    pub cells: usize,
    /// Their outcomes as the holder saw them. A game is counted in every cell that it passed
    /// through, so it may be counted several times.
    pub counts: OutcomeCounts,
    /// How many independent games these counts are worth at least.
    ///
    /// Each capture lowers the number of men and each promotion that of pawns, and neither ever
    /// rises: a game passes through at most one cell of any level of (men, pawns), and through no two
    /// levels of which one has more men and the other more pawns. With `n` the games of a level,
    /// `N = Σ n`, and no more than `min(n, n')` games in common between two levels that one game can
    /// pass through, the mean of the counts has at most the variance of `N² / Σ Σ min(n, n')`
    /// independent games (L. Kish's effective size, 1965, at its worst).
    pub effective_games: f64,
}

/// How many men and pawns are on the board.
fn level(cell: Cell) -> (u8, u8) {
    let dimensions = cell.dimensions();
    (dimensions.iter().sum(), dimensions[0] + dimensions[1])
}

#[expect(clippy::cast_precision_loss, reason = "a bound for people")]
fn effective_games(levels: &[((u8, u8), u64)]) -> f64 {
    let all: u64 = levels.iter().map(|(_, games)| games).sum();
    let is_before = |a: (u8, u8), b: (u8, u8)| a.0 >= b.0 && a.1 >= b.1;
    let may_share = |a, b| is_before(a, b) || is_before(b, a);
    let shared: f64 = levels
        .iter()
        .flat_map(|&(a, n)| {
            levels.iter().filter(move |(b, _)| may_share(a, *b)).map(move |(_, m)| n.min(*m) as f64)
        })
        .sum();
    if all == 0 { 0.0 } else { all as f64 * all as f64 / shared }
}

/// The class of this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Class> {
    CLASSES.iter().find(|class| class.name == name)
}

/// The classes that a cell belongs to, each with its holder.
pub fn of(cell: Cell) -> impl Iterator<Item = (&'static Class, Color)> {
    let material = cell.material();
    CLASSES.iter().filter_map(move |class| Some((class, class.holder(material)?)))
}

/// Material as one side sees it.
struct View {
    /// Our count less theirs, pawn to queen.
    surplus: [i8; 5],
    /// Our and their bishops.
    bishops: [u8; 2],
}

impl View {
    fn new(material: Material, us: Color) -> Self {
        let count = |color, role| material.count(color, role) as i8;
        let surplus = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| count(us, role) - count(!us, role));
        let bishops = [us, !us].map(|color| material.count(color, Role::Bishop));
        Self { surplus, bishops }
    }

    /// Whether our surplus is exactly this: queens, rooks, minors of one side only, pawns.
    const fn is(&self, queens: i8, rooks: i8, minors: i8, pawns: i8) -> bool {
        let [p, n, b, r, q] = self.surplus;
        q == queens && r == rooks && n + b == minors && p == pawns && n * b >= 0
    }

    /// Whether our surplus is exactly these pieces, knights and bishops told apart.
    const fn is_exactly(&self, queens: i8, rooks: i8, bishops: i8, knights: i8, pawns: i8) -> bool {
        let [p, n, b, r, q] = self.surplus;
        q == queens && r == rooks && b == bishops && n == knights && p == pawns
    }

    /// As many minors, everything else equal, but only we have two bishops.
    const fn has_the_pair(&self) -> bool {
        let [p, n, b, r, q] = self.surplus;
        let [ours, theirs] = self.bishops;
        p == 0 && r == 0 && q == 0 && n + b == 0 && ours == 2 && theirs < 2
    }
}

/// All classes.
pub const CLASSES: &[Class] = &[
    Class {
        name: "bishop-pair",
        title: "bishop pair v as many minors without the pair",
        holds: View::has_the_pair,
    },
    Class {
        name: "bishop-v-knight",
        title: "bishop v knight",
        holds: |view| view.is_exactly(0, 0, 1, -1, 0) && view.bishops[0] == 1,
    },
    Class {
        name: "exchange",
        title: "rook v minor (the exchange)",
        holds: |view| view.is(0, 1, -1, 0),
    },
    Class {
        name: "exchange-v-pawn",
        title: "rook v minor and pawn",
        holds: |view| view.is(0, 1, -1, -1),
    },
    Class {
        name: "rook-v-bishop-pawn",
        title: "rook v bishop and pawn",
        holds: |view| view.is_exactly(0, 1, -1, 0, -1),
    },
    Class {
        name: "rook-v-knight-pawn",
        title: "rook v knight and pawn",
        holds: |view| view.is_exactly(0, 1, 0, -1, -1),
    },
    Class {
        name: "rook-v-minor-two-pawns",
        title: "rook v minor and two pawns",
        holds: |view| view.is(0, 1, -1, -2),
    },
    Class {
        name: "rook-v-two-minors",
        title: "rook v two minors",
        holds: |view| view.is(0, 1, -2, 0),
    },
    Class {
        name: "rook-pawn-v-two-minors",
        title: "rook and pawn v two minors",
        holds: |view| view.is(0, 1, -2, 1),
    },
    Class {
        name: "rook-two-pawns-v-two-minors",
        title: "rook and two pawns v two minors",
        holds: |view| view.is(0, 1, -2, 2),
    },
    Class {
        name: "minor-v-two-pawns",
        title: "minor v two pawns",
        holds: |view| view.is(0, 0, 1, -2),
    },
    Class {
        name: "minor-v-three-pawns",
        title: "minor v three pawns",
        holds: |view| view.is(0, 0, 1, -3),
    },
    Class {
        name: "minor-v-four-pawns",
        title: "minor v four pawns",
        holds: |view| view.is(0, 0, 1, -4),
    },
    Class {
        name: "queen-v-two-rooks",
        title: "queen v two rooks",
        holds: |view| view.is(1, -2, 0, 0),
    },
    Class {
        name: "queen-pawn-v-two-rooks",
        title: "queen and pawn v two rooks",
        holds: |view| view.is(1, -2, 0, 1),
    },
    Class {
        name: "queen-v-rook-minor",
        title: "queen v rook and minor",
        holds: |view| view.is(1, -1, -1, 0),
    },
    Class {
        name: "queen-v-rook-minor-pawn",
        title: "queen v rook, minor and pawn",
        holds: |view| view.is(1, -1, -1, -1),
    },
    Class {
        name: "queen-v-three-minors",
        title: "queen v three minors",
        holds: |view| view.is(1, 0, -3, 0),
    },
    Class {
        name: "two-rooks-v-three-minors",
        title: "two rooks v three minors",
        holds: |view| view.is(0, 2, -3, 0),
    },
    Class { name: "minor-up", title: "a minor more", holds: |view| view.is(0, 0, 1, 0) },
    Class { name: "pawn-up", title: "a pawn more", holds: |view| view.is(0, 0, 0, 1) },
    Class { name: "two-pawns-up", title: "two pawns more", holds: |view| view.is(0, 0, 0, 2) },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// `KRPP v KBPPP` and the like.
    fn material(text: &str) -> Material {
        let (white, black) = text.split_once(" v ").expect("two sides");
        let mut material = Material::BARE;
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            for role in Role::ALL {
                let count = side.chars().filter(|&letter| letter == role.letter()).count();
                material.set(color, role, count as u8);
            }
        }
        assert!(material.cell().is_some(), "{text} is inside the caps");
        material
    }

    /// A cell that is of the class, White holding it, and one that is not quite.
    const EXAMPLES: &[(&str, &str, &str)] = &[
        ("bishop-pair", "KRBBPPP v KRBNPPP", "KRBBPPP v KRBBPPP"),
        ("bishop-pair", "KBBPP v KNNPP", "KBBPP v KNNPPP"),
        ("bishop-v-knight", "KQBP v KQNP", "KBBP v KBNP"),
        ("exchange", "KRRPP v KRBPP", "KRRPP v KRBPPP"),
        ("exchange-v-pawn", "KRPP v KNPPP", "KRPP v KNPP"),
        ("rook-v-bishop-pawn", "KRPPP v KBPPPP", "KRPPP v KNPPPP"),
        ("rook-v-knight-pawn", "KRPPP v KNPPPP", "KRPPP v KBPPPP"),
        ("rook-v-minor-two-pawns", "KRPP v KBPPPP", "KRPP v KBPPP"),
        ("rook-v-two-minors", "KQRPP v KQBNPP", "KQRPPP v KQBNPP"),
        ("rook-v-two-minors", "KRP v KBBP", "KRNP v KBBP"),
        ("rook-pawn-v-two-minors", "KRPPP v KBNPP", "KRPP v KBNPP"),
        ("rook-two-pawns-v-two-minors", "KRPPPP v KBNPP", "KRPPP v KBNPP"),
        ("minor-v-two-pawns", "KBP v KPPP", "KBP v KPP"),
        ("minor-v-three-pawns", "KRN v KRPPP", "KRN v KRPP"),
        ("minor-v-four-pawns", "KBB v KBPPPP", "KB v KPPP"),
        ("queen-v-two-rooks", "KQPP v KRRPP", "KQPPP v KRRPP"),
        ("queen-pawn-v-two-rooks", "KQPPP v KRRPP", "KQPP v KRRPP"),
        ("queen-v-rook-minor", "KQPP v KRBPP", "KQPP v KRBPPP"),
        ("queen-v-rook-minor-pawn", "KQPP v KRNPPP", "KQPP v KRNPP"),
        ("queen-v-three-minors", "KQPP v KBBNPP", "KQPP v KBNPP"),
        ("two-rooks-v-three-minors", "KRRP v KBNNP", "KRRP v KBNP"),
        ("minor-up", "KRNPP v KRPP", "KRNPP v KRPPP"),
        ("pawn-up", "KRRPPP v KRRPP", "KRBPPP v KRNPP"),
        ("two-pawns-up", "KPP v K", "KPP v KP"),
    ];

    #[test]
    fn counts_of_the_same_games_are_worth_no_more_than_these() {
        assert_eq!(effective_games(&[]), 0.0);
        assert_eq!(effective_games(&[((9, 5), 500)]), 500.0);
        // Ten levels may all hold the same 500 games.
        let ten: Vec<_> = (0..10).map(|i| ((9 + i, 5), 500)).collect();
        assert!((effective_games(&ten) - 500.0).abs() < 1e-9);
        let two = effective_games(&[((9, 5), 900), ((8, 4), 100)]);
        assert!((two - 1_000_000.0 / 1200.0).abs() < 1e-9, "{two}");
        // No pawn comes back: a game with fewer men and more pawns is another game.
        let apart = effective_games(&[((9, 5), 900), ((8, 6), 100)]);
        assert!((apart - 1000.0).abs() < 1e-9, "{apart}");
    }

    /// Games that pass through five levels, ever fewer of them: the interval of the effective games
    /// holds the true score in 95 of 100 worlds or more, that of all counts does not.
    #[test]
    fn intervals_of_classes_hold_the_truth() {
        let mut state = 1_u64;
        let mut random = || {
            // D. Knuth's MMIX generator; the high bits are good.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut held, mut held_naively) = (0, 0);
        for _ in 0..1000 {
            let mut levels = [5, 4, 3, 2, 1].map(|men| ((men, 0), 0));
            let mut counts = OutcomeCounts::ZERO;
            for _ in 0..400 {
                let won = random() < 0.6;
                for (_, games) in &mut levels {
                    *games += 1;
                    if won {
                        counts.wins += 1;
                    } else {
                        counts.losses += 1;
                    }
                    if random() < 0.2 {
                        break;
                    }
                }
            }
            let holds = |games: f64| {
                let (low, high) = crate::score_interval_of(counts, games).expect("games");
                u32::from((low..=high).contains(&0.6))
            };
            held += holds(effective_games(&levels));
            held_naively += holds(counts.games() as f64);
        }
        assert!((935..=995).contains(&held), "{held} of 1000");
        assert!(held_naively < 800, "{held_naively} of 1000");
    }

    #[test]
    fn each_class_holds_where_it_should_and_not_beside_it() {
        for class in CLASSES {
            assert!(EXAMPLES.iter().any(|example| example.0 == class.name), "{}", class.name);
        }
        for &(name, yes, no) in EXAMPLES {
            let class = by_name(name).expect("a class");
            assert_eq!(class.holder(material(yes)), Some(Color::White), "{name}: {yes}");
            assert_eq!(class.holder(material(yes).swapped()), Some(Color::Black), "{name}: {yes}");
            assert_eq!(class.holder(material(no)), None, "{name}: {no}");
        }
    }
}
