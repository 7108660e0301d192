"""An independent recount of the miner's three tables with python-chess.

Written from the contract of the tables alone ("What the tables mean"), not from the miner's source, so that an error
of understanding or of code on either side shows as a difference. Where the contract leaves a choice open, the choice
made here is marked with "Silent:".

Text is handled as Latin-1: what counts is ASCII, and every byte of any other encoding survives.
"""

import argparse
import codecs
import collections
import csv
import itertools
import json
import multiprocessing
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.polyglot
import zstandard

ROOT = Path(__file__).resolve().parent.parent

PHASES = ["opening", "middlegame", "endgame", "all"]
RESULTS = ["1-0", "1/2-1/2", "0-1"]  # the index is White's column: wins, draws, losses
TERMINATIONS = {*RESULTS, "*"}
REASONS = ["variant", "setup", "no_elo", "elo", "result", "movetext"]

IMBALANCE_COLUMNS = "wp bp wn bn wb bb wr br wq bq games wins draws losses".split()
PST_COLUMNS = "piece square count wins draws losses".split()
OPENING_COLUMNS = "key move games wins draws losses".split()

IMBALANCE_PIECES = [
    (kind, color)
    for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    for color in (chess.WHITE, chess.BLACK)
]
IMBALANCE_CAPS = (8, 8, 2, 2, 2, 2, 2, 2, 1, 1)
PST_PIECES = "PNBRQKpnbrqk"
PHASE_WEIGHT = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
MOST_PHASE_WEIGHT = 24
ENDGAME_WEIGHT = 8
OPENING_PLIES = 20

MAX_SHOWN = 20


@dataclass(frozen=True)
class Options:
    min_elo: int | None = None
    stable_plies: int = 1
    include_setup: bool = False
    max_ply: int = 60


# --- The text of a source: games, tags, tokens ------------------------------------------------------------------------

# What matters for finding the bounds of games: tags at the start of a line (Silent: blanks may precede), escaped lines, the two kinds of comment.
LANDMARK = re.compile(r"^[ \t]*(?=\[[A-Za-z])|^%[^\n]*|;[^\n]*|\{", re.MULTILINE)
WORD = re.compile(r"[^ \t\r\n\f]+")
FIRST_NUMBER = re.compile(r"1\.")
EMPTY_LINE = re.compile(r"\n[ \t\r]*\n")
NEXT_GAME_IN_COMMENT = re.compile(r'\n[ \t\r]*\n\[Event "[^\n]*(?=[^}]*\{)')


def end_of_comment(text, start):
    """Where the comment whose text begins at `start` ends, and whether it is closed.

    Silent: what an unclosed `{` costs. Here it is unclosed when no `}` follows at all, or when, before the next `}`,
    an empty line is followed by an `[Event "` line and later by another `{` (the comment of the next game).
    It then reaches to that empty line, or to the next such line if there is no `}`.
    """
    close = text.find("}", start)
    if close < 0:
        following = re.compile(r'\n[ \t\r]*\n(?=\[Event ")').search(text, start)
        return (following.end() if following else len(text)), False
    following = NEXT_GAME_IN_COMMENT.search(text, start, close)
    if following:
        return text.index("[Event", following.start()), False
    return close + 1, True


def game_starts(text):
    """The offsets at which games begin: at a tag line that follows movetext, outside comments.

    Silent: movetext before the first tag line is a game of its own. So is movetext without tags that begins with move
    number 1 behind a termination marker and an empty line; anything else behind a marker belongs to the game before.
    A second `Event` tag without movetext in between begins a new game, too.
    """
    starts = []
    has_movetext = has_event = False
    terminated_at = None
    position = 0
    while True:
        landmark = LANDMARK.search(text, position)
        end = landmark.start() if landmark else len(text)
        for word in WORD.finditer(text, position, end):
            begins_anew = terminated_at is not None and FIRST_NUMBER.match(word.group())
            if not starts or (begins_anew and EMPTY_LINE.search(text, terminated_at, word.start())):
                starts.append(word.start())
                has_event, terminated_at = False, None
            has_movetext = True
            if word.group() in TERMINATIONS:
                terminated_at = word.end()
        if landmark is None:
            return starts
        position = landmark.end()
        if landmark.group() == "{":
            position, _ = end_of_comment(text, position)
        elif text[position : position + 1] == "[":
            tags, position = read_tags(text, position)
            names = [name for name, _ in tags]
            if has_movetext or not starts or (has_event and "Event" in names):
                starts.append(landmark.start())
                has_movetext = has_event = False
                terminated_at = None
            has_event |= "Event" in names


