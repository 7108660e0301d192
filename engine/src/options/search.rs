//! Options of the search: a switch for each idea, and its parameters.

use super::{Group, declare, value};

/// When a check is searched a ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckExtension {
    /// Never.
    Off,
    /// Always.
    All,
    /// Only when the check is given by a capture.
    Captures,
    /// Only when the checking move loses no material.
    Sound,
}

value::choice!(CheckExtension {
    Off = "off",
    All = "all",
    Captures = "captures",
    Sound = "sound"
});

/// How the moves of a node are put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// Captures by MVV/LVA, killers, other moves as generated.
    Old,
    /// Captures that lose material come last, quiet moves by history.
    New,
}

value::choice!(Ordering { Old = "old", New = "new" });

/// Where principal variation search is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PvsMode {
    /// Every move with the whole window.
    Off,
    /// Everywhere but at the root.
    NonRoot,
    /// Everywhere.
    All,
}

value::choice!(PvsMode { Off = "off", NonRoot = "nonroot", All = "all" });

/// What follows when the score falls outside of the aspiration window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFail {
    /// Search again with the open window.
    Open,
    /// Widen the window step by step.
    Widen,
}

value::choice!(OnFail { Open = "open", Widen = "widen" });

/// Where a null move is refused for fear of zugzwang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zugzwang {
    /// Nowhere.
    None,
    /// Where the side to move has only king and pawns.
    Mover,
    /// Where either side has.
    Either,
}

value::choice!(Zugzwang { None = "none", Mover = "stm", Either = "either" });

/// How the plies of a late move reduction are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateMoveFormula {
    /// Always the same number.
    Fixed,
    /// By the logarithms of depth and move number.
    Log,
}

value::choice!(LateMoveFormula { Fixed = "fixed", Log = "log" });

/// What spares a move the late move reduction besides its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateMoveGate {
    /// Nothing.
    None,
    /// A history of more cut-offs than failures.
    History,
    /// A counter of the history reductions above the threshold.
    Hr,
    /// A relative history above `LMR_GatePct` percent of `RH_Scale`.
    Relative,
    /// A history above `PHR_Pct` percent of the greatest.
    Peak,
    /// A static score above alpha after the move.
    Static,
    /// A capture that the move threatens.
    Threat,
}

value::choice!(LateMoveGate {
    None = "none",
    History = "history",
    Hr = "hr",
    Relative = "relative",
    Peak = "peak",
    Static = "static",
    Threat = "threat"
});

/// Which form of the history heuristic orders quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryForm {
    /// Rewards and penalties that are pulled towards nought.
    Gravity,
    /// Cut-offs alone, as J. Schaeffer counted them.
    Plain,
    /// Cut-offs by tries, counted at every node (M. Winands).
    Winands,
    /// Cut-offs by tries, counted at nodes that cut off (R. Hyatt, T. Romstad).
    Romstad,
    /// Cut-offs, judged by the greatest of them (D. Mehrmann).
    Peak,
}

value::choice!(HistoryForm {
    Gravity = "gravity",
    Plain = "plain",
    Winands = "winands",
    Romstad = "romstad",
    Peak = "peak"
});

/// What a count of the history grows by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Increment {
    /// One.
    One,
    /// The remaining depth in plies.
    Depth,
    /// The depth squared.
    Depth2,
    /// Two to the power of the depth.
    Pow2,
}

value::choice!(Increment { One = "one", Depth = "depth", Depth2 = "depth2", Pow2 = "pow2" });

/// What a counter of the history reductions belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HrIndex {
    /// Piece and destination.
    PieceTo,
    /// Side, origin and destination.
    ColorFromTo,
}

value::choice!(HrIndex { PieceTo = "pieceto", ColorFromTo = "colorfromto" });

/// Which static score the history reductions look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HrStatic {
    /// The whole evaluation.
    Full,
    /// Material and piece-square values, and a margin.
    Lazy,
}

value::choice!(HrStatic { Full = "full", Lazy = "lazy" });

/// What the extension of lines of TT moves counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PvxMode {
    /// Pairs of TT moves in a row.
    Pairs,
    /// TT moves of either side.
    Moves,
}

value::choice!(PvxMode { Pairs = "pairs", Moves = "moves" });

/// When the psqt learn from the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PsqtUpdate {
    /// Before each search.
    Search,
    /// After each iteration too.
    Iteration,
}

value::choice!(PsqtUpdate { Search = "search", Iteration = "iteration" });

