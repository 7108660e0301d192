"""The wheel against the command line, python-chess and the tables' CSV. Run by scripts/check/python."""

import csv
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import chess
import chess.pgn
import numpy as np
import prospector
from prospector import options

MINER, SAMPLE = sys.argv.pop(), sys.argv.pop(-1)
OPENINGS = str(Path(__file__).parents[2] / "tables" / "opening.bin")
FILTERS = {"min_elo": 2700, "first": 300, "no_duplicates": True}
WORDS = ["--min-elo", "2700", "--first", "300", "--no-duplicates"]


def miner(*arguments):
    return subprocess.run([MINER, *arguments], check=True, capture_output=True, text=True).stdout


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_same_tables_as_the_command_line(self):
        for kind, mine, more in [
            ("imbalance", prospector.imbalance, {"stable_plies": 3}),
            ("pst", prospector.pst, {"phase": "endgame"}),
            ("opening", prospector.opening, {"max_ply": 30}),
            ("priors", prospector.priors, {"min_ply": 8}),
        ]:
            words = [f"--{name.replace('_', '-')}={value}" for name, value in more.items()]
            theirs, text = self.folder / f"{kind}.bin", self.folder / f"{kind}.csv"
            miner(kind, SAMPLE, "--out", str(theirs), "--csv", str(text), *WORDS, *words)
            ours = self.folder / f"{kind}-ours.bin"
            table = mine(SAMPLE, out=ours, **FILTERS, **more)
            self.assertEqual(ours.read_bytes(), theirs.read_bytes())
            self.assertEqual(table.kind, kind)
            self.assertEqual(table.provenance["options"]["min-elo"], "2700")
            self.columns_are_those_of_the_csv(table, text)
            again = self.folder / "again.bin"
            table.save(again)
            self.assertEqual(again.read_bytes(), theirs.read_bytes())

    def test_outcomes_by_evaluation(self):
        path, theirs, text, ours = (self.folder / name for name in ("g.pgn", "w.bin", "w.csv", "ours.bin"))
        moves = "1. e4 {+0.31/18 0.5s} e5 {-0.20/17 0.5s} 2. Nf3 {+0.40/18 0.5s} Nc6 {-0.35/18 0.5s} 1-0"
        path.write_text(f'[Event "x"]\n[Result "1-0"]\n\n{moves}\n')
        miner("wdl", str(path), "--out", str(theirs), "--csv", str(text))
        table = prospector.wdl(path, out=ours)
        self.assertEqual(ours.read_bytes(), theirs.read_bytes())
        self.assertEqual((table.kind, len(table)), ("wdl", 4))
        self.columns_are_those_of_the_csv(table, text)
        # White has won: what White's searches judged are wins, and what Black's did losses.
        columns = {name: np.asarray(values) for name, values in table.columns().items()}
        self.assertTrue(np.array_equal(columns["wins"], columns["eval"] > 0))
        self.assertTrue(np.array_equal(columns["losses"], columns["eval"] < 0))

    def test_averages_of_opening_moves(self):
        path, theirs, text, ours = (self.folder / name for name in ("g.pgn", "o.bin", "o.csv", "ours.bin"))
        game = '[Event "x"]\n[Result "{}"]\n[WhiteElo "2500"]\n[BlackElo "{}"]\n\n1. e4 {{[%eval {}]}} c5 {}\n\n'
        path.write_text(game.format("1-0", 2400, "0.30", "1-0") + game.format("0-1", "?", "-0.50", "0-1"))
        miner("opening", str(path), "--averages", "--out", str(theirs), "--csv", str(text))
        table = prospector.opening(path, averages=True, out=ours)
        self.assertEqual(ours.read_bytes(), theirs.read_bytes())
        self.columns_are_those_of_the_csv(table, text)
        columns = table.columns()
        e4 = columns["move"].index("e2e4")
        sums = {name: int(np.asarray(columns[name])[e4]) for name in ("rated", "half_points", "elo", "opponents")}
        self.assertEqual(sums, {"rated": 1, "half_points": 2, "elo": 2500, "opponents": 2400})
        with np.errstate(divide="ignore", invalid="ignore"):
            evaluation = np.asarray(columns["evaluation_sum"]) / np.asarray(columns["evaluated"])
        self.assertEqual(evaluation[e4], -10)
        self.assertTrue(np.isnan(evaluation[columns["move"].index("c7c5")]))
        self.assertNotIn("rated", prospector.opening(path).columns())

    def columns_are_those_of_the_csv(self, table, path):
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        columns = table.columns()
        self.assertEqual(len(rows), len(table))
        texts = []
        for name, values in columns.items():
            if name == "key":
                values = [f"{value:016x}" for value in values.tolist()]
            elif not isinstance(values, list):
                array = np.asarray(values)
                self.assertEqual(array.tolist(), values.tolist())
                values = [str(value) for value in array]
            texts.append(values)
        self.assertEqual(list(zip(*texts)), [tuple(row[name] for name in columns) for row in rows])
        if table.kind == "imbalance":
            # Signed, so that differences of White's and Black's pieces are.
            pawns = np.asarray(columns["wp"]) - np.asarray(columns["bp"])
            self.assertTrue(pawns.min() < 0 < pawns.max())

    def test_without_a_place_nothing_is_left_and_tables_add_up(self):
        both = prospector.imbalance(SAMPLE, shard="1/2")
        both.merge(prospector.imbalance(SAMPLE, shard="2/2"))
        for more in ({"first": 3}, {"no_duplicates": True}):
            with self.assertRaises(prospector.Error):
                prospector.imbalance(SAMPLE, **more).merge(prospector.imbalance(SAMPLE, **more))
        whole = prospector.imbalance(SAMPLE)
        for name, values in whole.columns().items():
            self.assertTrue(np.array_equal(values, both.columns()[name]), name)

    def test_errors_are_sentences(self):
        for call, sentence in [
            (lambda: prospector.imbalance("missing.pgn"), "missing.pgn"),
            (lambda: prospector.imbalance(SAMPLE, min_eloo=1), "--min-eloo"),
            (lambda: list(prospector.games("missing.pgn")), "missing.pgn"),
            (lambda: prospector.games(SAMPLE, out="x"), "not written"),
            (lambda: prospector.games(SAMPLE, clean=True), "not written"),
            (lambda: prospector.games(SAMPLE, tags=["White"]), "not written"),
            (lambda: prospector.open_table(MINER), "not a"),
            (lambda: prospector.imbalance(SAMPLE, min_elo=[2400, 2600]), "several tables"),
            (lambda: prospector.run(["games", SAMPLE]), "--out"),
            (lambda: prospector.run(["export", OPENINGS, "--format", "polyglot", "--out", "-"]), "no text"),
        ]:
            with self.assertRaises(prospector.Error) as caught:
                call()
            self.assertIn(sentence, str(caught.exception))

    def test_without_games_nothing_is_mined(self):
        for mine in (prospector.imbalance, prospector.opening, prospector.games):
            with self.assertRaises(TypeError):
                mine()

    def test_help_is_an_answer(self):
        self.assertIn("--stable-plies", prospector.run(["imbalance", "--help"]))
        self.assertIn(prospector.__version__, prospector.run(["--version"]))

    def test_any_name_of_a_file(self):
        path = self.folder / os.fsdecode(b"M\xfcller.pgn")
        path.write_text('[Event "x"]\n[Result "1-0"]\n\n1. e4 1-0\n')
        self.assertEqual(prospector.imbalance(path, stable_plies=1).provenance["counters"]["games_used"], 1)
        self.assertEqual([game.uci for game in prospector.games(path)], [["e2e4"]])

    def test_a_download_that_broke_off_is_an_error(self):
        cut = self.folder / "cut.pgn.zst"
        whole = Path(SAMPLE).read_bytes()
        cut.write_bytes(whole[: len(whole) // 2])
        for call in [
            lambda: prospector.imbalance(cut),
            lambda: prospector.positions(cut, out=self.folder / "p.txt"),
            lambda: list(prospector.games(cut)),
        ]:
            with self.assertRaises(prospector.Error) as caught:
                call()
            self.assertIn("cut.pgn.zst", str(caught.exception))

    def test_positions(self):
        out = self.folder / "p.txt"
        summary = prospector.positions(SAMPLE, out=out, per_game=2, **FILTERS)
        self.assertEqual(summary["collected"], len(out.read_text().splitlines()))


class Games(unittest.TestCase):
    def test_python_chess_reads_the_same_games(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "g.pgn"
            miner("games", SAMPLE, "--out", str(path), *WORDS)
            count = 0
            with path.open(encoding="utf-8") as file:
                for game in prospector.games(SAMPLE, **FILTERS):
                    theirs = chess.pgn.read_game(file)
                    self.assertEqual(game.tags, dict(theirs.headers))
                    self.assertEqual(game.outcome, theirs.headers["Result"])
                    moves = list(theirs.mainline_moves())
                    self.assertEqual(game.uci, [move.uci() for move in moves])
                    board = theirs.board()
                    self.assertEqual(game.san, [board.san_and_push(move) for move in moves])
                    self.assertEqual(len(game), len(moves))
                    self.assertEqual(game.scores, [None] * len(moves))
                    count += 1
                self.assertIsNone(chess.pgn.read_game(file))
            self.assertEqual(count, 300)

    def test_comments(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "g.pgn"
            path.write_text('[White "A \\"B\\""]\n[Result "1-0"]\n\n1. e4 {[%eval 0.3] [%clk 0:01:00.5]} e5 {-0.2/9 1s} 1-0\n')
            (game,) = prospector.games(path)
            self.assertEqual(game.tags["White"], 'A "B"')
            self.assertEqual((game.scores, game.clocks), ([None, 20], [60.5, None]))
            self.assertEqual((game.times, game.depths), ([None, 1.0], [None, 9]))

    def test_a_loop_may_end_early(self):
        def native_threads():
            return len(os.listdir("/proc/self/task"))

        before = native_threads()
        for _ in range(5):
            next(iter(prospector.games(SAMPLE)))
        until = time.monotonic() + 20
        while native_threads() > before and time.monotonic() < until:
            time.sleep(0.05)
        self.assertLessEqual(native_threads(), before)

    def test_other_threads_run_meanwhile(self):
        done = threading.Event()
        ticks = []

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        start = time.monotonic()
        prospector.imbalance(SAMPLE, threads=1)
        end = time.monotonic()
        done.set()
        thread.join()
        during = [at for at in ticks if start < at < end]
        self.assertGreater(len(during), 5, f"{end - start} s")


class Options(unittest.TestCase):
    def test_the_types_know_the_command_lines_options(self):
        def named(text):
            return {name.replace("-", "_") for name in re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text, re.MULTILINE)}

        of_commands = [
            ("imbalance", options.Imbalance),
            ("pst", options.Mining),
            ("opening", options.Opening),
            ("wdl", options.Wdl),
            ("priors", options.Priors),
            ("positions", options.Positions),
            ("games", options.Reading),
        ]
        for command, known in of_commands:
            text = miner(command, "--help")
            # What is a parameter of the function, what makes several tables, and what is about what is printed or written.
            apart = {"out", "phase", "by", "king_buckets", "json", "quiet", "no_progress", "help", "version"}
            apart |= {"tags", "clean", "format", "split"} if command == "games" else set()
            named_in_python = set(known.__annotations__) | set(options.Filters.__annotations__)
            self.assertEqual(named_in_python - apart, named(text) - apart, command)
        filters = miner("games", "--help").split("\nFilters:\n")[1]
        self.assertEqual(set(options.Filters.__annotations__), named(filters))

    def test_the_wheels_version_is_the_miners(self):
        self.assertIn(prospector.__version__, miner("--version"))


if __name__ == "__main__":
    unittest.main()
