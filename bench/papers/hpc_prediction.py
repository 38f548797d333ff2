#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, table 5: labels of documents predicted by four kinds of method.

The methods are the model (HPC), labeled LDA, a support vector machine (SVM) and logistic regression.

The paper: Reuters RCV1 and the New York Times, which are not free. Ten folds; each trains on 15% of the documents,
chooses a threshold on 25% and predicts the labels of 60%. The documents of every topic are split in the same
proportions. The 3% most frequent words. The SVM trains on 40% and has no threshold.

Here: chemical exposure, Reuters-21578, Debian's tags and arXiv, with at most 10,000 documents each (5,000 of the last
two). The 5,000 most frequent stems without stop words; FOLDS folds. The SVM also trains on 15%, like the others. The
classifiers are scikit-learn's, one label against the rest, on tf-idf. The model predicts in two ways: by its label
sets, and by affinities at their mode as in the paper. Every method predicts at least one label per document, because
every document has one.

Results of an earlier run of the script are reused.

usage: bench/papers/hpc_prediction.py [CORPUS...]   (default chem, reuters, debian and arxiv: hours on one thread)
"""
import json
import resource
import warnings

import numpy
import scipy.sparse

# scikit-learn is imported where it is used, so that the options can be checked without it (check.py).
import labeled
import runs
from plans import Command, hash_of, note
from settings import HPC, LABEL, LABEL_SWEEPS, LABELED_LDA, run

SCRIPT = "hpc_prediction"
FOLDS = {name: runs.size(folds, 2) for name, folds in {"chem": 10, "reuters": 3, "debian": 1, "arxiv": 3}.items()}
PROPORTIONS = [.15, .25, .6]  # training, threshold, prediction
SWEEPS = runs.size(500, 30)
RUN = run(SWEEPS, keep=runs.size(10, 2))
FITS = {"hpc": Command("fit", {**HPC, **RUN}), "labeled-lda": Command("fit", {**LABELED_LDA, **RUN})}
LABELS = {"labeled LDA": {"method": "shares", **LABEL, **LABEL_SWEEPS}, "HPC": {"method": "sets", **LABEL, **LABEL_SWEEPS},
          "HPC, at the mode": {"method": "mode", **LABEL}}
PARTS = ["train", "valid", "test"]
METHODS = ["SVM", "SVM, trained on 15%", "logistic regression", "labeled LDA", "HPC, at the mode", "HPC"]
AVERAGES = ["micro", "macro"]
PAPER = {"SVM": ".711 .706, .563 .551", "logistic regression": ".195 .768, .481 .600", "labeled LDA": ".487 .543, .344 .476",
         "HPC": ".695 .589, .505 .524"}  # Reuters RCV1: micro precision and recall, macro


def imports(name):
    """The commands that import the parts. The words of "train" are the vocabulary."""
    keep = {"keep-types": labeled.WORDS, "keep-types-by": "frequency"}
    return {part: labeled.command_of(name, {**labeled.STEMS, **(keep if part == "train" else {})}, part) for part in PARTS}


def made_by(name):
    return [*imports(name).values(), *FITS.values(), *(Command("label", options) for options in LABELS.values())]


def plan(*names):
    return {"table_5": [command for name in names or labeled.CORPORA for command in made_by(name)]}


def with_one_label(chosen, scores):
    chosen = chosen.copy()
    chosen[numpy.arange(len(scores)), scores.argmax(1)] = True
    return chosen


def best_threshold(scores, truth):
    """The threshold with the largest micro F1."""
    descending = numpy.sort(scores.ravel())[::-1]
    candidates = descending[numpy.unique(numpy.linspace(0, min(10 * truth.sum(), descending.size) - 1, 400).astype(int))]

    def f1(threshold):
        chosen = with_one_label(scores >= threshold, scores)
        return 2 * (chosen & truth).sum() / (chosen.sum() + truth.sum())

    return max(candidates, key=f1)


class Split:
    """The corpora of a fold, and their features for a classifier."""

    def __init__(self, name, fold):
        self.folder = runs.OUTPUT / SCRIPT / f"{name}-{fold}"
        self.folder.mkdir(parents=True, exist_ok=True)
        parts = labeled.stratified(labeled.sample(name), PROPORTIONS, fold)
        self.train, self.valid, self.test = (
            labeled.import_documents(part, runs.clear(self.folder / role), command)
            for part, (role, command) in zip(parts, imports(name).items()))
        self.names = sorted({label for part in (self.train, self.valid, self.test) for labels in part.labels() for label in labels})

    def truth(self, part):
        return part.label_matrix(self.names)

    def features(self):
        """The tf-idf features of the three parts, for the words of the training part."""
        from sklearn.feature_extraction.text import TfidfTransformer

        tfidf = TfidfTransformer(sublinear_tf=True).fit(self.train.counts(self.train.words))
        return [tfidf.transform(part.counts(self.train.words)) for part in (self.train, self.valid, self.test)]

    def by_themata(self, fit, method):
        """What `themata label` predicts with a fit. The threshold is chosen on the second part."""
        output = self.folder / "labels.npz"
        runs.measured("label", fit.folder, LABELS[method], self.test.folder, "--calibrate", self.valid.folder, "--format", "npz",
                      "--threads", 1, "--output", output)
        names = output.with_name("labels.npz.labels.txt").read_text().splitlines()
        chosen = numpy.zeros((len(self.test), len(self.names)), bool)
        known = [(column, self.names.index(name)) for column, name in enumerate(names) if name in self.names]
        predicted = numpy.load(output)["predicted"].astype(bool)
        for column, number in known:
            chosen[:, number] = predicted[:, column]
        return chosen


def by_svm(split, parts):
    """Trains on the first `parts` parts."""
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.svm import LinearSVC

    features = split.features()
    known = numpy.vstack([split.truth(part) for part in (split.train, split.valid)[:parts]])
    model = OneVsRestClassifier(LinearSVC()).fit(scipy.sparse.vstack(features[:parts]), known)
    scores = model.decision_function(features[-1])
    # scikit-learn gives 0 to a label without training documents, which is above the scores of near misses.
    scores[:, ~known.any(0)] = -numpy.inf
    return with_one_label(scores > 0, scores)


def by_logistic_regression(split):
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier

    train, valid, test = split.features()
    model = OneVsRestClassifier(LogisticRegression(solver="liblinear")).fit(train, split.truth(split.train))
    of_valid, scores = model.predict_proba(valid), model.predict_proba(test)
    return with_one_label(scores >= best_threshold(of_valid, split.truth(split.valid)), scores)


def predictions(split, methods):
    """Yields each method, its predictions, and the CPU seconds that it took."""
    def fitted(model):
        return runs.fit(SCRIPT, f"{split.folder.name}-{model}", split.train.folder, FITS[model].options, threads=1)

    fits = {}

    def by_hpc(method):
        if "hpc" not in fits:
            fits["hpc"] = fitted("hpc")
        return split.by_themata(fits["hpc"], method)

    predictors = [lambda: by_svm(split, 2), lambda: by_svm(split, 1), lambda: by_logistic_regression(split),
                  lambda: split.by_themata(fitted("labeled-lda"), "labeled LDA"), lambda: by_hpc("HPC, at the mode"),
                  lambda: by_hpc("HPC")]
    for method in methods:
        before = cpu_seconds()
        chosen = predictors[METHODS.index(method)]()
        yield method, chosen, cpu_seconds() - before


def cpu_seconds():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def averages_of(truth, chosen, seconds):
    """Precision, recall and F1 of a method. Labels that no test document has are left out of the macro averages."""
    from sklearn.metrics import precision_recall_fscore_support

    tested = truth.any(0)
    micro = precision_recall_fscore_support(truth, chosen, average="micro", zero_division=0)
    macro = precision_recall_fscore_support(truth[:, tested], chosen[:, tested], average="macro", zero_division=0)
    return {"seconds": seconds, "labels": int(tested.sum()), "documents": len(truth), "micro": micro[:3], "macro": macro[:3]}


def scores_of(name, fold):
    """The scores of each method in a fold."""
    found = runs.OUTPUT / SCRIPT / f"{name}-{fold}-{hash_of(map(note, made_by(name)))}.json"
    scores = json.loads(found.read_text()) if found.exists() else {}
    methods = [method for method in METHODS if method not in scores]
    if methods:
        split = Split(name, fold)
        truth = split.truth(split.test)
        for method, chosen, seconds in predictions(split, methods):
            scores[method] = averages_of(truth, chosen, seconds)
            values = (*scores[method]["micro"], *scores[method]["macro"])
            print(name, fold, method, *(f"{value:.3f}" for value in values), f"{seconds:.0f} s", flush=True)
            found.write_text(json.dumps(scores))
    return scores


def main(*names):
    warnings.filterwarnings("ignore", message="Label .* is present in all|Label not .* is present in all")  # for rare labels
    names = names or labeled.CORPORA
    rows, panels = [], []
    for name in names:
        folds = [scores_of(name, fold) for fold in range(1, FOLDS[name] + 1)]
        points = {average: [] for average in AVERAGES}
        for method in METHODS:
            cells = []
            for average in AVERAGES:
                values = numpy.array([fold[method][average] for fold in folds])
                sds = [f" ({sd:.3f})" for sd in values.std(0, ddof=1)] if len(folds) > 1 else ["", "", ""]
                cells += [f"{mean:.3f}{sd}" for mean, sd in zip(values.mean(0), sds)]
                points[average].append((method, values[:, 1], values[:, 0], 16))
            seconds = numpy.median([fold[method]["seconds"] for fold in folds])
            rows.append((name, method, *cells, f"{seconds:.0f}", len(folds), PAPER.get(method, "-")))
        panels += [(f"{name}: {average}", "recall", "precision", of) for average, of in points.items()]
    runs.write_table(SCRIPT, "table_5", "the SVM is first on Reuters RCV1, the model on the New York Times; labeled LDA is behind both", [
        "corpus", "method", *(f"{average} {of}" for average in AVERAGES for of in ("precision", "recall", "F1")), "seconds", "folds",
        "paper: Reuters RCV1"], rows)
    runs.figure(SCRIPT, "table_5", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
