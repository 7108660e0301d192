"""Writes games with made-up comments behind their moves, as lichess, FICS and TCEC write them.

    annotate.py GAMES.pgn[.zst] OUT.pgn

Game by game in turn: clocks; evaluations and clocks, with marks and a variation now and then; move times; a long
comment like an engine's, on a line of its own. The same games give the same file.
"""

import re
import sys

from recount import game_starts, read_text

MOVE = re.compile(r"(?:(\d+)\.+\s*)?([NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=[NBRQ])?[+#]?|O-O(?:-O)?[+#]?)(?=\s)")


def comment(style, ply):
    """What stands behind a move: its marks, comment and variation."""
    clock = f"[%clk 0:{59 - ply // 60 % 60:02}:{59 - ply % 60:02}]"
    if style == 0:
        return f" {{ {clock} }}"
    if style == 1:
        score = f"[%eval {(ply * 37 % 400 - 200) / 100}]"
        if ply % 11 == 7:
            return f"?! {{ (0.12 → 0.89) Inaccuracy. Nf3 was best. }} {{ {score} {clock} }} (1. Nf3 {{ better }} (1. c4))"
        return f" {{ {score} {clock} }}"
    if style == 2:
        return f" {{[%emt {ply * 31 % 200 / 10}]}}"
    line = "Nf3 Nb4 Bf1 d5 e5 c5 Ne2 Ba6 h4 h5 g3 Qd7 a3 Nc6 c3 g6 Bh3 cxd4 cxd4 Na5 "[: 40 + ply * 7 % 40]
    return f" {{d={20 + ply % 30}, mt={ply * 977}, n={ply * 86028157}, pv={line}, tb=0, R50=50, wv=0.{ply % 90 + 10},}}\n"


def annotate(game, style):
    """The game with a comment behind each move; its tags are left alone."""
    tags, blank, movetext = game.partition("\n\n")
    plies = iter(range(100_000))

    def written(match):
        ply = next(plies)
        number = f"{ply // 2 + 1}{'...' if ply % 2 else '.'} " if style < 2 or ply % 2 == 0 else ""
        return number + match[2] + comment(style, ply)

    return tags + blank + MOVE.sub(written, movetext)


def main():
    source, target = sys.argv[1:]
    text = read_text(source)
    starts = game_starts(text)
    games = (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)]))
    with open(target, "w", encoding="utf-8", newline="") as file:
        for number, game in enumerate(games):
            file.write(annotate(game, number % 4))


if __name__ == "__main__":
    main()
