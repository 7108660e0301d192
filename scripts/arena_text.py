#!/usr/bin/env python3
"""What `lab match` and `lab elo` print, for the scripts that let the arena play.

    scripts/arena_text.py LAB

asks that program, whether it still prints what is read here.
"""

import re
import subprocess
import sys
from typing import NamedTuple

GAMES = re.compile(r"^(\d+) games: \+(\d+) -(\d+) =(\d+), Elo ([-+\d.inf]+) ± ([\d.inf]+)", re.MULTILINE)
PAIRS = re.compile(r"^pairs by half points of A, 0 to 4: ([\d ]+)$", re.MULTILINE)
LOS = re.compile(r"\bLOS ([\d.]+) %")
FIGURES = re.compile(r"Elo ([-+\d.inf]+) ± ([\d.inf]+), LOS ([\d.]+) %\nLLR ([-+\d.]+) .*: (.*)")
VERDICTS = {"H1 accepted": "on", "H0 accepted": "off"}


class Match(NamedTuple):
    """A match as it ended; the figures as they were printed, A's."""

    games: int
    wins: int
    losses: int
    draws: int
    elo: str
    error: str
    los: str
    pairs: list[int]


def read_match(text):
    """The end of `lab match`; none if there is no such end."""
    games, pairs, los = GAMES.findall(text), PAIRS.findall(text), LOS.findall(text)
    if not games or not pairs or not los:
        return None
    *counts, elo, error = games[-1]
    return Match(*map(int, counts), elo, error, los[-1], [int(n) for n in pairs[-1].split()])


def read_elo(text):
    """Elo, error, LOS, LLR and verdict (`on`, `off`, `open`) of `lab elo --sprt`; none if it says something else."""
    found = FIGURES.search(text)
    if not found:
        return None
    return dict(zip(("elo", "error", "los", "llr"), found.groups())) | {"verdict": VERDICTS.get(found[5], "open")}


def play(lab, *arguments):
    """Lets the program play `lab match` with these arguments."""
    command = [str(word) for word in (lab, "match", *arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = read_match(done.stdout)
    if done.returncode or match is None:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip() or 'no result'}")
    return match


def self_test():
    """Whether the ends of matches are read as they stand."""
    text = (
        "20 games: +7 -8 =5, Elo -17.4 ± 80.0, 9.0 games/s\n40 games: +9 -8 =23, Elo +8.7 ± 60.1, 9.0 games/s\n"
        "pairs by half points of A, 0 to 4: 1 2 12 4 1\n"
        "score 51.25 %, normalised Elo +12.5 ± 86.3, LOS 59.6 %, 2.0 % of the time outside of the search\n"
    )
    assert read_match(text) == Match(40, 9, 8, 23, "+8.7", "60.1", "59.6", [1, 2, 12, 4, 1])
    assert read_match("error: no such option\n") is None
    figures = read_elo("Elo +7.82 ± 11.91, LOS 90.1 %\nLLR +0.52 (-2.94, 2.94): not decided\n")
    assert figures == {"elo": "+7.82", "error": "11.91", "los": "90.1", "llr": "+0.52", "verdict": "open"}, figures
    assert read_elo("LLR") is None


def ask(lab):
    """Whether the program prints what is read."""
    same = play(lab, "--nodes", "10", "--games", "4", "--every", "2")
    assert (same.games, same.wins + same.losses + same.draws, same.wins) == (4, 4, same.losses), same
    assert same.pairs == [0, 0, 2, 0, 0], same
    command = [lab, "elo", "120", "80", "100", "--pairs", "10", "20", "60", "40", "20", "--sprt", "elo0=0 elo1=10"]
    figures = read_elo(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert figures and float(figures["elo"]) > 0 and figures["verdict"] in ("on", "open"), figures
    print(f"arena_text: {lab} prints what is read")


if __name__ == "__main__":
    self_test()
    ask(sys.argv[1])
