"""Fits with everything that a report shows, and the data of its page."""
import json
import re

import numpy as np

import fits

WORDS = [fits.HOSTILE[i] if i < len(fits.HOSTILE) else f"w{i}" for i in range(30)]


def page_data(path):
    """The data block of a page."""
    page = path.read_text()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))


def documents(n=60, seed=3):
    """Documents about one of three subjects each, by year; ids and values are hostile."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(n):
        subject = d % 3
        words = [WORDS[10 * subject + rng.integers(0, 10)] if rng.random() < .9 else WORDS[rng.integers(0, 30)]
                 for _ in range(0 if d == 7 else 20 + d % 9)]
        rows.append({"id": f"<b>doc</b> {d}\t& co", "text": "|".join(words), "year": str(2001 + d // 15),
                     "date": f"{1990 + d % 4}-0{1 + d % 9}-11", "score": d / 8, "of": ["land", "sea", fits.HOSTILE[0]][subject],
                     "title": f"On number {d} of {d * d}", "same": "one"})
    return rows


FIELDS = "year,date,score,of,title,same"


def make_corpus(folder, rows, *options):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", folder / "rows.jsonl", "--format", "jsonl", "--token-regex", "[^|]+", "--preserve-case", "--stop-words", "none",
              "--metadata", FIELDS, *options, "--output", folder / "corpus")
    return folder / "corpus"


def make_fit(corpus, name, *options):
    fits.must("fit", corpus, "--seed", 5, "--threads", 2, "--output", corpus.parent / name, *options)
    return corpus.parent / name


def report(fit, *options, output="page.html"):
    fits.must("report", fit, "--output", fit.parent / output, *options)
    return page_data(fit.parent / output)


class Draws:
    """The kept draws of a chain of a fit of LDA, read by NumPy, their topics numbered as those shown."""

    def __init__(self, fit, corpus, chain):
        self.tokens, self.offsets = np.load(corpus / "tokens.npy"), np.load(corpus / "offsets.npy").astype(int)
        self.vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
        files = sorted((fit / "draws").glob(f"chain-{chain}-sweep-*.npz"))
        raw = [np.load(file) for file in files]
        K = len(raw[-1]["alpha"])
        order = np.argsort(-np.bincount(raw[-1]["z"], minlength=K), kind="stable")
        number = np.empty(K, int)
        number[order] = np.arange(K)
        self.z = [number[draw["z"]] for draw in raw]
        self.alpha = [draw["alpha"][order] for draw in raw]
        self.beta = [float(draw["beta"]) for draw in raw]
        self.K, self.V, self.D = K, len(self.vocabulary), len(self.offsets) - 1

    def each(self, function):
        return np.array([function(s) for s in range(len(self.z))])

    def shares(self, s):
        return np.bincount(self.z[s], minlength=self.K) / len(self.tokens)

    def phi(self, s):
        counts = np.zeros((self.K, self.V))
        np.add.at(counts, (self.z[s], self.tokens), 1)
        return (counts + self.beta[s]) / (counts.sum(1, keepdims=True) + self.V * self.beta[s])

    def counts(self, s):
        return np.array([np.bincount(self.z[s][a:b], minlength=self.K) for a, b in zip(self.offsets[:-1], self.offsets[1:])])

    def theta(self, s):
        counts = self.counts(s) + self.alpha[s]
        return counts / counts.sum(1, keepdims=True)


def interval(values):
    """Mean, 5% and 95% quantile over draws."""
    return np.mean(values, 0), np.quantile(values, .05, axis=0), np.quantile(values, .95, axis=0)