def split_games(text):
    starts = game_starts(text)
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]


TAG = re.compile(r'[ \t]*\[([A-Za-z][A-Za-z0-9_]*)[ \t]*"((?:[^"\\\n]|\\.)*)"[ \t]*\]')
SLOPPY_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)[ \t]*"([^\n]*)"[ \t]*\]')  # with quotes inside that are not escaped


def read_tags(text, start):
    """The tags, as (name, value), that stand one behind the other on the line from `start`, and where they end.

    Silent: a line that starts like a tag but is none, ends with its line and gives no tag.
    """
    tags = []
    position = start
    while found := TAG.match(text, position):
        tags.append((found[1], re.sub(r"\\(.)", r"\1", found[2])))
        position = found.end()
    if not tags:
        found = SLOPPY_TAG.match(text, start)
        tags = [found.groups()] if found else []
        position = (text.find("\n", start) + 1 or len(text) + 1) - 1
    return tags, position


# One pattern per kind of thing in movetext. A word is what stands between blanks and brackets; the one bracket inside
# a word is that of a promotion, `e8(Q)`.
MOVETEXT = re.compile(
    r"(?P<tag>^[ \t]*(?=\[[A-Za-z]))|(?P<escape>^%[^\n]*)|(?P<line_comment>;[^\n]*)|(?P<comment>\{)"
    r"|(?P<open>\()|(?P<close>\))|(?P<nag>\$[0-9]+)"
    r"|(?P<word>[^ \t\r\n\f{}();$\[\]]+(?:\([QRBNqrbn]\)[^ \t\r\n\f{}();$\[\]]*)?)|(?P<blank>\n|[ \t\r\f]+)|(?P<other>.)",
    re.MULTILINE | re.ASCII,
)


@dataclass
class Game:
    tags: dict = field(default_factory=dict)
    words: list = field(default_factory=list)  # of the main line: move numbers, moves, marks, termination markers
    is_broken: bool = False


def read_game(text):
    game = Game()
    depth = 0
    position = 0
    while position < len(text):
        match = MOVETEXT.match(text, position)
        kind = match.lastgroup
        position = match.end()
        if kind == "comment":
            position, is_closed = end_of_comment(text, position)
            game.is_broken |= not is_closed
        elif kind == "tag":
            tags, position = read_tags(text, position)
            game.tags.update(tags)  # Silent: of a tag that stands twice the last one counts.
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            game.is_broken |= depth < 0
        elif depth > 0:
            continue
        elif kind == "word":
            game.words.append(match.group())
        elif kind == "other":
            game.is_broken = True
    game.is_broken |= depth != 0  # Silent: a variation that is never closed breaks its game.
    return game


# --- Moves ------------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"^(?:[0-9]+\.+|[0-9]+$|\.+)")
MARKS = "+#!?"
CASTLING = re.compile(r"[Oo0]-[Oo0](-[Oo0])?")
MOVE = re.compile(
    r"(?P<piece>[PKQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?[x-]?(?P<to>[a-h][1-8])"
    r"(?:=?(?P<promotion>[QRBNqrbn])|\((?P<bracketed>[QRBNqrbn])\))?"
)
EN_PASSANT = re.compile(r"e\.?p\.?")  # Silent: with or without its dots.


