"""What a person may tell a fit: weights, seeds, and the labels of a corpus."""
import json

import numpy
import pytest
import scipy.sparse

GARDENS = set("roses tulips soil rain spade hedge seed bloom lawn compost".split())


def fit(themata, corpus, output, *words):
    return themata("fit", corpus, "--sweeps", "100", "--seed", "1", "--threads", "2", *words, "--output", output)


def topics_of(themata, folder):
    done = themata("topics", folder, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_seeds_say_which_topic_is_which(themata, corpus, tmp_path):
    (tmp_path / "seeds.txt").write_text("sea\tanchor harbour\nland\ttulips unicorn\n\n")
    done = fit(themata, corpus, "fit", "--topics", "3", "--seeds", "seeds.txt")
    assert done.returncode == 0, done.stderr
    assert "unicorn" in done.stderr, "a word that the corpus lacks is reported"
    words = {topic.get("name", ""): {word["word"] for word in topic["words"]} for topic in topics_of(themata, "fit")}
    assert set(words) == {"sea", "land", ""}
    assert "anchor" in words["sea"] and "tulips" in words["land"]
    assert words["land"] <= GARDENS and words["sea"].isdisjoint(GARDENS)
    assert scipy.sparse.load_npz(tmp_path / "fit" / "given" / "seeds.npz").shape == (3, 20)


def test_seeds_hold_when_the_fit_goes_on(themata, corpus, tmp_path):
    (tmp_path / "seeds.txt").write_text("anchor harbour\ntulips\n")
    start = ["--start-sweeps", 20]
    assert fit(themata, corpus, "short", "--topics", "2", "--seeds", "seeds.txt", *start).returncode == 0
    (tmp_path / "seeds.txt").unlink()
    done = themata("resume", "short", "--sweeps", "200")
    assert done.returncode == 0, done.stderr
    (tmp_path / "seeds.txt").write_text("anchor harbour\ntulips\n")
    done = themata("fit", corpus, "--sweeps", "200", "--seed", "1", "--topics", "2", "--seeds", "seeds.txt", *start,
                   "--output", "long")
    assert done.returncode == 0, done.stderr
    hashes = [json.loads((tmp_path / name / "manifest.json").read_text())["chains"][0]["state_hash"]
              for name in ("short", "long")]
    assert hashes[0] == hashes[1]


def test_weighted_words_that_the_corpus_lacks_are_reported(themata, corpus, tmp_path):
    (tmp_path / "beta.txt").write_text("anchor\t2\nunicorn\t3\n")
    done = fit(themata, corpus, "fit", "--topics", "2", "--beta-weights", "beta.txt")
    assert done.returncode == 0 and "warning: 1 weighted word is not in the corpus: unicorn\n" in done.stderr
    (tmp_path / "many.txt").write_text("anchor\t2\n" + "".join(f"u{n}\t3\n" for n in range(1200)))
    done = fit(themata, corpus, "many", "--topics", "2", "--beta-weights", "many.txt")
    assert "1,200 weighted words are not in the corpus: u0, u1, u2, u3, u4, u5, u6, u7, u8, u9 and 1,190 others\n" in done.stderr


def test_weights_of_topics_and_words_move_the_posterior(themata, corpus, tmp_path):
    (tmp_path / "alpha.txt").write_text("20\n0.01\n")
    (tmp_path / "beta.txt").write_text("anchor\t5000\n")
    done = fit(themata, corpus, "fit", "--topics", "2", "--alpha-weights", "alpha.txt", "--beta-weights", "beta.txt",
               "--learn", "none")
    assert done.returncode == 0, done.stderr
    vocabulary = (corpus / "vocabulary.txt").read_text().split()
    phi = numpy.load(tmp_path / "fit" / "topic-word-1-mean.npy")
    assert numpy.allclose(phi.sum(axis=1), 1, atol=1e-4)
    assert (phi[:, vocabulary.index("anchor")] > 0.01).all(), "the weight gives the word a share of every topic"
    theta = numpy.load(tmp_path / "fit" / "document-topic-1-mean.npy")
    assert numpy.allclose(theta.sum(axis=1), 1, atol=1e-4)
    empty = [json.loads(line).get("empty") for line in (corpus / "documents.jsonl").read_text().splitlines()]
    row = theta[[bool(why) for why in empty].index(True)]
    assert row.max() == pytest.approx(20 / 20.01, abs=1e-4), "an empty document has the prior"


@pytest.mark.parametrize("blocks", ["1", "2", "4"])
@pytest.mark.parametrize("topics", ["3", "16", "20", "150"])
def test_weights_too_small_for_a_float_leave_tokens_where_they_are(themata, corpus, tmp_path, topics, blocks):
    types = (tmp_path / corpus / "vocabulary.txt").read_text().split()
    (tmp_path / "tiny.tsv").write_text("".join(f"{word}\t1e-300\n" for word in types))
    done = fit(themata, corpus, "fit", "--topics", topics, "--blocks", blocks, "--beta-weights", "tiny.tsv")
    assert done.returncode == 0, done.stderr
    shown = themata("info", "fit")
    assert shown.returncode == 0, shown.stderr


@pytest.fixture
def labelled(themata, tmp_path):
    gardens = "roses tulips soil rain spade".split()
    ships = "sail mast anchor harbour tide".split()
    rows = []
    for d in range(60):
        words = (gardens if d % 3 != 1 else []) + (ships if d % 3 != 0 else [])
        text = " ".join(words[(d * 7 + i * i) % len(words)] for i in range(40))
        labels = [["garden"], ["ship"], ["garden", "ship"]][d % 3] if d < 57 else []
        rows.append(json.dumps({"id": str(d), "text": text, "labels": labels}))
    (tmp_path / "labelled.jsonl").write_text("\n".join(rows) + "\n")
    done = themata("import", "--format", "jsonl", "labelled.jsonl", "--id", "id", "--text", "text", "--labels",
                   "labels", "--output", "labelled")
    assert done.returncode == 0, done.stderr
    return tmp_path / "labelled"


@pytest.mark.parametrize("sampler", [["--sampler", "block-collapsed"], ["--z", "dense"], ["--z", "sparse"],
                                     ["--sampler", "collapsed"]])
def test_labelled_lda_gives_each_label_its_topic(themata, labelled, tmp_path, sampler):
    done = fit(themata, labelled, "fit", "--model", "labeled-lda", *sampler)
    assert done.returncode == 0, done.stderr
    # A draw may hold a stray token: the five words that each label was given come first all the same.
    words = {topic["name"]: {word["word"] for word in topic["words"][:5]} for topic in topics_of(themata, "fit")}
    assert set(words) == {"garden", "ship"}
    assert words["garden"] <= GARDENS and words["ship"].isdisjoint(GARDENS)
    theta = numpy.load(tmp_path / "fit" / "document-topic-1-mean.npy")
    names = [line.split("\t")[1] for line in (tmp_path / "fit" / "topics-1.tsv").read_text().splitlines()[1:]]
    assert (theta[0:57:3, names.index("ship")] == 0).all(), "a document has no share of a label that it lacks"
    assert (theta[57:] > 0).all(), "a document without labels may use every topic"
    assert numpy.allclose(theta.sum(axis=1), 1, atol=1e-4)
    done = themata("export", "fit", "--format", "doc-topics", "--output", "theta.tsv")
    assert done.returncode == 0, done.stderr
    first = (tmp_path / "theta.tsv").read_text().splitlines()[1].split("\t")[3:]
    assert float(first[names.index("ship")]) == 0 and float(first[names.index("garden")]) == 1


def test_background_topics_are_for_every_document(themata, labelled, tmp_path):
    done = fit(themata, labelled, "fit", "--model", "labeled-lda", "--background-topics", "2")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "fit" / "manifest.json").read_text())
    assert manifest["options"]["topics"] == 4
    allowed = scipy.sparse.load_npz(tmp_path / "fit" / "given" / "allowed-topics.npz").toarray()
    assert allowed[:57, 2:].all() and not allowed[57:].any()


