//! Suites of test positions (EPD), such as Win at Chess and the Strategic Test Suite: how many an engine
//! solves, and what it spends on them (MET-03).
//!
//! | file | what it does |
//! |---|---|
//! | `problem` | a position and what is right in it |
//! | `solver` | the engine of this program, which solves them |
//! | `foreign` | another UCI engine, which does |
//! | `sums` | what was solved, and at what cost |
//!
//! Figures tell settings apart before they are played: they are no Elo.

mod foreign;
mod problem;
mod solver;
mod sums;

pub use foreign::Foreign;
pub use problem::{Problem, Suite};
pub use solver::{Answer, Line, Own, Solver};
pub use sums::Sums;

/// Puts all problems to a solver, each as a new game.
///
/// # Errors
/// One sentence if the solver fails.
pub fn run(solver: &mut dyn Solver, problems: &[Problem]) -> Result<Sums, String> {
    let mut sums = Sums::default();
    for problem in problems {
        let answer = solver.solve(problem.game())?;
        sums.add(problem, &answer);
    }
    Ok(sums)
}
