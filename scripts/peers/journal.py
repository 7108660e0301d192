"""A file that only grows: a line that says what it is of, then one for each thing done, all JSON."""

import json
import os


def opened(path, header):
    """What was done so far, in the file that begins with this; a new file if there is none. What an interruption cut short is
    cut off."""
    if not os.path.exists(path):
        add(path, header)
        return []
    whole, rest = read(path)
    if not whole or whole[0] != header:
        raise SystemExit(f"{path} is of something else: other settings, files or programs")
    if rest:
        os.truncate(path, os.path.getsize(path) - rest)
    return whole[1:]


def read(path):
    """All whole lines, and how many bytes stand after them."""
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from error
    rest = len(lines.pop()) if lines and not lines[-1].endswith(b"\n") else 0
    return [json.loads(line) for line in lines], rest


def add(path, entry):
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
