"""Raw texts for the import task, made once, and the definition of a word.

A folder has text.txt with one document per line, first.txt with only its first line, and counts.json with the counts of
documents, types and tokens by Python's regular expressions. White space is replaced by single spaces, so that every
engine sees the same lines. Documents without a word are left out.
"""
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess

import corpora

WORD = "[A-Za-z]{2,}"  # words are converted to lower case
REAL = {"ap": "ap/ap.txt.zst", "arxiv": "arxiv.jsonl.zst"}
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
SENTENCE, CLAUSE = 12, 5  # lengths in words


@dataclasses.dataclass
class Text:
    name: str
    folder: pathlib.Path

    def __post_init__(self):
        self.path, self.first = self.folder / "text.txt", self.folder / "first.txt"
        self.counts = json.loads((self.folder / "counts.json").read_text())

    def size(self):
        return "{documents:,} documents, {bytes:,} bytes; {types:,} types, {tokens:,} tokens".format(**self.counts)


def why_missing(name, shared):
    """Why a text is not available; None if it is available."""
    if name in corpora.SIMULATED:
        return None
    if name not in REAL:
        return "this corpus has no raw text"
    if shared is not None and not (shared / REAL[name]).exists():
        return f"{REAL[name]} is not in the corpora folder"
    return corpora.why_missing(name, shared) or (None if shutil.which("zstd") else "zstd is not installed")


def text(name, shared, work, themata):
    """Returns a text. Makes it on first use."""
    folder = work / "texts" / name
    if not (folder / "counts.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        if name in REAL:
            documents = {"ap": ap_texts, "arxiv": arxiv_texts}[name](unpacked(shared / REAL[name]))
        else:
            documents = simulated(corpora.corpus(name, shared, work, themata))
        write(folder, documents)
    return Text(name, folder)


def write(folder, documents):
    """Writes a text and its counts of documents, types and tokens."""
    types, counts = set(), {"documents": 0, "types": 0, "tokens": 0}
    with open(folder / "text.txt", "w", encoding="utf-8") as file:
        for document in documents:
            line = " ".join(document.split())
            found = words_of(line)
            if found:
                file.write(line + "\n")
                counts["documents"] += 1
                counts["tokens"] += len(found)
                types.update(found)
    with open(folder / "text.txt", encoding="utf-8") as file:
        (folder / "first.txt").write_text(file.readline(), encoding="utf-8")
    counts.update(types=len(types), bytes=(folder / "text.txt").stat().st_size)
    (folder / "counts.json").write_text(json.dumps(counts))


def words_of(line):
    """The words of a line: maximal runs of two or more ASCII letters, in lower case."""
    return [word.lower() for word in re.findall(WORD, line)]


def unpacked(path):
    """The lines of a compressed file."""
    with subprocess.Popen(["zstd", "-dcq", path], stdout=subprocess.PIPE, encoding="utf-8") as running:
        yield from running.stdout


def ap_texts(lines):
    """The texts between <TEXT> and </TEXT>."""
    for found in re.finditer("<TEXT>(.*?)</TEXT>", "".join(lines), re.S):
        yield found[1]


def arxiv_texts(lines):
    """Title and text of each JSON object."""
    for line in lines:
        paper = json.loads(line)
        yield f"{paper['title']} {paper['text']}"


def simulated(corpus):
    """The documents of a simulated corpus, as sentences of pronounceable words."""
    spelled = [spelling(word) for word in range(corpus.types)]
    for start, end in zip(corpus.offsets[:-1], corpus.offsets[1:]):
        words = [spelled[word] for word in corpus.tokens[start:end]]
        sentences = (words[first:first + SENTENCE] for first in range(0, len(words), SENTENCE))
        yield " ".join(punctuated(sentence) for sentence in sentences)


def spelling(number):
    """A word of two or more syllables, different for each number from 0."""
    number += len(CONSONANTS) * len(VOWELS)  # gives at least two digits; each digit is a syllable
    syllables = ""
    while number:
        number, vowel = divmod(number, len(VOWELS))
        number, consonant = divmod(number, len(CONSONANTS))
        syllables = CONSONANTS[consonant] + VOWELS[vowel] + syllables
    return syllables


def punctuated(words):
    """A sentence: a capital letter, a comma after each clause, a period at the end."""
    clauses = (" ".join(words[first:first + CLAUSE]) for first in range(0, len(words), CLAUSE))
    sentence = ", ".join(clauses)
    return sentence[:1].upper() + sentence[1:] + "."


def read_through(path):
    """Reads a file so that the system caches it, and discards the content."""
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass
