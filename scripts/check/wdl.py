"""Recounts `miner wdl` with python-chess, and fits the model of WDL_model with scipy. See scripts/check/wdl."""

import csv
import io
import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
import numpy as np
from scipy.optimize import curve_fit, minimize

MINER = sys.argv[1]
SKELETONS = 40
GAMES = 800
PLIES = 110
MATE = 1001
TARGET = 58
MATERIAL = (17, 78)
MAX_EVAL = 400
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def material(board):
    return sum(VALUES[piece.piece_type] for piece in board.piece_map().values())


def skeleton(chance):
    """Random moves that like to capture, so that material falls: SAN, material before each, and the start's FEN."""
    board = chess.Board()
    first = chance.choice([0, 0, 1, 5])
    for _ in range(first):
        board.push(chance.choice(list(board.legal_moves)))
    fen = board.fen() if first else None
    moves = []
    while len(moves) < PLIES and not board.is_game_over():
        captures = list(board.generate_legal_captures())
        move = chance.choice(captures if captures and chance.random() < 0.35 else list(board.legal_moves))
        moves.append((board.san(move), material(board)))
        board.push(move)
    return fen, moves


def logistic(z):
    return 1 / (1 + math.exp(-z))


def game(chance, fen, moves):
    """A game with evaluations, each with its mover's view: PGN of a match runner, the same as lichess, and its result."""
    white = chance.gauss(0, 1.2)
    draw = logistic(1.5 - abs(white))
    result = "1/2-1/2" if chance.random() < draw else "1-0" if white + chance.gauss(0, 0.5) > 0 else "0-1"
    black_first = fen is not None and fen.split()[1] == "b"
    runner, lichess = [], []
    for ply, (san, _) in enumerate(moves):
        sign = -1 if (ply % 2 == 1) != black_first else 1
        score = round(100 * (sign * white * (1 + ply / 150) + chance.gauss(0, 0.4)))
        say = f"{score / 100:+.2f}" if score else "0.00"
        if abs(score) > 600:
            say = "+M7" if score > 0 else "-M6"
        comment = "book" if ply < 4 else f"{say}/{10 + ply % 5} {0.01 * (ply % 7):.2f}s"
        if ply % 17 == 5:
            comment = "0.00/0 0s"
        runner += [san, "{" + comment + "}"]
        view = f"#{'-' if sign * score < 0 else ''}4" if abs(score) > 600 else f"{sign * score / 100:.2f}"
        lichess += [san, "{ [%eval " + view + "] [%clk 0:01:00] }"]
    tags = f'[White "Ann"]\n[Black "Bob"]\n[Result "{result}"]\n'
    if fen:
        tags += f'[SetUp "1"]\n[FEN "{fen}"]\n'
    text = lambda words: f'[Event "x"]\n{tags}\n{" ".join(words)} {result}\n\n'
    return text(runner), text(lichess)


def score_of(comment):
    """The score in centipawns for the side that it is of, ±MATE, None if there is none; and whether it is of a search."""
    if "[%eval " in comment:
        text = comment.split("[%eval ")[1].split("]")[0]
        if text.startswith("#"):
            return (-MATE if "-" in text else MATE), False
        return round(100 * float(text)), False
    head = comment.strip().split(" ")[0]
    if "/" not in head or head.endswith("/0"):
        return None, True
    score = head.split("/")[0]
    if "M" in score:
        return (-MATE if score.startswith("-") else MATE), True
    return round(100 * float(score)), True


