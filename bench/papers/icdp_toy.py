#!/usr/bin/python3
"""IBP compound Dirichlet paper, section 5.2: fits of corpora drawn from the four-parameter focused topic model.

Figure 6: training log perplexity of ten corpora. Figure 7: alpha, eta and delta of one corpus from ten starts.

The paper: 1,000 documents of 150 words on average, beta .01, and a fixed sigma of .1. The other values appear only as
dashed lines without numbers, and the vocabulary size is not printed. Here: 2,000 word types, alpha .5, eta 10 and delta
2; the initial alpha, eta and delta are drawn at random.

usage: bench/papers/icdp_toy.py   (minutes)
"""
import random

import numpy

import runs
from plans import Command, note, words
from settings import FTM, run

SCRIPT = "icdp_toy"
RUNS = runs.size(10, 2)
SWEEPS = runs.size(1000, 20)
DOCUMENTS = runs.size(1000, 100)
TRUTH = {"alpha": .5, "eta": 10, "delta": 2}
GIVEN = {"sigma": .1, "beta": .01}
SIMULATED = Command("simulate", {"model": "ftm", "documents": DOCUMENTS, "types": runs.size(2000, 200), "lengths": "poisson",
                                 "length": 150, **TRUTH, **GIVEN})
FIT = {**FTM, "topics": 100, **GIVEN, "learn": "alpha,eta,delta", **run(SWEEPS, trace_every=2)}


def starts():
    """The first values of alpha, eta and delta of the chains of figure 7."""
    generator = random.Random(1)
    return [{"alpha": round(generator.uniform(.05, 2), 3), "eta": round(generator.uniform(1, 30), 3),
             "delta": round(generator.uniform(.1, 8), 3)} for _ in range(RUNS)]


def plan():
    return {"laws": [SIMULATED, *(Command("fit", {**FIT, **start}) for start in (TRUTH, *starts()))]}


def simulate(seed):
    note(SIMULATED)
    folder = runs.OUTPUT / SCRIPT / f"corpus-{DOCUMENTS}-{seed}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        runs.themata(*words(SIMULATED), "--seed", seed, "--output", folder)
    return folder


def fit(name, corpus, seed, start):
    return runs.fit(SCRIPT, name, corpus, {**FIT, **start}, seed=seed).trace()


def true_topics(corpus):
    return len(set(numpy.load(corpus / "truth/topics.npy").tolist()))


def main():
    corpora = [simulate(seed) for seed in range(1, RUNS + 1)]
    lines = []
    for seed, corpus in enumerate(corpora, 1):
        trace = fit(f"corpus-fit-{seed}", corpus, seed, TRUTH)
        tokens = numpy.load(corpus / "tokens.npy", mmap_mode="r").size
        lines.append((f"{seed}", trace["sweep"], -numpy.array(trace["word_part"]) / tokens))
    panels = [("figure 6: -log p(w | z) per token", "sweep", "", lines)]
    traces = [fit(f"start-{i}", corpora[0], 100 + i, start) for i, start in enumerate(starts())]
    rows = []
    for name, truth in {**TRUTH, "topics": true_topics(corpora[0])}.items():
        lines = [(f"{i}", trace["sweep"], trace[name]) for i, trace in enumerate(traces)]
        panels.append((f"figure 7: {name}", "sweep", name, [*lines, ("truth", [0, SWEEPS], [truth, truth])]))
        ends = [numpy.mean(trace[name][len(trace[name]) // 2:]) for trace in traces]
        within = [numpy.std(trace[name][len(trace[name]) // 2:]) for trace in traces]
        rows.append((name, truth, f"{numpy.mean(ends):.3f}", f"{min(ends):.3f} to {max(ends):.3f}", f"{numpy.mean(within):.3f}"))
    runs.figure(SCRIPT, "figures_6_7", panels)
    runs.write_table(SCRIPT, "laws", "chains converge in about 250 sweeps near the truth; alpha is slightly low and eta slightly high",
                     ["quantity", "truth", "mean of ten starts", "range over starts", "standard deviation within a chain"], rows)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
