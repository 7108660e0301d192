#!/usr/bin/env python3
"""Runs suites of test positions (EPD) through a UCI engine, with and without options, side by side (MET-03).

    "$(scripts/python-env)" scripts/suite.py ENGINE EPD... (--depth N | --nodes N | --time SECONDS)
        [--options NAME=VALUE[,NAME=VALUE...]]... [--limit N] [--csv]
    "$(scripts/python-env)" scripts/suite.py --self-test

Each --options is a column of its own; without any there is one column, the defaults. Understood are `bm` (any
of these is right), `am` (none of these), and the points of the STS suites: `c0 "Rc1=10, Rd1=7"`, or `c8 "10 7"`
with `c9 "c1c3 d1d3"` as its version 6 has them. A graded position is solved if the move has the most points.
Every position is a new game. Fail-high shares and branching factors come from the engine's `Stats` line where it
has one; the time and nodes to a solution are those of the first line from which the right move stood to the end.
"""

import argparse
import csv
import re
import sys
import time
from dataclasses import dataclass, field

import chess
import chess.engine

GRADES = re.compile(r"([^\s=,]+)\s*=\s*(\d+)")


@dataclass
class Problem:
    """A position and what is right in it."""

    name: str
    board: chess.Board
    best: list = field(default_factory=list)
    avoid: list = field(default_factory=list)
    points: dict = field(default_factory=dict)

    def judge(self, move):
        """Whether it is solved, and the points."""
        if self.points:
            points = self.points.get(move, 0)
            return points == max(self.points.values()), points
        solved = move in self.best if self.best else move not in self.avoid
        return solved, 0


@dataclass
class Result:
    """The sums of one column."""

    positions: int = 0
    solved: int = 0
    points: int = 0
    possible: int = 0
    nodes: int = 0
    seconds: float = 0.0
    depth: int = 0
    nodes_to_solution: int = 0
    ms_to_solution: int = 0
    timed: int = 0
    counts: dict = field(default_factory=dict)
    failed: list = field(default_factory=list)


def graded(board, operations):
    """The points of each move, by legal move."""
    if "c8" in operations and "c9" in operations:
        points = [int(number) for number in str(operations["c8"]).split()]
        pairs = zip(str(operations["c9"]).split(), points)
    else:
        pairs = ((move, int(points)) for move, points in GRADES.findall(str(operations.get("c0", ""))))
    found = {}
    for text, points in pairs:
        for parse in (board.parse_san, board.parse_uci):
            try:
                found[parse(text)] = points
                break
            except ValueError:
                continue
    return found


