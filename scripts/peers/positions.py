"""Does with python-chess what `miner positions --format epd` does: quiet positions, each once, with their games' outcomes.

    python scripts/peers/positions.py GAMES.pgn POSITIONS.epd [--min-ply N] [--first N]

A position counts if N plies have been played (14), the side to move is not in check, and the move that was played takes
nothing, promotes nothing and gives no check. One that several games have stays with the first of them; the miner chooses
by a digest, so outcomes of such positions may differ.
"""

import argparse

import chess.pgn


def read(path, first):
    """The main lines of all games with a result."""
    with open(path, encoding="latin-1") as file:
        count = 0
        while (first is None or count < first) and (game := chess.pgn.read_game(file)) is not None:
            count += 1
            if game.headers.get("Result") in ("1-0", "0-1", "1/2-1/2") and not game.errors:
                yield game


def quiet(game, min_ply):
    """The EPD of each candidate."""
    board = game.board()
    for ply, move in enumerate(game.mainline_moves()):
        wanted = ply >= min_ply and not (board.is_check() or board.is_capture(move) or move.promotion)
        epd = board.epd(en_passant="xfen") if wanted else None
        board.push(move)
        if wanted and not board.is_check():
            yield epd


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("out")
    parser.add_argument("--min-ply", type=int, default=14)
    parser.add_argument("--first", type=int)
    arguments = parser.parse_args()
    seen = set()
    with open(arguments.out, "w", encoding="ascii") as out:
        for game in read(arguments.games, arguments.first):
            for epd in quiet(game, arguments.min_ply):
                if epd not in seen:
                    seen.add(epd)
                    out.write(f'{epd} c9 "{game.headers["Result"]}";\n')


if __name__ == "__main__":
    main()
