//! What the catalogue asks of each idea before it is believed, where the unit tests beside the code
//! cannot show it: that switches do in a search what they say. Matches are no tests.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::sync::atomic::AtomicBool;

use engine::{
    Engine, bench,
    eval::Evaluator,
    game::Game,
    options::{EvalOptions, Options},
    position::Position,
    search::{Limits, SearchCounters, SearchInfo, Silent},
};
use shakmaty::CastlingMode;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

fn search(fen: &str, limits: &Limits, options: &[(&str, &str)]) -> SearchInfo {
    let mut engine = Engine::new(Options::default()).unwrap();
    for (name, value) in options {
        engine.set(name, value).unwrap();
    }
    let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    engine.search(&game, limits, &AtomicBool::new(false), &mut Silent).expect("a legal move")
}

fn to_depth(fen: &str, depth: i32, options: &[(&str, &str)]) -> SearchInfo {
    search(fen, &Limits::depth(depth), options)
}

/// The counters of some bench positions together.
fn counters(depth: i32, options: &[(&str, &str)]) -> SearchCounters {
    let mut engine = Engine::new(Options::default()).unwrap();
    for (name, value) in options {
        engine.set(name, value).unwrap();
    }
    let mut sum = SearchCounters::default();
    for game in bench::positions().step_by(5) {
        engine.new_game();
        let stop = AtomicBool::new(false);
        let found = engine.search(&game, &Limits::depth(depth), &stop, &mut Silent).unwrap();
        sum.merge(&found.counters);
    }
    sum
}

/// HR-05: who is in check reduces nothing; with all counters low and no exception, all is reduced.
#[test]
fn history_reductions_leave_evasions_alone() {
    let in_check = "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3";
    let low = [("HR", "true"), ("HR_Init", "0"), ("HR_MinDepth", "1"), ("LMR", "false")];
    // Of two plies only the root has one to lose.
    let found = to_depth(in_check, 2, &low).counters;
    let spared = found.hr_blocked_incheck + found.hr_blocked_tt;
    assert_eq!((found.hr_reduced, found.hr_tested), (0, spared));
    assert!(found.hr_blocked_incheck > 0);
    let quiet = |depth| to_depth(MIDDLEGAME, depth, &low).counters;
    assert!(quiet(3).hr_reduced > 0, "otherwise they do reduce");
    assert_eq!(quiet(1).hr_reduced, 0, "no ply is left to lose");
    let no_room = counters(6, &[("HR", "true"), ("MaxReduction", "0")]);
    assert_eq!((no_room.hr_tested, no_room.lmr_tried), (0, 0));
    // Each exception, taken away, is never the reason.
    for (option, blocked) in [
        ("HR_Ex_TT", (|c| c.hr_blocked_tt) as fn(&SearchCounters) -> u64),
        ("HR_Ex_InCheck", |c| c.hr_blocked_incheck),
        ("HR_Ex_GivesCheck", |c| c.hr_blocked_givescheck),
        ("HR_Ex_Capture", |c| c.hr_blocked_capture),
        ("HR_Ex_Static", |c| c.hr_blocked_static),
    ] {
        assert!(blocked(&counters(9, &[("HR", "true")])) > 0, "{option}");
        assert_eq!(blocked(&counters(9, &[("HR", "true"), (option, "false")])), 0, "{option}");
    }
}

/// HR-04: without a second search the first one's score stands.
#[test]
fn history_reductions_search_again_unless_told_not_to() {
    let [again, once] = ["true", "false"]
        .map(|value| counters(7, &[("HR", "true"), ("HR_Init", "50"), ("HR_ReSearch", value)]));
    assert!(again.hr_fail_high > 0 && once.hr_fail_high > 0);
    assert_ne!(again.nodes, once.nodes);
}

