"""Runs the commands of README.md and docs/*.md as printed; see scripts/check/book.

A block of code, fenced or indented, is one of commands if its first word is a program that this file knows. In a block with
lines that begin with `$ `, these are the commands, and what stands below each is its output; in others every line is a
command. In the tables of the README whatever stands in backticks and begins with a program is a command, too.

Output is compared in shape: numbers, units of memory, bars and blanks may differ, words and lines may not. `...` stands for
any lines. In front of a block, or in a row of a table, a mark says what is not run:

    <!-- not in CI: REASON -->              nothing of it
    <!-- not in CI (duckdb): REASON -->     none of its commands that begin with this word
    <!-- output not in CI: REASON -->       it is run, and its output not compared
"""

import collections
import gzip
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {"miner", "engine", "lab", "cargo", "printf", "duckdb", "cc", "parallel", "spark-submit", "pip"}
SECONDS = 60
# A command of cargo may have to build first.
SECONDS_TO_BUILD = 300
# So that each page answers one question.
MOST_WORDS = 1500
# README.md and docs/*.md together, so that the book can be read.
MOST_WORDS_IN_ALL = 12000
MOST_LINES_OF_README = 150
# Pictures of text are no commands.
DRAWING = re.compile("[─│└┘]")
EXAMPLE = re.compile(r"cargo run -p \w+ --example (\w+) --(?= )")
MARK = re.compile(r"<!-- (output )?not in CI(?: \(([^)]*)\))?: (.*?) -->")


@dataclass
class Command:
    page: str
    line: int
    text: str
    output: list | None
    # Why it is not run.
    reason: str | None = None


def built_example(target, found):
    """An example as the tests have built it, in place of the command that builds and runs it; that command if they have not."""
    example = Path(target) / "debug/examples" / found[1]
    return str(example) if example.is_file() else found[0]


def is_command(text):
    word = re.sub(r"^\w+=\S+ ", "", text.removeprefix("$ ").strip()).split(" ")[0]
    return word in PROGRAMS or word.startswith(("scripts/", "target/"))


def blocks(text):
    """(number of the first line, lines, marks in front) of each block of code."""
    lines = text.splitlines()
    marks, at = [], 0
    while at < len(lines):
        line = lines[at]
        found = MARK.match(line.strip())
        if found:
            marks.append(found)
            at += 1
        elif line.startswith("```"):
            end = next(n for n in range(at + 1, len(lines)) if lines[n].startswith("```"))
            yield at + 2, lines[at + 1:end], marks
            marks, at = [], end + 1
        elif line.startswith("    ") and (at == 0 or not lines[at - 1].strip() or MARK.match(lines[at - 1].strip())):
            end = at
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            yield at + 1, [inner[4:] for inner in lines[at:end]], marks
            marks, at = [], end
        else:
            marks = marks if not line.strip() else []
            at += 1


def is_open(text):
    """Whether a command goes on in the next line."""
    return text.endswith("\\") or text.count('"') % 2 == 1 or text.count("'") % 2 == 1


def without_comment(text):
    """The command without the remark behind it; a `#` in quotes is none."""
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == "#" and (at == 0 or text[at - 1] == " "):
            return text[:at].rstrip()
    return text


def in_block(page, first, lines):
    shown = any(line.startswith("$ ") for line in lines)
    found = []
    at = 0
    while at < len(lines):
        line = lines[at]
        number = first + at
        at += 1
        if shown and not line.startswith("$ "):
            if found:
                found[-1].output.append(line)
            continue
        text = line.removeprefix("$ ")
        if not shown:
            text = without_comment(text)
        while is_open(text) and at < len(lines):
            text = text.removesuffix("\\") + ("\n" if not text.endswith("\\") else " ") + lines[at].strip()
            if not shown:
                text = without_comment(text)
            at += 1
        if text.strip():
            found.append(Command(page, number, text.strip(), [] if shown else None))
    return found


