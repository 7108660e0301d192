"""Compares the miner's tables with an independent recount, cell by cell."""

import argparse
import csv
import itertools
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from recount import PHASES, Options, game_starts, read_text, recount, split_games

ROOT = Path(__file__).resolve().parents[2]

IMBALANCE_COLUMNS = "wp bp wn bn wb bb wr br wq bq games wins draws losses".split()
PST_COLUMNS = "piece square count wins draws losses".split()
KING_SQUARES_COLUMNS = "phase king bucket piece square count wins draws losses".split()
PRIORS_COLUMNS = "phase before before_piece before_to piece from to played expected_65536ths".split()
OPENING_COLUMNS = "key move games wins draws losses".split()
AVERAGES_COLUMNS = [*OPENING_COLUMNS, *"rated half_points elo opponents evaluated evaluation_sum".split()]
MAX_SHOWN = 20


@dataclass
class Table:
    """One of the miner's tables, and what the recount expects of it."""

    name: str
    command: list
    columns: list
    rows: list


def tables_of(tally, options):
    """The tables to compare, with the miner's command line for each."""
    shared = []
    if options.min_elo is not None:
        shared += ["--min-elo", str(options.min_elo)]
    if options.include_setup:
        shared += ["--include-setup"]
    # The miner's own default is recounted, too.
    stable = [] if options.stable_plies == Options.stable_plies else ["--stable-plies", str(options.stable_plies)]
    depth = ["--max-ply", str(options.max_ply)]
    # What engines write into comments is read by the miner alone; scripts/check/wdl recounts it.
    command = ["opening", "--averages", *shared, *depth]
    averages = Table("opening-averages", command, AVERAGES_COLUMNS, tally.averages_rows())
    return [
        Table("imbalance", ["imbalance", *shared, *stable], IMBALANCE_COLUMNS, tally.imbalance_rows()),
        *(
            Table(f"pst-{phase}", ["pst", "--phase", phase, *shared], PST_COLUMNS, tally.pst_rows(phase))
            for phase in PHASES
        ),
        Table("king-squares", ["pst", "--king-buckets", *shared], KING_SQUARES_COLUMNS, tally.king_squares_rows()),
        *([Table("priors", ["priors", *shared], PRIORS_COLUMNS, tally.priors_rows())] if options.priors else []),
        Table("opening", ["opening", *shared, *depth], OPENING_COLUMNS, tally.opening_rows()),
        *([] if tally.has_engine_comments else [averages]),
    ]


def run_miner(table, pgns, folder):
    """Runs the miner; returns the path of its CSV and its JSON summary."""
    program = shlex.split(os.environ.get("MINER", "cargo run --release -q -p miner --features full --"))
    csv_path = folder / f"{table.name}.csv"
    if "--king-buckets" in table.command:  # It makes several tables.
        outputs = ["--out", str(folder), "--csv", str(folder), "--json"]
    else:
        outputs = ["--out", str(folder / f"{table.name}.bin"), "--csv", str(csv_path), "--json"]
    command = [*program, table.command[0], *map(str, pgns), *table.command[1:], *outputs, "--allow-empty"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"the miner failed with exit code {done.returncode}: {shlex.join(command)}")
    return csv_path, json.loads(done.stdout)


def compare_csv(table, path):
    """Differences between the miner's CSV and the recount, as lines to print."""
    with open(path, encoding="ascii", newline="") as file:
        content = file.read()
    differences = []
    if "\r" in content or not content.endswith("\n"):
        differences.append("the lines do not all end in a plain newline")
    header, *lines = csv.reader(content.splitlines())
    width = len(table.columns)
    if header[:width] != table.columns:
        differences.append(f"header {header[:width]}, expected {table.columns}")
    found = [tuple(line[:width]) for line in lines]
    expected = [tuple(map(str, row)) for row in table.rows]
    if found != expected:
        rows = [(row, "miner only:   ") for row in set(found) - set(expected)]
        rows += [(row, "recount only: ") for row in set(expected) - set(found)]
        differences += [side + ",".join(row) for row, side in sorted(rows)]
        if set(found) == set(expected):
            differences.append("the rows are the same but repeated or in another order")
    return differences


