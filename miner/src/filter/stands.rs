//! Games that reach some material.

use rules::Piece;
use tables::Material;

use crate::game::{Ply, Start};

/// Material that must be on the board, with either colour, for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stands {
    /// What White has and what Black has, or the other way round.
    pub material: Material,
    /// For how many positions in a row at least.
    pub positions: usize,
}

impl Stands {
    /// How many positions in a row are asked for unless told otherwise: what stands for one alone stands in
    /// the middle of an exchange.
    pub const POSITIONS: usize = 2;

    /// Whether it stands for long enough in a game; `changes` are the indices of the plies that change the
    /// material.
    #[must_use]
    pub fn is_in(&self, start: &Start, plies: &[Ply], changes: &[u32]) -> bool {
        let wanted = [self.material, self.material.swapped()];
        let (mut material, mut since) = (start.material, 0);
        let end = plies.len() + 1;
        for &change in changes {
            let next = change as usize + 1;
            if wanted.contains(&material) && next - since >= self.positions {
                return true;
            }
            (material, since) = (after(material, plies[change as usize]), next);
        }
        wanted.contains(&material) && end - since >= self.positions
    }
}

/// The material behind a capture or a promotion.
fn after(mut material: Material, ply: Ply) -> Material {
    if let Some((Piece { color, role }, _)) = ply.captured() {
        material.set(color, role, material.count(color, role).saturating_sub(1));
    }
    if let Some(promoted) = ply.promotion() {
        let Piece { color, role } = ply.piece();
        material.set(color, role, material.count(color, role).saturating_sub(1));
        material.set(color, promoted, material.count(color, promoted).saturating_add(1));
    }
    material
}
