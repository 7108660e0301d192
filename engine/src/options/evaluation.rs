//! Options of the evaluation: its terms' weights and the reading of the mined tables.

use tables::SquareMetric;

use super::{Group, declare, value};

/// How cells of the imbalance table become centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImbalanceMode {
    /// Not at all.
    Off,
    /// The score less 50 % (MIT-U1).
    Crude,
    /// Only cells that one side always won (MIT-U2).
    Safe,
    /// What [`ImbalanceValue`] says (MIT-U3).
    Blend,
    /// The blend, for chosen classes alone (MIT-U4).
    Selective,
}

/// What the blend is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImbalanceValue {
    /// The score in percent less 50.
    Percent,
    /// The logarithm of the games, for certain cells.
    Games,
    /// What counting pieces misses.
    Correction,
}

/// How mobility is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MobilityMode {
    /// Not at all.
    Off,
    /// One counter for both sides.
    Single,
    /// One counter for each side.
    Split,
    /// One counter for each piece.
    Pieces,
}

/// Which outposts count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutpostMode {
    /// None.
    Off,
    /// All alike.
    Plain,
    /// All, and more where an own pawn covers the piece.
    Covered,
}

value::choice!(ImbalanceMode { Off = "off", Crude = "crude", Safe = "safe", Blend = "blend", Selective = "selective" });
value::choice!(ImbalanceValue { Percent = "percent", Games = "games", Correction = "correction" });
value::choice!(MobilityMode { Off = "off", Single = "single", Split = "split", Pieces = "pieces" });
value::choice!(SquareMetric { Score = "score", Occupancy = "occupancy" });
value::choice!(OutpostMode { Off = "off", Plain = "plain", Covered = "covered" });

/// Whose weights the terms EV-01 to EV-06 have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedWeights {
    /// The engine's own.
    Own,
    /// Prophet's.
    Seed,
}

value::choice!(SeedWeights { Own = "own", Seed = "seed" });

