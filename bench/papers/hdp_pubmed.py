#!/usr/bin/python3
"""Sparse parallel HDP paper, table 2 and figure 1 (j, k): an HDP of a collection of PubMed's size, by our default sampler.

The paper: PubMed (8,199,999 documents, 768,434,972 tokens, 89,987 word types), 25,000 sweeps of Algorithm 2 from one topic
in 82.4 hours on 20 threads. Figure 1 shows its log posterior and its topics in use, by sweep.

Here: simulated corpora of 500 topics with the statistics of text, of a hundredth, a tenth and all of PubMed's documents and
tokens with as many word types, and the sampler, start and learned hyperparameters that are the defaults. The truth is known:
a topic is found if one of the fit, of its own, has a Hellinger distance below .5 from it (no two true ones are nearer than .48).
A fit that was interrupted goes on where it was saved.

usage: bench/papers/hdp_pubmed.py [PART...]   (default hundredth, tenth and whole: hours; THEMATA_THREADS says on how many threads)
"""
import json

import numpy
import scipy.optimize

import plans
import runs
from plans import Command
from settings import BLOCK_COLLAPSED, HDP, run

SCRIPT = "hdp_pubmed"
# Of each part: the divisor of PubMed's size, the topics at the start (the default for so many tokens), and sweeps.
PARTS = {"hundredth": (100, 390, 2000), "tenth": (10, 100, 200), "whole": (1, 100, 50)}
TEXT = {"model": "zipf", "topics": runs.size(500, 10), "alpha": 1, "zipf": 1.07, "topic-zipf": .7, "concentration": 500,
        "lengths": "log-normal", "length-sd": 47, "truth": True}
ROWS = runs.size([10, 30, 50, 100, 200, 500, 1000, 2000], [10, 20])  # sweeps
FOUND = .5  # Hellinger distance
NOTE = ("PubMed, Algorithm 2, 25,000 sweeps on 20 threads in 82.4 hours, 11.9 s per sweep; log posterior and topics in use "
        "are curves")


def command_of_corpus(part):
    divisor = PARTS[part][0] * runs.size(1, 1000)
    return Command("simulate", {**TEXT, "documents": 8_199_999 // divisor, "types": runs.size(89_987, 200),
                                "tokens": 768_434_972 // divisor})


def command_of_fit(part):
    _, topics, sweeps = PARTS[part]
    return Command("fit", {**HDP, **BLOCK_COLLAPSED, "topics": runs.size(topics, 10), "start-sweeps": runs.size(100, 5),
                           "learn": "alpha,beta,gamma", "blocks": 0, "table-topics": 10, **run(runs.size(sweeps, 20))})


def plan(*parts):
    return {"table": [command for part in parts or PARTS for command in (command_of_corpus(part), command_of_fit(part))]}


def corpus_of(part):
    command = plans.note(command_of_corpus(part))
    folder = runs.OUTPUT / "corpora" / f"{part}-{plans.hash_of([command])}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        runs.themata(*plans.words(command), "--seed", 1, "--output", folder)
    return folder


def found_topics(fit, corpus):
    """The proportions of true topics, and of tokens in true topics, that topics of the fit, one each, are near to."""
    true, weights = (numpy.load(corpus / "truth" / f"{name}.npy") for name in ("topic-word", "topic-weights"))
    distances = numpy.sqrt(numpy.maximum(0, 1 - numpy.sqrt(fit.phi()) @ numpy.sqrt(true).T))
    ours, theirs = scipy.optimize.linear_sum_assignment(distances)
    found = theirs[distances[ours, theirs] < FOUND]
    return len(found) / len(true), weights[found].sum()


def rows_of(part, trace, tokens, found_at_end):
    last = len(trace["sweep"]) - 1
    for i, sweep in enumerate(trace["sweep"]):
        if sweep in ROWS or i == last:
            found = [f"{x:.3f}" for x in found_at_end] if i == last else ["", ""]
            yield (part, tokens, f"{sweep:.0f}", f"{trace['lp__'][i] / tokens:.4f}", f"{trace['word_part'][i] / tokens:.4f}",
                   f"{trace['topics'][i]:.0f}", *found, f"{trace['seconds'][i] / 60:.1f}")


def main(*parts):
    rows, lines = [], []
    for part in parts or PARTS:
        corpus = corpus_of(part)
        fit = runs.continued(SCRIPT, part, command_of_corpus(part), corpus, command_of_fit(part), runs.THREADS)
        trace, tokens = fit.trace(), json.loads(runs.themata("info", corpus, "--format", "json"))["tokens"]
        rows += rows_of(part, trace, tokens, found_topics(fit, corpus))
        lines.append((part, trace, tokens))
    runs.write_table(SCRIPT, "table", NOTE, ["part of PubMed's size", "tokens", "sweep", "log p(w, z | Psi) per token", "word part per token",
                                             "topics", "true topics found", "tokens in topics found", "minutes"], rows)
    runs.figure(SCRIPT, "figure", [
        (title, "sweep", title, [(part, trace["sweep"], of(trace, tokens)) for part, trace, tokens in lines], {"xscale": "log"})
        for title, of in (("log p(w, z | Psi) per token", lambda trace, tokens: [x / tokens for x in trace["lp__"]]),
                          ("topics in use", lambda trace, tokens: trace["topics"]))])


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