def moves_that_fit(board, word):
    """All legal moves that the word may mean."""
    word = word.rstrip(MARKS)
    move_only, marked_en_passant = re.subn(rf"(?:{EN_PASSANT.pattern})$", "", word)
    if marked_en_passant:
        return [move for move in moves_that_fit(board, move_only) if board.is_capture(move)]
    castling = CASTLING.fullmatch(word)
    if castling:
        goes_long = castling.group(1) is not None
        return [
            move
            for move in board.generate_castling_moves()
            if board.is_queenside_castling(move) == goes_long and board.is_legal(move)
        ]
    parts = MOVE.fullmatch(word)
    if not parts:
        return []
    from_mask = board.occupied_co[board.turn]
    if parts["file"]:
        from_mask &= chess.BB_FILES[chess.FILE_NAMES.index(parts["file"])]
    if parts["rank"]:
        from_mask &= chess.BB_RANKS[int(parts["rank"]) - 1]
    has_origin = parts["file"] and parts["rank"]
    if parts["piece"]:
        from_mask &= board.pieces_mask(chess.PIECE_SYMBOLS.index(parts["piece"].lower()), board.turn)
    elif not has_origin:
        from_mask &= board.pawns
    letter = parts["promotion"] or parts["bracketed"]
    promotion = chess.PIECE_SYMBOLS.index(letter.lower()) if letter else None
    to_square = chess.parse_square(parts["to"])
    # Silent: as long as the origin is given in full, `Ke1g1` is castling like `e1g1`; `Kg1` never is.
    return [
        move
        for move in board.generate_legal_moves(from_mask)
        if move.to_square == to_square
        and move.promotion == promotion
        and (has_origin or not board.is_castling(move))
    ]


def play_main_line(game, board):
    """Plays the main line on `board`: yields True at the start and after each ply, and False if a word is no move.

    Silent: a move after a termination marker breaks the game.
    """
    yield True
    is_terminated = after_capture = False
    for word in game.words:
        word = NUMBER.sub("", word)
        if word in TERMINATIONS:
            is_terminated = True
        elif after_capture and EN_PASSANT.fullmatch(word.rstrip(MARKS)):
            after_capture = False
        elif word.strip(MARKS):  # Silent: marks may stand apart from their move.
            fitting = [] if is_terminated else moves_that_fit(board, word)
            if len(fitting) != 1:
                yield False
                return
            after_capture = board.is_capture(fitting[0])
            board.push(fitting[0])
            yield True


# --- Which games count ------------------------------------------------------------------------------------------------

STANDARD_VARIANTS = {"standard", "chess", "normal", "from position"}
ELO = re.compile(r"[0-9]{1,6}", re.ASCII)
START_FIELDS = chess.STARTING_FEN.split()[:4]


def start_board(game, options):
    """The board that the game starts from, or None if its start is not admitted."""
    fen = game.tags.get("FEN")
    if fen is None:
        return None if game.tags.get("SetUp", "").strip() == "1" else chess.Board()
    if fen.split()[:4] == START_FIELDS:
        return chess.Board()
    if not options.include_setup:
        return None
    # Silent: a FEN that does not parse, or whose position is not legal, stays rejected as `setup`.
    try:
        board = chess.Board(fen.strip())
    except ValueError:
        return None
    return board if board.is_valid() else None


def read_elo(text):
    elo = int(text) if text is not None and ELO.fullmatch(text := text.strip()) else 0
    return elo if 1 <= elo <= 4000 else None


def result_of(game):
    """Silent: without a `Result` tag the last termination marker of the main line is the result."""
    if "Result" in game.tags:
        return game.tags["Result"].strip()
    return next((word for word in reversed(game.words) if word in TERMINATIONS), None)


def reason_by_tags(game, board, options):
    """The reason to reject the game that its tags give, or None."""
    variant = game.tags.get("Variant")
    if variant is not None and variant.strip().lower() not in STANDARD_VARIANTS:
        return "variant"
    if board is None:
        return "setup"
    if options.min_elo is not None:
        elos = [read_elo(game.tags.get(name)) for name in ("WhiteElo", "BlackElo")]
        if None in elos:
            return "no_elo"
        if min(elos) < options.min_elo:
            return "elo"
    if result_of(game) not in RESULTS:
        return "result"
    return None


# --- Counting ---------------------------------------------------------------------------------------------------------


