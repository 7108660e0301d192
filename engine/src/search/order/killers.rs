//! Killer moves (B. Huberman, 1968; MO-05): a quiet move that refuted one line often refutes its
//! siblings. Two for each ply; a new one pushes the older to the second place.

use rules::Move;

/// The killers of one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Killers([Move; 2]);

impl Killers {
    /// A quiet move that cut off.
    pub(crate) fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }

    /// 0 for the newest, 1 for the one before, `None` for other moves.
    pub(crate) fn place(self, mv: Move) -> Option<i32> {
        self.0.iter().position(|&killer| killer == mv).map(|place| place as i32)
    }
}
