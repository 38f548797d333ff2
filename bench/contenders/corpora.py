"""The corpora, the same for every contender: the same tokens in the same order, and the same vocabulary.

A corpus is made once, from what themata imports or simulates, and written down in four forms:
  tokens.npy and offsets.npy  types of the tokens, shape (N,), and where documents begin, shape (D + 1,)
  tokens.txt                  a document a line, its tokens as words w0, w1, ... between spaces
  corpus.ldac                 the counts, as in LDA-C: different types, then type:count
  vocabulary.txt              the word that type 0, 1, ... stands for
Empty documents and words without tokens are left out, for engines differ in whether they count them.
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
    old, first, tokens = numpy.unique(tokens, return_index=True, return_inverse=True)
    order = numpy.argsort(first)
    rank = numpy.empty(len(order), dtype=numpy.int32)
    rank[order] = numpy.arange(len(order))
    tokens = rank[tokens]
    offsets = numpy.unique(offsets).astype(numpy.int64)  # an empty document begins where the next one does
    numpy.save(folder / "tokens.npy", tokens)
    numpy.save(folder / "offsets.npy", offsets)
    (folder / "vocabulary.txt").write_text("".join(words[word] + "\n" for word in old[order]))
    with open(folder / "tokens.txt", "w") as text, open(folder / "corpus.ldac", "w") as counts:
        for start, end in zip(offsets[:-1], offsets[1:]):
            text.write(" ".join(f"w{word}" for word in tokens[start:end]) + "\n")
            types, numbers = numpy.unique(tokens[start:end], return_counts=True)
            pairs = (f"{word}:{number}" for word, number in zip(types, numbers))
            counts.write(f"{len(types)} {' '.join(pairs)}\n")