def commands(page, text):
    for first, lines, marks in blocks(text):
        if not any(is_command(line) for line in lines) or DRAWING.search("".join(lines)) and "$ " not in lines[0]:
            continue
        for command in in_block(page, first, lines):
            for mark in marks:
                output, words, reason = mark.groups()
                if words and command.text.split()[0] not in words.split(", "):
                    continue
                if output:
                    command.output = None
                else:
                    command.reason = reason
            # A command without output shown is not compared: it may print.
            if command.output == []:
                command.output = None
            yield command
    if page != "README.md":
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("|"):
            mark = MARK.search(line)
            for code in re.findall(r"`([^`]*)`", line):
                code = code.replace("\\|", "|")
                if " " in code and is_command(code):
                    yield Command(page, number, code, None, mark[3] if mark else None)


def shape(line):
    """A line without what may differ."""
    line = re.sub(r"[█▒░]+", "", line)
    line = re.sub(r"[+-]?\d+(?:[.,]\d+)*", "#", line)
    line = re.sub(r"\b[KMG]iB\b|\bbytes\b", "B", line)
    return " ".join(line.split())


def differs(shown, printed):
    """A sentence, if what was printed is not what is shown."""
    shown = [shape(line) for line in shown]
    printed = [shape(line) for line in printed]
    while shown and not shown[-1]:
        shown.pop()
    while printed and not printed[-1]:
        printed.pop()
    at = 0
    skipping = False
    for line in shown:
        if line == "...":
            skipping = True
        elif skipping:
            if line not in printed[at:]:
                return f"is not printed: {line}"
            at = printed.index(line, at) + 1
            skipping = False
        else:
            if at == len(printed):
                return f"is not printed: {line}"
            if printed[at] != line:
                return f"shown {line!r}, printed {printed[at]!r}"
            at += 1
    if not skipping and at < len(printed):
        return f"is not shown: {printed[at]!r}"
    return None


def with_comments(clean):
    """The games with a made-up evaluation behind each move, as cutechess writes them, that leans to whoever won."""
    dice = random.Random(1)
    out = []
    lean = 0
    for line in clean.splitlines():
        result = re.match(r'\[Result "(.*)"\]', line)
        if result:
            lean = {"1-0": 1, "0-1": -1}.get(result[1], 0)
        if line.startswith("[") or not line:
            out.append(line)
            continue
        plies = 0
        words = []
        for word in line.split():
            words.append(word)
            if word[0].isalpha():
                white = lean * min(plies, 60) * 4 + dice.gauss(0, 60)
                mover = white if plies % 2 == 0 else -white
                words.append(f"{{{mover / 100:+.2f}/12 0.10s}}")
                plies += 1
        out.append(" ".join(words))
    return "\n".join(out) + "\n"


