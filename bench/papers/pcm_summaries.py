#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, sections 4.6.2 and 4.6.4: how many of the words that stand for topics are of one topic alone
(table 6), and to which words models without and with regularization across topics give the most exclusivity and the most
different rates (figures 11 and 12).

The paper: AP without the stop words of SMART's list and without proper nouns, 10 to 100 topics; the unsupervised form of its model
(PCM) by FREX, LDA by FREX and by frequency. Here: AP as it comes, whose own stop words are gone and whose names are there; SWEEPS sweeps,
means over 20 draws of their second half; LDA with alpha .1 and beta .01. The variance is of log rates.

usage: bench/papers/pcm_summaries.py   (twenty minutes on two threads)
"""
import csv
import json

import numpy
import scipy.stats

import runs

SCRIPT = "pcm_summaries"
TOPICS = runs.size([10, 25, 50, 100], [3, 5])
LENGTHS = [5, 10, 25, 50]
SWEEPS = runs.size(1000, 30)
FIT = ["--sweeps", SWEEPS, "--keep", 20]
TOP = 500  # words
BOUNDS = [10, 100, 1000]  # of the tokens of a word
PAPER = {(5, 10): (1, 1, .82), (5, 25): (1, 1, .752), (5, 50): (1, 1, .612), (5, 100): (.998, .974, .522),
         (10, 10): (1, 1, .79), (10, 25): (1, 1, .744), (10, 50): (.998, .99, .594), (10, 100): (.989, .948, .462),
         (25, 10): (1, 1, .744), (25, 25): (.998, .997, .65), (25, 50): (.978, .942, .493), (25, 100): (.924, .846, .384),
         (50, 10): (1, 1, .678), (50, 25): (.997, .985, .553), (50, 50): (.977, .934, .448), (50, 100): (.907, .826, .384)}


def corpus():
    return runs.corpus("ap-whole")


def fitted(model, topics):
    """The folder of a fit; what an earlier run of the script left is not fitted again."""
    folder = runs.OUTPUT / SCRIPT / f"{model}-{topics}-{SWEEPS}"
    manifest = folder / "manifest.json"
    if not manifest.exists() or json.loads(manifest.read_text())["status"] != "complete":
        runs.fit(SCRIPT, folder.name, corpus(), "--model", model, "--topics", topics, *FIT)
    return folder


def pcm(topics):
    """FREX, exclusivity and log rate of words [K, V] by PCM: means over the kept draws."""
    fit = fitted("pcm", topics)
    table = fit.with_name(f"{fit.name}-words.txt")
    runs.themata("export", fit, "--format", "label-words", "--output", table)
    with open(table, newline="") as file:
        rows = [[float(row[name]) for name in ("frex", "exclusivity", "rate")] for row in csv.DictReader(file, delimiter="\t")]
    frex, exclusivity, rate = numpy.array(rows).T.reshape(3, topics, -1)
    return frex, exclusivity, numpy.log(rate)


def lda(topics):
    """The same by LDA, whose rates are probabilities of a topic's words, and exclusivity of equally probable topics."""
    phi = numpy.load(fitted("lda", topics) / "topic-word-1-mean.npy").astype(float)
    exclusivity = phi / phi.sum(0)

    def ecdf(rows):
        return numpy.array([scipy.stats.rankdata(row, method="max") / len(row) for row in rows])

    return 2 / (1 / ecdf(phi) + 1 / ecdf(exclusivity)), exclusivity, numpy.log(phi)


def unique_share(scores, length):
    """How many different words the first ones of all topics are, of the most that they could be."""
    first = numpy.argsort(-scores, axis=1, kind="stable")[:, :length]
    return len(numpy.unique(first)) / first.size


def word_counts():
    tokens = numpy.load(corpus() / "tokens.npy", mmap_mode="r")
    return numpy.bincount(tokens, minlength=len((corpus() / "vocabulary.txt").read_text().splitlines()))


def stability(topics, name, exclusivity, log_rate):
    """A line of the table of figures 11 and 12, and their panels."""
    counts = word_counts()
    top = exclusivity.max(0)
    logit, variance = numpy.log(top / (1 - numpy.minimum(top, 1 - 1e-12))), log_rate.var(0)
    of = numpy.digitize(counts, BOUNDS)
    medians = [f"{numpy.median(values[of == b]):.2f}" if (of == b).any() else "-" for values in (logit, variance)
               for b in range(len(BOUNDS) + 1)]
    correlations = [f"{scipy.stats.spearmanr(counts, values)[0]:.2f}" for values in (logit, variance)]
    of_top = [int(numpy.median(counts[numpy.argsort(-values, kind="stable")[:TOP]])) for values in (top, variance)]
    title = f"{name}, {topics} topics"
    panels = [(title, "tokens of the word", label, [("", counts, values, 2)], {"xscale": "log"})
              for label, values in (("logit of its largest exclusivity", logit), ("variance of its log rates", variance))]
    return (topics, name, *correlations, *of_top, *medians), panels


def main():
    shares, lines, panels = [], [], []
    for topics in TOPICS:
        of_pcm, of_lda = pcm(topics), lda(topics)
        for length in LENGTHS:
            found = [unique_share(scores, length) for scores in (of_pcm[0], of_lda[0], of_lda[2])]
            paper = PAPER.get((length, topics), "---")
            shares.append((length, topics, *(value for pair in zip((f"{x:.3f}" for x in found), paper) for value in pair)))
        if topics in (TOPICS[0], TOPICS[-1]):
            for name, (_, exclusivity, log_rate) in (("LDA", of_lda), ("PCM", of_pcm)):
                line, more = stability(topics, name, exclusivity, log_rate)
                lines.append(line)
                panels += more
    runs.write_table(SCRIPT, "table_6", "above 90% of the words by PCM's FREX are of one topic alone", [
        "words a topic", "topics", *(f"{name}{of}" for name in ("PCM FREX", "LDA FREX", "LDA FREQ") for of in ("", ", paper"))],
        sorted(shares))
    bins = ["1-9", "10-99", "100-999", "1000-"]
    runs.write_table(SCRIPT, "figures_11_12", "LDA has the most exclusive words and the most varied rates among rare words, PCM among frequent ones", [
        "topics", "model", "rank correlation of exclusivity", "of variance",
        f"median tokens of the {TOP} words of the largest exclusivity", "of the largest variance",
        *(f"median {of}, {tokens} tokens" for of in ("logit exclusivity", "variance") for tokens in bins)], lines)
    runs.figure(SCRIPT, "figures_11_12", panels, columns=4)


if __name__ == "__main__":
    main()
