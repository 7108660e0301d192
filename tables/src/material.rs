//! Material on the board and its cell in the imbalance table, with the caps on the number of pieces (MIT-03).

use rules::{Color, Role};

/// Cells of the imbalance table: (9 · 3 · 3 · 3 · 2)².
pub const CELLS: usize = 236_196;

/// The roles that count as material, in the order of the table's dimensions.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// The most of a role, per side, that the table has room for.
const CAPS: [u8; 5] = [8, 2, 2, 2, 1];
/// How far one more of White's role moves the cell. Black's strides follow from the caps.
const WHITE_STRIDES: [u32; 5] = [26_244, 972, 108, 12, 2];
const BLACK_STRIDES: [u32; 5] = [2_916, 324, 36, 4, 1];

/// How many pieces of each role but the king each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Material {
    /// `counts[color][role]`, pawn to queen.
    counts: [[u8; 5]; 2],
}

impl Material {
    /// The material of the start position.
    pub const START: Self = Self { counts: [CAPS; 2] };
    /// Two kings and nothing else.
    pub const BARE: Self = Self { counts: [[0; 5]; 2] };

    /// How many of `role` `color` has; kings are not counted and give 0.
    #[must_use]
    pub fn count(self, color: Color, role: Role) -> u8 {
        self.counts[color as usize].get(role as usize).copied().unwrap_or(0)
    }

    /// Sets how many of `role` `color` has. Setting kings has no effect.
    pub fn set(&mut self, color: Color, role: Role, count: u8) {
        if let Some(slot) = self.counts[color as usize].get_mut(role as usize) {
            *slot = count;
        }
    }

    /// The cell of this material, or `None` beyond the caps 8 2 2 2 1 (promoted pieces).
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        let [white, black] = self.counts;
        let mut index = 0;
        for i in 0..ROLES.len() {
            if white[i] > CAPS[i] || black[i] > CAPS[i] {
                return None;
            }
            index +=
                u32::from(white[i]) * WHITE_STRIDES[i] + u32::from(black[i]) * BLACK_STRIDES[i];
        }
        Some(Cell(index))
    }

    /// This material with the colours swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { counts: [self.counts[1], self.counts[0]] }
    }
}

/// A cell of the imbalance table.
///
/// `26244 wp + 2916 bp + 972 wn + 324 bn + 108 wb + 36 bb + 12 wr + 4 br + 2 wq + bq`: bare kings
/// are cell 0, the start position is the last one, 236,195.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u32);

impl Cell {
    /// What its dimensions are called in CSV and the like.
    pub(crate) const DIMENSIONS: [&str; 10] =
        ["wp", "bp", "wn", "bn", "wb", "bb", "wr", "br", "wq", "bq"];

    /// The cell at `index`, below [`CELLS`].
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        if (index as usize) < CELLS { Some(Self(index)) } else { None }
    }

    /// All cells, in their order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u32).map(Self)
    }

    /// 0 to 236,195.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What one more piece of `role` adds to the index; 0 for a king.
    ///
    /// The index is a plain sum of these, so a capture subtracts one stride.
    #[must_use]
    pub const fn stride(color: Color, role: Role) -> u32 {
        if role as usize >= ROLES.len() {
            return 0;
        }
        match color {
            Color::White => WHITE_STRIDES[role as usize],
            Color::Black => BLACK_STRIDES[role as usize],
        }
    }

    /// The most of `role` that one side can have inside the table; kings have no dimension.
    #[must_use]
    pub const fn cap(role: Role) -> u8 {
        if (role as usize) < ROLES.len() { CAPS[role as usize] } else { 0 }
    }

    /// The material that this cell stands for.
    #[must_use]
    pub fn material(self) -> Material {
        let mut material = Material::BARE;
        let mut rest = self.0;
        for role in ROLES {
            for color in Color::ALL {
                let stride = Self::stride(color, role);
                material.set(color, role, (rest / stride) as u8);
                rest %= stride;
            }
        }
        material
    }

    /// The cell with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        self.material().swapped().cell().expect("invariant: caps are the same for both sides")
    }

    /// The ten counts in the table's order: wp bp wn bn wb bb wr br wq bq.
    #[must_use]
    pub fn dimensions(self) -> [u8; 10] {
        let material = self.material();
        let mut counts = [0; 10];
        for (i, role) in ROLES.into_iter().enumerate() {
            for color in Color::ALL {
                counts[2 * i + color as usize] = material.count(color, role);
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(pieces: &[(Color, Role, u8)]) -> Option<usize> {
        let mut material = Material::BARE;
        for &(color, role, count) in pieces {
            material.set(color, role, count);
        }
        material.cell().map(Cell::index)
    }

    #[test]
    fn known_cells() {
        use Color::{Black, White};
        assert_eq!(cell(&[]), Some(0));
        assert_eq!(cell(&[(Black, Role::Queen, 1)]), Some(1));
        assert_eq!(cell(&[(White, Role::Queen, 1)]), Some(2));
        assert_eq!(cell(&[(Black, Role::Pawn, 1)]), Some(2916));
        assert_eq!(cell(&[(White, Role::Pawn, 1)]), Some(26_244));
        assert_eq!(Material::START.cell().map(Cell::index), Some(CELLS - 1));
        let rook_and_five = [
            (White, Role::Rook, 1),
            (White, Role::Pawn, 5),
            (Black, Role::Bishop, 1),
            (Black, Role::Pawn, 5),
        ];
        assert_eq!(cell(&rook_and_five), Some(145_848));
        assert_eq!(cell(&[(White, Role::Queen, 2)]), None);
        assert_eq!(cell(&[(Black, Role::Knight, 3)]), None);
    }

    #[test]
    fn cells_and_material_are_one_to_one() {
        for cell in Cell::all() {
            assert_eq!(cell.material().cell(), Some(cell));
            assert_eq!(cell.swapped().swapped(), cell);
        }
    }
}
