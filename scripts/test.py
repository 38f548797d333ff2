#!/usr/bin/python3
"""Builds and runs the tests, part by part, and says how long each took.

A part that passed is not run again until something changes that it depends on: the bytes of what was built for it and of the
files that it reads, the tools, and the options. --again runs it all the same. What each part prints is in build/test-logs.
"""
import argparse
import concurrent.futures
import dataclasses
import fnmatch
import hashlib
import math
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PYTHON = "/usr/bin/python3"
JOBS = os.environ.get("JOBS") or str(len(os.sched_getaffinity(0)))
SHARED = pathlib.Path(os.environ.setdefault("THEMATA_SHARED", str(ROOT.parent / "shared")))
ENVIRONMENT = os.environ | {
    "THEMATA_PYTHON": PYTHON,
    "THEMATA_PROGRAM": str(ROOT / "build/check/themata"),
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "TSAN_OPTIONS": f"halt_on_error=1:suppressions={ROOT}/tests/tsan.supp",
}
DATA = ("tests/golden/*", "tests/unit/*", "tests/fuzz/seeds/*", "tests/*.py", "tests/tsan.supp")
# What the program is made of. The program itself names the commit.
PROGRAM = ("build/check/src/themata/libthemata.a", "build/check/apps/themata/CMakeFiles/themata_commands.dir/**/*.o",
           "build/check/rank_chains", "build/check/src/mpi/*.a")
PYTHON_FILES = ("python/*", "docs/guide/python.md", "docs/notebooks/*", "docs/guide/*.md", "examples/python/*", "pyproject.toml", "LICENSE",
                "scripts/python.sh", "scripts/notebooks.py", "scripts/python_options.py", "tests/*.py")
TIDY_FILES = ("src/*", "apps/*", ".clang-tidy", "scripts/tidy.py")
LEFT_OUT = "left out"
# Chains that use the same threads as others are left out under the thread sanitizer: resumed and checked ones, those for each
# instruction set or of a large vocabulary, those over ranks or in parts with one or eight blocks in place of three, the
# simulation of 15 million tokens, and tests that look at random streams. Loops are unrolled for one group of topics only there,
# so 60, 112 and 128 topics run the code of 150.
SAME_THREADS = ("WhenResumed|AfterEverySweep|InstructionSet|LargeVocabulary|StreamsOfASweep|SimulatedRounds|/(60|112|128)$"
                "|Blocks/.*/(1|8)$")


@dataclasses.dataclass
class Part:
    name: str
    runs: list                       # commands, one after the other
    files: tuple = ()                # patterns of files of the repository that it reads
    built: tuple = ()                # patterns of what is built for it
    targets: dict = dataclasses.field(default_factory=dict)  # of presets, by preset
    shared: bool = False             # whether it reads the folder THEMATA_SHARED
    alone: bool = False              # whether it uses every core for most of its time


def pytest(folder, *more):
    return [PYTHON, "-B", "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", "--durations=50", "-n", JOBS, "--dist", "loadfile", folder, *more]


def suite(name, preset="check", *more):
    """A program of tests in C++."""
    return Part(name if preset == "check" else f"{name} ({preset})",
                [["ctest", "--test-dir", f"build/{preset}", "--output-on-failure", "--no-tests=error", "-j", JOBS, "-L", f"^{name}$", *more]],
                DATA, (f"build/{preset}/test_{name}",), {preset: [f"test_{name}"]}, shared=True, alone=True)


def programs():
    return {"check": ["themata", *(["rank_chains", "themata-mpi"] if shutil.which("mpicxx") else [])]}


def command_line(name, marked):
    """Tests marked `thorough` take long and find little that the others do not."""
    return Part(name, [pytest("tests/cli", "bench/contenders/test_score.py", "-m", marked)],
                ("tests/cli/*", "tests/golden/*", "tests/campaign/*", "tests/mpi/*", "tests/*.py", "examples/*", "bench/papers/*", "bench/contenders/*score.py", "docs/guide/*",
                 "README.md", "src/*.hpp", "cmake/*", "CMakeLists.txt", "*/CMakeLists.txt"), PROGRAM, programs(), shared=True, alone=True)


def page(name, marked):
    install = [["scripts/page.sh", "install"]] if shutil.which("npm") else []
    return Part(name, [*install, pytest("tests/web", "-m", marked)], ("web/*", "tests/web/*", "tests/*.py"), PROGRAM, programs())


