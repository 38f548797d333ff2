"""Compares what two runs wrote, but for the times in it, and finds files that are not whole."""
import json
import re
import zipfile

import numpy as np

UNREADABLE = (ValueError, IndexError, OSError, EOFError, KeyError, zipfile.BadZipFile)
PARTIAL = re.compile(r"^\..*\.partial-\d+$")
TIMES = re.compile(r"seconds|cpu|time", re.I)


def is_partial(path, folder):
    """Whether a file is one that is not finished, or in a folder that is not, by its hidden name."""
    return any(PARTIAL.match(part) for part in path.relative_to(folder).parts)


def files_in(path):
    """The files below a folder by their names, or the one file."""
    if path.is_file():
        return {path.name: path}
    return {str(file.relative_to(path)): file for file in sorted(path.rglob("*")) if file.is_file() and file.name != ".lock"}


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if not TIMES.search(key) and key not in ("checksum", "checksums")}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def rows_without_times(text, separator):
    lines = text.splitlines()
    header = next((line for line in lines if not line.startswith("#")), "").split(separator)
    kept = [i for i, name in enumerate(header) if not TIMES.search(name)]
    return [line if line.startswith("#") else [line.split(separator)[i] for i in kept] for line in lines]


def content(path):
    """What a file holds, in a form that can be compared."""
    head = path.read_bytes()[:6]
    if path.suffix == ".npz" or head[:4] == b"PK\x03\x04":
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name].tobytes() for name in arrays.files if not TIMES.search(name)}
    if path.suffix == ".npy" or head == b"\x93NUMPY":
        return np.load(path, allow_pickle=False).tobytes()
    if path.suffix == ".json":
        return without_times(json.loads(path.read_text()))
    if path.suffix == ".csv":
        return rows_without_times(path.read_text(), ",")
    if path.name == "sweep.tsv":
        return rows_without_times(path.read_text(), "\t")
    return path.read_bytes()


def differences(expected, found):
    """@returns a line for each difference of two outputs, which are files or folders"""
    if not found.exists():
        return [f"{found.name} is missing"]
    a, b = files_in(expected), files_in(found)
    lines = [f"{name} is missing" for name in a.keys() - b.keys()] + [f"{name} should not be there" for name in b.keys() - a.keys()]
    for name in sorted(a.keys() & b.keys()):
        try:
            if content(a[name]) != content(b[name]):
                lines.append(f"{name} differs")
        except UNREADABLE as error:
            lines.append(f"{name} cannot be read: {error}")
    return lines


def unfinished_files(folder):
    """What only a killed program may leave."""
    return [f"{path.relative_to(folder)} is left behind" for path in sorted(folder.rglob("*")) if PARTIAL.match(path.name)]


def damaged_files(folder):
    """Files under their final names that are not whole."""
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or is_partial(file, folder):
            continue
        try:
            if file.suffix in (".npy", ".npz", ".json"):
                content(file)
        except UNREADABLE as error:
            yield f"{file.relative_to(folder)} is not whole: {error}"
