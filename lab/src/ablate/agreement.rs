//! Whether switches are worth the same at two limits, or to two engines.

use std::fmt::Write as _;

use super::evidence::{Row, is_idle};

/// Standard deviations in half of a 95 % interval.
const Z_95: f64 = 1.96;

/// A switch that was measured twice.
struct Pair<'r> {
    row: &'r Row,
    first: [f64; 2],
    second: [f64; 2],
}

impl Pair<'_> {
    /// How much more it was worth the second time, with half of the 95 % interval.
    fn difference(&self) -> [f64; 2] {
        [self.second[0] - self.first[0], self.first[1].hypot(self.second[1])]
    }

    /// The difference in halves of its interval.
    fn distance(&self) -> f64 {
        let [more, error] = self.difference();
        more / error
    }
}

/// A table in Markdown of the switches with games at both limits, those that differ most first, and a
/// sentence on how well they agree. The figures at the first limit are those of `before`, rows of another
/// engine, if there are any.
///
/// # Errors
/// One sentence if there is no such switch.
pub fn table(rows: &[Row], limits: [&str; 2], before: Option<&[Row]>) -> Result<String, String> {
    let [first, second] = limits;
    let earlier = before.unwrap_or(rows);
    let mut pairs: Vec<Pair<'_>> = measured(rows, second)
        .filter_map(|row| {
            let is_same = |other: &&Row| is_same_switch(other, row, before.is_some());
            let other = measured(earlier, first).find(is_same)?;
            Some(Pair { row, first: figures(other), second: figures(row) })
        })
        .collect();
    if pairs.is_empty() {
        return Err(format!("no switch has games at {first} and at {second}"));
    }
    pairs.sort_by(|a, b| b.distance().abs().total_cmp(&a.distance().abs()));
    let mark = if before.is_some() { " before" } else { "" };
    let mut text =
        format!("| switch | {first}{mark} | {second} | difference |\n|---|---|---|---|\n");
    for pair in &pairs {
        let Row { option, on, off, .. } = pair.row;
        let cells = [pair.first, pair.second, pair.difference()];
        let [a, b, more] = cells.map(|[elo, error]| format!("{elo:+.0} ± {error:.0}"));
        let _ = writeln!(text, "| `{option}` {on} v {off} | {a} | {b} | {more} |");
    }
    Ok(text + "\n" + &sentence(&pairs) + "\n")
}

fn sentence(pairs: &[Pair<'_>]) -> String {
    let count = pairs.len() as f64;
    let apart = pairs.iter().filter(|pair| pair.distance().abs() > 1.0).count();
    let spread = pairs.iter().map(|pair| (pair.distance() * Z_95).powi(2)).sum::<f64>() / count;
    format!(
        "{count} switches: {apart} differ by more than their errors, where {:.0} would by chance; mean square of the \
         difference in standard deviations {spread:.2}, where chance makes it 1.",
        count / 20.0
    )
}

/// The rows of a limit that say something: no idle switch, no side that won all, no test of the harness.
fn measured<'r>(rows: &'r [Row], limit: &str) -> impl Iterator<Item = &'r Row> {
    let says_something = |row: &Row| {
        row.tally().is_ok_and(|tally| !is_idle(&tally))
            && figures(row).iter().all(|n| n.is_finite())
    };
    let is_of_harness = |row: &Row| ["-", "QS"].contains(&row.option.as_str());
    rows.iter().filter(move |row| row.limit == limit && says_something(row) && !is_of_harness(row))
}

/// Whether two rows are of the same switch: of the same engine, unless two are compared.
fn is_same_switch(one: &Row, other: &Row, are_engines_compared: bool) -> bool {
    let switch = |row: &Row| [row.option.clone(), row.on.clone(), row.off.clone()];
    let bench = |row: &Row| [row.bench_on, row.bench_off];
    switch(one) == switch(other) && (are_engines_compared || bench(one) == bench(other))
}

/// Elo and its error, as written.
fn figures(row: &Row) -> [f64; 2] {
    [&row.elo, &row.error].map(|text| text.parse().unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ablate::trial::Trial, arena::tally::Tally};

    fn row(option: &str, elo: &str, error: &str, limit: &str) -> Row {
        let trial = Trial { option: option.to_owned(), ..Trial::of_nothing() };
        let (elo, error) = (elo.to_owned(), error.to_owned());
        Row { elo, error, ..Row::new(&trial, limit, &Tally::default()) }
    }

    #[test]
    fn two_limits_are_compared() {
        let mut rows = vec![
            row("A", "+10", "5", "n"),
            row("A", "+40", "12", "t"),
            row("B", "+1", "5", "n"),
            row("B", "-3", "12", "t"),
            row("C", "+1", "5", "n"),
            row("D", "+inf", "inf", "n"),
            row("D", "+inf", "inf", "t"),
        ];
        rows.push(Row { limit: "t".to_owned(), bench_on: 9, ..rows[4].clone() });
        let text = table(&rows, ["n", "t"], None).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], "| `A` default v default | +10 ± 5 | +40 ± 12 | +30 ± 13 |");
        assert_eq!(lines[3], "| `B` default v default | +1 ± 5 | -3 ± 12 | -4 ± 13 |");
        assert!(lines[5].starts_with("2 switches: 1 differ"), "{}", lines[5]);
        assert!(lines[5].contains("deviations 10.41,"), "{}", lines[5]);
        table(&rows, ["n", "x"], None).unwrap_err();
    }

    #[test]
    fn two_engines_are_compared() {
        let now = [row("A", "+10", "5", "n")];
        let before = [Row { bench_on: 6, ..row("A", "-10", "5", "n") }];
        let text = table(&now, ["n", "n"], Some(&before)).unwrap();
        let wanted = "| `A` default v default | -10 ± 5 | +10 ± 5 | +20 ± 7 |";
        assert_eq!(text.lines().nth(2), Some(wanted));
    }
}
