//! What was solved, and at what cost.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::{
    problem::Problem,
    solver::{Answer, Line},
};

/// Sums over the problems of a suite.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sums {
    /// Positions searched.
    pub positions: u64,
    /// Positions whose answer is right.
    pub solved: u64,
    /// Points of all answers, where moves have points.
    pub points: u64,
    /// Points of the best answers.
    pub possible: u64,
    /// Nodes up to the last line of each search.
    pub nodes: u64,
    /// Time of all searches, in seconds.
    pub seconds: f64,
    /// Plies of the last line of each search.
    pub depth: u64,
    /// Solved positions of which is known when the right move stood for good.
    pub timed: u64,
    /// Nodes until it did, in those.
    pub nodes_to_solution: u64,
    /// Milliseconds until it did.
    pub ms_to_solution: u64,
    /// What the engine counted.
    pub counts: BTreeMap<&'static str, u64>,
    /// What was not solved: `NAME: ANSWER`.
    pub failed: Vec<String>,
}

impl Sums {
    pub(super) fn add(&mut self, problem: &Problem, answer: &Answer) {
        let best = answer.best.as_deref().unwrap_or("-");
        let is_solved = problem.is_solved_by(best);
        self.positions += 1;
        self.solved += u64::from(is_solved);
        self.points += u64::from(problem.points_of(best));
        self.possible += u64::from(problem.most_points());
        self.seconds += answer.elapsed.as_secs_f64();
        if let Some(last) = answer.lines.last() {
            self.nodes += last.nodes;
            self.depth += last.depth;
        }
        if is_solved && let Some(line) = solution(problem, &answer.lines) {
            self.timed += 1;
            self.nodes_to_solution += line.nodes;
            self.ms_to_solution += milliseconds(line.elapsed);
        }
        for &(name, count) in &answer.counts {
            *self.counts.entry(name).or_default() += count;
        }
        if !is_solved {
            self.failed.push(format!("{}: {}", problem.name(), problem.san(best)));
        }
    }

    /// The mean of a sum over positions; none without positions.
    #[must_use]
    pub fn per_position(&self, sum: u64) -> Option<f64> {
        ratio(sum as f64, self.positions as f64)
    }

    /// The mean of a sum over the solutions whose cost is known.
    #[must_use]
    pub fn per_solution(&self, sum: u64) -> Option<f64> {
        ratio(sum as f64, self.timed as f64)
    }

    /// Nodes per second, of the whole.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        ratio(self.nodes as f64, self.seconds)
    }

    /// The root of the mean nodes, of the order of the mean depth.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        let depth = self.per_position(self.depth).filter(|&depth| depth > 0.0)?;
        Some(self.per_position(self.nodes)?.powf(1.0 / depth))
    }

    /// A counter by another, in hundredths; none if there is nothing to divide by.
    #[must_use]
    pub fn percent(&self, part: &str, whole: &str) -> Option<f64> {
        let whole = *self.counts.get(whole)?;
        ratio(100.0 * *self.counts.get(part)? as f64, whole as f64)
    }
}

/// The first line from which the right move stood to the end.
fn solution<'a>(problem: &Problem, lines: &'a [Line]) -> Option<&'a Line> {
    let right = |line: &&Line| problem.is_solved_by(&line.mv);
    lines.iter().rev().take_while(right).last()
}

/// Rounded.
fn milliseconds(time: Duration) -> u64 {
    ((time.as_micros() + 500) / 1000).try_into().unwrap_or(u64::MAX)
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: &str, nodes: u64) -> Line {
        Line { mv: mv.to_owned(), depth: nodes / 10, nodes, elapsed: Duration::from_millis(nodes) }
    }

    fn answer(best: &str, lines: Vec<Line>) -> Answer {
        Answer { best: Some(best.to_owned()), lines, counts: vec![("fh", 4)], ..Answer::default() }
    }

    #[test]
    fn a_solution_counts_from_where_it_stood_to_the_end() {
        let line_of = |operations| {
            Problem::parse(&format!("6k1/5ppp/8/8/8/8/8/K3R3 w - - {operations}"), "x").unwrap()
        };
        let mut sums = Sums::default();
        let found = ["e1e8", "a1b1", "e1e8", "e1e8"].map(String::from);
        let lines = found.iter().zip([10, 20, 30, 40]).map(|(mv, nodes)| line(mv, nodes));
        sums.add(&line_of("bm Re8#"), &answer("e1e8", lines.collect()));
        sums.add(&line_of("c0 \"Re8=10, Kb1=3\""), &answer("a1b1", vec![line("a1b1", 20)]));
        assert_eq!((sums.positions, sums.solved, sums.timed), (2, 1, 1));
        assert_eq!((sums.points, sums.possible, sums.nodes, sums.depth), (3, 10, 60, 6));
        assert_eq!((sums.nodes_to_solution, sums.ms_to_solution, sums.counts["fh"]), (30, 30, 8));
        assert_eq!(sums.failed, ["x: Kb1"]);
        assert_eq!(sums.per_solution(sums.nodes_to_solution), Some(30.0));
        assert!((sums.branching().unwrap() - 30_f64.powf(1.0 / 3.0)).abs() < 1e-9);
        assert_eq!((sums.percent("fh", "fh"), sums.percent("fh1", "fh")), (Some(100.0), None));
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        let none = Sums::default();
        assert_eq!((none.branching(), none.speed(), none.per_solution(1)), (None, None, None));
    }
}
