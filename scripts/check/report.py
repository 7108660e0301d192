"""Compares a report in a browser with `miner show`; see scripts/check/report."""

import argparse
import csv
import io
import json
import math
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time
import xml.etree.ElementTree

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
MINER = os.environ["MINER"]
READY = "document.documentElement.dataset.ready === 'true' || !document.getElementById('trouble').hidden"
ROLES = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"]
EVIDENCE = """option,id,wins,draws,losses,elo,error,los,llr,verdict,limit,games,date,commit,command
NMP,NMP-01,119,30,51,123.0,42.4,100.0,3.13,on,nodes=2000,200,2026-01-01,abc,arena match --a NMP=true
<b>LMR</b>,LMR-01,40,20,40,0.0,48.2,50.0,-0.20,open,nodes=2000,100,2026-01-02,abc,arena match --a LMR=true
QS,QS-01,0,2,38,-636.4,957.7,0.0,-24.67,off,nodes=2000,40,2026-01-03,abc,arena match --a QS=false
"""
BALANCES = ["KRPPP v KBPPPP", "KBPPPP v KRPPP", "KQRRBBNNPPPPPPPP v KQRRBBNNPPPPPPPP", "Q v RR", "KRP v KR", "KBNP v KRP",
            "8/4bk2/1pppp3/8/8/2PPP3/5KR1/8 w - - 0 1", "QRRBBNNP8 v RRBBNNP", "KQPPP v KRBNN"]
# Castling to either side, a capture en passant, a long line.
LINES = ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O", "d4 d5 c4 c6 Nc3 Nf6 Nf3 dxc4 a4 Bf5",
         "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O", "e4 e5 f4 exf4 Nf3 g5 h4"]


def miner(*arguments):
    return subprocess.run([MINER, *map(str, arguments)], check=True, capture_output=True, text=True, cwd=ROOT).stdout


def ask(*arguments):
    return json.loads(miner(*arguments, "--json"))


def signed(value):
    whole = int(abs(value) + 0.5)
    return f"−{whole}" if value < 0 and whole else f"+{whole}"


def evaluated(folder):
    """The sample's first games with evaluations that lean to who won; a table of them."""
    chance = random.Random(30)
    lean = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
    bare, games = folder / "bare.pgn", folder / "evaluated.pgn"
    miner("games", "data/sample.pgn.zst", "--first", 500, "--clean", "--out", bare)
    with open(games, "w") as out:
        for line in bare.read_text().splitlines():
            *words, result = line.split() or [""]
            if not line.startswith("["):
                moves = enumerate(re.findall(r"[a-hKQRBNO]\S+", " ".join(words)))
                said = (f"{move} {{ [%eval {lean[result] * min(ply, 60) / 30 + chance.gauss(0, 1):.2f}] }}" for ply, move in moves)
                line = " ".join([*said, result])
            out.write(f"{line}\n")
    miner("wdl", games, "--out", folder / "wdl.bin")
    return folder / "wdl.bin"


def whole(text):
    return int(text.replace(",", ""))


def percent(share):
    return f"{100 * share:.1f}"


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: the report shows {found!r}, the miner {expected!r}")


