"""An independent recount of the miner's tables with python-chess.

Written from the contract of the tables alone ("What the tables mean"), not from the miner's source, so that an error
of understanding or of code on either side shows as a difference. Where the contract leaves a choice open, the choice
made here is marked with "Silent:".

Text is handled as Latin-1: what counts is ASCII, and every byte of any other encoding survives.
"""

import bisect
import codecs
import collections
import itertools
import multiprocessing
import re
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.polyglot
import zstandard

PHASES = ["opening", "middlegame", "endgame", "all"]
RESULTS = ["1-0", "1/2-1/2", "0-1"]  # the index is White's column: wins, draws, losses
TERMINATIONS = {*RESULTS, "*"}

IMBALANCE_PIECES = [
    (kind, color)
    for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    for color in (chess.WHITE, chess.BLACK)
]
IMBALANCE_CAPS = (8, 8, 2, 2, 2, 2, 2, 2, 1, 1)
PST_PIECES = "PNBRQKpnbrqk"
KINGS = ["own", "enemy"]
BEFORE = ["theirs", "own"]
PHASE_WEIGHT = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
MOST_PHASE_WEIGHT = 24
ENDGAME_WEIGHT = 8
OPENING_PLIES = 20


@dataclass(frozen=True)
class Options:
    min_elo: int | None = None
    stable_plies: int = 2
    include_setup: bool = False
    max_ply: int = 60
    priors: bool = True  # takes longer than all else together


# --- Input ------------------------------------------------------------------------------------------------------------


def read_text(path):
    data = Path(path).read_bytes()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    return decode(data)


def decode(data):
    """Silent: byte order marks, also those within files that were joined, are nothing."""
    return data.replace(codecs.BOM_UTF8, b"").decode("latin-1")


# --- The text of a source: games, tags, tokens ------------------------------------------------------------------------

# What matters for finding the bounds of games: tags at the start of a line, escaped lines and the two kinds of comment.
# Silent: blanks may stand before a tag, and the sign that ends a text under DOS.
LANDMARK = re.compile(r"^\x1a?[ \t]*(?=\[[A-Za-z])|^%[^\n]*|;[^\n]*|\{", re.MULTILINE)
WORD = re.compile(r"[^\x00-\x20]+")  # Silent: control characters, such as NUL, are blanks.
FIRST_NUMBER = re.compile(r"1\.(?!\.)")
EVENT_LINE = re.compile(r'(?<=[\n\r])\[Event "')
BRACE = re.compile(r"[{}]")
LONGEST_COMMENT_AFTER_EVENT = 1 << 20


def end_of_comment(text, start):
    """Where the comment whose text begins at `start` ends, and whether it is closed.

    It is not closed if a line `[Event "` comes before its `}`, unless the first brace behind that line's tag is a `}`.
    """
    close = text.find("}", start)
    event = EVENT_LINE.search(text, start, close if close >= 0 else len(text))
    if not event:
        return (close + 1, True) if close >= 0 else (len(text), False)
    _, behind_tag = read_tags(text, event.start())
    brace = BRACE.search(text, behind_tag, event.start() + LONGEST_COMMENT_AFTER_EVENT + 1)
    if brace and brace.group() == "}":
        return brace.end(), True
    return event.start(), False


def game_starts(text):
    """The offsets at which games begin: at a tag line that follows movetext, outside comments.

    Silent: movetext before the first tag line is a game of its own. So is movetext without tags on a line that begins
    with move number 1, behind a termination marker; anything else behind a marker belongs to the game before.
    A line `[Event "` behind an `Event` tag, or behind tags and a blank line, begins a new game, too.
    """
    starts = []
    has_movetext = has_event = is_terminated = False
    behind_tags = None  # where the last tags of this section end
    position = 0
    while True:
        landmark = LANDMARK.search(text, position)
        end = landmark.start() if landmark else len(text)
        for word in WORD.finditer(text, position, end):
            begins_line = not text[text.rfind("\n", 0, word.start()) + 1 : word.start()].strip(" \t")
            if not starts or (is_terminated and begins_line and FIRST_NUMBER.match(word.group())):
                starts.append(word.start())
                has_event = False
            has_movetext = True
            is_terminated = word.group() in TERMINATIONS
        if landmark is None:
            return starts
        position = landmark.end()
        if landmark.group() == "{":
            position, _ = end_of_comment(text, position)
        elif text[position : position + 1] == "[":
            is_event = text.startswith('[Event "', position)
            is_behind_blank = behind_tags is not None and "\n" in text[behind_tags : landmark.start()].strip(" \t\r")[1:]
            tags, position = read_tags(text, position)
            if has_movetext or not starts or (is_event and (has_event or is_behind_blank)):
                starts.append(landmark.start())
                has_movetext = has_event = is_terminated = False
            has_event |= "Event" in [name for name, _ in tags]
            behind_tags = position


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
    r"(?P<tag>^\x1a?[ \t]*(?=\[[A-Za-z]))|(?P<escape>^%[^\n]*)|(?P<line_comment>;[^\n]*)|(?P<comment>\{)"
    r"|(?P<open>\()|(?P<close>\))|(?P<nag>\\?\$[0-9]+|\\[!?]+)"
    r"|(?P<word>(?:[^\x00-\x20{}();$\[\]\\]|\\(?!\$[0-9]|[!?]))+"
    r"(?:\([QRBNqrbn]\)(?:[^\x00-\x20{}();$\[\]\\]|\\(?!\$[0-9]|[!?]))*)?)"
    r"|(?P<blank>\n|[\x00-\x09\x0b-\x20]+)|(?P<other>.)",
    re.MULTILINE | re.ASCII,
)