@pytest.mark.parametrize("option, text, line, expected", [
    ("--seeds", "unicorn\n", 1, "has no word of the corpus"),
    ("--seeds", "anchor\ntulips\nsail\n", 3, "more lines than there are topics"),
    ("--seeds", "\n", None, "has no words"),
    ("--alpha-weights", "1\n", None, "has 1 weights"),
    ("--alpha-weights", "1\nnone\n", 2, "'none' is not a weight"),
    ("--alpha-weights", "1\n-2\n", 2, "'-2' is not a weight"),
    ("--alpha-weights", "1 2\n", 1, "expected one number"),
    ("--beta-weights", "anchor\n", 1, "expected a word, a tab and a number"),
    ("--beta-weights", "anchor\tmany\n", 1, "'many' is not a weight"),
    ("--beta-weights", "unicorn\t2\n", None, "has no word of the corpus"),
])
def test_a_damaged_file_is_reported_by_its_line(themata, corpus, tmp_path, option, text, line, expected):
    (tmp_path / "given.txt").write_text(text)
    done = fit(themata, corpus, "fit", "--topics", "2", option, "given.txt")
    assert done.returncode == 3
    assert expected in done.stderr
    assert ("given.txt:%d:" % line if line else "given.txt:") in done.stderr
    assert not (tmp_path / "fit").exists()


@pytest.mark.parametrize("words, expected", [
    (["--model", "hdp", "--seeds", "x"], "it belongs to lda"),
    (["--model", "hdp", "--alpha-weights", "x"], "--alpha-weights does not apply to --model hdp; it belongs to lda"),
    (["--model", "lda", "--background-topics", "3"], "--background-topics does not apply to --model lda; it belongs to labeled-lda"),
])
def test_an_option_that_the_model_has_no_use_for_is_refused(themata, corpus, tmp_path, words, expected):
    done = fit(themata, corpus, "fit", *words)
    assert done.returncode == 2
    assert expected in done.stderr
    assert not (tmp_path / "fit").exists()


