#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, sections 4.2 to 4.4: exclusivity, frequency and stop words.

Figure 3: how exclusive a word can be to a label, by the variance of its rates below the parent label. Figures 4 and 5:
frequency against exclusivity, and the words in the upper corner. Figure 6: stop words compared with other words.

The paper: Reuters RCV1, with stop words.

Here: chemical exposure, Reuters-21578, Debian's tags and arXiv, with at most 10,000 documents each (5,000 of the last
two). The 5,000 most frequent words, including stop words. SWEEPS sweeps; means over 20 draws of the second half.

usage: bench/papers/hpc_exclusivity.py [CORPUS...]   (default chem, reuters, debian and arxiv: half an hour on two threads)
"""
import csv

import numpy
import scipy.stats

import labeled
import runs
from plans import Command
from settings import HPC, run

SCRIPT = "hpc_exclusivity"
SWEEPS = runs.size(500, 30)
CORNER = .95  # a word is in the upper corner if both its ranks (ECDF) are at least this
NAMED = 10  # number of words that are printed


FIT = {**HPC, **run(SWEEPS, keep=20)}


def imports(name):
    """With stop words, which is the corpus that is fitted, and without."""
    words = {**labeled.LABELED, "stop-words": "none", "keep-types": labeled.WORDS, "keep-types-by": "frequency"}
    return {"corpus": labeled.command_of(name, words), "without-stop-words": labeled.command_of(name, labeled.LABELED)}


def plan(*names):
    commands = [Command("fit", FIT), *(command for name in names or labeled.CORPORA for command in imports(name).values())]
    return {"figure_3": commands, "figure_5": commands, "figure_6": commands}


class Fitted:
    """What a fit reports about the words of its labels: arrays [K, V], with labels sorted by size."""

    def __init__(self, name):
        self.folder = runs.OUTPUT / SCRIPT / name
        found = labeled.sample(name)
        corpus, without = (labeled.import_documents(found, runs.clear(self.folder / part), command)
                           for part, command in imports(name).items())
        self.words = numpy.array(corpus.words)
        self.stop = ~numpy.isin(self.words, without.words) if not runs.QUICK else numpy.arange(len(self.words)) % 4 == 0
        fit = runs.fit(SCRIPT, f"{name}-fit", corpus.folder, FIT)
        with open(fit.folder / "labels-1.tsv", newline="") as file:
            self.labels = {int(row["topic"]): row for row in csv.DictReader(file, delimiter="\t")}
        arrays = numpy.load(fit.folder / "label-words-1.npz")
        self.rate, self.exclusivity, self.tau2 = arrays["rate"], arrays["exclusivity"], arrays["tau2"]
        self.branch = {int(parent): row for row, parent in enumerate(arrays["parent"])}

    def label(self, k):
        return self.labels[k]["label"]

    def children(self, parent):
        """Labels directly below a label; -1 is the corpus."""
        name = self.label(parent) if parent >= 0 else ""
        return [k for k, row in self.labels.items() if row["parent"] == name]

    def documents(self, k):
        return int(self.labels[k]["documents_below"])


def ecdf(values):
    return scipy.stats.rankdata(values, method="max") / len(values)


def logit(p):
    return numpy.log(p / (1 - numpy.minimum(p, 1 - 1e-7)))


def branches(fitted):
    """The corpus, and the label with the most documents that has several labels directly below it."""
    inner = [k for k in fitted.branch if k >= 0 and len(fitted.children(k)) > 1]
    return [-1, *sorted(inner, key=fitted.documents)[-1:]]


def by_variance(name, fitted):
    """Figure 3: rows that say how well tau^2 predicts the largest exclusivity, and panels."""
    for parent in branches(fitted):
        children, tau2 = fitted.children(parent), fitted.tau2[fitted.branch[parent]]
        exclusivity = fitted.exclusivity[children]
        title = f"{name}: below {fitted.label(parent) if parent >= 0 else 'the corpus'}"
        panel = (title, "tau^2", "exclusivity to each label", [("", numpy.tile(tau2, len(children)), exclusivity.ravel(), 1)], {"xscale": "log"})
        top, low = exclusivity.max(0), tau2 <= numpy.quantile(tau2, .1)
        row = (name, fitted.label(parent) if parent >= 0 else "-", len(children), f"{1 / len(children):.3f}", f"{numpy.median(top[low]):.3f}",
               f"{numpy.median(top[tau2 >= numpy.quantile(tau2, .9)]):.3f}", f"{scipy.stats.spearmanr(tau2, top)[0]:.2f}")
        yield row, panel


def frex_plots(name, fitted):
    """Figures 4 and 5: rows and panels of the two largest labels that have siblings and no labels below them."""
    leaves = [k for k, row in fitted.labels.items() if k not in fitted.branch and sum(
        other["parent"] == row["parent"] for other in fitted.labels.values()) > 1]
    for k in sorted(leaves, key=fitted.documents)[-2:]:
        rate, exclusivity = fitted.rate[k], fitted.exclusivity[k]
        ranks = numpy.minimum(ecdf(rate), ecdf(exclusivity))
        corner = [v for v in numpy.argsort(-ranks, kind="stable") if ranks[v] >= CORNER]
        panel = (f"{name}: {fitted.label(k).rpartition('/')[2]}", "log rate", "logit of exclusivity",
                 [("", numpy.log(rate), logit(exclusivity), 1), ("", numpy.log(rate[corner]), logit(exclusivity[corner]), 4)],
                 {"words": [(numpy.log(rate[v]), logit(exclusivity[v]), fitted.words[v]) for v in corner[:NAMED]]})
        frequent = fitted.words[numpy.argsort(-rate, kind="stable")[:NAMED]]
        yield (name, fitted.label(k), len(corner), " ".join(fitted.words[corner[:NAMED]]), " ".join(frequent)), panel


def stop_words(name, fitted):
    """Figure 6: the best rank of a word over all labels, by frequency and by exclusivity.

    @returns a row with the proportions of words whose best rank is in the first 1%, and panels
    """
    best = {of: numpy.max([ecdf(row) for row in rows], axis=0) for of, rows in (("frequency", fitted.rate), ("exclusivity", fitted.exclusivity))}
    lines = [[(which, *histogram(values[chosen])) for which, chosen in (("stop words", fitted.stop), ("others", ~fitted.stop))]
             for values in best.values()]
    panels = [(f"{name}: {of}", "best rank over labels", "proportion of words", two) for of, two in zip(best, lines)]
    proportions = [f"{(values[chosen] >= .99).mean():.3f}" for values in best.values() for chosen in (fitted.stop, ~fitted.stop)]
    medians = [f"{numpy.median(values[chosen]):.3f}" for values in best.values() for chosen in (fitted.stop, ~fitted.stop)]
    return (name, int(fitted.stop.sum()), int((~fitted.stop).sum()), *proportions, *medians), panels


def histogram(values):
    counts, edges = numpy.histogram(values, numpy.linspace(0, 1, 41))
    return (edges[1:] + edges[:-1]) / 2, counts / max(1, counts.sum())


def main(*names):
    variances, corners, stops = [], [], []
    panels = {"figure_3": [], "figures_4_5": [], "figure_6": []}
    for name in names or labeled.CORPORA:
        fitted = Fitted(name)
        for rows, results, figure in ((variances, by_variance(name, fitted), "figure_3"), (corners, frex_plots(name, fitted), "figures_4_5")):
            for row, panel in results:
                rows.append(row)
                panels[figure].append(panel)
        row, row_panels = stop_words(name, fitted)
        stops.append(row)
        panels["figure_6"] += row_panels
    note = "for small tau^2, exclusivity stays near one over the number of labels; for large tau^2, it comes near one"
    runs.write_table(SCRIPT, "figure_3", note, [
        "corpus", "parent", "labels", "one over their number",
        "median of the largest exclusivity, words in the lowest tenth by tau^2", "in the highest tenth",
        "rank correlation with tau^2"], variances)
    note = "words in the upper corner show what a label is about; frequent words occur everywhere"
    runs.write_table(SCRIPT, "figure_5", note, [
        "corpus", "label", "words in the corner", "first of these words", "most frequent words"], corners)
    which = [f"{of}, {words}" for of in ("frequency", "exclusivity") for words in ("stop words", "others")]
    runs.write_table(SCRIPT, "figure_6", "stop words are among the most frequent words, and hardly ever among the most exclusive", [
        "corpus", "stop words", "others", *(f"in the first 1% of a label by {of}" for of in which),
        *(f"median best rank by {of}" for of in which)], stops)
    for figure, figure_panels in panels.items():
        runs.figure(SCRIPT, figure, figure_panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
