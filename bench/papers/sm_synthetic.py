#!/usr/bin/python3
"""Split-merge paper, section 4.1 and figures 3 and 4: a simulated corpus in which two of five topics share seven words.

Does Gibbs sampling of the franchise separate the two similar topics, alone and with splits and merges, and after how
many sweeps?

The paper: one corpus, one run of 1,000 sweeps each, a split or merge proposed after each sweep. Topic Dirichlet .5,
Gamma(.1, 1) priors for both concentrations. Gibbs has 4 topics at its best mode; with splits and merges there are 5.

Here: 300 sweeps on twelve corpora with five chains each, and other kinds of splits. A chain separates the two topics if
its largest topic has fewer tokens than the midpoint between the largest true topic and the two topics together.

usage: bench/papers/sm_synthetic.py [SWEEPS]   (default 300: five minutes)
"""
import statistics

import numpy

import runs
from plans import Command, note, words
from settings import FRANCHISE, run

SCRIPT = "sm_synthetic"
CORPORA, CHAINS = runs.size(12, 2), runs.size(5, 2)
SWEEPS = runs.size(300, 20)
SETTINGS = {**FRANCHISE, "beta": .5, "learn": "alpha,gamma", "alpha-prior": "0.1,1", "gamma-prior": "0.1,1"}
KINDS = {
    "Gibbs": {},
    "one proposal per sweep": {"split-merge": 1},
    "one proposal per sweep, 5 scans": {"split-merge": 1, "split-merge-scans": 5},
    "one proposal per sweep, large tables first": {"split-merge": 1, "split-merge-tables": "by-size"},
    "one proposal per sweep, in parallel, 5 scans": {"split-merge": 1, "split-merge-allocation": "parallel",
                                                     "split-merge-scans": 5},
    "ten proposals per sweep": {"split-merge": 10},
}
SIMULATED = Command("simulate", {"model": "similar-topics", "documents": 100, "lengths": "fixed", "length": 50})
TOKENS = 5000
NOTE = "Gibbs is trapped at 4 topics; with splits and merges there are 5 after several sweeps (figure 4b)"


def corpus(seed):
    note(SIMULATED)
    folder = runs.OUTPUT / SCRIPT / f"corpus-{seed}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        runs.themata(*words(SIMULATED), "--seed", seed, "--output", folder)
    return folder


def fits(sweeps):
    return {kind: {**SETTINGS, **options, **run(sweeps, trace_every=1)} for kind, options in KINDS.items()}


def plan(sweeps=SWEEPS):
    return {"table": [SIMULATED, *(Command("fit", options) for options in fits(int(sweeps)).values())]}


def limit(data):
    """The proportion of tokens in the largest topic below which topics 1 and 2 count as separated."""
    sizes = numpy.bincount(numpy.load(corpus(data) / "truth/topics.npy"), minlength=5)
    return (max(sizes) + sizes[0] + sizes[1]) / 2 / TOKENS


def chains(kind, options):
    """The fits of all chains, one list per corpus."""
    name = kind.replace(" ", "-").replace(",", "")
    return [[runs.fit(SCRIPT, f"{name}-{data}-{seed}", corpus(data), options, seed=seed, threads=1)
             for seed in range(1, CHAINS + 1)] for data in range(1, CORPORA + 1)]


def largest(trace):
    return numpy.array(trace["size.1"]) / TOKENS


def first_separated(separated, trace):
    """The first sweep from which the two topics are separated in nine of ten sweeps; None if there is none."""
    proportions = separated[::-1].cumsum()[::-1] / numpy.arange(len(separated), 0, -1)
    at = numpy.flatnonzero(separated & (proportions >= .9))
    return int(trace["sweep"][at[0]]) if len(at) else None


def rate(traces, what):
    proposed, accepted = (sum(sum(t[name]) for t in traces) for name in (what, f"{what}_accepted"))
    return f"{100 * accepted / proposed:.1f}%" if proposed else "-"


