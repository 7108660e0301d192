//! What ideas were measured to be worth: `docs/evidence.csv`, a line a match, written by
//! `lab ablate`.

use std::fmt::Write as _;

use engine::options::Options;

use crate::ablate::evidence::{Row, rows};

pub(super) const EVIDENCE: &str = include_str!("../../../docs/evidence.csv");

/// What stands above the table of all matches.
const ABOUT: &str = include_str!("evidence.md");

const HEAD: &str = "
| switch | on | off | both | default | W | D | L | Elo | LOS | LLR | verdict | limit | commit | bench |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// All matches of this text, in its order.
///
/// # Errors
/// One sentence with the line of the first that cannot be read.
pub(super) fn matches(evidence: &str) -> Result<Vec<Row>, String> {
    rows(evidence.as_bytes()).map_err(|e| format!("docs/evidence.csv: {e}"))
}

impl Row {
    /// Whether it says something about the idea of this id.
    pub(super) fn is_about(&self, id: &str) -> bool {
        self.id.split(' ').any(|of| of == id)
    }

    /// In a few words.
    pub(super) fn brief(&self) -> String {
        let Self { option, on, off, elo, error, verdict, limit, .. } = self;
        let about = match (on.as_str(), off.as_str()) {
            ("true", "false" | "0") | (_, "0" | "off") if option != "MIT" => String::new(),
            _ => format!(" {on} v {off}"),
        };
        format!("`{option}`{about} {elo} ± {error}, {verdict} ({limit})")
    }

    /// What both sides were set to beyond the switch: the idea that it is a detail of.
    fn both(&self) -> impl Iterator<Item = &str> {
        let of_a = self.command.split(' ').filter_map(|word| word.strip_prefix("--a="));
        of_a.filter(|setting| setting.split('=').next() != Some(&self.option))
    }

    /// The side that has the switch's default, if one has.
    fn default_side(&self, defaults: &Options) -> Option<Side> {
        let default = defaults.get(&self.option)?;
        if default == self.on {
            return Some(Side::On);
        }
        (default == self.off).then_some(Side::Off)
    }

    /// Whether the engine as it plays lost to the other side by more than the error. A detail says
    /// nothing of that, as neither side was the engine as it plays.
    fn is_against(&self, defaults: &Options) -> bool {
        let [elo, error] = [&self.elo, &self.error].map(|text| text.parse().unwrap_or(0.0_f64));
        self.both().next().is_none()
            && match self.default_side(defaults) {
                Some(Side::On) => elo < -error,
                Some(Side::Off) => elo > error,
                None => false,
            }
    }
}

/// A side of a match.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Side {
    On,
    Off,
}

/// The table of all matches.
pub(super) fn table(matches: &[Row]) -> String {
    let defaults = Options::default();
    let mut out = format!("\n{ABOUT}{}{HEAD}", against_defaults(matches, &defaults));
    for found in matches {
        let Row { option, on, off, wins, draws, losses, elo, error, .. } = found;
        let Row { los, llr, verdict, limit, commit, bench_on, bench_off, .. } = found;
        let default = match found.default_side(&defaults) {
            Some(Side::On) => "on",
            Some(Side::Off) => "off",
            None => "",
        };
        let both = found.both().collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            out,
            "| `{option}` | {on} | {off} | {both} | {default} | {wins} | {draws} | {losses} | {elo} ± {error} | {los} % | {llr} | {verdict} | {limit} | {commit} | {bench_on} / {bench_off} |"
        );
    }
    out
}

/// The matches that a default lost by more than the error, a line each.
fn against_defaults(matches: &[Row], defaults: &Options) -> String {
    let lost: Vec<_> = matches.iter().filter(|found| found.is_against(defaults)).collect();
    if lost.is_empty() {
        return "\nNo default lost by more than its error.\n".to_owned();
    }
    let lines = lost.iter().map(|found| format!("- {}\n", found.brief()));
    format!("\nDefaults that lost by more than the error:\n\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_that_lost_is_told_from_one_that_won() {
        let any = matches(EVIDENCE).unwrap()[0].clone();
        let of = |command: &str, on: &str, off: &str, elo: &str| {
            let [option, on, off, elo, error, command] =
                ["NMP", on, off, elo, "5.00", command].map(str::to_owned);
            let found = Row { option, on, off, elo, error, command, ..any.clone() };
            found.is_against(&Options::default())
        };
        let is_against = |on, off, elo| of("arena match --a=NMP=true --b=NMP=false", on, off, elo);
        assert!(is_against("true", "false", "-6.00") && is_against("false", "true", "+6.00"));
        assert!(!is_against("true", "false", "+6.00") && !is_against("false", "true", "-6.00"));
        assert!(!is_against("true", "false", "-4.00"));
        // Neither side is the engine as it plays.
        let detail = "arena match --a=RFP=false --a=NMP=true --b=RFP=false --b=NMP=false";
        assert!(!of(detail, "true", "false", "-6.00"));
        assert!(!is_against("1", "2", "-6.00") && !is_against("1", "2", "+6.00"));
    }

    #[test]
    fn every_match_is_of_an_option() {
        for found in matches(EVIDENCE).unwrap().iter().filter(|found| found.option != "-") {
            let mut options = Options::default();
            for value in [&found.on, &found.off] {
                options.set(&found.option, value).expect("an option's value");
            }
        }
    }
}
