"""What runs on the executors: the miner, on a shard or on tables."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Worker:
    """A miner with its options. Goes to the executors by pickle."""

    def __init__(self, miner, command, threads, hadoop):
        self.miner, self.command, self.threads, self.hadoop = miner, command, threads, hadoop

    def mine(self, numbered):
        """Does a task. Gives its tables as ((name, number), bytes)."""
        number, task = numbered
        with tempfile.TemporaryDirectory(prefix="mine-") as folder:
            inputs = [self._fetch(i, folder) if task.fetches else i.path for i in task.inputs]
            # Without an ending, so that the miner makes a folder of it for several tables.
            out = Path(folder, "out")
            # A single file may have no game that counts; whether the whole has one, the driver asks.
            part = ["--shard", task.shard] if task.shard else ["--allow-empty"]
            kind, *options = self.command
            self._run(kind, *inputs, *options, *part, "--threads", str(self.threads), "--out", str(out))
            # What the miner has written says whether there are several.
            if out.is_dir():
                return [((file.name, number), file.read_bytes()) for file in sorted(out.iterdir())]
            return [(("", number), out.read_bytes())]

    def merge(self, tables):
        """Adds tables up."""
        tables = list(tables)
        if len(tables) == 1:
            return tables[0]
        with tempfile.TemporaryDirectory(prefix="merge-") as folder:
            paths = []
            for index, table in enumerate(tables):
                paths.append(Path(folder, f"{index}.bin"))
                paths[-1].write_bytes(table)
            out = Path(folder, "sum.bin")
            self._run("merge", "--allow-empty", "--out", str(out), *map(str, paths))
            return out.read_bytes()

    def _run(self, *arguments):
        done = subprocess.run([self._miner(), *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            what = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["it said nothing"]
            raise RuntimeError(f"miner {arguments[0]} ended with {done.returncode}: {what[0]}")

    def _miner(self):
        if os.sep in self.miner:
            return self.miner
        from pyspark import SparkFiles
        shipped = SparkFiles.get(self.miner)
        return shipped if os.path.exists(shipped) else shutil.which(self.miner) or self.miner

    def _fetch(self, source, folder):
        """Copies a file of HDFS, S3 or the like to this machine, by the Hadoop client that Spark brings along."""
        import pyspark
        home = os.environ.get("SPARK_HOME") or os.path.dirname(pyspark.__file__)
        java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
        # The shell wants a configuration; where the cluster has one, it comes first.
        Path(folder, "core-site.xml").write_text("<configuration/>\n")
        path = [os.environ.get("HADOOP_CONF_DIR"), os.path.join(home, "jars", "*"), folder]
        target = os.path.join(folder, source.name)
        settings = [f"-D{name}={value}" for name, value in self.hadoop]
        command = [java, "-cp", os.pathsep.join(filter(None, path)), "org.apache.hadoop.fs.FsShell", *settings,
                   "-get", source.uri, target]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            said = [line for line in done.stderr.splitlines() if not line.startswith(("\t", "WARN", "SLF4J"))]
            what = said[-1:] or ["it said nothing"]
            raise RuntimeError(f"cannot fetch {source.uri}: {what[0]}")
        return target