/// LMR-02, LMR-03.
#[test]
fn late_moves_are_searched_again_unless_told_not_to_and_promotions_spared() {
    let once = counters(7, &[("LMR_ReSearch", "false")]);
    assert_eq!(once.lmr_failhigh, 0);
    assert!(once.lmr_tried > 0 && once.lmr_saved >= once.lmr_tried);
    let promotions = "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1";
    let [spared, not] =
        ["true", "false"].map(|value| to_depth(promotions, 8, &[("LMR_Ex_Promo", value)]));
    assert_ne!(spared.nodes, not.nodes);
}

/// PVS-01: without zero windows the same is pruned as with them, off the principal variation.
#[test]
fn what_is_pruned_does_not_hang_on_the_windows() {
    for mode in ["off", "nonroot"] {
        // Nothing else that searches with a zero window.
        let alone = [("LMR", "false"), ("Singular", "false"), ("ProbCut", "true"), ("PVS", mode)];
        let found = counters(7, &alone);
        let with = counters(7, &[&alone[..3], &[("PVS", "all")]].concat());
        assert_eq!(found.pvs_zw > 0, mode == "nonroot");
        for (name, count) in [
            ("nmp_tried", (|c| c.nmp_tried) as fn(&SearchCounters) -> u64),
            ("rfp_cut", |c| c.rfp_cut),
            ("razor_tried", |c| c.razor_tried),
            ("probcut_tried", |c| c.probcut_tried),
            ("futility_pruned", |c| c.futility_pruned),
            ("lmp_pruned", |c| c.lmp_pruned),
            ("see_pruned", |c| c.see_pruned),
            ("hash cuts", |c| {
                let is_cut = |name: &str| name.starts_with("tt_") && name.contains("cut");
                c.pairs().iter().filter(|(name, _)| is_cut(name)).map(|(_, n)| n).sum()
            }),
        ] {
            // Of each node: the trees differ in size.
            let [found, with] = [&found, &with].map(|c| count(c) as f64 / c.nodes as f64);
            let ratio = found / with;
            assert!((0.8..2.0).contains(&ratio), "{mode}, {name}: {found:.4} and {with:.4}");
        }
    }
}

/// LMR-01 to LMR-05.
#[test]
fn late_move_reductions_make_trees_smaller_and_spare_the_first_moves() {
    let on = counters(7, &[]);
    let off = counters(7, &[("LMR", "false")]);
    assert!(on.lmr_tried > 0 && off.lmr_tried == 0 && off.nodes > on.nodes);
    assert!(on.lmr_failhigh < on.lmr_tried && on.lmr_saved >= on.lmr_tried - on.lmr_failhigh);
    assert_eq!(counters(6, &[("LMR_FullMoves", "64")]).lmr_tried, 0, "no node has so many moves");
    // Promotions are too rare to show here.
    let nodes = |options: &[(&str, &str)]| counters(8, options).nodes;
    let plain = nodes(&[]);
    for (option, value) in
        [("LMR_Ex_InCheck", "true"), ("LMR_Ex_Capture", "true"), ("LMR_Ex_Killer", "true")]
    {
        assert_ne!(nodes(&[(option, value)]), plain, "{option}");
    }
    let spared = ("LMR_Ex_Capture", "true");
    assert_ne!(nodes(&[spared, ("LMR_ReduceBadCaptures", "true")]), nodes(&[spared]));
    assert_ne!(nodes(&[("LMR_Ex_GivesCheck", "true")]), plain);
    // At this depth no check is extended, unless it is asked for.
    let extended = ("CheckExt_MinDepth", "1");
    assert_ne!(nodes(&[extended, ("LMR_Ex_Extended", "true")]), nodes(&[extended]));
}

