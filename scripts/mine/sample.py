"""Plays the games of data/sample.pgn.zst: Stockfish against itself at fixed node counts.

Every game follows from the seed and its own number alone: one thread, a cleared hash, a fixed number of nodes per
move, random choices seeded by the number. So one version of Stockfish gives one file, whatever the number of workers.
"""

import argparse
import math
import multiprocessing
import random
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import chess
import zstandard

# Nodes per move. Each side of a game gets one of these; the two are at most BUDGET_GAP steps apart, so that few games
# are decided by the handicap alone.
NODE_BUDGETS = [1000, 2000, 4000, 8000]
BUDGET_GAP = 1

# The nominal scale of the Elo tags: a label for the node budget, not a measured rating.
ELO_AT_FEWEST_NODES = 2600
ELO_PER_DOUBLING = 200

# Openings: a usual first move, then plies drawn from the moves that a short search finds nearly as good as its best.
FIRST_MOVES = {"e2e4": 3, "d2d4": 3, "c2c4": 2, "g1f3": 2}  # with weights; the engine's own choice is too odd here
OPENING_PLIES = [8, 9, 10, 11, 12]
OPENING_NODES = 10_000
OPENING_LINES = 10
OPENING_MARGIN_CP = 40
OPENING_BALANCE_CP = 70  # an opening that ends further from equality is drawn anew

# A game is stopped when both sides have agreed on its outcome for so many plies in a row.
WIN_SCORE_CP, WIN_PLIES = 1000, 6
DRAW_SCORE_CP, DRAW_PLIES, DRAW_FROM_PLY = 20, 20, 120
PLAYED_OUT_EVERY = 4  # games whose number this divides are never stopped so: they end on the board
MAX_PLIES = 600

MATE_CP = 100_000
ZSTD_LEVEL = 19


class Engine:
    """A Stockfish process that is asked for fixed-node searches."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.name = command
        self.send("uci")
        for line in self.lines_until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
        self.send("setoption name Threads value 1")
        self.send("setoption name Hash value 16")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def lines_until(self, last):
        for line in self.process.stdout:
            yield line.rstrip()
            if line.startswith(last):
                return
        raise RuntimeError(f"the engine stopped before it said {last}")

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        for _ in self.lines_until("readyok"):
            pass

    def set_lines(self, count):
        self.send(f"setoption name MultiPV value {count}")

    def think(self, moves, nodes):
        """Searches the position after `moves` and yields what the engine says, split into words."""
        self.send("position startpos moves " + " ".join(moves) if moves else "position startpos")
        self.send(f"go nodes {nodes}")
        return (line.split() for line in self.lines_until("bestmove"))

    def search(self, moves, nodes):
        """The engine's score in centipawns for the side to move, and its move."""
        score = 0
        for words in self.think(moves, nodes):
            if "score" in words:
                score = read_score(words)
            elif words[0] == "bestmove":
                move = words[1]
        return score, move

    def search_lines(self, moves, nodes):
        """The best lines as (score, first move): of the last depth that the search finished for all of them."""
        by_depth = {}
        for words in self.think(moves, nodes):
            if "multipv" in words and "upperbound" not in words and "lowerbound" not in words:
                depth, rank = (int(words[words.index(name) + 1]) for name in ("depth", "multipv"))
                by_depth.setdefault(depth, {})[rank] = (read_score(words), words[words.index("pv") + 1])
        most = max(map(len, by_depth.values()))
        last = max(depth for depth, lines in by_depth.items() if len(lines) == most)
        return sorted(by_depth[last].values(), reverse=True)


def read_score(words):
    kind, value = words[words.index("score") + 1 : words.index("score") + 3]
    if kind == "cp":
        return int(value)
    return MATE_CP if int(value) > 0 else -MATE_CP


def nominal_elo(nodes):
    return round(ELO_AT_FEWEST_NODES + ELO_PER_DOUBLING * math.log2(nodes / NODE_BUDGETS[0]))


def choose(rng, items, weights=None):
    """Like rng.choices, but built on random() and integers alone, which are the same in every version of Python."""
    weights = weights or [1] * len(items)
    remaining = int(rng.random() * sum(weights))
    for item, weight in zip(items, weights):
        remaining -= weight
        if remaining < 0:
            return item


def draw_budgets(rng):
    first = choose(rng, range(len(NODE_BUDGETS)))
    near = [step for step in range(len(NODE_BUDGETS)) if abs(step - first) <= BUDGET_GAP]
    pair = [NODE_BUDGETS[first], NODE_BUDGETS[choose(rng, near)]]
    return pair if rng.random() < 0.5 else pair[::-1]


def draw_opening(rng, engine):
    """A board after a few plies of varied but sensible moves."""
    engine.set_lines(OPENING_LINES)
    while True:
        engine.new_game()
        board = chess.Board()
        board.push_uci(choose(rng, list(FIRST_MOVES), list(FIRST_MOVES.values())))
        for _ in range(choose(rng, OPENING_PLIES) - 1):
            board.push_uci(draw_opening_move(rng, engine.search_lines(uci_moves(board), OPENING_NODES)))
        if board.is_game_over(claim_draw=False):
            continue
        score = engine.search_lines(uci_moves(board), OPENING_NODES)[0][0]
        if abs(score) <= OPENING_BALANCE_CP:
            return board


