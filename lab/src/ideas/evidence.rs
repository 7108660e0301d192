//! What ideas were measured to be worth: `docs/evidence.csv`, a line a match, written by
//! `lab ablate`.

use std::{cmp::Ordering, fs, path::Path};

use engine::options::{OptionRole, Options};

use super::Idea;
use crate::ablate::evidence::{Row, rows};

/// The text of the file in this folder.
///
/// # Errors
/// One sentence if it cannot be read.
pub(super) fn read(docs: &Path) -> Result<String, String> {
    let path = docs.join("evidence.csv");
    fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// All matches of this text, in its order.
///
/// # Errors
/// One sentence with the line of the first that cannot be read.
pub(super) fn matches(evidence: &str) -> Result<Vec<Row>, String> {
    rows(evidence.as_bytes()).map_err(|e| format!("docs/evidence.csv: {e}"))
}

/// The match that says most: in which the idea acted, of a whole idea rather than of a detail, and of these
/// the one with the smallest error.
pub(super) fn best<'a>(about: &[&'a Row]) -> Option<&'a Row> {
    about.iter().copied().min_by(|a, b| {
        let rank = |row: &Row| (row.is_idle(), row.is_of_a_detail());
        rank(a).cmp(&rank(b)).then(a.error().total_cmp(&b.error()))
    })
}

/// The match of the same switch and values with a clock, if that is another one.
pub(super) fn with_a_clock<'a>(best: &Row, about: &[&'a Row]) -> Option<&'a Row> {
    let is_the_same =
        |row: &Row| [&row.option, &row.on, &row.off] == [&best.option, &best.on, &best.off];
    about
        .iter()
        .copied()
        .find(|row| row.limit.starts_with("tc=") && row.limit != best.limit && is_the_same(row))
}

/// What an interval of Elo says in words.
pub(super) fn verdict_of(elo: f64, error: f64) -> String {
    let [low, high] = [elo - error, elo + error];
    match (low.total_cmp(&0.0), high.total_cmp(&0.0)) {
        (Ordering::Greater, _) => "helps".to_owned(),
        (_, Ordering::Less) => "hurts".to_owned(),
        _ => format!("no difference within {:.0}", high.max(-low).ceil()),
    }
}

/// The limit of a move, as people say it.
pub(super) fn limit_in_words(limit: &str) -> String {
    match limit.split_once('=') {
        Some(("nodes", nodes)) => format!("{nodes} nodes"),
        Some(("tc", clock)) => clock.to_owned(),
        _ => limit.to_owned(),
    }
}

impl Row {
    /// Whether it says something about this idea.
    pub(super) fn is_about(&self, idea: &Idea) -> bool {
        match idea.trial.split_once('=') {
            Some((option, on)) => self.option == option && self.on == on,
            None => self.id.split(' ').any(|of| of == idea.id),
        }
    }

    /// The switch, and its two values if they are more than on and off.
    pub(super) fn switch(&self) -> String {
        let Self { option, on, off, .. } = self;
        match (on.as_str(), off.as_str()) {
            ("true", "false" | "0") | (_, "0" | "off") if option != "MIT" => format!("`{option}`"),
            _ => format!("`{option}` {on} v {off}"),
        }
    }

    /// What it does at this limit, and the figures.
    pub(super) fn finding(&self) -> String {
        let at = limit_in_words(&self.limit);
        if self.is_idle() {
            return format!("cannot act at {at}");
        }
        let does = verdict_of(self.elo(), self.error());
        format!("{does} at {at} ({:+.1} ± {:.1})", self.elo(), self.error())
    }

    fn is_idle(&self) -> bool {
        self.verdict == "idle"
    }

    fn is_of_a_detail(&self) -> bool {
        Options::declarations()
            .any(|option| option.name == self.option && option.role == OptionRole::Parameter)
    }

    fn elo(&self) -> f64 {
        self.elo.parse().unwrap_or(f64::NAN)
    }

    /// Half of the 95 % interval.
    fn error(&self) -> f64 {
        self.error.parse().unwrap_or(f64::INFINITY)
    }

    /// What both sides were set to beyond the switch: the idea that it is a detail of.
    fn both(&self) -> impl Iterator<Item = &str> {
        let of_a = self.command.split(' ').filter_map(|word| word.strip_prefix("--a="));
        of_a.filter(|setting| setting.split('=').next() != Some(&self.option))
    }

