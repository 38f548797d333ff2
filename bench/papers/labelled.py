"""Collections with a tree of labels for the scripts of the hierarchical Poisson convolution: their documents, parted at random, and
their corpora. Documents are of arXiv (group/archive/category), of chemical exposure (five levels), of Reuters-21578 (group/topic)
and of Debian (facet/tag), those with labels alone; with THEMATA_QUICK of a tree that is simulated."""
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

CORPORA = ["chem", "reuters", "debian", "arxiv"]
MOST_DOCUMENTS = {"chem": 10000, "reuters": 10000, "debian": 5000, "arxiv": 5000}  # of a sample
WORDS = 5000  # or stems, the most frequent ones


@dataclasses.dataclass
class Document:
    id: str
    text: str
    labels: list  # paths, joined by /


def documents(name):
    """The documents of a collection that have labels."""
    if runs.QUICK:
        return list(simulated())
    read = {"arxiv": arxiv, "chem": chemical_exposure, "reuters": reuters, "debian": debian}[name]
    return [document for document in read() if document.labels]


def sample(name):
    """So many of a collection's documents drawn at random, or all."""
    found, most = documents(name), MOST_DOCUMENTS[name]
    return random.Random(1).sample(found, most) if len(found) > most else found


def in_shared(path):
    if not (runs.SHARED / path).exists():
        sys.exit(f"{runs.SHARED / path} is missing: set THEMATA_SHARED to the folder that has {path}")
    return runs.SHARED / path


def json_lines(path):
    lines = subprocess.run(["zstd", "-dcq", in_shared(path)], check=True, stdout=subprocess.PIPE).stdout
    return map(json.loads, lines.splitlines())


def arxiv():
    for one in json_lines("data/arxiv.jsonl.zst"):
        yield Document(one["id"], f"{one['title']}\n{one['text']}", one["labels"])


def chemical_exposure():
    for one in json_lines("data/chem-exposure.jsonl.zst"):
        yield Document(one["id"], one["text"], one["labels"])


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


def stratified(found, shares, seed):
    """Parts documents at random such that each label's fall to the parts by their shares, the rarest labels first (Sechidis,
    Tsoumakas and Vlahavas 2011). @returns a list of documents a share"""
    generator = random.Random(seed)
    order = generator.sample(range(len(found)), len(found))
    of_label = {}
    for number in order:
        for label in found[number].labels:
            of_label.setdefault(label, []).append(number)
    wanted = {label: [share * len(numbers) for share in shares] for label, numbers in of_label.items()}
    room = [share * len(found) for share in shares]
    parts = [[] for _ in shares]
    waiting = set(order)
    while waiting:
        counted = {label: sum(number in waiting for number in numbers) for label, numbers in of_label.items()}
        rarest = min((label for label in counted if counted[label]), key=lambda label: (counted[label], label))
        for number in of_label.pop(rarest):
            if number not in waiting:
                continue
            part = max(range(len(shares)), key=lambda i: (wanted[rarest][i], room[i], generator.random()))
            waiting.remove(number)
            parts[part].append(found[number])
            room[part] -= 1
            for label in found[number].labels:
                wanted[label][part] -= 1
    return parts


def import_documents(found, folder, *words):
    """The corpus folder of some documents, which is not there. A document's label is dropped where it has one below it, too."""
    lines = "\n".join(json.dumps(dataclasses.asdict(document)) for document in found)
    runs.themata("import", "--format", "jsonl", "-", "--text", "text", "--labels", "labels", "--label-paths", "/", "--drop-ancestors",
                 *words, "--output", folder, input=lines.encode())
    return Corpus(folder)


class Corpus:
    """A corpus folder's files, as arrays."""

    def __init__(self, folder):
        self.folder = folder
        self.tokens = numpy.load(folder / "tokens.npy", mmap_mode="r")
        self.offsets = numpy.load(folder / "offsets.npy").astype(int)
        self.words = (folder / "vocabulary.txt").read_text().splitlines()

    def __len__(self):
        return len(self.offsets) - 1

    def labels(self):
        """The labels of each document, none twice."""
        return [json.loads(line).get("labels", []) for line in open(self.folder / "documents.jsonl")]

    def counts(self, words):
        """Documents x words: how often a document has each of these words."""
        column = {word: number for number, word in enumerate(words)}
        of_token = numpy.array([column.get(word, -1) for word in self.words])[self.tokens]
        rows = numpy.repeat(numpy.arange(len(self)), numpy.diff(self.offsets))
        known = of_token >= 0
        ones = numpy.ones(known.sum(), int)
        return scipy.sparse.coo_matrix((ones, (rows[known], of_token[known])), (len(self), len(words))).tocsr()

    def label_matrix(self, names):
        """Documents x labels: whether a document has each of these labels."""
        column = {name: number for number, name in enumerate(names)}
        matrix = numpy.zeros((len(self), len(names)), bool)
        for row, labels in enumerate(self.labels()):
            matrix[row, [column[label] for label in labels]] = True
        return matrix
