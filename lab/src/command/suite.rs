//! Suites of test positions.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use lab::{
    arena::contestant::{Budget, Contestant},
    suite::{self, Foreign, Own, Problem, Solver, Sums},
};
use serde_json::json;

use super::print;

/// Solves suites of test positions (EPD), with and without options, side by side.
///
/// Understood are `bm` (any of these is right), `am` (none of these), and the points of the Strategic Test Suite:
/// `c0 "Rc1=10, Rd1=7"`, or `c8 "10 7"` with `c9 "c1c3 d1d3"`. A position with points is solved if the move has the
/// most. Every position is a new game. Nodes and time to a solution are those of the first line from which the
/// right move stood to the end.
#[derive(Debug, Args)]
pub(crate) struct Suite {
    /// Files with a position a line.
    #[arg(required = true, value_name = "EPD")]
    files: Vec<PathBuf>,
    /// Nodes for each position.
    #[arg(long, group = "budget", required_unless_present_any = ["depth", "movetime"])]
    nodes: Option<u64>,
    /// Plies for each position.
    #[arg(long, group = "budget")]
    depth: Option<i32>,
    /// Milliseconds for each position.
    #[arg(long, group = "budget")]
    movetime: Option<u64>,
    /// Options, `NAME=VALUE` by commas; each time given a column of its own. Without, the defaults.
    #[arg(long = "options", value_name = "NAME=VALUE,...")]
    columns: Vec<String>,
    /// Only the first positions of each suite.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Another UCI engine in place of this one.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// List what was not solved.
    #[arg(long)]
    failed: bool,
    /// A line of JSON for each suite and column, with what was not solved.
    #[arg(long)]
    json: bool,
}

impl Suite {
    pub(crate) fn run(&self) -> Result<(), String> {
        let defaults = ["".to_owned()];
        let columns = if self.columns.is_empty() { &defaults[..] } else { &self.columns };
        for file in &self.files {
            let suite = suite::Suite::read(file)?;
            for sentence in &suite.unusable {
                print::aside(&format!("lab: {sentence}; left out"));
            }
            let problems =
                &suite.problems[..suite.problems.len().min(self.limit.unwrap_or(usize::MAX))];
            let name = file.display().to_string();
            let mut results: Vec<Column<'_>> = Vec::new();
            for column in columns {
                let title = if column.is_empty() { "defaults" } else { column };
                results.push((title, self.solve(column, problems)?));
            }
            if self.json {
                results.iter().for_each(|result| print::line(&json(&name, result)));
            } else {
                print::text(&table(&name, &results));
                results
                    .iter()
                    .filter(|_| self.failed)
                    .for_each(|column| print::line(&failed(column)));
            }
        }
        Ok(())
    }

    fn solve(&self, column: &str, problems: &[Problem]) -> Result<Sums, String> {
        let settings: Vec<String> =
            column.split(',').filter(|setting| !setting.is_empty()).map(str::to_owned).collect();
        let mut solver: Box<dyn Solver> = match &self.engine {
            Some(program) => Box::new(Foreign::start(program, &settings, self.budget())?),
            None => Box::new(Own::new(&Contestant {
                name: column.to_owned(),
                settings,
                budget: self.budget(),
                elo: None,
            })?),
        };
        suite::run(&mut *solver, problems)
    }

    /// The one limit that was given.
    fn budget(&self) -> Budget {
        match (self.nodes, self.depth, self.movetime) {
            (Some(nodes), ..) => Budget::Nodes(nodes),
            (_, Some(depth), _) => Budget::Depth(depth),
            (.., time) => Budget::MoveTime(Duration::from_millis(time.unwrap_or_default())),
        }
    }
}

/// A column: the options in writing, and what was solved with them.
type Column<'a> = (&'a str, Sums);

fn rows(sums: &Sums) -> [(&'static str, String); 11] {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let points = match sums.possible {
        0 => "-".to_owned(),
        possible => format!("{} of {possible}", sums.points),
    };
    [
        ("positions", sums.positions.to_string()),
        ("solved", sums.solved.to_string()),
        ("points", points),
        ("nodes", sums.nodes.to_string()),
        ("nodes per second", number(sums.speed(), 0)),
        ("mean depth", number(sums.per_position(sums.depth), 1)),
        ("mean nodes to solution", number(sums.per_solution(sums.nodes_to_solution), 0)),
        ("mean ms to solution", number(sums.per_solution(sums.ms_to_solution), 1)),
        ("nodes^(1/depth)", number(sums.branching(), 3)),
        ("fail high on the first, %", number(sums.percent("fh1", "fh"), 2)),
        ("fail high on the first four, %", number(sums.percent("fh4", "fh"), 2)),
    ]
}

/// The columns side by side, as wide as their longest cells.
fn table(name: &str, columns: &[Column<'_>]) -> String {
    let mut cells: Vec<Vec<String>> = vec![vec![name.to_owned()]];
    cells[0].extend(rows(&Sums::default()).map(|(row, _)| row.to_owned()));
    for (title, sums) in columns {
        let values = rows(sums).map(|(_, value)| value);
        cells.push(std::iter::once((*title).to_owned()).chain(values).collect());
    }
    let line = |row: usize| {
        let padded = cells.iter().map(|column| {
            let width = column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            format!("{:width$}", column[row])
        });
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    (0..cells[0].len()).map(line).collect()
}

fn failed((title, sums): &Column<'_>) -> String {
    let names = if sums.failed.is_empty() { "none".to_owned() } else { sums.failed.join("; ") };
    format!("not solved with {title}: {names}")
}

fn json(name: &str, (title, sums): &Column<'_>) -> String {
    json!({
        "suite": name,
        "options": title,
        "sums": sums,
        "nodes_per_second": sums.speed(),
        "mean_depth": sums.per_position(sums.depth),
        "mean_nodes_to_solution": sums.per_solution(sums.nodes_to_solution),
        "mean_ms_to_solution": sums.per_solution(sums.ms_to_solution),
        "branching": sums.branching(),
        "fail_high_first_percent": sums.percent("fh1", "fh"),
        "fail_high_first_four_percent": sums.percent("fh4", "fh"),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_side_by_side() {
        let sums = Sums { positions: 3, solved: 2, depth: 6, ..Sums::default() };
        let text = table("a.epd", &[("defaults", sums.clone()), ("NMP=false", Sums::default())]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "a.epd                           defaults  NMP=false");
        assert_eq!(lines[2], "solved                          2         0");
        assert_eq!(lines[3], "points                          -         -");
        assert_eq!(lines[6], "mean depth                      2.0       -");
        let said: serde_json::Value = serde_json::from_str(&json("a", &("x", sums))).unwrap();
        assert_eq!((&said["sums"]["solved"], &said["mean_depth"]), (&json!(2), &json!(2.0)));
        let none = json("a", &("x", Sums::default()));
        let none: serde_json::Value = serde_json::from_str(&none).unwrap();
        assert!(none["branching"].is_null() && said["branching"].is_number());
    }
}
