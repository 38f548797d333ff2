#!/usr/bin/python3
"""Runs clang-tidy on the sources of the library and the program that changed since they last passed.

usage: scripts/tidy.py BUILD_FOLDER [-j N] [--analyzer]

Without --analyzer the checks of Clang's static analyzer, a third of the time, are left out.

A source has changed if its text, a project header that it includes, its compile command, .clang-tidy or clang-tidy itself
has changed. What has passed is noted in the user's cache folder (~/.cache/themata-tidy), as ccache keeps what was compiled,
so that another clone of the same sources need not check them again; delete the folder to check everything. Tests are not
checked, because this would double the time, and the compilers' warnings apply to them too. The folder must have been
built, since some sources are generated.

clang-tidy spends most of its time on included headers. So sources that are compiled together are joined into one text, in
which each header is read once. If clang-tidy reports a finding in a header, it is shown as it is. If it reports anything else
for a joined text, the report is discarded and the halves are checked, down to single sources. So name clashes between two
sources are not reported, and findings have the right place.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE_FOLDERS = [ROOT / "src", ROOT / "apps/themata", ROOT / "apps", ROOT / "bench"]
GROUP = 40  # maximum number of sources per joined text
# GCC 12 knows these flags; clang 14 does not and would warn for every file.
GCC_ONLY = {"-Wno-stringop-overflow", "-Wno-restrict", "-fpch-preprocess", "--param=ggc-min-heapsize=600000"}


def parts_of(source):
    """The sources in a compiled source: itself, or those that it includes (cmake/together.cmake)."""
    folder = pathlib.Path(source).parent
    if folder.name != "together":
        return [source]
    return [str((folder / name).resolve()) for name in re.findall('#include "(.+)"', pathlib.Path(source).read_text())]


@functools.cache
def includes_of(path):
    """The project files that a file includes by name."""
    names = re.findall(r'^\s*#\s*include "(.+)"', path.read_text(), re.MULTILINE)
    folders = (path.parent, *INCLUDE_FOLDERS)
    found = [next((file for file in (folder / name for folder in folders) if file.is_file()), None) for name in names]
    return [file.resolve() for file in found if file]


def inputs_of(source):
    """A source and the project headers that it includes, also through other headers, in a fixed order."""
    found, due = set(), [pathlib.Path(source).resolve()]
    while due:
        path = due.pop()
        if path not in found:
            found.add(path)
            due += includes_of(path)
    return sorted(found)


def commands_for_clang(build):
    """The compile commands without flags that clang does not know.

    @returns the folder from which clang-tidy reads them, the commands, and the piece that each source is compiled in
    """
    commands, pieces = [], {}
    for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
        command = " ".join(word for word in entry["command"].split(" ") if word not in GCC_ONLY)
        command = re.sub(r" -include \S+", "", command)  # GCC's precompiled headers, which clang cannot read
        sources = parts_of(entry["file"])
        commands += [dict(entry, file=source, command=command.replace(entry["file"], source)) for source in sources]
        pieces |= dict.fromkeys(sources, entry["file"])
    folder = pathlib.Path(build, "tidy")
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder, commands, pieces


def stamps_folder():
    """Where it is noted what has passed."""
    folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "themata-tidy")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def version():
    return subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout


def fingerprint(entry, inputs, of_tool):
    """Equal for equal sources in another place, also if they are compiled together with other sources."""
    command = re.sub(r" -o \S+ -c \S+", "", entry["command"])
    digest = hashlib.sha256((of_tool + command.replace(str(ROOT), ".")).encode())
    for path in [ROOT / ".clang-tidy", *inputs]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def joined(sources):
    """The sources as one text. Each #include occurs once; #line directives keep files and line numbers."""
    included, parts = set(), []
    for source in sources:
        parts.append(f'#line 1 "{source}"')
        for line in pathlib.Path(source).read_text().splitlines():
            repeated = line.startswith("#include") and line in included
            parts.append("" if repeated else line)
            if line.startswith("#include"):
                included.add(line)
    return "\n".join(parts) + "\n"