@dataclass
class Game:
    tags: dict = field(default_factory=dict)
    words: list = field(default_factory=list)  # of the main line: move numbers, moves, marks, termination markers
    is_broken: bool = False
    comments: list = field(default_factory=list)  # (words before it, text), of the main line up to its marker
    words_of_plies: list = field(default_factory=list)  # how many words the start and each ply have taken


def read_game(text):
    game = Game()
    depth = 0
    position = 0
    while position < len(text):
        match = MOVETEXT.match(text, position)
        kind = match.lastgroup
        position = match.end()
        if kind in ("comment", "line_comment") and depth == 0 and not TERMINATIONS & set(game.words[-1:]):
            end = end_of_comment(text, position)[0] if kind == "comment" else position
            game.comments.append((len(game.words), text[match.start() : end]))
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

    Silent: a termination marker ends the main line. Prose behind it is nothing, but a move there breaks the game.
    """
    game.words_of_plies.append(0)
    yield True
    is_terminated = after_capture = False
    for number, word in enumerate(game.words, 1):
        word = NUMBER.sub("", word)
        if word in TERMINATIONS:
            is_terminated = True
        elif is_terminated and not has_shape_of_move(word):
            continue
        elif after_capture and EN_PASSANT.fullmatch(word.rstrip(MARKS)):
            after_capture = False
        elif word.strip(MARKS):  # Silent: marks may stand apart from their move.
            fitting = [] if is_terminated else moves_that_fit(board, word)
            if len(fitting) != 1:
                yield False
                return
            after_capture = board.is_capture(fitting[0])
            board.push(fitting[0])
            game.words_of_plies.append(number)
            yield True


def has_shape_of_move(word):
    word = word.rstrip(MARKS)
    return bool(MOVE.fullmatch(word) or CASTLING.fullmatch(word))


EVAL = re.compile(r"\[%eval[ \t]+(?:#(?P<mate>-?[0-9]+)|(?P<pawns>[-+]?[0-9]+(?:\.[0-9]{1,2})?))[\],]")
ENGINE = re.compile(r"\{\s*[-+]?(?:[0-9.]+|M[0-9]+)/[0-9]+|wv=")
MOST_CENTIPAWNS = 1000


def evaluations(game):
    """What `[%eval]` says of each ply, from 1 on, for White in centipawns: the first that is behind it."""
    found = {}
    for words, text in game.comments:
        ply = bisect.bisect_right(game.words_of_plies, words) - 1
        if ply > 0 and (match := EVAL.search(text)):
            mate = match["mate"] and (-1 if match["mate"].startswith("-") else 1) * MOST_CENTIPAWNS
            score = mate or round(100 * float(match["pawns"]))
            found.setdefault(ply, max(-MOST_CENTIPAWNS, min(MOST_CENTIPAWNS, score)))
    return found


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
    # Silent: a FEN whose first four fields do not parse, or whose position is not legal, stays rejected as `setup`.
    try:
        board = chess.Board(" ".join(fen.split()[: len(START_FIELDS)]))
    except ValueError:
        return None
    return board if board.is_valid() and not has_too_much_material(board) else None


def has_too_much_material(board):
    """Whether a side has more pieces than its pawns can have become."""
    for color in chess.COLORS:
        bishops = [len(board.pieces(chess.BISHOP, color) & of_color) for of_color in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)]
        counts = [(len(board.pieces(chess.KNIGHT, color)), 2), (len(board.pieces(chess.ROOK, color)), 2),
                  (len(board.pieces(chess.QUEEN, color)), 1), *((count, 1) for count in bishops)]
        if len(board.pieces(chess.PAWN, color)) + sum(max(count - most, 0) for count, most in counts) > 8:
            return True
    return False


def read_elo(text):
    elo = int(text) if text is not None and ELO.fullmatch(text := text.strip()) else 0
    return elo if 1 <= elo <= 4000 else None


def result_of(game):
    """Without a `Result` tag the first termination marker of the main line is the result."""
    if "Result" in game.tags:
        return game.tags["Result"].strip()
    return next((word for word in game.words if word in TERMINATIONS), None)


def reason_by_tags(game, board, options):
    """The reason to reject the game that its tags give, or None."""
    variant = game.tags.get("Variant")
    if variant is not None and variant.strip().lower() not in (*STANDARD_VARIANTS, "", "?", "-"):
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


def pieces_on(board):
    """Square, kind and colour of each piece; as `piece_map`, which takes long."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    found = []
    for color in chess.COLORS:
        for kind, mask in enumerate(kinds, 1):
            rest = mask & board.occupied_co[color]
            while rest:
                lowest = rest & -rest
                found.append((lowest.bit_length() - 1, kind, color))
                rest ^= lowest
    return found


