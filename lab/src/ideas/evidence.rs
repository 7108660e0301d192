//! What ideas were measured to be worth: `docs/evidence.csv`, a line a match, written by
//! `lab ablate`.

use std::fmt::Write as _;

use engine::options::Options;

const EVIDENCE: &str = include_str!("../../../docs/evidence.csv");

/// What stands above the table of all matches.
const ABOUT: &str = include_str!("evidence.md");

const HEAD: &str = "
| switch | on | off | both | default | W | D | L | Elo | LOS | LLR | verdict | limit | commit | bench |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// One match.
#[derive(Clone, Copy, Debug)]
pub struct MatchRecord {
    /// The option that was switched.
    pub option: &'static str,
    /// Its value on the side that the figures are of.
    pub on: &'static str,
    /// Its value on the other side.
    pub off: &'static str,
    ids: &'static str,
    games: [&'static str; 3],
    elo: &'static str,
    error: &'static str,
    los: &'static str,
    llr: &'static str,
    verdict: &'static str,
    limit: &'static str,
    commit: &'static str,
    bench: [&'static str; 2],
    command: &'static str,
}

/// All matches, in the file's order.
pub fn matches() -> impl Iterator<Item = MatchRecord> {
    EVIDENCE.lines().skip(1).filter_map(|line| {
        let [option, ids, on, off, wins, draws, losses, elo, error, los, llr, verdict, rest @ ..] =
            line.split(',').collect::<Vec<_>>().try_into().ok().map(|all: [&str; COLUMNS]| all)?;
        let [limit, _games, _date, commit, bench_on, bench_off, _pairs, command] = rest;
        Some(MatchRecord {
            option,
            on,
            off,
            ids,
            games: [wins, draws, losses],
            elo,
            error,
            los,
            llr,
            verdict,
            limit,
            commit,
            bench: [bench_on, bench_off],
            command,
        })
    })
}

const COLUMNS: usize = 20;

impl MatchRecord {
    /// Whether it says something about the idea of this id.
    #[must_use]
    pub fn is_of(&self, id: &str) -> bool {
        self.ids.split(' ').any(|of| of == id)
    }

    /// In a few words.
    #[must_use]
    pub fn brief(&self) -> String {
        let Self { option, on, off, elo, error, verdict, limit, .. } = self;
        let about = match (*on, *off) {
            ("true", "false" | "0") | (_, "0" | "off") if *option != "MIT" => String::new(),
            _ => format!(" {on} v {off}"),
        };
        format!("`{option}`{about} {elo} ± {error}, {verdict} ({limit})")
    }

    /// What both sides were set to beyond the switch: the idea that it is a detail of.
    fn both(&self) -> impl Iterator<Item = &'static str> {
        let of_a = self.command.split(' ').filter_map(|word| word.strip_prefix("--a="));
        let option = self.option;
        of_a.filter(move |setting| setting.split('=').next() != Some(option))
    }

    /// The side that has the switch's default, if one has.
    fn default_side(&self, defaults: &Options) -> Option<Side> {
        let default = defaults.get(self.option)?;
        if default == self.on {
            return Some(Side::On);
        }
        (default == self.off).then_some(Side::Off)
    }

    /// Whether the engine as it plays lost to the other side by more than the error. A detail says
    /// nothing of that, as neither side was the engine as it plays.
    fn is_against(&self, defaults: &Options) -> bool {
        let [elo, error] = [self.elo, self.error].map(|text| text.parse().unwrap_or(0.0_f64));
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
pub(super) fn table() -> String {
    let defaults = Options::default();
    let mut out = format!("\n{ABOUT}{}{HEAD}", against_defaults(&defaults));
    for found in matches() {
        let MatchRecord { option, on, off, games: [w, d, l], elo, error, .. } = found;
        let MatchRecord { los, llr, verdict, limit, commit, bench: [on_bench, off_bench], .. } =
            found;
        let default = match found.default_side(&defaults) {
            Some(Side::On) => "on",
            Some(Side::Off) => "off",
            None => "",
        };
        let both = found.both().collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            out,
            "| `{option}` | {on} | {off} | {both} | {default} | {w} | {d} | {l} | {elo} ± {error} | {los} % | {llr} | {verdict} | {limit} | {commit} | {on_bench} / {off_bench} |"
        );
    }
    out
}

/// The matches that a default lost by more than the error, a line each.
fn against_defaults(defaults: &Options) -> String {
    let lost: Vec<_> = matches().filter(|found| found.is_against(defaults)).collect();
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
    fn every_line_is_a_match_with_its_figures() {
        assert_eq!(matches().count(), EVIDENCE.lines().count().saturating_sub(1));
        for found in matches() {
            let [wins, draws, losses] = found.games.map(|n| n.parse::<f64>().expect("a number"));
            let score = (wins + draws / 2.0) / (wins + draws + losses);
            let elo = crate::arena::elo::of_score(score);
            let written: f64 = found.elo.parse().expect("a number");
            assert!((elo - written).abs() < 0.01, "{}: {elo} is not {written}", found.option);
            assert!(["on", "off", "open"].contains(&found.verdict), "{}", found.option);
        }
    }

    #[test]
    fn a_default_that_lost_is_told_from_one_that_won() {
        let any = matches().next().expect("a match");
        let of = |command, on, off, elo| {
            let found = MatchRecord { option: "NMP", on, off, elo, error: "5.00", command, ..any };
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
        for found in matches().filter(|found| found.option != "-") {
            let mut options = Options::default();
            for value in [found.on, found.off] {
                options.set(found.option, value).expect("an option's value");
            }
        }
    }
}
