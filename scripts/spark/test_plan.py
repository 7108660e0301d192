"""python3 -B -m unittest discover scripts/spark"""

import pickle
import tempfile
import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import mine
import plan
from plan import Input, Task
from worker import Worker

# Stands in for the miner: writes to what stands behind --out, a folder if --min-elo comes twice.
MINER = """#!/bin/sh
several=-1
for word; do
    [ "$before" = --out ] && out=$word
    [ "$word" = --min-elo ] && several=$((several + 1))
    before=$word
done
if [ "$several" -gt 0 ]; then
    mkdir "$out" && printf one > "$out/a.bin" && printf two > "$out/b.bin"
else
    printf one > "$out"
fi
"""


class Planning(unittest.TestCase):
    def test_names_may_hold_what_cuts_addresses(self):
        for uri, is_local, path in [
            ("file:/d/round #1.pgn", True, "/d/round #1.pgn"),
            ("file:///d/who?.pgn", True, "/d/who?.pgn"),
            ("/d/a: b.pgn", True, "/d/a: b.pgn"),
            ("s3a://b/club #3.pgn.gz", False, "/club #3.pgn.gz"),
        ]:
            one = Input(uri, 1)
            self.assertEqual((one.is_local, one.path, one.name), (is_local, path, path.rpartition("/")[2]))

    def test_local_files_are_cut_into_shards_of_one_run(self):
        inputs = [Input("file:/b.pgn", 300), Input("/a.pgn.zst", 201)]
        tasks = plan.tasks(inputs, task_bytes=100)
        self.assertEqual([task.shard for task in tasks], [f"{i}/6" for i in range(1, 7)])
        self.assertEqual({task.inputs for task in tasks}, {(inputs[1], inputs[0])})
        self.assertEqual([i.path for i in tasks[0].inputs], ["/a.pgn.zst", "/b.pgn"])
        self.assertEqual(len(plan.tasks(inputs, shards=3)), 3)
        self.assertFalse(tasks[0].fetches)

    def test_remote_files_are_a_task_each_the_largest_first(self):
        inputs = [Input("s3a://games/a.pgn", 1), Input("hdfs://name/b.pgn", 2), Input("/c.pgn", 3)]
        tasks = plan.tasks(inputs)
        self.assertEqual(tasks, [Task((inputs[1],)), Task((inputs[0],)), Task((inputs[2],), "1/1")])
        self.assertTrue(tasks[0].fetches)
        self.assertEqual(tasks[0].inputs[0].name, "b.pgn")

    def test_empty_files_and_no_files(self):
        self.assertEqual(plan.tasks([Input("/a.pgn", 0)])[0].shard, "1/1")
        with self.assertRaises(plan.Refused):
            plan.tasks([])

    def test_what_cannot_be_mined_in_parts_is_refused(self):
        for command in (["imbalance", "--min-elo", "2400"], ["wdl", "--bin-width", "10"], ["priors"]):
            plan.check(command)
        for command in ([], ["merge"], ["pst", "--out", "x"], ["opening", "--first=3"], ["all", "--no-duplicates"],
                        ["priors", "-o", "x"], ["imbalance", "--by=year"]):
            with self.assertRaises(plan.Refused, msg=command):
                plan.check(command)

    def test_which_commands_make_several_tables(self):
        for command in (["all"], ["pst"], ["pst", "--phase", "opening,endgame"], ["opening", "--min-elo=0,2400"],
                        ["imbalance", "--min-elo", "2600", "--min-elo", "2800"], ["pst", "--phase=all", "--phase=endgame"],
                        ["pst", "--phase", "endgame", "--king-buckets"]):
            self.assertTrue(plan.makes_several_tables(command), command)
        for command in (["imbalance"], ["pst", "--phase=all"], ["opening", "--min-elo", "2400"], ["wdl"], ["priors"],
                        ["imbalance", "--min-elo", "2400", "--min-elo=2400"]):
            self.assertFalse(plan.makes_several_tables(command), command)

    def test_a_tree_ends_in_one_table(self):
        for fan in (2, 3, 16):
            for count in range(1, 300):
                left = set(range(count))
                for _ in range(plan.rounds(count, fan)):
                    left = {number // fan for number in left}
                self.assertEqual(left, {0})

    def test_tables_that_lack_shards_are_known_by_their_version(self):
        for version, is_whole in ((1, True), (2, True), (3, False), (4, False)):
            self.assertEqual(plan.is_whole(b"PROSPECTMIT " + bytes([version, 0])), is_whole)
        self.assertFalse(plan.is_whole(b"something"))


class Working(unittest.TestCase):
    def test_what_the_miner_writes_says_how_many_tables_there_are(self):
        with tempfile.TemporaryDirectory() as folder:
            miner = Path(folder, "miner")
            miner.write_text(MINER)
            miner.chmod(0o700)
            numbered = 7, Task((Input("/a.pgn", 1),), "1/1")
            for elos, wanted in ((["2400"], {"": b"one"}), (["2400", "2600"], {"a.bin": b"one", "b.bin": b"two"})):
                command = ["imbalance", *(word for elo in elos for word in ("--min-elo", elo))]
                worker = pickle.loads(pickle.dumps(Worker(str(miner), command, 1, [])))
                self.assertEqual(worker.mine(numbered), [((name, 7), table) for name, table in wanted.items()])

    def test_tables_go_where_they_can(self):
        table = b"PROSPECTMIT " + bytes([1, 0])
        with tempfile.TemporaryDirectory() as folder:
            one, several = Path(folder, "one.bin"), Path(folder, "several")
            for out, tables, command in ((one, [("", table)], ["wdl"]), (several, [("a.bin", table)], ["all"])):
                mine.check_place(out, command)
                with redirect_stdout(StringIO()):
                    mine.write(out, tables)
                mine.check_place(out, command)
            self.assertEqual((one.read_bytes(), (several / "a.bin").read_bytes()), (table, table))
            for out, command in ((one, ["all"]), (several, ["wdl"])):
                with self.assertRaises(plan.Refused, msg=command):
                    mine.check_place(out, command)


if __name__ == "__main__":
    unittest.main()