def seen_by_kings(board, pieces, phase):
    """The cells of a position in the table of king squares, with the owner of each piece, once for either king."""
    for side in chess.COLORS:
        king = board.king(side)
        is_mirrored = chess.square_file(king) >= 4
        file = 7 - chess.square_file(king) if is_mirrored else chess.square_file(king)
        rank = chess.square_rank(king) if side == chess.WHITE else 7 - chess.square_rank(king)
        bucket = 4 * min(rank, 2) + file
        # Squares are a1, b1 to h8 from 0: these turn a board's files, and for Black its ranks.
        turned = 7 if is_mirrored else 0
        for square, kind, color in pieces:
            if kind != chess.KING:
                seen = square ^ turned if color == chess.WHITE else square ^ turned ^ 56
                yield (phase, int(color != side), bucket, kind, seen), color


def seen_by(color, square):
    return square if color == chess.WHITE else chess.square_mirror(square)


def arrival(board, move):
    """What moves, and where to: for castling to the rook."""
    to = move.to_square
    if board.is_castling(move):
        rank = chess.square_rank(move.from_square)
        to = chess.square(7 if board.is_kingside_castling(move) else 0, rank)
    return board.piece_type_at(move.from_square), to


def is_quiet(board, move):
    return not board.is_capture(move) and move.promotion is None