def parts():
    """Those of `make test`, the others of `make test-all`, and those of `make nightly` alone. The fastest, and those that fail most
    often, come first.
    """
    short = [
        Part("style", [["scripts/format.sh"], ["scripts/shellcheck.sh"], pytest("tests/style")], ("*",)),
        suite("unit"),
        suite("golden"),
        suite("faults"),
        command_line("command line", "not thorough"),
        page("page", "not thorough"),
        Part("Python 3.11", [["scripts/python.sh", "test-few", "3.11"]], PYTHON_FILES, PROGRAM, {"check": ["themata"]}),
    ]
    long = [
        Part("R", [["scripts/r.sh", "test"]], ("r/*", "docs/guide/r.md", "scripts/r.sh"), PROGRAM, programs()),
        Part("site", [["scripts/docs.sh"]], ("*.md", "docs/*", "python/*", "src/*.hpp", "examples/*", "scripts/*", "bench/pictures/*")),
        command_line("command line, thorough", "thorough"),
        page("page, thorough", "thorough"),
        suite("unit", "asan"),
        suite("faults", "asan"),
        suite("invariance"),
        suite("exact"),
        suite("mutants"),
        suite("sbc"),
        suite("geweke"),
        suite("invariance", "tsan", "-E", SAME_THREADS),
        Part("Python 3.11 to 3.13", [["scripts/python.sh", "test"]], PYTHON_FILES, PROGRAM, {"check": ["themata"]}),
        Part("tidy", [["scripts/tidy.py", "build/check"]], TIDY_FILES, (), programs(), alone=True),
    ]
    nightly = [
        Part("analyzer", [["scripts/tidy.py", "build/check", "--analyzer"]], TIDY_FILES, (), programs(), alone=True),
        suite("unit", "asan-whole"),
        suite("faults", "asan-whole"),
    ]
    return short, long, nightly


