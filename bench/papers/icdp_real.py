#!/usr/bin/python3
"""IBP compound Dirichlet paper, section 5.3: models with masks on real corpora, compared with the HDP.

Table 1: held-out words predicted by models with masks, by the HDP and by its Pitman-Yor form. Figure 8: traces of the
hyperparameters. Figures 9 and 10: topics per document and per word, with averages of words and documents per topic.
Tables 2 and 3: topics of one model and the nearest topics of the others.

The paper: 20 Newsgroups, Reuters, KOS and NIPS. Five folds, half of each held-out document observed, log perplexity
with the standard error over folds. The HDP has both concentrations 1 and topic Dirichlet .1, its Pitman-Yor form has
discount .25. The masks have "optimal" discounts, near 0 for topics and about .25 for words.

Here: KOS and AP as distributed, and a sample of Reuters. SWEEPS sweeps from 100 topics; means over 20 draws of the
second half. sigma is 0 and zeta is .25. In addition to the paper's models: HDP and LDA with learned concentrations,
because the models with masks learn theirs.

Fits and scores of an earlier run of the script are reused.

usage: bench/papers/icdp_real.py [CORPUS...]   (default kos, ap and reuters: hours on one thread)
"""
import json

import numpy
import scipy.sparse

import runs
from plans import Command, hash_of, note
from settings import BLOCK_COLLAPSED, COMPLETION, FRANCHISE, FTM, HDP, LDA, LIDA, run

SCRIPT = "icdp_real"
SWEEPS = runs.size(600, 20)
FOLDS = runs.size(5, 2)
START = 100  # topics
SETTINGS = {"alpha": 1, "gamma": 1, "beta": .1}  # of the paper's HDP
MODELS = {
    "HDP": {**HDP, **BLOCK_COLLAPSED, "topics": START, **SETTINGS},
    "HPY": {**FRANCHISE, **SETTINGS, "discount": .25, "document-discount": .25},
    "FTM (1, 0)": {**FTM, "topics": START, "learn": "alpha,beta,eta"},
    "FTM": {**FTM, "topics": START},
    "LIDA": {**LIDA, "topics": START},
    "HDP, learned": {**HDP, **BLOCK_COLLAPSED, "topics": START, "learn": "alpha,beta,gamma"},
    "LDA, learned": {**LDA, **BLOCK_COLLAPSED, "topics": START, "learn": "alpha,beta"},
}
FITS = {model: Command("fit", {**options, **run(SWEEPS, keep=20, trace_every=5)}) for model, options in MODELS.items()}
SCORE = Command("evaluate", {**COMPLETION, "folds": FOLDS})
CORPORA = ["kos", "ap", "reuters"]
# Log perplexities that the paper prints for KOS. The HDP and its Pitman-Yor form were too slow there.
PAPER = {("kos", "FTM (1, 0)"): 7.262, ("kos", "FTM"): 7.266, ("kos", "LIDA"): 7.257}
PAPER_AVERAGES = "KOS: HDP, FTM and LIDA have 158, 43 and 47 words per topic, and 9, 4 and 4 documents per topic"
TRACED = ["topics", "alpha", "beta", "eta", "delta", "topics_a_document", "words_a_topic"]
MATCHED = 5  # number of topics to match


def corpus_of(name):
    return "reuters" if name == "reuters" else f"{name}-whole"


def plan(*names):
    commands = [*(runs.command_of_corpus(corpus_of(name)) for name in names or CORPORA), *FITS.values(), SCORE]
    return {"table_1": commands, "averages": commands, "matched_topics": commands}


