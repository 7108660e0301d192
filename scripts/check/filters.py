"""Compares the miner's counters under every filter with an independent count."""

import argparse
import collections
import csv
import io
import itertools
import json
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import chess.pgn
import chess.polyglot
import xxhash

from recount import read_text

ROOT = Path(__file__).resolve().parents[2]

# The order in which reasons apply (docs/tables.md and docs/filters.md).
ORDER = (
    "variant setup no_elo elo result outcome date time_control event site player white black title eco opening tag "
    "opponent player_result termination bot unrated sample movetext plies line position material no_eval eval no_clock clock "
    "duplicate"
).split()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".split()
RESULTS = ("1-0", "0-1", "1/2-1/2")
FORFEITS = (
    "abandoned crash death disconnect emergency forfeit illegal infraction stall timeout unterminated".split()
    + ["no start", "on time"]
)
CLASSES = ((30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical"))

TAG = re.compile(rb'^\s*\[\s*(\w+)\s+"(.*)"\s*\]\s*$')
# Piece, origin as far as given, destination, promotion.
SAN = re.compile(r"([NBRQK]?)[a-h]?[1-8]?[x:]?([a-h][1-8])=?([NBRQ]?)")
# What is no move: comments, numeric glyphs, move numbers, marks, results.
COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*|(?m:^%.*$)")
INNERMOST = re.compile(r"\([^()]*\)")
MARKER = re.compile(r"(?<!\S)(1-0|0-1|1/2-1/2|\*)(?!\S)")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
NO_MOVE = re.compile(r"\$\d+|\d+\.+|\.{2,}|[!?]+|e\.p\.")
WANTED_TAGS = {
    name.encode(): name
    for name in "Variant FEN SetUp WhiteElo BlackElo Result Event Site Date UTCDate White Black WhiteTitle BlackTitle "
    "TimeControl Termination ECO Opening Round".split()
}
# Filters on tags, in the order of their reasons: option, tags, reason.
PATTERNS = (
    ("variant", ["Variant"], "variant"),
    ("fen", ["FEN"], "setup"),
    ("event", ["Event"], "event"),
    ("site", ["Site"], "site"),
    ("player", ["White", "Black"], "player"),
    ("white", ["White"], "white"),
    ("black", ["Black"], "black"),
    ("title", ["WhiteTitle", "BlackTitle"], "title"),
    ("opening", ["Opening"], "opening"),
)
ELO_FIGURES = {
    "average-elo": lambda white, black: (white + black) / 2,
    "best-elo": max,
    "elo-diff": lambda white, black: abs(white - black),
}
# Games are replayed for some filters; python-chess takes a millisecond or more for each.
MOST_REPLAYED = 40_000

# What made-up games draw their tags from; None: no such tag.
MADE_UP = 240
MADE_UP_ENDGAME = "4k3/r7/8/8/8/4P3/8/3RK3 w - - 0 10"
MADE_UP_TAGS = {
    "Event": ["World Cup", "Rated game", "Casual game", "Correspondence match", "Open"],
    "Site": ["https://lichess.org/x", "Moscow RUS", "?"],
    "Date": ["2009.01.15", "2010.??.??", "2012.06.??", "2017.09.30", "2023.11.30", "????.??.??", "24.12.2009", "2010.Dec.24", "2010.02.??", "2012.00.00", None],
    "Round": ["1.1", "2", "10", None],
    "White": ["Anand", "Botvinnik", "Capablanca", "Nimzowitsch", "Stockfish", "Zukertort"],
    "Black": ["Anand", "Botvinnik", "Capablanca", "Nimzowitsch", "Stockfish", "Zukertort"],
    "WhiteTitle": ["GM", "BOT", None, None, None],
    "BlackTitle": ["IM", "WFM", "BOT", None, None],
    "TimeControl": "15+0 60+1 180+2 15+10 600+0 900+10 5400+30 40/7200:3600 1/86400 - ?".split() + [None],
    "Termination": ["Normal", "Time forfeit", "Abandoned", "CrashBandit won by resignation", "Forfeit won on time", None],
    "ECO": ["A10", "B10", "B27", "C42", "C65", "?", None],
    "Opening": ["Sicilian Defense", "Ruy Lopez", None],
    "Variant": [None] * 8 + ["Standard", "Chess960"],
    "FEN": [None] * 16 + [chess.STARTING_FEN, " ".join([*START, "0 0"]), MADE_UP_ENDGAME],
    "Result": ["1-0", "0-1", "1/2-1/2", "*"],
}
MADE_UP_BEGINNINGS = ("", "", "e4 c5 Nf3", "Nf3 c5 e4", "d4 d5 c4")


class Game:
    """What is known of one game; a tag that is absent is None."""

    __slots__ = ("digest", "tags", "elo", "result", "plies", "key", "is_bad", "text")

    def __init__(self, text, tags, movetext):
        self.digest = xxhash.xxh3_64_intdigest(text.strip(b" \t\r\n\x0c"))
        self.tags = tags
        self.elo = [read_elo(tags.get(name)) for name in ("WhiteElo", "BlackElo")]
        moves, marker = read_moves(movetext.decode("latin-1"))
        self.result = tags.get("Result", marker)
        self.plies = len(moves)
        start = tuple((tags.get("FEN") or "").split()[:4])
        self.key = digest_of((*start, *map(without_origin, moves), self.result or ""))
        self.is_bad = False
        self.text = text.decode("latin-1")

    def boards(self):
        """The game's positions, by python-chess."""
        game = chess.pgn.read_game(io.StringIO(self.text))
        board = game.board()
        yield board
        for move in game.mainline_moves():
            board.push(move)
            yield board


def digest_of(words):
    return xxhash.xxh3_128_intdigest("|".join(words).encode())


def without_origin(move):
    """A move without what tells its piece from others: files spell `Nge2` where `Ne2` is enough."""
    match = SAN.fullmatch(move)
    return "".join(match.groups()) if match else move


def read_elo(value):
    return int(value) if value and re.fullmatch(r"[0-9]+", value) and 1 <= int(value) <= 4000 else None


def read_moves(movetext):
    """The main line's tokens without checks and marks, and the termination marker."""
    text = COMMENT.sub(" ", movetext)
    while "(" in text:
        less = INNERMOST.sub(" ", text)
        if less == text:
            break
        text = less
    # Control characters are blanks, and what follows the marker belongs to no game.
    text = CONTROL.sub(" ", text)
    marker = MARKER.search(text)
    if marker:
        text, marker = text[: marker.start()], marker[1]
    moves = [word.rstrip("+#") for word in NO_MOVE.sub(" ", text).split()]
    return [move for move in moves if move], marker


def games_of(path):
    """The games of a file: text, tags, movetext."""
    text = read_text(path)
    data = text if isinstance(text, bytes) else text.encode("latin-1", "surrogateescape")
    starts = [match.start() for match in re.finditer(rb'^\[Event "', data, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(data)], strict=True):
        game = data[start:end]
        tags, at = {}, 0
        for line in game.splitlines(keepends=True):
            match = TAG.match(line)
            if match:
                if name := WANTED_TAGS.get(match[1]):
                    tags[name] = sys.intern(match[2].decode("latin-1").strip())
            elif line.strip():
                break
            at += len(line)
        yield game, tags, game[at:]


def length(year, month):
    """How many days a month has, 31 if there is no such month."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return {2: 29 if leap else 28, 4: 30, 6: 30, 9: 30, 11: 30}.get(month, 31)


def days(tags):
    """The first and last day that a game's date may mean."""
    for name in ("Date", "UTCDate"):
        fields = [field.strip() for field in re.split(r"[.\-/]", tags.get(name) or "")]
        # A year has four digits; months and days may be open, but nothing else that is no number.
        if not re.fullmatch(r"[0-9]{4}", fields[0]) or not all(re.fullmatch(r"[0-9]+|\?*", field) for field in fields[1:3]):
            continue
        fields = [int(field) if field.strip("?") else None for field in (fields + ["?", "?"])[:3]]
        months = [fields[1] or 1, fields[1] or 12]
        bounds = [fields[0]] * 2, months, [fields[2] or 1, fields[2] or length(fields[0], months[1])]
        first, last = zip(*bounds, strict=True)
        if 1 <= first[1] <= 12 and 1 <= first[2] <= 31:
            return first, last
    return None


def clock(tags):
    """Base and increment in seconds, and the class."""
    base, increment, per_move = 0, 0, False
    value = tags.get("TimeControl")
    if value is None or value.strip() in ("-", "?", ""):
        is_slow = "correspondence" in (tags.get("Event") or "").lower()
        return (None, None, "correspondence") if is_slow else None
    for period in value.split(":"):
        match = re.fullmatch(r"\s*\**(?:(\d+)\s*/)?\s*(\d+)(?:\.\d*)?\s*(?:\+\s*(\d+)(?:\.\d*)?)?\s*", period)
        if not match:
            return None
        base, increment, per_move = base + int(match[2]), int(match[3] or 0), match[1] == "1"
    site = (tags.get("Site") or "").lower()
    is_fide = (30 <= base <= 180 and increment == 30) or (base in (15, 25) and increment == 10)
    if is_fide and re.fullmatch(r"[0-9]+\+[0-9]+", value) and "lichess" not in site and "chess.com" not in site:
        base *= 60  # Minutes.
    length = base + 40 * increment
    named = next((name for below, name in CLASSES if length < below), "correspondence")
    return base, increment, "correspondence" if per_move else named


def search(pattern, *values):
    return any(re.search(pattern.encode(), value.encode("latin-1")) for value in values if value is not None)


def is_eco(codes, value):
    """Whether an ECO tag begins with one of the codes, or lies in one of the ranges."""
    if not re.match(r"[A-E][0-9][0-9]", value or ""):
        return False
    bounds = (code.partition("-") for code in codes.split(","))
    return any(first <= value[: len(first)] and value[: len(last or first)] <= (last or first) for first, _, last in bounds)


def material(board):
    """The pieces of White and of Black by their numbers."""
    return tuple(tuple(len(board.pieces(kind, color)) for kind in range(1, 6)) for color in chess.COLORS)


def stands(game, text):
    """Whether material stands, with either colour, for so many positions in a row."""
    text, _, positions = text.partition(":")
    white, black = text.split("v")
    wanted = tuple(tuple(side.upper().count(letter) for letter in "PNBRQ") for side in (white, black))
    found = (material(board) for board in game.boards())
    runs = ((key, sum(1 for _ in run)) for key, run in itertools.groupby(found))
    return any(key in (wanted, wanted[::-1]) and length >= int(positions or 2) for key, length in runs)


def reaches(game, fen):
    """Whether a game has the position of a whole FEN."""
    key = chess.polyglot.zobrist_hash(chess.Board(fen))
    return any(chess.polyglot.zobrist_hash(board) == key for board in game.boards())


def window(text):
    """The bounds of `LOW..HIGH` in centipawns, endless where there are none, and the positions in a row."""
    text, _, positions = text.partition(":")
    low, high = text.split("..")
    return (round(float(low) * 100) if low else -math.inf), (round(float(high) * 100) if high else math.inf), int(positions or 1)


def eval_reason(game, text):
    """Why a game's evaluations do not pass, if they do not, as python-chess reads `[%eval]`."""
    low, high, wanted = window(text)
    nodes = chess.pgn.read_game(io.StringIO(game.text)).mainline()
    scores = [None, *(node.eval() and node.eval().white() for node in nodes)]
    if not any(scores):
        return "no_eval"
    value = lambda score: math.copysign(math.inf, score.mate() or 1) if score.is_mate() else score.score()
    found = [score is not None and low <= value(score) <= high for score in scores]
    is_enough = any(key and sum(1 for _ in run) >= wanted for key, run in itertools.groupby(found))
    return None if is_enough else "eval"


def clock_reason(game, seconds):
    """Why a game's clocks do not pass, if they do not, as python-chess reads `[%clk]`."""
    clocks = [node.clock() for node in chess.pgn.read_game(io.StringIO(game.text)).mainline()]
    clocks = [clock for clock in clocks if clock is not None]
    if not clocks:
        return "no_clock"
    return "clock" if min(clocks) < int(seconds) else None


def begins(game, line):
    """Whether a game from the start position begins with these moves."""
    wanted = chess.Board()
    for move in line.split():
        wanted.push_san(move)
    boards = itertools.islice(game.boards(), len(wanted.move_stack) + 1)
    *_, last = boards
    return last.root() == chess.Board() and last.move_stack == wanted.move_stack


class Filter:
    """One command line, and what it should reject."""

    def __init__(self, line, players=None):
        self.line = line
        words = shlex.split(line)
        self.options = collections.defaultdict(lambda: None)
        self.players = players or {}
        while words:
            name = words.pop(0)
            takes = bool(words) and not words[0].startswith("--")
            self.options[name] = words.pop(0) if takes else True

    def reasons(self, game):
        """Every reason that applies but for duplicates."""
        option, tags = self.options, game.tags
        variant = tags.get("Variant")
        if variant is not None and variant.lower() not in ("standard", "chess", "normal", "from position", "", "?", "-"):
            yield "variant"
        fen = tags.get("FEN")
        includes = option["--include-setup"] or option["--fen"]
        if not includes and (tags.get("SetUp") == "1" if fen is None else fen.split()[:4] != START):
            yield "setup"
        yield from self.elo_reasons(game)
        if game.result not in RESULTS:
            yield "result"
        if option["--result"] and game.result not in option["--result"].split(","):
            yield "outcome"
        if option["--since"] or option["--until"]:
            span = days(tags)
            # Of a month or year its first day, and its last for --until.
            fields = lambda name: [int(field) for field in option[name].split(".")]
            ends = {"--since": [1, 1], "--until": [12, 31]}
            bound = lambda name: tuple(fields(name) + ends[name][len(fields(name)) - 1 :])
            if span is None or (option["--since"] and span[0] < bound("--since")) or (
                option["--until"] and span[1] > bound("--until")
            ):
                yield "date"
        yield from self.time_reasons(tags)
        yield from self.pattern_reasons(game)
        # `NAME won by ...`: names are not searched.
        termination = (tags.get("Termination") or "").lower().rpartition(" won ")[2]
        if option["--no-forfeits"] and any(word in termination for word in FORFEITS):
            yield "termination"
        if option["--no-bots"] and "BOT" in (tags.get("WhiteTitle"), tags.get("BlackTitle")):
            yield "bot"
        if option["--rated-only"] and re.search(r"(?<![^\W_])(casual|unrated)(?![^\W_])", (tags.get("Event") or "").lower()):
            yield "unrated"
        for name, wanted in (("--sample", True), ("--hold-out", False)):
            if option[name]:
                part, whole = map(int, option[name].split("/"))
                if (game.digest % whole < part) != wanted:
                    yield "sample"
        if game.is_bad:
            yield "movetext"
        if not int(option["--min-plies"] or 0) <= game.plies <= int(option["--max-plies"] or 1 << 60):
            yield "plies"
        if not game.is_bad:
            for name, holds in (("line", begins), ("position", reaches), ("material", stands)):
                if option[f"--{name}"] and not holds(game, option[f"--{name}"]):
                    yield name
            for name, reason in (("eval", eval_reason), ("clock-left", clock_reason)):
                found = option[f"--{name}"] and reason(game, option[f"--{name}"])
                if found:
                    yield found

    def pattern_reasons(self, game):
        option, tags = self.options, game.tags
        for name, fields, reason in PATTERNS:
            for prefix, wanted in (("--", True), ("--not-", False)):
                pattern = option[prefix + name]
                if pattern and search(pattern, *map(tags.get, fields)) != wanted:
                    yield reason
        for prefix, wanted in (("--", True), ("--not-", False)):
            if option[prefix + "eco"] and is_eco(option[prefix + "eco"], tags.get("ECO")) != wanted:
                yield "eco"
            if option[prefix + "tag"]:
                name, _, pattern = option[prefix + "tag"].partition("=")
                if search(pattern, tags.get(name)) != wanted:
                    yield "tag"
        yield from self.view_reasons(game)

    def view_reasons(self, game):
        """What is asked of the player's opponent, and of the player's result."""
        option, tags, elos = self.options, game.tags, self.elos(game)
        least, most = option["--min-opponent-elo"], option["--max-opponent-elo"]
        if not (option["--opponent"] or least or most or option["--player-result"]):
            return
        faces = []
        for player, other in ((0, 1), (1, 0)):
            names = [tags.get(("White", "Black")[side]) for side in (player, other)]
            faces.append(
                all(not option[name] or search(option[name], value) for name, value in zip(("--player", "--opponent"), names))
                and (not (least or most) or elos[other] is not None)
                and (not least or elos[other] >= int(least))
                and (not most or elos[other] <= int(most))
            )
        if not any(faces):
            yield "opponent"
        elif option["--player-result"]:
            got = {"1/2-1/2": ("draw", "draw"), "1-0": ("win", "loss"), "0-1": ("loss", "win")}.get(game.result, ())
            wanted = option["--player-result"].split(",")
            if not any(face and result in wanted for face, result in zip(faces, got)):
                yield "player_result"

    def elos(self, game):
        """The players' Elo, by their tags, their names, or as assumed."""
        assumed = self.options["--assume-elo"] and int(self.options["--assume-elo"])
        return [
            own or self.players.get(game.tags.get(name)) or assumed
            for own, name in zip(game.elo, ("White", "Black"), strict=True)
        ]

    def elo_reasons(self, game):
        """Unknown Elo comes before bounds, but for the bounds of a table's own minimum."""
        option, elo = self.options, self.elos(game)
        least, most = (option[name] and int(option[name]) for name in ("--min-elo", "--max-elo"))
        if least or most:
            if None in elo:
                yield "no_elo"
                return
            if (least and min(elo) < least) or (most and max(elo) > most):
                yield "elo"
        figures = {"white-elo": elo[0], "black-elo": elo[1]}
        for name, figure in ELO_FIGURES.items():
            figures[name] = None if None in elo else figure(*elo)
        for name, figure in figures.items():
            least, most = (option[f"--{bound}-{name}"] for bound in ("min", "max"))
            if (least or most) and figure is None:
                yield "no_elo"
            elif (least and figure < int(least)) or (most and figure > int(most)):
                yield "elo"

    def holds(self, seconds, least, most):
        """Whether a clock is known where bounds are asked for, and within them."""
        least, most = self.options[least], self.options[most]
        if least is None and most is None:
            return True
        return seconds is not None and int(least or 0) <= seconds <= int(most or 1 << 60)

    def time_reasons(self, tags):
        option = self.options
        names = ("--time-class", "--min-base", "--max-base", "--min-increment", "--max-increment")
        if not any(option[name] for name in names):
            return
        time = clock(tags)
        if (
            time is None
            or (option["--time-class"] and time[2] not in option["--time-class"].split(","))
            or not self.holds(time[0], "--min-base", "--max-base")
            or not self.holds(time[1], "--min-increment", "--max-increment")
        ):
            yield "time_control"

    def count(self, games):
        """The counters: games read and used, and rejected by reason."""
        rejected = collections.Counter()
        read = used = 0
        seen = set()
        first = int(self.options["--first"] or 0)
        for game in games:
            if first and used == first:
                break
            read += 1
            found = set(self.reasons(game))
            if not found and self.options["--no-duplicates"]:
                if game.key in seen:
                    found.add("duplicate")
                seen.add(game.key)
            reason = next((reason for reason in ORDER if reason in found), None)
            if reason is None:
                used += 1
            else:
                rejected[reason] += 1
        return read, used, dict(rejected)


def made_up_moves(chance, fen, plies=None):
    """Moves at random behind a beginning that filters ask for, with comments of one kind; one game in thirty ends impossibly.

    With `plies`, so many moves, no beginning and no such end.
    """
    board = chess.Board(fen or chess.STARTING_FEN)
    beginning = iter(chance.choice(MADE_UP_BEGINNINGS).split() if fen is None and plies is None else ())
    has_eval, has_clock = chance.random() < 0.6, chance.random() < 0.6
    score, step, left, words = 0.0, chance.choice((0.02, 1.2)), 60, []
    for _ in range(plies or chance.choice((38, 41, 60, 90, 110))):
        san = next(beginning, None)
        if san is None:
            quiet = [move for move in board.legal_moves if not board.is_capture(move)]
            san = board.san(chance.choice(quiet or list(board.legal_moves) or [chess.Move.null()]))
        if san == "--":
            break
        board.push_san(san)
        score, left = score + chance.gauss(0, step), left - chance.random()
        view = f"#{-3 if score < 0 else 3}" if abs(score) > 14 else f"{score:.2f}"
        said = has_eval * f"[%eval {view}]" + has_clock * f"[%clk 0:00:{max(int(left), 0):02}]"
        words += [san, f"{{ {said} }}"] if said else [san]
    return " ".join(words + ["Kh9"] * (plies is None and chance.random() < 1 / 30))


def make_up(path):
    """Writes games that every filter takes some of and rejects some of, a few of them twice."""
    chance = random.Random(30)
    games, moves = [], ""
    for number in range(MADE_UP):
        tags = {name: chance.choice(values) for name, values in MADE_UP_TAGS.items()}
        for side in ("White", "Black"):
            tags[f"{side}Elo"] = chance.choice((None, *[str(chance.randrange(2150, 2700)) for _ in range(4)]))
        if number % 12:
            start, result, moves = tags["FEN"], tags["Result"], made_up_moves(chance, tags["FEN"])
        elif number:
            tags |= {"FEN": start, "Result": result, "Variant": None}
        lines = [f'[{name} "{value}"]' for name, value in tags.items() if value is not None]
        games.append("\n".join([*lines, "", f"{moves} {tags['Result']}", "", ""]))
    # A balance that stands just long enough, and one ply less or more.
    for fen, plies in itertools.product((None, MADE_UP_ENDGAME), (*range(18, 22), *range(58, 62))):
        start = f'[FEN "{fen}"]\n' if fen else ""
        games.append(f'[Event "{plies} plies"]\n[Result "1-0"]\n{start}\n{made_up_moves(chance, fen, plies)} 1-0\n\n')
    path.write_text("".join(games))


def filters(players_csv, players):
    """The command lines: each filter alone, and some together."""
    lines = """

--min-elo 2600
--max-elo 2400
--max-elo-diff 50
--min-elo 2200 --assume-elo 2300
--min-elo 2500 --player-elo PLAYERS
--min-elo 2500 --player-elo PLAYERS --assume-elo 2499
--result 1-0
--result 0-1,1/2-1/2
--since 2010.06.15
--until 2017.09.30
--until 2017
--until 2017.09
--since 2017.09
--since 2009.02.01 --until 2022.12.31
--time-class ultrabullet
--time-class bullet
--time-class blitz
--time-class rapid
--time-class classical
--time-class correspondence
--min-base 180 --max-base 1800
--min-increment 2
--max-increment 0
--event (?i)ch|cup|rated
--site (?i)rus|lichess
--player ^[A-C]|fish
--not-event (?i)ch|cup|rated
--not-site (?i)rus|lichess
--not-player ^[A-C]|fish
--white ^[A-M]
--not-black ^[A-M]
--black ^[A-M] --not-white ^[A-B]
--title M$
--not-title M$
--eco B2,C60-C99
--not-eco A,B2-C5
--opening (?i)sicilian
--not-opening (?i)sicilian
--tag Round=^1
--not-tag Round=^1
--variant (?i)standard
--not-variant (?i)standard
--fen 0$
--not-fen 0$
--player ^[A-M] --opponent ^[N-Z]
--player ^[A-M] --player-result win
--player ^[A-M] --player-result draw,loss --not-player ^[N-Z]
--player ^[A-M] --min-opponent-elo 2400
--player ^[A-M] --max-opponent-elo 2400 --player-result loss
--min-elo-diff 100
--min-average-elo 2401
--max-average-elo 2400
--min-best-elo 2500
--max-best-elo 2500
--min-white-elo 2450 --max-black-elo 2450
--min-black-elo 2450 --max-white-elo 2450 --min-elo 1000
--line 'e4 c5 Nf3'
--position 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
--material KRPvKR --include-setup
--material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP:60
--material KRPvKR:20 --include-setup
--eval ..
--eval -0.3..0.3:20
--eval 3.. --result 0-1,1/2-1/2
--eval ..-9.5:2 --clock-left 1
--clock-left 10
--no-forfeits
--no-bots
--rated-only
--min-plies 40
--max-plies 100
--min-plies 41 --max-plies 41
--sample 1/7
--hold-out 1/7
--no-duplicates
--first 100
--min-elo 2000 --result 1-0 --since 2010.01.01 --player ^[A-M] --no-forfeits --sample 1/2 --min-plies 60
--include-setup --no-duplicates --max-plies 80 --first 50
""".split("\n")[1:-1]
    return [Filter(line.replace("PLAYERS", str(players_csv)), players if "PLAYERS" in line else None) for line in lines]


def mine(path, line, folder):
    """The miner's counters, and the texts of games with unusable moves."""
    program = shlex.split(os.environ["MINER"])
    outputs = ["--out", str(folder / "t.bin"), "--errors-to", str(folder / "bad.pgn"), "--json", "--allow-empty"]
    command = [*program, "imbalance", str(path), *shlex.split(line), *outputs]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    found = json.loads(done.stdout)
    return found["games_read"], found["games_used"], {k: n for k, n in found["rejected"].items() if n}


def mark_bad(games, bad):
    """Marks the games that the miner calls unusable; gives how many python-chess reads without an error."""
    texts = [text.strip() for text in re.split(rb"^% .*\n", bad, flags=re.MULTILINE)[1:]]
    digests = {xxhash.xxh3_64_intdigest(text) for text in texts}
    for game in games:
        game.is_bad = game.digest in digests
    sound = 0
    for text in texts:
        read = chess.pgn.read_game(io.StringIO(text.decode("latin-1")))
        sound += read is not None and not read.errors
    return len(texts), sound


def tell_apart(games, path):
    """Games with the same moves but for origins may be different: python-chess replays them."""
    times = collections.Counter(game.key for game in games)
    for game, (text, _, _) in zip(games, games_of(path), strict=True):
        if times[game.key] > 1:
            read = chess.pgn.read_game(io.StringIO(text.decode("latin-1")))
            moves = [move.uci() for move in read.mainline_moves()]
            game.key = digest_of((read.board().fen(), *moves, game.result or ""))


def write_players(games, path):
    """Gives the most frequent players without Elo one that depends on their name."""
    names = collections.Counter()
    for game in games:
        for elo, side in zip(game.elo, ("White", "Black"), strict=True):
            if elo is None and game.tags.get(side):
                names[game.tags[side]] += 1
    players = {name: 2400 + len(name) * 37 % 300 for name, _ in names.most_common(200)}
    with open(path, "w", encoding="latin-1", newline="") as file:
        csv.writer(file).writerows([("name", "elo"), *players.items()])
    return players


def check(path, only, folder, demand_effect=False):
    """Compares all filters on one file; gives how many differ, or would not if the miner ignored them."""
    games = [Game(text, tags, movetext) for text, tags, movetext in games_of(path)]
    tell_apart(games, path)
    players = write_players(games, folder / "players.csv")
    mine(path, "--include-setup", folder)
    bad, sound = mark_bad(games, (folder / "bad.pgn").read_bytes())
    everything = Filter("").count(games)
    print(f"{path.name}: {len(games):,} games; {bad} with unusable moves, python-chess agrees on {bad - sound}")
    wrong = cases = 0
    is_made_so = all("Kh9" in game.text for game in games if game.is_bad)
    if demand_effect and not (bad and is_made_so):
        wrong += 1
        print("  WRONG     the games with unusable moves are not those that were made so")
    for case in filters(folder / "players.csv", players):
        if only not in case.line:
            continue
        cases += 1
        is_slow = any(case.options[name] for name in ("--line", "--position", "--material", "--eval", "--clock-left"))
        if is_slow and len(games) > MOST_REPLAYED:
            print(f"  left out  {case.line}: python-chess would take long")
            continue
        own, found = case.count(games), mine(path, case.line, folder)
        line = case.line.replace(str(folder) + "/", "") or "(none)"
        told = ", ".join(f"{reason} {found[2][reason]:,}" for reason in ORDER if reason in found[2])
        verdict = "equal" if own == found else "DIFFERENT"
        print(f"  {verdict:9} {line}: read {found[0]:,}, used {found[1]:,}; {told or 'none rejected'}")
        if own != found:
            wrong += 1
            print(f"            counted here: read {own[0]:,}, used {own[1]:,}; {own[2]}")
        elif demand_effect and case.line and (own == everything or own[1] == 0):
            wrong += 1
            print("            of no effect on these games, or takes none of them")
    if not cases:
        raise SystemExit(f"filters: no command line holds `{only}`")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only command lines that hold this")
    parser.add_argument("--made-up", action="store_true", help="games made up so that each filter takes some and rejects some")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if not options.files and not options.made_up:
        parser.error("name at least one FILE, or --made-up")
    with tempfile.TemporaryDirectory() as folder:
        wrong = sum(check(path.resolve(), options.only, Path(folder)) for path in options.files)
        if options.made_up:
            path = Path(folder) / "made-up.pgn"
            make_up(path)
            wrong += check(path, options.only, Path(folder), demand_effect=True)
    print("all counters equal" if wrong == 0 else f"{wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
