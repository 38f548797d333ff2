"""Shared code of the scripts in this folder: corpora, runs of the program, tables and figures.

Environment variables:
  THEMATA_SHARED   folder of the real corpora (default: ../shared, next to the sources); without it a script exits
  THEMATA_PAPERS   output folder (default: build/papers)
  THEMATA_PROGRAM  path of the program (default: build/release/themata)
  THEMATA_THREADS  number of threads of a fit (default: all cores), where the script does not say it
  THEMATA_QUICK    if set, a script runs in seconds on a small simulated corpus, to test that it works
"""
import csv
import dataclasses
import html
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import numpy

import plans

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = plans.PROGRAM
SHARED = pathlib.Path(os.environ.get("THEMATA_SHARED", ROOT.parent / "shared"))
OUTPUT = pathlib.Path(os.environ.get("THEMATA_PAPERS", ROOT / "build/papers"))
THREADS = os.environ.get("THEMATA_THREADS", 0)
QUICK = bool(os.environ.get("THEMATA_QUICK"))

ARXIV_DOCUMENTS = 10000  # the first ones of the file
REUTERS_DOCUMENTS = 4000  # drawn at random from the stories with a body
RAW_DOCUMENTS = 1000  # of these, for the corpora of unprocessed text
AP = {"--vocabulary": "data/ap/vocab.txt", "": "data/ap/ap.dat"}
KOS = {"--vocabulary": "data/kos/vocab.kos.txt", "": "data/kos/docword.kos.txt.gz"}
RARE = {"min-count": 10}  # the LDA and HDP papers drop words with fewer tokens
WORDS = {"encoding": "utf-8", "min-length": 2, "stop-words": "english", "repeats": "all"}
TEXT = {"format": "jsonl", "text": "title,text", **WORDS}
# For each corpus: its files, the options of `themata import`, and what it consists of.
IMPORTS = {
    "ap": (AP, {"format": "ldac", **RARE}, "AP"),
    "kos": (KOS, {"format": "uci", **RARE}, "KOS"),
    "arxiv": ({"": "-"}, {**TEXT, "keep-types": 8000, "keep-types-by": "tfidf"},
              f"the first {ARXIV_DOCUMENTS} of arXiv"),
    # As distributed, including rare words, for the paper on models with masks.
    "ap-whole": (AP, {"format": "ldac"}, "AP"),
    "kos-whole": (KOS, {"format": "uci"}, "KOS"),
    "reuters": ({"": "-"}, {**TEXT, "min-count": 2}, f"{REUTERS_DOCUMENTS} of Reuters-21578"),
    **{f"{name}-raw": ({"": "-"}, {**TEXT, "min-length": 1, "stop-words": "none"}, f"{RAW_DOCUMENTS} of {title}")
       for name, title in (("reuters", "Reuters-21578"), ("arxiv", "arXiv"))},
}
# For each sample: import options, and those that drop words. arXiv keeps the paper's number of words.
SAMPLES = {
    "ap": ({"format": "ldac"}, RARE),
    "arxiv": (TEXT, {"keep-types": 2441, "keep-types-by": "tfidf"}),
}
SIMULATED = {"model": "lda", "documents": 100, "types": 200, "topics": 10, "alpha": .1, "beta": .01}  # for a quick run


def size(usual, quick):
    """Returns `usual`, or `quick` if THEMATA_QUICK is set."""
    return quick if QUICK else usual


def themata(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, stdout=subprocess.PIPE, **options).stdout


def measured(verb, folder, options, *more):
    """Runs a command on a folder, which decides what a table measures. @returns what it prints"""
    return themata(*plans.words(plans.note(plans.Command(verb, options))), folder, *more)


def command_of_corpus(name):
    """The command that makes a real corpus, or the one that stands for it in a quick run."""
    _, options, what = IMPORTS[name]
    return plans.Command("simulate", SIMULATED) if QUICK else plans.Command("import", options, data=what)


def corpus(name):
    """The corpus folder of a real corpus. It is imported on first use, and again if its options change."""
    if not PROGRAM.exists():
        sys.exit(f"{PROGRAM} is missing: run 'make release' first")
    command = plans.note(command_of_corpus(name))
    folder = OUTPUT / "corpora" / f"{name}-{plans.hash_of([command])}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        if QUICK:
            themata(*plans.words(command), "--output", folder)
        else:
            import_corpus(name, command, folder)
    return folder


