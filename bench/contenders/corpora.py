"""The corpora, the same for every contender: the same tokens in the same order, and the same vocabulary.

A corpus is made once, from what themata imports or simulates, and written down in four forms:
  tokens.npy and offsets.npy  types of the tokens, shape (N,), and where documents begin, shape (D + 1,)
  tokens.txt                  a document a line, its tokens as words w0, w1, ... between spaces
  corpus.ldac                 the counts, as in LDA-C: different types, then type:count
  vocabulary.txt              the word that type 0, 1, ... stands for
Empty documents and words without tokens are left out, for engines differ in whether they count them.

For the inference of new documents a corpus is split in two, each written down likewise.
"""
import dataclasses
import pathlib
import shutil
import subprocess
import sys

import numpy

# What themata import is told of each; AP and KOS come without stop words.
REAL = {
    "ap": ["ap/ap.dat", "--format", "ldac", "--vocabulary", "ap/vocab.txt"],
    "kos": ["kos/docword.kos.txt.gz", "--format", "uci", "--vocabulary", "kos/vocab.kos.txt"],
    "arxiv": ["arxiv.jsonl.zst", "--format", "jsonl", "--text", "title,text", "--remove-stopwords", "--min-count", "10"],
}
SIMULATED = {
    "simulated": ["--documents", "3000", "--types", "8000", "--topics", "100", "--length", "150"],
    # Topics that overlap, so that samplers do not get stuck in different modes.
    "tiny": ["--documents", "200", "--types", "100", "--topics", "5", "--length", "50", "--beta", "0.3"],
}
NAMES = ["ap", "kos", "arxiv", "simulated"]
EVERY = 10  # the last of so many documents is new


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
        """A list of words a document."""
        with open(self.folder / "tokens.txt") as file:
            return [line.split() for line in file]

    def counts(self):
        """Of each document its different types and how often each occurs: a list of two arrays a document."""
        parts = zip(self.offsets[:-1], self.offsets[1:])
        return [numpy.unique(self.tokens[start:end], return_counts=True) for start, end in parts]

    def matrix(self):
        """Counts as a sparse matrix, documents x types."""
        from scipy.sparse import csr_matrix

        ones = numpy.ones(len(self.tokens), dtype=numpy.int64)
        return csr_matrix((ones, (self.documents(), self.tokens)), shape=(len(self.offsets) - 1, self.types))

    def size(self):
        return f"{len(self.offsets) - 1:,} documents, {self.types:,} types, {len(self.tokens):,} tokens"


@dataclasses.dataclass
class Split:
    """A corpus parted into documents to train on and new ones, of whose tokens some are given and the others held."""
    name: str
    folder: pathlib.Path

    def __post_init__(self):
        self.training = Corpus(self.name, self.folder / "training")
        self.given = Corpus(self.name, self.folder / "given")
        self.first = Corpus(self.name, self.folder / "first")  # the first new document alone
        self.given.types = self.first.types = self.training.types  # numbered alike, whether they occur or not
        held = numpy.load(self.folder / "held.npz")
        self.held, self.held_documents = held["tokens"], held["documents"]

    def size(self):
        return (f"Trained on {self.training.size()}; {len(self.given.offsets) - 1:,} new documents, "
                f"{len(self.given.tokens):,} tokens of them given and {len(self.held):,} held")


def why_missing(name, shared):
    """Why a corpus cannot be had, in words; None where it can."""
    if name in SIMULATED:
        return None
    if shared is None:
        return "no folder of corpora: give --corpora or set THEMATA_SHARED"
    if name not in REAL:
        return f"no such corpus; there are {', '.join(NAMES)}"
    if not (shared / REAL[name][0]).exists():
        return f"{REAL[name][0]} is not in the folder of corpora"
    if REAL[name][0].endswith(".zst") and not shutil.which("zstd"):
        return "zstd is not installed"
    return None


