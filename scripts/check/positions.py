"""Compares positions as the miner writes them with those that python-chess collects. Called by scripts/check/positions."""

import sys
from pathlib import Path

import chess

POINTS = {"1-0": "1.0", "1/2-1/2": "0.5", "0-1": "0.0"}
LETTERS = {"1-0": "w", "1/2-1/2": "d", "0-1": "b"}


def check(condition, what):
    if not condition:
        sys.exit(f"check/positions: {what}")


def epds(path):
    """Positions and outcomes."""
    lines = (line.rstrip().split(" c9 ") for line in path.open())
    return {epd: outcome.strip('";') for epd, outcome in lines}


def main(folder):
    ours, theirs = epds(folder / "epd.epd"), epds(folder / "theirs.epd")
    check(len(ours) > 1000, f"only {len(ours)} positions")
    for epd in ours.keys() ^ theirs.keys():
        check(False, f"only one of the two has `{epd}`")
    differ = sum(ours[epd] != theirs[epd] for epd in ours)
    check(differ < len(ours) / 50, f"{differ} of {len(ours)} outcomes differ")
    texts = (folder / "text.txt").read_text().splitlines()
    letters = (folder / "wdl.csv").read_text().splitlines()
    check(len(texts) == len(letters) == len(ours), "the forms hold different numbers of positions")
    for (epd, outcome), text, letter in zip(ours.items(), texts, letters):
        fen, score, points = text.split(" | ")
        check(chess.Board(fen).is_valid(), f"`{fen}` is no position")
        check(fen.startswith(epd) and score == "0" and points == POINTS[outcome], f"{text} is not {epd} {outcome}")
        check(letter == f"{fen};{LETTERS[outcome]}", f"{letter} is not {epd} {outcome}")
    print(f"check/positions: {len(ours)} positions are those that python-chess collects")


main(Path(sys.argv[1]))
