"""The options by command, for editors and type checkers. What each means is in `miner COMMAND --help`."""

from os import PathLike
from typing import TypedDict


class Filters(TypedDict, total=False):
    """Which games count."""

    include_setup: bool
    max_elo: int
    min_elo_diff: int
    max_elo_diff: int
    min_average_elo: int
    max_average_elo: int
    min_best_elo: int
    max_best_elo: int
    min_white_elo: int
    max_white_elo: int
    min_black_elo: int
    max_black_elo: int
    assume_elo: int
    player_elo: str | PathLike[str]
    result: str | list[str]
    since: str | int
    until: str | int
    time_class: str | list[str]
    min_base: int
    max_base: int
    min_increment: int
    max_increment: int
    variant: str | list[str]
    not_variant: str | list[str]
    fen: str | list[str]
    not_fen: str | list[str]
    event: str | list[str]
    not_event: str | list[str]
    site: str | list[str]
    not_site: str | list[str]
    player: str | list[str]
    not_player: str | list[str]
    white: str | list[str]
    not_white: str | list[str]
    black: str | list[str]
    not_black: str | list[str]
    title: str | list[str]
    not_title: str | list[str]
    eco: str | list[str]
    not_eco: str | list[str]
    opening: str | list[str]
    not_opening: str | list[str]
    tag: str | list[str]
    not_tag: str | list[str]
    opponent: str
    min_opponent_elo: int
    max_opponent_elo: int
    player_result: str | list[str]
    no_forfeits: bool
    no_bots: bool
    rated_only: bool
    min_plies: int
    max_plies: int
    line: str | list[str]
    position: str | list[str]
    material: str | list[str]
    eval: str
    clock_left: int
    sample: str
    hold_out: str
    no_duplicates: bool
    most_remembered: int
    first: int


class Reading(Filters, total=False):
    """How inputs are read, the same for all commands."""

    threads: int
    errors_to: str | PathLike[str]
    strict: bool
    min_elo: int
    allow_empty: bool


class Mining(Reading, total=False):
    """What all tables have."""

    shard: str
    csv: str | PathLike[str]
    label: str
    eval_win: int
    min_clock: int


class Imbalance(Mining, total=False):
    """`miner imbalance`."""

    stable_plies: int
    rating_correction: bool


class Opening(Mining, total=False):
    """`miner opening`."""

    max_ply: int
    min_games: int
    averages: bool


class Wdl(Mining, total=False):
    """`miner wdl`."""

    bin_width: int
    engine: str


class Priors(Mining, total=False):
    """`miner priors`."""

    min_ply: int


class Positions(Reading, total=False):
    """`miner positions`."""

    min_ply: int
    min_men: int
    per_game: int
    resolve: bool
    format: str
    epd: str | PathLike[str]
    comment_scores: bool
    min_eval: float
    max_eval: float
    label: str
    eval_win: int
    min_clock: int
    engine: str | PathLike[str]
    score_nodes: int
