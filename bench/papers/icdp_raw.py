#!/usr/bin/python3
"""IBP compound Dirichlet paper, section 5.3: text as it is, with its stop words and rare words.

Figure 1: frequencies of words by rank. Text of section 5.3: held-out words of 1,000 documents of unprocessed text, by
models with masks of topics alone (FTM) and of words too (LIDA). Figure 8: hyperparameters for three values of sigma.

The paper: 1,000 documents of 20 Newsgroups with 20,659 words; log perplexities 7.017 (FTM with delta 1 and sigma 0),
6.999 (FTM) and 6.759 (LIDA). It says that LIDA gains by the words' power law, and does not print its zeta; elsewhere it
is "about .25". Figure 8 is of NIPS with zeta .25.

Here: 1,000 stories of Reuters-21578 and 1,000 abstracts of arXiv. Every word of one letter or more is kept. zeta is
searched. Fits from 1,000 topics show whether the result depends on the start.

Fits and scores of an earlier run of the script are reused.

usage: bench/papers/icdp_raw.py [CORPUS...]   (default reuters-raw and arxiv-raw: hours on one thread)
"""
import json

import numpy
import scipy.sparse

import runs
from plans import Command, hash_of, note
from settings import BLOCK_COLLAPSED, COMPLETION, FTM, HDP, LDA, LIDA, run

SCRIPT = "icdp_raw"
SWEEPS = runs.size(400, 10)
FOLDS = runs.size(3, 2)
START, FAR_START = 100, runs.size(1000, 60)  # topics
FREQUENT = 100  # number of most frequent words that count as stop words
MODELS = {
    "LDA, learned": {**LDA, **BLOCK_COLLAPSED, "topics": START, "learn": "alpha,beta"},
    "HDP, learned": {**HDP, **BLOCK_COLLAPSED, "topics": START, "learn": "alpha,beta,gamma"},
    "FTM (1, 0)": {**FTM, "topics": START, "learn": "alpha,beta,eta"},
    "FTM": {**FTM, "topics": START},
    "FTM from 1000": {**FTM, "topics": FAR_START},
    **{f"LIDA, zeta {zeta}": {**LIDA, "topics": START, "zeta": zeta} for zeta in (0, .25, .5)},
    "LIDA, zeta .25, from 1000": {**LIDA, "topics": FAR_START},
    **{f"LIDA, zeta .25, sigma {sigma}": {**LIDA, "topics": START, "sigma": sigma} for sigma in (.1, .25)},
}
FITS = {model: Command("fit", {**options, **run(SWEEPS, keep=10, trace_every=5)}) for model, options in MODELS.items()}
SCORE = Command("evaluate", {**COMPLETION, "folds": FOLDS})
CORPORA = ["reuters-raw", "arxiv-raw"][:runs.size(2, 1)]
ZIPF = ["kos-whole", "ap-whole"]  # as in figure 1, besides
PAPER = {"FTM (1, 0)": 7.017, "FTM": 6.999, "LIDA, zeta 0.25": 6.759}  # of another corpus
SIGMAS = {"LIDA, zeta 0.25": "0", "LIDA, zeta .25, sigma 0.1": ".1", "LIDA, zeta .25, sigma 0.25": ".25"}
TRACED = ["topics", "alpha", "beta", "eta", "delta", "gamma", "xi"]


def plan(*names):
    commands = [*(runs.command_of_corpus(name) for name in names or CORPORA), *FITS.values(), SCORE]
    return {"raw": commands, "zipf": [runs.command_of_corpus(name) for name in [*(names or CORPORA), *ZIPF]]}


def fit_and_score(corpus, model):
    """The fit of a whole corpus, and its cross-validation score."""
    made_by = [runs.command_of_corpus(corpus), note(FITS[model]), note(SCORE)]
    fit = runs.Fit(runs.OUTPUT / SCRIPT / f"{corpus}-{model.replace(' ', '')}-{hash_of(made_by)}", 0)
    found = fit.folder.with_name(f"{fit.folder.name}.json")
    if not found.exists():
        fit = runs.fit(SCRIPT, fit.folder.name, runs.corpus(corpus), FITS[model].options, threads=1)
        score = json.loads(runs.measured("evaluate", fit.folder, SCORE.options, "--format", "json", "--threads", 1))
        found.write_text(json.dumps(score))
        print(corpus, model, score["log_likelihood_per_word"], flush=True)
    return fit, json.loads(found.read_text())


def frequencies(corpus):
    """Tokens of each word type, by the vocabulary's order."""
    return numpy.bincount(numpy.load(runs.corpus(corpus) / "tokens.npy"))


def of_frequent_words(fit, frequency):
    """Of the topics with 50 tokens or more: their number, the mean number of frequent words among their ten best, and the
    mean proportion of them that a frequent word has tokens of."""
    counts = numpy.asarray(scipy.sparse.load_npz(fit.folder / "topic-word-1.npz").todense())
    counts = counts[counts.sum(1) >= 50]
    frequent = numpy.argsort(-frequency, kind="stable")[:FREQUENT]
    best = numpy.argsort(-counts, 1, kind="stable")[:, :10]
    return len(counts), numpy.isin(best, frequent).sum(1).mean(), (counts[:, frequent] > 0).mean()


def slope(frequency):
    """c of a line through log frequency and log rank, by least squares over ranks spaced evenly in logs."""
    ordered = numpy.sort(frequency[frequency > 0])[::-1]
    ranks = numpy.unique(numpy.geomspace(1, len(ordered), 50).astype(int))
    return -numpy.polyfit(numpy.log(ranks), numpy.log(ordered[ranks - 1]), 1)[0]


def main(*names):
    rows, of_corpora = [], {}
    names = names or CORPORA
    for name in names:
        frequency = frequencies(name)
        fits = of_corpora[name] = {}
        for model in MODELS:
            fits[model], score = fit_and_score(name, model)
            large, best, used = of_frequent_words(fits[model], frequency)
            rows.append((name, model, f"{-score['log_likelihood_per_word']:.3f}", f"{score['standard_error']:.3f}",
                         PAPER.get(model, "-"), f"{fits[model].last()['topics']:.0f}", large, f"{best:.1f}", f"{used:.2f}"))
    panels = runs.trace_panels(of_corpora, TRACED, {model: f"sigma {sigma}" for model, sigma in SIGMAS.items()})
    runs.figure(SCRIPT, "figure_8", panels, columns=len(names))
    ordered = {name: numpy.sort(frequencies(name))[::-1] for name in [*names, *ZIPF]}
    runs.figure(SCRIPT, "figure_1", [("words by frequency", "rank", "tokens",
                                      [(name, numpy.arange(1, len(found) + 1), found) for name, found in ordered.items()],
                                      {"xscale": "log", "yscale": "log"})], columns=1)
    runs.write_table(SCRIPT, "raw", "FTM 7.017 and 6.999, LIDA 6.759, on 1,000 documents of 20 Newsgroups",
                     ["corpus", "model", "log perplexity", "standard error", "paper", "topics", "of 50 tokens or more",
                      "frequent words of the ten best", "topics with a frequent word"], rows)
    runs.write_table(SCRIPT, "zipf", "frequencies follow Zipf's law",
                     ["corpus", "tokens", "types", "slope"],
                     [(name, found.sum(), (found > 0).sum(), f"{slope(found):.2f}") for name, found in ordered.items()])


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
