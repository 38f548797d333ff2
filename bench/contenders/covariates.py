#!/usr/bin/env python3
"""Dirichlet-multinomial regression in pythemata and in tomotopy: the same documents, words and factor.

    python3 bench/contenders/covariates.py DOCUMENTS.jsonl --field NAME [--topics 30] [--sweeps 500] [--seeds 2] [--most 8000]

A line of DOCUMENTS.jsonl is an object with `text` and the field. Levels that fewer than 100 documents have are left out. Every tenth document is held out. Words are those of
pythemata's default rules that five documents have; both packages get the same tokens. Each fits with its own defaults,
alpha and beta aside: the prior weights of topics begin at .1, beta is .01, and pythemata learns it.

Printed for each package and seed: processor seconds of the fit (one thread: tomotopy's several threads are approximate), and the
mean log-likelihood of a held-out token: the first half of a document's tokens says what its topics are, given its
level of the field; the second half is scored by theta phi, with each package's own phi and inference.

Then the effects: the difference of log alpha between each level and the reference, by topic. tomotopy gives one value;
pythemata the posterior mean and an interval. Topics are matched by least Hellinger distance. Printed: the correlation, and
how many signs agree where pythemata's 90% interval does not contain 0.

Needs install.py, and pythemata in the same environment.
"""
import argparse
import collections
import csv
import json
import pathlib
import tempfile
import time

import numpy as np
import pythemata as tm
import tomotopy
from scipy.optimize import linear_sum_assignment

least_of_a_level = 100


def read(path, field, most):
    rows = [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()[:most]]
    sizes = collections.Counter(row[field] for row in rows)
    rows = [row for row in rows if sizes[row[field]] >= least_of_a_level]
    return [row["text"] for row in rows], [str(row[field]) for row in rows]


def tokens_of(corpus):
    """The words of each document, in order."""
    words = np.array(corpus.vocabulary)
    offsets = np.concatenate([[0], np.cumsum(corpus.lengths)])
    return [list(words[corpus.tokens[a:b]]) for a, b in zip(offsets[:-1], offsets[1:])]


def scored(theta, phi, index, hidden):
    """Mean log p of hidden tokens. @param hidden  lists of words, a list for each row of theta"""
    total, n = 0.0, 0
    for row, words in zip(theta, hidden):
        numbers = [index[word] for word in words if word in index]
        total += np.log(row @ phi[:, numbers]).sum()
        n += len(numbers)
    return total / n


def corpus_of(documents, levels, field, like=None):
    options = {"like": like} if like is not None else {"pretokenized": True, "stop_words": "none"}
    return tm.Corpus.from_texts([" ".join(words) for words in documents], metadata={field: levels}, **options)


def ours(train, levels, observed, seen_levels, args, seed):
    corpus = corpus_of(train, levels, args.field)
    start = time.process_time()
    fit = tm.fit(corpus, "dmr", topics=args.topics, covariates=args.field, sweeps=args.sweeps, burn_in=args.sweeps // 2,
                 keep=100, seed=seed, chains=1, threads=1, progress=False)
    seconds = time.process_time() - start
    inferred = fit.infer(corpus_of(observed, seen_levels, args.field, like=fit), threads=1)
    index = {word: v for v, word in enumerate(corpus.vocabulary)}
    with tempfile.TemporaryDirectory() as folder:
        fit.export("coefficients", pathlib.Path(folder) / "c.tsv")
        rows = list(csv.DictReader((pathlib.Path(folder) / "c.tsv").open(encoding="utf-8"), delimiter="\t"))
    return seconds, np.asarray(inferred.mean, float), np.asarray(fit.topic_word, float), index, rows


def theirs(train, levels, observed, seen_levels, args, seed):
    model = tomotopy.DMRModel(k=args.topics, alpha=.1, eta=.01, seed=seed)
    for words, level in zip(train, levels):
        model.add_doc(words, metadata=level)
    start = time.process_time()
    model.train(args.sweeps, workers=1)
    seconds = time.process_time() - start
    documents = [model.make_doc(words, metadata=level) for words, level in zip(observed, seen_levels)]
    model.infer(documents, iterations=100, workers=1)
    theta = np.array([document.get_topic_dist() for document in documents])
    phi = np.array([model.get_topic_word_dist(k) for k in range(model.k)])
    index = {word: v for v, word in enumerate(model.used_vocabs)}
    names = list(model.metadata_dict)
    return seconds, theta, phi, index, {name: np.asarray(model.lambdas)[:, i] for i, name in enumerate(names)}


def matched(a, b):
    """For each row of a, the row of b; columns are the same words."""
    distance = np.sqrt(np.maximum(0, 1 - np.sqrt(a) @ np.sqrt(b).T))
    return linear_sum_assignment(distance)[1]


def compare_effects(our, their, args):
    (*_, phi, index, rows), (*_, other_phi, other_index, lambdas) = our, their
    words = sorted(set(index) & set(other_index))
    pairs = matched(phi[:, [index[w] for w in words]], other_phi[:, [other_index[w] for w in words]])
    levels = sorted({row["covariate"].partition("=")[2] for row in rows if "=" in row["covariate"]})
    (reference,) = [level for level in lambdas if level not in levels]
    ours_, theirs_, clear = [], [], []
    for row in rows:
        level = row["covariate"].partition("=")[2]
        if level not in levels:
            continue
        k = int(row["topic"])
        ours_.append(float(row["mean"]))
        theirs_.append(float(lambdas[level][pairs[k]] - lambdas[reference][pairs[k]]))
        clear.append(float(row["q5"]) > 0 or float(row["q95"]) < 0)
    ours_, theirs_, clear = map(np.array, (ours_, theirs_, clear))
    same = (np.sign(ours_) == np.sign(theirs_))[clear]
    print(f"effects: correlation {np.corrcoef(ours_, theirs_)[0, 1]:.2f}; of {clear.sum()} of {len(clear)} whose interval "
          f"does not contain 0, {same.sum()} have the same sign; mean |effect| {np.abs(ours_).mean():.2f} and "
          f"{np.abs(theirs_).mean():.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents")
    parser.add_argument("--field", required=True)
    for name, value in (("topics", 30), ("sweeps", 500), ("seeds", 2), ("most", 8000)):
        parser.add_argument(f"--{name}", type=int, default=value)
    args = parser.parse_args()
    texts, levels = read(args.documents, args.field, args.most)
    documents = tokens_of(tm.Corpus.from_texts(texts, min_documents=5))
    held = [d % 10 == 9 for d in range(len(documents))]
    train = [words for words, out in zip(documents, held) if not out]
    train_levels = [level for level, out in zip(levels, held) if not out]
    test = [(words, level) for words, level, out in zip(documents, levels, held) if out and len(words) > 1]
    observed, hidden = ([words[:len(words) // 2] for words, _ in test], [words[len(words) // 2:] for words, _ in test])
    seen_levels = [level for _, level in test]
    print(f"{len(train)} documents, {sum(map(len, train))} tokens; {len(test)} held out; levels {sorted(set(levels))}")
    for seed in range(1, args.seeds + 1):
        results = []
        for name, run in (("pythemata", ours), ("tomotopy", theirs)):
            result = run(train, train_levels, observed, seen_levels, args, seed)
            seconds, theta, phi, index, _ = result
            print(f"seed {seed} {name:10} {seconds:7.1f} s   log p of a held-out token {scored(theta, phi, index, hidden):.4f}",
                  flush=True)
            results.append(result)
        compare_effects(*results, args)


if __name__ == "__main__":
    main()
