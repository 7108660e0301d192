"""A program that speaks UCI, and what its scores mean."""

import hashlib
import math
import re
import shlex
import shutil
import subprocess
from pathlib import Path

SCORE = re.compile(r" score (cp|mate) (-?\d+)")
OPTION = re.compile(r"option name (.+) type ")
# Centipawns of a mate: more than of any other score.
MATE = 3_000
# A score of so many centipawns is an expected score of 0.73.
SCALE = 200


def expected_score(centipawns):
    return 1 / (1 + math.exp(-centipawns / SCALE))


def command_of(program):
    """The words of a command: the file of this name, blanks and all, or a program and its arguments as a shell has them."""
    return [program] if Path(program).is_file() else shlex.split(program)


def digest_of(program):
    """Tells a program from others of its name."""
    with open(shutil.which(command_of(program)[0]), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


class Engine:
    """PROGRAM or PROGRAM,NAME=VALUE,..., started with these options after `options`."""

    def __init__(self, words, options=()):
        program, *own = words.split(",")
        self.name = words
        self.process = subprocess.Popen(
            command_of(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        # Engines of two protocols wait for this word.
        known = self.options()
        for option in [*options, *own]:
            name, value = option.split("=", 1)
            if option in own and name not in known:
                raise SystemExit(f"{words}: the engine has no option {name}")
            self.set(name, value)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def set(self, name, value):
        self.say(f"setoption name {name} value {value}")

    def lines(self):
        """What it says, until it goes away."""
        # Not `yield from`, which would close the pipe with the generator.
        for line in self.process.stdout:
            yield line
        raise SystemExit(f"{self.name}: the engine went away")

    def options(self):
        """The names of the options that it has."""
        self.say("uci")
        names = set()
        for line in self.lines():
            if found := OPTION.match(line):
                names.add(found[1])
            if line.startswith("uciok"):
                return names

    def new_game(self):
        self.say("ucinewgame\nisready")
        next(line for line in self.lines() if line.startswith("readyok"))

    def search(self, position, limit):
        """The move, its score in centipawns, if any, and the depth. `position` is what follows this word in UCI."""
        self.say(f"position {position}\ngo {limit}")
        score, depth = None, 0
        for line in self.lines():
            if found := SCORE.search(line):
                value = int(found[2])
                # "mate 0" is a mate on the board.
                score = value if found[1] == "cp" else MATE if value > 0 else -MATE
                depth = int(re.search(r" depth (\d+)", line)[1])
            if line.startswith("bestmove"):
                return line.split()[1], score, depth
