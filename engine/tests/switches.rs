//! Every idea of the search is a switch, and a switch that is off leaves no trace.
//!
//! `golden/switches.txt` holds the node count of each option value over a search with all ideas off
//! and an evaluation of material alone, so that work on the evaluation does not touch it. After a
//! change that is meant to change counts, write it anew: `UPDATE_GOLDEN=1 cargo test -p engine --features lab --test
//! switches`.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, path::Path, sync::atomic::AtomicBool};

use engine::{
    Engine, bench,
    game::Game,
    options::{Declaration, Group, OptionKind, OptionRole, Options},
    search::{Limits, Silent},
};
use shakmaty::CastlingMode;

const DEPTH: i32 = 4;
/// With all ideas, this is as little work.
const DEEP: i32 = 8;
/// Every so many positions of the bench one is searched without ideas.
const STEP: usize = 13;
/// The same with all ideas.
const DEEP_STEP: usize = 9;

/// One more, where pawns promote.
const PROMOTIONS: &str = "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1";

/// Ideas whose switch alone, over a search without ideas, rightly changes no count, and why.
const NO_EFFECT_ALONE: [(&str, &str); 38] = [
    ("IIR", "at this depth each node that it looks at has a TT move"),
    ("CorrHistory", "corrects a score that only pruning and leaves compare"),
    ("CorrNonPawn", "a part of the correction history"),
    ("CorrMinor", "a part of the correction history"),
    ("CorrMajor", "a part of the correction history"),
    ("CorrContinuation4", "a part of the correction history"),
    ("LMR_Teach", "teaches the continuation history"),
    ("QS_StoreStandPat", "needs the table in quiescence"),
    ("RepUpcoming", "needs a repetition within the depth"),
    ("CorrContinuation", "a part of the correction history"),
    ("Improving4", "changes margins of pruning and reductions"),
    ("ContHistory4", "a part of the continuation history"),
    ("ContHistory6", "a part of the continuation history"),
    ("History_Threats", "needs a history"),
    ("History_TtMove", "needs a history"),
    ("HistoryPruning", "needs a history"),
    ("PawnHistory", "orders quiet moves of the `new` ordering"),
    ("MO_Escapes", "orders quiet moves of the `new` ordering"),
    ("MO_Checks", "orders quiet moves of the `new` ordering"),
    ("MO_Losing", "orders quiet moves of the `new` ordering"),
    ("LMR_Eval", "corrects late move reductions"),
    ("MovePriors", "where the history begins"),
    ("MovePriors_After", "where the continuation history begins"),
    ("PriorHistory", "needs a history"),
    ("EvalHistory", "needs a history"),
    ("QS_HashEval", "needs the table in quiescence"),
    ("Tempered", "changes bounds that only the table hands on"),
    ("QS_Tempered", "changes bounds that only the table hands on"),
    ("Hindsight", "corrects late move reductions"),
    ("CounterMoves", "a stage of the `new` ordering"),
    ("LMR_Gate", "a gate of late move reductions"),
    ("RH", "a form of the history"),
    ("PST_Order", "orders quiet moves of the `new` ordering"),
    ("ContHistory", "orders quiet moves of the `new` ordering"),
    ("CaptureHistory", "orders captures of the `new` ordering"),
    ("History", "orders quiet moves of the `new` ordering"),
    ("RepFold", "needs a repetition within the depth"),
    ("PSU", "the first search of a game has no history"),
];

fn search_options() -> impl Iterator<Item = &'static Declaration> {
    Options::declarations().filter(|option| option.group == Group::Search)
}

/// No idea at all: the window is open, nothing is left out, reduced or extended.
fn plain() -> Options {
    let mut options = Options::default();
    for option in Options::declarations().filter(|option| is_idea(option)) {
        if let Some(off) = option.off_value() {
            options.set(option.name, off).unwrap();
        }
    }
    for (name, value) in [
        ("MO", "old"),
        ("QS", "true"),
        ("QS_InCheck", "true"),
        // Most ideas are for null windows.
        ("PVS", "all"),
        ("OpeningTune", "false"),
        ("Hash", "1"),
        // So that these ideas come to bear at a small depth.
        ("IIR_MinDepth", "2"),
        ("CheckExt_MinDepth", "1"),
        ("SEEPruning_Checks", "true"),
        ("NMP_MinDepth", "1"),
        ("ProbCut_MinDepth", "3"),
        ("Singular_MinDepth", "3"),
        ("HR_Init", "40"),
        ("PVX_Count", "1"),
        ("PVX_Mode", "moves"),
        ("Asp_MinDepth", "2"),
    ] {
        options.set(name, value).unwrap();
    }
    options
}

/// Whether an option is for search or evaluation.
fn is_idea(option: &Declaration) -> bool {
    matches!(option.group, Group::Search | Group::Evaluation)
}

fn nodes(options: &Options) -> u64 {
    nodes_to(options, DEPTH, STEP)
}

fn nodes_to(options: &Options, depth: i32, step: usize) -> u64 {
    let mut engine = Engine::new(options.clone()).unwrap();
    let stop = AtomicBool::new(false);
    let mut sum = 0;
    let promotions = Game::from_fen(PROMOTIONS, CastlingMode::Standard).unwrap();
    for game in bench::positions().step_by(step).chain([promotions]) {
        engine.new_game();
        sum += engine.search(&game, &Limits::depth(depth), &stop, &mut Silent).unwrap().nodes;
    }
    sum
}

