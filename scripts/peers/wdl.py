"""Times `miner wdl` beside scoreWDLstat of official-stockfish/WDL_model on the same games, and compares their counts.

    python scripts/peers/wdl.py SCOREWDLSTAT GAMES.pgn... [--miner PROGRAM] [--threads N] [--runs N]

The games need comments of a match runner, `+0.31/18 0.52s`; they are written as fastchess does, a comment in the line of
its move. scoreWDLstat works on one file a thread, so give several of one size. Counts are compared with evaluations
rounded to bins beforehand, for it cuts off what its single precision makes of them: 0.53 may be 52. Comments of searches
of depth 0 are dropped: it counts them, the miner does not.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

WORD = re.compile(r"[^\s{]+(?:\s+\{[^}]*\})?")
NO_SEARCH = re.compile(r"\s+\{[^}/]*/0\s[^}]*\}")
SCORE = re.compile(r"(?<=\{)[+-]\d+\.\d\d(?=/)")
BREAKS = str.maketrans(" \n", "\0\0")
WIDTH = 0.05


def shaped(text):
    """PGN whose lines break only before a move."""
    games = []
    for game in re.split(r"\n(?=\[Event )", NO_SEARCH.sub("", text)):
        tags, _, moves = game.partition("\n\n")
        words = (word.translate(BREAKS) for word in WORD.findall(moves))
        lines = textwrap.fill(" ".join(words), 80, break_long_words=False, break_on_hyphens=False)
        games.append(f"{tags}\n\n{lines}\n\n".replace("\0", " "))
    return "".join(games)


def binned(text):
    return SCORE.sub(lambda score: f"{round(float(score[0]) / WIDTH) * WIDTH:+.2f}", text)


class Programs:
    """Both programs over one folder of games."""

    def __init__(self, options, games, out):
        self.out = {"miner": out / "miner.json", "scoreWDLstat": out / "scoreWDLstat.json"}
        threads, table = str(options.threads), out / "wdl.bin"
        self.commands = {
            "miner": [
                [options.miner, "wdl", games, "--include-setup", "--no-forfeits", "--threads", threads, "--out", table, "--quiet"],
                [options.miner, "export", table, "--format", "wdl-model", "--out", self.out["miner"]],
            ],
            "scoreWDLstat": [[options.peer, "--dir", games, "--concurrency", threads, "-o", self.out["scoreWDLstat"]]],
        }

    def run(self, name):
        """Seconds from games to counts in scoreWDLstat.json's form."""
        start = time.perf_counter()
        for command in self.commands[name]:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    def counts(self, name):
        self.run(name)
        return json.loads(self.out[name].read_text())


def compare(programs):
    """Positions and counts that both found; ends with a list of what differs."""
    miner, peer = programs.counts("miner"), programs.counts("scoreWDLstat")
    differing = sorted(key for key in miner | peer if miner.get(key) != peer.get(key))
    for key in differing[:10]:
        print(f"{key}: miner {miner.get(key, 0)}, scoreWDLstat {peer.get(key, 0)}")
    if differing:
        sys.exit(f"{len(differing)} counts differ")
    print(f"{sum(miner.values())} positions, {len(miner)} counts, all equal")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("peer", type=Path, metavar="SCOREWDLSTAT")
    parser.add_argument("games", type=Path, nargs="+", metavar="GAMES.pgn")
    parser.add_argument("--miner", default="target/release/miner")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        plain, rounded = folder / "plain", folder / "rounded"
        plain.mkdir()
        rounded.mkdir()
        for number, path in enumerate(options.games):
            text = shaped(path.read_text(encoding="latin-1"))
            (plain / f"{number}.pgn").write_text(text, encoding="latin-1")
            (rounded / f"{number}.pgn").write_text(binned(text), encoding="latin-1")
        compare(Programs(options, rounded, folder))
        programs = Programs(options, plain, folder)
        seconds = {name: [] for name in programs.commands}
        for _ in range(options.runs):
            for name, times in seconds.items():
                times.append(programs.run(name))
        size = sum(path.stat().st_size for path in plain.iterdir()) / 1e6
        for name, times in seconds.items():
            print(f"{name}: {statistics.median(times):.2f} s for {size:.0f} MB, median of {options.runs}")


if __name__ == "__main__":
    main()