def compare_counters(name, summary, expected):
    """Differences between the miner's JSON summary and the recount's counters, as lines to print."""
    differences = []
    for counter, value in expected.items():
        if counter == "out_of_caps_positions" and name != "imbalance":
            continue  # Silent: what this counter says of a table that has no caps.
        found = summary.get(counter)
        if counter == "rejected" and isinstance(found, dict):
            found = {reason: count for reason, count in found.items() if count}
        if found != value:
            differences.append(f"{counter}: miner {found}, recount {value}")
    return differences


def report(name, cells, differences):
    if not differences:
        print(f"{name}: {cells} cells equal")
        return True
    print(f"{name}: DIFFERENT, {len(differences)} lines")
    for line in differences[:MAX_SHOWN]:
        print(f"  {line}")
    return False


def compare_ratings(tally, table, pgns, folder):
    """Differences between what the miner's table says of ratings and the recount, as lines to print."""
    rated = Table("ratings", [*table.command, "--rating-correction"], table.columns, table.rows)
    run_miner(rated, pgns, folder)
    program = shlex.split(os.environ.get("MINER", "cargo run --release -q -p miner --features full --"))
    path = folder / "ratings-export.csv"
    command = [*program, "export", str(folder / "ratings.bin"), "--out", str(path)]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    differences = []
    with open(path, encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            cell = tuple(int(row[name]) for name in IMBALANCE_COLUMNS[:10])
            games, half_points, expected, squares = tally.ratings.get(cell, (0, 0, 0, 0))
            own = [str(games), "", "", ""]
            if games:
                mean = half_points / 2 / games - expected / 1000 / games
                own[1:3] = f"{half_points / 2 / games:.6f}", f"{expected / 1000 / games:.6f}"
                if games > 1:
                    own[3] = f"{(max(0, squares / 1e6 - games * mean**2) / games / (games - 1)) ** 0.5:.6f}"
            found = [row[name] for name in ("rated_games", "rated_score", "expected_score", "corrected_error")]
            is_near = lambda a, b: a == b or (a and b and abs(float(a) - float(b)) < 1.5e-6)
            if not all(map(is_near, own, found)):
                differences.append(f"{cell}: miner {found}, recount {own}")
    return differences


def check(pgns, texts, options, workers, folder):
    """Mines and recounts the games; prints the verdict of each table. True if all are equal."""
    tally = recount(texts, options, workers)
    is_equal = True
    for table in tables_of(tally, options):
        csv_path, summary = run_miner(table, pgns, folder)
        differences = compare_counters(table.name, summary, tally.counters()) + compare_csv(table, csv_path)
        is_equal &= report(table.name, len(table.rows), differences)
        if table.name == "imbalance":
            is_equal &= report("ratings", len(tally.ratings), compare_ratings(tally, table, pgns, folder))
    print("counters: " + json.dumps(tally.counters()))
    return is_equal


# --- Input ------------------------------------------------------------------------------------------------------------


def draw_games(paths, count, seed):
    """The texts of `count` games drawn at random from all files together, in the order of the files; None: of all."""
    bounds = []  # (file, start, end) of every game
    for path in paths:
        starts = game_starts(text := read_text(path))
        bounds += [(path, start, end) for start, end in zip(starts, [*starts[1:], len(text)])]
    if count is not None and count < len(bounds):
        bounds = [bounds[index] for index in sorted(random.Random(seed).sample(range(len(bounds)), count))]
    texts = []
    for path, group in itertools.groupby(bounds, key=lambda bound: bound[0]):
        text = read_text(path)
        texts += [text[start:end] for _, start, end in group]
    return texts


def write_games(texts, path):
    with open(path, "w", encoding="latin-1", newline="") as file:
        for text in texts:
            file.write(text if text.endswith("\n\n") else text + "\n\n")


# --- Self-test --------------------------------------------------------------------------------------------------------

SELF_TEST_PGN = """
[Event "comments, variations and marks"]
[Result "1-0"]
[WhiteElo "3150"]
[BlackElo "3100"]

1. e4 {[Event "not a game"]
[Event "nor this"]
} d5 2.exd5!? (2. e5 {no} (2. Nc3 d4) 2... c5) Qxd5 $1 3. Nb1c3 ; Qd8 1-0
% 3... Qd8
3...Qa5 1-0

[Event "promotion and castling"]
[Result "0-1"]
[WhiteElo "3200"]
[BlackElo "3200"]

{[%eval 9]} 1. h4 {[%eval -0.55]} g5 {x} {[%eval 0.3,12]} ({[%eval 7]} 1... e5 {[%eval 8]}) 2. hxg5 {[%eval #4]} 2... h6
{[%eval 12.5]} 3. gxh6 Nf6 4. h7 Rg8 5. hxg8(q) d7-d5 6. Nf3 Nc6 7. g3 Be6
8. Bg2 Qd7 9. 0-0 e8c8 10. Qg5 Kb8 0-1

[Event "en passant, no Elo"]
[Result "1/2-1/2"]

1. e4 a6 2. e5 d5 3. exd6 e.p. exd6 1/2-1/2

[Event "illegal"]
[Result "1-0"]
[WhiteElo "3200"]
[BlackElo "3200"]

1. e4 e5 2. Ke3 1-0

[Event "from a position"]
[Result "1/2-1/2"]
[WhiteElo "3200"]
[BlackElo "3200"]
[SetUp "1"]
[FEN "8/8/8/3k4/8/3K4/2B1B3/5B2 w - - 0 1"]

1. Bb3 Ke5 2. Bg2 1/2-1/2

[Event "weak"]
[Result "1/2-1/2"]
[WhiteElo "3200"]
[BlackElo "3099"]

1. e4 e5 1/2-1/2

[Event "no result"]
[Result "*"]
[WhiteElo "3200"]
[BlackElo "3200"]

1. e4 e5 *

[Event "Fischer random"]
[Variant "Chess960"]
[Result "1-0"]

1. e4 e5 1-0
"""

# Where games begin, by docs/tables.md: texts, and what each of their games begins with.
SELF_TEST_BOUNDS = [
    ("1. e4 e5 1-0\n1. d4 d5 0-1\n", ["1. e4", "1. d4"]),
    ("1. e4 e5 1-0 1. d4 d5 0-1\n", ["1. e4"]),
    ("1. e4 e5 1-0\n1... d5 0-1\n", ["1. e4"]),
    ("1. e4 e5\n1. d4 d5 0-1\n", ["1. e4"]),
    ('[Event "a"]\n1. e4 {open\n[Event "b"]\n1. d4 {c} d5 1-0\n', ['[Event "a"]', '[Event "b"]']),
    ('[Event "a"]\n1. e4 {it says\n[Event "b"]\nhere} d5 1-0\n', ['[Event "a"]']),
    ('[Site "a"]\n[Round "1"]\n\n[Event "b"]\n1. d4 1-0\n', ['[Site "a"]', '[Event "b"]']),
    ('[Event "a"]\n[Site "a"]\n[Event "b"]\n1. d4 1-0\n', ['[Event "a"]', '[Event "b"]']),
    ('[Site "a"]\n[Event "a"]\n1. d4 1-0\n', ['[Site "a"]']),
]

START_MATERIAL = (8, 8, 2, 2, 2, 2, 2, 2, 1, 1)
PAWN_UP = (8, 7, 2, 2, 2, 2, 2, 2, 1, 1)

# Options, and the counters and cells (games, wins, draws, losses) that were counted by hand for them.
SELF_TEST_CASES = [
    (
        Options(stable_plies=1),
        {
            "games_read": 8,
            "games_used": 4,
            "rejected": {"variant": 1, "setup": 1, "result": 1, "movetext": 1},
            "positions": 38,
            "out_of_caps_positions": 12,
        },
        {START_MATERIAL: (4, 1, 2, 1), PAWN_UP: (3, 1, 1, 1)},
    ),
    (
        Options(min_elo=3100, stable_plies=2, include_setup=True),
        {
            "games_read": 8,
            "games_used": 3,
            "rejected": {"variant": 1, "no_elo": 1, "elo": 1, "result": 1, "movetext": 1},
            "positions": 32,
            "out_of_caps_positions": 16,
        },
        {START_MATERIAL: (2, 1, 0, 1), PAWN_UP: (1, 0, 0, 1)},
    ),
]


def demand(condition, what):
    if not condition:
        sys.exit(f"self-test: FAILED: {what}")


def damaged(content):
    """Ways in which a CSV may be wrong, each of which must be noticed."""
    header, *rows = content.splitlines()
    first = rows[0].split(",")
    first[-1] = str(int(first[-1]) + 1)
    return {
        "a count altered": [header, ",".join(first), *rows[1:]],
        "a row missing": [header, *rows[:-1]],
        "a row twice": [header, rows[0], *rows],
        "two rows exchanged": [header, rows[1], rows[0], *rows[2:]],
        "another header": ["x" + header, *rows],
    }


def self_test(workers):
    """The recount gives what was counted by hand, the miner agrees with it, and every damage to a table is noticed."""
    for text, begin in SELF_TEST_BOUNDS:
        games = split_games(text)
        is_so = len(games) == len(begin) and all(map(str.startswith, games, begin))
        demand(is_so, f"the games of {text!r} are {games!r}")
    texts = split_games(SELF_TEST_PGN)
    for options, counters, cells in SELF_TEST_CASES:
        tally = recount(texts, options, workers)
        demand(tally.counters() == counters, f"{options}: counted {tally.counters()}, by hand {counters}")
        rows = {row[:10]: row[10:] for row in tally.imbalance_rows()}
        for cell, counts in cells.items():
            demand(rows.get(cell) == counts, f"{options}: cell {cell} is {rows.get(cell)}, by hand {counts}")

        with tempfile.TemporaryDirectory(prefix="crosscheck-") as folder:
            folder = Path(folder)
            write_games(texts, folder / "games.pgn")
            demand(check([folder / "games.pgn"], texts, options, workers, folder), f"{options}: the miner disagrees")
            for table in tables_of(tally, options):
                if len(table.rows) < 2:
                    continue  # nothing to damage
                path = folder / f"{table.name}.csv"
                for damage, lines in damaged(path.read_text()).items():
                    path.write_text("\n".join(lines) + "\n")
                    demand(compare_csv(table, path), f"{options}: {table.name}: {damage} went unnoticed")
    demand(compare_counters("pst-all", counters | {"positions": 1}, counters), "a wrong counter went unnoticed")
    print("self-test: passed")


def parse_arguments():
    parser = argparse.ArgumentParser(prog="crosscheck", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="PGN, plain or .zst")
    parser.add_argument("--games", type=int, help="draw so many games at random; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--min-elo", type=int)
    parser.add_argument("--stable-plies", type=int, default=Options.stable_plies)
    parser.add_argument("--include-setup", action="store_true")
    parser.add_argument("--max-ply", type=int, default=60)
    parser.add_argument("--no-priors", action="store_true", help="leave out the move priors, which take longest")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="folder to keep the drawn games and the miner's files in")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if not arguments.files and not arguments.self_test:
        parser.error("name at least one FILE")
    return arguments


def main():
    arguments = parse_arguments()
    if arguments.self_test:
        self_test(arguments.workers)
        return
    options = Options(
        arguments.min_elo, arguments.stable_plies, arguments.include_setup, arguments.max_ply, not arguments.no_priors
    )
    texts = draw_games(arguments.files, arguments.games, arguments.seed)
    with tempfile.TemporaryDirectory(prefix="crosscheck-") as folder:
        folder = (arguments.keep or Path(folder)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        if arguments.games is None:
            # As they are: where games begin is a part of what is compared.
            pgns = [Path(file).resolve() for file in arguments.files]
        else:
            pgns = [folder / "games.pgn"]
            write_games(texts, pgns[0])
        if not check(pgns, texts, options, arguments.workers, folder):
            sys.exit(1)


if __name__ == "__main__":
    main()
