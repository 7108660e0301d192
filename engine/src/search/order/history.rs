//! The history heuristic (J. Schaeffer, 1983; RH-01): quiet moves that cut off elsewhere.
//!
//! One counter per side, origin and destination. A cut-off adds depth², moves tried before it in
//! vain lose as much. The update pulls toward the bound, so that counters neither overflow nor
//! stay in the past (gravity).

use rules::Move;
use tables::Color;

/// No counter leaves ± this.
const MOST: i32 = 1 << 14;

/// The counters.
#[derive(Debug)]
pub(crate) struct History {
    counters: Box<[[[i32; 64]; 64]; 2]>,
}

impl Default for History {
    fn default() -> Self {
        Self { counters: Box::new([[[0; 64]; 64]; 2]) }
    }
}

impl History {
    /// How promising a quiet move of `us` is.
    pub(crate) fn get(&self, us: Color, mv: Move) -> i32 {
        let (from, to) = place(mv);
        self.counters[us as usize][from][to]
    }

    /// `mv` cut off at `depth`, after `others` had not.
    pub(crate) fn credit(
        &mut self,
        us: Color,
        mv: Move,
        others: impl Iterator<Item = Move>,
        depth: i32,
    ) {
        let amount = (depth * depth).min(MOST);
        self.update(us, mv, amount);
        for other in others {
            self.update(us, other, -amount);
        }
    }

    fn update(&mut self, us: Color, mv: Move, amount: i32) {
        let (from, to) = place(mv);
        let counter = &mut self.counters[us as usize][from][to];
        *counter += amount - *counter * amount.abs() / MOST;
    }
}

fn place(mv: Move) -> (usize, usize) {
    (mv.from().index(), mv.to().index())
}

#[cfg(test)]
mod tests {
    use rules::squares::square;

    use super::*;

    #[test]
    fn counters_stay_in_bounds() {
        let [a3, c3] = [16, 18].map(|to| Move::plain(square(1), square(to), false));
        let mut history = History::default();
        for depth in (1..100).cycle().take(10_000) {
            history.credit(Color::Black, c3, [a3].into_iter(), depth);
        }
        let [good, bad] = [c3, a3].map(|mv| history.get(Color::Black, mv));
        assert!((1..=MOST).contains(&good) && (-MOST..0).contains(&bad), "{good} {bad}");
        assert_eq!(history.get(Color::White, c3), 0);
    }
}