/// Other values of an option than the one it has.
fn other_values(option: &Declaration, options: &Options) -> Vec<String> {
    let now = options.get(option.name).unwrap();
    let all = match option.kind {
        OptionKind::Check => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        OptionKind::Spin { min, max } if is_parameter(option) => {
            vec![min.to_string(), max.to_string()]
        }
        OptionKind::Spin { .. } => option.on_value().into_iter().collect(),
        _ => vec![],
    };
    all.into_iter().filter(|value| *value != now).collect()
}

fn with(options: &Options, name: &str, value: &str) -> Options {
    let mut options = options.clone();
    options.set(name, value).unwrap();
    options
}

/// Whether an option is a parameter of an idea that has a switch of its own.
fn is_parameter(option: &Declaration) -> bool {
    option.role == OptionRole::Parameter
}

#[test]
fn parameters_of_an_idea_that_is_off_change_nothing() {
    let plain = plain();
    let expected = nodes(&plain);
    for option in search_options().filter(|option| is_parameter(option)) {
        for value in other_values(option, &plain) {
            let found = nodes(&with(&plain, option.name, &value));
            assert_eq!(found, expected, "{} {value}", option.name);
        }
    }
}

#[test]
fn each_switch_gives_the_count_that_it_gave() {
    let plain = plain();
    let base = nodes(&plain);
    let mut text = format!("- - {base}\n");
    let mut without_effect = Vec::new();
    for option in search_options().filter(|option| !is_parameter(option)) {
        for value in other_values(option, &plain) {
            let found = nodes(&with(&plain, option.name, &value));
            let has_effect = found != base;
            let may_have_none = NO_EFFECT_ALONE.iter().any(|(name, _)| *name == option.name);
            if !has_effect && !may_have_none {
                without_effect.push(format!("{} {value}", option.name));
            }
            text += &format!("{} {value} {found}\n", option.name);
        }
    }
    assert!(without_effect.is_empty(), "change nothing: {without_effect:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/switches.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    for (found, wanted) in text.lines().zip(golden.lines()) {
        assert_eq!(found, wanted, "option, value, nodes");
    }
    assert_eq!(text.lines().count(), golden.lines().count());
}

/// Ideas that do nothing alone, each with what it needs.
#[test]
fn ideas_that_build_on_others_make_a_difference() {
    let default = Options::default();
    let nodes = |options: &Options| nodes_to(options, DEEP, DEEP_STEP);
    let base = nodes(&default);
    for (name, value) in [
        ("History", "false"),
        ("RH", "plain"),
        ("RH", "winands"),
        ("RH", "romstad"),
        ("RH", "peak"),
        ("ContHistory", "false"),
        ("MovePriors", "0"),
        ("MovePriors_After", "0"),
        ("CaptureHistory", "false"),
        ("CounterMoves", "false"),
        ("MO_Escapes", "0"),
        ("MO_Checks", "0"),
        ("MO_Losing", "250"),
        ("LMR_Eval", "150"),
        ("ContHistory4", "false"),
        ("ContHistory6", "false"),
        ("History_Threats", "false"),
        ("History_TtMove", "0"),
        ("CorrHistory", "false"),
        ("CorrNonPawn", "false"),
        ("CorrMinor", "false"),
        ("CorrMajor", "true"),
        ("CorrContinuation4", "true"),
        ("Corr_Residual", "false"),
        ("LMR_Teach", "false"),
        ("QS_StoreStandPat", "true"),
        ("RepUpcoming", "false"),
        ("History_FarAbove", "0"),
        ("Futility_Captures", "115"),
        ("Pruning_Pv", "false"),
        ("GoodCapture_HistoryDiv", "32"),
        ("RFP_HistoryDiv", "0"),
        ("NMP_HistoryMost", "0"),
        ("LMR_Raised", "0"),
        ("LMR_Extend", "false"),
        ("LMR_First", "false"),
        ("LMR_WasPv", "0"),
        ("LMR_Window", "0"),
        ("Asp_Average", "true"),
        ("Singular_Negative", "1"),
        ("CorrContinuation", "false"),
        ("Improving4", "false"),
        ("HistoryPruning", "0"),
        ("Hindsight", "0"),
        ("QS_HashEval", "false"),
        ("PawnHistory", "false"),
        ("PriorHistory", "0"),
        ("EvalHistory", "0"),
        ("Tempered", "true"),
        ("QS_Tempered", "true"),
        ("Asp_Shallower", "0"),
        ("LMR_Cutoffs", "0"),
        ("Pruning_HistoryDiv", "0"),
        ("LMR_Deeper", "false"),
        ("LMR_CutNode", "100"),
        ("LMR_NotImproving", "0"),
        ("LMR_TtCapture", "0"),
        ("PST_Order", "100"),
        ("LMR_Gate", "history"),
        ("LMR_Gate", "hr"),
        ("LMR_Gate", "peak"),
        ("LMR_Gate", "static"),
        ("LMR_Gate", "threat"),
        ("MO", "old"),
    ] {
        assert_ne!(nodes(&with(&default, name, value)), base, "{name} {value}");
    }
    let of = |name: &str, value: &str| nodes(&with(&default, name, value));
    assert_ne!(of("RH", "peak"), of("RH", "plain"), "the peak is a gate");
    assert_ne!(of("LMR_Gate", "peak"), of("LMR_Gate", "history"), "gravity has a peak too");
    let narrow = with(&default, "Aspiration", "3");
    assert_ne!(nodes(&with(&narrow, "Asp_Middle", "false")), nodes(&narrow), "windows are missed");
    let psu = with(&default, "PSU", "true");
    let iteration = with(&psu, "PSU_When", "iteration");
    assert_ne!(nodes(&psu), nodes(&iteration));
}