def tracked_files():
    """Of the repository, those that git ignores left out."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
                  if path.is_file() and path.relative_to(ROOT).parts[0] not in ("build", ".git"))


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tools():
    """What the result depends on besides the sources."""
    said = [platform.machine(), platform.processor(), JOBS, os.environ.get("THEMATA_PROOF_SCALE", "")]
    for command in (["c++", "--version"], [PYTHON, "--version"], ["R", "--version"], ["chromium", "--version"]):
        found = shutil.which(command[0])
        said.append(subprocess.run(command, capture_output=True, text=True).stdout if found else "")
    with open("/proc/cpuinfo") as file:
        said += [line for line in file if line.startswith(("flags", "Features"))][:1]
    packages = subprocess.run(["dpkg-query", "-W"], capture_output=True, text=True) if shutil.which("dpkg-query") else None
    return "\n".join([*said, packages.stdout if packages else ""])


class Fingerprints:
    """Of what parts depend on: equal for equal bytes, wherever the repository is."""

    def __init__(self):
        self.tools = tools()
        self.files = tracked_files()
        self.digests = {}

    def digest(self, path):
        if path not in self.digests:
            self.digests[path] = digest_of(path)
        return self.digests[path]

    def of(self, part):
        names = [name for name in self.files if any(fnmatch.fnmatchcase(name, pattern) for pattern in (*part.files, "scripts/test.py"))]
        lines = [self.tools, repr(part.runs).replace(str(ROOT), ".")]
        lines += [f"{name} {self.digest(ROOT / name)}" for name in names]
        for pattern in part.built:
            found = sorted(ROOT.glob(pattern))
            lines += [f"{path.relative_to(ROOT)} {digest_of(path)}" for path in found]
        if part.shared and SHARED.is_dir():
            lines += sorted(f"{path.relative_to(SHARED)} {path.stat().st_size}" for path in SHARED.rglob("*") if path.is_file())
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def stamps():
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    folder = cache / "themata-tests"
    folder.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - 60 * 86400
    for stamp in folder.iterdir():
        if stamp.stat().st_mtime < oldest:
            stamp.unlink()
    return folder


class Runner:
    def __init__(self, again, within):
        self.again = again
        self.last_begin = time.time() + 60 * within
        self.fingerprints = Fingerprints()
        self.stamps = stamps()
        self.results = []  # name, outcome, seconds
        self.logs = ROOT / "build/test-logs"
        self.logs.mkdir(parents=True, exist_ok=True)

    def note(self, name, outcome, seconds):
        self.results.append((name, outcome, seconds))
        print(f"== {outcome:8} {seconds:6.0f} s  {name}", flush=True)

    def run(self, commands, log):
        """@returns whether all commands succeeded; what they print is in `log`"""
        with open(log, "w") as file:
            for command in commands:
                file.write(f"$ {' '.join(command)}\n")
                file.flush()
                if subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, stdout=file, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL).returncode != 0:
                    return False
        return True

    def fail(self, log):
        print(log.read_text(errors="replace")[-60000:], flush=True)

    def build(self, wanted):
        """The targets of all parts, a preset at a time. @returns whether none failed"""
        by_preset = {}
        for part in wanted:
            for preset, targets in part.targets.items():
                by_preset.setdefault(preset, []).extend(targets)
        for preset, targets in by_preset.items():
            started = time.time()
            if started > self.last_begin:
                self.note(f"build of '{preset}'", LEFT_OUT, 0)
                continue
            log = self.logs / f"build-{preset}.log"
            built = self.run([["scripts/build.sh", preset, *dict.fromkeys(targets)]], log)
            self.note(f"build of '{preset}'", "passed" if built else "FAILED", time.time() - started)
            if not built:
                self.fail(log)
                return False
        return True

    def test(self, part):
        """@returns whether nothing speaks against it: it passed, now or before, or is left out"""
        started = time.time()
        stamp = self.stamps / self.fingerprints.of(part)
        if stamp.exists() and not self.again:
            stamp.touch()
            self.note(part.name, "as before", 0)
            return True
        if started > self.last_begin:
            self.note(part.name, LEFT_OUT, 0)
            return True
        log = self.logs / f"{part.name.replace(' ', '-').replace(',', '')}.log"
        passed = self.run(part.runs, log)
        self.note(part.name, "passed" if passed else "FAILED", time.time() - started)
        if passed:
            stamp.touch()
            for line in log.read_text(errors="replace").splitlines():
                if line.startswith(("SKIPPED", "•")) or "***Skipped" in line or " skipped" in line:
                    print("     " + line[:200], flush=True)
        else:
            self.fail(log)
        return passed

    def test_all(self, wanted):
        """Parts that keep one core busy run beside those that take all. After a failure nothing new begins."""
        beside = [part for part in wanted if not part.alone]
        alone = [part for part in wanted if part.alone]
        good = [True]

        def lane(listed):
            for part in listed:
                if good[0] and not self.test(part):
                    good[0] = False

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lane, [alone, beside]))
        return good[0]


def main():
    short, long, nightly = parts()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="parts: " + ", ".join(part.name for part in [*short, *long]))
    parser.add_argument("part", nargs="*", help="run these (default: those that are short)")
    parser.add_argument("--all", action="store_true", help="run all parts, proofs, sanitizers and packages included")
    parser.add_argument("--again", action="store_true", help="also run what has not changed since it passed")
    parser.add_argument("--within", type=float, default=math.inf, metavar="MINUTES",
                        help="leave out, and name, what has not begun by then; it is due again the next time")
    options = parser.parse_args()
    wanted = short + long if options.all else short
    if options.part:
        wanted = [part for part in short + long + nightly if part.name in options.part]
        if unknown := set(options.part) - {part.name for part in wanted}:
            parser.error(f"no part is called {', '.join(sorted(unknown))}")
    runner = Runner(options.again, options.within)
    started = time.time()
    good = runner.build(wanted) and runner.test_all(wanted)
    print(f"\nThis took {(time.time() - started) / 60:.1f} minutes:")
    for name, outcome, seconds in sorted(runner.results, key=lambda result: -result[2]):
        print(f"  {seconds:6.0f} s  {name}{'' if outcome == 'passed' else ', ' + outcome}")
    failed = sum(outcome == "FAILED" for _, outcome, _ in runner.results)
    kept = sum(outcome in ("as before", LEFT_OUT) for _, outcome, _ in runner.results)
    begun = {name for name, _, _ in runner.results}
    skipped = kept + sum(part.name not in begun for part in wanted)
    print(f"parts: {len(runner.results) - failed - kept} passed, {failed} failed, {skipped} skipped")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