def fit_and_score(corpus, model):
    """The fit of a whole corpus, and its cross-validation score."""
    made_by = [runs.command_of_corpus(corpus_of(corpus)), note(FITS[model]), note(SCORE)]
    fit = runs.Fit(runs.OUTPUT / SCRIPT / f"{corpus}-{model.replace(' ', '')}-{hash_of(made_by)}", 0)
    found = fit.folder.with_name(f"{fit.folder.name}.json")
    if not found.exists():
        fit = runs.fit(SCRIPT, fit.folder.name, runs.corpus(corpus_of(corpus)), FITS[model].options, threads=1)
        score = json.loads(runs.measured("evaluate", fit.folder, SCORE.options, "--format", "json", "--threads", 1))
        found.write_text(json.dumps(score | {"processor": fit.cpu_seconds}))
        print(corpus, model, score["log_likelihood_per_word"], flush=True)
    return fit, json.loads(found.read_text())


def counts(fit, name):
    return scipy.sparse.load_npz(fit.folder / f"{name}-1.npz")


def histogram(numbers):
    """The values from 1 to the largest, and how often each occurs."""
    found = numpy.bincount(numbers)[1:]
    return numpy.arange(1, len(found) + 1), found


def nearest(phi, topic):
    """The topic with the smallest sum of absolute differences of word probabilities (eq. 48)."""
    return int(numpy.abs(phi - topic).sum(1).argmin())


def matched_topics(corpus, fits):
    """Random topics of FTM, not too small, and the nearest topics of the HDP and LIDA."""
    words = (runs.corpus(corpus_of(corpus)) / "vocabulary.txt").read_text().splitlines()
    phi = {model: fits[model].phi() for model in ("FTM", "HDP", "LIDA")}
    sizes = numpy.array(fits["FTM"].topic_sizes())
    large = numpy.flatnonzero(sizes >= sizes.sum() / 500)
    chosen = numpy.random.default_rng(1).choice(large, min(MATCHED, len(large)), replace=False)
    return [(corpus, number, model, " ".join(words[v] for v in other[nearest(other, phi["FTM"][topic])].argsort()[::-1][:10]))
            for number, topic in enumerate(chosen, 1) for model, other in phi.items()]


def main(*names):
    names = names or CORPORA
    scores, averages, topics, histograms, of_corpora = [], [], [], [], {}
    for name in names:
        fits = of_corpora[name] = {}
        for model in MODELS:
            fits[model], score = fit_and_score(name, model)
            sparsity = json.loads(runs.themata("evaluate", fits[model].folder, "--format", "json"))["sparsity"]
            scores.append((name, model, f"{-score['log_likelihood_per_word']:.3f}", f"{score['standard_error']:.3f}",
                           PAPER.get((name, model), "-"), f"{fits[model].last()['topics']:.0f}", f"{score['processor'] / SWEEPS:.3f}"))
            averages.append((name, model, *(f"{sparsity[kind]:.1f}" for kind in
                                            ("types_a_topic", "documents_a_topic", "topics_a_document", "topics_a_type"))))
        for title, file, axis in (("topics per document", "document-topic", 1), ("topics per word", "topic-word", 0)):
            lines = [(model, *histogram(numpy.asarray((counts(fit, file) > 0).sum(axis)).ravel())) for model, fit in fits.items()
                     if model in ("HDP", "HPY", "FTM", "LIDA")]
            histograms.append((f"{name}: {title}", "topics", "documents" if axis else "words", lines, {"xlim": (0, 60 if axis else 40)}))
        topics += matched_topics(name, fits)
    traces = runs.trace_panels(of_corpora, TRACED, {model: model for model in ("FTM (1, 0)", "FTM", "LIDA")})
    runs.figure(SCRIPT, "laws", traces, columns=len(names))
    runs.figure(SCRIPT, "histograms", histograms)
    runs.write_table(SCRIPT, "table_1", "models with masks predict better than the HDP, and better still with a power law for words",
                     ["corpus", "model", "log perplexity", "standard error", "paper", "topics", "seconds per sweep"], scores)
    runs.write_table(SCRIPT, "averages", PAPER_AVERAGES,
                     ["corpus", "model", "words per topic", "documents per topic", "topics per document", "topics per word"], averages)
    runs.write_table(SCRIPT, "matched_topics", "matched topics of all models are clean; those of FTM and LIDA are more coherent",
                     ["corpus", "topic", "model", "words"], topics)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
