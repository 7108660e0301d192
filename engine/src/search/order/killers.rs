//! Killer moves (B. Huberman, 1968; MO-05): a quiet move that refuted one line often refutes its
//! siblings. Two for each ply; a new one pushes the older to the second place.

use rules::Move;

/// The killers of one ply, the newest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Killers(pub(crate) [Move; 2]);

impl Killers {
    /// A quiet move that cut off.
    pub(crate) fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_comes_first_and_none_twice() {
        let [a, b, c] = [1, 2, 3].map(Move::from_bits);
        let mut killers = Killers::default();
        for mv in [a, b, b, c] {
            killers.add(mv);
        }
        assert_eq!(killers.0, [c, b]);
    }
}
