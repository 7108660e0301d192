"""Drives the engine by python-chess, which refuses illegal moves, lines that do not play, and answers out of turn."""

import logging
import sys
import tempfile
import time
from pathlib import Path

import chess
import chess.engine

POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/8/8/8/K1kq4 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
]
LIMITS = [
    dict(depth=4),
    dict(nodes=1),
    dict(nodes=2000),
    dict(mate=1, time=0.2),
    dict(time=0.02),
    dict(white_clock=0.2, black_clock=0.2, white_inc=0.01, black_inc=0.01),
    dict(white_clock=1.0, black_clock=1.0, remaining_moves=1),
    dict(white_clock=0.0, black_clock=0.0),
]


class Complaints(logging.Handler):
    """What python-chess found wrong but went on with: lines that it could not read."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = []

    def emit(self, record):
        self.seen.append(record.getMessage())


def boards():
    return [board for board in map(chess.Board, POSITIONS) if not board.is_game_over()]


def plays(engine):
    for board in boards():
        for limit in LIMITS:
            result = engine.play(board, chess.engine.Limit(**limit), info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, (board.fen(), limit, result)
            assert "score" in result.info, (board.fen(), limit, result.info)
            follow = board.copy()
            for move in result.info["pv"]:
                follow.push(move)
    return len(boards()) * len(LIMITS)


def analyses(engine):
    for board in boards():
        lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
        wanted = min(3, board.legal_moves.count())
        assert len(lines) == wanted and all(line["pv"] and line["depth"] == 5 for line in lines), lines
        only = list(board.legal_moves)[:1]
        result = engine.analyse(board, chess.engine.Limit(depth=3), root_moves=only)
        assert result["pv"][0] == only[0], result


def stops(engine):
    """An endless analysis is heard while it runs and ends when told to."""
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
        started = time.time()
        analysis.stop()
        best = analysis.wait()
    assert best.move in chess.Board().legal_moves and time.time() - started < 1.0


def game(engine, board, seconds):
    """A game with a clock, the engine on both sides, pondering: no illegal move, no loss on time."""
    clocks = [seconds, seconds]
    while not board.is_game_over(claim_draw=True) and board.ply() < 120:
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.02, black_inc=0.02)
        started = time.time()
        move = engine.play(board, limit, game=id(board), ponder=True).move
        mover = 0 if board.turn == chess.WHITE else 1
        clocks[mover] += 0.02 - (time.time() - started)
        assert clocks[mover] > 0, f"lost on time at ply {board.ply()}"
        board.push(move)
    return board.ply()


def options(engine):
    engine.configure({"Hash": 8, "Threads": 2, "Move Overhead": 30, "UCI_AnalyseMode": True})
    engine.configure({"Clear Hash": None, "UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert info["wdl"].relative.total() == 1000, info
    engine.configure({"Threads": 1, "UCI_AnalyseMode": False, "UCI_LimitStrength": True, "UCI_Elo": 1500})
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.1)).move
    engine.configure({"UCI_LimitStrength": False})
    try:
        engine.configure({"No Such Option": 1})
    except chess.engine.EngineError:
        return
    raise AssertionError("an option that does not exist was taken")


def ended(engine):
    """Mate and stalemate: no move, and a score."""
    for fen, mated in [("k6R/8/1K6/8/8/8/8/8 b - - 0 1", True), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False)]:
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=3))
        assert info["score"].relative == (chess.engine.Mate(0) if mated else chess.engine.Cp(0)), info


def mates(engine):
    """A mate that is asked for is found, and its line plays."""
    board = chess.Board("3N3K/B2bRB2/1Qp4p/1R1pppp1/1P2k3/r3pNP1/2P1P3/b2r3q w - -")
    for fen, moves in [(board.fen(), 5), ("3b3k/7P/6K1/6P1/8/8/1N6/8 w - - 0 1", 5)]:
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(mate=moves), game=fen)
        assert 0 < info["score"].relative.mate() <= moves, info
        follow = chess.Board(fen)
        for move in info["pv"]:
            follow.push(move)
        assert follow.is_checkmate(), info


def draws(engine):
    """Endings that are known to be drawn are nearly even."""
    for fen in ["7k/8/8/7P/8/5K2/6B1/8 w - - 0 1", "4k3/R7/6r1/8/8/5P2/5K2/8 w - - 0 1"]:
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=20), game=fen)
        assert abs(info["score"].relative.score()) <= 20, info


def haste(engine):
    """No nodes, and 30 ms: a move that makes sense, and more than a ply."""
    queen = chess.Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    assert engine.play(queen, chess.engine.Limit(nodes=1)).move == chess.Move.from_uci("e4d5")
    depths = []
    for number in range(10):
        limit = chess.engine.Limit(time=0.03)
        depths.append(engine.play(chess.Board(), limit, game=number, info=chess.engine.INFO_ALL).info["depth"])
    assert max(depths) > 2, depths


def analysis_is_pure(engine):
    """The opening table and a folder without tables change no score."""
    board = chess.Board()
    board.push_uci("e2e4")

    def scores():
        lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3, game=object())
        return [(line["score"], line["pv"]) for line in lines]

    usual = scores()
    engine.configure({"OpeningTune": True})
    assert scores() == usual
    with tempfile.TemporaryDirectory() as folder:
        engine.configure({"TablesDir": folder})
        assert scores() == usual


def logs(engine):
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        engine.configure({"Debug Log File": str(log)})
        engine.play(chess.Board(), chess.engine.Limit(depth=2))
        engine.configure({"Debug Log File": ""})
        assert ">> go depth 2" in log.read_text() and "<< bestmove" in log.read_text()


def main(path):
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    with chess.engine.SimpleEngine.popen_uci(path, timeout=60) as engine:
        count = plays(engine)
        analyses(engine)
        stops(engine)
        ended(engine)
        mates(engine)
        draws(engine)
        haste(engine)
        analysis_is_pure(engine)
        logs(engine)
        options(engine)
        plies = game(engine, chess.Board(), 3.0)
        plies += game(engine, chess.Board.from_chess960_pos(100), 3.0)
    assert not complaints.seen, complaints.seen
    print(f"check/uci: {count} searches, 2 games of {plies} plies, mates, draws, options, analysis and ends: python-chess has no complaint")


if __name__ == "__main__":
    main(sys.argv[1])