def phase_of(board, plies_played):
    weight = sum(each * len(board.pieces(kind, color)) for kind, each in PHASE_WEIGHT.items() for color in chess.COLORS)
    if min(MOST_PHASE_WEIGHT, weight) <= ENDGAME_WEIGHT:
        return "endgame"
    return "opening" if plies_played < OPENING_PLIES else "middlegame"


class Tally:
    """Counts of all three tables over any number of games."""

    def __init__(self):
        self.games_read = 0
        self.rejected = collections.Counter()
        self.positions = 0
        self.out_of_caps_positions = 0
        self.imbalance = {}  # material -> [wins, draws, losses] for White
        self.pst = {phase: {} for phase in PHASES}  # (piece, square) -> the same for the piece's owner
        self.opening = {}  # (key, move) -> the same for the mover

    def add(self, text, options):
        self.games_read += 1
        game = read_game(text)
        board = start_board(game, options)
        reason = reason_by_tags(game, board, options)
        if reason is None:
            reason = self.add_admitted(game, board, options)
        if reason is not None:
            self.rejected[reason] += 1

    def add_admitted(self, game, board, options):
        """Counts a game that its tags admit, as a whole, or gives the reason to reject it."""
        if game.is_broken:
            return "movetext"
        materials = []
        pieces = {phase: collections.Counter() for phase in PHASES[:3]}
        played = set()
        for ply, is_sound in enumerate(play_main_line(game, board)):
            if not is_sound:
                return "movetext"
            if 0 < ply <= options.max_ply:
                move = board.pop()
                played.add((chess.polyglot.zobrist_hash(board), move.uci(), board.turn))
                board.push(move)
            materials.append(tuple(chess.popcount(board.pieces_mask(*piece)) for piece in IMBALANCE_PIECES))
            pieces[phase_of(board, ply)].update(
                (piece.symbol(), square) for square, piece in board.piece_map().items()
            )

        outcome = RESULTS.index(result_of(game))
        self.positions += len(materials)
        self.add_materials(materials, outcome, options.stable_plies)
        for phase, counter in pieces.items():
            for (piece, square), count in counter.items():
                owner_outcome = outcome if piece.isupper() else 2 - outcome
                for table in (self.pst[phase], self.pst["all"]):
                    count_outcome(table, (piece, square), owner_outcome, count)
        for key, move, mover in played:
            count_outcome(self.opening, (key, move), outcome if mover == chess.WHITE else 2 - outcome)
        return None

    def add_materials(self, materials, outcome, stable_plies):
        stable = set()
        for material, run in itertools.groupby(materials):
            length = len(list(run))
            if any(count > cap for count, cap in zip(material, IMBALANCE_CAPS)):
                self.out_of_caps_positions += length
            elif length >= stable_plies:
                stable.add(material)
        for material in stable:
            count_outcome(self.imbalance, material, outcome)

    def merge(self, other):
        self.games_read += other.games_read
        self.rejected += other.rejected
        self.positions += other.positions
        self.out_of_caps_positions += other.out_of_caps_positions
        merge_counts(self.imbalance, other.imbalance)
        merge_counts(self.opening, other.opening)
        for phase in PHASES:
            merge_counts(self.pst[phase], other.pst[phase])

    def counters(self):
        return {
            "games_read": self.games_read,
            "games_used": self.games_read - sum(self.rejected.values()),
            "rejected": dict(self.rejected),
            "positions": self.positions,
            "out_of_caps_positions": self.out_of_caps_positions,
        }

    def imbalance_rows(self):
        return [(*material, sum(outcomes), *outcomes) for material, outcomes in sorted(self.imbalance.items())]

    def pst_rows(self, phase):
        cells = sorted(self.pst[phase].items(), key=lambda cell: (PST_PIECES.index(cell[0][0]), cell[0][1]))
        return [
            (piece, chess.square_name(square), sum(outcomes), *outcomes) for (piece, square), outcomes in cells
        ]

    def opening_rows(self):
        rows = [(f"{key:016x}", move, sum(outcomes), *outcomes) for (key, move), outcomes in self.opening.items()]
        return sorted(rows, key=lambda row: (row[0], -row[2], row[1]))


