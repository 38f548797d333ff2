#!/usr/bin/python3
"""Runs clang-tidy over the sources of the library and the program that changed since they last passed.

usage: scripts/tidy.py BUILD_FOLDER [-j N]

A source has changed when its text, that of a header of ours that it includes, its compile command or .clang-tidy has.
The tests themselves are left out: they would take as long again, and the compilers' warnings hold for them too.
What it includes is what ninja learned from the compiler, so the folder must have been built.

Most of clang-tidy's time goes to what a source includes, so neighbours are read as one text, in which each header is read
once. What is said of such a text is not shown: its halves are checked, down to single sources, so that a clash of names
between two neighbours passes and a finding is told as it stands.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUP = 8
# GCC 12 knows these; clang 14 does not, and says so of every file.
GCC_ONLY = {"-Wno-stringop-overflow", "-Wno-restrict", "-fpch-preprocess"}


def parts_of(source):
    """The sources that one which was compiled stands for: itself, or those that CMake put together into it."""
    if pathlib.Path(source).parent.name != "Unity":
        return [source]
    return re.findall('#include "(.+)"', pathlib.Path(source).read_text())


def includes_of(build):
    """The files of the project that each built source, or what it was put together with, is made of, by its path."""
    log = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    by_source = {}
    for block in log.split("\n\n"):
        paths = [pathlib.Path(build, line.strip()).resolve() for line in block.splitlines()[1:]]
        inside = [path for path in paths if path.is_relative_to(ROOT)]
        if inside:
            by_source.update(dict.fromkeys(parts_of(str(inside[0])), inside))
    return by_source


def commands_for_clang(build):
    """The compile commands, less what clang does not know. clang-tidy reads them from the folder it returns."""
    commands = []
    for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
        command = " ".join(word for word in entry["command"].split(" ") if word not in GCC_ONLY)
        command = re.sub(r" -include \S+", "", command)  # GCC's precompiled headers, which clang cannot read
        commands += [dict(entry, file=source, command=command.replace(entry["file"], source))
                     for source in parts_of(entry["file"])]
    folder = pathlib.Path(build, "tidy")
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder, commands


def fingerprint(entry, inputs):
    digest = hashlib.sha256(entry["command"].encode())
    for path in [ROOT / ".clang-tidy", *inputs]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def joined(sources):
    """The sources as one text, an #include once, with each line's own file and number."""
    included, parts = set(), []
    for source in sources:
        parts.append(f'#line 1 "{source}"')
        for line in pathlib.Path(source).read_text().splitlines():
            again = line.startswith("#include") and line in included
            parts.append("" if again else line)
            if line.startswith("#include"):
                included.add(line)
    return "\n".join(parts) + "\n"


def repeated_includes(source):
    """What a joined text cannot show: the includes that a source has twice."""
    lines = [line for line in pathlib.Path(source).read_text().splitlines() if line.startswith("#include")]
    return sorted({line for line in lines if lines.count(line) > 1})


class Checker:
    def __init__(self, folder, commands):
        self.folder = folder
        self.commands = {entry["file"]: entry for entry in commands}

    def run(self, sources):
        """What clang-tidy says of each source that it finds fault with, by its path."""
        if len(sources) == 1:
            return self.run_alone(sources[0])
        name = hashlib.sha256("\n".join(sources).encode()).hexdigest()[:16]
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        text = folder / "joined.cpp"
        text.write_text(joined(sources))
        entry = dict(self.commands[sources[0]], file=str(text))
        own_folder = pathlib.Path(sources[0]).parent
        entry["command"] = entry["command"].replace(sources[0], str(text)) + f" -I{own_folder}"
        (folder / "compile_commands.json").write_text(json.dumps([entry]))
        code, _ = tidy(text, folder)
        if code == 0:
            return {}
        half = len(sources) // 2
        return self.run(sources[:half]) | self.run(sources[half:])

    def run_alone(self, source):
        code, text = tidy(source, self.folder)
        return {source: text} if code != 0 else {}


def tidy(source, folder):
    run = subprocess.run(["clang-tidy", "--quiet", "-p", folder, source], capture_output=True, text=True)
    return run.returncode, run.stdout + (run.stderr if run.returncode else "")


def groups_of(sources, size):
    """Neighbours in groups; by itself what Highway compiles several times, which includes itself."""
    groups, folders = [], {}
    for source in sorted(sources):
        if "HWY_TARGET_INCLUDE" in pathlib.Path(source).read_text():
            groups.append([source])
        else:
            folders.setdefault(pathlib.Path(source).parent, []).append(source)
    for members in folders.values():
        groups += [members[i:i + size] for i in range(0, len(members), size)]
    return sorted(groups, key=len, reverse=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda folder: pathlib.Path(folder).resolve())
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    folder, commands = commands_for_clang(options.build)
    inputs = includes_of(options.build)
    due = {}
    for entry in commands:
        is_precompiled_header = "CMakeFiles" in pathlib.Path(entry["file"]).parts
        if is_precompiled_header or pathlib.Path(entry["file"]).is_relative_to(ROOT / "tests"):
            continue
        if entry["file"] not in inputs:
            sys.exit(f"tidy: {entry['file']} has not been built in {options.build}: build it first")
        stamp = folder / fingerprint(entry, inputs[entry["file"]])
        if not stamp.exists():
            due[entry["file"]] = stamp
    print(f"tidy: {len(commands)} sources, tests among them; checking {len(due)}", flush=True)
    failed = {source: f"{source}: {line} stands there twice" for source in due for line in repeated_includes(source)}
    size = max(1, min(GROUP, -(-len(due) // options.j)))
    checker = Checker(folder, commands)
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        futures = {pool.submit(checker.run, group): group for group in groups_of(due, size)}
        for future in concurrent.futures.as_completed(futures):
            failed |= future.result()
            for source in set(futures[future]) - set(failed):
                due[source].touch()
    for text in failed.values():
        print(text, flush=True)
    if failed:
        names = sorted(os.path.relpath(source, ROOT) for source in failed)
        sys.exit(f"tidy: {len(names)} failed: " + " ".join(names))


if __name__ == "__main__":
    main()
