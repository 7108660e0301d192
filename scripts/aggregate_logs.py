#!/usr/bin/env python3
"""Sums the metrics of the engine's logs (MET-02), one row for each file and one for all.

    scripts/aggregate_logs.py LOG... [--csv]
    scripts/aggregate_logs.py --self-test

A log is any text with the lines that the engine prints with `Stats` on: `info string stats k=v ...`, with
whatever a user interface put before them. Rates are sums divided by sums, not means of rates: a long search
counts for more than a short one. A PGN file gives depth and time from the comments that match runners write
after each move, `{+0.35/12 0.08s}`, and depth from those of games by nodes, `{+0.35/12 n=1000}`; all kinds may be mixed.
"""

import argparse
import csv
import re
import sys
from collections import Counter

STATS = re.compile(r"info string stats (.*)")
COMMENT = re.compile(r"\{\s*[+-]?(?:M?\d+(?:\.\d+)?)/(\d+)\s+(?:(\d+(?:\.\d+)?)s\b|n=)")
COLUMNS = ("searches", "depth", "time_ms", "nodes", "nps", "ebf", "qnodes %", "fh1 %", "fh4 %", "tt hits %", "stopped by")


class Sums:
    """What was summed over the searches of one file, or of several."""

    def __init__(self):
        self.counts = Counter()
        self.reasons = Counter()
        self.searches = 0
        self.logs = 0

    def read(self, lines):
        for line in lines:
            if found := STATS.search(line):
                self.stats(dict(pair.split("=", 1) for pair in found[1].split() if "=" in pair))
            for depth, seconds in COMMENT.findall(line):
                self.searches += 1
                self.counts["depth"] += int(depth)
                self.counts["time_ms"] += round(1000 * float(seconds or 0))

    def stats(self, pairs):
        self.searches += 1
        self.reasons[pairs.pop("stop_reason", "?")] += 1
        pairs.pop("nps", None)  # a rate: computed from the sums
        for name, value in pairs.items():
            if value.lstrip("-").isdigit():
                self.counts[name] += int(value)
        depth, nodes = int(pairs.get("depth", 0)), int(pairs.get("nodes", 0))
        # Time without a count of nodes, as games have it, is in no rate.
        if nodes > 0 and "time_ms" in pairs:
            self.counts["timed_nodes"] += nodes
            self.counts["timed_ms"] += int(pairs["time_ms"])
        if depth > 0 and nodes > 0:
            self.counts["ebf_sum"] += nodes ** (1 / depth)
            self.counts["ebf_n"] += 1

    def merge(self, other):
        self.counts.update(other.counts)
        self.reasons.update(other.reasons)
        self.searches += other.searches

    def row(self):
        count = self.counts

        def ratio(part, whole, scale=1.0, digits=2):
            return round(scale * count[part] / count[whole], digits) if count[whole] else ""

        reasons = " ".join(f"{name}:{n}" for name, n in self.reasons.most_common())
        depth = round(count["depth"] / self.searches, 2) if self.searches else ""
        nps = round(1000 * count["timed_nodes"] / count["timed_ms"]) if count["timed_ms"] else ""
        return [
            self.searches, depth, count["time_ms"], count["nodes"], nps, ratio("ebf_sum", "ebf_n", digits=3),
            ratio("qnodes", "nodes", 100), ratio("fh1", "fh", 100), ratio("fh4", "fh", 100),
            ratio("tt_hits", "tt_probes", 100), reasons,
        ]


def table(rows, as_csv, out):
    head = ["log", *COLUMNS]
    if as_csv:
        csv.writer(out, lineterminator="\n").writerows([head, *rows])
        return
    text = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in text) for i in range(len(head))]
    for row in text:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip(), file=out)


def aggregate(names):
    rows, total = [], Sums()
    for name in names:
        sums = Sums()
        with open(name, encoding="utf-8", errors="replace") as lines:
            sums.read(lines)
        rows.append([name, *sums.row()])
        total.merge(sums)
    return [*rows, ["all", *total.row()]] if len(rows) != 1 else rows


def self_test():
    one = Sums()
    one.read([
        "<engine: info string stats stop_reason=half depth=2 time_ms=10 nps=9 nodes=100 fh=100 fh1=80 fh4=95\n",
        "info string stats stop_reason=depth depth=2 time_ms=30 nps=9 nodes=300 fh=300 fh1=270 fh4=290\n",
        "info depth 3 score cp 3\n",
    ])
    row = dict(zip(COLUMNS, one.row()))
    # Weighted by fail highs: the mean of the rates would be 85 and 95.83.
    assert (row["fh1 %"], row["fh4 %"]) == (87.5, 96.25), row
    assert (row["searches"], row["nodes"], row["nps"], row["depth"]) == (2, 400, 10000, 2.0), row
    assert row["ebf"] == round((10 + 300**0.5) / 2, 3), row
    assert row["stopped by"] == "half:1 depth:1", row
    games = Sums()
    games.read(["1. e4 {+0.35/12 0.08s} e5 {-M4/9 1.5s, rest} 2. Nf3 {book} Nc6 {+0.10/7 n=1000} 3. d4 {1/2}\n"])
    assert (games.searches, games.counts["depth"], games.counts["time_ms"]) == (3, 28, 1580), games.counts
    both = Sums()
    both.merge(one)
    both.merge(games)
    both = dict(zip(COLUMNS, both.row()))
    # The time of games, whose nodes nobody counted, does not slow the searches of the log.
    assert (both["time_ms"], both["nodes"], both["nps"]) == (1620, 400, 10000), both
    empty = Sums()
    assert empty.row()[0] == 0 and empty.row()[-1] == ""
    print("aggregate_logs: the self-test passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="*", metavar="LOG")
    parser.add_argument("--csv", action="store_true", help="comma-separated values instead of columns")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
        return 0
    if not options.logs:
        parser.error("which LOG?")
    try:
        table(aggregate(options.logs), options.csv, sys.stdout)
    except OSError as error:
        print(f"aggregate_logs: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