def count_outcome(table, cell, outcome, count=1):
    table.setdefault(cell, [0, 0, 0])[outcome] += count


def merge_counts(table, other):
    for cell, outcomes in other.items():
        for outcome, count in enumerate(outcomes):
            count_outcome(table, cell, outcome, count)


def tally_games(job):
    texts, options = job
    tally = Tally()
    for text in texts:
        tally.add(text, options)
    return tally


def recount(texts, options, workers):
    total = Tally()
    jobs = ((texts[start : start + 100], options) for start in range(0, len(texts), 100))
    if len(texts) <= 100:
        for job in jobs:
            total.merge(tally_games(job))
        return total
    with multiprocessing.Pool(workers) as pool:
        for tally in pool.imap(tally_games, jobs):
            total.merge(tally)
    return total


# --- The miner and the comparison -------------------------------------------------------------------------------------


@dataclass
class Table:
    """One of the miner's tables, and what the recount expects of it."""

    name: str
    command: list
    columns: list
    rows: list


def tables_of(tally, options):
    """The tables to compare, with the miner's command line for each."""
    shared = []
    if options.min_elo is not None:
        shared += ["--min-elo", str(options.min_elo)]
    if options.include_setup:
        shared += ["--include-setup"]
    stable = ["--stable-plies", str(options.stable_plies)]
    depth = ["--max-ply", str(options.max_ply)]
    return [
        Table("imbalance", ["imbalance", *shared, *stable], IMBALANCE_COLUMNS, tally.imbalance_rows()),
        *(
            Table(f"pst-{phase}", ["pst", "--phase", phase, *shared], PST_COLUMNS, tally.pst_rows(phase))
            for phase in PHASES
        ),
        Table("opening", ["opening", *shared, *depth], OPENING_COLUMNS, tally.opening_rows()),
    ]


def run_miner(table, pgn, folder):
    """Runs the miner; returns the path of its CSV and its JSON summary."""
    program = shlex.split(os.environ.get("MINER", "cargo run --release -q -p miner --"))
    csv_path = folder / f"{table.name}.csv"
    outputs = ["--out", str(folder / f"{table.name}.bin"), "--csv", str(csv_path), "--json"]
    command = [*program, table.command[0], str(pgn), *table.command[1:], *outputs]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"the miner failed with exit code {done.returncode}: {shlex.join(command)}")
    return csv_path, json.loads(done.stdout)


def compare_csv(table, path):
    """Differences between the miner's CSV and the recount, as lines to print."""
    with open(path, encoding="ascii", newline="") as file:
        content = file.read()
    differences = []
    if "\r" in content or not content.endswith("\n"):
        differences.append("the lines do not all end in a plain newline")
    header, *rows = csv.reader(content.splitlines())
    width = len(table.columns)
    if header[:width] != table.columns:
        differences.append(f"header {header[:width]}, expected {table.columns}")
    found = [tuple(row[:width]) for row in rows]
    expected = [tuple(map(str, row)) for row in table.rows]
    if found != expected:
        differences += sorted(f"miner only:   {','.join(row)}" for row in set(found) - set(expected))
        differences += sorted(f"recount only: {','.join(row)}" for row in set(expected) - set(found))
        # Both lines of a cell stand together, for the eye.
        differences.sort(key=lambda line: line.split(": ", 1)[-1])
        if set(found) == set(expected):
            differences.append("the rows are the same but repeated or in another order")
    return differences


def compare_counters(name, summary, expected):
    """Differences between the miner's JSON summary and the recount's counters, as lines to print."""
    differences = []
    for counter, value in expected.items():
        if counter == "out_of_caps_positions" and name != "imbalance":
            continue  # Silent: what this counter says of a table that has no caps.
        found = summary.get(counter)
        if counter == "rejected" and isinstance(found, dict):
            found = {reason: count for reason, count in found.items() if count}
        if found != value:
            differences.append(f"{counter}: miner {found}, recount {value}")
    return differences


