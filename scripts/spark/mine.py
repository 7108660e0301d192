"""Mines games on an Apache Spark cluster. The table is, byte for byte, the one of a single machine.

    spark-submit --master spark://HOST:7077 --files target/release/miner scripts/spark/mine.py \\
        --out imbalance.bin INPUT... -- imbalance --min-elo 2200

INPUTs are files and folders as Spark names them. Paths without a scheme, and file:, must be the same on all
machines (a shared disk): such files are cut into shards. Files of hdfs:, s3a: and so on are fetched, one per task.
Behind `--` stands a mining command of the miner with its options. docs/spark.md tells more.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plan  # noqa: E402
from worker import Worker  # noqa: E402


def arguments(words):
    cut = words.index("--") if "--" in words else len(words)
    words, command = words[:cut], words[cut + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("--out", required=True, type=Path, help="the table, on the driver; a folder if there are several")
    parser.add_argument("--miner", default="miner",
                        help="its path on the executors, or its name among --files or in their PATH [miner]")
    parser.add_argument("--shards", type=int, help="into how many shards the files on shared disks are cut [by --task-mb]")
    parser.add_argument("--task-mb", type=int, default=256, help="how many MiB, as packed, a shard has at most [256]")
    parser.add_argument("--fan", type=int, default=16, help="how many tables are merged at a time [16]")
    parsed = parser.parse_args(words)
    if min(parsed.shards or 1, parsed.task_mb) < 1 or parsed.fan < 2:
        parser.error("--shards and --task-mb must be at least 1, --fan at least 2")
    return parsed, command


def listed(context, uris):
    """The game files, with their sizes, by the file systems that Spark knows."""
    hadoop = context._jvm.org.apache.hadoop.fs
    found = []

    def search(system, status, is_named):
        path = status.getPath()
        if status.isDirectory():
            for child in system.listStatus(path):
                search(system, child, False)
        elif is_named or plan.is_game_file(path.getName()):
            found.append(plan.Input(path.toString(), status.getLen()))

    for uri in uris:
        path = hadoop.Path(uri)
        system = path.getFileSystem(context._jsc.hadoopConfiguration())
        before = len(found)
        for status in system.globStatus(path) or []:
            search(system, status, True)
        if len(found) == before:
            raise plan.Refused(f"`{uri}` is no game file and holds none")
    return found


def check_place(out, command):
    """Hours of mining should not end at a place where the tables cannot go."""
    several = plan.makes_several_tables(command)
    if several and out.exists() and not out.is_dir():
        raise plan.Refused(f"{out} must be a folder, because several tables are made")
    if not several and out.is_dir():
        raise plan.Refused(f"{out} is a folder, and one table is made")


def write(out, tables):
    """Writes the table, or those with names into a folder."""
    for name, table in tables:
        if not plan.is_whole(table):
            raise plan.Refused("a table came back that is not whole")
        path = out / name if name else out
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".new")
        beside.write_bytes(table)
        beside.replace(path)
        print(f"{path}: {len(table)} bytes")


def run(options, command):
    from pyspark import SparkConf, SparkContext

    plan.check(command)
    check_place(options.out, command)
    context = SparkContext(conf=SparkConf().setIfMissing("spark.app.name", "miner " + command[0]))
    try:
        here = Path(__file__).resolve().parent
        for module in ("plan.py", "worker.py"):
            context.addPyFile(str(here / module))
        started = time.monotonic()
        tasks = plan.tasks(listed(context, options.inputs), options.shards, options.task_mb << 20)
        settings = context.getConf()
        prefix = "spark.hadoop."
        hadoop = [(name[len(prefix):], value) for name, value in settings.getAll() if name.startswith(prefix)]
        worker = Worker(options.miner, command, int(settings.get("spark.task.cpus", "1")), hadoop)
        print(f"{len(tasks)} tasks, {sum(i.bytes for i in {i for t in tasks for i in t.inputs})} bytes of games")
        tables = context.parallelize(list(enumerate(tasks)), len(tasks)).flatMap(worker.mine)
        count, fan = len(tasks), options.fan
        for _ in range(plan.rounds(count, fan)):
            count = -(-count // fan)
            groups = tables.map(lambda table: ((table[0][0], table[0][1] // fan), table[1]))
            tables = groups.groupByKey(count).mapValues(worker.merge)
        write(options.out, [(name, table) for (name, _), table in tables.collect()])
        print(f"{time.monotonic() - started:.1f} s")
    finally:
        context.stop()


def main():
    options, command = arguments(sys.argv[1:])
    try:
        run(options, command)
    except plan.Refused as refused:
        sys.exit(f"mine.py: {refused}")


if __name__ == "__main__":
    main()
