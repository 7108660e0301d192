//! Material in writing: `KRPPP v KBPPPP`.

use anyhow::{Result, bail, ensure};
use rules::{Color, Role};
use shakmaty::fen::Fen;
use tables::{Cell, Material};

/// Material as people write it: the pieces of White, `v` (or `vs`, `-`, `:`), those of Black. The
/// king may be left out, a number may follow a piece (`P5`). Both kings may stand for the `v`: `KRPKR`. Or a
/// FEN, whole or its board alone.
///
/// # Errors
/// If it is neither.
pub fn parse(text: &str) -> Result<Material> {
    let text = text.trim();
    if text.contains('/') {
        return from_fen(text);
    }
    let lower = text.to_ascii_lowercase().replace("vs.", "v").replace("vs", "v");
    let mut sides = lower.split(['v', ':', '-']);
    let (white, black) = match (sides.next(), sides.next(), sides.next()) {
        (Some(white), Some(black), None) => (white, black),
        // `KRPKR`: the second king begins the other side.
        (Some(both), None, None) if both.starts_with('k') && both.matches('k').count() == 2 => {
            both.split_at(both.rfind('k').unwrap_or_default())
        }
        _ => bail!("`{text}` is no material: write it like `KRPPP v KBPPPP`, or as a FEN"),
    };
    let mut material = Material::BARE;
    for (color, side) in [(Color::White, white), (Color::Black, black)] {
        let mut kings = 0;
        for (role, count) in counts(side, text)? {
            if role == Role::King {
                kings = count.saturating_add(kings);
                ensure!(kings <= 1, "`{text}` has a side with several kings");
                continue;
            }
            let count = u32::from(material.count(color, role)).saturating_add(count);
            ensure!(count <= 64, "`{text}` has more pieces than a board has squares");
            material.set(color, role, count as u8);
        }
    }
    Ok(material)
}

/// Pieces and how many of them, as they come.
fn counts(side: &str, text: &str) -> Result<Vec<(Role, u32)>> {
    let mut counts: Vec<(Role, u32)> = Vec::new();
    let mut letters = side.chars().filter(|letter| !letter.is_whitespace() && *letter != '+');
    let mut next = letters.next();
    while let Some(letter) = next {
        let role = Role::ALL.into_iter().find(|role| role.letter().to_ascii_lowercase() == letter);
        let Some(role) = role else {
            bail!("`{text}` is no material: `{letter}` is no piece");
        };
        let mut count = None;
        next = letters.next();
        while let Some(digit) = next.and_then(|digit| digit.to_digit(10)) {
            count = Some(count.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
            next = letters.next();
        }
        counts.push((role, count.unwrap_or(1)));
    }
    Ok(counts)
}

fn from_fen(text: &str) -> Result<Material> {
    let Ok(fen) = text.parse::<Fen>() else { bail!("`{text}` is no FEN") };
    let mut material = Material::BARE;
    for (_, piece) in &fen.as_setup().board {
        let color = piece.color.fold_wb(Color::White, Color::Black);
        let role = Role::ALL[piece.role as usize - 1];
        material.set(color, role, material.count(color, role) + 1);
    }
    Ok(material)
}

/// The cell of some material.
///
/// # Errors
/// If the table has no room for it.
pub fn cell(material: Material) -> Result<Cell> {
    const NAMES: [&str; 5] = ["pawns", "knights", "bishops", "rooks", "queens"];
    if let Some(cell) = material.cell() {
        return Ok(cell);
    }
    for (color, side) in [(Color::White, "White"), (Color::Black, "Black")] {
        for (role, name) in Role::ALL.into_iter().zip(NAMES) {
            let (count, cap) = (material.count(color, role), Cell::cap(role));
            if count > cap {
                bail!(
                    "{} is outside the table: {side} has {count} {name}, and a side has \
                       room for {cap}",
                    name_of(material)
                );
            }
        }
    }
    bail!("{} is outside the table", name_of(material))
}

/// Material in writing, kings first, then from queen to pawn.
#[must_use]
pub fn name_of(material: Material) -> String {
    let [white, black] = Color::ALL.map(|color| side_of(material, color));
    format!("{white} v {black}")
}

/// One side of it.
#[must_use]
pub fn side_of(material: Material, color: Color) -> String {
    let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let letters = pieces
        .into_iter()
        .flat_map(|role| std::iter::repeat_n(role.letter(), material.count(color, role).into()));
    std::iter::once('K').chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ways_to_write_the_same() {
        let expected = parse("KRPPP v KBPPPP").expect("material");
        for text in [
            "krppp V kbpppp",
            "RPPP vs BPPPP",
            "KRP3vKBP4",
            "R+P3 : B+P4",
            "KRPPP-KBPPPP",
            "KRPPPKBPPPP",
            "8/4bk2/1pppp3/8/8/2PPP3/5KR1/8 w - - 0 1",
            "8/4bk2/1pppp3/8/8/2PPP3/5KR1/8",
        ] {
            assert_eq!(parse(text).expect(text), expected, "{text}");
        }
        assert_eq!(name_of(expected), "KRPPP v KBPPPP");
        assert_eq!(parse("KQRRBBNNP8 v KQRRBBNNP8").expect("material"), Material::START);
    }

    #[test]
    fn what_is_no_material_is_refused() {
        for text in ["", "KRP", "KR v KB v K", "KX v K", "K/8", "KKP v K", "P99 v K"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let outside = cell(parse("KQQ v K").expect("material")).expect_err("two queens");
        assert_eq!(
            outside.to_string(),
            "KQQ v K is outside the table: White has 2 queens, and a side has room for 1"
        );
    }
}
