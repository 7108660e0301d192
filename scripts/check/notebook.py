"""Runs the cells of a notebook one after the other, and compares what they print with the outputs that it shows.

    python scripts/check/notebook.py NOTEBOOK [--write]

--write puts what they print into the notebook. Jupyter is not needed. Cells print; values of last lines are not shown.
"""

import contextlib
import io
import json
import os
import sys
from pathlib import Path


def run(source, names):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, "cell", "exec"), names)
    return out.getvalue()


def main(path, *options):
    path = Path(path).resolve()
    notebook = json.loads(path.read_text(encoding="utf-8"))
    os.chdir(path.parent)
    names = {}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        said = run("".join(cell["source"]), names)
        shown = "".join(line for output in cell["outputs"] for line in output["text"])
        if "--write" in options:
            text = said.splitlines(keepends=True)
            cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
        elif said != shown:
            sys.exit(f"{path.name}: cell {number} prints\n{said}and shows\n{shown}")
    if "--write" in options:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        print(f"check/notebook: {path.name} prints what it shows")


main(*sys.argv[1:])