class Check:
    def __init__(self, page, folder):
        self.page = page
        self.folder = folder
        self.compared = 0

    def same(self, found, expected, what):
        self.compared += 1
        same(found, expected, what)

    def text(self, selector):
        return self.page.run(f"document.querySelector({json.dumps(selector)})?.textContent")

    def texts(self, selector):
        return self.page.run(f"[...document.querySelectorAll({json.dumps(selector)})].map((part) => part.textContent)")

    def cells(self, selector):
        """The rows of a table as texts."""
        return self.page.run(f"""[...document.querySelectorAll({json.dumps(selector + " tbody tr")})].map((row) =>
            [...row.cells].map((cell) => cell.textContent.trim()))""")

    def choose(self, place, legend, text):
        """Clicks one segment of a choice."""
        found = self.page.run(f"""(() => {{
            document.querySelectorAll("[data-checked]").forEach((label) => delete label.dataset.checked);
            const group = [...document.querySelectorAll({json.dumps(place + " fieldset")})]
                .find((part) => part.querySelector("legend").textContent === {json.dumps(legend)});
            const label = group && [...group.querySelectorAll("label")].find((part) => part.textContent === {json.dumps(text)});
            if (label) label.dataset.checked = "next";
            return Boolean(label);
        }})()""")
        if not found:
            raise AssertionError(f"{place} has no choice {legend}: {text}")
        self.page.click("[data-checked=next]")
        self.same(self.page.run("document.querySelector('[data-checked=next] input').checked"), True, f"{legend}: {text}")

    def go(self, view):
        self.page.click(f".tabs a[data-view='{view}']")
        self.wait(lambda: self.shown() == [view], f"{view} is shown")

    def wait(self, holds, what):
        deadline = time.monotonic() + 10
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"{what} never came")
            time.sleep(0.02)

    def hash(self):
        return self.page.run("decodeURIComponent(location.hash)")

    def back(self, hash):
        self.page.run("history.back()")
        self.wait(lambda: self.hash() == hash, f"back to {hash}")

    def shown(self):
        return self.page.run("[...document.querySelectorAll('.view')].filter((view) => !view.hidden).map((view) => view.id)")

    def saved(self, view, kind):
        """What the page saves of a view."""
        path = self.folder / f"{view}.{kind}"
        path.unlink(missing_ok=True)
        self.page.click(f"#{view} [data-take={kind}]")
        self.wait(lambda: path.exists() and path.stat().st_size > 0, f"{path.name} saved")
        text = path.read_bytes().decode()
        self.same(self.text(f"#{view} .take [role=status]"), f"{path.name} saved", "what is said of it")
        return text

    def rows(self, view):
        return list(csv.reader(io.StringIO(self.saved(view, "csv"), newline="")))

    def picture(self, view, words):
        """The view as SVG: well formed, all styles in place, and with these words."""
        text = self.saved(view, "svg")
        drawing = xml.etree.ElementTree.fromstring(text)
        self.same(drawing.tag, "{http://www.w3.org/2000/svg}svg", f"{view} as a picture")
        for left in ["var(--", "class=", "light-dark(", "color-mix("]:
            self.same(left in text, False, f"{left} in the picture of {view}")
        found = " ".join(part.text or "" for part in drawing.iter("{http://www.w3.org/2000/svg}text"))
        for word in words:
            self.same(word in found, True, f"{word} in the picture of {view}")

    # The views, one by one.

    def overview(self):
        for finding, view in zip(range(1, 4), ["imbalance", "squares", "openings"]):
            self.go("overview")
            text = self.text(f".finding:nth-child({finding}) p")
            self.page.click(f".finding:nth-child({finding}) a")
            self.wait(lambda: self.shown() == [view], f"finding {finding} is in {view}")
            if view == "imbalance":
                self.same(self.cells("#balance-figures")[2][1] in text, True, f"games of {text}")
                self.same(self.cells("#balance-figures")[2][4] in text, True, f"score of {text}")
            elif view == "squares":
                square = self.page.run("document.activeElement.dataset.square")
                self.same(f"on {square} scores {self.page.run('document.activeElement.textContent')} %" in text, True, text)
            else:
                rows = self.cells("#opening-table")
                self.same(f"most play {rows[0][0].split()[-1]}: {rows[0][1]} games, {rows[0][4]}" in text, True, text)
                better = next(row for row in rows if f"games {row[0].split()[-1]} scored" in text)
                self.same(f"In {better[1]} games" in text and f"scored {better[4]}" in text, True, text)
        self.go("overview")
        used = f"{ask('show', 'tiers')[0]['games_used']:,}"
        self.same(used in self.text("#overview-games"), True, "games used")
        self.same(self.rows("overview")[1][0], used.replace(",", ""), "games used, as CSV")
        self.picture("overview", ["More material, fewer points", used])

    def squares(self):
        tones = {}
        for phase in ["Opening", "Middlegame", "Endgame"]:
            self.choose("#squares-controls", "Phase", phase)
            for sides, names in [("White and Black", ["White", "Black"]), ("Folded", ["Both colours"])]:
                self.choose("#squares-controls", "Sides", sides)
                answers = {(side, role): ask("show", "pst", role, "--phase", phase.lower(), "--side", side.split()[0].lower())["squares"]
                           for side in names for role in ROLES}
                for numbers in ["Centipawns", "Score", "Counts"]:
                    self.choose("#squares-controls", "Numbers", numbers)
                    boards = self.page.run("""Object.fromEntries([...document.querySelectorAll("#squares-boards [data-board]")].map((board) =>
                        [board.dataset.board, Object.fromEntries([...board.querySelectorAll("[data-square]:not(.none)")].map((square) =>
                            [square.dataset.square, square.textContent]))]))""")
                    self.same(len(boards), 6 * len(names), "boards")
                    if numbers == "Centipawns":
                        for shown, tone in self.page.run("""[...document.querySelectorAll("#squares-boards [data-board] [data-square]:not(.none)")]
                            .map((square) => [square.textContent, getComputedStyle(square).backgroundColor])"""):
                            self.same(tone, tones.setdefault(shown, tone), f"the colour of {shown} on any board")
                    for (side, role), squares in answers.items():
                        self.board(boards[f"{side} {role}"], squares, numbers, f"{phase}, {side} {role}")
        self.choose("#squares-controls", "Sides", "White and Black")
        self.choose("#squares-controls", "Numbers", "Centipawns")
        self.page.point("[data-board='White Knight'] [data-square=e4]")
        expected = ask("show", "pst", "knight", "--phase", "endgame", "--side", "white")["squares"]["e4"]
        tip = self.text("#tip")
        for part in [f"{expected['count']:,}", f"{expected['wins']:,} · {expected['draws']:,} · {expected['losses']:,}",
                     f"{percent(expected['score'])} %", f"{signed(expected['value'])} cp"]:
            self.same(part in tip, True, f"{part} in the tip of e4, {tip}")

        self.keyboard()
        self.page.click("[data-board='White Knight'] [data-square=e5]")
        self.same(self.hash(), "#squares?table=pst-endgame.bin&at=White-Knight-e5", "a square in the address")
        self.page.click("[data-board='White Knight'] [data-square=d4]")
        self.same("knight on d4" in self.text("#tip"), True, "the square picked last")
        self.back("#squares?table=pst-endgame.bin&at=White-Knight-e5")
        self.same("knight on e5" in self.text("#tip"), True, "the square picked before")
        self.choose("#squares-controls", "Phase", "Opening")
        self.page.run("history.back()")
        self.wait(lambda: self.page.run("document.querySelector('#squares-controls input:checked + *, #squares-controls label:has(input:checked)').textContent") == "Endgame", "back to the endgame")
        rows = self.rows("squares")
        found = next(row for row in rows if row[2:5] == ["White", "Knight", "e4"])
        self.same(found[5:8], [str(expected[name]) for name in ["wins", "draws", "losses"]], "e4 as CSV")
        self.same(found[8], percent(expected["score"]), "its score")
        self.same(len(rows), 1 + 2 * 6 * 64 - 4 * 8, "squares as CSV: pawns stand on six ranks")
        self.picture("squares", ["White's pieces", signed(expected["value"])])
        self.choose("#squares-controls", "Beside", "Middlegame")
        self.same(self.page.run("document.querySelectorAll('#squares-boards .heat').length"), 36, "two tables and what lies between")
        self.choose("#squares-controls", "Beside", "–")

    def moves(self):
        """Boards and lists of move priors, what is chosen in the address, and as CSV."""
        page = self.page
        board = lambda name: page.run(f"""Object.fromEntries([...document.querySelectorAll("[data-board={name}] [data-square]:not(.none)")]
            .map((square) => [square.dataset.square, square.textContent]))""")
        for phase, role in [("Every phase", "Knight"), ("Opening", "Pawn"), ("Middlegame", "Queen"), ("Endgame", "King")]:
            self.choose("#moves-controls", "Phase", phase)
            self.choose("#moves-controls", "Piece", role)
            asked = ["show", "priors", role, "--phase", "all" if phase == "Every phase" else phase.lower()]
            known = {move["move"]: move for move in ask(*asked, "--top", 5000, "--min-expected", 1)["most"]}
            every = ask(*asked, "--top", 5000, "--min-expected", 0)["most"]
            origins = {}
            for move in every:
                origins.setdefault(move["move"].split("-")[0][-2:], []).append(move)
            start = max(origins, key=lambda square: sum(move["played"] for move in origins[square]))
            self.same(page.run("document.querySelector('[data-board=from] .picked').dataset.square"), start, f"where a {role} moves from most, {phase}")
            for numbers in ["Times", "Logarithm", "Played"]:
                self.choose("#moves-controls", "Numbers", numbers)
                for square, shown in board("from").items():
                    moves = origins[square]
                    self.prior(shown, sum(move["played"] for move in moves), sum(move["expected"] for move in moves), numbers, f"{phase}, {role} from {square}")
                self.same(sorted(board("from")), sorted(origins), f"squares that a {role} moves from")
                here = {name.split("-")[1]: move for name, move in known.items() if name.split("-")[0][-2:] == start}
                found = board("to")
                self.same(sorted(found), sorted(here), f"where a {role} goes from {start}, {phase}")
                for square, move in here.items():
                    self.prior(found[square], move["played"], move["expected"], numbers, move["move"])
            for least in ["20", "1,000"]:
                self.choose("#moves-controls", "Listed if expected", least)
                answer = ask(*asked, "--min-expected", whole(least))
                for name, rows in [("most", answer["most"]), ("least", answer["least"][::-1])]:
                    listed = self.cells(f"#moves-{name}")
                    self.same([row[3] for row in listed], [f"{move['times']:.2f}" for move in rows], f"moves of a {role} played {name}, {phase}")
                    for row in listed:
                        move = known[row[0]]
                        self.same(row[1:], [f"{move['played']:,}", f"{move['expected']:,.0f}", f"{move['times']:.2f}"], f"{row[0]} in the list")
                        self.same(move["expected"] >= whole(least), True, f"{row[0]} was expected {least} times")
        said = self.text("#moves-limit")
        table = json.loads(miner("report", "tables/priors.bin", "--json", "--out", self.folder / "priors.html"))["left_out"][0]
        self.same(f"carries {table['shown']:,} of {table['all']:,} moves by phase: those expected at least once" in said, True, f"what is left out: {said}")
        self.same("expected fewer than 1,000 times" in said, True, f"what is not listed: {said}")
        # A square by the pointer, by the keyboard, and Back.
        page.click(".tabs a[data-view='squares']")
        page.run("location.hash = '#moves'")
        self.wait(lambda: self.shown() == ["moves"], "the moves as they are at first")
        page.click("[data-board=from] [data-square=b1]")
        self.same(self.hash(), "#moves?from=b1", "a square in the address")
        self.same("Knight from b1" in self.text("#tip"), True, "its tip")
        page.press("ArrowRight")
        page.press("ArrowRight")
        page.press("Enter")
        self.same(self.hash(), "#moves?from=d1", "Enter chooses a square")
        self.back("#moves?from=b1")
        self.same(self.text("[data-board=to] .own"), "N", "the piece on the board")
        self.same(self.text("[data-board=to] h4").startswith("Knight on b1"), True, "which piece it is")
        page.point("[data-board=to] [data-square=c3]")
        move = next(move for move in ask("show", "priors", "knight", "--top", 5000)["most"] if move["move"] == "Nb1-c3")
        for part in ["Nb1-c3", f"{move['played']:,}", f"{move['expected']:,.0f}", f"{move['times']:.2f}", f"+{math.log(move['times']):.2f}"]:
            self.same(part in self.text("#tip"), True, f"{part} in the tip {self.text('#tip')}")
        rows = self.rows("moves")
        row = next(row for row in rows if row[3:5] == ["b1", "c3"])
        self.same(row[1:], ["all", "Knight", "b1", "c3", str(move["played"]), f"{move['expected']:.0f}", f"{move['times']:.2f}", f"{math.log(move['times']):.2f}"], "a move as CSV")
        self.same(len(rows), 1 + len(ask("show", "priors", "knight", "--top", 5000, "--min-expected", 1)["most"]), "moves as CSV")
        first = self.cells("#moves-most")[0][0]
        page.click("#moves-most tbody button")
        self.same(self.hash(), f"#moves?from={first[1:3]}", "a listed move's square")
        self.picture("moves", [first, "times what chance would play"])

    def prior(self, shown, played, expected, numbers, what):
        if numbers == "Played":
            scale = {"k": 1e3, "M": 1e6, "G": 1e9}.get(shown[-1], 1)
            self.same(abs(float(shown.rstrip("kMG")) * scale - played) <= 0.06 * played, True, f"{what}, {shown} for {played}")
        elif numbers == "Times":
            self.same(abs(float(shown) - played / expected) < 0.00501, True, f"{what}, {shown} for {played / expected} times")
        elif played == 0:
            self.same(shown, "−∞", f"{what} was never played")
        else:
            self.same(abs(float(shown.replace("−", "-")) - math.log(played / expected)) < 0.00501, True, f"{what}, {shown} for the logarithm of {played / expected}")

    def keyboard(self):
        """A square is reached by Tab and the arrow keys, and says what the pointer would."""
        page = self.page
        active = lambda: page.run("document.activeElement.dataset.square")
        page.run("document.querySelector(\"[data-board='White Knight'] [tabindex='0']\").focus()")
        self.same(active(), "a1", "where Tab goes")
        for key, square in [("ArrowUp", "a2"), ("ArrowRight", "b2"), ("ArrowLeft", "a2"), ("ArrowLeft", "a2"), ("ArrowDown", "a1")]:
            page.press(key)
            self.same(active(), square, f"{key} on a board")
        self.same("knight on a1" in self.text("#tip"), True, "the tip of a square by the keyboard")
        page.press("Enter")
        self.same(self.hash().endswith("at=White-Knight-a1"), True, "Enter picks a square")
        page.press("Enter")
        page.run("document.activeElement.blur()")

    def board(self, found, expected, numbers, what):
        self.same(sorted(found), sorted(expected), f"squares of {what}")
        for square, figures in expected.items():
            shown = found[square]
            if numbers == "Counts":
                scale = {"k": 1e3, "M": 1e6, "G": 1e9}.get(shown[-1], 1)
                near = abs(float(shown.rstrip("kMG")) * scale - figures["count"]) <= 0.06 * figures["count"]
                self.same(near, True, f"{what}, {shown} for {figures['count']} on {square}")
            else:
                text = signed(figures["value"]) if numbers == "Centipawns" else percent(figures["score"])
                self.same(shown, text, f"{what}, {numbers} on {square}")

    def balances(self):
        page = self.page
        for text in BALANCES:
            page.write("#material", text)
            self.same(self.text("#material-said"), "", text)
            self.balance(text)
        for text, part in [("KX v K", "no piece"), ("KQQ v K", "Outside the table"), ("KRP", "Write it like"), ("KK v K", "one king")]:
            page.write("#material", text)
            self.same(part in self.text("#material-said"), True, f"{text} is refused")
            self.same(self.text("#balance-answer"), "", f"nothing is answered to {text}")
        page.write("#material", "KRPPP v KBPPPP")
        page.click("[data-step='White Q'] button:first-of-type")
        page.click("[data-step='Black P'] button:last-of-type")
        self.same(page.run("document.getElementById('material').value"), "KQRPPP v KBPPP", "steppers")
        page.click("#swap")
        self.same(page.run("document.getElementById('material').value"), "KBPPP v KQRPPP", "swap")
        self.balance("KBPPP v KQRPPP")
        page.click("#balance-nearest tbody button")
        self.balance(page.run("document.getElementById('material').value"))
        for example in range(2, 8):
            page.click(f"#balance-examples button:nth-child({example})")
            self.balance(page.run("document.getElementById('material').value"))
        page.write("#material", "KQPPP v KRBNN")
        self.sorted("#balance-nearest", 2, whole)
        page.click("#balance-nearest tbody button")
        self.balance(page.run("document.getElementById('material').value"))
        # Back, and a link.
        page.click("#balance-examples button:nth-child(5)")
        page.click("#balance-examples button:nth-child(6)")
        self.same(self.hash(), "#imbalance?m=KRBPPP-KRNPPP", "a balance in the address")
        self.back("#imbalance?m=KRP-KR")
        self.balance("KRP v KR")
        self.same(page.run("document.getElementById('material').value"), "KRP v KR", "Back writes the balance")
        rows = self.rows("imbalance")
        answer = ask("show", "imbalance", "KRP v KR")["both"]
        both = next(row for row in rows if row[0] == "Both")
        self.same(both[1:5], [str(answer[name]) for name in ["games", "wins", "draws", "losses"]], "both as CSV")
        self.same(both[5:8], [percent(answer[name]) for name in ["score", "low", "high"]], "its score as CSV")
        self.same(int(both[8]), int(signed(answer["centipawns"]).replace("−", "-")), "its centipawns as CSV")
        self.picture("imbalance", ["KRP v KR", "Shrunken toward like cells"])

    def balance(self, text, *table):
        answer = ask("show", "imbalance", text, *table)
        self.same(self.text(".answer-head h3"), answer["material"], text)
        rows = self.cells("#balance-figures")
        if answer["both"]["games"] == 0:
            self.same(rows, [], f"no figures of {text}")
            near = [[row[0], row[1]] for row in self.cells("#balance-nearest")]
            self.same(near, [[cell["material"], f"{cell['games']:,}"] for cell in answer["nearest"]], f"cells near {text}")
            return
        # The twin's figures in JSON are those of its White.
        expected = [answer["white"]] if len(rows) == 1 else [answer["white"], turned(answer["twin"]), answer["both"]]
        self.same(len(rows), len(expected), f"rows of {text}")
        for row, side in zip(rows, expected):
            self.figures(row, side, text)
        for row, side in zip(self.cells("#balance-shrunken"), expected):
            self.same(row[1:], [percent(side["shrunken_score"]), percent(side["shrunken_error"]), signed(side["shrunken_centipawns"])],
                      f"shrunken figures of {text}")
        for row, side in zip(self.cells("#balance-rated"), expected):
            self.same(row[1:], [f"{int(side['rated_games']):,}", percent(side["rated_score"]), percent(side["expected_score"]),
                                percent(side["corrected_score"]), percent(side["corrected_error"]),
                                signed(side["corrected_centipawns"])], f"rated figures of {text}")

    def figures(self, row, side, text):
        self.same(row[1], f"{side['games']:,}", f"games of {text}")
        self.same(row[2], f"{side['wins']:,} · {side['draws']:,} · {side['losses']:,}", f"outcomes of {text}")
        if side["games"]:
            low, high = (side[f"centipawns_{end}"] for end in ["low", "high"])
            bounds = f"{'−∞' if low is None else signed(low)} … {'+∞' if high is None else signed(high)}"
            self.same(row[4:], [percent(side["score"]), f"{percent(side['low'])} – {percent(side['high'])}",
                                f"{signed(side['centipawns'])} ({bounds})"], f"figures of {text}")

    def sorted(self, table, column, value):
        """A click on a heading sorts by it, most first, and another one turns that around."""
        found = lambda: [value(row[column - 1]) for row in self.cells(table)]
        self.same(len(set(found())) > 2, True, f"values of column {column} of {table}")
        for is_down in [True, False]:
            self.page.click(f"{table} thead th:nth-child({column})")
            self.same(found(), sorted(found(), reverse=is_down), f"{table} by column {column}")
            said = self.page.run(f"document.querySelector({json.dumps(table + ' th[aria-sort]')}).ariaSort")
            self.same(said, "descending" if is_down else "ascending", f"the heading of {table} says so")

    def classes(self):
        found = self.cells(".classes-table")
        expected = ask("show", "classes")
        self.same(len(found), len(expected), "classes")
        for row, figures in zip(found, expected):
            self.same([row[0], row[1], row[2], row[5], row[6], row[7]],
                      [figures["title"], str(figures["cells"]), f"{figures['games']:,}", percent(figures["score"]),
                       f"{percent(figures['low'])} – {percent(figures['high'])}", signed(figures["centipawns"])], figures["title"])

        self.sorted(".classes-table", 3, whole)
        games = [whole(row[2]) for row in self.cells(".classes-table")]
        self.same([int(row[2]) for row in self.rows("classes")[1:]], games, "classes as CSV, as they are sorted")
        self.picture("classes", [expected[0]["title"]])

    def histogram(self):
        for least in [1, 10, 100, 1000, 10000]:
            self.choose("#histogram-controls", "Cells with at least", "1 game" if least == 1 else f"{least:,}")
            expected = ask("show", "histogram", "--min-games", least)
            self.same(self.text("#histogram-said").startswith(f"{expected['cells']:,} cells "), True, "cells of the histogram")
            for heights in ["Linear", "Square root"]:
                self.choose("#histogram-controls", "Heights", heights)
                bars = self.page.run("[...document.querySelectorAll('#histogram-plot .bar')].map((bar) => bar.height.baseVal.value)")
                most = max(expected["bins"])
                power = 1 if heights == "Linear" else 0.5
                for bar, count in zip(bars, expected["bins"], strict=True):
                    self.same(abs(bar / max(bars) - (count / most) ** power) < 0.001, True, f"a bar of {count} cells")
        self.choose("#histogram-controls", "Cells with at least", "1 game")
        self.page.point("#histogram-plot [data-percent='50']")
        expected = ask("show", "histogram")["bins"][50]
        self.same(self.text("#tip"), f"50 %{expected:,} cells", "the tip of 50 %")
        self.same([int(row[1]) for row in self.rows("histogram")[1:]], ask("show", "histogram")["bins"], "the histogram as CSV")
        self.picture("histogram", ["Tiers"])
        tiers = [[str(row["min_elo"]), f"{row['games_used']:,}", f"{row['cells_in_use']:,}"] for row in ask("show", "tiers")]
        self.same([row[:3] for row in self.cells("#histogram .narrow")], tiers, "tiers")

    def openings(self):
        page = self.page
        # The view is where a finding of the overview led.
        page.click("#opening-start")
        self.opening("")
        for line in LINES:
            page.click("#opening-start") if not page.run("document.getElementById('opening-start').disabled") else None
            played = []
            for move in line.split():
                row = f"#opening-table tr[data-move='{move}']"
                if not page.run(f"Boolean(document.querySelector({json.dumps(row)}))"):
                    break
                page.click(f"{row} button")
                played.append(move)
            self.same(len(played) >= 5, True, f"{line} is in the table, at least five plies")
            self.opening(" ".join(played))
        page.click("#opening-back")
        self.opening(" ".join(played[:-1]))
        # By score, best first; the other moves stay below, and the next position is sorted alike.
        page.click("#opening-start")
        share = lambda text: float(text.split()[0])
        self.sorted("#opening-table", 5, share)
        page.click("#opening-table tr[data-move=e4] button")
        scores = [share(row[4]) for row in self.cells("#opening-table")]
        self.same(scores, sorted(scores), "the next position's moves by score")
        page.click("#opening-start")
        self.sorted("#opening-table", 2, whole)
        page.click("#opening-table thead th:nth-child(2)")
        page.click("#opening-turn")
        self.same(page.run("document.querySelector('#opening-board .sq-hit').dataset.square"), "a1", "squares keep their order")
        page.click("#opening-turn")
        page.click("#opening-start")
        # On the board.
        for square in ["d2", "d4", "g8", "f6"]:
            page.click(f"#opening-board [data-square={square}]")
        self.opening("d4 Nf6")
        page.press("ArrowLeft")
        self.opening("d4")
        page.click("#opening-next")
        most = ask("show", "opening", "d4")["moves"][0]["san"]
        self.opening(f"d4 {most}")
        # Dragged; what is no move of the table goes back.
        page.click("#opening-start")
        page.drag("#opening-board [data-square=e2]", "#opening-board [data-square=e4]")
        self.opening("e4")
        page.drag("#opening-board [data-square=c7]", "#opening-board [data-square=c3]")
        self.opening("e4")
        page.drag("#opening-board [data-square=c7]", "#opening-board [data-square=c5]")
        self.opening("e4 c5")
        self.same(self.hash(), "#openings?line=e4.c5", "a line in the address")
        self.back("#openings?line=e4")
        self.opening("e4")
        # By the keyboard, on the board.
        page.run("document.querySelector('#opening-board [tabindex=\"0\"]').focus()")
        page.run("focusByName = (name) => { const square = document.querySelector(`#opening-board [data-square=${name}]`); square.setAttribute('tabindex', '0'); square.focus(); }; focusByName('e7')")
        for key in ["Enter", "ArrowDown", "ArrowDown", "Enter"]:
            page.press(key)
        self.opening("e4 e5")
        rows = self.rows("openings")
        answer = ask("show", "opening", "e4 e5", "--top", 1000)
        self.same(rows[0], ["line", "1. e4 e5"], "the line as CSV")
        self.same([(row[0].split()[-1], int(row[1])) for row in rows[3:3 + len(answer["moves"])]],
                  [(move["san"], move["games"]) for move in answer["moves"]], "moves as CSV")
        self.picture("openings", ["games, White to move"])
        page.run("document.activeElement.blur()")
        # The Queen's Gambit by way of the English.
        page.click("#opening-start")
        for move in ["c4", "e6", "d4", "d5"]:
            page.click(f"#opening-table tr[data-move='{move}'] button")
        self.same("Transpositions" in self.text("#opening-ways"), True, "transpositions")
        before = self.text("#opening-said")
        page.click("#opening-ways button")
        self.same(self.text("#opening-said"), before, "the same position by another way")
        page.click("#opening-line button")
        self.same(len(self.texts("#opening-line button")), 1, "back to the first move")

    def opening(self, line):
        answer = ask("show", "opening", *([line] if line else []), "--top", 1000)
        mover = "White" if answer["fen"].split()[1] == "w" else "Black"
        if answer["games"]:
            self.same(self.text("#opening-said"), f"{answer['games']:,} games, {mover} to move and scoring {percent(answer['score'])} %", line)
        found = [row for row in self.cells("#opening-table") if row[0] != "other moves"]
        self.same(len(found), len(answer["moves"]), f"moves after {line}")
        for row, move in zip(found, answer["moves"]):
            share = move["games"] / answer["games"]
            self.same([row[0].split()[-1], row[1], row[4], row[5]],
                      [move["san"], f"{move['games']:,}", f"{percent(move['score'])} %", f"{percent(move['low'])} – {percent(move['high'])}"], line)
            self.same(row[2], f"{percent(share)} %", f"share of {move['san']} after {line}")
        pieces = self.page.run("""[...document.querySelectorAll("#opening-board g[transform]")].map((piece) =>
            [piece.getAttribute("transform"), piece.firstElementChild.getAttribute("class"), piece.firstElementChild.firstElementChild.getAttribute("d")])""")
        same(len(pieces), sum(letter.isalpha() for letter in answer["fen"].split()[0]), f"pieces after {line}")
        self.same(sorted(place for place, *_ in pieces), sorted(places(answer["fen"])), f"where the pieces stand after {line}")

    def evaluations(self, table):
        """The plot, and what was seen and what the model says at its target."""
        model = ask("show", "wdl", "--table", table)
        text = self.text("#evaluations figcaption")
        self.same(f"An evaluation of {model['normalize_to_pawn_value']:.0f} centipawns" in text, True, text)
        self.same(f"{percent(model['draw_rate'])} % are drawn" in text, True, text)
        seen = {}
        for row in csv.DictReader(io.StringIO(miner("export", table, "--format", "csv", "--out", "-"))):
            if int(row["material"]) == model["mom_target"] and int(row["move"]) <= 120:
                sums = seen.setdefault(float(row["eval"]), [0, 0, 0])
                for at, name in enumerate(["wins", "draws", "losses"]):
                    sums[at] += int(row[name])
        # At the target the polynomials are the sums of their coefficients.
        a, b = sum(model["as"]), sum(model["bs"])
        rows = self.cells("#evaluations")
        self.same(len(rows) > 20, True, "rows of evaluations")
        for row in rows:
            x = float(row[0].replace("−", "-"))
            won, lost = (1 / (1 + math.exp((a - side * x) / b)) for side in [1, -1])
            self.same(row[2::2], [percent(share) for share in [won, 1 - won - lost, lost]], f"the model at {x}")
            self.same(row[1::2], [percent(count / sum(seen[x])) for count in seen[x]], f"what was seen at {x}")
        drawn = self.page.run("[...document.querySelectorAll('#evaluations svg circle')].filter((dot) => dot.getClientRects().length).length")
        self.same(drawn >= 3 * len(rows), True, f"{drawn} points of the plot")
        self.same(self.rows("evaluations")[1][0], rows[0][0].replace("−", "-"), "evaluations as CSV")

    def taken(self, view):
        """What each view gives to take along: CSV, saved and copied, SVG, and a link."""
        self.same(len(self.rows(view)) > 1, True, f"{view} as CSV")
        self.picture(view, [self.text(f"#{view} h2").split()[0]])
        for kind, expected in [("copy", (self.folder / f"{view}.csv").read_bytes().decode()), ("link", self.page.run("location.href"))]:
            self.page.click(f"#{view} [data-take={kind}]")
            copied = lambda: self.page.run("navigator.clipboard.readText()")
            self.wait(lambda: self.text(f"#{view} .take [role=status]") in ["Copied", "Link copied"], f"{kind} of {view}")
            self.same(copied().replace("\r", ""), expected.replace("\r", ""), f"{kind} of {view}")

    def calibration(self, validation):
        for prediction in validation["predictions"]:
            name = prediction["name"]
            self.page.run(f"""(() => {{
                const list = document.querySelector("#calibration-controls select");
                list.selectedIndex = [...list.options].findIndex((option) => option.textContent.toLowerCase() === {json.dumps(name)});
                list.dispatchEvent(new Event("change"));
            }})()""")
            points = self.page.run("[...document.querySelectorAll('#calibration-plots svg')].map((plot) => plot.querySelectorAll('circle').length)")
            self.same(points, [sum(bin["cells"] > 0 for bin in prediction["calibration"][quantity]["bins"])
                               for quantity in ["score", "win", "draw", "loss"]], f"points of {name}")
        found = self.cells(".validation-table")
        self.same(found, [[row["name"], f"{row['log_loss']:.4f}", f"{row['log_loss_error']:.4f}", f"{row['brier']:.4f}"]
                          for row in validation["predictions"]], "log losses")
        self.page.point("#calibration-plots circle")
        self.same("predicted" in self.text("#tip"), True, "the tip of a point")

    def evidence(self):
        page = self.page
        options = lambda: page.run("""[...document.querySelectorAll("#evidence-table tbody tr")].filter((row) => !row.hidden)
            .map((row) => row.cells[0].textContent)""")
        self.same(options(), ["NMP", "<b>LMR</b>", "QS"], "options as they come")
        page.click("#evidence-table thead th:nth-child(4)")
        self.same(options(), ["NMP", "<b>LMR</b>", "QS"], "by Elo, best first")
        page.click("#evidence-table thead th:nth-child(4)")
        self.same(options(), ["QS", "<b>LMR</b>", "NMP"], "by Elo, worst first")
        page.click("#evidence-table thead th:nth-child(1)")
        self.same(options(), ["<b>LMR</b>", "NMP", "QS"], "by name")
        page.write("#evidence-find", "qs-01")
        self.same(options(), ["QS"], "found")
        page.write("#evidence-find", " ")

        self.same(self.rows("evidence")[1][:2], ["<b>LMR</b>", "LMR-01"], "matches as CSV")

    def tables(self):
        found = self.texts("#tables .card .file")
        # The engine's weights lie there too, but count nothing.
        counts = {path.name for path in (ROOT / "tables").glob("*.bin")} - {"weights.bin"} | {"wdl.bin"}
        self.same(sorted(found), sorted(counts), "tables")
        text = self.text("#tables")
        self.same(f"{ask('show', 'tiers')[0]['games_used']:,}" in text, True, "games used")
        self.page.click("#tables details summary")
        self.same(self.page.run("document.querySelector('#tables details').open"), True, "the list of inputs opens")

    def several(self, folder):
        """Another report: two imbalance tables, with ratings, cut short; one piece-square table; no openings."""
        sample = "data/sample.pgn.zst"
        tiers = folder / "tiers"
        miner("imbalance", sample, "--min-elo", "0,2900", "--rating-correction", "--out", tiers)
        miner("pst", sample, "--phase", "all", "--out", folder / "all.bin")
        miner("report", tiers, folder / "all.bin", "--min-cell-games", 5, "--out", folder / "several.html")
        self.page.open(folder / "several.html", READY)
        self.same(self.texts(".tabs a"), ["Overview", "Squares", "Balances", "Imbalances by name", "Histogram", "Tables"], "views")
        self.go("imbalance")
        for table in ["imbalance-2900.bin", "imbalance-0.bin"]:
            path = tiers / table
            self.choose("#imbalance-controls", "Table", table)
            for text in ["QRRBBNNP8 v QRRBBNNP7", "QRRBBNNP7 v QRRBBNNP8", "QRRBBNNP7 v QRRBBNNP7"]:
                self.page.write("#material", text)
                self.balance(text, "--table", path)
                self.same(len(self.cells("#balance-rated")) > 0, True, "ratings")
        self.page.write("#material", "Q v RRBNP8")
        self.same("Fewer games than this page carries" in self.text("#balance-answer"), True, "a rare cell")
        self.same("with at least 5 games" in self.text("#imbalance-limit"), True, "the limit is said")
        self.go("classes")
        self.choose("#classes-controls", "Table", "imbalance-2900.bin")
        self.same(self.page.run("[...document.querySelectorAll('.classes-table')].filter((table) => !table.hidden).length"), 1, "tables of classes")
        self.go("histogram")
        self.choose("#histogram-controls", "Table", "imbalance-2900.bin")
        cells = ask("show", "histogram", "--table", tiers / "imbalance-2900.bin")["cells"]
        self.same(self.text("#histogram-said").startswith(f"{cells:,} cells "), True, "cells of the other table")
        self.same([row[0] for row in self.cells("#histogram .narrow")], ["0", "2900"], "tiers by Elo")

    def side_by_side(self, folder):
        """A report against other tables, with names of openings and the games read again."""
        sample = "data/sample.pgn.zst"
        one, two = folder / "one", folder / "two"
        miner("all", sample, "--sample", "1/2", "--out", one)
        miner("all", sample, "--out", two)
        names = folder / "names.tsv"
        names.write_text("eco\tname\tpgn\nB00\tKing's Pawn <b>Game</b>\t1. e4\nC20\tKing's Pawn Game: both\t1. e4 e5\n")
        miner("report", two, "--against", one, "--openings", names, "--games", sample, "--out", folder / "compared.html")
        self.page.open(folder / "compared.html", READY)
        self.go("compare")
        heads = self.texts(".compare-table h3")
        self.same(len(heads), len(list(two.glob("*.bin"))), "pairs of tables")
        at = next(index for index, head in enumerate(heads) if "imbalance.bin" in head)
        self.page.run(f"""(() => {{
            const list = document.querySelector("#compare-controls select");
            list.selectedIndex = {at};
            list.dispatchEvent(new Event("change"));
        }})()""")
        diff = json.loads(miner("diff", one / "imbalance.bin", two / "imbalance.bin", "--top", 100000, "--json"))
        known = {change["name"]: change for change in diff["largest_changes"]}
        rows = self.cells(".compare-table:not([hidden])")
        self.same(len(rows) > 20, True, "rows of what moved")
        for row in rows:
            old, new = known[row[0]]["old"], known[row[0]]["new"]
            self.same(row[1:5], [f"{old['games']:,}", f"{new['games']:,}", percent(old["score"]), percent(new["score"])], f"what moved of {row[0]}")
            moved = new["score"] - old["score"]
            low = moved - ((new["score"] - new["low"]) ** 2 + (old["high"] - old["score"]) ** 2) ** 0.5
            high = moved + ((new["high"] - new["score"]) ** 2 + (old["score"] - old["low"]) ** 2) ** 0.5
            for text, number in zip([row[5], *row[6].split(" … ")], [moved, low, high], strict=True):
                self.same(abs(float(text.replace("−", "-")) - 100 * number) < 0.051, True, f"{text} for {100 * number} of {row[0]}")
        taken = self.rows("compare")
        self.same([row[0] for row in taken[-len(rows):]], [row[0] for row in rows], "what moved, as CSV")
        self.taken("compare")
        self.page.size(360, 780, True)
        self.fits("compare", 360)
        self.page.size(1280, 900)
        self.page.click(".compare-table:not([hidden]) thead th:nth-child(2)")
        games = [whole(row[1]) for row in self.cells(".compare-table:not([hidden])")]
        self.same(games, sorted(games, reverse=True), "what moved, by games before")
        rows = self.cells(".compare-table:not([hidden])")
        self.page.click(".compare-table:not([hidden]) tbody a")
        self.wait(lambda: self.shown() == ["imbalance"], "the balance that moved most")
        self.same(self.text(".answer-head h3"), rows[0][0], "the balance that moved most")
        self.page.run(f"""(() => {{
            const list = document.querySelector("#imbalance-controls fieldset:nth-child(2) select");
            list.selectedIndex = list.options.length - 1;
            list.dispatchEvent(new Event("change"));
        }})()""")
        beside = self.cells("#balance-figures-beside")
        self.same(len(self.texts(".answer .file")), 2, "two tables side by side")
        expected = ask("show", "imbalance", rows[0][0], "--table", one / "imbalance.bin")["white"]
        self.same(beside[0][1], f"{expected['games']:,}", "games of the other table")
        self.go("openings")
        self.page.click("#opening-table tr[data-move=e4] button")
        self.same(self.text("#opening-name"), "B00 King's Pawn <b>Game</b>", "the name of an opening")
        health = json.loads(miner("check", sample, "--json"))
        self.go("overview")
        for name, games in health["outcomes"].items():
            self.same(f"({games:,})" in self.text("#overview"), True, f"games that ended {name}")
        self.same(self.page.run("document.querySelectorAll('.bars').length"), 2, "years and Elo")

    def fits(self, view, width):
        """Nothing of the view stands out to the right. On a phone `innerWidth` would grow with what does."""
        wide = self.page.run("document.documentElement.scrollWidth") - width
        same(wide <= 0, True, f"{view} fits into {width} pixels ({wide} too wide)")

    def without_scripts(self, report):
        """What a reader sees whose browser runs no scripts."""
        self.page.scripts(False)
        self.page.open(f"{report}?plain", "true")
        shown = "[...document.querySelectorAll({})].filter((part) => part.getClientRects().length > 0).length"
        self.same(self.page.run(shown.format("'.view'")), len(self.page.run("[...document.querySelectorAll('.view')].map((view) => view.id)")), "all views are there")
        self.same(self.page.run(shown.format("'#squares .plain table'")), 18, "boards as tables")
        for place, least in [("#imbalance .plain tbody tr", 60), ("#openings .plain tbody tr", 60), ("#histogram .plain tbody tr", 11)]:
            self.same(self.page.run(shown.format(json.dumps(place))) >= least, True, f"rows of {place}")
        first = self.cells("#openings .plain")[0]
        move = ask("show", "opening")["moves"][0]
        self.same([first[0], first[2], first[3]], [f"1. {move['san']}", f"{move['games']:,}", percent(move["score"])], "the move most played")
        plain = self.cells("#moves .plain")
        answer = ask("show", "priors", "--top", 20)
        self.same(plain, [[move["move"], f"{move['played']:,}", f"{move['expected']:,.0f}", f"{move['times']:.2f}"] for move in answer["most"] + answer["least"]], "moves without scripts")
        most = self.cells("#imbalance .plain")[0]
        answer = ask("show", "imbalance", most[0])["both"]
        self.same([most[1], most[3], most[5]], [f"{answer['games']:,}", percent(answer["score"]), signed(answer["centipawns"])], most[0])
        self.page.scripts(True)

    def links(self, report):
        """Addresses that somebody was sent."""
        page = self.page
        page.open(f"{report}?1#openings?line=d4.Nf6.c4&turned=1", READY)
        self.same(self.shown(), ["openings"], "a link to a line")
        self.opening_of("d4 Nf6 c4")
        page.open(f"{report}?2#squares?table=pst-endgame.bin&sides=both&at=King-e4", READY)
        self.same(page.run("document.activeElement.dataset.square"), "e4", "a link to a square")
        self.same("king on e4" in self.text("#tip"), True, "its tip")
        page.open(f"{report}?3#imbalance?m=KQQ-K", READY)
        self.same("Outside the table" in self.text("#material-said"), True, "a link to no balance")
        page.open(f"{report}?4#nowhere?a=%3Cb%3E", READY)
        self.same(self.shown(), ["overview"], "a link to no view")

    def opening_of(self, line):
        answer = ask("show", "opening", line)
        self.same(self.text("#opening-said").startswith(f"{answer['games']:,} games"), True, line)

    def theme(self):
        ink = lambda: self.page.run("getComputedStyle(document.body).color")
        self.choose("#theme", "Theme", "Dark")
        dark = ink()
        self.choose("#theme", "Theme", "Light")
        self.same(ink() != dark, True, "light and dark differ")
        self.choose("#theme", "Theme", "Auto")


