"""Collections with a label tree, for the scripts of the hierarchical Poisson convolution paper.

Reads the documents, splits them at random and imports them as corpora. The collections are arXiv
(group/archive/category), chemical exposure (five levels), Reuters-21578 (group/topic) and Debian (facet/tag). Documents
without labels are left out. With THEMATA_QUICK, a collection is simulated.
"""
import csv
import dataclasses
import html
import json
import random
import re
import subprocess
import sys

import numpy
import scipy.sparse

import runs
from plans import Command, note, words

CORPORA = ["chem", "reuters", "debian", "arxiv"]
MAX_DOCUMENTS = {"chem": 10000, "reuters": 10000, "debian": 5000, "arxiv": 5000}  # in a sample
WORDS = 5000  # number of most frequent words (or stems) to keep


@dataclasses.dataclass
class Document:
    id: str
    text: str
    labels: list  # paths, with levels separated by /


def documents(name):
    """The documents of a collection that have labels."""
    if runs.QUICK:
        return list(simulated())
    read = {"arxiv": arxiv, "chem": chemical_exposure, "reuters": reuters, "debian": debian}[name]
    return [document for document in read() if document.labels]


def sample(name):
    """A random sample of MAX_DOCUMENTS of a collection's documents, or all if there are fewer."""
    found, limit = documents(name), MAX_DOCUMENTS[name]
    return random.Random(1).sample(found, limit) if len(found) > limit else found


def shared_path(path):
    if not (runs.SHARED / path).exists():
        sys.exit(f"{runs.SHARED / path} is missing: set THEMATA_SHARED to the folder that has {path}")
    return runs.SHARED / path


def json_lines(path):
    lines = subprocess.run(["zstd", "-dcq", shared_path(path)], check=True, stdout=subprocess.PIPE).stdout
    return map(json.loads, lines.splitlines())


def arxiv():
    for row in json_lines("data/arxiv.jsonl.zst"):
        yield Document(row["id"], f"{row['title']}\n{row['text']}", row["labels"])


def chemical_exposure():
    for row in json_lines("data/chem-exposure.jsonl.zst"):
        yield Document(row["id"], row["text"], row["labels"])


def reuters():
    groups = {}
    for line in runs.reuters_file("topic_groups.tsv").splitlines():
        code, group, *_ = line.split("\t")
        groups[code] = group
    for number, story in enumerate(runs.reuters_stories()):
        topics = re.search("<TOPICS>(.*?)</TOPICS>", story, re.S)
        codes = [html.unescape(code) for code in re.findall("<D>(.*?)</D>", topics[1])] if topics else []
        text = f"{runs.story_part(story, 'TITLE')}\n{runs.story_part(story, 'BODY')}"
        yield Document(str(number), text, [f"{groups[code].replace('/', ' and ')}/{code}" for code in codes if code in groups])


def debian():
    table = runs.OUTPUT / "corpora" / "packages.csv"
    if not table.exists():
        table.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([runs.ROOT / "scripts/package_descriptions.py", table], check=True)
    with open(table, newline="") as file:
        for row in csv.DictReader(file):
            yield Document(row["id"], f"{row['title']}\n{row['text']}", [tag for tag in row["tags"].split("; ") if tag])


def simulated():
    folder = runs.OUTPUT / "corpora" / "simulated-tree"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        runs.themata("simulate", "hpc", "--documents", 150, "--types", 120, "--topics", 6, "--branching", 2, "--length", 40,
                      "--output", folder)
    corpus = Corpus(folder)
    parents = dict(line.split("\t") for line in (folder / "tree.tsv").read_text().splitlines())

    def path(label):
        return f"{path(parents[label])}/{label}" if parents.get(label) else label

    for number, labels in enumerate(corpus.labels()):
        tokens = corpus.tokens[corpus.offsets[number]:corpus.offsets[number + 1]]
        yield Document(str(number), " ".join(corpus.words[token] for token in tokens), [path(label) for label in labels])


def stratified(found, proportions, seed):
    """Splits documents at random so that the documents of every label are split in the given proportions.

    Uses iterative stratification, which starts with the rarest labels (Sechidis, Tsoumakas and Vlahavas 2011).
    @returns one list of documents per proportion
    """
    generator = random.Random(seed)
    order = generator.sample(range(len(found)), len(found))
    of_label = {}
    for number in order:
        for label in found[number].labels:
            of_label.setdefault(label, []).append(number)
    wanted = {label: [p * len(numbers) for p in proportions] for label, numbers in of_label.items()}
    capacity = [p * len(found) for p in proportions]
    parts = [[] for _ in proportions]
    remaining = set(order)
    while remaining:
        counted = {label: sum(number in remaining for number in numbers) for label, numbers in of_label.items()}
        rarest = min((label for label in counted if counted[label]), key=lambda label: (counted[label], label))
        for number in of_label.pop(rarest):
            if number not in remaining:
                continue
            part = max(range(len(proportions)), key=lambda i: (wanted[rarest][i], capacity[i], generator.random()))
            remaining.remove(number)
            parts[part].append(found[number])
            capacity[part] -= 1
            for label in found[number].labels:
                wanted[label][part] -= 1
    return parts


LABELED = {"format": "jsonl", "text": "text", "labels": "labels", "label-paths": "/", "drop-ancestors": True, **runs.WORDS}
STEMS = {**LABELED, "stem": "english"}


def command_of(name, options, part="all"):
    """The command that imports a part of a collection."""
    return Command("import", options, data="simulated" if runs.QUICK else f"{part} of at most {MAX_DOCUMENTS[name]} of {name}")


def import_documents(found, folder, command):
    """Imports documents into a new corpus folder. A document loses a label if it also has a label below it."""
    lines = "\n".join(json.dumps(dataclasses.asdict(document)) for document in found)
    runs.themata(*words(note(command)), "-", "--output", folder, input=lines.encode())
    return Corpus(folder)


class Corpus:
    """The files of a corpus folder, as arrays."""

    def __init__(self, folder):
        self.folder = folder
        self.tokens = numpy.load(folder / "tokens.npy", mmap_mode="r")
        self.offsets = numpy.load(folder / "offsets.npy").astype(int)
        self.words = (folder / "vocabulary.txt").read_text().splitlines()

    def __len__(self):
        return len(self.offsets) - 1

    def labels(self):
        """The labels of each document, without duplicates."""
        return [json.loads(line).get("labels", []) for line in open(self.folder / "documents.jsonl")]

    def counts(self, words):
        """Counts of the given words, documents x words."""
        column = {word: number for number, word in enumerate(words)}
        of_token = numpy.array([column.get(word, -1) for word in self.words])[self.tokens]
        rows = numpy.repeat(numpy.arange(len(self)), numpy.diff(self.offsets))
        known = of_token >= 0
        ones = numpy.ones(known.sum(), int)
        return scipy.sparse.coo_matrix((ones, (rows[known], of_token[known])), (len(self), len(words))).tocsr()

    def label_matrix(self, names):
        """Whether a document has each of the given labels, documents x labels."""
        column = {name: number for number, name in enumerate(names)}
        matrix = numpy.zeros((len(self), len(names)), bool)
        for row, labels in enumerate(self.labels()):
            matrix[row, [column[label] for label in labels]] = True
        return matrix
