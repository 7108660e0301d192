//! The rules library's words and the tables' words, side by side.
//!
//! The engine speaks shakmaty's `Color`, `Role` and `Square`; arrays and tables are indexed in the
//! tables' order: White first, pawn to king, a1 to h8.

use shakmaty::{Color, Role, Square};

/// How many coloured pieces there are.
pub(crate) const PIECES: usize = 12;

/// White 0, Black 1.
pub(crate) const fn color_index(color: Color) -> usize {
    color.is_black() as usize
}

/// Pawn 0 to king 5.
pub(crate) const fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// `PNBRQKpnbrqk`, 0 to 11.
pub(crate) const fn piece_index(color: Color, role: Role) -> usize {
    6 * color_index(color) + role_index(role)
}

/// The square as `color` sees it: Black's board is turned over rank by rank.
pub(crate) const fn relative_to(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// The tables' word for a role.
pub(crate) const fn table_role(role: Role) -> tables::Role {
    tables::Role::ALL[role_index(role)]
}

/// The tables' word for a colour.
pub(crate) const fn table_color(color: Color) -> tables::Color {
    tables::Color::ALL[color_index(color)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_vocabularies_agree() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = tables::Piece { color: table_color(color), role: table_role(role) };
                assert_eq!(piece.letter(), role.of(color).char());
                assert_eq!(piece.index(), piece_index(color, role));
            }
        }
        for square in tables::Square::all() {
            assert_eq!(square.to_string(), Square::new(square.index() as u32).to_string());
        }
    }
}