def require_shared(name):
    if not SHARED.exists():
        sys.exit(f"{SHARED} is missing: set THEMATA_SHARED to the folder with data/{name}")


def import_corpus(name, command, folder):
    require_shared(name)
    files = [word for option, path in IMPORTS[name][0].items()
             for word in (option, path if path == "-" else SHARED / path)]
    lines = {"arxiv": arxiv_lines, "reuters": reuters_lines}.get(name.removesuffix("-raw"), lambda: None)()
    if name.endswith("-raw"):
        lines = b"".join(lines.splitlines(keepends=True)[:RAW_DOCUMENTS])
    themata(*plans.words(command), *filter(None, files), "--output", folder, input=lines)


def commands_of_sample(name):
    """The commands that make the two parts of a sample. Rare words are dropped only from "train"; scoring matches words
    by their text."""
    options, drop = SAMPLES[name]
    parts = {"train": {**options, **drop}, "test": options}
    if QUICK:
        return dict.fromkeys(parts, command_of_corpus(name))
    return {part: plans.Command("import", of, data=f"{part} part of 2000 of {name}") for part, of in parts.items()}


def sample(name):
    """Random samples of AP or of the first arXiv abstracts: 1,600 documents as "train" and 400 as "test".

    @returns the corpus folder of each
    """
    commands = commands_of_sample(name)
    if QUICK:
        return dict.fromkeys(commands, corpus(name))
    folders = {part: OUTPUT / "corpora" / f"{name}-{part}-{plans.hash_of([plans.note(command)])}"
               for part, command in commands.items()}
    if not all(folder.exists() for folder in folders.values()):
        require_shared(name)
        lines = (SHARED / "data/ap/ap.dat").read_bytes() if name == "ap" else arxiv_lines()
        drawn = random.Random(1).sample(lines.splitlines(keepends=True), 2000)
        for part, chosen in (("train", drawn[:1600]), ("test", drawn[1600:])):
            import_sample(name, commands[part], b"".join(chosen), folders[part])
    return folders


def import_sample(name, command, lines, folder):
    """Imports one part of a sample."""
    clear(folder)
    source = folder.with_suffix(".documents")
    source.write_bytes(lines)
    vocabulary = ["--vocabulary", SHARED / AP["--vocabulary"]] if name == "ap" else []
    themata(*plans.words(command), source, *vocabulary, "--output", folder)


def arxiv_lines():
    unpacked = subprocess.Popen(["zstd", "-dcq", SHARED / "data/arxiv.jsonl.zst"], stdout=subprocess.PIPE)
    lines = [unpacked.stdout.readline() for _ in range(ARXIV_DOCUMENTS)]
    unpacked.kill()
    unpacked.wait()
    return b"".join(lines)


def reuters_file(pattern):
    """The concatenated text of the files of Reuters-21578 that match a pattern."""
    packed = SHARED / "data/reuters21578/reuters21578.tar.zst"
    if not packed.exists():
        sys.exit(f"{packed} is missing: set THEMATA_SHARED to the folder with data/reuters21578")
    return subprocess.run(["tar", "-I", "zstd", "-xOf", packed, "--wildcards", pattern], check=True,
                          stdout=subprocess.PIPE).stdout.decode("latin1")


def reuters_stories():
    """The stories of Reuters-21578, each with its SGML tags."""
    return reuters_file("*.sgm").split("</REUTERS>")


def story_part(story, name):
    found = re.search(f"<{name}>(.*?)</{name}>", story, re.S)
    return html.unescape(found[1]) if found else ""


def reuters_lines():
    """A sample of Reuters-21578 as JSON lines with title and body."""
    stories = [{"title": story_part(story, "TITLE"), "text": story_part(story, "BODY")} for story in reuters_stories()]
    drawn = random.Random(1).sample([story for story in stories if story["text"]], REUTERS_DOCUMENTS)
    return "\n".join(json.dumps(story) for story in drawn).encode()


