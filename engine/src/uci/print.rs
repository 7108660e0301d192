//! Everything that is ever printed. Who has stopped listening is no concern of the engine's, so
//! failing writes are ignored; the end of input will end it.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    time::Duration,
};

use rules::{Move, Piece, Square};
use shakmaty::{CastlingMode, EnPassantMode, fen::Fen};
use tables::WeightBlock;

use super::log;
use crate::{
    bench::Signature,
    embedded::{self, Content, TableSource},
    eval::breakdown::Breakdown,
    game::Game,
    options::{OptionKind, Options},
    score::Score,
    search::{ScoreBound, SearchInfo},
    tapered::Tapered,
};

/// Prints a text at once and whole.
pub(super) fn text(text: &str) {
    log::note("<<", text);
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn line(line: &str) {
    text(&format!("{line}\n"));
}

/// A message for a person.
pub(super) fn string(sentence: &str) {
    line(&format!("info string {sentence}"));
}

/// How the command line is used.
const USAGE: &str = "usage: engine [--wait | --version | --help]
       engine bench [DEPTH] [--json] | tables | weights | any UCI command
Without a command it speaks UCI. With --wait it finishes a search that has a limit before it exits at
the end of input.
";

/// What was wrong with the command line, and how it is used, on stderr.
pub(super) fn usage(sentence: &str) {
    let _ = write!(io::stderr(), "{sentence}\n{USAGE}");
}

/// How the command line is used, on stdout.
pub(super) fn help() {
    text(USAGE);
}

/// Name and version.
pub(super) fn version() {
    line(&format!("Prospector {}", env!("CARGO_PKG_VERSION")));
}

/// The answer to `uci`.
pub(super) fn identity() {
    let mut out = format!(
        "id name Prospector {}\nid author the Prospector authors\n",
        env!("CARGO_PKG_VERSION")
    );
    for option in Options::declarations() {
        let default = option.default();
        let kind = match option.kind {
            OptionKind::Check => format!("check default {default}"),
            OptionKind::Spin { min, max } => format!("spin default {default} min {min} max {max}"),
            OptionKind::Choice(words) => {
                format!("combo default {default} var {}", words.join(" var "))
            }
            OptionKind::Text => format!("string default {default}"),
            OptionKind::Button => "button".to_owned(),
        };
        let _ = writeln!(out, "option name {} type {kind}", option.name);
    }
    text(&(out + "uciok\n"));
}

/// The answer to `isready`.
pub(super) fn ready() {
    line("readyok");
}

/// A line of the search.
pub(super) fn info(info: &SearchInfo, bound: Option<ScoreBound>, mode: CastlingMode) {
    let nps = per_second(info.nodes, info.elapsed);
    let SearchInfo { depth, seldepth, multi_pv, score, nodes, hashfull, .. } = info;
    let mut out =
        format!("info depth {depth} seldepth {seldepth} multipv {multi_pv} score {score}");
    out += match bound {
        None => "",
        Some(ScoreBound::Lower) => " lowerbound",
        Some(ScoreBound::Upper) => " upperbound",
    };
    if let Some([win, draw, loss]) = info.wdl {
        let _ = write!(out, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        out,
        " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {} time {} pv",
        info.tablebase_hits,
        info.elapsed.as_millis()
    );
    for mv in &info.pv {
        let _ = write!(out, " {}", mv.uci(mode.is_chess960()));
    }
    line(&out);
}

/// The root move that is being searched.
pub(super) fn current_move(depth: i32, mv: Move, number: usize, mode: CastlingMode) {
    let mv = mv.uci(mode.is_chess960());
    line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
}

/// The score of a game that is over: mate, or no move otherwise.
pub(super) fn no_move(game: &Game) {
    let score = if game.position().in_check() { Score::mated_at(0) } else { Score::DRAW };
    line(&format!("info depth 0 score {score}"));
}

/// What the answer is for, if it is not for what was last asked about.
pub(super) fn stale(game: &Game) {
    let fen = Fen::from_position(game.chess(), EnPassantMode::Legal);
    string(&format!("the last position was refused; this search is of {fen}"));
}

/// The end of a search.
pub(super) fn best_move(found: Option<&SearchInfo>, mode: CastlingMode) {
    let Some(best) = found.and_then(|info| info.pv.first()) else {
        line("bestmove (none)");
        return;
    };
    let mut out = format!("bestmove {}", best.uci(mode.is_chess960()));
    if let Some(reply) = found.and_then(|info| info.ponder) {
        let _ = write!(out, " ponder {}", reply.uci(mode.is_chess960()));
    }
    line(&out);
}

/// The counts of a perft, move by move.
pub(super) fn perft(counts: &[(Move, u64)], mode: CastlingMode, elapsed: Duration) {
    let mut out = String::new();
    let mut total = 0;
    for (mv, count) in counts {
        let _ = writeln!(out, "{}: {count}", mv.uci(mode.is_chess960()));
        total += count;
    }
    let nps = per_second(total, elapsed);
    let _ = writeln!(out, "\nNodes searched: {total}\nNodes/second: {nps}");
    text(&out);
}

/// The result of a bench.
pub(super) fn signature(signature: &Signature) {
    let Signature { positions, nodes, elapsed, .. } = signature;
    let nps = per_second(*nodes, *elapsed);
    text(&format!("{positions} positions, {} ms\n{nodes} nodes {nps} nps\n", elapsed.as_millis()));
}

/// The board, its FEN and its key.
pub(super) fn board(game: &Game) {
    let mut out = String::new();
    let position = game.position();
    for rank in (0..8).rev() {
        let _ = write!(out, "{} ", rank + 1);
        for file in 0..8 {
            let on = Square::new(8 * rank + file);
            let piece = on.and_then(|square| position.board().get(square));
            let _ = write!(out, " {}", piece.map_or('.', Piece::letter));
        }
        out.push('\n');
    }
    let fen = Fen::from_position(game.chess(), EnPassantMode::Legal);
    let key = rules::zobrist::key(&position);
    let _ = writeln!(out, "\n   a b c d e f g h\n\nFen: {fen}\nKey: {key:016x}");
    text(&out);
}

/// The evaluation term by term.
pub(super) fn breakdown(eval: &Breakdown) {
    let pair = |value: Tapered| format!("{:>6} {:>6}", value.mg(), value.eg());
    let heads = "    mg     eg";
    let mut out = format!(
        "{:<15} | {:^13} | {:^13} | {:^13}\n{:<15} | {heads} | {heads} | {heads}\n",
        "Term", "White", "Black", "Net", ""
    );
    for term in &eval.terms {
        let (white, black, net) = (pair(term.white), pair(term.black), pair(term.net()));
        let _ = writeln!(out, "{:<15} | {white} | {black} | {net}", term.name);
    }
    for (name, change) in eval.corrections.iter().filter(|(_, change)| *change != 0) {
        let _ = writeln!(out, "{name:<15} | {change:>6} cp for White");
    }
    let cell = eval.imbalance.cell.map_or_else(|| "none".to_owned(), |c| c.index().to_string());
    let counts = eval.imbalance.counts;
    let score = counts.score().map_or_else(|| "-".to_owned(), |s| format!("{:.1}%", 100.0 * s));
    let bonus = eval.imbalance.bonus;
    let games = counts.games();
    let _ = writeln!(out, "\nmit cell={cell} games={games} score={score} bonus={bonus}");
    if let Some([white, black]) = eval.initiative {
        let _ = writeln!(out, "initiative white={white} black={black} of 7");
    }
    let _ = writeln!(out, "phase {} of 24\ntotal {} cp for White", eval.phase, eval.white_score);
    text(&out);
}

/// The fitted weights in force: a line for each block, `mg/eg` of each weight.
pub(super) fn weights(blocks: &[WeightBlock]) {
    let mut out = String::new();
    for WeightBlock { name, weights } in blocks {
        let pairs: Vec<_> = weights.iter().map(|(mg, eg)| format!("{mg}/{eg}")).collect();
        let _ = writeln!(out, "{name} {}", pairs.join(" "));
    }
    if out.is_empty() {
        out = "no weights.bin: the engine plays with rough weights by hand\n".to_owned();
    }
    text(&out);
}

/// The tables that the engine was built with, and the files of another folder if it plays with those.
pub(super) fn tables(files: &str) {
    let mut out = String::new();
    if !files.is_empty() {
        out += "in force, from TablesDir:\n";
        out += files;
        out += "built in:\n";
    }
    for TableSource { file, maker, content } in embedded::sources() {
        let _ = match content {
            Some(content) => writeln!(out, "{file:<19} {}", describe(content)),
            None => writeln!(
                out,
                "{file:<19} missing, the engine plays without; \
                 make it with `cargo run --release -p {maker}` and build again"
            ),
        };
    }
    text(&out);
}

fn describe(content: &Content) -> String {
    let Content { program, inputs, games_read, games_used, entries, unit, bytes, .. } = content;
    let options: Vec<_> =
        content.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!(
        "{entries} {unit} from {games_used} of {games_read} games in {inputs} files, {} positions; \
         {}; {program}; {bytes} bytes, checksum {:016x}",
        content.positions,
        if options.is_empty() { "no filters".to_owned() } else { options.join(" ") },
        content.checksum
    )
}

pub(super) fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}