def report(name, cells, differences):
    if not differences:
        print(f"{name}: {cells} cells equal")
        return True
    print(f"{name}: DIFFERENT, {len(differences)} lines")
    for line in differences[:MAX_SHOWN]:
        print(f"  {line}")
    return False


def check(pgn, texts, options, workers, folder):
    """Mines and recounts the games; prints the verdict of each table. True if all are equal."""
    tally = recount(texts, options, workers)
    is_equal = True
    for table in tables_of(tally, options):
        csv_path, summary = run_miner(table, pgn, folder)
        differences = compare_counters(table.name, summary, tally.counters()) + compare_csv(table, csv_path)
        is_equal &= report(table.name, len(table.rows), differences)
    print("counters: " + json.dumps(tally.counters()))
    return is_equal


# --- Input ------------------------------------------------------------------------------------------------------------


def read_text(path):
    data = Path(path).read_bytes()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    return decode(data)


def decode(data):
    """Silent: byte order marks, also of files that were joined, and the end mark of DOS are nothing."""
    return data.replace(codecs.BOM_UTF8, b"").replace(b"\x1a", b" ").decode("latin-1")


def draw_games(paths, count, seed):
    """The texts of `count` games drawn at random from all files together, in the order of the files; all without count."""
    bounds = []  # (file, start, end) of every game
    for path in paths:
        starts = game_starts(text := read_text(path))
        bounds += [(path, start, end) for start, end in zip(starts, [*starts[1:], len(text)])]
    if count is not None and count < len(bounds):
        bounds = [bounds[index] for index in sorted(random.Random(seed).sample(range(len(bounds)), count))]
    texts = []
    for path, group in itertools.groupby(bounds, key=lambda bound: bound[0]):
        text = read_text(path)
        texts += [text[start:end] for _, start, end in group]
    return texts


def write_games(texts, path):
    with open(path, "w", encoding="latin-1", newline="") as file:
        for text in texts:
            file.write(text if text.endswith("\n\n") else text + "\n\n")


# --- Self-test --------------------------------------------------------------------------------------------------------

SELF_TEST_PGN = """
[Event "comments, variations and marks"]
[Result "1-0"]
[WhiteElo "3150"]
[BlackElo "3100"]

1. e4 {[Event "not a game"]
[Event "nor this"]
} d5 2.exd5!? (2. e5 {no} (2. Nc3 d4) 2... c5) Qxd5 $1 3. Nb1c3 ; Qd8 1-0
% 3... Qd8
3...Qa5 1-0

[Event "promotion and castling"]
[Result "0-1"]
[WhiteElo "3200"]
[BlackElo "3200"]

1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. hxg8(q) d7-d5 6. Nf3 Nc6 7. g3 Be6
8. Bg2 Qd7 9. 0-0 e8c8 10. Qg5 Kb8 0-1

[Event "en passant, no Elo"]
[Result "1/2-1/2"]

1. e4 a6 2. e5 d5 3. exd6 e.p. exd6 1/2-1/2

[Event "illegal"]
[Result "1-0"]
[WhiteElo "3200"]
[BlackElo "3200"]

1. e4 e5 2. Ke3 1-0

[Event "from a position"]
[Result "1/2-1/2"]
[WhiteElo "3200"]
[BlackElo "3200"]
[SetUp "1"]
[FEN "8/8/8/3k4/8/3K4/2B1B3/5B2 w - - 0 1"]

1. Bb3 Ke5 2. Bg2 1/2-1/2

[Event "weak"]
[Result "1/2-1/2"]
[WhiteElo "3200"]
[BlackElo "3099"]

1. e4 e5 1/2-1/2

[Event "no result"]
[Result "*"]
[WhiteElo "3200"]
[BlackElo "3200"]

1. e4 e5 *

[Event "Fischer random"]
[Variant "Chess960"]
[Result "1-0"]

1. e4 e5 1-0
"""

START_MATERIAL = (8, 8, 2, 2, 2, 2, 2, 2, 1, 1)
PAWN_UP = (8, 7, 2, 2, 2, 2, 2, 2, 1, 1)