def priors_of(board, played, phase, before):
    """What the choice of a quiet move counts in the table of move priors: cell -> (played, expected in 65,536ths)."""
    if board.is_check() or not is_quiet(board, played):
        return
    us = board.turn
    moves = [move for move in board.legal_moves if is_quiet(board, move)]
    for move in moves:
        kind, to = arrival(board, move)
        count = (int(move == played), 65536 // len(moves))
        yield (0, phase, kind, seen_by(us, move.from_square), seen_by(us, to)), count
        for which, (moved, square) in enumerate(before):
            yield (1, which, moved, seen_by(us, square), kind, seen_by(us, to)), count


class Tally:
    """Counts of all tables over any number of games."""

    def __init__(self):
        self.games_read = 0
        self.rejected = collections.Counter()
        self.positions = 0
        self.out_of_caps_positions = 0
        self.imbalance = {}  # material -> [wins, draws, losses] for White
        self.ratings = {}  # material -> sums over games with both Elo, see add_ratings
        self.pst = {phase: {} for phase in PHASES}  # (piece, square) -> the same for the piece's owner
        self.king_squares = {}  # (phase, king, bucket, piece, square), all numbers -> the same for the piece's owner
        self.opening = {}  # (key, move) -> the same for the mover
        self.priors = {}  # cell of priors_of -> [played, expected]
        self.averages = {}  # (key, move) -> rated games, half points, Elo, opponents' Elo, evaluated games, centipawns
        self.has_engine_comments = False

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
        by_kings = collections.Counter()
        priors = []
        arrivals = []
        played = {}  # (key, move, mover) -> the first ply
        for ply, is_sound in enumerate(play_main_line(game, board)):
            if not is_sound:
                return "movetext"
            if ply > 0:
                move = board.pop()
                if ply <= options.max_ply:
                    played.setdefault((chess.polyglot.zobrist_hash(board), move.uci(), board.turn), ply)
                if options.priors:
                    phase = PHASES.index(phase_of(board, ply - 1))
                    priors.extend(priors_of(board, move, phase, arrivals[:-3:-1]))
                    arrivals.append(arrival(board, move))
                board.push(move)
            materials.append(tuple(chess.popcount(board.pieces_mask(*piece)) for piece in IMBALANCE_PIECES))
            phase = phase_of(board, ply)
            on_board = pieces_on(board)
            pieces[phase].update(on_board)
            by_kings.update(seen_by_kings(board, on_board, PHASES.index(phase)))

        outcome = RESULTS.index(result_of(game))
        self.positions += len(materials)
        elos = [read_elo(game.tags.get(name)) for name in ("WhiteElo", "BlackElo")]
        self.add_materials(materials, outcome, options.stable_plies, elos)
        for phase, counter in pieces.items():
            for (square, kind, color), count in counter.items():
                piece = chess.Piece(kind, color).symbol()
                owner_outcome = outcome if color == chess.WHITE else 2 - outcome
                for table in (self.pst[phase], self.pst["all"]):
                    count_outcome(table, (piece, square), owner_outcome, count)
        for (cell, owner), count in by_kings.items():
            count_outcome(self.king_squares, cell, outcome if owner == chess.WHITE else 2 - outcome, count)
        for cell, counts in priors:
            sums = self.priors.setdefault(cell, [0, 0])
            sums[:] = map(sum, zip(sums, counts))
        for key, move, mover in played:
            count_outcome(self.opening, (key, move), outcome if mover == chess.WHITE else 2 - outcome)
        self.add_averages(game, played, outcome, elos)
        return None

    def add_averages(self, game, played, outcome, elos):
        evals = evaluations(game)
        self.has_engine_comments |= any(ENGINE.search(text) for _, text in game.comments)
        for (key, move, mover), ply in played.items():
            sums = self.averages.setdefault((key, move), [0] * 6)
            if None not in elos:
                own, other = elos if mover == chess.WHITE else reversed(elos)
                half_points = 2 - (outcome if mover == chess.WHITE else 2 - outcome)
                sums[:4] = map(sum, zip(sums, (1, half_points, own, other)))
            if ply in evals:
                sums[4] += 1
                sums[5] += evals[ply] if mover == chess.WHITE else -evals[ply]

    def add_materials(self, materials, outcome, stable_plies, elos):
        stable = set()
        for material, run in itertools.groupby(materials):
            length = len(list(run))
            if any(count > cap for count, cap in zip(material, IMBALANCE_CAPS)):
                self.out_of_caps_positions += length
            elif length >= stable_plies:
                stable.add(material)
        for material in stable:
            count_outcome(self.imbalance, material, outcome)
            if None not in elos:
                self.add_ratings(material, outcome, elos)

    def add_ratings(self, material, outcome, elos):
        """Games, half points, expected scores in thousandths by Elo's formula, squared differences in millionths."""
        expected = round(1000 / (1 + 10 ** ((elos[1] - elos[0]) / 400)))
        half_points = 2 - outcome
        sums = self.ratings.setdefault(material, [0, 0, 0, 0])
        for i, value in enumerate((1, half_points, expected, (500 * half_points - expected) ** 2)):
            sums[i] += value

    def merge(self, other):
        self.games_read += other.games_read
        self.rejected += other.rejected
        self.positions += other.positions
        self.out_of_caps_positions += other.out_of_caps_positions
        merge_counts(self.imbalance, other.imbalance)
        for material, sums in other.ratings.items():
            own = self.ratings.setdefault(material, [0, 0, 0, 0])
            own[:] = map(sum, zip(own, sums))
        merge_counts(self.king_squares, other.king_squares)
        merge_counts(self.opening, other.opening)
        for cell, counts in other.priors.items():
            own = self.priors.setdefault(cell, [0, 0])
            own[:] = map(sum, zip(own, counts))
        self.has_engine_comments |= other.has_engine_comments
        for move, sums in other.averages.items():
            own = self.averages.setdefault(move, [0] * 6)
            own[:] = map(sum, zip(own, sums))
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

    def king_squares_rows(self):
        return [
            (
                PHASES[phase],
                KINGS[king],
                chess.square_name(8 * (bucket // 4) + bucket % 4),
                chess.piece_symbol(kind).upper(),
                chess.square_name(square),
                sum(outcomes),
                *outcomes,
            )
            for (phase, king, bucket, kind, square), outcomes in sorted(self.king_squares.items())
        ]

    def priors_rows(self):
        letter = lambda kind: chess.piece_symbol(kind).upper()
        rows = []
        for (is_after, first, *cell), counts in sorted(self.priors.items()):
            if is_after:
                moved, square, kind, to = cell
                names = ("", BEFORE[first], letter(moved), chess.square_name(square), letter(kind), "")
            else:
                kind, origin, to = cell
                names = (PHASES[first], "", "", "", letter(kind), chess.square_name(origin))
            rows.append((*names, chess.square_name(to), *counts))
        return rows

    def opening_rows(self):
        rows = [(f"{key:016x}", move, sum(outcomes), *outcomes) for (key, move), outcomes in self.opening.items()]
        return sorted(rows, key=lambda row: (row[0], -row[2], row[1]))

    def averages_rows(self):
        sums = {(f"{key:016x}", move): sums for (key, move), sums in self.averages.items()}
        return [(key, move, *counts, *sums[key, move]) for key, move, *counts in self.opening_rows()]


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
