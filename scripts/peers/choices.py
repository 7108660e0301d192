"""Moves that engines choose in the positions of games, and what another engine says of them."""

import random

import chess.pgn

from uci import Engine


def positions_of(name, who, most_games, most_plies):
    """The positions of each game, as UCI says them, with their pieces."""
    games = []
    with open(name, encoding="utf-8", errors="replace") as lines:
        while game := chess.pgn.read_game(lines):
            sides = [game.headers["Black"], game.headers["White"]]
            if who and who not in sides:
                continue
            board, moves, rows = game.board(), "", []
            start = f"fen {board.fen()}"
            for node in game.mainline():
                if (not who or sides[board.turn] == who) and "book" not in node.comment:
                    rows.append((start + (f" moves{moves}" if moves else ""), len(board.piece_map())))
                moves += f" {node.move.uci()}"
                board.push(node.move)
            games.append(rows[:most_plies])
    random.Random(1).shuffle(games)
    return games[:most_games]


def play(words, games, limit):
    """The move of an engine in each position, and its mean depth."""
    engine, moves, depths = Engine(words, ["Hash=16"]), [], 0
    for rows in games:
        engine.new_game()
        for position, _ in rows:
            move, _, depth = engine.search(position, limit)
            moves.append(move)
            depths += depth
    return moves, depths / max(len(moves), 1)


def judge(program, questions, nodes):
    """The mover's score after each move of each position."""
    engine, answers = Engine(program, ["Hash=16"]), []
    for position, move in questions:
        engine.new_game()
        after = position + (" " if " moves" in position else " moves ") + move
        # Without a score the game is over: the move mates or stalemates, and a good engine prefers the former.
        score = engine.search(after, f"nodes {nodes}")[1]
        answers.append(-score if score is not None else 0)
    return answers