declare::options! {
    /// The evaluation's terms.
    EvalOptions, Group::Evaluation;
    product {
        switch psqt_weight: Spin(100, 0, 400), "PST_Eval", "PST-03", "Percent of the mined piece-square values in the evaluation; 0 is off.", off("0");
        switch imbalance: Choice(ImbalanceMode, Off), "MIT", "MIT-07 MIT-U1 MIT-U2 MIT-U3 MIT-U4", "How the imbalance table is read: crude is score - 50 %, safe only cells that one side always won, blend what MIT_Value says, selective the same for MIT_Classes alone.", against_off();
        parameter imbalance_weight: Spin(50, -400, 400), "MIT_Weight", "MIT-U3", "Percent of the blend that counts.", needs("MIT=blend");
    }
    lab {
        parameter pawn_value: Spin(100, 0, 2_000), "PawnValue", "-", "A pawn in centipawns.";
        parameter knight_value: Spin(320, 0, 2_000), "KnightValue", "-", "A knight in centipawns.";
        parameter bishop_value: Spin(330, 0, 2_000), "BishopValue", "-", "A bishop in centipawns.";
        parameter rook_value: Spin(500, 0, 2_000), "RookValue", "-", "A rook in centipawns.";
        parameter queen_value: Spin(900, 0, 2_000), "QueenValue", "-", "A queen in centipawns.";
        parameter psqt_metric: Choice(SquareMetric, Score), "PST_Metric", "PST-01", "What makes a mined square good: the score of the games with the piece there, or how often winners had it there. PST_Fit=0 leaves it as mined.", needs("PST_Fit=0");
        switch psqt_fit: Spin(100, 0, 400), "PST_Fit", "PST-03", "Percent of what fitting added to piece values and piece squares; 0 leaves them as mined.", off("0");
        switch king_squares: Spin(100, 0, 400), "KingSquares", "-", "Percent of the piece squares by where the kings stand; 0 is off.", off("0");
        switch pawn_patterns: Spin(100, 0, 400), "PawnPatterns", "-", "Percent of the patterns of pawns on three files; 0 is off.", off("0");
        switch material_pairs: Spin(100, 0, 400), "MaterialPairs", "-", "Percent of what pieces are worth beside others; 0 is off.", off("0");
        switch fitted: Check(true), "FittedWeights", "-", "Use the weights of tables/weights.bin, if it was there; else rough ones by hand.";
        parameter imbalance_fold: Check(true), "MIT_Fold", "MIT-07", "Read a cell together with its colour-swapped cell, so that White and Black are judged alike.", needs("MIT");
        parameter imbalance_min_games: Spin(10, 1, 1_000_000), "MIT_MinGames", "MIT-U2 MIT-U3 MIT-08", "Games a cell needs before it is used (not checked in crude mode).", needs("MIT");
        parameter imbalance_safe_scale: Spin(8, 0, 200), "MIT_SafeScale", "MIT-U2", "Centipawns for each doubling of a safe cell's games.", needs("MIT=safe");
        parameter imbalance_cap: Spin(100, 0, 2_000), "MIT_Cap", "MIT-U2", "The most that the imbalance table may say, in centipawns.", needs("MIT");
        parameter imbalance_value: Choice(ImbalanceValue, Correction), "MIT_Value", "MIT-U3", "What the blend is made of: score - 50 %, the games of certain cells, or the centipawns that counting pieces misses.", needs("MIT=blend");
        parameter imbalance_low: Spin(50, 0, 100), "MIT_LowPct", "MIT-U3", "The blend believes cells with at most this score in percent; 9 is the rule of reliability.", needs("MIT=blend");
        parameter imbalance_high: Spin(50, 0, 100), "MIT_HighPct", "MIT-U3", "The blend believes cells with at least this score in percent; 91 is the rule of reliability.", needs("MIT=blend");
        parameter imbalance_classes: Spin(1, 0, 4_194_303), "MIT_Classes", "MIT-U4", "The classes of selective: the sum of 1 for the bishop pair, 2 for bishop v knight, and so on in the order of `miner show classes`.", needs("MIT=selective");
        switch seed_weights: Choice(SeedWeights, Own), "EV_Weights", "EV-07", "Weights of EV-01 to EV-06: the engine's own, or the flat centipawns of J. Swafford's Prophet.";
        switch mobility: Choice(MobilityMode, Pieces), "Mobility", "MOB-01", "How mobility is counted: one counter for both sides, one for each, or a table for each piece.";
        parameter mobility_scale: Spin(100, 0, 400), "Mobility_Scale", "MOB-01", "Percent of mobility; 0 is off.", needs("Mobility");
        switch passed: Spin(100, 0, 400), "Passed", "EV-03", "Percent of passed pawns; 0 is off.", off("0");
        switch candidate: Spin(100, 0, 400), "Candidate", "-", "Percent of candidate passed pawns; 0 is off.", off("0");
        switch isolated: Spin(100, 0, 400), "Isolated", "EV-04", "Percent of isolated pawns; 0 is off.", off("0");
        switch doubled: Spin(100, 0, 400), "Doubled", "EV-05", "Percent of doubled pawns; 0 is off.", off("0");
        switch backward: Spin(100, 0, 400), "Backward", "-", "Percent of backward pawns; 0 is off.", off("0");
        switch connected: Spin(100, 0, 400), "Connected", "-", "Percent of connected pawns; 0 is off.", off("0");
        switch shelter: Spin(100, 0, 400), "KingShelter", "-", "Percent of the pawns before the own king; 0 is off.", off("0");
        switch king_pawns: Spin(100, 0, 400), "KingPawns", "-", "Percent of the king's distance to pawns, and of a flank without pawns; 0 is off.", off("0");
        switch storm: Spin(100, 0, 400), "PawnStorm", "-", "Percent of enemy pawns before the king; 0 is off.", off("0");
        switch king_danger: Spin(100, 0, 400), "KingDanger", "-", "Percent of the attack on a king; 0 is off.", off("0");
        switch knight_tropism: Spin(100, 0, 400), "KnightTropism", "EV-01", "Percent of knights' distance to the enemy king; 0 is off.", off("0");
        switch queen_tropism: Spin(100, 0, 400), "QueenTropism", "-", "Percent of queens' distance to the enemy king; 0 is off.", off("0");
        switch rook_open: Spin(100, 0, 400), "RookOpen", "EV-02", "Percent of rooks on open files; 0 is off.", off("0");
        switch rook_half_open: Spin(100, 0, 400), "RookHalfOpen", "EV-02", "Percent of rooks on half-open files; 0 is off.", off("0");
        switch rook_blocked: Spin(100, 0, 400), "RookBlocked", "SML-3", "Percent of rooks behind an own pawn that an enemy pawn blocks; 0 is off.", off("0");
        switch rook_behind: Spin(100, 0, 400), "RookBehind", "SML-4", "Percent of rooks behind passed pawns of either side; 0 is off.", off("0");
        parameter rook_behind_all: Check(false), "RookBehind_All", "SML-4", "Rooks count that attack any enemy pawn from behind, not passed ones alone.", needs("RookBehind");
        switch major7: Spin(100, 0, 400), "Major7", "EV-06", "Percent of rooks and queens on the seventh rank; 0 is off.", off("0");
        switch major7_connected: Spin(100, 0, 400), "Major7Conn", "EV-06", "Percent of connected majors on the seventh rank; 0 is off.", off("0");
        parameter major7_both: Check(false), "Maj7_ConnectedBoth", "EV-06", "Of two connected majors both count, not only the one nearer the a-file.", needs("Major7Conn");
        switch outpost: Choice(OutpostMode, Covered), "Outpost", "SML-2", "Outposts: none, all alike, or more for those that an own pawn covers.";
        parameter outpost_scale: Spin(100, 0, 400), "Outpost_Scale", "SML-2", "Percent of outposts; 0 is off.", needs("Outpost");
        switch knight_blockade: Spin(100, 0, 400), "KnightBlockade", "SML-5", "Percent of knights right before a weak enemy pawn; 0 is off.", off("0");
        switch small_stuff_fitted: Check(true), "SML_Fitted", "SML-3 SML-4 SML-5", "Rooks behind blocked pawns, rooks behind pawns and knights before weak pawns have the weights of the fit; without this those by hand, whose signs are their author's.", needs("FittedWeights");
        switch bishop_v_knight: Spin(25, -400, 400), "BishopVKnight", "SML-1", "Centipawns for the bishop against the knight in an open ending with pawns on both flanks.", off("0");
        switch knight_pair_good: Spin(0, -400, 400), "KnightPair_Good", "CKN-01", "Centipawns for two knights side by side.", off("0"), on("10");
        switch knight_pair_bad: Spin(0, -400, 400), "KnightPair_Bad", "CKN-01", "Centipawns for two knights that protect each other.", off("0"), on("-10");
        switch rook_pin_a: Spin(50, -400, 400), "RookPin8_A", "RP8-01", "Centipawns for a pin on the enemy's first rank that nothing relieves.", off("0");
        switch rook_pin_b: Spin(25, -400, 400), "RookPin8_B", "RP8-01", "Centipawns for any other pin on the enemy's first rank.", off("0");
        switch rook_pin_c: Spin(12, -400, 400), "RookPin8_C", "RP8-01", "Centipawns for a rook that looks at the king through two enemy pieces there.", off("0");
        switch bishop_pair: Spin(100, 0, 400), "BishopPair", "-", "Percent of the bishop pair; 0 is off.", off("0");
        switch bad_bishop: Spin(100, 0, 400), "BadBishop", "-", "Percent of own pawns on a bishop's colour; 0 is off.", off("0");
        switch queen_exposed: Spin(100, 0, 400), "QueenExposed", "-", "Percent of queens that one piece shields from a slider; 0 is off.", off("0");
        switch long_diagonal: Spin(100, 0, 400), "LongDiagonal", "-", "Percent of bishops that look through the centre; 0 is off.", off("0");
        switch shielded: Spin(100, 0, 400), "ShieldedMinor", "-", "Percent of minor pieces behind a pawn; 0 is off.", off("0");
        switch threats: Spin(100, 0, 400), "Threats", "-", "Percent of attacks on pieces; 0 is off.", off("0");
        switch space: Spin(100, 0, 400), "Space", "-", "Percent of space in the centre; 0 is off.", off("0");
        switch winnable: Spin(100, 0, 400), "Winnable", "-", "Percent of what makes the endgame value more or less believable; 0 is off.", off("0");
        switch tempo: Spin(100, 0, 400), "Tempo", "-", "Percent of the bonus for the side to move; 0 is off.", off("0");
        switch initiative: Check(false), "Initiative", "INI-01", "A bonus for a side that has several things going for it.";
        parameter initiative_scale: Spin(10, 0, 400), "Initiative_Scale", "INI-01", "Percent of E. Schröder's initiative bonus.", needs("Initiative");
        parameter initiative_safe: Spin(50, -400, 1_000), "INI_SafeMax", "INI-01", "Centipawns of danger up to which the own king is safe enough for the initiative.", needs("Initiative");
        parameter shuffle_scale: Spin(100, 0, 400), "AntiShuffle_Scale", "SHF-01", "Percent of the penalty for shuffling, if AntiShuffle counts it; 0 is off.", needs("AntiShuffle");
        switch drawish: Check(true), "Drawish", "-", "Take from the endgame value where the material is hard to win with.";
        switch fifty_moves: Check(true), "FiftyScale", "-", "Scale the score down as the draw by fifty moves comes near.";
        switch endings: Check(true), "Endings", "-", "Evaluate endings that are known, such as those against a bare king, by their own rules.";
        switch ending_draws: Check(true), "EndingDraws", "-", "Search no further where an ending is drawn for certain.", needs("Endings");
        switch kqkp: Check(true), "KQKP", "-", "Know the draws of queen against a rook's or bishop's pawn on the seventh.", needs("Endings");
        switch krpkr: Check(true), "KRPKR", "-", "Know the draws of rook and pawn against rook.", needs("Endings");
        switch lazy_margin: Spin(0, 0, 10_000), "LazyMargin", "HR-08", "Leave pieces out if material, piece squares and pawns are beyond this many centipawns; 0 never does.", off("0"), on("600");
        switch hash: Spin(32_768, 0, 1_048_576), "EvalHash", "-", "Entries of the evaluation hash table, 32 bytes each; 0 is off.", off("0"), clock();
        switch pawn_hash: Spin(8_192, 0, 1_048_576), "PawnHash", "-", "Entries of the pawn hash table, and of those for the kings behind the pawns and for material; 0 is off.", off("0"), clock();
    }
}
