"""Reports with made-up data, as src/themata/report/report.hpp describes it: any number of topics, hostile and foreign text.

    python3 mock_report.py N [FILE]     writes the page of N topics
"""
import json
import pathlib
import sys

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "web/dist/report.html"
HOSTILE = ["</script><img src=x onerror=alert(1)>", "new york", "<!--", "naïve", "日本語", '"&\\u003c', "مكتبة", "😀👩‍🚀",
           "Donaudampfschifffahrtsgesellschaft", "a\u2028b", "O'Hara", "‮evil"]
SYLLABLES = ["ba", "co", "di", "fen", "gra", "hul", "jo", "kel", "lim", "mon", "nor", "pe", "quin", "ras", "sol", "tur"]
IDS = ["it's \"quoted\"", "<b>bold</b> & co", "a/b?c=d#e%20f", "مستند-٧", "文档 七", "😀", "javascript:alert(1)", "  spaces  "]
FIELDS = ["year", "journal", "title"]


def round4(values):
    return np.round(np.asarray(values, float), 4).tolist()


def within(value, width=0.2):
    return [round(value, 4), round(value * (1 - width), 4), round(min(1, value * (1 + width)), 4)]


class Mock:
    """Topics as rows of a sparse table of words; documents mix a few of them."""

    def __init__(self, n_topics, n_documents=60, optional=True, seed=1, **facts):
        self.rng = np.random.default_rng(seed)
        self.n, self.optional, self.more = n_topics, optional, facts
        n_words = max(60, min(6000, 6 * n_topics))
        made = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in [""] + SYLLABLES * 2]
        self.words = (HOSTILE + list(dict.fromkeys(made)))[:n_words]
        self.sizes = np.sort(self.rng.gamma(0.5, 4000, n_topics).astype(int) + 40)[::-1]
        self.topic_words = [self.rng.choice(len(self.words), 36, replace=False) for _ in range(n_topics)]
        self.counts = [np.sort((self.rng.dirichlet(np.full(36, 0.4)) * size).astype(int) + 1)[::-1] for size in self.sizes]
        self.totals = np.zeros(len(self.words), int)
        for words, counts in zip(self.topic_words, self.counts):
            np.add.at(self.totals, words, counts)
        self.documents = [self.document(d) for d in range(n_documents)]

    def document(self, d):
        topics = self.rng.choice(self.n, min(self.n, 4), replace=False)
        shares = np.sort(self.rng.dirichlet(np.ones(len(topics))))[::-1]
        row = {"id": IDS[d] if d < len(IDS) else f"doc-{d:04}", "length": 0}
        text, tokens = "", []
        for _ in range(int(self.rng.integers(30, 120))):
            topic = int(self.rng.choice(topics, p=shares))
            word = self.words[self.topic_words[topic][min(35, int(self.rng.exponential(6)))]]
            start = len(text.encode("utf-16-le")) // 2
            text += word
            tokens.append([start, len(text.encode("utf-16-le")) // 2, topic, round(float(self.rng.beta(4, 1)), 2)])
            text += " of the " if self.rng.random() < 0.2 else ". " if self.rng.random() < 0.1 else " "
        row["length"] = len(tokens)
        if not self.optional:
            return row
        row["topics"] = [[int(t), *within(float(s))] for t, s in zip(topics, shares)]
        row["metadata"] = {"year": 1990 + d % 20, "journal": ["Nature & Co", "<i>Cell</i>", "日本の雑誌"][d % 3], "title": f"On {text[:30]}"}
        if d % 5 == 4:  # some have no text
            row["words"] = [[self.words.index(w), t, c, 1] for w, t, c in
                            ((text.encode("utf-16-le")[2 * a:2 * b].decode("utf-16-le"), t, c) for a, b, t, c in tokens)]
        else:
            row.update(text=text, tokens=tokens, cut=d == 8)
        return row

    def topic(self, k):
        words = [[int(w), int(c), len(self.words) - i, int(self.rng.integers(1, len(self.words)))]
                 for i, (w, c) in enumerate(zip(self.topic_words[k], self.counts[k]))]
        top = [(d, s[1]) for d, row in enumerate(self.documents) for s in row.get("topics", []) if s[0] == k]
        top = sorted(top, key=lambda pair: -pair[1]) or [(k % len(self.documents), 0.01)]
        share = self.sizes[k] / self.sizes.sum()
        row = {"name": "<b>Named</b>" if k == 1 else "", "tokens": int(self.counts[k].sum()), "documents": len(top), "words": words,
               "top": [[d, s, 3] for d, s in top[:20]]}
        if not self.optional:
            return row
        others = [int(o) for o in self.rng.choice(self.n, min(5, self.n), replace=False) if o != k]
        row.update(number=k, auto_name=", ".join(self.words[w] for w in self.topic_words[k][:3]), share=round(share, 4),
                   share_low=round(share * 0.9, 4), share_high=round(share * 1.1, 4),
                   words=[word + within(word[1] / self.sizes[k]) for word in words],
                   top=[[d, *within(s)[:1], 3, *within(s)[1:]] for d, s in top[:20]],
                   nearest=sorted(([o, round(float(self.rng.uniform(0.2, 0.9)), 3)] for o in others), key=lambda pair: pair[1]),
                   correlated=[[o, round(float(self.rng.uniform(-0.5, 0.7)), 3)] for o in others],
                   chains=[1, 2] if k % 3 else [1], found=0.9 if k % 4 == 2 else 1, npmi=round(float(self.rng.uniform(-0.1, 0.4)), 4), exclusivity=0.61, mask={"words": 120, "latent": None, "documents": 14} if k == 4 else None)
        return row

    def layout(self):
        points = self.rng.normal(size=(self.n, 6)) * [3, 2, 1, 1, 1, 1] / 10
        distances = np.sqrt(((points[:, None] - points[None]) ** 2).sum(2)) if self.n <= 1000 else None
        if distances is None:  # a tree without all pairs: neighbors in a row
            merges = linkage(points, "average")
        else:
            np.fill_diagonal(distances, 0)
            merges = linkage(squareform(distances, checks=False), "average") if self.n > 1 else np.zeros((0, 4))
        return ({"x": round4(points[:, 0]), "y": round4(points[:, 1]), "distance": "Jensen-Shannon (square root)", "explained": 0.41},
                {"leaves": self.n, "merges": [[int(a), int(b), round(float(h), 4), int(n)] for a, b, h, n in merges]})

    def traces(self):
        sweeps = list(range(10, 2001, 10))
        rows = []
        for chain in (1, 2, 3):
            rise = -np.exp(-np.array(sweeps) / 150) * 9000 + self.rng.normal(size=len(sweeps)).cumsum() * 4
            rows.append({"chain": chain, "sweep": sweeps,
                         "values": {"lp__": round4(rise - 1e6), "topics": [self.n] * len(sweeps), "alpha": round4(1 + rise / 1e5),
                                    "gamma": [None] * len(sweeps)}})
        return rows

    def fields(self):
        def cells(n):
            rows = [[within(float(self.rng.uniform(0, 0.1)), 0.4) for _ in range(n)] for _ in range(min(self.n, 500))]
            rows[0][1] = None  # a group without tokens
            return rows
        return [{"field": "year", "kind": "year", "groups": [str(year) for year in range(1990, 2010)], "documents": [3] * 20, "tokens": [90] * 20, "topics": cells(20)},
                {"field": "journal", "kind": "category", "groups": ["Nature & Co", "<i>Cell</i>", "日本の雑誌", "other"],
                 "documents": [20, 20, 19, 1], "topics": cells(4)}]

    def facts(self):
        facts = {"model": "hdp", "heading": "Hierarchical Dirichlet process", "status": "complete", "engine": "1.0", "exact": True,
                 "verdict": "Not converged: chains disagree.", "unsettled": True, "fixed_topics": False, "corpus": "abstracts", "hash": "00ff",
                 "chain": 1, "sweep": 2000, "burn_in": 500, "topics": self.n, "rates": False, "tree": False, "documents": len(self.documents),
                 "empty": 1, "types": len(self.words), "tokens": int(sum(counts.sum() for counts in self.counts)),
                 "options": {"alpha": 1, "seed": 7, "learn": ["alpha", "gamma"], "model": "hdp", "beta": None},
                 "chains": [{"chain": c, "sweep": 2000, "seconds": 12.5, "topics": self.n, "log_posterior": -1e6} for c in (1, 2, 3)]}
        if self.optional:
            facts.update(topics_90=max(1, self.n // 2), topics_99=max(1, int(0.9 * self.n)), interval=0.9, interval_draws=40, aligned="matched", title="abstracts", sampled_documents=None,
                         has_text=True, fields=FIELDS, extra=[["Discount", "0.31 ± 0.02"]])
        return {**facts, **self.more}

    def data(self):
        data = {"facts": self.facts(), "charts": [["lp__", "Log posterior"], ["topics", "Topics in use"], ["alpha", "alpha"], ["gamma", "gamma"]],
                "traces": self.traces(), "vocabulary": [[word, int(n)] for word, n in zip(self.words, self.totals)],
                "topics": [self.topic(k) for k in range(self.n)],
                "documents": self.documents if self.optional else [[row["id"], row["length"]] for row in self.documents]}
        if self.optional:
            layout, tree = self.layout()
            data.update(map=layout, tree=tree, by_field=self.fields(), comparison=None,
                        diagnosis={"verdict": "nearly", "text": "Nearly settled: R-hat of alpha is 1.03; run 1,000 more sweeps.",
                                   "shows": ["The chains agree on the log posterior."], "does_not_show": ["That no better mode exists."],
                                   "rows": [{"name": "lp__", "mean": -1e6, "sd": 120.5, "rhat": 1.004, "ess_bulk": 512.3, "ess_tail": 601.2},
                                            {"name": "alpha", "mean": 0.98, "sd": 0.01, "rhat": 1.03, "ess_bulk": 120, "ess_tail": None},
                                            {"name": "gamma", "mean": None, "sd": None, "rhat": 1.4, "ess_bulk": 9, "ess_tail": 12}]},
                        quality={"npmi": {"mean": 0.123, "sd": 0.05}, "exclusivity": 0.61, "diversity": None, "effective_topics": 17.5, "words": 10})
        return data


def with_comparison(data):
    data["comparison"] = {"other": {"fit": "fit-2", "model": "lda", "chain": 1, "sweep": 500, "topics": 4, "tokens": 100}, "limit": 0.4, "distance": "Hellinger",
                          "pairs": [[0, 1, 0.2, True], [1, 0, 0.41, False]], "summary": {"matched": 1, "share_matched": 0.21},
                          "split": [[2, [2, 3]]], "merged": [[[3, 4], 1]], "only_a": [5], "only_b": [2],
                          "topics_b": [{"number": i, "name": "", "share": 0.25, "words": ["<b>x</b>", f"w{i}"]} for i in range(4)]}
    return data


def as_tree(data):
    """The same topics as labels of a tree with two below each."""
    data["facts"].update(tree=True, rates=True, model="hpc", heading="Hierarchical Poisson convolution")
    depths = [0]
    for k in range(1, len(data["topics"])):
        depths.append(depths[(k - 1) // 2] + 1)
    order = []

    def walk(k):
        if k < len(depths):
            order.append(k)
            walk(2 * k + 1)
            walk(2 * k + 2)
    walk(0)
    for place, k in enumerate(order):
        data["topics"][k].update(name=f"label <{k}>", place=place, depth=depths[k], documents_below=3)
    return data


def page(data):
    """What report_page (src/themata/report/page.cpp) makes of the data."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for letter, escape in (("<", "\\u003c"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029")):
        text = text.replace(letter, escape)
    return TEMPLATE.read_text(encoding="utf-8").replace("/*DATA*/", text)


if __name__ == "__main__":
    made = page(Mock(int(sys.argv[1])).data())
    pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else f"report-{sys.argv[1]}.html").write_text(made, encoding="utf-8")
