"""What the scripts of this folder share: corpora, runs of the program, and figures with a table beside them.

Corpora are read from the folder that THEMATA_SHARED names (../shared beside the sources by default); without it a
script says so and ends. What a script makes goes to build/papers, or to the folder that THEMATA_PAPERS names. With
THEMATA_QUICK set, a script goes through its motions in seconds, on a small corpus drawn from a model.
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("THEMATA_PROGRAM", ROOT / "build/release/themata"))
SHARED = pathlib.Path(os.environ.get("THEMATA_SHARED", ROOT.parent / "shared"))
OUTPUT = pathlib.Path(os.environ.get("THEMATA_PAPERS", ROOT / "build/papers"))
QUICK = bool(os.environ.get("THEMATA_QUICK"))

RARE = ["--min-count", 10]  # both papers drop the words with fewer tokens
IMPORTS = {
    "ap": ["--format", "ldac", "data/ap/ap.dat", "--vocabulary", "data/ap/vocab.txt", *RARE],
    "kos": ["--format", "uci", "data/kos/docword.kos.txt.gz", "--vocabulary", "data/kos/vocab.kos.txt", *RARE],
    "arxiv": ["--format", "jsonl", "-", "--text", "title,text", "--keep-types", 8000, "--keep-types-by", "tfidf"],
    # As they come, rare words and all, for the paper of the models with masks.
    "ap-whole": ["--format", "ldac", "data/ap/ap.dat", "--vocabulary", "data/ap/vocab.txt"],
    "kos-whole": ["--format", "uci", "data/kos/docword.kos.txt.gz", "--vocabulary", "data/kos/vocab.kos.txt"],
    "reuters": ["--format", "jsonl", "-", "--text", "title,text", "--remove-stopwords", "--min-count", 2],
}
# Of a sample: its format, how it is read, and what is dropped. As many words of arXiv as in the split-merge paper.
SAMPLES = {
    "ap": ("ldac", ["--vocabulary", "data/ap/vocab.txt"], RARE),
    "arxiv": ("jsonl", ["--text", "title,text"], ["--keep-types", 2441, "--keep-types-by", "tfidf"]),
}
ARXIV_DOCUMENTS = 10000  # the first ones of the file
REUTERS_DOCUMENTS = 4000  # drawn at random from those with a body


def size(usual, quick):
    """A number of sweeps, topics or seconds, and what takes its place with THEMATA_QUICK."""
    return quick if QUICK else usual


def themata(*words, **options):
    return subprocess.run([PROGRAM, *map(str, words)], check=True, stdout=subprocess.PIPE, **options).stdout


def corpus(name):
    """The corpus folder of a real corpus, imported at most once."""
    if not PROGRAM.exists():
        sys.exit(f"{PROGRAM} is missing: run 'make release' first")
    folder = OUTPUT / "corpora" / name
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        if QUICK:
            themata("simulate", "lda", "--documents", 100, "--types", 200, "--topics", 10, "--output", folder)
        else:
            import_corpus(name, folder)
    return folder


def import_corpus(name, folder):
    if not SHARED.exists():
        sys.exit(f"{SHARED} is missing: set THEMATA_SHARED to the folder with data/{name}")
    words = [SHARED / word if str(word).startswith("data/") else word for word in IMPORTS[name]]
    lines = {"arxiv": arxiv_lines, "reuters": reuters_lines}.get(name, lambda: None)()
    themata("import", *words, "--output", folder, input=lines)


def sample(name):
    """The corpora of 1,600 and of 400 documents drawn at random: "train" and "test", of ap or of the first abstracts of arXiv."""
    folders = {part: OUTPUT / "corpora" / f"{name}-sample-{part}" for part in ("train", "test")}
    if QUICK:
        return dict.fromkeys(folders, corpus(name))
    if not all(folder.exists() for folder in folders.values()):
        if not SHARED.exists():
            sys.exit(f"{SHARED} is missing: set THEMATA_SHARED to the folder with data/{name}")
        lines = (SHARED / "data/ap/ap.dat").read_bytes() if name == "ap" else arxiv_lines()
        drawn = random.Random(1).sample(lines.splitlines(keepends=True), 2000)
        for part, chosen in (("train", drawn[:1600]), ("test", drawn[1600:])):
            import_sample(name, part, b"".join(chosen), folders[part])
    return folders


def import_sample(name, part, lines, folder):
    """Rare words are dropped from what is fitted; what is scored is matched to it by the text of its words."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    source = folder.with_suffix(".ldac" if name == "ap" else ".jsonl")
    source.write_bytes(lines)
    kind, rest, rarest = SAMPLES[name]
    rest = [SHARED / word if word.startswith("data/") else word for word in rest]
    themata("import", "--format", kind, source, *rest, *(rarest if part == "train" else []), "--output", folder)


def arxiv_lines():
    unpacked = subprocess.Popen(["zstd", "-dcq", SHARED / "data/arxiv.jsonl.zst"], stdout=subprocess.PIPE)
    lines = [unpacked.stdout.readline() for _ in range(ARXIV_DOCUMENTS)]
    unpacked.kill()
    unpacked.wait()
    return b"".join(lines)


def reuters_file(names):
    """The text of the files of Reuters-21578 that a pattern names, one after the other."""
    packed = SHARED / "data/reuters21578/reuters21578.tar.zst"
    if not packed.exists():
        sys.exit(f"{packed} is missing: set THEMATA_SHARED to the folder with data/reuters21578")
    return subprocess.run(["tar", "-I", "zstd", "-xOf", packed, "--wildcards", names], check=True,
                          stdout=subprocess.PIPE).stdout.decode("latin1")