def binned(score, width=5):
    if abs(score) == MATE:
        return score
    clamped = max(-1000, min(1000, score))
    return int(math.copysign((abs(clamped) + width / 2) // width * width, clamped))


def recount(path):
    """Counts by (outcome, move, material, evaluation), as WDL_model has them."""
    counts = Counter()
    with open(path) as file:
        while (game := chess.pgn.read_game(file)) is not None:
            result = game.headers["Result"]
            # `node.board()` would play the game again for every move.
            after = game.board()
            for node in game.mainline():
                before = after.copy(stack=False)
                after.push(node.move)
                score, is_search = score_of(node.comment)
                if score is None:
                    continue
                board = before if is_search else after
                if not is_search and board.turn == chess.BLACK:
                    score = -score
                won = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(result)
                outcome = "D" if won is None else "W" if won == board.turn else "L"
                if board.fullmove_number <= 200:
                    counts[outcome, board.fullmove_number, material(board), binned(score)] += 1
    return counts


def mined(pgn, folder):
    table = folder / "wdl.bin"
    subprocess.run([MINER, "wdl", pgn, "--include-setup", "--out", table, "--quiet"], check=True)
    exported = folder / "scoreWDLstat.json"
    subprocess.run([MINER, "export", table, "--format", "wdl-model", "--out", exported], check=True, stdout=subprocess.DEVNULL)
    counts = Counter()
    for key, count in json.loads(exported.read_text()).items():
        outcome, move, pieces, score = key.strip("()").split(", ")
        counts[outcome.strip("'"), int(move), int(pieces), int(score)] = count
    rows = csv.DictReader(io.StringIO(subprocess.check_output([MINER, "export", table, "--format", "csv", "--out", "-"], text=True)))
    assert sum(int(row["games"]) for row in rows) == sum(counts.values()), "CSV and JSON differ"
    return table, counts


def win_rate(x, a, b):
    z = (x - a) / np.maximum(b, 1e-8)
    return np.where(z < 0, np.exp(np.minimum(z, 0)) / (1 + np.exp(np.minimum(z, 0))), 1 / (1 + np.exp(-np.maximum(z, 0))))


def poly3(x, c3, c2, c1, c0):
    return ((c3 * x + c2) * x + c1) * x + c0


def surprise(counts, parameters):
    """The negative log likelihood per position; counts: (mom, eval, wins, draws, losses) as arrays."""
    mom, evals, wins, draws, losses = counts
    a, b = parameters(mom / TARGET)
    win, loss = win_rate(evals, a, b), win_rate(-evals, a, b)
    chances = ((wins, win), (draws, 1 - win - loss), (losses, loss))
    return -sum((n * np.log(np.maximum(p, 1e-14))).sum() for n, p in chances) / (wins + draws + losses).sum()


def powell(objective, start):
    return minimize(objective, start, method="Powell", options={"maxiter": 100000, "xtol": 1e-6}).x


def fit(counts):
    """What scoreWDL.py does with --NormalizeToPawnValue 100: p_a and p_b."""
    cells = {}
    for (outcome, move, pieces, score), count in counts.items():
        if MATERIAL[0] <= pieces <= MATERIAL[1] and move <= 120 and abs(score) <= MAX_EVAL:
            cells.setdefault((pieces, score), [0, 0, 0])["WDL".index(outcome)] += count
    table = np.array([[*key, *cells[key]] for key in sorted(cells)], dtype=float).T
    points = []
    for mom in sorted(set(table[0])):
        row = table[:, table[0] == mom]
        if row[2].sum() < 10:
            continue
        found, _ = curve_fit(win_rate, row[1], row[2] / row[2:].sum(axis=0), 100 * np.array([1, 1 / 6]))
        a, b = powell(lambda ab: surprise(row, lambda _: ab), found)
        points.append((mom, a, b))
    moms, a, b = np.array(points).T
    first = [*curve_fit(poly3, moms / TARGET, a)[0], *curve_fit(poly3, moms / TARGET, b)[0]]
    both = lambda all: lambda x: (poly3(x, *all[:4]), poly3(x, *all[4:]))
    last = powell(lambda all: surprise(table, both(all)), first)
    return last[:4], last[4:]


def main():
    chance = random.Random(30)
    skeletons = [skeleton(chance) for _ in range(SKELETONS)]
    games = [game(chance, *skeletons[number % SKELETONS]) for number in range(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, texts in zip(("runner", "lichess"), zip(*games)):
            pgn = folder / f"{name}.pgn"
            pgn.write_text("".join(texts))
            table, counts = mined(pgn, folder)
            expected = recount(pgn)
            if counts != expected:
                differing = sorted(key for key in counts | expected if counts[key] != expected[key])
                for key in differing[:10]:
                    print(f"{name}: {key}: miner {counts[key]}, recount {expected[key]}")
                sys.exit(f"{name}: {len(differing)} counts differ")
            print(f"{name}: {sum(counts.values())} positions, {len(counts)} counts, all equal")
            ours = json.loads(subprocess.check_output([MINER, "show", "wdl", "--table", table, "--json"]))
            for letter, cubic in zip("ab", fit(expected)):
                for own, scipys in zip(ours[f"{letter}s"], cubic):
                    if abs(own - scipys) > 5e-5 * max(abs(scipys), 1):
                        sys.exit(f"{name}: p_{letter}: {ours[f'{letter}s']}, by scipy {list(cubic)}")
            print(f"{name}: p_a = {ours['as']}, p_b = {ours['bs']}, as scipy finds them")


main()