def repeated_includes(source):
    """Includes that a source has twice. A joined text would hide them."""
    lines = [line for line in pathlib.Path(source).read_text().splitlines() if line.startswith("#include")]
    return sorted({line for line in lines if lines.count(line) > 1})


class Checker:
    def __init__(self, folder, commands, options):
        self.folder = folder
        self.options = options
        self.commands = {entry["file"]: entry for entry in commands}

    def run(self, sources):
        """Maps each source with findings to clang-tidy's output."""
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
        code, report = self.tidy(text, folder)
        if code == 0:
            return {}
        if in_headers := findings_in_headers(report):
            return dict.fromkeys(sources, in_headers)
        half = len(sources) // 2
        return self.run(sources[:half]) | self.run(sources[half:])

    def run_alone(self, source):
        code, text = self.tidy(source, self.folder)
        return {source: text} if code != 0 else {}

    def tidy(self, source, folder):
        run = subprocess.run(["clang-tidy", "--quiet", "-p", folder, *self.options, source], capture_output=True, text=True)
        return run.returncode, run.stdout + (run.stderr if run.returncode else "")


def findings_in_headers(report):
    """The findings of a report that are in headers, as clang-tidy shows them."""
    findings = re.split(r"^(?=/\S+:\d+:\d+: (?:error|warning): )", report, flags=re.MULTILINE)
    return "".join(finding for finding in findings if re.match(r"/\S+\.hpp:\d+:\d+: (error|warning): ", finding))


def groups_of(sources, pieces, size):
    """Groups sources by the piece that they are compiled in."""
    by_piece, groups = {}, []
    for source in sorted(sources):
        by_piece.setdefault(pieces[source], []).append(source)
    for members in by_piece.values():
        groups += [members[i:i + size] for i in range(0, len(members), size)]
    return sorted(groups, key=len, reverse=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda folder: pathlib.Path(folder).resolve())
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--analyzer", action="store_true")
    options = parser.parse_args()
    fewer = [] if options.analyzer else ["--checks=-clang-analyzer-*"]
    folder, commands, pieces = commands_for_clang(options.build)
    due, stamps, of_tool = {}, stamps_folder(), version()
    for entry in commands:
        is_precompiled_header = "CMakeFiles" in pathlib.Path(entry["file"]).parts
        if is_precompiled_header or pathlib.Path(entry["file"]).is_relative_to(ROOT / "tests"):
            continue
        if not pathlib.Path(entry["file"]).exists():
            sys.exit(f"tidy: {entry['file']} has not been made in {options.build}: build it first")
        inputs = inputs_of(entry["file"])
        passed_all, passed_these = (stamps / fingerprint(entry, inputs, of_tool + " ".join(which)) for which in ([], fewer))
        if not passed_all.exists() and not passed_these.exists():
            due[entry["file"]] = passed_these
    print(f"tidy: checking {len(due)} of {len(commands)} sources (tests are never checked)", flush=True)
    failed = {source: f"{source}: '{line}' occurs twice\n" for source in due for line in repeated_includes(source)}
    print(*failed.values(), sep="", end="", flush=True)
    size = max(1, min(GROUP, -(-len(due) // options.j)))
    checker = Checker(folder, commands, fewer)
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        futures = {pool.submit(checker.run, group): group for group in groups_of(due, pieces, size)}
        for future in concurrent.futures.as_completed(futures):
            found = future.result()
            print(*set(found.values()) - set(failed.values()), sep="\n", end="", flush=True)
            failed |= found
            for source in set(futures[future]) - set(failed):
                due[source].touch()
    if failed:
        names = sorted(os.path.relpath(source, ROOT) for source in failed)
        sys.exit(f"tidy: {len(names)} failed: " + " ".join(names))


if __name__ == "__main__":
    main()
