#!/usr/bin/env python3
"""The same task as users of Python packages write it: from a list of texts to topics beside the rows.

    python3 bench/contenders/python_users.py [--names ap arxiv] [--topics 100] [--sweeps 200] [--passes 10] [--only NAME...]

users/ has a file for each package: a function that takes the texts and returns theta, a row for each text, and the ten
first words of each topic. Words are those of each package's usual rules, without English stop words and words in fewer
than five documents; all other settings are the package's own. Samplers do as many sweeps, variational packages as many
passes. There are two threads.

Each runs in a process of its own. Printed: lines of code (without comments, docstrings, imports and blank lines), seconds
from texts to theta, without the import of the package, peak memory with the interpreter and the texts, and the mean NPMI of
the topics' ten words by documents, which is computed here, by one formula for all: words are maximal runs of two or more
letters or digits, in lower case; a pair that no document has counts as -1.

Needs install.py, and the package itself in the same environment: build/contenders/venv/bin/pip install . (or a wheel).
"""
import argparse
import ast
import itertools
import json
import math
import pathlib
import re
import resource
import subprocess
import sys
import time

import install
import texts as texts_of

HERE = pathlib.Path(__file__).resolve().parent
USERS = ["pythemata", "tomotopy", "topica", "gensim", "scikit_learn"]
BY_PASSES = {"gensim", "scikit_learn"}


def lines_of_code(source):
    """Lines of the body of topics()."""
    function = next(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    lines = source.splitlines()[function.lineno - 1:function.end_lineno]
    return sum(1 for line in lines if line.strip() and not line.strip().startswith("#"))


def run(name, path, k, length):
    """In the process of one package: reads the texts, runs, prints what was measured as JSON."""
    import importlib
    documents = path.read_text(encoding="utf-8").splitlines()
    start = time.monotonic()
    module = importlib.import_module(f"users.{name}")
    imported = time.monotonic()
    theta, words = module.topics(documents, k, length)
    seconds = time.monotonic() - imported
    if theta.shape != (len(documents), k):
        sys.exit(f"{name}: theta is {theta.shape}; expected {(len(documents), k)}")
    print(json.dumps({"seconds": seconds, "import": imported - start, "words": [list(map(str, each)) for each in words],
                      "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


def npmi(documents, topics):
    """Mean over topics of the mean NPMI of their pairs of words, by documents."""
    wanted = {word for words in topics for word in words}
    having = {word: set() for word in wanted}
    for number, text in enumerate(documents):
        for word in set(re.findall(r"\w\w+", text.lower())) & wanted:
            having[word].add(number)
    n, means = len(documents), []
    for words in topics:
        values = []
        for a, b in itertools.combinations(words, 2):
            both = len(having[a] & having[b])
            if both == 0:
                values.append(-1.)
            elif both == n:
                values.append(1.)
            else:
                values.append(math.log(both * n / (len(having[a]) * len(having[b]))) / -math.log(both / n))
        means.append(sum(values) / len(values))
    return sum(means) / len(means)


def row(python, name, text, options):
    """A row of the table; why there is none, as text."""
    length = options.passes if name in BY_PASSES else options.sweeps
    command = [python, str(HERE / "python_users.py"), "--run", name, str(text.path), str(options.topics), str(length)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return f"{name}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}"
    measured = json.loads(done.stdout.splitlines()[-1])
    version = subprocess.run([python, "-c", f"import importlib.metadata as m; print(m.version('{name.replace('_', '-')}'))"],
                             capture_output=True, text=True).stdout.strip()
    lines = lines_of_code((HERE / "users" / f"{name}.py").read_text())
    coherence = npmi(text.path.read_text(encoding="utf-8").splitlines(), measured["words"])
    return (f"| {name.replace('_', '-')} {version} | {lines} | {measured['seconds']:.1f} | {measured['import']:.1f} | "
            f"{measured['peak'] / 2**20:.0f} | {coherence:.3f} |")


def main():
    if sys.argv[1:2] == ["--run"]:
        name, path, k, length = sys.argv[2:]
        return run(name, pathlib.Path(path), int(k), int(length))
    parser = argparse.ArgumentParser(description="The same task as users of Python packages write it.")
    parser.add_argument("--names", nargs="*", default=["ap"], choices=sorted(texts_of.REAL))
    parser.add_argument("--only", nargs="*", default=USERS, choices=USERS)
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--sweeps", type=int, default=200)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--corpora", type=pathlib.Path, default=install.ROOT.parent / "shared/data")
    parser.add_argument("--work", help="work folder of install.py (default: build/contenders)")
    parser.add_argument("--themata", default=install.ROOT / "build/release/themata", help="the program, which makes the texts")
    options = parser.parse_args()
    work = install.work_folder(options.work)
    for name in options.names:
        text = texts_of.text(name, options.corpora, work, options.themata)
        print(f"\n{name}: {text.size()}. K = {options.topics}; {options.sweeps} sweeps, or {options.passes} passes; two threads\n")
        print("| package | lines | seconds | import s | peak MiB | NPMI |\n|---|---|---|---|---|---|")
        for user in options.only:
            print(row(str(install.python_of(work)), user, text, options), flush=True)


if __name__ == "__main__":
    main()
