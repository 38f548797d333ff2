"""What the scripts of this folder share: corpora, runs of the program, and figures with a table beside them.

Corpora are read from the folder that THEMATA_SHARED names (../shared beside the sources by default); without it a script
says so and ends. What a script makes goes to build/papers.
"""
import csv
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/themata"
SHARED = pathlib.Path(os.environ.get("THEMATA_SHARED", ROOT.parent / "shared"))
OUTPUT = ROOT / "build/papers"

IMPORTS = {
    "ap": ["--format", "ldac", "data/ap/ap.dat", "--vocabulary", "data/ap/vocab.txt"],
    "kos": ["--format", "uci", "data/kos/docword.kos.txt.gz", "--vocabulary", "data/kos/vocab.kos.txt"],
}


def themata(*words):
    subprocess.run([PROGRAM, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def corpus(name):
    """The corpus folder of a real corpus, imported at most once."""
    if not PROGRAM.exists():
        sys.exit(f"{PROGRAM} is missing: run 'make release' first")
    folder = OUTPUT / "corpora" / name
    if not folder.exists():
        if not SHARED.exists():
            sys.exit(f"{SHARED} is missing: set THEMATA_SHARED to the folder with data/{name}")
        folder.parent.mkdir(parents=True, exist_ok=True)
        words = [SHARED / word if word.startswith("data/") else word for word in IMPORTS[name]]
        themata("import", *words, "--output", folder)
    return folder


def fit(script, name, corpus_folder, *words):
    """A fit's folder, run anew. @returns its path"""
    folder = OUTPUT / script / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    themata("fit", corpus_folder, *words, "--output", folder)
    return folder


def trace(folder, chain=1):
    """The columns of a trace, by name."""
    with open(folder / f"trace-{chain}.csv", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


def topic_sizes(folder):
    """Tokens of each topic of the summarised draw, largest first."""
    with open(folder / "topics-1.tsv", newline="") as file:
        return [int(row["tokens"]) for row in csv.DictReader(file, delimiter="\t")]


def write_table(script, name, header, rows):
    path = OUTPUT / script / f"{name}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["\t".join(header), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    print(f"({path})")


def figure(script, name, panels, columns=2):
    """Writes a figure. @param panels  (title, x label, y label, [(label, xs, ys)])"""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = -(-len(panels) // columns)
    canvas, axes = pyplot.subplots(rows, columns, figsize=(5 * columns, 3.4 * rows), squeeze=False)
    for axis in axes.flat[len(panels):]:
        axis.remove()
    for axis, (title, x_label, y_label, lines) in zip(axes.flat, panels):
        for label, xs, ys in lines:
            axis.plot(xs, ys, label=label, marker="." if len(xs) < 12 else "")
        axis.set(title=title, xlabel=x_label, ylabel=y_label)
        axis.legend(fontsize="small")
    canvas.tight_layout()
    path = OUTPUT / script / f"{name}.svg"
    canvas.savefig(path)
    print(f"({path})")
