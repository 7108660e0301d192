"""Prospector's miner: mines PGN into tables, opens tables, iterates games.

Every option is the command line's: `min_elo=2500` is `--min-elo 2500`, `no_bots=True` is `--no-bots`, a list repeats
the option. What each means is in `print(prospector.run([COMMAND, "--help"]))`. An input that cannot be read to its end raises `Error`; a file
that `out` names holds what was read before it, as the command line leaves it.

>>> table = prospector.imbalance("games.pgn", min_elo=2500)
>>> wins = numpy.asarray(table.columns()["wins"])
>>> for game in prospector.games("games.pgn", time_class=["blitz", "rapid"]):
...     print(game.tags["White"], game.outcome, game.san[:4])
"""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias, Unpack

from . import options as known
from ._prospector import Error, Game, Games, Table, __version__, open_table, run

__all__ = [
    "Error",
    "Game",
    "Table",
    "__version__",
    "games",
    "imbalance",
    "open_table",
    "opening",
    "positions",
    "priors",
    "pst",
    "run",
    "wdl",
]

Source: TypeAlias = str | os.PathLike[str]


def _arguments(command: str, sources: tuple[Source, ...], options: Mapping[str, object]) -> list[str]:
    """The command line that says the same."""
    words = [command]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            values = value if isinstance(value, list | tuple) else [value]
            words.extend(f"{option}={os.fspath(v) if isinstance(v, os.PathLike) else v}" for v in values)
    if not sources:
        raise TypeError(f"{command} needs games: name a file or a folder")
    return [*words, "--", *map(os.fspath, sources)]


def _several(options: Mapping[str, object]) -> str | None:
    """The option that makes several tables, if there is one."""
    bounds = options.get("min_elo")
    if isinstance(bounds, list | tuple) and len(bounds) > 1 or "," in str(bounds):
        return "min_elo"
    return next((name for name in ("by", "king_buckets") if options.get(name)), None)


def _mine(kind: str, sources: tuple[Source, ...], out: Source | None, options: Mapping[str, object]) -> Table:
    if several := _several(options):
        raise Error(f"`{several}` makes several tables: use `run` with a folder as --out, then `open_table`")
    if out is not None:
        run(_arguments(kind, sources, {**options, "out": os.fspath(out), "json": True}))
        return open_table(out)
    with tempfile.TemporaryDirectory() as folder:
        return _mine(kind, sources, Path(folder) / "table.bin", options)


def imbalance(*sources: Source, out: Source | None = None, **options: Unpack[known.Imbalance]) -> Table:
    """Mines an imbalance table, as `miner imbalance`; keeps its file if `out` names one."""
    return _mine("imbalance", sources, out, options)


def pst(*sources: Source, out: Source | None = None, phase: str = "all", **options: Unpack[known.Mining]) -> Table:
    """Mines a piece-square table of one phase, as `miner pst`; keeps its file if `out` names one."""
    return _mine("pst", sources, out, {**options, "phase": phase})


def opening(*sources: Source, out: Source | None = None, **options: Unpack[known.Opening]) -> Table:
    """Mines an opening table, as `miner opening`; keeps its file if `out` names one."""
    return _mine("opening", sources, out, options)


def wdl(*sources: Source, out: Source | None = None, **options: Unpack[known.Wdl]) -> Table:
    """Mines outcomes by evaluation, as `miner wdl`; keeps its file if `out` names one."""
    return _mine("wdl", sources, out, options)


def priors(*sources: Source, out: Source | None = None, **options: Unpack[known.Priors]) -> Table:
    """Mines how often moves are played, as `miner priors`; keeps its file if `out` names one."""
    return _mine("priors", sources, out, options)


def positions(*sources: Source, out: Source, **options: Unpack[known.Positions]) -> dict[str, Any]:
    """Writes positions for tuners and trainers, as `miner positions`, and gives its summary."""
    return json.loads(run(_arguments("positions", sources, {**options, "out": os.fspath(out), "json": True})))


def games(*sources: Source, **options: Unpack[known.Reading]) -> Iterator[Game]:
    """The games that `miner games` would write, in the order of the inputs. They are read ahead on all cores."""
    return Games(_arguments("games", sources, options))
