"""What a job consists of: which tasks there are, and what is merged with what. Knows neither Spark nor files."""

from dataclasses import dataclass
from math import ceil
from pathlib import PurePosixPath

# As the miner's: what is looked for in folders.
ENDINGS = (".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.xz", ".pgn.lz4", ".7z", ".zip")
# What a shard must not see a part of only, or what the job decides itself.
REFUSED = ("--first", "--no-duplicates", "--by", "--shard", "--threads", "--out", "-o", "--csv", "--json", "--errors-to")
# What counts, so that tables of parts add up.
KINDS = ("imbalance", "pst", "opening", "wdl", "priors", "all")


class Refused(Exception):
    """What was asked for cannot be done; one sentence."""


@dataclass(frozen=True)
class Input:
    """A file as Spark's file system names it."""

    uri: str
    bytes: int

    @property
    def is_local(self):
        """Whether each machine opens it under this path."""
        return self.parts[0] in ("", "file")

    @property
    def parts(self):
        """Its scheme and its path. Hadoop escapes nothing: names may hold `#` and `?`."""
        scheme, colon, rest = self.uri.partition(":")
        if not colon or "/" in scheme:
            return "", self.uri
        if rest.startswith("//"):
            rest = "/" + rest[2:].partition("/")[2]
        return scheme, rest

    @property
    def path(self):
        """Its path on every machine, if it is local."""
        return self.parts[1]

    @property
    def name(self):
        return PurePosixPath(self.parts[1]).name


@dataclass(frozen=True)
class Task:
    """What one call of the miner reads: a shard of files that all machines see, or one file that is fetched before."""

    inputs: tuple
    shard: str = ""

    @property
    def fetches(self):
        return not self.inputs[0].is_local


def is_game_file(name):
    # What macOS keeps beside a file is not games.
    return name.lower().endswith(ENDINGS) and not name.startswith("._")


def once(inputs):
    """Every file once, and of a text and its packed copies the text."""
    by_uri = {i.uri: i for i in inputs}
    texts = {uri for uri in by_uri if uri.lower().endswith(".pgn")}
    return [i for uri, i in by_uri.items() if uri in texts or uri.rpartition(".")[0] not in texts]


def tasks(inputs, shards=None, task_bytes=256 << 20):
    """Every input in exactly one task, or in all the shards of one run. What is largest comes first."""
    if not inputs:
        raise Refused("there is no game file in the inputs")
    inputs = once(inputs)
    local = tuple(sorted((i for i in inputs if i.is_local), key=lambda i: i.uri))
    remote = sorted((i for i in inputs if not i.is_local), key=lambda i: (-i.bytes, i.uri))
    planned = [Task((i,)) for i in remote]
    if local:
        count = shards or max(1, ceil(sum(i.bytes for i in local) / task_bytes))
        planned += [Task(local, f"{index}/{count}") for index in range(1, count + 1)]
    return planned


def makes_several_tables(command):
    """Whether this command of the miner writes a folder of tables."""
    kind, *options = command
    # An option may come several times; each adds its values.
    values = {}
    for position, word in enumerate(options):
        name, sign, value = word.partition("=")
        value = value if sign else (options[position + 1:position + 2] or [""])[0]
        values.setdefault(name, set()).update(value.split(","))
    phases = values.get("--phase", {"opening", "middlegame", "endgame"})
    return (kind == "all" or (kind == "pst" and (len(phases) > 1 or "--king-buckets" in values))
            or len(values.get("--min-elo", {"0"})) > 1)


def check(command):
    """Refuses what cannot be mined in parts."""
    if not command or command[0] not in KINDS:
        raise Refused(f"behind `--` comes what the miner is to do, {', '.join(KINDS)}, and options")
    for word in command[1:]:
        if word.partition("=")[0] in REFUSED:
            raise Refused(f"{word.partition('=')[0]} has no meaning on many machines")


def rounds(count, fan):
    """How often groups of `fan` tables must be merged until one is left."""
    turns = 0
    while count > 1:
        count, turns = ceil(count / fan), turns + 1
    return turns


def is_whole(table):
    """Whether a table file says that no shard is missing: its format version, docs/files.md."""
    return table[:8] == b"PROSPECT" and int.from_bytes(table[12:14], "little") <= 2
