//! What ideas were measured to be worth: `docs/evidence.csv`, a line a match, written by
//! `scripts/ablate`.

use std::fmt::Write as _;

use engine::options::Options;

const EVIDENCE: &str = include_str!("../../../docs/evidence.csv");

/// What stands above the table of all matches.
const ABOUT: &str = "
## Evidence

Each line is a match of the engine with a switch *on* against the same engine with it *off*, played by
`scripts/ablate`: every opening twice with colours changed, adjudicated as `arena` does it, from openings of 8 to 10
plies that the opening table holds. The error is half of the 95 % interval, from pairs of games. *LOS* is the
likelihood of superiority. *LLR* and the verdict are those of the sequential test elo0=0 elo1=10 with alpha = beta =
0.05 on pairs: `on` says that the idea gains, `off` that it does not gain 10, `open` that these games do not decide.
A verdict for a choice is one for the value in the second column against that in the third. `QS` under TST-07 and the
engine against itself under TST-10 test the harness. Where the error is 0, all pairs were even: the switch does nothing
in so small searches, and says nothing about larger ones; such rows have no 2,000 games, but those that do something at
3,000 or at 10,000 nodes have them there. Rows with a clock are of what only a clock shows, of much that costs or saves
time, and of every switch that the others leave `open`; their 200 games are good for some ± 36, so a small difference
stays open. *Both* is what both sides were set to, so that a detail of an idea makes a difference; *default* says which
side plays as the engine does unless it is told otherwise, of a detail which value is its default. *Bench* is the node
count of `engine bench` with each side's settings: a row whose default side has another than the engine says today, and
nothing under *both*, is of an earlier engine.
The engine before today's (bench 490891, this file at d5cd99f) had a defect of quiescence that shows with a clock
([strength.md](strength.md#a-defect-that-only-the-clock-showed)). At 1,000 nodes it shows little: of 128 switches that
both engines played, 12 differ by more than their errors, and 6 would by chance; with the clock 4 of 52, and 3 would by
chance: delta pruning, where the defect was, `Hash`, `KingDanger` and `PawnStorm`. So says

```sh
git show d5cd99f:docs/evidence.csv > before.csv
scripts/ablate --compare nodes=1000 nodes=1000 --before before.csv        # and twice tc=0.5+0.005
```

Which setting is the default: what is off goes on when a test accepts it and larger searches do not disagree, and what is on
stays on unless it loses by more than its error here and, as one interval in twenty misses the truth, again from other openings
([strength.md](strength.md#defaults-that-lost)). So `off` beside an idea that is on by default says that ten Elo are
not in it here, not that it loses.

[evidence.csv](evidence.csv) has the same lines with the command that repeats each, results by pairs, date, commit,
and the node counts of `engine bench` with the switch on and off: as long as those are the same, so is the engine, and
the games stand. `scripts/ablate` goes on where it stopped. The table was made by

```sh
scripts/ablate --nodes 1000 --games 2000 --most 2000 --concurrency 2                  # three hours on two cores, beside some other work
scripts/ablate --nodes 3000 --games 2000 --most 2000 --concurrency 2 \\
  --only HR=,HR_,Singular_,MIT_Fold,TT_MateAdjust,LMR_Ex_Promo,NMP_DepthDiv,NMP_Zug
scripts/ablate --nodes 10000 --only HR=,Singular_ --games 200 --most 200 --concurrency 2
scripts/ablate --nodes 10000 --only NMP_EvalDiv,TT_Age --games 2000 --most 2000 --concurrency 2
scripts/ablate --clock 0.5+0.005 --games 200 --most 200 --concurrency 2 \\
  --only StopHalf,TimeStability,TimeNodes,TT_Prefetch,PawnHash,EvalHash,NMP=,LMR=,LMR_Formula,LMR_HistoryDiv,\\
LMR_ReSearch,LMR_ReduceBad,LMP=,IIR,PVS=,PVX=,PSU=,SRH=,RFP=,Razoring=,ProbCut,Futility,SEEPruning=,Singular=,LazyMargin,\\
History=,ContHistory,CaptureHistory,CorrHistory,CounterMoves,Killers,Hash=,QS_Checks=,QS_Hash,QS_Delta,QS_SEEPrune,\\
Aspiration=,CheckExt=sound,OpeningTune=,MIT=crude,MIT=safe,MIT=blend,Mobility=pieces,KingDanger,KingShelter,PawnStorm,\\
Threats,Space,Passed,Candidate,Isolated,MIT=selective,PST_Metric=occupancy,PST_Order,Outpost=covered,BishopPair,\\
KnightPair,KnightTropism,QueenTropism,RookOpen,RookBehind,RookPin8_B,Backward,Doubled,ShieldedMinor,Drawish,\\
FiftyScale,AntiShuffle,RepFold,LMR_Ex_InCheck,LMR_Ex_Capture,LMR_Gate,LMR_KS,PVX_Mode=moves,PSU_When=iteration,\\
PSU_CountPawns,CheckExt=all,RH=plain,RH=romstad,RH_BFInc,RH_BFCountsCut,RH_HHInc,SEEPruning_Checks,SEE_MinorEqual,\\
QS_Evasions,QS_Recaptures,HR=,HR_Ex_Static,HR_Index,HR_Margin,NMP_DepthDiv,NMP_EvalDiv,Singular_Double,\\
Singular_MultiCut        # four hours, nothing beside
cargo build --release -p lab && target/release/lab ideas > ideas.md && mv ideas.md docs/ideas.md
```
";

const HEAD: &str = "
| switch | on | off | both | default | W | D | L | Elo | LOS | LLR | verdict | limit | commit | bench |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// One match.
#[derive(Clone, Copy, Debug)]
pub struct Match {
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
pub fn matches() -> impl Iterator<Item = Match> {
    EVIDENCE.lines().skip(1).filter_map(|line| {
        let [option, ids, on, off, wins, draws, losses, elo, error, los, llr, verdict, rest @ ..] =
            line.split(',').collect::<Vec<_>>().try_into().ok().map(|all: [&str; COLUMNS]| all)?;
        let [limit, _games, _date, commit, bench_on, bench_off, _pairs, command] = rest;
        Some(Match {
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

impl Match {
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
    let mut out = format!("{ABOUT}{}{HEAD}", against_defaults(&defaults));
    for found in matches() {
        let Match { option, on, off, games: [w, d, l], elo, error, .. } = found;
        let Match { los, llr, verdict, limit, commit, bench: [on_bench, off_bench], .. } = found;
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
            let found = Match { option: "NMP", on, off, elo, error: "5.00", command, ..any };
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