def row_of(kind, by_corpus):
    traces = [fit.trace() for fits in by_corpus for fit in fits]
    limits = [limit(data + 1) for data, fits in enumerate(by_corpus) for _ in fits]
    separated = [largest(t) < most for t, most in zip(traces, limits)]
    found = [first_separated(s, t) for s, t in zip(separated, traces)]
    sweeps = [f for f in found if f]
    moves = [t for t in traces if "splits" in t]
    return (kind, f"{len(sweeps)} of {len(found)}", f"{statistics.median(sweeps):.0f}" if sweeps else "-",
            f"{numpy.mean([numpy.mean(s[len(s) // 2:]) for s in separated]):.2f}",
            f"{numpy.mean([t['topics'][-1] for t in traces]):.1f}",
            f"{1000 * numpy.mean([t['seconds'][-1] / t['sweep'][-1] for t in traces]):.2f}",
            rate(moves, "splits") if moves else "-", rate(moves, "merges") if moves else "-")


def cumulative(trace, n):
    """The proportions of tokens in the largest topic, the two largest, ..., over the first n sweeps."""
    proportions = numpy.cumsum([trace[f"size.{i}"][:n] for i in range(1, 6)], 0) / TOKENS
    return [(f"{i + 1} largest", trace["sweep"][:n], values) for i, values in enumerate(proportions)]


def best_so_far(trace):
    return numpy.maximum.accumulate(trace["lp__"]) / TOKENS


def dots(fit):
    """The topics of a fit's last draw, as dots of (word, topic, size)."""
    phi = fit.phi()
    topics, words = numpy.indices(phi.shape)
    return [("", words.ravel() + 1, topics.ravel() + 1, 500 * phi.ravel())]


def example(fits):
    """The corpus and chain with the largest gain of splits and merges over Gibbs, by the final largest topic."""
    gain = {(d, c): largest(fits["Gibbs"][d][c].trace())[-1] - largest(fits["one proposal per sweep"][d][c].trace())[-1]
            for d in range(CORPORA) for c in range(CHAINS)}
    return max(gain, key=gain.get)


def main(sweeps=SWEEPS):
    sweeps = int(sweeps)
    found = {kind: chains(kind, options) for kind, options in fits(sweeps).items()}
    runs.write_table(SCRIPT, "table", NOTE,
                     ["sampler", "chains that end separated", "median sweep", "proportion separated, second half", "topics",
                      "ms per sweep", "splits accepted", "merges accepted"], [row_of(k, f) for k, f in found.items()])
    d, c = example(found)
    one = {kind: found[kind][d][c] for kind in ("Gibbs", "one proposal per sweep")}
    n = min(100, sweeps)
    difference = [numpy.mean([best_so_far(b.trace()) - best_so_far(a.trace()) for of_gibbs, of_kind in
                              zip(found["Gibbs"], found[kind]) for a, b in zip(of_gibbs, of_kind)], 0) for kind in list(KINDS)[1:]]
    where = f"corpus {d + 1}, chain {c + 1}"
    runs.figure(SCRIPT, "figure", [
        ("best log posterior, difference from Gibbs, mean of all chains", "sweep", "per token",
         [(kind, range(1, sweeps + 1), y) for kind, y in zip(list(KINDS)[1:], difference)], {"xscale": "log"}),
        (f"{where}: topics 1 and 2 are not separated above {limit(d + 1):.2f}", "sweep", "proportion in the largest topic",
         [(kind, f.trace()["sweep"], largest(f.trace())) for kind, f in one.items()]),
        *((f"{kind}, {where}: tokens in the largest topics", "sweep", "proportion", cumulative(f.trace(), n)) for kind, f in one.items()),
        *((f"{kind}, {where}: topics at the end", "word", "topic", dots(f), {"xticks": range(1, 13), "yticks": range(1, 7)}) for kind, f in one.items())])


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
