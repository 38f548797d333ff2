#!/usr/bin/python3
"""Split-merge paper, section 4.1 and figures 3 and 4: the synthetic corpus in which two of five topics share seven words, by
Gibbs sampling of the franchise alone and with splits and merges: does a chain part the two, and how soon?

The paper: one corpus, one run of 1,000 sweeps each, a split or merge tried after each sweep; topic Dirichlet .5, Gamma(.1, 1)
priors of both concentrations; Gibbs has 4 topics at its best mode, with splits and merges there are 5. Here: 300 sweeps on twelve
corpora with five chains each, and other ways to split. The two are called parted where the largest topic has fewer tokens than
half-way from the largest true topic to the two together.

usage: bench/papers/sm_synthetic.py [SWEEPS]   (default 300: five minutes)
"""
import statistics
import sys

import numpy

import runs

SCRIPT = "sm_synthetic"
CORPORA, CHAINS = runs.size(12, 2), runs.size(5, 2)
LAW = ["--model", "franchise", "--beta", 0.5, "--alpha", 1, "--gamma", 1, "--learn", "alpha,gamma", "--alpha-prior", "0.1,1", "--gamma-prior", "0.1,1"]
KINDS = {
    "Gibbs": [],
    "one a sweep": ["--split-merge", 1],
    "one a sweep, 5 scans": ["--split-merge", 1, "--split-merge-scans", 5],
    "one a sweep, by size": ["--split-merge", 1, "--split-merge-tables", "by-size"],
    "one a sweep, parallel, 5 scans": ["--split-merge", 1, "--split-merge-allocation", "parallel", "--split-merge-scans", 5],
    "ten a sweep": ["--split-merge", 10],
}
TOKENS = 5000
NOTE = "Gibbs is trapped at 4 topics, with splits and merges there are 5 after several sweeps (figure 4b)"


def corpus(seed):
    folder = runs.OUTPUT / SCRIPT / f"corpus-{seed}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        runs.themata("simulate", "similar-topics", "--seed", seed, "--output", folder)
    return folder


def limit(data):
    """The share of the largest topic below which topics 1 and 2 are two."""
    sizes = numpy.bincount(numpy.load(corpus(data) / "truth/topics.npy"), minlength=5)
    return (max(sizes) + sizes[0] + sizes[1]) / 2 / TOKENS


def chains(kind, words, sweeps):
    """Of every corpus and chain the fit."""
    return [[runs.fit(SCRIPT, f"{kind}-{data}-{seed}".replace(" ", "-").replace(",", ""), corpus(data), *LAW, *words, "--sweeps",
                      sweeps, "--trace-every", 1, "--threads", 1, "--seed", seed) for seed in range(1, CHAINS + 1)]
            for data in range(1, CORPORA + 1)]


def largest(trace):
    return numpy.array(trace["size.1"]) / TOKENS


def first_parted(parted, trace):
    """The sweep from which on the two are parted in nine of ten sweeps; None where there is none."""
    shares = parted[::-1].cumsum()[::-1] / numpy.arange(len(parted), 0, -1)
    at = numpy.flatnonzero(parted & (shares >= .9))
    return int(trace["sweep"][at[0]]) if len(at) else None


def rate(traces, what):
    tried, accepted = (sum(sum(t[name]) for t in traces) for name in (what, f"{what}_accepted"))
    return f"{100 * accepted / tried:.1f}%" if tried else "-"


def row_of(kind, by_corpus):
    traces = [fit.trace() for fits in by_corpus for fit in fits]
    limits = [limit(data + 1) for data, fits in enumerate(by_corpus) for _ in fits]
    are_two = [largest(t) < most for t, most in zip(traces, limits)]
    found = [first_parted(two, t) for two, t in zip(are_two, traces)]
    parted = [f for f in found if f]
    moves = [t for t in traces if "splits" in t]
    return (kind, f"{len(parted)} of {len(found)}", f"{statistics.median(parted):.0f}" if parted else "-",
            f"{numpy.mean([numpy.mean(two[len(two) // 2:]) for two in are_two]):.2f}",
            f"{numpy.mean([t['topics'][-1] for t in traces]):.1f}",
            f"{1000 * numpy.mean([t['seconds'][-1] / t['sweep'][-1] for t in traces]):.2f}",
            rate(moves, "splits") if moves else "-", rate(moves, "merges") if moves else "-")


def cumulative(trace, n):
    """Shares of the tokens in the largest topic, the two largest, ..., over the first sweeps."""
    shares = numpy.cumsum([trace[f"size.{i}"][:n] for i in range(1, 6)], 0) / TOKENS
    return [(f"{i + 1} largest", trace["sweep"][:n], share) for i, share in enumerate(shares)]


def best_so_far(trace):
    return numpy.maximum.accumulate(trace["lp__"]) / TOKENS


def dots(fit):
    """The topics of a fit's last draw as (word, topic, size of the dot)."""
    phi = fit.phi()
    topics, words = numpy.indices(phi.shape)
    return [("", words.ravel() + 1, topics.ravel() + 1, 500 * phi.ravel())]


def example(fits):
    """The corpus and chain in which splits and merges gain most over Gibbs, by the largest topic at the end."""
    gain = {(d, c): largest(fits["Gibbs"][d][c].trace())[-1] - largest(fits["one a sweep"][d][c].trace())[-1]
            for d in range(CORPORA) for c in range(CHAINS)}
    return max(gain, key=gain.get)


def main():
    sweeps = int(sys.argv[1]) if len(sys.argv) > 1 else runs.size(300, 20)
    fits = {kind: chains(kind, words, sweeps) for kind, words in KINDS.items()}
    runs.write_table(SCRIPT, "table", NOTE,
                     ["sampler", "chains that part the two", "median sweep", "share of sweeps parted, second half", "topics",
                      "ms a sweep", "splits accepted", "merges accepted"], [row_of(k, f) for k, f in fits.items()])
    d, c = example(fits)
    one = {kind: fits[kind][d][c] for kind in ("Gibbs", "one a sweep")}
    n = min(100, sweeps)
    difference = [numpy.mean([best_so_far(b.trace()) - best_so_far(a.trace()) for of_gibbs, of_kind in
                              zip(fits["Gibbs"], fits[kind]) for a, b in zip(of_gibbs, of_kind)], 0) for kind in list(KINDS)[1:]]
    where = f"corpus {d + 1}, chain {c + 1}"
    runs.figure(SCRIPT, "figure", [
        ("best log posterior less that of Gibbs, mean of all chains", "sweep", "a token",
         [(kind, range(1, sweeps + 1), y) for kind, y in zip(list(KINDS)[1:], difference)], {"xscale": "log"}),
        (f"{where}: topics 1 and 2 are one above {limit(d + 1):.2f}", "sweep", "share of the largest topic",
         [(kind, f.trace()["sweep"], largest(f.trace())) for kind, f in one.items()]),
        *((f"{kind}, {where}: tokens in the largest topics", "sweep", "share", cumulative(f.trace(), n)) for kind, f in one.items()),
        *((f"{kind}, {where}: topics at the end", "word", "topic", dots(f), {"xticks": range(1, 13), "yticks": range(1, 7)}) for kind, f in one.items())])


if __name__ == "__main__":
    main()
