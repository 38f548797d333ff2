#!/usr/bin/python3
"""Runs clang-tidy over the sources of the library and the program that changed since they last passed.

usage: scripts/tidy.py BUILD_FOLDER [-j N]

A source has changed when its text, that of a header of ours that it includes, its compile command or .clang-tidy has.
The tests themselves are left out: they would take as long again, and the compilers' warnings hold for them too.
What it includes is what ninja learned from the compiler, so the folder must have been built.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# GCC 12 knows these; clang 14 does not, and says so of every file.
GCC_ONLY = {"-Wno-stringop-overflow"}


def includes_of(build):
    """The files of the project that each built source is made of, itself first, by the source's path."""
    log = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    by_source = {}
    for block in log.split("\n\n"):
        paths = [pathlib.Path(build, line.strip()).resolve() for line in block.splitlines()[1:]]
        inside = [path for path in paths if path.is_relative_to(ROOT)]
        if inside:
            by_source[str(inside[0])] = inside
    return by_source


def commands_for_clang(build):
    """The compile commands, less what clang does not know. clang-tidy reads them from the folder it returns."""
    commands = json.loads(pathlib.Path(build, "compile_commands.json").read_text())
    for entry in commands:
        entry["command"] = " ".join(word for word in entry["command"].split(" ") if word not in GCC_ONLY)
    folder = pathlib.Path(build, "tidy")
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder, commands


def fingerprint(entry, inputs):
    digest = hashlib.sha256(entry["command"].encode())
    for path in [ROOT / ".clang-tidy", *inputs]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def check(source, folder):
    run = subprocess.run(["clang-tidy", "--quiet", "-p", folder, source], capture_output=True, text=True)
    return run.returncode, run.stdout + (run.stderr if run.returncode else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    folder, commands = commands_for_clang(options.build)
    inputs = includes_of(options.build)
    due = {}
    for entry in commands:
        if pathlib.Path(entry["file"]).is_relative_to(ROOT / "tests"):
            continue
        if entry["file"] not in inputs:
            sys.exit(f"tidy: {entry['file']} has not been built in {options.build}: build it first")
        stamp = folder / fingerprint(entry, inputs[entry["file"]])
        if not stamp.exists():
            due[entry["file"]] = stamp
    print(f"tidy: {len(commands)} sources, tests among them; checking {len(due)}", flush=True)
    failed = []
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        futures = {pool.submit(check, source, folder): source for source in due}
        for future in concurrent.futures.as_completed(futures):
            source = futures[future]
            code, text = future.result()
            if code == 0:
                due[source].touch()
            else:
                failed.append(os.path.relpath(source, ROOT))
                print(text, flush=True)
    if failed:
        sys.exit(f"tidy: {len(failed)} failed: " + " ".join(sorted(failed)))


if __name__ == "__main__":
    main()