# Options, and the counters and cells (games, wins, draws, losses) that were counted by hand for them.
SELF_TEST_CASES = [
    (
        Options(),
        {
            "games_read": 8,
            "games_used": 4,
            "rejected": {"variant": 1, "setup": 1, "result": 1, "movetext": 1},
            "positions": 38,
            "out_of_caps_positions": 12,
        },
        {START_MATERIAL: (4, 1, 2, 1), PAWN_UP: (3, 1, 1, 1)},
    ),
    (
        Options(min_elo=3100, stable_plies=2, include_setup=True),
        {
            "games_read": 8,
            "games_used": 3,
            "rejected": {"variant": 1, "no_elo": 1, "elo": 1, "result": 1, "movetext": 1},
            "positions": 32,
            "out_of_caps_positions": 16,
        },
        {START_MATERIAL: (2, 1, 0, 1), PAWN_UP: (1, 0, 0, 1)},
    ),
]


def demand(condition, what):
    if not condition:
        sys.exit(f"self-test: FAILED: {what}")


def damaged(content):
    """Ways in which a CSV may be wrong, each of which must be noticed."""
    header, *rows = content.splitlines()
    first = rows[0].split(",")
    first[-1] = str(int(first[-1]) + 1)
    return {
        "a count altered": [header, ",".join(first), *rows[1:]],
        "a row missing": [header, *rows[:-1]],
        "a row twice": [header, rows[0], *rows],
        "two rows exchanged": [header, rows[1], rows[0], *rows[2:]],
        "another header": [header.replace("wins", "losses"), *rows],
    }


def self_test(workers):
    """The recount gives what was counted by hand, the miner agrees with it, and every damage to a table is noticed."""
    texts = split_games(SELF_TEST_PGN)
    for options, counters, cells in SELF_TEST_CASES:
        tally = recount(texts, options, workers)
        demand(tally.counters() == counters, f"{options}: counted {tally.counters()}, by hand {counters}")
        rows = {row[:10]: row[10:] for row in tally.imbalance_rows()}
        for cell, counts in cells.items():
            demand(rows.get(cell) == counts, f"{options}: cell {cell} is {rows.get(cell)}, by hand {counts}")

        with tempfile.TemporaryDirectory(prefix="crosscheck-") as folder:
            folder = Path(folder)
            write_games(texts, folder / "games.pgn")
            demand(check(folder / "games.pgn", texts, options, workers, folder), f"{options}: the miner disagrees")
            for table in tables_of(tally, options):
                if len(table.rows) < 2:
                    continue  # nothing to damage
                path = folder / f"{table.name}.csv"
                for damage, lines in damaged(path.read_text()).items():
                    path.write_text("\n".join(lines) + "\n")
                    demand(compare_csv(table, path), f"{options}: {table.name}: {damage} went unnoticed")
    demand(compare_counters("pst-all", counters | {"positions": 1}, counters), "a wrong counter went unnoticed")
    print("self-test: passed")


def parse_arguments():
    parser = argparse.ArgumentParser(prog="crosscheck", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="PGN, plain or .zst")
    parser.add_argument("--games", type=int, help="draw so many games at random; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--min-elo", type=int)
    parser.add_argument("--stable-plies", type=int, default=1)
    parser.add_argument("--include-setup", action="store_true")
    parser.add_argument("--max-ply", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="folder to keep the drawn games and the miner's files in")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if not arguments.files and not arguments.self_test:
        parser.error("name at least one FILE")
    return arguments


def main():
    arguments = parse_arguments()
    if arguments.self_test:
        self_test(arguments.workers)
        return
    options = Options(arguments.min_elo, arguments.stable_plies, arguments.include_setup, arguments.max_ply)
    texts = draw_games(arguments.files, arguments.games, arguments.seed)
    with tempfile.TemporaryDirectory(prefix="crosscheck-") as folder:
        folder = (arguments.keep or Path(folder)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        write_games(texts, folder / "games.pgn")
        if not check(folder / "games.pgn", texts, options, arguments.workers, folder):
            sys.exit(1)


if __name__ == "__main__":
    main()
