"""The corpora. Every contender gets the same tokens in the same order, and the same vocabulary.

Each corpus is made once, by themata's import or simulation, and saved in four forms:
  tokens.npy, offsets.npy  types of the tokens, shape (N,), and where documents begin, shape (D + 1,)
  tokens.txt               one line per document: its tokens as words w0, w1, ..., separated by spaces
  corpus.ldac              the counts in LDA-C format: the number of distinct types, then type:count
  vocabulary.txt           the words of types 0, 1, ...
Empty documents and words without tokens are removed, because engines differ in whether they count them.

For inference and the task held-out, a corpus is split into training documents and new documents. Each part is saved in
the same forms.
"""
import dataclasses
import pathlib
import shutil
import subprocess
import sys

import numpy

# Arguments of themata import. AP and KOS are distributed without stop words.
REAL = {
    "ap": ["ap/ap.dat", "--format", "ldac", "--vocabulary", "ap/vocab.txt"],
    "kos": ["kos/docword.kos.txt.gz", "--format", "uci", "--vocabulary", "kos/vocab.kos.txt"],
    "arxiv": ["arxiv.jsonl.zst", "--format", "jsonl", "--text", "title,text", "--remove-stopwords", "--min-count", "10"],
}
SIMULATED = {
    "simulated": ["--documents", "3000", "--types", "8000", "--topics", "100", "--length", "150"],
    # The topics overlap, so that samplers do not get stuck in different modes.
    "tiny": ["--documents", "200", "--types", "100", "--topics", "5", "--length", "50", "--beta", "0.3"],
}
NAMES = ["ap", "kos", "arxiv", "simulated"]
NEW_EVERY = 10  # every tenth document is new
SPLIT_SEED = 1  # of the random halves of new documents


@dataclasses.dataclass
class Corpus:
    name: str
    folder: pathlib.Path

    def __post_init__(self):
        self.tokens = numpy.load(self.folder / "tokens.npy")
        self.offsets = numpy.load(self.folder / "offsets.npy")
        self.types = int(self.tokens.max()) + 1

    def documents(self):
        """The document of each token, shape (N,)."""
        return numpy.repeat(numpy.arange(len(self.offsets) - 1), numpy.diff(self.offsets))

    def words(self):
        """The words of each document, one list per document."""
        with open(self.folder / "tokens.txt") as file:
            return [line.split() for line in file]

    def counts(self):
        """Distinct types and their counts, as a pair of arrays per document."""
        parts = zip(self.offsets[:-1], self.offsets[1:])
        return [numpy.unique(self.tokens[start:end], return_counts=True) for start, end in parts]

    def matrix(self):
        """The counts as a sparse matrix, documents x types."""
        from scipy.sparse import csr_matrix

        ones = numpy.ones(len(self.tokens), dtype=numpy.int64)
        return csr_matrix((ones, (self.documents(), self.tokens)), shape=(len(self.offsets) - 1, self.types))

    def size(self):
        return f"{len(self.offsets) - 1:,} documents, {self.types:,} types, {len(self.tokens):,} tokens"


@dataclasses.dataclass
class Split:
    """A corpus split into training documents and new documents, whose tokens are either observed or held out."""
    name: str
    folder: pathlib.Path

    def __post_init__(self):
        self.training = Corpus(self.name, self.folder / "training")
        self.observed = Corpus(self.name, self.folder / "given")
        self.first = Corpus(self.name, self.folder / "first")  # only the first new document
        self.observed.types = self.first.types = self.training.types  # some may not occur
        held_out = numpy.load(self.folder / "held.npz")
        self.held_out, self.held_out_documents = held_out["tokens"], held_out["documents"]

    def size(self):
        return (f"Training: {self.training.size()}. New: {len(self.observed.offsets) - 1:,} documents with "
                f"{len(self.observed.tokens):,} observed and {len(self.held_out):,} held-out tokens")


def why_missing(name, shared):
    """Why a corpus is not available, as text; None if it is available."""
    if name in SIMULATED:
        return None
    if shared is None:
        return "no corpora folder: give --corpora or set THEMATA_SHARED"
    if name not in REAL:
        return f"unknown corpus; expected one of: {', '.join(NAMES)}"
    if not (shared / REAL[name][0]).exists():
        return f"{REAL[name][0]} is not in the corpora folder"
    if REAL[name][0].endswith(".zst") and not shutil.which("zstd"):
        return "zstd is not installed"
    return None


def corpus(name, shared, work, themata):
    """Returns a corpus. Makes it on first use."""
    folder = work / "corpora" / name
    if not (folder / "corpus.ldac").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make_source(name, shared, folder / "source", themata)
        write(folder)
    return Corpus(name, folder)


def make_source(name, shared, folder, themata):
    """Imports or simulates the corpus folder with themata."""
    if name in SIMULATED:
        run([themata, "simulate", "lda", *SIMULATED[name], "--output", folder])
        return
    arguments = [str(shared / word) if "/" in word or ".jsonl" in word else word for word in REAL[name]]
    if arguments[0].endswith(".zst"):
        unpacked = subprocess.Popen(["zstd", "-dcq", arguments[0]], stdout=subprocess.PIPE)
        run([themata, "import", "-", *arguments[1:], "--output", folder], stdin=unpacked.stdout)
        unpacked.wait()
    else:
        run([themata, "import", *arguments, "--output", folder])


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["failed without a message"]
        sys.exit(f"{pathlib.Path(command[0]).name} {command[1]}: {lines[-1]}")


