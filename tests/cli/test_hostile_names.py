"""Whatever an id, a label, a word or metadata says, nothing is written outside of what --output and --picture name."""
import json
import os
import pathlib
import random
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

NAMES = ["../../evil", "/evil", "..", ".", "a/../../b", "con\\..\\evil", "~", "$(touch evil)", "`touch evil`", "-rf", "x\u202ey", "%2e%2e%2fevil",
         "a;touch evil", "manifest.json", "draws", "nul", "evil\nevil", " ", "é" * 120]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder deep in others, which are empty but for it: what is written above it is found."""
    deep = tmp_path_factory.mktemp("hostile") / "a/b/c/d"
    deep.mkdir(parents=True)
    rng = random.Random(1)
    rows = [{"id": NAMES[d % len(NAMES)] + ("" if d < len(NAMES) else str(d)), "labels": [NAMES[d % 5]], "year": 1990 + d % 9,
             "place": NAMES[d % 4], "text": " ".join(rng.choice(NAMES) for _ in range(20))} for d in range(60)]
    (deep / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return deep


def everything_under(top):
    return {str(path.relative_to(top)) for path in top.rglob("*")}


def test_names_in_a_corpus_are_never_paths(folder):
    top = folder.parents[3]
    before = everything_under(top)
    made = iter(f"out{i}" for i in range(99))
    outputs = set()

    def run(*words, option="--output", suffix=""):
        output = next(made) + suffix
        outputs.add(output)
        done = fits.themata(*words, option, output, cwd=folder, env={**os.environ, "HOME": str(folder)})
        assert done.returncode == 0, (words, done.stderr)
        return output

    corpus = run("import", "rows.jsonl", "--text", "text", "--labels", "labels", "--metadata", "year,place", "--keep-text",
                 "--token-regex", r"\S+", "--stop-words", "none", "--preserve-case")
    lda = run("fit", corpus, "--topics", 3, "--sweeps", 30, "--keep", 3)
    hpc = run("fit", corpus, "--model", "hpc", "--sweeps", 30, "--keep", 3)
    hdp = run("fit", corpus, "--model", "hdp", "--sweeps", 30, "--keep", 3)
    for fit in (lda, hpc):
        for form in ("mallet-state", "topic-keys", "doc-topics", "theta-draws", "draws", "topic-words"):
            run("export", fit, "--format", form)
    for form in ("label-words", "label-variances"):
        run("export", hpc, "--format", form)
    for form in ("mallet", "ldac", "uci", "svmlight", "matrix-market"):
        run("export", corpus, "--format", form)
    for fit in (lda, hpc, hdp):
        run("report", fit, suffix=".html")
        run("human-eval", fit)
        run("evaluate", fit, "--held-out", corpus)
    for form in ("tsv", "jsonl", "npz"):
        run("infer", lda, corpus, "--format", form)
        run("label", hpc, corpus, "--format", form)
    run("trends", lda, "--by", "place", option="--picture", suffix=".svg")
    run("effect", lda, "--formula", "~ place + year", option="--picture", suffix=".svg")
    run("sweep", corpus, "--topics", "2,3", "--sweeps", 20)
    inside = str(folder.relative_to(top))
    new = {path for path in everything_under(top) - before if not path.startswith(inside + "/")}
    assert new == set(), "written above the folder"
    at_top = {path.name for path in folder.iterdir()} - {"rows.jsonl"}
    # Some formats are several files with one beginning.
    strange = {name for name in at_top if not any(name == output or name.startswith(output + ".") for output in outputs)}
    assert strange == set()