def draw_opening_move(rng, lines):
    """A move within the margin of the best one, the better the likelier."""
    best_score = lines[0][0]
    margins = [max(0, OPENING_MARGIN_CP - (best_score - score)) for score, _ in lines]
    return choose(rng, [move for _, move in lines], [margin**2 for margin in margins])


def uci_moves(board):
    return [move.uci() for move in board.move_stack]


def outcome_on_board(board):
    """The result by the rules of chess, draws as soon as they could be claimed; None while the game goes on."""
    if board.is_checkmate():
        return "0-1" if board.turn == chess.WHITE else "1-0"
    drawn = (
        board.is_stalemate()
        or board.is_insufficient_material()
        or board.halfmove_clock >= 100
        or board.is_repetition(3)
    )
    return "1/2-1/2" if drawn else None


def adjudicate(white_scores, ply):
    """The result that both sides' scores (White's point of view, one per searched ply) agree on, or None."""
    recent = white_scores[-WIN_PLIES:]
    if len(recent) == WIN_PLIES:
        if min(recent) >= WIN_SCORE_CP:
            return "1-0"
        if max(recent) <= -WIN_SCORE_CP:
            return "0-1"
    recent = white_scores[-DRAW_PLIES:]
    if ply >= DRAW_FROM_PLY and len(recent) == DRAW_PLIES and max(map(abs, recent)) <= DRAW_SCORE_CP:
        return "1/2-1/2"
    return None


def play_game(number, seed, engines):
    """Plays game `number` and returns it as PGN."""
    rng = random.Random(f"prospector sample {seed}/{number}")
    budgets = draw_budgets(rng)
    board = draw_opening(rng, engines[0])
    for engine in engines:
        engine.set_lines(1)
        engine.new_game()

    white_scores = []
    termination = "normal"
    while (result := outcome_on_board(board)) is None:
        side = 0 if board.turn == chess.WHITE else 1
        score, move = engines[side].search(uci_moves(board), budgets[side])
        white_scores.append(-score if side else score)
        board.push_uci(move)
        if outcome_on_board(board) is not None:
            continue
        if number % PLAYED_OUT_EVERY:
            result = adjudicate(white_scores, board.ply())
        if result is None and board.ply() >= MAX_PLIES:
            result = "1/2-1/2"
        if result is not None:
            termination = "adjudication"
            break
    return write_pgn(number, board, budgets, engines[0].name, result, termination)


def write_pgn(number, board, budgets, engine_name, result, termination):
    white, black = (f"{engine_name}, {nodes} nodes" for nodes in budgets)
    tags = {
        "Event": "Prospector sample",
        "Site": "?",
        "Date": "????.??.??",
        "Round": number,
        "White": white,
        "Black": black,
        "Result": result,
        "WhiteElo": nominal_elo(budgets[0]),
        "BlackElo": nominal_elo(budgets[1]),
        "TimeControl": "-",
        "PlyCount": board.ply(),
        "Termination": termination,
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{movetext(board, result)}\n\n"


def movetext(board, result):
    words = []
    replay = chess.Board()
    for move in board.move_stack:
        if replay.turn == chess.WHITE:
            words.append(f"{replay.fullmove_number}.")
        words.append(replay.san_and_push(move))
    words.append(result)
    return textwrap.fill(" ".join(words), width=79, break_long_words=False, break_on_hyphens=False)


worker_engines = []


def start_worker(command):
    worker_engines.extend([Engine(command), Engine(command)])


def run_worker(job):
    return play_game(*job, worker_engines)


def parse_arguments():
    parser = argparse.ArgumentParser(description="Plays the games of data/sample.pgn.zst.")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="worker processes; the file is the same for any number")
    parser.add_argument("--stockfish", default="stockfish", help="command of the engine")
    parser.add_argument("--out", type=Path, required=True, help="the .pgn.zst file to write")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    started = time.monotonic()
    jobs = ((number, arguments.seed) for number in range(1, arguments.games + 1))
    games = {}  # by movetext, so that a game played twice stands in the file once
    with multiprocessing.Pool(arguments.workers, start_worker, (arguments.stockfish,)) as pool:
        for number, game in enumerate(pool.imap(run_worker, jobs), 1):
            games.setdefault(game[game.index("\n\n") :], game)
            if number % 50 == 0:
                minutes = (time.monotonic() - started) / 60
                left = minutes / number * (arguments.games - number)
                print(f"{number} games in {minutes:.1f} min, {left:.1f} min left", file=sys.stderr, flush=True)

    text = "".join(games.values()).encode("ascii")
    packed = zstandard.ZstdCompressor(level=ZSTD_LEVEL).compress(text)
    unfinished = arguments.out.with_name(arguments.out.name + ".part")
    unfinished.write_bytes(packed)
    unfinished.replace(arguments.out)
    print(f"{arguments.out}: {len(games)} different games, {len(text)} bytes, {len(packed)} compressed")


if __name__ == "__main__":
    main()
