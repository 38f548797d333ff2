#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, sections 4.2 to 4.4: how exclusive a word can be to a label, given how much its rates vary below
the label above (figure 3); frequency against exclusivity, and the words in the upper corner (figures 4 and 5); stop words against
others (figure 6).

The paper: Reuters RCV1, with stop words. Here: chemical exposure, Reuters-21578, Debian's tags and arXiv, at most 10,000 documents
of each, of the last two 5,000; the 5,000 most frequent words, stop words among them; SWEEPS sweeps, means over 20 draws of their second half.

usage: bench/papers/hpc_exclusivity.py [CORPUS...]   (default chem, reuters, debian and arxiv: half an hour on two threads)
"""
import csv
import sys

import numpy
import scipy.stats

import labelled
import runs

SCRIPT = "hpc_exclusivity"
SWEEPS = runs.size(500, 30)
CORNER = .95  # ECDF of both from which a word lies in the upper corner
NAMED = 10


class Fitted:
    """What a fit says of its labels' words: arrays [K, V], labels by size."""

    def __init__(self, name):
        self.folder = runs.OUTPUT / SCRIPT / name
        found = labelled.sample(name)
        corpus = self.imported(found, "corpus", "--stop-words", "none", "--keep-types", labelled.WORDS)
        without = self.imported(found, "without-stop-words")
        self.words = numpy.array(corpus.words)
        self.stop = ~numpy.isin(self.words, without.words) if not runs.QUICK else numpy.arange(len(self.words)) % 4 == 0
        fit = runs.fit(SCRIPT, f"{name}-fit", corpus.folder, "--model", "hpc", "--sweeps", SWEEPS, "--keep", 20)
        with open(fit.folder / "labels-1.tsv", newline="") as file:
            self.labels = {int(row["topic"]): row for row in csv.DictReader(file, delimiter="\t")}
        of = numpy.load(fit.folder / "label-words-1.npz")
        self.rate, self.exclusivity, self.tau2 = of["rate"], of["exclusivity"], of["tau2"]
        self.branch = {int(parent): row for row, parent in enumerate(of["parent"])}

    def imported(self, found, name, *words):
        return labelled.import_documents(found, runs.emptied(self.folder / name), *words)

    def label(self, k):
        return self.labels[k]["label"]

    def children(self, parent):
        """Labels right below a label; -1 is the corpus."""
        name = self.label(parent) if parent >= 0 else ""
        return [k for k, row in self.labels.items() if row["parent"] == name]

    def documents(self, k):
        return int(self.labels[k]["documents_below"])


def ecdf(values):
    return scipy.stats.rankdata(values, method="max") / len(values)


def logit(share):
    return numpy.log(share / (1 - numpy.minimum(share, 1 - 1e-7)))


def branches(fitted):
    """The corpus, and the label with most documents that has several right below it."""
    inner = [k for k in fitted.branch if k >= 0 and len(fitted.children(k)) > 1]
    return [-1, *sorted(inner, key=fitted.documents)[-1:]]


def by_variance(name, fitted):
    """Figure 3: its panels, and how far tau^2 tells the largest exclusivity."""
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
    """Figures 4 and 5 of the two labels with most documents that have siblings and none below them."""
    leaves = [k for k, row in fitted.labels.items() if k not in fitted.branch and sum(
        other["parent"] == row["parent"] for other in fitted.labels.values()) > 1]
    for k in sorted(leaves, key=fitted.documents)[-2:]:
        rate, exclusivity = fitted.rate[k], fitted.exclusivity[k]
        places = numpy.minimum(ecdf(rate), ecdf(exclusivity))
        corner = [v for v in numpy.argsort(-places, kind="stable") if places[v] >= CORNER]
        panel = (f"{name}: {fitted.label(k).rpartition('/')[2]}", "log rate", "logit of exclusivity",
                 [("", numpy.log(rate), logit(exclusivity), 1), ("", numpy.log(rate[corner]), logit(exclusivity[corner]), 4)],
                 {"words": [(numpy.log(rate[v]), logit(exclusivity[v]), fitted.words[v]) for v in corner[:NAMED]]})
        frequent = fitted.words[numpy.argsort(-rate, kind="stable")[:NAMED]]
        yield (name, fitted.label(k), len(corner), " ".join(fitted.words[corner[:NAMED]]), " ".join(frequent)), panel


def stop_words(name, fitted):
    """Figure 6: the best place of a word over labels, by frequency and by exclusivity; shares of words whose place is among the first 1%."""
    best = {of: numpy.max([ecdf(row) for row in rows], axis=0) for of, rows in (("frequency", fitted.rate), ("exclusivity", fitted.exclusivity))}
    lines = [[(which, *histogram(values[chosen])) for which, chosen in (("stop words", fitted.stop), ("others", ~fitted.stop))]
             for values in best.values()]
    panels = [(f"{name}: {of}", "best place over labels", "share of words", two) for of, two in zip(best, lines)]
    shares = [f"{(values[chosen] >= .99).mean():.3f}" for values in best.values() for chosen in (fitted.stop, ~fitted.stop)]
    medians = [f"{numpy.median(values[chosen]):.3f}" for values in best.values() for chosen in (fitted.stop, ~fitted.stop)]
    return (name, int(fitted.stop.sum()), int((~fitted.stop).sum()), *shares, *medians), panels


def histogram(values):
    counts, edges = numpy.histogram(values, numpy.linspace(0, 1, 41))
    return (edges[1:] + edges[:-1]) / 2, counts / max(1, counts.sum())


def main():
    variances, corners, stops = [], [], []
    panels = {"figure_3": [], "figures_4_5": [], "figure_6": []}
    for name in sys.argv[1:] or labelled.CORPORA:
        fitted = Fitted(name)
        for rows, drawn, of in ((variances, by_variance(name, fitted), "figure_3"), (corners, frex_plots(name, fitted), "figures_4_5")):
            for row, panel in drawn:
                rows.append(row)
                panels[of].append(panel)
        row, more = stop_words(name, fitted)
        stops.append(row)
        panels["figure_6"] += more
    runs.write_table(SCRIPT, "figure_3", "where tau^2 is small exclusivity stays at one over the number of labels; where it is large it nears one", [
        "corpus", "below", "labels", "one over their number", "median of the largest exclusivity, words of the lowest tenth by tau^2",
        "of the highest tenth", "rank correlation"], variances)
    runs.write_table(SCRIPT, "figure_5", "words in the upper corner tell a label's content, frequent ones are said everywhere", [
        "corpus", "label", "words in the corner", "the first of them", "most frequent words"], corners)
    which = [f"{of}, {words}" for of in ("frequency", "exclusivity") for words in ("stop words", "others")]
    runs.write_table(SCRIPT, "figure_6", "stop words are among the most frequent, and hardly ever among the most exclusive", [
        "corpus", "stop words", "others", *(f"in the first 1% of some label by {of}" for of in which),
        *(f"median best place by {of}" for of in which)], stops)
    for of, drawn in panels.items():
        runs.figure(SCRIPT, of, drawn)


if __name__ == "__main__":
    main()
