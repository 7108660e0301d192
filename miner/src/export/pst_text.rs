//! Piece-square tables as text: twelve boards, a C array, a Rust array; or the C array alone.
//!
//! The values are [`SquareMetric::centipawns`] rounded to whole numbers: each piece as its owner sees
//! it, colours folded, so that Black's board is White's turned over.

use std::io::Write;

use anyhow::{Result, bail};
use rules::{Color, Piece, Role, Square};
use tables::{PstTable, SquareMetric, Table};

use super::{
    Exported, Format, OptionNames, Writer, in_comment,
    options::{FIRST, FirstSquare, METRIC, Options, SHRINK},
};
use crate::ask::{provenance, squares::Scale};

/// Boards and arrays.
pub(super) static FORMAT: Format = Format {
    name: "pst-text",
    about: "Twelve boards, and C and Rust arrays",
    endings: &["txt"],
    writers: &[Writer::Pst(USES, write)],
};

/// The options of all that is written of piece-square tables.
pub(super) const USES: OptionNames = &[&SHRINK, &METRIC, &FIRST];

/// Values by piece (`PNBRQKpnbrqk`) and square, in the order in which they are listed.
type Values = [[i16; Square::COUNT]; Piece::COUNT];

/// The lines that open the sections of the text.
pub const C_SECTION: &str = "--- C ---";
/// See [`C_SECTION`].
pub const RUST_SECTION: &str = "--- Rust ---";
/// The last line.
pub const END: &str = "--- end ---";

/// Writes boards and arrays.
fn write(table: &PstTable, options: &Options, to: &mut dyn Write) -> Result<Exported> {
    let text = Text::new(table, options)?;
    writeln!(to, "PST {}", table.phase())?;
    for line in text.about() {
        writeln!(to, "{line}")?;
    }
    text.write_boards(to)?;
    writeln!(to, "\n{C_SECTION}")?;
    text.write_c(to)?;
    writeln!(to, "\n{RUST_SECTION}")?;
    text.write_rust(to)?;
    writeln!(to, "\n{END}")?;
    Ok(Exported::rows(text.values.as_flattened().len() as u64))
}

/// Writes the C array as a header.
pub(super) fn write_header(
    table: &PstTable,
    options: &Options,
    to: &mut dyn Write,
) -> Result<Exported> {
    let text = Text::new(table, options)?;
    let guard = format!("PROSPECTOR_PST_{}_H", table.phase().name().to_ascii_uppercase());
    writeln!(to, "/* DO NOT EDIT: written by `miner export --format c-header`.")?;
    for line in text.about() {
        writeln!(to, " * {line}")?;
    }
    writeln!(to, " */\n#ifndef {guard}\n#define {guard}\n")?;
    text.write_c(to)?;
    writeln!(to, "\n#endif")?;
    Ok(Exported::rows(text.values.as_flattened().len() as u64))
}

struct Text<'a> {
    table: &'a PstTable,
    scale: Scale,
    first: FirstSquare,
    values: Values,
}

impl<'a> Text<'a> {
    fn new(table: &'a PstTable, options: &Options) -> Result<Self> {
        let shrink = options.shrink.unwrap_or(Scale::default().shrink);
        if !(1.0..=1e12).contains(&shrink) {
            bail!("--shrink takes a number of positions, 1 or more");
        }
        let scale = Scale { metric: options.metric.unwrap_or_default(), shrink };
        let first = options.first.unwrap_or_default();
        let mut values = [[0; Square::COUNT]; Piece::COUNT];
        for role in Role::ALL {
            let of_role = table.centipawns(role, scale.metric, scale.shrink);
            for color in Color::ALL {
                let listed = &mut values[Piece { color, role }.index()];
                for square in Square::all() {
                    listed[place(square, first)] =
                        of_role[square.relative_to(color).index()].round() as i16;
                }
            }
        }
        Ok(Self { table, scale, first, values })
    }

    fn about(&self) -> [String; 5] {
        let order = match self.first {
            FirstSquare::A8 => "a8, b8, ... h8, a7, ... h1 (a8 first)",
            FirstSquare::A1 => "a1, b1, ... h1, a2, ... h8 (a1 first)",
        };
        let mined = self.table.provenance();
        [
            format!(
                "Mined by {}, phase {}: {}.",
                mined.program,
                self.table.phase(),
                in_comment(&provenance::sentence(mined))
            ),
            format!("Pieces: P N B R Q K p n b r q k. Squares: {order}."),
            "Centipawns as the piece's owner sees them; 0 is the piece's mean square.".to_owned(),
            "Both colours' counts together: Black's boards are White's turned over.".to_owned(),
            self.formula(),
        ]
    }

    fn formula(&self) -> String {
        let shrink = self.scale.shrink;
        match self.scale.metric {
            SquareMetric::Score => format!(
                "value = cp(s) - cp(m), cp(x) = 400 log10(x / (1 - x)); m: the piece's mean score; \
                 s: the square's, with {shrink} positions at m added."
            ),
            SquareMetric::Occupancy => format!(
                "value = v(p) - m, v(p) = 4 log2(p); p: the share of winners' positions of the piece on the square, \
                 {shrink} more spread over its squares; m: the mean of v by p."
            ),
        }
    }

    fn write_boards(&self, to: &mut dyn Write) -> Result<()> {
        const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        for (index, values) in self.values.iter().enumerate() {
            let piece = Piece::from_index(index);
            let color = if piece.color == Color::White { "White" } else { "Black" };
            let name = NAMES[piece.role as usize];
            writeln!(to, "\n{} {color} {name}", piece.letter())?;
            for row in values.chunks(8) {
                let row: Vec<_> = row.iter().map(|value| format!("{value:>5}")).collect();
                writeln!(to, "{}", row.concat())?;
            }
        }
        Ok(())
    }

    fn write_c(&self, to: &mut dyn Write) -> Result<()> {
        let name = format!("prospector_pst_{}", self.table.phase());
        writeln!(to, "static const short {name}[12][64] = {{")?;
        self.write_rows(to, ["{", "}"], ["/*", " */"])?;
        writeln!(to, "}};")?;
        Ok(())
    }

    fn write_rust(&self, to: &mut dyn Write) -> Result<()> {
        let name = format!("PST_{}", self.table.phase().name().to_ascii_uppercase());
        writeln!(to, "pub static {name}: [[i16; 64]; 12] = [")?;
        self.write_rows(to, ["[", "]"], ["//", ""])?;
        writeln!(to, "];")?;
        Ok(())
    }

    fn write_rows(
        &self,
        to: &mut dyn Write,
        [open, close]: [&str; 2],
        [comment, end]: [&str; 2],
    ) -> Result<()> {
        for (index, values) in self.values.iter().enumerate() {
            writeln!(to, "    {comment} {}{end}", Piece::from_index(index).letter())?;
            writeln!(to, "    {open}")?;
            for row in values.chunks(8) {
                let row: Vec<_> = row.iter().map(|value| format!("{value:>5},")).collect();
                writeln!(to, "       {}", row.concat())?;
            }
            writeln!(to, "    {close},")?;
        }
        Ok(())
    }
}

const fn place(square: Square, first: FirstSquare) -> usize {
    match first {
        FirstSquare::A1 => square.index(),
        FirstSquare::A8 => square.index() ^ 56,
    }
}