def read(name):
    problems = []
    with open(name, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.startswith("#"):
                continue
            board = chess.Board()
            try:
                operations = board.set_epd(line.strip())
            except ValueError as error:
                print(f"suite: {name}:{number}: {error}; left out", file=sys.stderr)
                continue
            problem = Problem(str(operations.get("id", f"{name}:{number}")), board)
            problem.best = list(operations.get("bm", []))
            problem.avoid = list(operations.get("am", []))
            problem.points = graded(board, operations)
            if problem.best or problem.avoid or problem.points:
                problems.append(problem)
            else:
                print(f"suite: {name}:{number}: neither bm nor am nor points; left out", file=sys.stderr)
    return problems


def solve(engine, problem, limit, result):
    began = time.monotonic()
    move, solution, last = None, None, {}
    stats = {}
    with engine.analysis(problem.board, limit, game=object()) as analysis:
        for info in analysis:
            if "string" in info and info["string"].startswith("stats "):
                stats = dict(pair.split("=", 1) for pair in info["string"].split() if "=" in pair)
            if not info.get("pv") or info.get("lowerbound") or info.get("upperbound"):
                continue
            last = info
            if not problem.judge(info["pv"][0])[0]:
                solution = None
            elif solution is None:
                solution = info
        best = analysis.wait()
        move = best.move
    solved, points = problem.judge(move)
    result.positions += 1
    result.solved += solved
    result.points += points
    result.possible += max(problem.points.values(), default=0)
    result.nodes += last.get("nodes", 0)
    result.depth += last.get("depth", 0)
    result.seconds += time.monotonic() - began
    if solved and solution is not None:
        result.timed += 1
        result.nodes_to_solution += solution.get("nodes", 0)
        result.ms_to_solution += round(1000 * solution.get("time", 0))
    for name, value in stats.items():
        if value.isdigit():
            result.counts[name] = result.counts.get(name, 0) + int(value)
    if not solved:
        result.failed.append(f"{problem.name}: {problem.board.san(move) if move else '-'}")


def run(command, options, problems, limit):
    result = Result()
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        if "Stats" in engine.options:
            engine.configure({"Stats": True})
        engine.configure(options)
        for problem in problems:
            solve(engine, problem, limit, result)
    return result


def rows(results):
    def share(result, part, whole):
        return f"{100 * result.counts[part] / result.counts[whole]:.2f}" if result.counts.get(whole) else "-"

    def mean(total, n, digits=1):
        return f"{total / n:.{digits}f}" if n else "-"

    lines = {
        "positions": lambda r: r.positions,
        "solved": lambda r: r.solved,
        "points": lambda r: f"{r.points} of {r.possible}" if r.possible else "-",
        "nodes": lambda r: r.nodes,
        "nodes per second": lambda r: mean(r.nodes, r.seconds, 0),
        "mean depth": lambda r: mean(r.depth, r.positions),
        "mean nodes to solution": lambda r: mean(r.nodes_to_solution, r.timed, 0),
        "mean ms to solution": lambda r: mean(r.ms_to_solution, r.timed),
        "nodes^(1/depth)": lambda r: f"{(r.nodes / r.positions) ** (r.positions / r.depth):.3f}" if r.depth else "-",
        "fail high on the first, %": lambda r: share(r, "fh1", "fh"),
        "fail high on the first four, %": lambda r: share(r, "fh4", "fh"),
    }
    return [[name, *(str(value(result)) for result in results)] for name, value in lines.items()]


def parse_options(text):
    options = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise SystemExit(f"suite: an option is NAME=VALUE, not `{pair}`")
        options[name] = value
    return options


def self_test():
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    mate, other = chess.Move.from_uci("e1e8"), chess.Move.from_uci("a1b1")
    assert Problem("", board, best=[mate]).judge(mate) == (True, 0)
    assert Problem("", board, best=[mate]).judge(other) == (False, 0)
    assert Problem("", board, avoid=[other]).judge(mate) == (True, 0)
    assert Problem("", board, avoid=[other]).judge(other) == (False, 0)
    for operations in ({"c0": "Re8#=10, Kb1=3"}, {"c8": "10 3", "c9": "e1e8 a1b1"}):
        points = graded(board, operations)
        assert points == {mate: 10, other: 3}, points
        problem = Problem("", board, points=points)
        assert problem.judge(other) == (False, 3) and problem.judge(mate) == (True, 10)
    assert parse_options("NMP=false,NMP_R=2") == {"NMP": "false", "NMP_R": "2"}
    print("suite: the self-test passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", nargs="?")
    parser.add_argument("epd", nargs="*")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--time", type=float, metavar="SECONDS")
    parser.add_argument("--options", action="append", default=[], metavar="NAME=VALUE,...")
    parser.add_argument("--limit", type=int, help="only the first N positions of each suite")
    parser.add_argument("--failed", action="store_true", help="list what was not solved")
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return 0
    if not arguments.engine or not arguments.epd:
        parser.error("which ENGINE and EPD?")
    if not (arguments.depth or arguments.nodes or arguments.time):
        parser.error("give --depth, --nodes or --time")
    limit = chess.engine.Limit(depth=arguments.depth, nodes=arguments.nodes, time=arguments.time)
    columns = [(text or "defaults", parse_options(text)) for text in arguments.options] or [("defaults", {})]
    for name in arguments.epd:
        problems = read(name)[: arguments.limit]
        results = [run(arguments.engine, options, problems, limit) for _, options in columns]
        text = [[name, *(title for title, _ in columns)], *rows(results)]
        if arguments.csv:
            csv.writer(sys.stdout, lineterminator="\n").writerows(text)
        else:
            widths = [max(len(row[i]) for row in text) for i in range(len(text[0]))]
            for row in text:
                print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        if arguments.failed:
            for (title, _), result in zip(columns, results):
                print(f"not solved with {title}: {'; '.join(result.failed) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
