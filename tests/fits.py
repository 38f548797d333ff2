"""Corpora and fits for the tests of what reads them.

A corpus comes from `themata import`; a fit is written here, by NumPy, as src/themata/store/fit_folder.hpp describes it,
so that the reader meets another writer than its own, and its draw is known.
"""
import dataclasses
import json
import os
import pathlib
import subprocess

import numpy as np

PROGRAM = os.environ.get("THEMATA_PROGRAM", "build/dev/themata")
HOSTILE = ["</script><img src=x onerror=alert(1)>", "new york", "<!--", "naïve", "日本語", '"&\\u003c', "apple", "pear"]


def themata(*args, **kwargs):
    """Runs the program; its output and errors are text."""
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, **kwargs)


def must(*args):
    done = themata(*args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_corpus(folder, documents):
    """Imports documents, lists of words each, in which no word holds '|'; ids are hostile too."""
    source = pathlib.Path(folder).with_suffix(".jsonl")
    rows = [{"id": f"<b>doc</b> {i}\t& co", "text": "|".join(words)} for i, words in enumerate(documents)]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    must("import", "--format", "jsonl", "--token-regex", "[^|]+", "--preserve-case", "--stop-words", "none",
         source, "--output", folder)
    return pathlib.Path(folder)


def random_documents(n_documents, words, seed=7, empty=()):
    rng = np.random.default_rng(seed)
    weights = 1 / np.arange(1, len(words) + 1)
    sizes = [0 if d in empty else int(rng.integers(5, 60)) for d in range(n_documents)]
    return [[words[v] for v in rng.choice(len(words), size=n, p=weights / weights.sum())] for n in sizes]


@dataclasses.dataclass
class Planted:
    """A fit as it was written, and what a reader should make of it."""
    path: pathlib.Path
    vocabulary: list
    tokens: np.ndarray
    offsets: np.ndarray
    z: np.ndarray          # with topics numbered by size, as every verb shows them
    prior: np.ndarray      # weight of each of those topics in a document
    beta: float

    @property
    def topic_word(self):
        return np.array([np.bincount(self.tokens[self.z == k], minlength=len(self.vocabulary))
                         for k in range(len(self.prior))])

    @property
    def document_topic(self):
        return np.array([np.bincount(self.z[a:b], minlength=len(self.prior))
                         for a, b in zip(self.offsets[:-1], self.offsets[1:])])

    @property
    def document_word(self):
        return np.array([np.bincount(self.tokens[a:b], minlength=len(self.vocabulary))
                         for a, b in zip(self.offsets[:-1], self.offsets[1:])])


def assign(tokens, offsets, n_topics, rng):
    """A topic a token: words prefer one topic, documents prefer two."""
    home = rng.integers(0, n_topics, size=int(tokens.max(initial=0)) + 1)
    z = home[tokens]
    for a, b in zip(offsets[:-1].astype(int), offsets[1:].astype(int)):
        lean = rng.integers(0, n_topics, size=2)
        z[a:b] = np.where(rng.random(b - a) < 0.6, rng.choice(lean, size=b - a), z[a:b])
    return z.astype(np.uint16)


def trace_text(chain, n_topics, hdp, rng):
    sweeps = np.arange(10, 1001, 10)
    rise = 1 - np.exp(-sweeps / 120)
    lp = -4.1e6 + 3.5e5 * rise + rng.normal(0, 1500, len(sweeps)) + 800 * chain
    topics = np.maximum(1, np.round(n_topics * (rise if hdp else np.ones_like(rise)))).astype(int)
    head = ["# engine = themata 0.1.0", f"# model = {'hdp' if hdp else 'lda'}",
            "lp__,sweep,word_part,topics,alpha,beta," + ("gamma," if hdp else "") + "seconds"]
    rows = [f"{lp[i]:.2f},{s},{lp[i] * .9:.2f},{topics[i]},0.1,0.01,{'1,' if hdp else ''}{s * .0123:.4f}"
            for i, s in enumerate(sweeps)]
    return "\n".join(head + rows) + "\n"


def make_draw(chain, tokens, offsets, n_topics, hdp):
    """A draw as a sampler leaves it: topics in no order, and for the HDP one of them unused."""
    rng = np.random.default_rng(chain)
    ids = n_topics + (1 if hdp else 0)
    z = rng.permutation(ids)[assign(tokens, offsets, n_topics, rng)].astype(np.uint16)
    psi = rng.dirichlet(np.ones(ids)) * 0.9 if hdp else np.zeros(0)
    alpha = np.array([0.5]) if hdp else 0.1 + 0.01 * np.arange(ids)
    return dict(chain=np.uint32(chain), sweep=np.uint64(1000), z=z, alpha=alpha, beta=np.float64(0.01),
                gamma=np.float64(1 if hdp else 0), psi=psi, seconds=np.float64(12.3))


def as_shown(draw):
    """z and the prior weights with topics numbered by size, an HDP's unused ones left out."""
    weights = draw["alpha"][0] * draw["psi"] if len(draw["psi"]) else draw["alpha"]
    sizes = np.bincount(draw["z"], minlength=len(weights))
    order = np.argsort(-sizes, kind="stable")
    if len(draw["psi"]):
        order = order[sizes[order] > 0]
    number = np.zeros(len(weights), int)
    number[order] = np.arange(len(order))
    return number[draw["z"]], weights[order]


def write_manifest(folder, manifest):
    """Writes an edited manifest. Its own checksum is left out, as the program's message tells who edits one to do."""
    text = json.dumps({name: value for name, value in manifest.items() if name != "checksum"})
    (folder / "manifest.json").write_text(text)


def drop_checksums(folder):
    """Lets files of a fit be as an earlier version wrote them, without checksums."""
    manifest = json.loads((folder / "manifest.json").read_text())
    write_manifest(folder, {name: value for name, value in manifest.items() if name != "checksums"})


def plant(corpus, fit, n_topics, chains=1, hdp=False, status="complete"):
    """Writes a fit folder of planted draws over a corpus folder. Returns its first chain as Planted."""
    manifest = json.loads((corpus / "manifest.json").read_text())
    tokens, offsets = np.load(corpus / "tokens.npy"), np.load(corpus / "offsets.npy")
    (fit / "checkpoint").mkdir(parents=True)
    (fit / "draws").mkdir()
    draws = {chain: make_draw(chain, tokens, offsets, n_topics, hdp) for chain in range(1, chains + 1)}
    for chain, draw in draws.items():
        np.savez(fit / "checkpoint" / f"chain-{chain}.npz", **draw)
        if status == "complete":
            np.savez(fit / "draws" / f"chain-{chain}-sweep-00001000.npz", **draw)
        (fit / f"trace-{chain}.csv").write_text(trace_text(chain, n_topics, hdp, np.random.default_rng(chain)))
    options = {"model": "hdp" if hdp else "lda", "topics": n_topics, "sweeps": 1000, "burn-in": 500, "seed": 1}
    rows = [dict(chain=chain, sweep=1000, seconds=12.3, state_hash="0123456789abcdef", topics=n_topics,
                 log_posterior=-3750000.5) for chain in draws]
    sizes = {key: manifest[key] for key in ("documents", "types", "tokens")}
    (fit / "manifest.json").write_text(json.dumps({
        "format": "themata-fit", "version": 1, "engine": "0.1.0", "status": status, "options": options,
        "corpus": {"path": str(corpus.resolve()), "hash": manifest["hash"], **sizes}, "chains": rows}))
    z, prior = as_shown(draws[1])
    vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
    return Planted(fit, vocabulary, tokens, offsets, z, prior, 0.01)
