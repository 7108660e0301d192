//! Work in order, whichever thread does it.

use std::sync::{Condvar, Mutex, PoisonError};

/// Something that threads work on one after the other, in the order of their turns.
#[derive(Debug)]
pub(super) struct Turns<T> {
    state: Mutex<State<T>>,
    turned: Condvar,
}

#[derive(Debug)]
struct State<T> {
    turn: u64,
    what: T,
}

impl<T> Turns<T> {
    pub(super) const fn new(what: T) -> Self {
        Self { state: Mutex::new(State { turn: 0, what }), turned: Condvar::new() }
    }

    /// Waits until all turns before have been taken, and takes this one. Every turn must be taken once; a
    /// thread that has several takes the first of them first.
    pub(super) fn take<R>(&self, turn: u64, work: impl FnOnce(&mut T) -> R) -> R {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self
            .turned
            .wait_while(state, |state| state.turn != turn)
            .unwrap_or_else(PoisonError::into_inner);
        let done = work(&mut state.what);
        state.turn += 1;
        self.turned.notify_all();
        done
    }

    /// Looks at it out of turn.
    pub(super) fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.state.lock().unwrap_or_else(PoisonError::into_inner).what)
    }

    /// Works on it when no turn is left.
    pub(super) fn last<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner).what)
    }

    pub(super) fn into_inner(self) -> T {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).what
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_taken_in_order_whoever_comes_first() {
        let turns = Turns::new(Vec::new());
        std::thread::scope(|scope| {
            for thread in (0..4_u64).rev() {
                let turns = &turns;
                scope.spawn(move || {
                    for round in 0..100 {
                        let turn = 4 * round + thread;
                        turns.take(turn, |order| order.push(turn));
                    }
                });
            }
        });
        assert_eq!(turns.into_inner(), (0..400).collect::<Vec<_>>());
    }
}