def test_labelled_lda_needs_labels(themata, corpus, tmp_path):
    done = fit(themata, corpus, "fit", "--model", "labeled-lda")
    assert done.returncode == 3
    assert "has no labels" in done.stderr
    assert not (tmp_path / "fit").exists()


def test_words_that_are_switched_off_have_their_share_of_the_posterior(themata, corpus, tmp_path):
    done = fit(themata, corpus, "fit", "--topics", "2", "--phi", "spike-slab", "--pi", "0.3", "--learn", "pi")
    assert done.returncode == 0, done.stderr
    header = [line for line in (tmp_path / "fit" / "trace-1.csv").read_text().splitlines() if line[0] != "#"][0]
    assert "pi" in header.split(",")
    phi = numpy.load(tmp_path / "fit" / "topic-word-1-mean.npy")
    assert numpy.allclose(phi.sum(axis=1), 1, atol=1e-4)
    done = themata("export", "fit", "--format", "topic-words", "--as", "npy", "--output", "phi.npy")
    assert done.returncode == 0, done.stderr
    assert numpy.allclose(numpy.load(tmp_path / "phi.npy").sum(axis=1), 1, atol=1e-4)
    assert {frozenset(word["word"] for word in topic["words"]) <= GARDENS for topic in topics_of(themata, "fit")} == {
        True, False}


def test_each_topic_learns_its_own_share_of_words(themata, corpus, tmp_path):
    words = ["--topics", "3", "--phi", "spike-slab", "--learn", "alpha,topic-pi", "--pi-prior", "2,0.5",
             "--start-sweeps", "5", "--keep", "1", "--seed", "1"]
    done = themata("fit", corpus, *words, "--sweeps", "40", "--threads", "2", "--output", "fit")
    assert done.returncode == 0, done.stderr
    draw = numpy.load(max((tmp_path / "fit/draws").iterdir()))
    assert draw["topic_pi"].shape == (3,) and len(set(draw["topic_pi"])) == 3
    assert numpy.all((draw["topic_pi"] > 0) & (draw["topic_pi"] < 1))
    trace = [line.split(",") for line in (tmp_path / "fit/trace-1.csv").read_text().splitlines() if line[0] != "#"]
    assert float(trace[-1][trace[0].index("pi")]) == pytest.approx(draw["topic_pi"].mean())
    # The mean of a fit's only draw follows from that draw in two ways.
    mean = numpy.load(tmp_path / "fit/topic-word-1-mean.npy")
    done = themata("export", "fit", "--format", "topic-words", "--as", "npy", "--output", "phi.npy")
    assert done.returncode == 0, done.stderr
    assert numpy.allclose(numpy.load(tmp_path / "phi.npy"), mean, rtol=1e-4, atol=1e-7)
    assert numpy.allclose(mean.sum(axis=1), 1, atol=1e-4)
    # The same bits in parts.
    done = themata("fit", corpus, *words, "--sweeps", "20", "--threads", "1", "--output", "part")
    assert done.returncode == 0, done.stderr
    assert themata("resume", "part", "--sweeps", "40").returncode == 0
    hashes = [json.loads((tmp_path / name / "manifest.json").read_text())["chains"][0]["state_hash"]
              for name in ("fit", "part")]
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("words, expected", [
    (["--learn", "topic-pi"], "--learn topic-pi needs --phi spike-slab"),
    (["--phi", "spike-slab", "--learn", "pi,topic-pi"], "--learn has both pi and topic-pi; expected one of them"),
    (["--phi", "spike-slab", "--pi-prior", "2,3"], "--pi-prior does not apply: it needs --learn pi or topic-pi; --learn is asymmetric-alpha"),
    (["--phi", "spike-slab", "--learn", "pi", "--pi-prior", "2"], "expected two numbers from 0.01 to 1000000, with a comma"),
    (["--phi", "spike-slab", "--learn", "pi", "--pi-prior", "0,1"], "--pi-prior is 0,1; expected two numbers from 0.01"),
    (["--model", "hdp", "--phi", "spike-slab", "--learn", "topic-pi"], "topic-pi"),
    (["--phi", "spike-slab", "--learn", "beta"], "cannot be combined"),
    (["--phi", "spike-slab", "--seeds", "x"], "cannot be combined with --beta-weights or --seeds"),
    (["--sampler", "light-collapsed", "--seeds", "x"], "--sampler light-collapsed and --seeds cannot be combined"),
    (["--learn", "pi"], "--learn pi needs --phi spike-slab"),
    (["--phi", "spike-slab", "--pi", "1"], "--pi is 1; expected a number above 0 and below 1"),
])
def test_what_excludes_each_other_is_refused(themata, corpus, tmp_path, words, expected):
    done = fit(themata, corpus, "fit", *words)
    assert done.returncode == 2
    assert expected in done.stderr