/// LMR-04, LMR-07, LMR-08: gates are told apart in the counters.
#[test]
fn gates_spare_late_moves() {
    let plain = counters(7, &[]);
    assert_eq!([plain.lmr_blocked_gate, plain.lmr_blocked_ks, plain.lmr_blocked_pp], [0; 3]);
    assert!(counters(7, &[("LMR_KS", "true")]).lmr_blocked_ks > 0);
    assert!(counters(7, &[("LMR_PP", "true")]).lmr_blocked_pp > 0);
    // Their author measured both at once.
    let both = counters(7, &[("LMR_KS", "true"), ("LMR_PP", "true")]);
    assert!(both.lmr_blocked_ks > 0 && both.lmr_blocked_pp > 0);
    // SRH-01: the penalty may be of both pieces; then fewer scores bear it.
    let borne = |highest| {
        let found = counters(7, &[("SRH", "true"), ("SRH_PenaltyHighest", highest)]);
        found.srh_blocked_score as f64 / (found.srh_blocked_score + found.srh_reduced) as f64
    };
    assert!(borne("100") < borne("0"), "{} {}", borne("100"), borne("0"));
    assert!(counters(7, &[("LMR_Gate", "history")]).lmr_blocked_gate > 0);
}

/// HR-08: how often the cheap score decides otherwise is counted.
#[test]
fn the_lazy_score_is_compared_with_the_full_one() {
    let lazy = counters(9, &[("HR", "true"), ("HR_Static", "lazy")]);
    assert_eq!(lazy.hr_static_tested, 0, "only for those who read counters");
    let told = counters(9, &[("HR", "true"), ("HR_Static", "lazy"), ("Stats", "true")]);
    assert!(told.hr_static_differs > 0 && told.hr_static_differs < told.hr_static_tested);
    assert_eq!(told.nodes, lazy.nodes);
    assert_ne!(lazy.nodes, counters(9, &[("HR", "true")]).nodes);
}

/// SHF-01 and its neighbour C7: counted and charged only when asked.
#[test]
fn shuffles_are_counted_when_asked_for() {
    let off = to_depth(MIDDLEGAME, 9, &[]);
    assert_eq!((off.counters.shuffle_nodes, off.counters.shuffle_max_count), (0, 0));
    let scale = to_depth(MIDDLEGAME, 9, &[("AntiShuffle_Scale", "400")]);
    assert_eq!(scale.nodes, off.nodes, "the scale alone is nothing");
    let on = to_depth(MIDDLEGAME, 9, &[("AntiShuffle", "true")]);
    assert!(on.counters.shuffle_nodes > 0 && on.counters.shuffle_max_count >= 3);
    assert_ne!(on.nodes, off.nodes);
    let none = to_depth(MIDDLEGAME, 9, &[("AntiShuffle", "true"), ("AntiShuffle_Scale", "0")]);
    assert_eq!(none.nodes, off.nodes, "a penalty of nothing is off");
    // No side has three shuffles within four plies: no score differs, with or without a table.
    for hash in ["0", "1"] {
        let score = |on| to_depth(MIDDLEGAME, 3, &[("AntiShuffle", on), ("Hash", hash)]).score;
        assert_eq!(score("true"), score("false"));
    }
}

/// REP-01: white is lost but for perpetual check, Qe8+ Kh7 Qh5+ Kg8.
#[test]
fn a_repetition_in_the_tree_is_a_draw_with_a_fold_of_two() {
    let perpetual = "6k1/6p1/8/7Q/8/1q6/r7/7K w - - 0 1";
    let score = |fold| {
        let options = [("RepFold", fold), ("CheckExt", "off"), ("RepUpcoming", "false")];
        to_depth(perpetual, 5, &options).score.get()
    };
    assert_eq!(score("2"), 0);
    assert!(score("3") < 0, "{}", score("3"));
    // With check extensions, too, a perpetual ends.
    assert_eq!(to_depth(perpetual, 12, &[("CheckExt_MinDepth", "1")]).score.get(), 0);
}

/// QS-02: where no capture loses anything there is nothing to leave out.
#[test]
fn quiescence_without_bad_captures_is_the_same() {
    let no_captures = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1";
    let [on, off] =
        ["true", "false"].map(|value| to_depth(no_captures, 4, &[("QS_SEEPrune", value)]));
    assert_eq!((on.counters.qnodes, on.score), (off.counters.qnodes, off.score));
}

