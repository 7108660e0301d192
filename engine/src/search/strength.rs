//! Playing weakly on purpose (`UCI_LimitStrength`, `UCI_Elo`).
//!
//! Two things together, both monotone in `UCI_Elo`: a limit of nodes, and noise on the root moves'
//! scores. The noise of a move is a function of the position that it leads to and of nothing else:
//! a fixed misjudgement, as a weak player has, not dice. It is added to what the move's search
//! returns, so the transposition table stays sound.
//!
//! The scale is not calibrated: a higher number plays stronger, and that is all it says.

use rules::Move;

use super::{Limits, Searcher};
use crate::{mixing::Random, options::PlayOptions, position::Position};

/// The lowest and highest `UCI_Elo`.
const LOWEST: i32 = 800;
const HIGHEST: i32 = 2_800;
/// Nodes of the weakest...
const NODES: f64 = 40.0;
/// ...which double with this many points.
const DOUBLING: f64 = 150.0;
/// Points for each centipawn of noise.
const POINTS_PER_CENTIPAWN: i32 = 8;

/// The limits, and not more nodes than the strength allows.
pub(crate) fn limited(limits: &Limits, options: &PlayOptions) -> Limits {
    let mut limits = limits.clone();
    if options.limit_strength() {
        let most = nodes(options.elo());
        limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
    }
    limits
}

fn nodes(elo: i32) -> u64 {
    (NODES * (f64::from(elo - LOWEST) / DOUBLING).exp2()) as u64
}

fn amplitude(elo: i32) -> i32 {
    (HIGHEST - elo).max(0) / POINTS_PER_CENTIPAWN
}

/// A number from `-amplitude` to `amplitude`, always the same for a key.
fn noise(key: u64, amplitude: i32) -> i32 {
    (Random(key).next() % (2 * u64::from(amplitude.unsigned_abs()) + 1)) as i32 - amplitude
}

impl Searcher<'_> {
    /// How far the weakened engine misjudges a root move, in centipawns.
    pub(super) fn noise(&self, position: &Position, mv: Move) -> i32 {
        let options = &self.shared.options.play;
        if !options.limit_strength() {
            return 0;
        }
        let child = position.play(mv, &self.psqt);
        noise(child.key(), amplitude(options.elo()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_means_more_nodes_and_less_noise() {
        let mut last = (0, i32::MAX);
        for elo in (LOWEST..=HIGHEST).step_by(100) {
            let now = (nodes(elo), amplitude(elo));
            assert!(now.0 > last.0 && now.1 < last.1, "{elo}: {now:?}");
            last = now;
        }
        assert_eq!(last.1, 0);
    }

    #[test]
    fn noise_is_even_and_stays_within_its_bounds() {
        let mut sum = 0;
        for key in 0..10_000_u64 {
            let noise = noise(key << 32 | key, 100);
            assert!(noise.abs() <= 100);
            sum += noise;
        }
        assert!(sum.abs() < 3 * 58 * 100, "three standard errors of the mean: {sum}");
        assert_eq!(noise(17, 0), 0);
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
