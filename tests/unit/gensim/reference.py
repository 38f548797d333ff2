#!/usr/bin/env python3
"""What gensim's CoherenceModel says of recorded texts: the numbers that tests/unit/coherence_test.cpp compares with.

usage: python3 reference.py make FOLDER      writes FOLDER/texts-CASE.txt and FOLDER/topics-CASE.txt, then results.tsv
       python3 reference.py results FOLDER   reads the first two, prints results.tsv: a line a case, measure, window and
                                             topic with gensim's value. Window 0 is one that holds any document whole.

A text is a line of words between spaces; so is a topic. The files beside this script were made with gensim 4.4.0 and
NumPy 2.4.6 of PyPI; the texts are random, but for the cases `small` and `repeats`.
"""
import pathlib
import random
import sys
import warnings

SMALL = ["river bank water", "bank money loan bank", "", "river water", "loan money bank interest money", "tree",
         "water river bank tree water river bank tree water river bank tree", "interest loan"]
SMALL_TOPICS = ["river water bank tree", "bank money loan interest", "tree loan"]
REPEATS = ["a b a c d", "a a b b c c d d a", "d c b a b c d", "x y x", "a x"]
REPEATS_TOPICS = ["a b c", "d a", "c d b a"]


def draw_words(rng, n, topics, weights):
    """n words from two of the topics; a word tends to come again soon, as in text."""
    own, words = rng.sample(range(len(topics)), 2), []
    for _ in range(n):
        if words and rng.random() < 0.2:
            words.append(rng.choice(words[-8:]))
        else:
            words.append(rng.choices(topics[rng.choice(own)], weights)[0])
    return words


def without_near_repeats(words, distance):
    kept = []
    for word in words:
        if word not in kept[-distance:]:
            kept.append(word)
    return kept


def random_case(rng, distance=0):
    vocabulary = [f"w{v}" for v in range(240)]
    topics = [rng.sample(vocabulary, 60) for _ in range(6)]
    weights = [1 / (1 + i) for i in range(60)]
    texts = []
    for d in range(90):
        n = [0, 1, 9, 10, 11, 109, 110, 111][d] if d < 8 else rng.randint(5, 190)
        words = draw_words(rng, n, topics, weights)
        texts.append(without_near_repeats(words, distance) if distance else words)
    used = {word for text in texts for word in text}
    lists = [[word for word in topic if word in used][:10] for topic in topics]
    # Words of different topics, that seldom meet, and rare words.
    lists += [[topic[i] for i, topic in enumerate(lists)], sorted(used)[:7], [lists[0][0], lists[3][9]]]
    return [" ".join(text) for text in texts], [" ".join(dict.fromkeys(words)) for words in lists]


def make(folder):
    rng = random.Random(20150202)
    cases = {"small": (SMALL, SMALL_TOPICS), "repeats": (REPEATS, REPEATS_TOPICS), "random": random_case(rng),
             "apart": random_case(rng, 110)}  # no word stands twice in a window of up to 110
    for name, (texts, topics) in cases.items():
        (folder / f"texts-{name}.txt").write_text("".join(text + "\n" for text in texts))
        (folder / f"topics-{name}.txt").write_text("".join(topic + "\n" for topic in topics))


def results(folder):
    from gensim.corpora import Dictionary
    from gensim.models.coherencemodel import CoherenceModel

    lines = []
    for path in sorted(folder.glob("texts-*.txt")):
        name = path.stem.removeprefix("texts-")
        texts = [line.split() for line in path.read_text().splitlines()]
        topics = [line.split() for line in (folder / f"topics-{name}.txt").read_text().splitlines()]
        dictionary = Dictionary(texts)
        for measure, ours in [("u_mass", "umass"), ("c_npmi", "npmi"), ("c_v", "cv")]:
            for window in [0] if ours == "umass" else [0, 2, 3, 10, 110]:
                model = CoherenceModel(topics=topics, texts=texts, dictionary=dictionary, coherence=measure,
                                       window_size=window or 10**6, topn=max(map(len, topics)), processes=1)
                with warnings.catch_warnings():
                    warnings.simplefilter("error")  # a value that gensim computes by dividing by 0 is no reference
                    values = model.get_coherence_per_topic()
                lines += [f"{name}\t{ours}\t{window}\t{k}\t{value:.17g}\n" for k, value in enumerate(values)]
    return "".join(lines)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("make", "results"):
        sys.exit("usage: reference.py make|results FOLDER")
    folder = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "make":
        make(folder)
        (folder / "results.tsv").write_text(results(folder))
    else:
        sys.stdout.write(results(folder))


if __name__ == "__main__":
    main()