declare::options! {
    /// The search's ideas.
    SearchOptions, Group::Search;
    product {
    }
    lab {
        switch ordering: Choice(Ordering, New), "MO", "MO-01 MO-02 MO-03", "Order of moves: old is captures by MVV/LVA, killers, the rest as generated; new puts losing captures last and quiet moves by history.";
        parameter all_promotions_good: Check(false), "MO_AllPromotions", "MO-03", "Promotions to less than a queen are good captures, too; without this they come last of all.", needs("MO=new");
        parameter minors_equal: Check(true), "SEE_MinorEqual", "MO-04", "Knight and bishop count alike when captures are good or bad.", needs("MO=new");
        parameter minors_equal_everywhere: Check(true), "SEE_MinorEqualAll", "MO-04", "They do in all other exchanges, too.", needs("SEE_MinorEqual");
        switch order_escapes: Spin(100, 0, 400), "MO_Escapes", "-", "Quiet moves of pieces that a lesser one attacks come early, by this percent of 15000 to 50000 points of history; 0 is off.", off("0"), needs("MO=new");
        switch order_checks: Spin(100, 0, 400), "MO_Checks", "-", "Quiet checks come early, by this percent of 16384 points of history; 0 is off.", off("0"), needs("MO=new");
        switch order_losing: Spin(0, 0, 1_000), "MO_Losing", "-", "Quiet moves that lose material come late, by this percent of 16384 points of history; 0 is off.", off("0"), on("250"), needs("MO=new");
        parameter good_capture_history: Spin(0, 0, 10_000), "GoodCapture_HistoryDiv", "-", "A good capture may lose a centipawn for so much of capture history and ten times the victim; 0 asks that it loses nothing.", needs("MO=new");
        switch killers: Check(true), "Killers", "MO-05", "Try quiet moves that refuted a sibling early.";
        switch counter_moves: Check(true), "CounterMoves", "-", "Try the quiet move that refuted the same move elsewhere early.", needs("MO=new");
        switch history: Check(true), "History", "RH-01", "Order quiet moves by how often they cut off.", needs("MO=new");
        switch history_form: Choice(HistoryForm, Gravity), "RH", "RH-01 RH-02 RH-04 RH-05 RH-07", "Form of the history: gravity, plain, relative as Winands or as Hyatt and Romstad count it, or relative to the peak.", needs("History");
        parameter history_scale: Spin(16_384, 1, 100_000), "RH_Scale", "RH-02", "What a relative history of one cut-off in one try is written as, and the greatest count of the plain ones; 16384 is the bound of gravity and of the other histories.", needs("RH=winands");
        parameter history_hh_increment: Choice(Increment, One), "RH_HHInc", "RH-03", "What a cut-off adds to the history, but for gravity.", needs("RH=plain");
        parameter history_bf_increment: Choice(Increment, One), "RH_BFInc", "RH-03", "What a try adds to the butterfly count.", needs("RH=winands");
        parameter history_bf_counts_cut: Check(false), "RH_BFCountsCut", "RH-04", "The move that cuts off counts as tried, too.", needs("RH=winands");
        parameter history_min_depth: Spin(1, 1, 20), "History_MinDepth", "RH-01", "Least depth of a node that teaches the history.", needs("History");
        parameter history_bonus_depth: Spin(336, 0, 1_024), "History_BonusDepth", "-", "What a move that raises alpha gains in its histories for each ply of depth; those that were searched before it lose as much.", needs("History");
        parameter history_bonus_base: Spin(-547, -1_024, 1_024), "History_BonusBase", "-", "The same at any depth.", needs("History");
        parameter history_bonus_most: Spin(1561, 16, 4_096), "History_BonusMost", "-", "The most that it gains.", needs("History");
        parameter history_percent: Spin(228, 0, 400), "History_Percent", "-", "Percent of this for side, origin and destination; for the pawns it is all.", needs("History");
        parameter continuation_percent: Spin(55, 0, 400), "ContHistory_Percent", "-", "Percent of this for the moves before.", needs("ContHistory");
        parameter capture_percent: Spin(153, 0, 400), "CaptureHistory_Percent", "-", "Percent of this for captures.", needs("CaptureHistory");
        parameter history_far_above: Spin(45, 0, 1_000), "History_FarAbove", "-", "A node more than so many centipawns above beta teaches the histories as if it were a ply deeper; 0 is off.", off("0"), on("45"), needs("History");
        parameter peak_percent: Spin(10, 0, 100), "PHR_Pct", "RH-07", "Percent of the greatest history below which a history is low.", needs("RH=peak");
        switch move_priors: Spin(10, 0, 100), "MovePriors", "-", "Points at which the history begins for each hundredth of a logarithm of how much more often than by chance a move was played in games; 0 is off.", off("0"), needs("History");
        switch move_priors_after: Spin(10, 0, 100), "MovePriors_After", "-", "The same after the moves one and two plies before, in the continuation history; 0 is off.", off("0"), needs("ContHistory");
        switch continuation_history: Check(true), "ContHistory", "-", "Order quiet moves by how often they cut off after the moves one and two plies before.", needs("MO=new");
        switch continuation_history_deep: Check(true), "ContHistory4", "-", "Order quiet moves by how often they cut off after the move four plies before, too.", needs("ContHistory");
        switch continuation_history_deeper: Check(true), "ContHistory6", "-", "Order quiet moves by how often they cut off after the move six plies before, too.", needs("ContHistory");
        switch late_moves_teach: Check(true), "LMR_Teach", "-", "A reduced move that is searched again teaches the continuation history what came out.", needs("ContHistory");
        switch history_threats: Check(true), "History_Threats", "-", "The history tells moves apart by whether the other side attacks where they come from and where they go.", needs("History");
        switch tt_move_history: Spin(100, 0, 400), "History_TtMove", "-", "A quiet move of the table that decides a node without a search gains or loses this percent of what one does that was searched; 0 is off.", off("0"), needs("History");
        switch pawn_history: Check(true), "PawnHistory", "-", "Order quiet moves by how often they cut off with these pawns.", needs("MO=new");
        switch prior_history: Spin(100, 0, 400), "PriorHistory", "-", "A quiet move gains in the continuation history if no answer to it reaches alpha, and loses if an early one of its node is refuted, by this percent of what one gains that cuts off; 0 is off.", off("0"), needs("ContHistory");
        parameter prior_history_main: Spin(50, 0, 400), "PriorHistory_Main", "-", "Percent of its gain that such a quiet move gains in the history of side, origin and destination, too, if no answer to it reaches alpha; 0 is off.", off("0"), needs("PriorHistory");
        switch eval_history: Spin(130, 0, 1_000), "EvalHistory", "-", "A quiet move gains so much history for each centipawn that the static score of its child is better; 0 is off.", off("0"), needs("History");
        switch capture_history: Check(true), "CaptureHistory", "-", "Order captures by how often they cut off.", needs("MO=new");
        switch correction_history: Check(true), "CorrHistory", "-", "Correct the static score by what the search made of positions with these pawns.", needs("RFP");
        switch correction_non_pawn: Check(true), "CorrNonPawn", "-", "Correct the static score by each side's pieces, too.", needs("CorrHistory");
        switch correction_minor: Check(true), "CorrMinor", "-", "Correct the static score by kings and minor pieces, too.", needs("CorrHistory");
        switch correction_major: Check(false), "CorrMajor", "-", "Correct the static score by rooks and queens, too.", needs("CorrHistory");
        switch correction_continuation: Check(true), "CorrContinuation", "-", "Correct the static score by the last two moves, too.", needs("CorrHistory");
        switch correction_continuation_deep: Check(false), "CorrContinuation4", "-", "Correct the static score by the last move and the one four plies before, too.", needs("CorrContinuation");
        parameter correction_residual: Check(true), "Corr_Residual", "-", "Corrections learn from the error that all of them together left, not from that of the evaluation alone.", needs("CorrHistory");
        parameter correction_rate: Spin(200, 1, 1_000), "Corr_Rate", "-", "Percent of how fast corrections learn.", needs("CorrHistory");
        parameter correction_percent: Spin(150, 0, 1_000), "Corr_Percent", "-", "Percent of the corrections that count.", needs("CorrHistory");
        switch improving_deep: Check(true), "Improving4", "-", "A side is improving by four plies ago if it was in check two plies ago.";
        switch psqt_order: Spin(0, 0, 1_000), "PST_Order", "PST-03", "Percent of a move's gain in piece-square values that orders quiet moves.", off("0"), on("100"), needs("MO=new");
        parameter psqt_reduce: Spin(0, 0, 500), "PST_Reduce", "PST-03", "A late move that loses at least this many centipawns of piece-square values is reduced by a ply more; 0 is off.", off("0"), on("50"), needs("LMR");
        switch anti_shuffle: Check(false), "AntiShuffle", "SHF-01", "A side that only moves its pieces about pays for it in the middlegame.";
        switch pvs: Choice(PvsMode, All), "PVS", "PVS-01", "Search moves after the first with a zero window first.";
        parameter root_fail_high: Check(true), "Root_FailHigh", "PVS-01", "A move of the root that beat alpha with a zero window is the best so far if its second search is broken off.", needs("PVS");
        switch aspiration: Spin(12, 0, 1_000), "Aspiration", "ASP-01", "Centipawns around the last score that an iteration looks into first; 0 is off.", off("0");
        parameter aspiration_on_fail: Choice(OnFail, Widen), "Asp_OnFail", "ASP-01", "What follows when the score falls outside.", needs("Aspiration");
        parameter aspiration_shallower: Spin(3, 0, 10), "Asp_Shallower", "ASP-01", "Plies at most that an iteration is shallower, one for each score above the window.", off("0"), on("3"), needs("Aspiration");
        parameter aspiration_min_depth: Spin(4, 2, 20), "Asp_MinDepth", "ASP-01", "First iteration with an aspiration window.", needs("Aspiration");
        parameter aspiration_widen: Spin(30, 1, 1_000), "Asp_Widen", "ASP-01", "Percent by which the window grows each time.", needs("Aspiration");
        parameter aspiration_middle: Check(true), "Asp_Middle", "ASP-01", "Below the window, its upper edge comes down to its middle.", needs("Aspiration");
        parameter aspiration_average: Check(false), "Asp_Average", "ASP-01", "The window stands around the mean of the last score and those before, the more recent the heavier.", needs("Aspiration");
        switch quiescence: Check(true), "QS", "QS-01", "Search captures to the end at the leaves.";
        switch quiescence_see: Check(true), "QS_SEEPrune", "QS-02", "Leave out captures that lose material in quiescence.", needs("QS");
        switch quiescence_tt: Check(true), "QS_Hash", "TT-04", "Quiescence reads and writes the transposition table.", needs("QS");
        switch quiescence_tt_eval: Check(true), "QS_HashEval", "TT-04", "The score of standing pat is that of the transposition table where its bound makes it the better one.", needs("QS_Hash");
        switch tempered_stand_pat: Check(false), "QS_Tempered", "QS-01", "Standing pat above beta counts half as much above it.", needs("QS");
        switch tempered_scores: Check(false), "Tempered", "-", "The score of a node above beta is nearer to it, the more the shallower the search.";
        switch quiescence_delta: Spin(100, 0, 2_000), "QS_Delta", "-", "Leave out captures in quiescence that stay this many centipawns below alpha; 0 is off.", off("0"), needs("QS");
        switch quiescence_checks: Check(true), "QS_Checks", "QS-01", "The first ply of quiescence looks at quiet checks that lose nothing, too.", needs("QS");
        switch quiescence_in_check: Check(true), "QS_InCheck", "QS-01", "In check, quiescence looks at evasions; without this it stands pat and takes, as elsewhere.", needs("QS");
        switch quiescence_evasions: Spin(2, 0, 100), "QS_Evasions", "QS-01", "In check, quiescence looks at this many quiet evasions at most once one holds, and at none that lose material; 0 is all.", off("0"), needs("QS_InCheck");
        switch quiescence_recaptures: Spin(0, 0, 100), "QS_Recaptures", "-", "From this ply of quiescence on, it only takes back; 0 is never.", off("0"), on("6"), needs("QS");
        switch quiescence_most: Spin(0, 0, 100), "QS_Most", "-", "Out of check, quiescence looks at so many captures at most; 0 is all.", off("0"), on("2"), needs("QS");
        switch quiescence_store: Check(false), "QS_StoreStandPat", "-", "Standing pat above beta goes into the table where it was not known.", needs("QS_Hash");
        switch null_move: Check(true), "NMP", "NMP-01", "Prune where even passing the move keeps the score at beta.";
        parameter null_move_reduction: Spin(3, 1, 6), "NMP_R", "NMP-01 NMP-02", "Plies that the search after a null move is shallower.", needs("NMP");
        parameter null_move_min_depth: Spin(3, 1, 20), "NMP_MinDepth", "NMP-01", "Least depth at which a null move is tried.", needs("NMP");
        parameter null_move_depth_divisor: Spin(3, 0, 20), "NMP_DepthDiv", "NMP-01", "Plies of depth for each ply that the null move's search is shallower; 0 is off.", off("0"), needs("NMP"), nodes(3_000);
        parameter null_move_score_divisor: Spin(54, 0, 2_000), "NMP_EvalDiv", "NMP-01", "Centipawns above beta for each ply that the null move's search is shallower, at most 6 plies; 0 is off.", off("0"), needs("NMP"), nodes(10_000);
        parameter null_move_margin: Spin(81, 0, 1_000), "NMP_Margin", "NMP-01", "Centipawns that the static score must be above beta, less NMP_MarginDrop for each ply of depth; 0 asks for none.", needs("NMP");
        parameter null_move_margin_drop: Spin(6, 0, 200), "NMP_MarginDrop", "NMP-01", "Centipawns by which a ply of depth makes NMP_Margin smaller, below nought too.", needs("NMP_Margin");
        parameter null_move_history: Spin(17_329, 0, 200_000), "NMP_HistoryMost", "-", "History of the last move from which on no null move is tried; 0 asks for none.", off("0"), needs("NMP");
        parameter null_move_zugzwang: Choice(Zugzwang, Either), "NMP_Zug", "NMP-03", "Which side must have a piece for a null move.", needs("NMP"), nodes(3_000);
        switch reverse_futility: Check(true), "RFP", "-", "Cut where the static score is far above beta near the leaves.";
        parameter reverse_futility_depth: Spin(8, 1, 20), "RFP_Depth", "-", "Greatest depth of reverse futility pruning.", needs("RFP");
        parameter reverse_futility_margin: Spin(44, 0, 500), "RFP_Margin", "-", "Centipawns for each ply of depth.", needs("RFP");
        parameter reverse_futility_history: Spin(980, 0, 100_000), "RFP_HistoryDiv", "-", "History of the last move for each centipawn more; 0 is off.", off("0"), needs("RFP");
        switch razoring: Check(true), "Razoring", "-", "Go to quiescence at once where the static score is far below alpha near the leaves.";
        parameter razoring_margin: Spin(250, 0, 1_000), "Razoring_Margin", "-", "Centipawns for each ply of depth.", needs("Razoring");
        switch probcut: Check(false), "ProbCut", "-", "Cut where a capture reaches beta and a margin in a shallower search.";
        parameter probcut_margin: Spin(52, 0, 1_000), "ProbCut_Margin", "-", "Centipawns above beta that it must reach.", needs("ProbCut");
        parameter probcut_improving: Spin(19, 0, 500), "ProbCut_Improving", "-", "Centipawns less where the static score is better than two plies before.", needs("ProbCut");
        parameter probcut_depth: Spin(4, 3, 20), "ProbCut_MinDepth", "-", "Least depth at which it is tried.", needs("ProbCut");
        switch futility: Check(true), "Futility", "-", "Leave out quiet moves near the leaves that would have to gain too much.";
        parameter futility_depth: Spin(11, 1, 20), "Futility_Depth", "-", "Greatest depth, less the late move reduction, of futility pruning.", needs("Futility");
        parameter futility_base: Spin(35, 0, 500), "Futility_Base", "-", "Centipawns that any quiet move may gain.", needs("Futility");
        parameter futility_margin: Spin(43, 0, 500), "Futility_Margin", "-", "Centipawns for each ply of depth.", needs("Futility");
        parameter futility_captures: Spin(78, 0, 1_000), "Futility_Captures", "-", "Centipawns for each ply of depth that a capture may gain beside what it takes; 0 leaves none out.", off("0"), needs("Futility");
        parameter futility_captures_base: Spin(62, 0, 1_000), "Futility_CapturesBase", "-", "The same at any depth.", needs("Futility_Captures");
        switch late_move_pruning: Check(true), "LMP", "-", "Leave out quiet moves near the leaves when enough of them were searched.";
        parameter late_move_pruning_base: Spin(3, 1, 40), "LMP_Base", "-", "Moves that are tried beyond the square of the depth.", needs("LMP");
        parameter late_move_pruning_percent: Spin(100, 0, 400), "LMP_Percent", "-", "Percent of the square of the depth that are tried.", needs("LMP");
        parameter late_move_pruning_worse: Spin(50, 0, 400), "LMP_PercentWorse", "-", "The same where the static score is not better than two plies before.", needs("LMP");
        parameter pruning_pv: Check(true), "Pruning_Pv", "-", "Moves are left out on the principal variation, too.", needs("LMP");
        switch history_pruning: Spin(3_832, 0, 20_000), "HistoryPruning", "-", "Leave out quiet moves near the leaves whose continuation history is below minus this times the depth; 0 is off.", off("0"), needs("ContHistory");
        parameter pruning_history: Spin(7_011, 0, 100_000), "Pruning_HistoryDiv", "-", "This much history changes the depth by which quiet moves are left out by one ply; 0 is off.", off("0"), needs("LMR");
        switch see_pruning: Check(true), "SEEPruning", "-", "Leave out moves near the leaves that lose too much material.";
        parameter see_pruning_quiet: Spin(12, 0, 200), "SEEPruning_Quiet", "-", "Centipawns that a quiet move may lose, times the square of the depth left after its late move reduction.", needs("SEEPruning");
        parameter see_pruning_quiet_ply: Spin(7, 0, 200), "SEEPruning_QuietPly", "-", "The same, times that depth.", needs("SEEPruning");
        parameter see_pruning_checks: Check(true), "SEEPruning_Checks", "-", "Leave out checks that lose too much, too.", needs("SEEPruning");
        parameter see_pruning_capture: Spin(82, 0, 500), "SEEPruning_Capture", "-", "Centipawns that a capture may lose for each ply of depth.", needs("SEEPruning");
        parameter see_pruning_history: Spin(66, 0, 10_000), "SEEPruning_HistoryDiv", "-", "Capture history for each centipawn that it may lose more or less, at most as many again; 0 is off.", off("0"), needs("SEEPruning");
        switch late_moves: Check(true), "LMR", "LMR-01", "Search late moves with reduced depth first.";
        parameter late_moves_full: Spin(1, 1, 64), "LMR_FullMoves", "LMR-01", "Moves of a node that are searched at full depth.", needs("LMR");
        parameter late_moves_min_depth: Spin(2, 1, 20), "LMR_MinDepth", "LMR-01", "Least depth at which late moves are reduced.", needs("LMR");
        parameter late_moves_formula: Choice(LateMoveFormula, Log), "LMR_Formula", "LMR-05", "Plies of the reduction: always LMR_Reduction, or by logarithms.", needs("LMR");
        parameter late_moves_reduction: Spin(1, 1, 6), "LMR_Reduction", "LMR-01", "Plies that a late move is reduced by if they are fixed.", needs("LMR_Formula=fixed");
        parameter late_moves_base: Spin(134, -200, 400), "LMR_Base", "LMR-05", "Hundredths of a ply that every late move is reduced by.", needs("LMR_Formula=log");
        parameter late_moves_divisor: Spin(242, 50, 1_000), "LMR_Divisor", "LMR-05", "The product of the logarithms is divided by this, in hundredths.", needs("LMR_Formula=log");
        parameter late_moves_history: Spin(15_864, 0, 100_000), "LMR_HistoryDiv", "LMR-04", "History for each ply that a reduction is less or more; 0 is off.", off("0"), needs("LMR");
        parameter late_moves_window: Spin(105, 0, 400), "LMR_Window", "LMR-05", "Hundredths of a ply less, in proportion to the node's window over the root's.", needs("LMR_Formula=log");
        parameter late_moves_extend: Check(true), "LMR_Extend", "LMR-05", "A move whose reduction is a ply or more below zero is searched a ply deeper.", needs("LMR_Formula=log");
        parameter late_moves_first: Check(true), "LMR_First", "LMR-05", "Moves that are not reduced, as the first one, are searched a ply shallower if the reduction would be more than three.", needs("LMR_Formula=log");
        parameter late_moves_raised: Spin(2, 0, 4), "LMR_Raised", "LMR-05", "Plies that moves are shallower after one that raised alpha, from depth 3 to 11.", needs("LMR");
        parameter late_moves_cut_node: Spin(200, 0, 400), "LMR_CutNode", "LMR-05", "Hundredths of a ply more for moves of nodes that should fail high.", needs("LMR_Formula=log");
        parameter late_moves_not_improving: Spin(100, 0, 400), "LMR_NotImproving", "LMR-05", "Hundredths of a ply more where the static score is not better than two plies before.", needs("LMR_Formula=log");
        parameter late_moves_tt_capture: Spin(100, 0, 400), "LMR_TtCapture", "LMR-05", "Hundredths of a ply more where the TT move is a capture.", needs("LMR_Formula=log");
        parameter late_moves_was_pv: Spin(100, 0, 400), "LMR_WasPv", "LMR-05", "Hundredths of a ply less in positions that are or once were on the principal variation, by the table; 0 is off.", off("0"), needs("LMR_Formula=log");
        parameter late_moves_was_pv_entry: Spin(100, 0, 400), "LMR_WasPvEntry", "LMR-05", "The same again for each: the entry's score is above alpha; the entry is as deep as the node.", needs("LMR_WasPv");
        switch late_moves_eval: Spin(0, 0, 2_000), "LMR_Eval", "-", "Hundredths of a ply more for each 100 centipawns that the static score after the move is below alpha; 0 is off.", off("0"), on("150"), needs("LMR_Formula=log");
        parameter late_moves_eval_most: Spin(200, 0, 2_000), "LMR_EvalMost", "-", "Hundredths of a ply that it is more at most.", needs("LMR_Eval");
        parameter late_moves_cutoffs: Spin(4, 0, 20), "LMR_Cutoffs", "LMR-05", "One ply more when this many replies to earlier moves failed high; 0 is off.", off("0"), needs("LMR_Formula=log");
        parameter late_moves_deeper: Check(true), "LMR_Deeper", "LMR-02", "Search a reduced move again a ply deeper if it beats alpha by much, a ply shallower if barely.", needs("LMR_ReSearch");
        parameter late_moves_research: Check(true), "LMR_ReSearch", "LMR-02", "Search a reduced move that beats alpha again at full depth.", needs("LMR");
        parameter late_moves_spare_in_check: Check(false), "LMR_Ex_InCheck", "LMR-03", "Do not reduce evasions of check.", needs("LMR");
        parameter late_moves_spare_checks: Check(false), "LMR_Ex_GivesCheck", "LMR-03", "Do not reduce moves that give check.", needs("LMR");
        parameter late_moves_spare_captures: Check(false), "LMR_Ex_Capture", "LMR-03", "Do not reduce captures.", needs("LMR");
        parameter late_moves_bad_captures: Check(false), "LMR_ReduceBadCaptures", "LMR-03", "Reduce captures that lose material in spite of LMR_Ex_Capture.", needs("LMR");
        parameter late_moves_spare_promotions: Check(false), "LMR_Ex_Promo", "LMR-03", "Do not reduce promotions.", needs("LMR"), nodes(3_000);
        parameter late_moves_spare_killers: Check(false), "LMR_Ex_Killer", "LMR-01", "Do not reduce killers.", needs("LMR");
        parameter late_moves_spare_extended: Check(false), "LMR_Ex_Extended", "LMR-03", "Do not reduce moves that are extended.", needs("LMR_Ex_GivesCheck=false");
        parameter late_moves_gate: Choice(LateMoveGate, None), "LMR_Gate", "LMR-04", "What else spares a move the reduction: its history, its counter of the history reductions, a static score above alpha after it, or a threat that it makes.", needs("LMR"), value_needs(&[("relative", "RH=winands"), ("peak", "RH=plain")]);
        parameter late_moves_gate_percent: Spin(50, 0, 1_000), "LMR_GatePct", "LMR-04", "Percent of RH_Scale from which a relative history spares a move.", needs("LMR_Gate=relative");
        parameter king_safety_gate: Check(false), "LMR_KS", "LMR-07", "Do not reduce moves that make an attack on a king much stronger.", needs("LMR");
        parameter king_safety_min: Spin(50, -1_000, 1_000), "LMR_KS_Min", "LMR-07", "Centipawns that the attack must be worth more than.", needs("LMR_KS");
        parameter king_safety_delta: Spin(25, 0, 1_000), "LMR_KS_Delta", "LMR-07", "Centipawns that it must have grown by.", needs("LMR_KS");
        parameter passed_pawn_gate: Check(false), "LMR_PP", "LMR-08", "Do not reduce moves that make passed pawns much stronger.", needs("LMR");
        parameter passed_pawn_min: Spin(50, -1_000, 1_000), "LMR_PP_Min", "LMR-08", "Centipawns that the passed pawns must be worth more than.", needs("LMR_PP");
        parameter passed_pawn_delta: Spin(25, 0, 1_000), "LMR_PP_Delta", "LMR-08", "Centipawns that they must have grown by.", needs("LMR_PP");
        switch history_reductions: Check(false), "HR", "HR-01", "Reduce moves whose counters say that they seldom raise alpha.", nodes(3_000);
        parameter hr_init: Spin(100, -10_000, 10_000), "HR_Init", "HR-02 HR-10", "What the counters are set to when a search starts.", needs("HR"), nodes(3_000);
        parameter hr_inc: Spin(5, 0, 1_000), "HR_Inc", "HR-03 HR-10", "What a move gains that raises alpha.", needs("HR"), nodes(3_000);
        parameter hr_dec: Spin(-1, -1_000, 0), "HR_Dec", "HR-03 HR-10", "What a move gains that does not raise alpha; it is negative or 0.", needs("HR"), nodes(3_000);
        parameter hr_max: Spin(30_000, 0, 1_000_000), "HR_Max", "HR-03", "No counter leaves this, up or down.", needs("HR"), nodes(3_000);
        parameter hr_threshold: Spin(50, -10_000, 10_000), "HR_Threshold", "HR-04 HR-10", "Counters up to this are low.", needs("HR"), nodes(3_000);
        parameter hr_strict: Check(false), "HR_Strict", "HR-04", "Counters below the threshold are low, the threshold is not.", needs("HR"), nodes(3_000);
        parameter hr_research: Check(true), "HR_ReSearch", "HR-04", "Search a reduced move that beats alpha again at full depth.", needs("HR"), nodes(3_000);
        parameter hr_min_depth: Spin(1, 1, 20), "HR_MinDepth", "HR-03 HR-04", "Least depth of a node whose moves are counted and reduced.", needs("HR"), nodes(3_000);
        parameter hr_spare_tt_move: Check(true), "HR_Ex_TT", "HR-05", "Do not reduce the TT move.", needs("HR"), nodes(3_000);
        parameter hr_spare_in_check: Check(true), "HR_Ex_InCheck", "HR-05", "Do not reduce evasions of check.", needs("HR"), nodes(3_000);
        parameter hr_spare_checks: Check(true), "HR_Ex_GivesCheck", "HR-05", "Do not reduce moves that give check.", needs("HR"), nodes(3_000);
        parameter hr_spare_captures: Check(true), "HR_Ex_Capture", "HR-05", "Do not reduce captures.", needs("HR"), nodes(3_000);
        parameter hr_spare_static: Check(true), "HR_Ex_Static", "HR-05", "Do not reduce moves after which the static score is above alpha and the margin.", needs("HR"), nodes(3_000);
        parameter hr_margin: Spin(25, -1_000, 1_000), "HR_Margin", "HR-06", "Centipawns above alpha that the static score must exceed.", off("0"), needs("HR"), nodes(3_000);
        parameter hr_replace: Spin(50, -10_000, 10_000), "HR_Replace", "HR-07", "What the counter of a reduced move is set to.", needs("HR"), nodes(3_000);
        parameter hr_static: Choice(HrStatic, Full), "HR_Static", "HR-08", "Which static score is looked at.", needs("HR"), nodes(3_000);
        parameter hr_lazy_margin: Spin(0, -1_000, 1_000), "HR_LazyMargin", "HR-08", "Centipawns added to the lazy static score.", needs("HR_Static=lazy"), nodes(3_000);
        parameter hr_index: Choice(HrIndex, PieceTo), "HR_Index", "HR-09", "What a counter belongs to.", needs("HR"), nodes(3_000);
        switch hanging: Check(false), "SRH", "SRH-01", "Reduce moves that leave two pieces hanging.";
        parameter hanging_percent: Spin(50, 0, 400), "SRH_Penalty", "SRH-01", "Percent of what the second highest hanging piece loses, in the penalty.", needs("SRH");
        parameter hanging_highest_percent: Spin(0, 0, 400), "SRH_PenaltyHighest", "SRH-01", "Percent of what the highest hanging piece loses, in the penalty.", needs("SRH");
        parameter hanging_min_depth: Spin(3, 1, 20), "SRH_MinDepth", "SRH-01", "Least depth at which moves are reduced.", needs("SRH");
        parameter max_reduction: Spin(16, 0, 64), "MaxReduction", "LMR-05 HR-01 SRH-01", "The most plies that all reductions of a move together may take.", needs("LMR");
        switch hindsight: Spin(170, 0, 2_000), "Hindsight", "-", "Reduce a reduced move by a ply more if it loses more than so many centipawns by the static scores, and by one less if it loses none; 0 is off.", off("0"), needs("LMR");
        switch internal_iterative: Check(true), "IIR", "-", "Search nodes without a TT move shallower.";
        parameter internal_iterative_depth: Spin(8, 2, 20), "IIR_MinDepth", "-", "Least depth for nodes that should fail high; nodes on the principal variation have no least depth.", needs("IIR");
        parameter internal_iterative_plies: Spin(2, 1, 4), "IIR_Plies", "-", "Plies that they are shallower; twice as many on the principal variation where the table knows a score of that depth, but no move.", needs("IIR");
        switch check_extension: Choice(CheckExtension, All), "CheckExt", "EXT-01 EXT-02", "Search a ply deeper after a check.";
        parameter check_extension_depth: Spin(10, 1, 40), "CheckExt_MinDepth", "EXT-01", "Least depth at which it is.", needs("CheckExt");
        switch promotion_extension: Check(false), "PromoExt", "EXT-03", "Search a ply deeper after a promotion.";
        switch tt_move_extension: Check(false), "PVX", "PVX-01", "Search lines of TT moves deeper.";
        parameter tt_move_extension_count: Spin(4, 1, 64), "PVX_Count", "PVX-01", "How many of them extend by a ply.", needs("PVX");
        parameter tt_move_extension_mode: Choice(PvxMode, Pairs), "PVX_Mode", "PVX-01", "What is counted.", needs("PVX");
        switch singular: Check(true), "Singular", "-", "Search a TT move deeper if all others are much worse.";
        parameter singular_depth: Spin(4, 3, 30), "Singular_MinDepth", "-", "Least depth at which it is asked.", needs("Singular");
        parameter singular_multicut: Check(true), "Singular_MultiCut", "-", "Cut where others than the TT move reach beta too.", needs("Singular"), nodes(3_000);
        parameter singular_double: Spin(7, 0, 1_000), "Singular_Double", "-", "A TT move that is better by this many centipawns more is searched two plies deeper; 0 is off.", off("0"), needs("Singular");
        parameter singular_margin: Spin(40, 0, 1_000), "Singular_Margin", "-", "Hundredths of a centipawn for each ply of depth that the others must be worse.", needs("Singular");
        parameter singular_margin_was_pv: Spin(32, 0, 1_000), "Singular_MarginWasPv", "-", "The same, more, where the principal variation has been.", needs("Singular");
        parameter singular_deeper: Spin(13, 0, 40), "Singular_Deeper", "-", "Depth below which a node is a ply deeper after a TT move that is two plies deeper.", needs("Singular");
        parameter singular_triple: Spin(0, 0, 1_000), "Singular_Triple", "-", "A quiet TT move that is better by this many centipawns more is searched three plies deeper; 0 is off.", off("0"), on("120"), needs("Singular");
        parameter singular_negative: Spin(3, 0, 3), "Singular_Negative", "-", "Plies that a TT move above beta is searched shallower where others reach beta, too; from 2 on a ply in other nodes that should fail high.", needs("Singular_MultiCut");
        parameter max_extension: Spin(100, 0, 400), "MaxExtension", "EXT-01", "The most plies that a line may be extended by, in percent of the iteration's depth.", needs("CheckExt");
        switch psqt_update: Check(false), "PSU", "PSU-01 PSU-02", "Change the piece-square values by the history before each search.";
        parameter psqt_update_when: Choice(PsqtUpdate, Search), "PSU_When", "PSU-02", "When they are changed.", needs("PSU");
        parameter psqt_update_cumulative: Check(false), "PSU_Cumulative", "PSU-01", "Add to the changes of earlier searches of the game.", needs("PSU");
        parameter psqt_update_keep: Check(false), "PSU_Keep", "PSU-01", "The history that changes them is kept when it has; it ages by itself.", needs("PSU");
        parameter psqt_update_order: Check(false), "PSU_Order", "PSU-01", "The history that changes them orders quiet moves, too, beside the other histories.", needs("PSU");
        parameter psqt_update_max: Spin(50, 0, 500), "PSU_Max", "PSU-01", "Centipawns that no change exceeds.", needs("PSU");
        parameter psqt_update_clear: Check(false), "PSU_ClearTT", "PSU-01", "Forget the transposition table when they are changed.", needs("PSU");
        parameter psqt_update_pawns: Check(true), "PSU_CountPawns", "PSU-01", "Pawns count towards the material that a side must have.", needs("PSU");
        switch repetition_fold: Spin(2, 2, 3), "RepFold", "REP-01", "Occurrences inside the search that make a repetition a draw.", off("3");
        switch repetition_upcoming: Check(true), "RepUpcoming", "REP-01", "A side that can repeat with its next move has a draw at least.";
    }
}