def corpus(name, shared, work, themata):
    """A corpus, made at most once."""
    folder = work / "corpora" / name
    if not (folder / "corpus.ldac").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make_source(name, shared, folder / "source", themata)
        write(folder)
    return Corpus(name, folder)


def make_source(name, shared, folder, themata):
    """The corpus folder as themata makes it."""
    if name in SIMULATED:
        run([themata, "simulate", "lda", *SIMULATED[name], "--output", folder])
        return
    words = [str(shared / word) if "/" in word or ".jsonl" in word else word for word in REAL[name]]
    if words[0].endswith(".zst"):
        unpacked = subprocess.Popen(["zstd", "-dcq", words[0]], stdout=subprocess.PIPE)
        run([themata, "import", "-", *words[1:], "--output", folder], stdin=unpacked.stdout)
        unpacked.wait()
    else:
        run([themata, "import", *words, "--output", folder])


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason given"]
        sys.exit(f"{pathlib.Path(command[0]).name} {command[1]}: {said[-1]}")


def write(folder):
    """Writes the four forms beside the source, types numbered by their first token."""
    tokens, offsets = numpy.load(folder / "source/tokens.npy"), numpy.load(folder / "source/offsets.npy")
    words = (folder / "source/vocabulary.txt").read_text().splitlines()
    old, tokens = by_first_token(tokens)
    offsets = numpy.unique(offsets).astype(numpy.int64)  # an empty document begins where the next one does
    write_forms(folder, tokens, offsets, [words[word] for word in old])


def by_first_token(tokens):
    """Types numbered anew by their first token. @returns the old number of each, and the tokens in the new ones"""
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
    """A corpus and its split, made at most once."""
    whole = corpus(name, shared, work, themata)
    folder = whole.folder / "split"
    if not (folder / "held.npz").exists():
        write_split(whole, folder)
    return Split(name, folder)


def write_split(whole, folder):
    old, training, given, held = parted(whole.tokens, whole.documents())
    words = (whole.folder / "vocabulary.txt").read_text().splitlines()
    words = [words[word] for word in old]
    shutil.rmtree(folder, ignore_errors=True)
    for name, (tokens, documents) in {"training": training, "given": given}.items():
        write_forms(folder / name, tokens, starts(documents), words)
    tokens, documents = given
    write_forms(folder / "first", tokens[documents == 0], starts(documents[documents == 0]), words)
    numpy.savez(folder / "held.npz", tokens=held[0], documents=held[1])


def starts(documents):
    """Where documents begin whose tokens lie one after the other, shape (D + 1,)."""
    return numpy.concatenate([[0], numpy.cumsum(numpy.bincount(documents))])


def parted(tokens, documents):
    """Parts a corpus by documents, of which the last of each EVERY is new, and the tokens of new documents by places.

    Types are those of the training documents, numbered by their first token there. New documents lose the tokens of
    other types, and those left with fewer than two tokens are left out; of the others the tokens at even places, from
    0, are given, those at odd ones held. Documents of each part are numbered from 0, given and held ones alike.
    @param tokens, documents  types and documents of the tokens, each of shape (N,)
    @returns the old number of each type, then (tokens, documents) of training, of given and of held tokens
    """
    new = documents % EVERY == EVERY - 1
    old, training = by_first_token(tokens[~new])
    number = numpy.full(tokens.max() + 1, -1, dtype=numpy.int32)
    number[old] = numpy.arange(len(old))
    known = new & (number[tokens] >= 0)
    tokens_left, documents_left = number[tokens[known]], renumbered(documents[known])
    enough = numpy.bincount(documents_left)[documents_left] >= 2
    tokens_left, documents_left = tokens_left[enough], renumbered(documents_left[enough])
    place = numpy.arange(len(tokens_left)) - starts(documents_left)[documents_left]
    given, held = ((tokens_left[place % 2 == side], documents_left[place % 2 == side]) for side in (0, 1))
    return old, (training, renumbered(documents[~new])), given, held


def renumbered(documents):
    """The documents that have tokens, numbered from 0."""
    return numpy.unique(documents, return_inverse=True)[1]