/// EXT-01, EXT-02: an extension costs nodes at a fixed depth, for captures alone fewer.
#[test]
fn extensions_are_counted() {
    let count = |mode| counters(6, &[("CheckExt", mode), ("CheckExt_MinDepth", "1")]).ext_check;
    assert!(count("all") > count("captures") && count("captures") > 0);
    assert!(count("all") > count("sound") && count("sound") > 0);
    assert_eq!(count("off"), 0);
    assert!(counters(6, &[("PVX", "true")]).pvx_pairs > 0);
}

/// TT-01, TT-04, TT-05.
#[test]
fn the_table_is_used_and_prefetching_changes_nothing() {
    let with = counters(7, &[]);
    assert!(with.gen_skipped > 0 && with.cut_tt >= with.gen_skipped);
    assert_eq!(counters(7, &[("TT_Prefetch", "false")]).nodes, with.nodes);
    // No answer comes from the table alone, however warm it is.
    let mut engine = Engine::new(Options::default()).unwrap();
    let game = Game::default();
    for _ in 0..3 {
        let stop = AtomicBool::new(false);
        let found = engine.search(&game, &Limits::depth(6), &stop, &mut Silent).unwrap();
        assert!(found.nodes > 20 && found.pv.len() > 1);
    }
}

/// A search of some nodes ends in any place; now and then that is where a move of the root has just beaten
/// the best one. The finished iteration ends more often with such a move than with the one that it beat.
#[test]
fn a_move_that_beat_the_best_is_not_dropped() {
    let side = |keeps| {
        let mut engine = Engine::new(Options::default()).unwrap();
        engine.set("Root_FailHigh", keeps).unwrap();
        move |game: &Game, limits: &Limits| {
            engine.new_game();
            engine.search(game, limits, &AtomicBool::new(false), &mut Silent).unwrap()
        }
    };
    let (mut keeping, mut dropping) = (side("true"), side("false"));
    let (mut right, mut wrong) = (0, 0);
    for game in bench::positions() {
        for nodes in (1_000..6_000).step_by(500) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (kept, dropped) = (keeping(&game, &limits), dropping(&game, &limits));
            if kept.pv[0] == dropped.pv[0] {
                continue;
            }
            let finished = keeping(&game, &Limits::depth(kept.depth));
            right += i32::from(finished.pv[0] == kept.pv[0]);
            wrong += i32::from(finished.pv[0] == dropped.pv[0]);
        }
    }
    assert!(right > 9 && right > wrong, "{right} right, {wrong} wrong");
}

/// TT-04: memory is asked for what is probed, but after rare moves.
#[test]
fn the_likely_key_is_the_key_after_common_moves() {
    let evaluator = Evaluator::new(&EvalOptions::default());
    let (mut common, mut all) = (0, 0);
    for game in bench::positions() {
        let position = Position::new(game.position(), evaluator.psqt());
        let before = position.rules();
        for mv in before.legal_moves() {
            let child = position.play(mv, evaluator.psqt());
            let after = child.rules();
            let is_common = mv.promoted().is_none()
                && before.castling_rooks() == after.castling_rooks()
                && before.en_passant().is_none()
                && after.en_passant().is_none();
            all += 1;
            if is_common {
                common += 1;
                assert_eq!(position.likely_key_after(mv), child.key(), "{mv:?}");
            }
        }
    }
    assert!(common * 10 > all * 9, "{common} of {all}");
}

/// OPT-01: root moves of the opening table get their bonus, and no reported score has it.
#[test]
fn the_opening_bonus_is_given_and_not_reported() {
    let has_table = engine::embedded::sources()
        .iter()
        .any(|source| source.file == "opening.bin" && source.content.is_some());
    let game = Game::default();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for mv in ["e2e4", "h2h4"] {
        let limits = Limits { moves: vec![game.find(mv).unwrap()], ..Limits::depth(1) };
        let score = |on| search(fen, &limits, &[("OpeningTune", on)]).score;
        assert_eq!(score("true"), score("false"), "{mv}");
    }
    let hits = |on| to_depth(fen, 1, &[("OpeningTune", on)]).counters.opt_root_hits;
    assert_eq!(hits("true") > 0, has_table);
    assert_eq!(hits("false"), 0);
}
