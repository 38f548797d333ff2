#!/usr/bin/python3
"""IBP compound Dirichlet paper, section 5.3: held-out words of real corpora predicted by models with masks, by the HDP and by its
Pitman-Yor form (table 1); how the hyperparameters go (figure 8); topics of documents and of words (figures 9 and 10), and
words and documents of topics; topics of one model and what is nearest to them in others (tables 2 and 3).

The paper: 20 Newsgroups, Reuters, KOS and NIPS, five folds, half of a held-out document given, log perplexity with the standard
error between folds; the HDP with both concentrations 1 and topic Dirichlet .1, its Pitman-Yor form with discount .25; "optimal"
discounts for the masks, near 0 for topics and about .25 for words. Here: KOS and AP as they come, and a sample of Reuters; SWEEPS
sweeps from 100 topics, the mean over 20 draws of their second half; sigma 0 and zeta .25; and beside the paper's models the HDP and LDA
that learn their concentrations, as those with masks do.

What an earlier run of the script left is not run again.

usage: bench/papers/icdp_real.py [CORPUS...]   (default kos, ap and reuters: hours on one thread)
"""
import json
import sys

import numpy
import scipy.sparse

import runs

SCRIPT = "icdp_real"
SWEEPS = runs.size(600, 20)
FOLDS = runs.size(5, 2)
HDP = ["--alpha", 1, "--gamma", 1, "--beta", .1]
MODELS = {
    "HDP": ["--model", "hdp", *HDP],
    "HPY": ["--model", "franchise", *HDP, "--discount", .25, "--document-discount", .25],
    "FTM (1, 0)": ["--model", "ftm", "--learn", "alpha,beta,eta"],
    "FTM": ["--model", "ftm"],
    "LIDA": ["--model", "lida", "--zeta", .25],
    "HDP, learned": ["--model", "hdp", "--learn", "alpha,beta,gamma"],
    "LDA, learned": ["--model", "lda", "--topics", 100, "--learn", "alpha,beta"],
}
# Log perplexities printed for KOS; the HDP and its Pitman-Yor form were too slow there.
PAPER = {("kos", "FTM (1, 0)"): 7.262, ("kos", "FTM"): 7.266, ("kos", "LIDA"): 7.257}
PAPER_AVERAGES = "KOS: HDP, FTM and LIDA have 158, 43 and 47 words a topic, 9, 4 and 4 documents a topic"
LAWS = ["topics", "alpha", "beta", "eta", "delta", "topics_a_document", "words_a_topic"]
MATCHED = 5  # topics


def run(corpus, model):
    """The fit of a whole corpus, and its score by cross-validation."""
    fit = runs.Fit(runs.OUTPUT / SCRIPT / f"{corpus}-{model.replace(' ', '')}-{SWEEPS}", 0)
    found = fit.folder.with_name(f"{fit.folder.name}.json")
    if not found.exists():
        folder = runs.corpus("reuters" if corpus == "reuters" else f"{corpus}-whole")
        fit = runs.fit(SCRIPT, fit.folder.name, folder, *MODELS[model], "--sweeps", SWEEPS, "--keep", 20, "--trace-every", 5,
                       "--threads", 1)
        score = json.loads(runs.themata("evaluate", fit.folder, "--folds", FOLDS, "--format", "json", "--threads", 1))
        found.write_text(json.dumps(score | {"processor": fit.processor}))
        print(corpus, model, score["log_likelihood_per_word"], flush=True)
    return fit, json.loads(found.read_text())


def counts(fit, name):
    return scipy.sparse.load_npz(fit.folder / f"{name}-1.npz")


def histogram(numbers):
    """How many have each number, from 1."""
    found = numpy.bincount(numbers)[1:]
    return numpy.arange(1, len(found) + 1), found


def nearest(phi, topic):
    """The topic whose words' probabilities differ least, in sum (eq. 48)."""
    return int(numpy.abs(phi - topic).sum(1).argmin())


def matched_topics(corpus, fits):
    """Random topics of FTM of some size, and what is nearest to them in the other two."""
    words = (runs.corpus("reuters" if corpus == "reuters" else f"{corpus}-whole") / "vocabulary.txt").read_text().splitlines()
    phi = {model: fits[model].phi() for model in ("FTM", "HDP", "LIDA")}
    sizes = numpy.array(fits["FTM"].topic_sizes())
    large = numpy.flatnonzero(sizes >= sizes.sum() / 500)
    drawn = numpy.random.default_rng(1).choice(large, min(MATCHED, len(large)), replace=False)
    return [(corpus, number, model, " ".join(words[v] for v in of[nearest(of, phi["FTM"][topic])].argsort()[::-1][:10]))
            for number, topic in enumerate(drawn, 1) for model, of in phi.items()]


def main():
    names = sys.argv[1:] or ["kos", "ap", "reuters"]
    scores, averages, topics, panels, marks = [], [], [], [], []
    for name in names:
        fits = {}
        for model in MODELS:
            fits[model], score = run(name, model)
            sparsity = json.loads(runs.themata("evaluate", fits[model].folder, "--format", "json"))["sparsity"]
            scores.append((name, model, f"{-score['log_likelihood_per_word']:.3f}", f"{score['standard_error']:.3f}",
                           PAPER.get((name, model), "-"), f"{fits[model].last()['topics']:.0f}", f"{score['processor'] / SWEEPS:.3f}"))
            averages.append((name, model, *(f"{sparsity[of]:.1f}" for of in
                                            ("types_a_topic", "documents_a_topic", "topics_a_document", "topics_a_type"))))
        for title, of, axis in (("topics of a document", "document-topic", 1), ("topics of a word", "topic-word", 0)):
            lines = [(model, *histogram(numpy.asarray((counts(fit, of) > 0).sum(axis)).ravel())) for model, fit in fits.items()
                     if model in ("HDP", "HPY", "FTM", "LIDA")]
            marks.append((f"{name}: {title}", "topics", "documents" if axis else "words", lines, {"xlim": (0, 60 if axis else 40)}))
        for law in LAWS:
            lines = [(model, *(fits[model].trace()[column] for column in ("sweep", law))) for model in ("FTM (1, 0)", "FTM", "LIDA")
                     if law in fits[model].trace()]
            panels.append((f"{name}: {law}", "sweep", "", lines))
        topics += matched_topics(name, fits)
    runs.figure(SCRIPT, "laws", panels, columns=len(LAWS))
    runs.figure(SCRIPT, "histograms", marks)
    runs.write_table(SCRIPT, "table_1", "masks predict better than the HDP, and with a power law of words better still",
                     ["corpus", "model", "log perplexity", "standard error", "in the paper", "topics", "seconds a sweep"], scores)
    runs.write_table(SCRIPT, "averages", PAPER_AVERAGES,
                     ["corpus", "model", "words a topic", "documents a topic", "topics a document", "topics a word"], averages)
    runs.write_table(SCRIPT, "matched_topics", "matched topics of all models are clean, those of FTM and LIDA more coherent",
                     ["corpus", "topic", "model", "words"], topics)


if __name__ == "__main__":
    main()
