//! `miner show king-squares`: a piece's squares while a king stands somewhere.

use std::io::Write;

use anyhow::{Result, ensure};
use rules::{Color, Piece, Role, Square};
use serde_json::json;
use tables::{KingOf, KingPlace, KingSquare, KingSquaresTable, OutcomeCounts, Phase, bucket_name};

use super::{super::files::Asked, Common, pst};
use crate::{
    ask::{
        figures::grouped,
        squares::{self, PstValue, Scale},
    },
    cli::paint::Paint,
};

/// What is asked of a white piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) role: Role,
    /// Whose king is meant, and where it stands.
    pub(super) king: (KingOf, Square),
    pub(super) phase: Phase,
    pub(super) value: PstValue,
    pub(super) scale: Scale,
}

/// Prints the answer.
///
/// # Errors
/// If the table cannot be read, or has no such piece.
pub(super) fn run(question: &Question, common: &Common, out: &mut dyn Write) -> Result<()> {
    let Question { role, king: (of, at), phase, value, scale } = *question;
    ensure!(role != Role::King, "kings are not counted by where the kings stand");
    let asked = Asked::<KingSquaresTable>::open(common.table.as_deref(), "king-squares")?;
    let side = if of == KingOf::Own { Color::White } else { Color::Black };
    let place = KingPlace::of(side, at);
    let counts = |square: Square| {
        let piece = Piece { color: Color::White, role };
        let mut counts = OutcomeCounts::ZERO;
        for part in Phase::PARTITION.into_iter().filter(|part| [*part, Phase::All].contains(&phase))
        {
            if let Some(square) = KingSquare::of(part, piece, square, (of, place)) {
                counts.merge(asked.table.get(square));
            }
        }
        counts
    };
    let board = squares::board_of(counts, value, scale);
    let total: u64 = board.iter().flatten().map(|(counts, _)| counts.games()).sum();
    let (name, bucket) = (pst::role_name(role), bucket_name(place.bucket()));
    if common.json {
        let answer = json!({
            "piece": name, "phase": phase.name(), "king": of.name(), "stands": at.to_string(),
            "bucket": bucket, "squares": pst::squares_json(&board), "table": asked.json(),
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let what = pst::meaning(value, scale.metric);
    writeln!(
        out,
        "{name}, {of} king on {at} (bucket {bucket}), {phase}: {what}; {} positions\n",
        grouped(total)
    )?;
    pst::print(value, &board, Paint::new(common.color), out)?;
    writeln!(out, "\n{}", asked.origin())?;
    Ok(())
}