def write(folder):
    """Writes the four forms next to the source. Types are numbered in order of first occurrence."""
    tokens, offsets = numpy.load(folder / "source/tokens.npy"), numpy.load(folder / "source/offsets.npy")
    words = (folder / "source/vocabulary.txt").read_text().splitlines()
    old, tokens = by_first_token(tokens)
    offsets = numpy.unique(offsets).astype(numpy.int64)  # an empty document has the same offset as the next one
    write_forms(folder, tokens, offsets, [words[word] for word in old])


def by_first_token(tokens):
    """Renumbers types in order of first occurrence.

    @returns the old number of each new type, and the tokens under the new numbers
    """
    old, first, tokens = numpy.unique(tokens, return_index=True, return_inverse=True)
    order = numpy.argsort(first)
    rank = numpy.empty(len(order), dtype=numpy.int32)
    rank[order] = numpy.arange(len(order))
    return old[order], rank[tokens]


def write_forms(folder, tokens, offsets, words):
    folder.mkdir(parents=True, exist_ok=True)
    numpy.save(folder / "tokens.npy", tokens)
    numpy.save(folder / "offsets.npy", offsets)
    (folder / "vocabulary.txt").write_text("".join(word + "\n" for word in words))
    with open(folder / "tokens.txt", "w") as text, open(folder / "corpus.ldac", "w") as counts:
        for start, end in zip(offsets[:-1], offsets[1:]):
            text.write(" ".join(f"w{word}" for word in tokens[start:end]) + "\n")
            types, numbers = numpy.unique(tokens[start:end], return_counts=True)
            pairs = (f"{word}:{number}" for word, number in zip(types, numbers))
            counts.write(f"{len(types)} {' '.join(pairs)}\n")


def split(name, shared, work, themata):
    """Returns the split of a corpus. Makes the corpus and the split on first use."""
    return split_by(in_order, "split", corpus(name, shared, work, themata))


def random_split(name, shared, work, themata):
    """The same as split, but a random half of the tokens of a new document is observed."""
    return split_by(at_random, "random-split", corpus(name, shared, work, themata))


def split_by(order, name, whole):
    folder = whole.folder / name
    if not (folder / "held.npz").exists():
        write_split(whole, folder, order)
    return Split(whole.name, folder)


def write_split(whole, folder, order):
    old, training, observed, held_out = split_tokens(whole.tokens, whole.documents(), order)
    words = (whole.folder / "vocabulary.txt").read_text().splitlines()
    words = [words[word] for word in old]
    shutil.rmtree(folder, ignore_errors=True)
    for name, (tokens, documents) in {"training": training, "given": observed}.items():
        write_forms(folder / name, tokens, starts(documents), words)
    tokens, documents = observed
    write_forms(folder / "first", tokens[documents == 0], starts(documents[documents == 0]), words)
    numpy.savez(folder / "held.npz", tokens=held_out[0], documents=held_out[1])


def starts(documents):
    """Where documents begin if their tokens are stored one document after the other, shape (D + 1,)."""
    return numpy.concatenate([[0], numpy.cumsum(numpy.bincount(documents))])


def in_order(documents):
    """The position of each token in its document, shape (N,)."""
    return numpy.arange(len(documents)) - starts(documents)[documents]


def at_random(documents):
    """The position of each token after the tokens of every document are shuffled, shape (N,). Always the same."""
    keys = numpy.random.default_rng(SPLIT_SEED).random(len(documents))
    position = numpy.empty(len(documents), dtype=numpy.int64)
    position[numpy.lexsort((keys, documents))] = in_order(documents)
    return position


def split_tokens(tokens, documents, order):
    """Splits documents into training and new ones, and the tokens of new documents into observed and held-out ones.

    Every NEW_EVERY-th document is new. Types are those of the training documents, numbered in order of first
    occurrence there. New documents lose tokens of other types. Those left with fewer than two tokens are dropped. In
    the others, tokens at even positions (from 0) are observed and tokens at odd positions are held out. Documents of
    each part are numbered from 0. A new document has the same number among the observed and the held-out tokens.
    @param tokens, documents  type and document of each token, each of shape (N,)
    @param order  in_order or at_random: the positions of tokens, given their documents
    @returns the old number of each type, then (tokens, documents) of the training, observed and held-out tokens
    """
    new = documents % NEW_EVERY == NEW_EVERY - 1
    old, training = by_first_token(tokens[~new])
    number = numpy.full(tokens.max() + 1, -1, dtype=numpy.int32)
    number[old] = numpy.arange(len(old))
    known = new & (number[tokens] >= 0)
    tokens_left, documents_left = number[tokens[known]], renumbered(documents[known])
    enough = numpy.bincount(documents_left)[documents_left] >= 2
    tokens_left, documents_left = tokens_left[enough], renumbered(documents_left[enough])
    position = order(documents_left)
    observed, held_out = ((tokens_left[position % 2 == side], documents_left[position % 2 == side]) for side in (0, 1))
    return old, (training, renumbered(documents[~new])), observed, held_out


def renumbered(documents):
    """Renumbers documents from 0, without those that have no tokens."""
    return numpy.unique(documents, return_inverse=True)[1]
