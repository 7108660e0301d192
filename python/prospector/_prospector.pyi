import os
from collections.abc import Iterator
from typing import Any

__version__: str

class Error(Exception):
    """What `miner` would say; for wrong options, what its help says of them."""

class Table:
    """A table of any kind that the miner makes."""

    @property
    def kind(self) -> str: ...
    @property
    def provenance(self) -> dict[str, Any]:
        """Program, inputs, options and counters."""
    def columns(self) -> dict[str, memoryview | list[str]]:
        """The columns of the table's CSV, in its order of rows. Numbers are buffers, which `numpy.asarray` takes without a copy.

        An opening table that was counted with `averages` has sums for each move, as its mover sees them: `elo`, `opponents`
        and `half_points` (2 for a win) of the `rated` games, `evaluation_sum` in centipawns of the `evaluated` ones.
        """
    def merge(self, other: Table) -> None:
        """Adds the counts of another table that was mined under the same options from other games."""
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def __len__(self) -> int: ...

class Game:
    """A game that passed the filters."""

    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def outcome(self) -> str:
        """`1-0`, `1/2-1/2` or `0-1`."""
    @property
    def fen(self) -> str | None:
        """The position that the game was set up from; `None` for the standard one."""
    @property
    def uci(self) -> list[str]:
        """The moves as UCI writes them."""
    @property
    def san(self) -> list[str]:
        """The moves in standard algebraic notation."""
    @property
    def scores(self) -> list[int | None]:
        """White's centipawns in the position before each move, from comments; a mate in n is 32000 - n."""
    @property
    def clocks(self) -> list[float | None]:
        """Seconds left on the mover's clock after each move, from comments."""
    @property
    def times(self) -> list[float | None]:
        """Seconds that the mover thought about each move, from comments."""
    @property
    def depths(self) -> list[int | None]:
        """Plies that the search of each move was deep, from comments."""
    def __len__(self) -> int:
        """The number of moves of both sides."""

class Games(Iterator[Game]):
    def __init__(self, arguments: list[str | os.PathLike[str]]) -> None: ...
    def __iter__(self) -> Games: ...
    def __next__(self) -> Game: ...

def open_table(path: str | os.PathLike[str]) -> Table:
    """Reads a table file."""

def run(arguments: list[str | os.PathLike[str]]) -> str:
    """Runs a command of `miner` and gives what it prints, its help too. Ctrl-C ends what reads games and leaves every file as it
    was; what only writes is finished."""
