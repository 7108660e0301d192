//! What the catalogue asks of its ideas: counters that add up, scores that do not change where they
//! must not.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::sync::atomic::AtomicBool;

use engine::{
    Engine, bench,
    game::Game,
    options::{Group, Options},
    score::Score,
    search::{Limits, SearchCounters, SearchInfo, Silent},
};
use shakmaty::CastlingMode;

fn engine(options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new(Options::default()).unwrap();
    for (name, value) in options {
        engine.set(name, value).unwrap();
    }
    engine
}

fn search(engine: &mut Engine, game: &Game, depth: i32) -> SearchInfo {
    let stop = AtomicBool::new(false);
    engine.search(game, &Limits::depth(depth), &stop, &mut Silent).expect("a legal move")
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen, CastlingMode::Standard).unwrap()
}

/// The counters of all bench positions together.
fn counters(options: &[(&str, &str)], depth: i32) -> SearchCounters {
    let mut engine = engine(options);
    let mut sum = SearchCounters::default();
    for game in bench::positions() {
        engine.new_game();
        sum.merge(&search(&mut engine, &game, depth).counters);
    }
    sum
}

#[test]
fn counters_add_up() {
    let all = counters(&[("HR", "true"), ("SRH", "true"), ("PVX", "true")], 7);
    assert!(all.fh1 <= all.fh4 && all.fh4 <= all.fh && all.fh > 0);
    let by_stage = all.cut_tt
        + all.cut_goodcap
        + all.cut_k1
        + all.cut_k2
        + all.cut_counter
        + all.cut_quiet
        + all.cut_badcap;
    assert_eq!(by_stage, all.fh);
    assert!(all.gen_skipped <= all.cut_tt);
    assert!(all.qnodes < all.nodes);
    let blocked = all.hr_blocked_tt
        + all.hr_blocked_incheck
        + all.hr_blocked_givescheck
        + all.hr_blocked_capture
        + all.hr_blocked_static
        + all.hr_blocked_threshold;
    assert_eq!(all.hr_tested, all.hr_reduced + blocked);
    assert!(all.hr_reduced > 0 && all.hr_blocked_static > 0);
    let blocked = all.srh_blocked_incheck
        + all.srh_blocked_givescheck
        + all.srh_blocked_capture
        + all.srh_blocked_count
        + all.srh_blocked_score;
    assert_eq!(all.srh_tested, all.srh_reduced + blocked);
    assert!(all.srh_reduced > 0);
    assert!(all.lmr_failhigh <= all.lmr_tried && all.nmp_cut <= all.nmp_tried);
    assert!(all.pvs_research <= all.pvs_zw && all.singular_ext <= all.singular_tested);
    assert!(
        all.iir_reduced > 0 && all.rfp_cut > 0 && all.futility_pruned > 0 && all.see_pruned > 0
    );
    let names: Vec<_> = all.pairs().into_iter().map(|(name, _)| name).collect();
    for name in ["nodes", "fh1", "hr_tested", "lmr_tried", "nmp_cut", "pvx_pairs", "tt_hits"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn counters_are_the_same_each_time() {
    assert_eq!(counters(&[], 5), counters(&[], 5));
}

#[test]
fn history_reductions_spare_what_they_say() {
    let in_check = game("4k3/8/8/8/7b/8/3P1P2/4K2R w K - 0 1");
    let in_check = {
        let mut game = in_check;
        for mv in ["f2f3", "h4g3"] {
            let _ = game.play(mv);
        }
        game
    };
    let mut engine = engine(&[("HR", "true"), ("CheckExt", "off"), ("HR_MinDepth", "2")]);
    search(&mut engine, &in_check, 1);
    assert!(engine.reduction_counters().starts_with("hr min 100 max 100\n"));
    search(&mut engine, &Game::default(), 8);
    assert!(!engine.reduction_counters().starts_with("hr min 100"));
    search(&mut engine, &Game::default(), 1);
    assert!(engine.reduction_counters().starts_with("hr min 100 max 100\n"), "a new search");
    // HR-03: every node teaches, the shallowest too.
    engine.set("HR_MinDepth", "1").unwrap();
    search(&mut engine, &Game::default(), 1);
    assert!(engine.reduction_counters().starts_with("hr min 99 max 10"), "one ply is enough");
}

/// The dearest exception is looked at last: no static score is computed for a move that its counter
/// spares.
#[test]
fn a_counter_above_the_threshold_needs_no_static_score() {
    let with = |threshold| counters(&[("HR", "true"), ("HR_Threshold", threshold)], 5);
    let (never, always) = (with("-10000"), with("10000"));
    assert!(never.hr_blocked_threshold > 0 && never.hr_blocked_static == 0);
    assert!(always.hr_blocked_static > 0 && always.hr_blocked_threshold == 0);
}

/// HR-02, HR-03: below a threshold that none reaches, the counters move by one for each move that
/// was looked at, in all iterations: up if it raised alpha, else down.
#[test]
fn the_counters_of_history_reductions_last_through_a_search() {
    let run = |change: (&str, &str), other: (&str, &str)| {
        let never = [
            ("HR", "true"),
            ("HR_Threshold", "-10000"),
            ("LMR", "false"),
            ("HR_MinDepth", "2"),
            ("Singular", "false"),
        ];
        let mut engine = engine(&[&never[..], &[change, other]].concat());
        let found = search(&mut engine, &Game::default(), 5);
        let dump = engine.reduction_counters();
        let values = dump.lines().skip(1).flat_map(|line| line.split(' ')).map(str::parse::<i64>);
        let changed: i64 = values.filter_map(Result::ok).map(|value| value - 100).sum();
        (changed, found.counters.hr_tested)
    };
    let (raised, looked_at) = run(("HR_Inc", "1"), ("HR_Dec", "0"));
    let (lowered, again) = run(("HR_Inc", "0"), ("HR_Dec", "-1"));
    assert!(raised > 0 && lowered < 0 && looked_at == again);
    assert_eq!((raised - lowered).unsigned_abs(), looked_at);
}

#[test]
fn a_greater_margin_spares_fewer() {
    let with = |margin| counters(&[("HR", "true"), ("HR_Margin", margin)], 8);
    let (none, quarter) = (with("0"), with("25"));
    let share = |c: &SearchCounters| c.hr_blocked_static as f64 / c.hr_tested as f64;
    assert!(share(&quarter) <= share(&none), "{} {}", share(&quarter), share(&none));
}

/// Every idea off that makes scores depend on the window or on what was searched before.
fn without_ideas() -> Vec<(&'static str, String)> {
    let search = Options::declarations().filter(|option| option.group == Group::Search);
    let mut off: Vec<_> =
        search.filter_map(|option| Some((option.name, option.off_value()?.to_owned()))).collect();
    for (name, value) in [("QS", "true"), ("Killers", "true"), ("History", "true"), ("Hash", "0")] {
        off.push((name, value.to_owned()));
    }
    off
}

fn scores(more: &[(&str, &str)], depth: i32) -> Vec<Score> {
    let off = without_ideas();
    let options: Vec<_> = off
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .chain(more.iter().copied())
        .collect();
    let mut engine = engine(&options);
    bench::positions().map(|game| search(&mut engine, &game, depth).score).collect()
}

#[test]
fn windows_do_not_change_scores() {
    let plain = scores(&[("PVS", "off")], 4);
    assert_eq!(scores(&[("PVS", "nonroot")], 4), plain);
    assert_eq!(scores(&[("PVS", "all")], 4), plain);
    for on_fail in ["open", "widen"] {
        let aspiration = [("Aspiration", "33"), ("Asp_MinDepth", "2"), ("Asp_OnFail", on_fail)];
        assert_eq!(scores(&aspiration, 4), plain, "{on_fail}");
    }
}

#[test]
fn the_null_move_knows_zugzwang() {
    let mut engine = engine(&[]);
    for (fen, tries) in [
        ("8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", false),
        ("8/3k4/8/2p1n3/2P1N3/8/4K3/8 w - - 0 1", true),
    ] {
        engine.new_game();
        let found = search(&mut engine, &game(fen), 10);
        assert_eq!(found.counters.nmp_tried > 0, tries, "{fen}");
    }
    // Whoever is to move loses the pawn and the game.
    for (fen, sign) in
        [("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", -1), ("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1", -1)]
    {
        engine.new_game();
        assert_eq!(search(&mut engine, &game(fen), 16).score.get().signum(), sign, "{fen}");
    }
}

#[test]
fn late_moves_are_not_reduced_near_the_leaves() {
    let mut engine = engine(&[("CheckExt", "off")]);
    assert_eq!(search(&mut engine, &Game::default(), 2).counters.lmr_tried, 0);
    assert!(search(&mut engine, &Game::default(), 6).counters.lmr_tried > 0);
}

#[test]
fn quiescence_leaves_out_losing_captures() {
    let off = counters(&[("QS_SEEPrune", "false")], 4);
    let on = counters(&[], 4);
    assert!(on.qnodes < off.qnodes, "{} {}", on.qnodes, off.qnodes);
    assert!(on.qs_see_pruned > 0 && off.qs_see_pruned == 0 && on.qs_stand_pat > 0);
    assert!(off.qs_checks > 0, "checks are another switch");
}

#[test]
fn quiescence_looks_at_quiet_checks_if_told_to() {
    let [without, with] = ["false", "true"].map(|value| counters(&[("QS_Checks", value)], 4));
    assert_eq!(without.qs_checks, 0);
    assert!(with.qs_checks > 0 && with.qnodes != without.qnodes);
    // The only move, a5, allows mate by a quiet check on the first rank.
    let caught = game("1k2r3/1b6/8/2b5/P6p/7P/6PP/7K w - - 0 1");
    let score = |value| search(&mut engine(&[("QS_Checks", value)]), &caught, 1).score;
    assert_eq!(score("true").plies_to_mate(), Some(2));
    assert!(!score("false").is_mate());
}

/// QS-01: captures alone, without evasions, see no mate at a leaf and search fewer nodes.
#[test]
fn quiescence_stands_pat_in_check_if_told_to() {
    let [with, without] = ["true", "false"].map(|value| counters(&[("QS_InCheck", value)], 4));
    assert!(without.qs_evasions_pruned == 0 && with.qs_evasions_pruned > 0);
    let mated_at_the_leaf = game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let score = |value| {
        let options = [("QS_InCheck", value), ("CheckExt", "off")];
        search(&mut engine(&options), &mated_at_the_leaf, 1).score
    };
    assert_eq!(score("true").plies_to_mate(), Some(1));
    assert!(!score("false").is_mate());
}

#[test]
fn quiescence_has_an_end_where_kings_stand_in_the_open() {
    // After twenty-two random plies: captures with check lead from one to the next. By the rough weights, which no fit moves.
    let wild = game("r1b1k2r/p1p1qp1p/8/1pPpb1p1/4n3/5N2/PP2PPPP/RNKQ1B1R w kq - 0 12");
    let search = |evasions, takes_back| {
        let mut engine = engine(&[
            ("QS_Evasions", evasions),
            ("QS_Recaptures", takes_back),
            ("CheckExt", "off"),
            ("FittedWeights", "false"),
        ]);
        search(&mut engine, &wild, 3).counters
    };
    let all = search("0", "0");
    assert_eq!((all.qs_evasions_pruned, all.qs_not_back), (0, 0));
    let few = search("2", "0");
    assert!(few.qs_evasions_pruned > 0 && few.qnodes < all.qnodes, "{}", few.qnodes);
    let back = search("0", "3");
    assert!(back.qs_not_back > 0 && back.qnodes < all.qnodes, "{}", back.qnodes);
}

#[test]
fn cuts_by_probability_are_counted() {
    assert_eq!(counters(&[("ProbCut", "false")], 8).probcut_tried, 0);
    let on = counters(&[("ProbCut", "true")], 8);
    assert!(on.probcut_cut > 0 && on.probcut_cut < on.probcut_tried);
}

#[test]
fn perpetual_check_ends() {
    let perpetual = game("6k1/6p1/8/7Q/8/1q6/r7/7K w - - 0 1");
    for name in ["CheckExt", "PVX", "PromoExt"] {
        let value = if name == "CheckExt" { "all" } else { "true" };
        let found = search(&mut engine(&[(name, value)]), &perpetual, 12);
        assert_eq!(found.score, Score::DRAW, "{name}");
    }
}

/// Counts that weigh half in the next search do not weigh less for being looked at.
#[test]
fn describing_moves_changes_no_search() {
    let nodes = |looks: usize| {
        let mut engine = engine(&[("RH", "plain"), ("ContHistory", "false")]);
        let mut game = Game::default();
        search(&mut engine, &game, 7);
        game.play("e2e4").unwrap();
        for _ in 0..looks {
            engine.dump("moves", &game).unwrap();
        }
        search(&mut engine, &game, 7).nodes
    };
    assert_eq!(nodes(3), nodes(0));
}

#[test]
fn moves_and_hanging_pieces_are_described() {
    let mut engine = engine(&[]);
    let text = engine.dump("moves", &Game::default()).unwrap();
    assert_eq!(text.lines().count(), 20);
    assert!(text.lines().all(|line| line.ends_with("see 0")));
    let hanging = game("4k3/8/n7/3r4/8/8/4B3/3QK3 w - - 0 1");
    assert_eq!(engine.dump("hanging", &hanging).unwrap(), "d5 see 500\na6 see 300\n");
    assert_eq!(engine.dump("hanging", &Game::default()).unwrap(), "nothing hangs\n");
    search(&mut engine, &Game::default(), 4);
    assert_eq!(engine.dump("history g1 f3", &hanging).unwrap().lines().count(), 2);
    for nonsense in ["", "hr", "history g1", "history g1 g9", "moves e2"] {
        engine.dump(nonsense, &hanging).unwrap_err();
    }
}