def reuters_stories():
    """The stories of Reuters-21578, each with its marks."""
    return reuters_file("*.sgm").split("</REUTERS>")


def story_part(story, name):
    found = re.search(f"<{name}>(.*?)</{name}>", story, re.S)
    return html.unescape(found[1]) if found else ""


def reuters_lines():
    """A sample of Reuters-21578 as JSON lines: its title and body."""
    stories = [{"title": story_part(story, "TITLE"), "text": story_part(story, "BODY")} for story in reuters_stories()]
    drawn = random.Random(1).sample([story for story in stories if story["text"]], REUTERS_DOCUMENTS)
    return "\n".join(json.dumps(story) for story in drawn).encode()


@dataclasses.dataclass
class Fit:
    """A fit's folder; the processor's seconds that the program took for it, its files included; and of a fit_for those
    since sampling began, at each row of the trace: on a shared machine they are fewer than by the clock."""
    folder: pathlib.Path
    processor: float
    clock: list = dataclasses.field(default_factory=list)

    def trace(self, chain=1):
        """The columns of a trace, by name; of a fit_for also "processor", its seconds by the processor."""
        with open(self.folder / f"trace-{chain}.csv", newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        if not rows:
            sys.exit(f"{self.folder}: stopped before its first traced sweep; give it more seconds")
        columns = {name: [float(row[name]) for row in rows] for name in rows[0]}
        if self.clock:
            columns["processor"] = [self.clock[min(i, len(self.clock) - 1)] for i in range(len(rows))]
        return columns

    def last(self):
        """The trace's last row, by name."""
        return {name: values[-1] for name, values in self.trace().items()}

    def inefficiencies(self):
        """The finite inefficiency factors of a monitored fit, by the kind of quantity, theta or phi: of those that moved."""
        found = {"theta": [], "phi": []}
        with open(self.folder / "inefficiency-1.tsv", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                kind, value = row["name"].split(".")[0], float(row["inefficiency"])
                if kind in found and math.isfinite(value):
                    found[kind].append(value)
        return found

    def topic_sizes(self):
        """Tokens of each topic of the last draw, largest first."""
        return [topic["tokens"] for topic in json.loads(themata("topics", self.folder, "--format", "json"))]

    def phi(self):
        """The expected topics given the last draw: topics x words."""
        path = self.folder.with_name(f"{self.folder.name}-phi.npy")
        themata("export", self.folder, "--format", "topic-words", "--as", "npy", "--output", path)
        return numpy.load(path)

    def quantiles(self):
        """The quantile summary of the last draw."""
        return json.loads(themata("topics", self.folder, "--quantiles", "--format", "json"))


def measured(folder, *words):
    """Runs the program. @returns the fit in the folder, with the processor's seconds of this run alone"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    themata(*words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Fit(folder, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def emptied(folder):
    """The folder, which is not there, its parent being there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    return folder


def new_fit(script, name):
    """The folder of a fit, which is not there."""
    return emptied(OUTPUT / script / name)


def fit(script, name, corpus_folder, *words):
    """A fit, run anew; of seed 1 and without kept draws unless the words say so."""
    folder = new_fit(script, name)
    return measured(folder, "fit", corpus_folder, *with_defaults(words), "--output", folder)


def fit_for(seconds, script, name, corpus_folder, *words):
    """A fit on one thread that is stopped, and saved, after so many seconds of the processor."""
    folder = new_fit(script, name)
    words = ["fit", corpus_folder, "--sweeps", size(1000000, 20), "--threads", 1, *with_defaults(words)]
    program = subprocess.Popen([PROGRAM, *map(str, words), "--output", folder], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    clock = watched(program, folder / "trace-1.csv", seconds)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate()
    interrupted = 130  # the exit status of a fit that was stopped and saved
    if program.returncode not in (0, interrupted):
        sys.exit(said)
    return Fit(folder, clock[-1], clock)


def watched(program, trace, seconds):
    """Waits for the seconds of the processor, from when the trace is there. @returns a clock and the last seconds"""
    start, used, clock = 0, 0, []
    while program.poll() is None and used < seconds:
        time.sleep(.05)
        if trace.exists():
            start = start or processor_of(program)
            used = processor_of(program) - start
            clock += [used] * (rows_in(trace) - len(clock))
    return [*clock, used]


def rows_in(trace):
    return sum(line[:1].isdigit() or line[:1] == "-" for line in trace.read_text().splitlines())


def processor_of(program):
    """Seconds of the processor that a running program has had."""
    fields = pathlib.Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def with_defaults(words):
    defaults = {"--seed": 1, "--keep": 0}
    return [*words, *(word for pair in defaults.items() if pair[0] not in words for word in pair)]


def resume(done, sweeps):
    """A fit made longer. @returns it, with the processor's seconds of the further sweeps"""
    return measured(done.folder, "resume", done.folder, "--sweeps", sweeps)


def first_within(trace, column, top, share=0.01):
    """The column's value where the log posterior first is within the share of the top; None where it never is."""
    reached = [x for x, lp in zip(trace[column], trace["lp__"]) if lp >= top - share * abs(top)]
    return reached[0] if reached else None


def write_table(script, name, note, header, rows):
    """Writes a table, with a note on what the paper has above it."""
    path = OUTPUT / script / f"{name}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"# the paper: {note}", "\t".join(header), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    print(f"({path})")


def figure(script, name, panels, columns=2):
    """Writes a figure. @param panels  (title, x label, y label, [(label, xs, ys)], settings of the axes if any);
    a line with a fourth entry, areas, is drawn as dots of those; among the settings, words are (x, y, text) written there"""
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
                axis.scatter(xs, ys, s=areas[0], label=label, rasterized=len(xs) > 200)  # a mark each is megabytes
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
