#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, section 4.1, tables 2 and 3: how mixed the documents of each label are.

A document is mixed if it has more than one label. It is mixed across branches at level 1 if it has labels in several
main branches of the tree, at level 2 if it has labels in several branches below one main branch, and so on. The tables
give the proportion of such documents of each label. To this the fit adds how the words of documents are spread over the
same branches.

The paper: Reuters RCV1, 806,791 documents with 102 labels on three levels.

Here: Reuters-21578, chemical exposure, Debian's tags and arXiv, with at most 10,000 documents each (5,000 of the last
two). SWEEPS sweeps; means over 20 draws of the second half.

usage: bench/papers/hpc_descriptives.py [CORPUS...]   (default reuters and chem: a quarter of an hour on two threads)
"""
import json

import labeled
import runs
from plans import Command
from settings import HPC, run

SCRIPT = "hpc_descriptives"
SWEEPS = runs.size(500, 30)
LEVELS = 5  # in the tables; deeper ones are left out
NAMED = 2  # labels in which each partner of a label is named
CORPORA = ["reuters", "chem"]
FIT = {**HPC, **run(SWEEPS, keep=20)}
TABLE = {"membership": True}


def import_of(name):
    options = {**labeled.LABELED, "keep-types": labeled.WORDS, "keep-types-by": "frequency"}
    return labeled.command_of(name, options)


def plan(*names):
    commands = [Command("fit", FIT), Command("topics", TABLE), *map(import_of, names or CORPORA)]
    return {"section_4_1": commands, "labels_of_documents": [import_of(name) for name in names or CORPORA],
            "tables_2_and_3": commands}


def memberships(name):
    """What the program says about the documents of a fit's labels."""
    folder = runs.clear(runs.OUTPUT / SCRIPT / f"{name}-corpus")
    corpus = labeled.import_documents(labeled.sample(name), folder, import_of(name))
    fit = runs.fit(SCRIPT, f"{name}-fit", corpus.folder, FIT)
    return json.loads(runs.measured("topics", fit.folder, TABLE, "--format", "json"))


def percent(x):
    return f"{100 * x:.1f}"


def padded(cells):
    return [*cells, *["-"] * LEVELS][:LEVELS]


def documents(row):
    """The cells of tables 2 and 3: documents, and percentages of mixed ones."""
    if not row["documents"]:
        return [0, *["-"] * (1 + LEVELS)]
    return [row["documents"], percent(row["mixed"]), *padded(map(percent, row["across"]))]


def words(row):
    """Percentages of words: own, and across branches by level, with standard deviations."""
    if not row["documents"]:
        return ["-"] * (1 + LEVELS)
    moments = [f"{percent(m['mean'])} ({100 * m['sd']:.2f})" for m in (row["own"], *row["words_across"])]
    return [moments[0], *padded(moments[1:])]


def by_number(found):
    """Percentages of documents with 1, 2, 3, 4, and 5 and more labels."""
    counts = [*found["documents_by_labels"], *[0] * 5]
    total = sum(counts)
    return [percent(n / total) for n in (*counts[:4], sum(counts[4:]))]


def main(*names):
    overall, numbers, rows, panels = [], [], [], []
    for name in names or CORPORA:
        found = memberships(name)
        labels = found["labels"]
        overall.append((name, len(labels), *documents(found["all"]), *words(found["all"])))
        numbers.append((name, *by_number(found)))
        for row in labels:
            partners = "; ".join(f"{other['label']} ({other['documents']})" for other in row["with"][:NAMED])
            rows.append((name, row["label"], *documents(row), *words(row), partners or "-"))
        with_documents = [row for row in labels if row["documents"]]
        sizes = [row["documents"] for row in with_documents]
        panels.append((name, "documents with the label", "mixed", [("", sizes, [row["mixed"] for row in with_documents], 9)], {"xscale": "log"}))
        panels.append((name, "documents with the label", "own proportion of words",
                       [("", sizes, [row["own"]["mean"] for row in with_documents], 9)], {"xscale": "log"}))
    mixed = ["documents", "mixed, %", *(f"across level {level}, %" for level in range(1, LEVELS + 1))]
    spread = [f"words across level {level}, % (sd)" for level in range(1, LEVELS + 1)]
    runs.write_table(SCRIPT, "section_4_1", "32% mixed; 15%, 21% and 14% across branches at levels 1, 2 and 3", [
        "corpus", "labels", *mixed, "two words of one label, % (sd)", *spread], overall)
    runs.write_table(SCRIPT, "labels_of_documents", "32% of documents have more than one label", [
        "corpus", "one label, %", "two", "three", "four", "five and more"], numbers)
    runs.write_table(SCRIPT, "tables_2_and_3", "labels differ: 1% of documents about sports are mixed, 100% of those about elections", [
        "corpus", "label", *mixed, "words of the label, % (sd)", *spread, "most often with (documents)"], rows)
    runs.figure(SCRIPT, "memberships", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