    /// Whether the engine as it plays lost to the other side by more than the error. A detail says
    /// nothing of that, as neither side was the engine as it plays.
    fn is_against(&self, defaults: &Options) -> bool {
        let Some(default) = defaults.get(&self.option) else { return false };
        let [elo, error] = [self.elo(), self.error()];
        self.both().next().is_none()
            && ((default == self.on && elo < -error) || (default == self.off && elo > error))
    }
}

/// The matches that a default lost by more than the error, a line each.
pub(super) fn against_defaults(matches: &[Row], defaults: &Options) -> String {
    let lost: Vec<_> = matches.iter().filter(|found| found.is_against(defaults)).collect();
    if lost.is_empty() {
        return "\nNo default lost by more than its error.\n".to_owned();
    }
    let lines = lost.iter().map(|found| format!("- {}: {}\n", found.switch(), found.finding()));
    format!(
        "\nDefaults that lost by more than the error ([why they stay](log/2026-11-26-strength.md#defaults-that-lost)):\n\n{}",
        lines.collect::<String>()
    )
}

/// The folder of the project's own, for tests.
#[cfg(test)]
pub(super) fn docs() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"))
}

/// The matches of the project's own evidence.
#[cfg(test)]
pub(super) fn committed() -> Vec<Row> {
    matches(&read(docs()).expect("the evidence is there")).expect("the evidence is sound")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_that_lost_is_told_from_one_that_won() {
        let any = committed()[0].clone();
        let of = |command: &str, on: &str, off: &str, elo: &str| {
            let [option, on, off, elo, error, command] =
                ["NMP", on, off, elo, "5.00", command].map(str::to_owned);
            let found = Row { option, on, off, elo, error, command, ..any.clone() };
            found.is_against(&Options::default())
        };
        let is_against = |on, off, elo| of("lab match --a=NMP=true --b=NMP=false", on, off, elo);
        assert!(is_against("true", "false", "-6.00") && is_against("false", "true", "+6.00"));
        assert!(!is_against("true", "false", "+6.00") && !is_against("false", "true", "-6.00"));
        assert!(!is_against("true", "false", "-4.00"));
        // Neither side is the engine as it plays.
        let detail = "lab match --a=RFP=false --a=NMP=true --b=RFP=false --b=NMP=false";
        assert!(!of(detail, "true", "false", "-6.00"));
        assert!(!is_against("1", "2", "-6.00") && !is_against("1", "2", "+6.00"));
    }

    #[test]
    fn the_best_match_acts_is_whole_and_has_the_least_error() {
        let any = committed()[0].clone();
        let row = |option: &str, error: &str, verdict: &str, limit: &str| {
            let [option, error, verdict, limit] =
                [option, error, verdict, limit].map(str::to_owned);
            Row { option, error, verdict, limit, ..any.clone() }
        };
        let idle = row("HR", "1.00", "idle", "nodes=1000");
        let detail = row("HR_Margin", "2.00", "open", "nodes=3000");
        let whole = row("HR", "9.00", "open", "nodes=3000");
        let clock = row("HR", "30.00", "open", "tc=1+0.01");
        let all = [&idle, &detail, &clock, &whole];
        assert_eq!(best(&all), Some(&whole));
        assert_eq!(with_a_clock(&whole, &all), Some(&clock));
        assert_eq!(best(&[&idle, &detail]), Some(&detail));
        assert_eq!((best(&[&idle]), best(&[])), (Some(&idle), None));
    }

    #[test]
    fn a_verdict_is_what_the_interval_says() {
        let any = committed()[0].clone();
        let of = |elo: &str, error: &str, verdict: &str| {
            let [option, elo, error, verdict] = ["NMP", elo, error, verdict].map(str::to_owned);
            let [on, off, limit] = ["true", "false", "nodes=1000"].map(str::to_owned);
            Row { option, on, off, elo, error, verdict, limit, ..any.clone() }.finding()
        };
        assert_eq!(of("+6.04", "5.00", "on"), "helps at 1000 nodes (+6.0 ± 5.0)");
        assert_eq!(of("-6.00", "5.00", "off"), "hurts at 1000 nodes (-6.0 ± 5.0)");
        assert_eq!(
            of("-3.00", "5.00", "open"),
            "no difference within 8 at 1000 nodes (-3.0 ± 5.0)"
        );
        assert_eq!(of("+0.00", "9.00", "idle"), "cannot act at 1000 nodes");
    }

    #[test]
    fn every_match_is_of_an_option() {
        for found in committed().iter().filter(|found| found.option != "-") {
            let mut options = Options::default();
            for value in [&found.on, &found.off] {
                options.set(&found.option, value).expect("an option's value");
            }
        }
    }
}
