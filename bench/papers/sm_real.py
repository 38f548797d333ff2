#!/usr/bin/python3
"""Split-merge paper, section 4.2 and figures 5 to 8: splits and merges on samples of real corpora.

Gibbs sampling of the franchise is run with and without splits and merges. The table and figures show the differences in
best log posterior (against time) and in held-out likelihood, the acceptance rate, and how similar topics are.

The paper: 2,000 arXiv abstracts, 2,080 of machine learning conferences, 1,392 of NIPS, 20 runs each. Topic Dirichlet
.1, .2 and .5, Gamma(1, 1) priors for both concentrations, splits and merges in the first 50 of 500 sweeps, a fifth of
the documents held out.

Here: 2,000 arXiv abstracts and 2,000 documents of AP, RUNS runs each of 200 sweeps. One split or merge per sweep, in
one pass or with five scans. In held-out documents, half of the words are predicted from the other half. All on one thread.

usage: bench/papers/sm_real.py [RUNS [CORPUS...]]   (default 20, arxiv and ap: an hour or two each)
"""
import json

import numpy

import runs
from plans import Command
from settings import COMPLETION, FRANCHISE, run

SCRIPT = "sm_real"
SWEEPS = runs.size(200, 20)
ETAS = [0.1, 0.2, 0.5]
SETTINGS = {**FRANCHISE, "learn": "alpha,gamma", **run(SWEEPS, keep=10, trace_every=1)}
EARLY = {"split-merge": 1, "split-merge-sweeps": runs.size(50, 5)}
KINDS = {"Gibbs": {}, "Gibbs+SM": EARLY, "Gibbs+SM, 5 scans": {**EARLY, "split-merge-scans": 5}}
RUNS, CORPORA = runs.size(20, 1), ["arxiv", "ap"]
NOTE = ("with splits and merges never worse; better and faster where topics are similar (machine learning abstracts at "
        ".2 and .5, NIPS at .2), no difference on arXiv; about 3% accepted")


def plan(n_runs=RUNS, *names):
    fits = [Command("fit", {**SETTINGS, "beta": eta, **options}) for eta in ETAS for options in KINDS.values()]
    samples = [command for name in names or CORPORA for command in runs.commands_of_sample(name).values()]
    return {"table": [*samples, *fits, Command("evaluate", COMPLETION)]}


def fits_of(name, train, eta, n_runs):
    return {kind: runs.by_seed(lambda seed: runs.fit(
        SCRIPT, f"{name}-{eta}-{number}-{seed}", train, {**SETTINGS, "beta": eta, **options}, seed=seed, threads=1), n_runs)
        for number, (kind, options) in enumerate(KINDS.items())}


def held_out(fit, test):
    result = json.loads(runs.measured("evaluate", fit.folder, COMPLETION, "--held-out", test, "--format", "json", "--threads", 1))
    return result["log_likelihood"] / result["scored_tokens"]


def best_at(trace, times):
    """The best log posterior up to each time."""
    best = numpy.maximum.accumulate(trace["lp__"])
    return best[numpy.clip(numpy.searchsorted(trace["seconds"], times, "right") - 1, 0, None)]


def acceptance(traces, move):
    """Accepted of proposed moves ("splits" or "merges"); a dash where none was proposed."""
    proposed, accepted = (sum(sum(t.get(column, [])) for t in traces) for column in (move, f"{move}_accepted"))
    return f"{accepted:.0f} of {proposed:.0f} ({100 * accepted / proposed:.1f}%)" if proposed else "-"


def similarities(fit):
    """Cosine similarities of all pairs of topics that have 1% of the tokens or more."""
    sizes = numpy.array(fit.topic_sizes())
    phi = fit.phi()[sizes >= sizes.sum() / 100]
    unit = phi / numpy.linalg.norm(phi, axis=1, keepdims=True)
    return (unit @ unit.T)[numpy.triu_indices(len(unit), 1)]


def main(n_runs=RUNS, *names):
    names = names or CORPORA
    rows, panels, dots = [], [], []
    for place, name in enumerate(names):
        train, test = (runs.sample(name)[part] for part in ("train", "test"))
        tokens = json.loads(runs.themata("info", train, "--format", "json"))["tokens"]
        for eta in ETAS:
            fits = fits_of(name, train, eta, int(n_runs))
            traces = {kind: [fit.trace() for fit in of_kind] for kind, of_kind in fits.items()}
            scores = {kind: [held_out(fit, test) for fit in of_kind] for kind, of_kind in fits.items()}
            end = min(t["seconds"][-1] for of_kind in traces.values() for t in of_kind)
            times = numpy.geomspace(max(t["seconds"][0] for of_kind in traces.values() for t in of_kind), end, 40)
            best = {kind: numpy.array([best_at(t, times) for t in of_kind]) / tokens for kind, of_kind in traces.items()}
            lines = []
            for kind in KINDS:
                gain = best[kind] - best["Gibbs"]
                better = numpy.array(scores[kind]) - numpy.array(scores["Gibbs"])
                if kind != "Gibbs":
                    lines.append((kind, times, gain.mean(0)))
                rows.append((name, eta, kind, f"{best[kind][:, -1].mean():.4f}", f"{gain[:, -1].mean():+.4f} ({gain[:, -1].std():.4f})",
                             f"{numpy.mean(scores[kind]):.4f}", f"{better.mean():+.4f} ({better.std():.4f})",
                             f"{numpy.mean([t['topics'][-1] for t in traces[kind]]):.0f}",
                             f"{1000 * numpy.mean([t['seconds'][-1] / t['sweep'][-1] for t in traces[kind]]):.0f}",
                             *(acceptance(traces[kind], move) for move in ("splits", "merges"))))
            panels.append((f"{name}, {eta}: best log posterior, difference from Gibbs", "seconds", "per token", lines, {"xscale": "log"}))
            cosines = numpy.concatenate([similarities(fit) for fit in fits["Gibbs"]])
            dots.append(("", cosines, numpy.random.default_rng(1).uniform(place + eta, place + eta + .08, len(cosines)),
                         numpy.full(len(cosines), 3)))
    ticks = {"yticks": [p + eta + .04 for p in range(len(names)) for eta in ETAS],
             "yticklabels": [f"{name}, {eta}" for name in names for eta in ETAS]}
    runs.write_table(SCRIPT, "table", NOTE,
                     ["corpus", "eta", "sampler", "best log posterior per token", "difference from Gibbs (sd over runs)",
                      "held-out log-likelihood per word", "difference from Gibbs (sd)", "topics", "ms per sweep",
                      "splits accepted", "merges accepted"], rows)
    runs.figure(SCRIPT, "figure", [*panels, ("cosines of pairs of topics with 1% of the tokens or more", "cosine", "", dots, ticks)],
                columns=3)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