def turned(side):
    """A side's figures as the other side has them."""
    other = dict(side, wins=side["losses"], losses=side["wins"])
    for name in ["score", "shrunken_score", "rated_score", "expected_score", "corrected_score"]:
        other[name] = None if side.get(name) is None else 1 - side[name]
    for one, two in [("low", "high"), ("high", "low")]:
        other[one] = None if side[two] is None else 1 - side[two]
    for one, two in [("centipawns", "centipawns"), ("centipawns_low", "centipawns_high"), ("centipawns_high", "centipawns_low"),
                     ("shrunken_centipawns", "shrunken_centipawns"), ("corrected_centipawns", "corrected_centipawns")]:
        other[one] = None if side.get(two) is None else -side[two]
    return other


def places(fen):
    """Where a FEN's pieces are drawn."""
    found = []
    for rank, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                found.append(f"translate({45 * file} {45 * rank})")
                file += 1
    return found


def pictures(page, report, shots):
    """The pictures of docs/images, before pngquant."""
    for name, view, theme, size, is_phone in [("squares", "squares", "light", (1120, 780), False),
                                              ("balance", "imbalance", "dark", (1120, 1000), False),
                                              ("openings-phone", "openings", "light", (390, 844), True)]:
        page.theme(theme)
        page.size(*size, is_phone)
        page.open(report, READY)
        page.click(f".tabs a[data-view='{view}']")
        if view == "openings":
            for move in ["d4", "Nf6", "c4", "e6", "Nc3", "Bb4"]:
                page.click(f"#opening-table tr[data-move='{move}'] button")
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        if view != "openings":
            page.run("window.scrollTo(0, 0)")
        else:
            page.run("document.querySelector('#openings').scrollIntoView({ block: 'start', behavior: 'instant' })")
        page.shot(shots / f"{name}.png")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shots", type=pathlib.Path)
    shots = parser.parse_args().shots
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name, browser.Browser(browser.find()) as page:
        folder = pathlib.Path(name)
        validation = ask("validate", "tables/imbalance.bin", "data/sample.pgn.zst", "--errors-by", "game")
        (folder / "validation.json").write_text(json.dumps(validation))
        (folder / "evidence.csv").write_text(EVIDENCE)
        report = folder / "report.html"
        table = evaluated(folder)
        miner("report", "tables", table, "--out", report, "--validation", folder / "validation.json", "--evidence", folder / "evidence.csv")
        size = report.stat().st_size
        same(size < 3_000_000, True, f"below 3 MB: {size}")
        check = Check(page, folder)
        views = []
        for width, height, is_phone in [(1280, 900, False), (360, 780, True)]:
            for theme in ["light", "dark"]:
                page.theme(theme)
                page.size(width, height, is_phone)
                page.open(report, READY)
                same(page.run("document.getElementById('trouble').hidden"), True, "the page's script ran")
                views = page.run("[...document.querySelectorAll('.view')].map((view) => view.id)")
                for view in views:
                    check.go(view)
                    check.fits(view, width)
                    if shots:
                        page.shot(shots / f"{view}-{theme}-{'phone' if is_phone else 'desk'}.png", True)
        page.theme("light")
        page.size(1280, 900)
        page.open(report, READY)
        page.downloads(folder)
        page.allow_clipboard()
        for view, look in [("overview", check.overview), ("squares", check.squares), ("moves", check.moves), ("imbalance", check.balances), ("classes", check.classes),
                           ("histogram", check.histogram), ("openings", check.openings),
                           ("evaluations", lambda: check.evaluations(table)), ("calibration", lambda: check.calibration(validation)), ("evidence", check.evidence), ("tables", check.tables)]:
            check.go(view)
            look()
            check.taken(view)
            views.remove(view)
        same(views, [], "views that nobody looked at")
        check.theme()
        pdf = page.pdf()
        same(pdf[:5], b"%PDF-", "the printed report")
        pages = pdf.count(b"/Type /Page\n") or pdf.count(b"/Type /Page")
        same(pages >= 8, True, f"every view is printed: {pages} pages")
        if shots:
            (shots / "report.pdf").write_bytes(pdf)
            pictures(page, report, shots)
        page.theme("light")
        page.size(1280, 900)
        check.links(report)
        check.without_scripts(report)
        check.side_by_side(folder)
        check.several(folder)
        same(page.errors, [], "complaints of the browser")
    print(f"check/report: {check.compared:,} numbers and controls agree, a report of {size:,} bytes, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