@dataclasses.dataclass
class Fit:
    """A fit's folder and its CPU time. CPU time is less affected by other work on the machine than wall time.

    cpu_seconds is the CPU time of the program, including the time to write its files. clock is only set by fit_for: the
    CPU time since sampling began, for each row of the trace.
    """
    folder: pathlib.Path
    cpu_seconds: float
    clock: list = dataclasses.field(default_factory=list)

    def trace(self, chain=1):
        """The columns of a trace, by name. A fit by fit_for also has a column "cpu", the CPU seconds."""
        with open(self.folder / f"trace-{chain}.csv", newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        if not rows:
            sys.exit(f"{self.folder}: stopped before its first traced sweep; allow more seconds")
        columns = {name: [float(row[name]) for row in rows] for name in rows[0]}
        if self.clock:
            columns["cpu"] = [self.clock[min(i, len(self.clock) - 1)] for i in range(len(rows))]
        return columns

    def last(self):
        """The last row of the trace, by name."""
        return {name: values[-1] for name, values in self.trace().items()}

    def inefficiencies(self):
        """The inefficiency factors of a monitored fit: lists for theta and phi.

        Quantities that never moved have no finite factor and are left out.
        """
        found = {"theta": [], "phi": []}
        with open(self.folder / "inefficiency-1.tsv", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                kind, value = row["name"].split(".")[0], float(row["inefficiency"])
                if kind in found and math.isfinite(value):
                    found[kind].append(value)
        return found

    def topic_sizes(self):
        """Number of tokens of each topic in the last draw, largest first."""
        return [topic["tokens"] for topic in json.loads(themata("topics", self.folder, "--format", "json"))]

    def phi(self):
        """The expected value of Phi given the last draw: topics x words."""
        path = self.folder.with_name(f"{self.folder.name}-phi.npy")
        themata("export", self.folder, "--format", "topic-words", "--as", "npy", "--output", path)
        return numpy.load(path)

    def quantiles(self):
        """The quantile summary of the topics in the last draw."""
        return json.loads(measured("topics", self.folder, QUANTILES, "--format", "json"))


QUANTILES = {"quantiles": True, "by": "prob", "words": 8}


def run_fit(folder, *arguments):
    """Runs the program. @returns the fit in the folder, with the CPU seconds of this run only"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    themata(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Fit(folder, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def clear(folder):
    """Deletes a folder if it exists, and creates its parent. @returns the folder's path"""
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    return folder


def fit_folder(script, name):
    """The path of a fit's folder. An existing folder is deleted."""
    return clear(OUTPUT / script / name)


def fit(script, name, corpus_folder, options, seed=1, threads=THREADS):
    """Runs a fit. An earlier fit of this name is overwritten."""
    folder = fit_folder(script, name)
    command = plans.note(plans.Command("fit", options))
    return run_fit(folder, *plans.words(command), corpus_folder, "--seed", seed, "--threads", threads,
                   "--output", folder)


def continued(script, name, of_corpus, corpus_folder, command, threads=1):
    """A fit of hours: made, taken on where it was saved, or found. A fit by other options or of another corpus is another one.

    @param of_corpus  the command that makes the corpus
    """
    folder = OUTPUT / script / f"{name}-{plans.hash_of([of_corpus, plans.note(command)])}"
    manifest = folder / "manifest.json"
    if not manifest.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        themata(*plans.words(command), corpus_folder, "--seed", 1, "--threads", threads, "--output", folder)
    elif json.loads(manifest.read_text())["status"] != "complete":
        themata("resume", folder, "--threads", threads)
    return Fit(folder, 0)


SWEEPS_FOR = size(1000000, 20)  # more than there is time for


def fit_for(seconds, script, name, corpus_folder, options, seed=1):
    """Runs a fit on one thread, and stops it after the given CPU time. The stopped fit is saved."""
    folder = fit_folder(script, name)
    command = plans.note(plans.Command("fit", options, seconds=seconds))
    arguments = [*plans.words(command), corpus_folder, "--seed", seed, "--threads", 1]
    program = subprocess.Popen([PROGRAM, *map(str, arguments), "--output", folder], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    clock = wait_for_cpu_seconds(program, folder / "trace-1.csv", seconds)
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate()
    interrupted = 130  # the exit status of a fit that was stopped and saved
    if program.returncode not in (0, interrupted):
        sys.exit(errors)
    return Fit(folder, clock[-1], clock)


def wait_for_cpu_seconds(program, trace, seconds):
    """Waits until the program has used the given CPU time since its trace appeared.

    @returns the CPU seconds at each row of the trace, and then those at the end
    """
    start, used, clock = 0, 0, []
    while program.poll() is None and used < seconds:
        time.sleep(.05)
        if trace.exists():
            start = start or cpu_seconds_of(program)
            used = cpu_seconds_of(program) - start
            clock += [used] * (rows_in(trace) - len(clock))
    return [*clock, used]


def rows_in(trace):
    return sum(line[:1].isdigit() or line[:1] == "-" for line in trace.read_text().splitlines())


def cpu_seconds_of(program):
    """CPU seconds that a running program has used so far."""
    fields = pathlib.Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resume(done, sweeps):
    """Resumes a fit. @returns it, with the CPU seconds of the additional sweeps"""
    command = plans.note(plans.Command("resume", {"sweeps": sweeps}))
    return run_fit(done.folder, *plans.words(command), done.folder)


def by_seed(run, seeds):
    """@returns what run(seed) gives for each seed from 1"""
    return [run(seed) for seed in range(1, seeds + 1)]


def last_of(traces, column):
    """The last values of a column, one per trace."""
    return numpy.array([trace[column][-1] for trace in traces])


def curve(label, traces, x, y):
    """One curve of a figure from traces of several runs: the pen is lifted between runs.

    @param x, y  columns, or functions of a trace that return a list
    """
    xs, ys = ([value for trace in traces for value in [*(of(trace) if callable(of) else trace[of]), math.nan]] for of in (x, y))
    return label, xs, ys


def first_within(trace, column, top, tolerance=0.01):
    """The column's value where the log posterior is first within the relative tolerance of the top; None if never."""
    reached = [x for x, lp in zip(trace[column], trace["lp__"]) if lp >= top - tolerance * abs(top)]
    return reached[0] if reached else None


def write_table(script, name, note, header, rows):
    """Writes and prints a table. The note above it says what the paper reports."""
    path = OUTPUT / script / f"{name}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"# the paper: {note}", "\t".join(header), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    print(f"({path})")


def trace_panels(fits, quantities, labels):
    """Panels of a figure: traces of quantities, a row of panels for each, by corpus.

    @param fits    {corpus: {model: Fit}}
    @param labels  {model: label} of the curves; models without the quantity are left out
    """
    panels = []
    for quantity in quantities:
        for corpus, of_corpus in fits.items():
            traces = {label: of_corpus[model].trace() for model, label in labels.items()}
            panels.append((f"{corpus}: {quantity}", "sweep", "", [(label, trace["sweep"], trace[quantity])
                                                                  for label, trace in traces.items() if quantity in trace]))
    return panels


def figure(script, name, panels, columns=2):
    """Writes a figure.

    @param panels  (title, x label, y label, lines, optional settings of the axes). A line is (label, xs, ys) for a
      curve or (label, xs, ys, areas) for dots. The setting "words" is a list of (x, y, text) to print in the panel.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = -(-len(panels) // columns)
    canvas, axes = pyplot.subplots(rows, columns, figsize=(5 * columns, 3.4 * rows), squeeze=False)
    for axis in axes.flat[len(panels):]:
        axis.remove()
    for axis, (title, x_label, y_label, lines, *settings) in zip(axes.flat, panels):
        for label, xs, ys, *areas in lines:
            if areas:
                axis.scatter(xs, ys, s=areas[0], label=label, rasterized=len(xs) > 200)  # else megabytes
            else:
                axis.plot(xs, ys, label=label, marker="." if len(xs) < 12 else "")
        settings = dict(settings[0]) if settings else {}
        for x, y, text in settings.pop("words", []):
            axis.annotate(text, (x, y), fontsize="x-small")
        axis.set(title=title, xlabel=x_label, ylabel=y_label, **settings)
        if any(axis.get_legend_handles_labels()[1]):
            axis.legend(fontsize="small")
    canvas.tight_layout()
    path = OUTPUT / script / f"{name}.svg"
    canvas.savefig(path, dpi=100)
    print(f"({path})")


def main(script, plan, measure):
    """Runs a script, and prints the line that goes beside each of its tables in the results.

    @param plan     of the script's arguments: for each table, the commands that it is made by
    @param measure  of the same arguments: runs these commands and writes the tables
    """
    arguments = sys.argv[1:]
    measure(*arguments)
    tables = plan(*arguments)
    missing, unplanned = plans.difference([command for commands in tables.values() for command in commands])
    if missing or unplanned:
        sys.exit(f"{script}: the tables say that they are made by other commands than those that were run.\n"
                 f"not run: {missing}\nnot said: {unplanned}")
    for name, commands in tables.items():
        path = OUTPUT / script / f"{name}.options.json"
        path.write_text("[" + ",\n".join(plans.records(commands)) + "]\n")
        line = " ".join([f"bench/papers/{script}.py", *arguments])
        options = "of a quick run, not for the results" if QUICK else f"options `{plans.hash_of(commands)}`"
        print(f"`{line}`, table `{name}`: {options}")
