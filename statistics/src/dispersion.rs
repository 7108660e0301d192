//! Cells with many games, held back: cells differ from any smooth function by more than chance, and fits should serve
//! those with few games.

/// No cell counts as more games than this.
const DISPERSION: f64 = 20.0;

/// What each game of a cell with so many counts as: the cell counts as `games / (1 + games / DISPERSION)`.
pub(crate) fn share(games: f64) -> f64 {
    1.0 / (1.0 + games / DISPERSION)
}
