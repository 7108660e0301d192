//! From a score to the chances of a win, a draw and a loss (`UCI_ShowWDL`).
//!
//! The model is that of [`PieceLogit`](statistics::PieceLogit), whose parameters are fitted by maximum likelihood on the outcomes
//! in the imbalance table in force: an [ordered logit](statistics::ordered_logit) with the strength `b · s`, where `s` is the score
//! in pawns, and the threshold `exp(c + d · left)`, where `left` is the share of the start's material that is on the board.
//!
//! White's own advantage `a` is left out, as the score has it already. The table was fitted on
//! balances of material, the model is asked about scores of a search: a pawn of score is taken for
//! a pawn of material. As much of a table's material is about to be taken back, the model errs on
//! the side of the draw. Without a table there is no model, and nothing is shown.

use rules::Color;
use statistics::{PieceLogit, PieceValues, material_left};

use crate::{mined::Mined, position::Position, score::Score};

/// All of them together are certain.
const CERTAIN: u32 = 1_000;

/// The fitted model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WdlModel(PieceLogit);

impl WdlModel {
    /// Fits the model to an imbalance table; `None` if it has no games.
    pub(crate) fn fit(tables: &Mined) -> Option<Self> {
        let table = tables.imbalance_table();
        (table.cells_in_use() > 0).then(|| Self(PieceLogit::fit(&table, PieceValues::Classic)))
    }

    /// Win, draw and loss for the side that has the score, in thousandths that add up to 1000.
    pub(crate) fn permille(&self, score: Score, position: &Position) -> [u32; 3] {
        let count = |role| Color::ALL.into_iter().map(|color| position.count(color, role)).sum();
        self.chances(score, material_left(count))
    }

    fn chances(&self, score: Score, left: f64) -> [u32; 3] {
        if score.is_mate() {
            return if score > Score::DRAW { [CERTAIN, 0, 0] } else { [0, 0, CERTAIN] };
        }
        let [win, _, loss] = self
            .0
            .wdl_of_side(f64::from(score.get()) / 100.0, left)
            .map(|chance| (f64::from(CERTAIN) * chance).round() as u32);
        // Both round up only where there is hardly a draw.
        let loss = loss.min(CERTAIN - win);
        [win, CERTAIN - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: WdlModel = WdlModel(PieceLogit::new(PieceValues::Classic, [0.3, 0.9, -0.5, 1.0]));

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for left in [0.0, 0.5, 1.0, 1.4] {
            let mut last = 0;
            for score in (-3_000..=3_000).step_by(25) {
                let [win, draw, loss] = MODEL.chances(Score::centipawns(score), left);
                assert_eq!(win + draw + loss, 1_000);
                assert!(win >= last);
                last = win;
                let [theirs, _, ours] = MODEL.chances(Score::centipawns(-score), left);
                assert!(theirs.abs_diff(loss) <= 1 && ours.abs_diff(win) <= 1);
            }
        }
        assert_eq!(MODEL.chances(Score::mate_at(9), 0.3), [1_000, 0, 0]);
        assert_eq!(MODEL.chances(Score::mated_at(9), 0.3), [0, 0, 1_000]);
    }

    #[test]
    fn the_embedded_table_makes_a_sensible_model() {
        let Some(model) = WdlModel::fit(&Mined::built_in()) else { return };
        let [_, slope, ..] = model.0.parameters();
        assert!(slope > 0.0, "{model:?}");
        let [win, draw, loss] = model.chances(Score::DRAW, 1.0);
        assert!(win == loss && draw > 0, "{model:?}");
    }
}
