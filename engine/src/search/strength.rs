//! Playing weakly on purpose (`UCI_LimitStrength`, `UCI_Elo`).
//!
//! Two things together: a limit of nodes, and noise on the root moves' scores. The noise of a move
//! is a function of the position that it leads to and of nothing else: a fixed misjudgement, as a
//! weak player has, not dice. Small ones are frequent and large ones rare (two-sided exponential),
//! as people's losses are. It is added to what the move's search returns, so the transposition
//! table stays sound, and reports leave it out.
//!
//! The limit is of nodes, not of time, so that a level plays alike with any clock that lets it
//! search them. The scale is that of Stockfish's `UCI_Elo` from its version 16 on (1320 to 3190),
//! and the noise is what makes losses of a level look like people's of that rating:
//! docs/strength.md has the games and the losses.

use rules::Move;

use super::{Limits, Searcher};
use crate::{mixing::Random, options::PlayOptions, position::Position};

/// What weakens a level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Level {
    elo: f64,
    nodes: f64,
    /// The mean of the noise's size, in centipawns.
    noise: f64,
}

const fn level(elo: f64, nodes: f64, noise: f64) -> Level {
    Level { elo, nodes, noise }
}

/// Fitted to games against Stockfish's levels; between two, nodes grow geometrically.
const LEVELS: [Level; 6] = [
    level(1_300.0, 175.0, 20.0),
    level(1_600.0, 450.0, 20.0),
    level(1_900.0, 1_070.0, 20.0),
    level(2_200.0, 4_800.0, 8.0),
    level(2_500.0, 15_000.0, 4.0),
    level(2_700.0, 29_000.0, 0.0),
];

impl Level {
    fn of(elo: i32) -> Self {
        let elo = f64::from(elo);
        let after = LEVELS.partition_point(|level| level.elo < elo).clamp(1, LEVELS.len() - 1);
        let (low, high) = (LEVELS[after - 1], LEVELS[after]);
        let share = ((elo - low.elo) / (high.elo - low.elo)).clamp(0.0, 1.0);
        Self {
            elo,
            nodes: low.nodes * (high.nodes / low.nodes).powf(share),
            noise: low.noise + share * (high.noise - low.noise),
        }
    }

    /// How far the score of a move that leads to the position of this key is misjudged, in
    /// centipawns; always the same.
    fn misjudgement(self, key: u64) -> i32 {
        let bits = Random(key).next();
        // Above 0 and below 1; the lowest bit is the sign's.
        let share = ((bits >> 32) as f64 + 0.5) / 2_f64.powi(32);
        let size = (-self.noise * share.ln()) as i32;
        if bits & 1 == 0 { size } else { -size }
    }
}

/// The limits, and not more nodes than the strength allows.
pub(crate) fn limited(limits: &Limits, options: &PlayOptions) -> Limits {
    let mut limits = limits.clone();
    if options.limit_strength() {
        let most = Level::of(options.elo()).nodes as u64;
        limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
    }
    limits
}

impl Searcher<'_> {
    /// How far the weakened engine misjudges a root move, in centipawns.
    pub(super) fn noise(&self, position: &Position, mv: Move) -> i32 {
        let options = &self.shared.options.play;
        if !options.limit_strength() {
            return 0;
        }
        let child = position.play(mv, &self.psqt);
        Level::of(options.elo()).misjudgement(child.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_means_more_nodes_and_no_more_noise() {
        let [weakest, .., strongest] = LEVELS;
        let mut last = Level { nodes: 0.0, ..weakest };
        for elo in (weakest.elo as i32..=strongest.elo as i32).step_by(50) {
            let now = Level::of(elo);
            assert!(now.nodes > last.nodes && now.noise <= last.noise, "{elo}: {now:?}");
            last = now;
        }
    }

    #[test]
    fn the_levels_that_were_measured_are_met_and_none_lies_outside() {
        for level in LEVELS {
            assert_eq!(Level::of(level.elo as i32).noise, level.noise);
            assert!((Level::of(level.elo as i32).nodes / level.nodes - 1.0).abs() < 1e-9);
        }
        assert_eq!(Level::of(0).nodes, LEVELS[0].nodes);
        assert_eq!(Level::of(4_000).noise, LEVELS[LEVELS.len() - 1].noise);
    }

    #[test]
    fn noise_is_even_and_of_its_size() {
        let (mut sum, mut size) = (0, 0);
        let level = level(1_300.0, 1.0, 100.0);
        for key in 0..10_000_u64 {
            let noise = level.misjudgement(key << 32 | key);
            sum += noise;
            size += noise.abs();
        }
        // A value's standard deviation is 141, of its size 100; half a centipawn is cut off.
        assert!(sum.abs() < 3 * 141 * 100, "three standard errors of the mean: {sum}");
        assert!((size - 995_000).abs() < 3 * 100 * 100, "{size}");
        assert_eq!(Level { noise: 0.0, ..level }.misjudgement(17), 0);
    }

    #[test]
    fn the_lower_limit_of_nodes_holds() {
        let options = PlayOptions { limit_strength: true, ..PlayOptions::default() };
        let asked = |nodes| limited(&Limits { nodes, ..Limits::default() }, &options).nodes;
        assert_eq!(asked(Some(5)), Some(5));
        assert_eq!(asked(Some(1 << 40)), asked(None));
        let off = limited(&Limits::default(), &PlayOptions::default());
        assert_eq!(off.nodes, None);
    }
}