class Desk:
    """A folder with the files that the pages speak of."""

    def __init__(self, folder):
        self.folder = folder
        self.bin = folder / "bin"
        self.inputs = folder / "inputs"
        self.bin.mkdir()
        self.inputs.mkdir()
        for name in ["miner", "engine", "lab"]:
            path = os.environ.get(name.upper(), "")
            if path and Path(path).exists():
                (self.bin / name).symlink_to(Path(path).resolve())
        self.make_inputs()

    def miner(self, *words):
        done = subprocess.run([self.bin / "miner", *words], cwd=self.inputs, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"book: miner {' '.join(map(str, words))}: {done.stderr}")

    def make_inputs(self):
        sample = ROOT / "data/sample.pgn.zst"
        self.miner("games", sample, "--out", "games.pgn")
        self.miner("games", sample, "--clean", "--out", "clean.pgn")
        games = (self.inputs / "games.pgn").read_text("latin-1")
        commented = with_comments((self.inputs / "clean.pgn").read_text("latin-1"))
        for name in ["masters.pgn", "twic.pgn", "a.pgn"]:
            (self.inputs / name).write_text(games, "latin-1")
        # Packed inputs are told by their first bytes, so that a plain text may have any name.
        for name in ["match.pgn", "rated-with-evals.pgn.zst"]:
            (self.inputs / name).write_text(commented, "latin-1")
        lichess = re.sub(r'^\[TimeControl .*\n', "", commented, flags=re.M)
        lichess = lichess.replace("\n[White ", '\n[TimeControl "180+2"]\n[White ')
        (self.inputs / "lichess.pgn.zst").write_text(lichess, "latin-1")
        (self.inputs / "fishtest.pgn.gz").write_bytes(gzip.compress(commented.encode("latin-1"), 1))
        for name in ["games.pgn.zst", "masters.pgn.zst", "b.pgn.zst"]:
            shutil.copy(sample, self.inputs / name)
        starts = [found.start() for found in re.finditer(r"^\[Event ", games, re.M)]
        cuts = [starts[len(starts) * n // 3] for n in range(3)] + [len(games)]
        for n, name in enumerate(["tcec", "ccrl", "masters"]):
            (self.inputs / "part.pgn").write_text(games[cuts[n]:cuts[n + 1]], "latin-1")
            self.miner("imbalance", "part.pgn", "--out", f"{name}.bin")
        self.miner("imbalance", sample, "--out", "old.bin")
        self.miner("imbalance", sample, "--min-elo", "2900", "--out", "new.bin")
        self.miner("wdl", "match.pgn", "--out", "wdl.bin")
        self.miner("imbalance", sample, "--out", "try.bin")
        for name in ["part.pgn", "clean.pgn", "try.bin"]:
            (self.inputs / name).unlink()

    def sit(self, page):
        """A fresh folder for a page."""
        seat = self.folder / page.replace("/", "-")
        shutil.copytree(self.inputs, seat)
        shutil.copytree(ROOT / "tables", seat / "tables")
        shutil.copytree(ROOT / "data", seat / "data")
        (seat / "docs").mkdir()
        (seat / "mine").mkdir()
        for table in (ROOT / "tables").glob("*.bin"):
            shutil.copy(table, seat / "mine")
        release = seat / "target/release"
        release.mkdir(parents=True)
        for program in self.bin.iterdir():
            (release / program.name).symlink_to(program)
        return seat

    def run(self, seat, text):
        """(fault, printed)"""
        text = re.sub(r"cargo run --release -p (miner|lab|engine)(?: --(?= ))?", r"\1", text)
        target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
        text = EXAMPLE.sub(lambda found: built_example(target, found), text)
        text = text.replace("cargo run -p ", f"cargo run -q --manifest-path {ROOT}/Cargo.toml -p ")
        seconds = SECONDS_TO_BUILD if "cargo " in text else SECONDS
        told = dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}", HOME=str(seat / "home"), COLUMNS="120",
                    CARGO_TARGET_DIR=target, NO_COLOR="1")
        for name, folder in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")]:
            told.setdefault(name, str(Path.home() / folder))
        try:
            done = subprocess.run(["bash", "-c", text], cwd=seat, env=told, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"took longer than {seconds} s", []
        printed = done.stdout.splitlines()
        return (f"exit code {done.returncode}: {' / '.join(printed[-3:])}" if done.returncode else None), printed


def by_ci(text):
    """Whether .ci/run has the very command."""
    script = (ROOT / ".ci/run").read_text().replace(" --locked", "")
    return text.startswith("cargo ") and any(text in line for line in script.splitlines() if "#" not in line)


def check(desk, page, text, quiet=False):
    """(commands run, reasons of those that are not, faults) of a page."""
    ran, reasons, faults = 0, collections.Counter(), []
    seat = None
    for command in commands(page, text):
        if command.reason:
            reasons[command.reason] += 1
            continue
        if by_ci(command.text):
            reasons["a line of .ci/run itself"] += 1
            continue
        seat = seat or desk.sit(page)
        fault, printed = desk.run(seat, command.text)
        ran += 1
        if fault is None and command.output is not None:
            fault = differs(command.output, printed)
        if fault:
            faults.append(f"{command.page}:{command.line}: {command.text.splitlines()[0]}: {fault}")
    if seat:
        shutil.rmtree(seat)
    return ran, reasons, faults


def too_long(page, text):
    """A sentence, if a page is longer than a page may be."""
    words, lines = len(text.split()), len(text.splitlines())
    if page == "README.md":
        return f"{page}: {lines} lines, {MOST_LINES_OF_README} at most" if lines > MOST_LINES_OF_README else None
    return f"{page}: {words} words, {MOST_WORDS} at most" if words > MOST_WORDS else None


def too_long_in_all(texts):
    """A sentence, if the README and the pages of the book together are longer than they may be."""
    words = sum(len(text.split()) for text in texts)
    return f"the book has {words} words, {MOST_WORDS_IN_ALL} at most" if words > MOST_WORDS_IN_ALL else None


SELF_TEST = """
```
$ miner imbalance data/sample.pgn.zst --out t.bin
games read               1,000  in 0.13 s, 7 games/s, 2 threads
...
$ miner show tiers old.bin new.bin
 Min. ELO    Games used  Cells in use
        0         1             2
     2900         3             4
```

<!-- not in CI: a long run -->
    miner mistake

<!-- not in CI (duckdb): a foreign program -->
```
miner check games.pgn      # a remark
duckdb -c "SELECT 1"
```
"""


def self_test(desk):
    ran, reasons, faults = check(desk, "page", SELF_TEST)
    assert (ran, sum(reasons.values()), faults) == (3, 2, []), (ran, reasons, faults)
    broken = {
        "a wrong command": ("show tiers", "show tears"),
        "a wrong option": ("--out t.bin", "--oot t.bin"),
        "a file that is not there": ("old.bin", "older.bin"),
        "a word that differs": ("Games used", "Games taken"),
        "a line too many": ("     2900 ", "     2900         5             6\n     2900 "),
        "a line too few": ("     2900         3             4\n", ""),
        "a mark that is gone": ("<!-- not in CI: a long run -->", ""),
    }
    for name, (old, new) in broken.items():
        assert old in SELF_TEST, name
        faults = check(desk, "page", SELF_TEST.replace(old, new))[2]
        assert len(faults) == 1, (name, faults)
    row = "| see | `miner show imbalance KXvK` |\n| not | `miner no` <!-- not in CI: a match --> |\n"
    ran, reasons, faults = check(desk, "README.md", row)
    assert (ran, sum(reasons.values()), len(faults)) == (1, 1, 1), faults
    for page, fits, breaks in [("docs/a.md", "word " * 1500, "word " * 1501), ("README.md", "a b\n" * 150, "a b\n" * 151)]:
        assert too_long(page, fits) is None and too_long(page, breaks), page
    half = MOST_WORDS_IN_ALL // 2
    assert too_long_in_all(["word " * half, "word " * (MOST_WORDS_IN_ALL - half)]) is None
    assert too_long_in_all(["word " * half, "word " * (MOST_WORDS_IN_ALL - half), "word"])
    print(f"book: {len(broken) + 4} broken books are found")


def main():
    names = sys.argv[1:]
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        if names == ["--self-test"]:
            self_test(desk)
            return
        book = [path for folder in ("docs", "docs/ideas") for path in (ROOT / folder).glob("*.md")]
        pages = names or ["README.md", *sorted(str(path.relative_to(ROOT)) for path in book)]
        words = 0
        total, reasons, faults = 0, collections.Counter(), []
        for page in pages:
            text = (ROOT / page).read_text()
            ran, why, found = check(desk, page, text)
            found += filter(None, [too_long(page, text)])
            words += len(text.split()) if page != "README.md" else 0
            total += ran
            reasons.update(why)
            faults += found
    in_all = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    faults += filter(None, [too_long_in_all(page.read_text() for page in in_all)])
    print(f"book: {total} commands of {len(pages)} pages run in {time.monotonic() - begin:.0f} s, "
          f"{sum(reasons.values())} are not; {words} words without the README")
    for reason, times in reasons.most_common():
        print(f"  {times:3}  {reason}")
    if faults:
        sys.exit("\n".join(faults))


main()
