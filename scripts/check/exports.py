"""Reads the exports in a folder with other programs and compares what they see. Called by scripts/check/exports."""

import csv
import io
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import duckdb

CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def check(condition, what):
    if not condition:
        sys.exit(f"check/exports: {what}")


def openings(folder):
    """Moves by key, as the CSV has them."""
    moves = defaultdict(dict)
    for row in rows(folder / "opening.csv"):
        moves[int(row["key"], 16)][row["move"]] = row
    return moves


def weights(moves):
    """What the moves of one position should weigh in a book."""
    points = {move: 2 * int(row["wins"]) + int(row["draws"]) for move, row in moves.items()}
    heaviest = max(points.values())
    if heaviest <= 0xFFFF:
        return points
    return {move: max((p * 0xFFFF + heaviest // 2) // heaviest, p > 0) for move, p in points.items()}


def positions(moves):
    """Every position that the table's moves reach from the start position."""
    start = chess.Board()
    seen = {chess.polyglot.zobrist_hash(start)}
    queue = [start]
    for board in queue:
        key = chess.polyglot.zobrist_hash(board)
        if key not in moves:
            continue
        yield key, board
        for uci in moves[key]:
            after = board.copy(stack=False)
            after.push_uci(uci)
            key_after = chess.polyglot.zobrist_hash(after)
            if key_after not in seen:
                seen.add(key_after)
                queue.append(after)


def check_book(folder):
    """python-chess finds the table's moves with their weights, castling included."""
    moves = openings(folder)
    reached = compared = castled = 0
    with chess.polyglot.open_reader(folder / "book.bin") as book:
        keys = [entry.key for entry in book]
        check(keys == sorted(keys), "the book is not sorted")
        for key, board in positions(moves):
            reached += 1
            # find_all drops moves that are not legal in the position.
            found = {entry.move.uci(): entry.weight for entry in book.find_all(board, minimum_weight=0)}
            check(found == weights(moves[key]), f"the book says {found} in {board.fen()}")
            compared += len(found)
            raw = {entry.raw_move for entry in book.find_all(key, minimum_weight=0)}
            for uci in found:
                if board.is_castling(chess.Move.from_uci(uci)):
                    castled += 1
                    rook = chess.Move.from_uci(CASTLING[uci])
                    check((rook.from_square << 6 | rook.to_square) in raw, f"{uci} is not king takes rook")
        size = len(book)
    left_out = sum(map(len, moves.values())) - size
    print(f"python-chess: {reached} positions, {compared} moves with their weights, {castled} castlings; "
          f"{size - compared} moves in positions not reached, {left_out} left out")


def check_epd(folder):
    """python-chess reads every line, and its key is in the table with these games."""
    moves = openings(folder)
    lines = 0
    for line in (folder / "opening.epd").read_text().splitlines():
        board, operations = chess.Board.from_epd(line)
        of_position = moves[chess.polyglot.zobrist_hash(board)]
        games = sum(int(row["games"]) for row in of_position.values())
        check(f"games={games} " in operations["c0"], f"games of {line}")
        check(operations["pm"].uci() in of_position, f"the move of {line}")
        lines += 1
    print(f"python-chess: {lines} EPD lines")


def games_of(of_position):
    """Games, wins, draws and losses of a position's moves."""
    return [sum(int(row[name]) for row in of_position.values()) for name in ("games", "wins", "draws", "losses")]


def lines_of(folder, depth):
    """The positions at which a Polyglot book's lines end, by python-chess."""
    ends, level = set(), {chess.Board().epd(): chess.Board()}
    with chess.polyglot.open_reader(folder / "lines.bin") as book:
        for _ in range(depth + 1):
            following = {}
            for board in level.values():
                entries = list(book.find_all(board))
                if not entries:
                    ends.add(board.epd())
                for entry in entries:
                    after = board.copy(stack=False)
                    after.push(entry.move)
                    following[after.epd()] = after
            level = following
    check(not level, "a line of the book goes on behind the last exit")
    return ends


def coverage(moves, exits, depth):
    """The share of games at an exit, ply by ply, if they choose moves as often as the table's."""
    covered, level = 0.0, {chess.Board().epd(): (chess.Board(), 1.0)}
    for ply in range(depth + 1):
        following = {}
        for epd, (board, share) in level.items():
            of_position = moves.get(chess.polyglot.zobrist_hash(board))
            if of_position and epd in exits:
                covered += share
            elif of_position and ply < depth:
                total = games_of(of_position)[0]
                for uci, row in of_position.items():
                    after = board.copy(stack=False)
                    after.push_uci(uci)
                    before = following.get(after.epd(), (after, 0.0))[1]
                    following[after.epd()] = (after, before + share * int(row["games"]) / total)
        level = following
    return covered


def check_lines(folder):
    """python-chess reads the three forms of `miner book`, and all have the same exits."""
    moves = openings(folder)
    exits = []
    for line in (folder / "lines.epd").read_text().splitlines():
        board, operations = chess.Board.from_epd(line)
        games, wins, draws, losses = games_of(moves[chess.polyglot.zobrist_hash(board)])
        check(operations["c0"].startswith(f"games={games} wins={wins} draws={draws} losses={losses} ply="), f"the counts of {line}")
        check(games >= 100 and 0.4 <= draws / games <= 0.6, f"the bounds of {line}")
        exits.append(board.epd())
    check(len(set(exits)) == len(exits) > 50, "an exit comes twice, or there are few")
    with (folder / "lines.pgn").open() as file:
        ends = [game.end().board().epd() for game in iter(lambda: chess.pgn.read_game(file), None)]
    check(ends == exits, "the lines of the PGN end elsewhere")
    summary = json.loads((folder / "lines.bin.json").read_text())
    check(summary["exits"] == len(exits), "the number of exits")
    ends = lines_of(folder, 6)
    check(ends <= set(exits), "a line of the Polyglot book ends elsewhere")
    covered = coverage(moves, set(exits), 6)
    check(abs(covered - summary["coverage"]["at_exit"]) < 1e-9, f"the coverage is {covered}")
    print(f"python-chess: {len(exits)} exits in EPD and PGN, {len(ends)} last ones in the Polyglot book, {100 * covered:.1f} % covered")


def check_parquet(folder):
    """DuckDB reads the columns, and every row is the CSV's."""
    for table in ("imbalance", "pst-endgame", "opening"):
        parquet = folder / f"{table}.parquet"
        names = [column[0] for column in duckdb.sql(f"DESCRIBE SELECT * FROM '{parquet}'").fetchall()]
        selected = [f"printf('%016x', {name})" if name == "key" else name for name in names]
        found = duckdb.sql(f"SELECT {', '.join(selected)} FROM '{parquet}'").fetchall()
        expected = [tuple(row[name] for name in names) for row in rows(folder / f"{table}.csv")]
        found = [tuple(map(as_csv, names, row)) for row in found]
        check(sorted(found) == sorted(expected), f"{parquet.name} and the CSV differ")
        sums = duckdb.sql(f"SELECT sum(wins), sum(draws), sum(losses) FROM '{parquet}'").fetchone()
        by_json = json.loads((folder / f"{table}.json").read_text())
        for name, total in zip(("wins", "draws", "losses"), sums):
            check(total == sum(row[name] for row in by_json["rows"]), f"the sum of {name} in {table}")
        metadata = duckdb.sql(
            f"SELECT decode(value) FROM parquet_kv_metadata('{parquet}') "
            "WHERE decode(key) = 'prospector.provenance'").fetchone()
        check(json.loads(metadata[0]) == by_json["provenance"], f"the provenance of {table}")
        print(f"DuckDB: {table}, {len(found)} rows, sums {', '.join(str(int(total)) for total in sums)}")


def check_documented_query(folder):
    """The query of docs/formats.md runs on the export that stands above it."""
    page = (Path(__file__).parents[2] / "docs/formats.md").read_text()
    query = re.search(r'\$ duckdb -c "(SELECT[^"]*)"', page)[1]
    query = query.replace("'imbalance.parquet'", f"'{folder / 'imbalance.parquet'}'")
    found = duckdb.sql(query).fetchall()
    differences = [row[0] for row in found]
    check(min(differences) < 0 < max(differences), "both sides are ahead in pawns")
    by_csv = defaultdict(int)
    for row in rows(folder / "imbalance.csv"):
        if all(row["w" + piece] == row["b" + piece] for piece in "nbrq"):
            by_csv[int(row["wp"]) - int(row["bp"])] += int(row["games"])
    check({row[0]: int(row[1]) for row in found} == dict(by_csv), "the query and the CSV differ")
    print(f"DuckDB: the documented query, {len(found)} rows")


def as_csv(name, value):
    """A value of a Parquet column as the CSV has it: figures are rounded there, and empty where they are null."""
    if value is None:
        return ""
    if isinstance(value, float):
        in_tenths = name.endswith("centipawns") or name in ("average_elo", "performance", "evaluation")
        return f"{value:.{1 if in_tenths else 0 if name.endswith('games') else 6}f}"
    return str(value)


def check_mat(folder):
    """pos.mat and perc.mat by their definition."""
    names = ("wp", "bp", "wn", "bn", "wb", "bb", "wr", "br", "wq", "bq")
    strides = (26244, 2916, 972, 324, 108, 36, 12, 4, 2, 1)
    pos, perc = [0] * 236196, [50] * 236196
    for row in rows(folder / "imbalance.csv"):
        cell = sum(int(row[name]) * stride for name, stride in zip(names, strides))
        games, points = int(row["games"]), 2 * int(row["wins"]) + int(row["draws"])
        pos[cell] = games
        exact = 100 * points / (2 * games)
        perc[cell] = int(exact) if exact in (0, 100) else min(max(int(exact + 0.5), 1), 99)
    for name, numbers in (("pos.mat", pos), ("perc.mat", perc)):
        check((folder / name).read_bytes() == struct.pack("<236196i", *numbers), name)
    print("Rebel's files: the same bytes, written from the CSV")


def run(folder, *command):
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def check_c(folder):
    """A C compiler takes the headers without a warning, and the arrays say what the CSV says."""
    (folder / "main.c").write_text("""
#include <stdio.h>
#include "imbalance.h"
#include "pst.h"
int main(void) {
    for (int cell = 0; cell < PROSPECTOR_MIT_CELLS; cell++) {
        int at = prospector_mit_find(cell);
        if (at >= 0)
            printf("%d %u %d\\n", cell, (unsigned)prospector_mit_games[at], prospector_mit_score[at]);
    }
    for (int i = 0; i < 12 * 64; i++)
        printf("%d\\n", prospector_pst_endgame[i / 64][i % 64]);
    return 0;
}
""")
    (folder / "dense.c").write_text("""
#include <stdio.h>
#include "dense.h"
int main(void) {
    for (int cell = 0; cell < PROSPECTOR_MIT_CELLS; cell++)
        if (prospector_mit_games[cell])
            printf("%d %d %d\\n", cell, prospector_mit_games[cell], prospector_mit_centipawns[cell]);
    return 0;
}
""")
    flags = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror")
    run(folder, "cc", *flags, "main.c", "-o", "main")
    run(folder, "cc", *flags, "dense.c", "-o", "dense")
    printed = run(folder, "./main").split("\n")[:-1]
    dense = run(folder, "./dense").split("\n")[:-1]
    cells = [line.split() for line in printed if " " in line]
    by_csv = rows(folder / "imbalance.csv")
    check(len(cells) == len(dense) == len(by_csv), "the number of cells in C")
    for (cell, games, score), line, row in zip(cells, dense, by_csv):
        check(int(games) == int(row["games"]), f"games of cell {cell} in C")
        check(abs(int(score) - 10_000 * float(row["score"])) <= 0.51, f"score of cell {cell} in C")
        check(line.split()[:2] == [cell, str(min(int(games), 65535))], f"dense games of cell {cell}")
        check(abs(int(line.split()[2]) - float(row["centipawns"])) <= 0.56, f"centipawns of cell {cell}")
    print(f"cc: {len(cells)} cells in both headers")
    return [int(line) for line in printed if " " not in line]


def check_example(folder):
    """The example for engines in C says what the CSV says, of the cells with most games and of one without."""
    example = Path(__file__).resolve().parents[2] / "tables" / "examples" / "material.c"
    run(folder, "cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I.", str(example), "-o", "material")
    names = ("wp", "bp", "wn", "bn", "wb", "bb", "wr", "br", "wq", "bq")
    asked = sorted(rows(folder / "imbalance.csv"), key=lambda row: -int(row["games"]))[:20]
    for row in asked:
        said = run(folder, "./material", *(row[name] for name in names))
        check(f": {row['games']} games, White scored " in said, f"the example says {said}")
        check(abs(float(said.split()[-2]) - 100 * float(row["score"])) <= 0.0051, f"the example says {said}")
    none = subprocess.run([folder / "material", *"9000000000"], capture_output=True, text=True)
    check((none.returncode, none.stdout) == (1, "no game had this material\n"), "the example finds what is not there")
    print(f"cc: the example in C, {len(asked)} cells")


def boards(lines):
    """The numbers of the twelve boards of a piece-square text."""
    rows_of_eight = [line.split() for line in lines[:lines.index("--- C ---")] if len(line.split()) == 8]
    return [int(word) for words in rows_of_eight if words[0].lstrip("-").isdigit() for word in words]


def check_metrics(folder):
    """The centipawns of the piece-square texts by their formulas, from the counts of the CSV."""
    shrink = 1000
    counts = {}  # (piece, square) -> positions, wins, points of its owner; White's side of the board
    for row in rows(folder / "pst-endgame.csv"):
        square = 8 * (int(row["square"][1]) - 1) + "abcdefgh".index(row["square"][0])
        place = (row["piece"].upper(), square if row["piece"].isupper() else square ^ 56)
        wins = int(row["wins"])
        here = (int(row["count"]), wins, wins + int(row["draws"]) / 2)
        counts[place] = [a + b for a, b in zip(counts.get(place, (0, 0, 0)), here)]

    def odds(score):
        return 400 * math.log10(score / (1 - score))

    for metric in ("score", "occupancy"):
        found = boards((folder / f"pst-{metric}.txt").read_text().split("\n"))
        for number, piece in enumerate("PNBRQK"):
            of_piece = {square: here for (letter, square), here in counts.items() if letter == piece}
            games, wins, points = map(sum, zip(*of_piece.values()))
            if metric == "score":
                mean = (points + 0.5) / (games + 1)
                values = {square: odds((here[2] + shrink * mean) / (here[0] + shrink)) - odds(mean)
                          for square, here in of_piece.items()}
            else:
                share = {square: (here[1] + shrink / len(of_piece)) / (wins + shrink)
                         for square, here in of_piece.items()}
                mean = sum(p * 4 * math.log2(p) for p in share.values())
                values = {square: 4 * math.log2(p) - mean for square, p in share.items()}
            for square in range(64):
                for place in (64 * number + square, 64 * (number + 6) + (square ^ 56)):
                    wanted = values.get(square, 0)
                    check(abs(found[place] - wanted) <= 0.5001, f"{metric} of {piece} on {square}: {found[place]}, not {wanted}")
        print(f"recounted: {len(found)} values of the piece-square text by {metric}")


def check_pst(folder, by_c):
    """The three forms of the piece-square text agree with the C header."""
    lines = (folder / "pst-score.txt").read_text().split("\n")
    at = {line: number for number, line in enumerate(lines) if line.startswith("--- ")}
    check(boards(lines) == by_c, "the boards and the C header differ")
    (folder / "text.c").write_text("\n".join(
        ["#include <stdio.h>", *lines[at["--- C ---"] + 1:at["--- Rust ---"]],
         'int main(void) { for (int i = 0; i < 768; i++) printf("%d\\n", '
         "prospector_pst_endgame[i / 64][i % 64]); return 0; }", ""]))
    run(folder, "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "text.c", "-o", "text")
    check(list(map(int, run(folder, "./text").split())) == by_c, "the C array of the text")
    (folder / "text.rs").write_text("\n".join(
        [*lines[at["--- Rust ---"] + 1:at["--- end ---"]],
         'fn main() { for value in PST_ENDGAME.as_flattened() { println!("{value}"); } }', ""]))
    run(folder, "rustc", "--edition", "2021", "text.rs", "-o", "text-rs")
    check(list(map(int, run(folder, "./text-rs").split())) == by_c, "the Rust array of the text")
    print(f"cc and rustc: {len(by_c)} values of the piece-square text")


def check_lists(folder):
    """Clocks, evaluations and times of comments, as python-chess reads them, are DuckDB's lists."""
    movetext = "1. e4 { [%eval 0.25] [%clk 0:03:00] } e5 { [%clk 0:02:59] [%emt 0:00:01.5] } 2. Ke2 { [%eval #-4] } 1/2-1/2"
    pgn = f'[Event "lists"]\n[Result "1/2-1/2"]\n\n{movetext}\n\n'
    (folder / "lists.pgn").write_text(pgn)
    command = [os.environ["MINER"], "games", "lists.pgn", "--out", "lists.parquet"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    found = duckdb.sql(f"SELECT clocks, evaluations, times FROM '{folder / 'lists.parquet'}'").fetchone()
    nodes = list(chess.pgn.read_game(io.StringIO(pgn)).mainline())
    clocks = [None if node.clock() is None else round(1000 * node.clock()) for node in nodes]
    scores = [node.eval() and node.eval().white().score(mate_score=32_000) for node in nodes]
    times = [None if node.emt() is None else round(1000 * node.emt()) for node in nodes]
    check(found == (clocks, scores, times), f"lists are {found}, python-chess reads {clocks}, {scores}, {times}")
    print(f"DuckDB: clocks {clocks} and evaluations {scores} of a commented game")


def check_games(folder):
    """Games as rows, ours and those of lichess's data set as DuckDB writes them, are the same games as their PGN."""
    text = (folder / "games.pgn").read_text(encoding="latin-1")
    moves = [game.split("\n\n")[0] for game in text.split("]\n\n")[1:]]
    count = duckdb.sql(f"SELECT count(*) FROM '{folder / 'games.parquet'}'").fetchone()[0]
    check(count == len(moves), "games.parquet and games.pgn have not as many games")
    check_lists(folder)
    with (folder / "moves.csv").open("w", newline="") as file:
        csv.writer(file).writerows(enumerate(moves))
    duckdb.sql(
        f"""COPY (SELECT event AS Event, site AS Site, white AS White, black AS Black, result AS Result,
        white_elo AS WhiteElo, black_elo AS BlackElo, date AS UTCDate, TIME '12:00:00' AS UTCTime, eco AS ECO,
        column1 AS movetext FROM (SELECT *, row_number() OVER () - 1 AS place FROM '{folder / 'games.parquet'}')
        JOIN read_csv('{folder / 'moves.csv'}', header = false, columns = {{'column0': 'BIGINT', 'column1': 'VARCHAR'}})
        ON place = column0 ORDER BY place) TO '{folder / 'lichess.parquet'}' (FORMAT parquet)"""
    )
    tables = {}
    for name in ("games.pgn", "games.parquet", "lichess.parquet"):
        command = ["imbalance", name, "--min-elo", "2900", "--csv", "t.csv", "--out", "t.bin"]
        subprocess.run([os.environ["MINER"], *command], cwd=folder, check=True, capture_output=True)
        tables[name] = (folder / "t.csv").read_text()
    check(len(tables["games.pgn"]) > 10_000, "the sample has hardly a cell")
    check(len(set(tables.values())) == 1, "games as rows make other tables than their PGN")


def main(folder):
    if missing := [program for program in ("cc", "rustc") if shutil.which(program) is None]:
        sys.exit(f"check/exports: needs {' and '.join(missing)}")
    check_book(folder)
    check_epd(folder)
    check_lines(folder)
    check_parquet(folder)
    check_games(folder)
    check_documented_query(folder)
    check_mat(folder)
    check_metrics(folder)
    check_pst(folder, check_c(folder))
    check_example(folder)


main(Path(sys.argv[1]).resolve())
