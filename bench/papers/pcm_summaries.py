#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, sections 4.6.2 and 4.6.4: topic summaries by the model without labels.

Table 6: the proportion of different words among the first words of all topics. Figures 11 and 12: which words get the
largest exclusivity and the most varied rates, in models with and without regularization across topics.

The paper: AP without the stop words of SMART's list and without proper nouns, 10 to 100 topics. PCM (the unsupervised
form of its model) by FREX, LDA by FREX and by frequency.

Here: AP as distributed, which has its own stop words removed and includes names. SWEEPS sweeps; means over 20 draws of
the second half. LDA has alpha .1, and beta .01 or .1, since the paper prints none and the order of table 6 depends on it.
The variance is that of log rates, and that of rates relative to their mean over topics.

usage: bench/papers/pcm_summaries.py   (half an hour on one thread)
"""
import csv
import json

import numpy
import scipy.stats

import runs
from plans import Command, hash_of, note
from settings import BLOCK_COLLAPSED, LDA, PCM, run

SCRIPT = "pcm_summaries"
TOPICS = runs.size([10, 25, 50, 100], [3, 5])
LENGTHS = [5, 10, 25, 50]
SWEEPS = runs.size(1000, 30)
MODELS = {"pcm": PCM, "lda": {**LDA, **BLOCK_COLLAPSED}, "lda-.1": {**LDA, **BLOCK_COLLAPSED, "beta": .1}}
TITLES = {"pcm": "PCM", "lda": "LDA, beta .01", "lda-.1": "LDA, beta .1"}
WORDS = {"format": "label-words", "exclusivity-weight": .5}  # of FREX
BOUNDS = [10, 100, 1000]  # bins of words, by their number of tokens
PAPER = {(5, 10): (1, 1, .82), (5, 25): (1, 1, .752), (5, 50): (1, 1, .612), (5, 100): (.998, .974, .522),
         (10, 10): (1, 1, .79), (10, 25): (1, 1, .744), (10, 50): (.998, .99, .594), (10, 100): (.989, .948, .462),
         (25, 10): (1, 1, .744), (25, 25): (.998, .997, .65), (25, 50): (.978, .942, .493), (25, 100): (.924, .846, .384),
         (50, 10): (1, 1, .678), (50, 25): (.997, .985, .553), (50, 50): (.977, .934, .448), (50, 100): (.907, .826, .384)}


def corpus():
    return runs.corpus("ap-whole")


def fit_options(model, topics):
    return {**MODELS[model], "topics": topics, **run(SWEEPS, keep=20)}


def plan():
    fits = [Command("fit", fit_options(model, topics)) for model in MODELS for topics in TOPICS]
    commands = [runs.command_of_corpus("ap-whole"), Command("export", WORDS)]
    ends = [fit for fit in fits if fit.options["topics"] in (TOPICS[0], TOPICS[-1])]
    return {"table_6": [*commands, *fits], "figures_11_12": [*commands, *ends]}


def fitted(model, topics):
    """The folder of a fit. A complete fit of an earlier run of the script is reused if it has the same options."""
    command = note(Command("fit", fit_options(model, topics)))
    folder = runs.OUTPUT / SCRIPT / f"{model}-{topics}-{hash_of([command, runs.command_of_corpus('ap-whole')])}"
    manifest = folder / "manifest.json"
    if not manifest.exists() or json.loads(manifest.read_text())["status"] != "complete":
        runs.fit(SCRIPT, folder.name, corpus(), command.options)
    return folder


def pcm(topics):
    """FREX, exclusivity and log rate of words by PCM, arrays [K, V]: means over the kept draws."""
    fit = fitted("pcm", topics)
    table = fit.with_name(f"{fit.name}-words.txt")
    runs.measured("export", fit, WORDS, "--output", table)
    with open(table, newline="") as file:
        rows = [[float(row[name]) for name in ("frex", "exclusivity", "rate")] for row in csv.DictReader(file, delimiter="\t")]
    frex, exclusivity, rate = numpy.array(rows).T.reshape(3, topics, -1)
    return frex, exclusivity, numpy.log(rate)


def lda(model, topics):
    """The same by LDA. Rates are word probabilities of a topic; exclusivity is for equally probable topics."""
    phi = numpy.load(fitted(model, topics) / "topic-word-1-mean.npy").astype(float)
    exclusivity = phi / phi.sum(0)

    def ecdf(rows):
        return numpy.array([scipy.stats.rankdata(row, method="max") / len(row) for row in rows])

    return 2 / (1 / ecdf(phi) + 1 / ecdf(exclusivity)), exclusivity, numpy.log(phi)


def unique_proportion(scores, length):
    """The proportion of different words among the first `length` words of all topics."""
    first = numpy.argsort(-scores, axis=1, kind="stable")[:, :length]
    return len(numpy.unique(first)) / first.size


def word_counts():
    tokens = numpy.load(corpus() / "tokens.npy", mmap_mode="r")
    return numpy.bincount(tokens, minlength=len((corpus() / "vocabulary.txt").read_text().splitlines()))


def stability(topics, name, exclusivity, log_rate):
    """A row of the table of figures 11 and 12, and their panels."""
    counts = word_counts()
    top, rate = exclusivity.max(0), numpy.exp(log_rate)
    values = {"logit of its largest exclusivity": numpy.log(top / (1 - numpy.minimum(top, 1 - 1e-12))),
              "variance of its log rates": log_rate.var(0), "variance of its relative rates": (rate / rate.mean(0)).var(0)}
    bins = numpy.digitize(counts, BOUNDS)
    medians = [f"{numpy.median(of[bins == b]):.2f}" if (bins == b).any() else "-" for of in values.values()
               for b in range(len(BOUNDS) + 1)]
    correlations = [f"{scipy.stats.spearmanr(counts, of)[0]:.2f}" for of in values.values()]
    title = f"{name}, {topics} topics"
    panels = [(title, "tokens of the word", label, [("", counts, of, 2)], {"xscale": "log"}) for label, of in values.items()]
    return (topics, name, *correlations, *medians), panels


def summaries(model, topics):
    return pcm(topics) if model == "pcm" else lda(model, topics)


def main():
    proportions, rows, panels = [], [], []
    for topics in TOPICS:
        found = {model: summaries(model, topics) for model in MODELS}
        by_frex, by_frequency = ({model: of[i] for model, of in found.items()} for i in (0, 2))
        scores = [*by_frex.values(), *(by_frequency[model] for model in MODELS if model != "pcm")]
        for length in LENGTHS:
            shown = [f"{unique_proportion(each, length):.3f}" for each in scores]
            proportions.append((length, topics, *shown, *PAPER.get((length, topics), "---")))
        if topics in (TOPICS[0], TOPICS[-1]):
            for model in MODELS:
                row, row_panels = stability(topics, TITLES[model], *found[model][1:])
                rows.append(row)
                panels += row_panels
    runs.write_table(SCRIPT, "table_6", "more than 90% of the words by PCM's FREX belong to one topic only", [
        "words per topic", "topics", *(f"{title} by FREX" for title in TITLES.values()),
        *(f"{TITLES[model]} by frequency" for model in MODELS if model != "pcm"),
        "paper: PCM by FREX", "LDA by FREX", "LDA by frequency"], sorted(proportions))
    bins = ["1-9", "10-99", "100-999", "1000 and more"]
    measures = ["logit exclusivity", "variance of log rates", "variance of relative rates"]
    note = "in LDA the most exclusive words and the most varied rates are among rare words, in PCM among frequent words"
    runs.write_table(SCRIPT, "figures_11_12", note, [
        "topics", "model", *(f"rank correlation with tokens: {of}" for of in measures),
        *(f"median {of}, words of {tokens} tokens" for of in measures for tokens in bins)], rows)
    runs.figure(SCRIPT, "figures_11_12", panels, columns=3)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
