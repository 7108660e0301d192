//! EPD: the table's most popular positions.
//!
//! `<board> <side> <castling> <en passant> pm <move>; c0 "games=G wins=W draws=D losses=L ply=P";`
//! where `pm` is the move that was played most, the counts are those of the side to move, and the
//! ply is the shortest way to the position. Sorted by games downward, then text.
//!
//! The games of a position are those that went on from it inside the table's `max-ply`. A game that
//! came back to a position and went on in another way counts twice.

use std::{cmp::Reverse, io::Write};

use anyhow::Result;
use shakmaty::{EnPassantMode, fen::Epd, san::SanPlus};
use tables::{OpeningFile, OutcomeCounts};

use super::{
    Exported, Format, Writer,
    options::{MAX_PLY, MIN_GAMES, MIN_PLY, Options, TOP},
};
use crate::ask::explore::{self, Found};

/// Positions as EPD.
pub(super) static FORMAT: Format = Format {
    name: "epd",
    about: "Popular positions",
    endings: &["epd"],
    writers: &[Writer::Opening(&[&MIN_GAMES, &MIN_PLY, &MAX_PLY, &TOP], write)],
};

fn write(table: &OpeningFile, options: &Options, to: &mut dyn Write) -> Result<Exported> {
    let plies = options.min_ply.unwrap_or(0)..=options.max_ply.unwrap_or(usize::MAX);
    let top = options.top.unwrap_or(usize::MAX);
    // With --top, no more than twice as many lines are held: those that cannot be among them go.
    let most = top.saturating_mul(2).max(1 << 10);
    let mut min_games = options.min_games.unwrap_or(1);
    let mut positions = Vec::new();
    let mut reached = 0;
    explore::walk(table, usize::MAX, |found| {
        reached += found.moves.len();
        let counts = sum(found);
        if plies.contains(&found.plies) && counts.games() >= min_games {
            positions.push((Reverse(counts.games()), line(found, counts)));
            if positions.len() > most {
                positions.sort_unstable();
                positions.truncate(top);
                min_games = positions.last().map_or(min_games, |(games, _)| games.0);
            }
        }
    });
    positions.sort_unstable();
    positions.truncate(top);
    for (_, line) in &positions {
        writeln!(to, "{line}")?;
    }
    let mut exported = Exported::rows(positions.len() as u64);
    let unreached = table.rows() - reached;
    if unreached > 0 {
        exported.notes.push(format!(
            "{unreached} of {} moves belong to positions that the table's moves do not reach from \
             the start position; these positions are left out",
            table.rows()
        ));
    }
    Ok(exported)
}

fn sum(found: &Found<'_>) -> OutcomeCounts {
    let mut counts = OutcomeCounts::ZERO;
    for entry in found.moves {
        counts.merge(entry.counts);
    }
    counts
}

fn line(found: &Found<'_>, counts: OutcomeCounts) -> String {
    let chess = found.chess();
    let epd = Epd::from_position(&chess, EnPassantMode::Legal);
    let played = found
        .moves
        .iter()
        .max_by_key(|entry| (entry.counts.games(), Reverse(entry.mv)))
        .and_then(|entry| explore::legal(&chess, entry.mv))
        .map(|mv| format!(" pm {};", SanPlus::from_move(chess.clone(), mv)))
        .unwrap_or_default();
    let OutcomeCounts { wins, draws, losses } = counts;
    format!(
        "{epd}{played} c0 \"games={} wins={wins} draws={draws} losses={losses} ply={}\";",
        counts.games(),
        found.plies
    )
}
