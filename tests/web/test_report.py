"""The report of fits that were written by hand or fitted: what its page shows is what the program's other outputs say."""
import json
import pathlib
import re
import sys
import urllib.parse

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = fits.HOSTILE + [f"w{i}" for i in range(400)]
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOPICS = "#topics tbody tr"


def make_report(folder, n_topics, **kind):
    documents = fits.random_documents(120, WORDS, empty=(5,))
    corpus = fits.make_corpus(folder / "corpus", documents)
    fit = fits.plant(corpus, folder / "fit", n_topics, chains=2, **kind)
    assert fits.must("report", fit.path).strip() == str(fit.path / "report.html")
    return fit


def expected_words(fit, *options):
    topics = json.loads(fits.must("topics", fit.path, "--format", "json", *options))
    return [[word["word"] for word in topic["words"]] for topic in topics]


def topic_words(browser):
    """The words of every row of the table of topics, on all its pages."""
    browser.js("document.querySelector('#topics [aria-label=\\'First page\\']:not(:disabled)')?.click()")
    rows = []
    while True:
        rows += browser.js("""return [...document.querySelectorAll('#topics tbody tr')].map((row) =>
            [Number(row.querySelector('b').textContent), [...row.querySelectorAll('.c-words a')].map((node) => node.textContent)])""")
        if not browser.js("""const next = document.querySelector('#topics [aria-label="Next page"]');
                             if (!next || next.disabled) return false;
                             next.click();
                             return true"""):
            return rows


def order_words(browser, by, weight=None):
    browser.click(f"#topics input[value={by}]")
    if weight is not None:
        browser.type("#topics input[type=range]", weight)


@pytest.mark.parametrize("n_topics, hdp, width", [(2, True, 400), (300, False, 1400),
                                                  *(pytest.param(*other, marks=pytest.mark.thorough) for other in [(1, False, 1400), (300, True, 400)])])
def test_words_are_those_of_the_program(browser, tmp_path, n_topics, hdp, width):
    fit = make_report(tmp_path, n_topics, hdp=hdp)
    browser.open(fit.path / "report.html", width=width)
    n = len(fit.prior)
    assert browser.js("return document.title").startswith(f"{n} topic{'' if n == 1 else 's'} of corpus")
    assert browser.texts(".tiles dd")[2] == "1201 empty"
    assert topic_words(browser) == list(enumerate_words(expected_words(fit)))
    for weight in ("0", "0.5", "0.9"):
        order_words(browser, "frex", weight)
        assert topic_words(browser) == list(enumerate_words(expected_words(fit, "--by", "frex", "--exclusivity-weight", weight)))
    browser.click("#topics .c-documents .sorter")
    shown = [int(text) for text in browser.texts("#topics tbody .c-documents")]
    assert shown == sorted((fit.document_topic > 0).sum(0).tolist(), reverse=True)[:len(shown)]
    assert browser.count("img") == 0 and browser.count("script") == 2, "text of the corpus became markup"
    assert browser.overflow() <= 0


def enumerate_words(topics):
    return [[k, words] for k, words in enumerate(topics)]


def table_of(browser, selector):
    browser.js("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
    browser.settle()
    return browser.js("""return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) =>
                         [...row.children].map((cell) => cell.textContent))""", selector)


@pytest.mark.parametrize("n_topics", [1, 30])
def test_a_topic_has_its_words_and_documents(browser, tmp_path, n_topics):
    fit = make_report(tmp_path, n_topics)
    browser.open(fit.path / "report.html", "#topic=0")
    in_topic, everywhere = fit.topic_word[0], fit.topic_word.sum(0)
    rows = table_of(browser, "#words details")
    assert len(rows) == min(15, np.count_nonzero(in_topic))
    for word, tokens, _, _, _, of_word in rows:
        v = fit.vocabulary.index(word)
        assert int(tokens) == in_topic[v] and float(of_word) == pytest.approx(in_topic[v] / everywhere[v], rel=1e-3)
    counts = fit.document_topic[:, 0]
    shares = (counts + fit.prior[0]) / (fit.document_topic.sum(1) + fit.prior.sum())
    order = sorted((d for d in range(len(counts)) if counts[d]), key=lambda d: (-shares[d], -counts[d], d))[:20]
    shown = table_of(browser, "main > details")
    assert [row[0] for row in shown] == [f"<b>doc</b> {d}\t& co" for d in order]
    assert [int(row[2]) for row in shown] == [counts[d] for d in order]


def test_every_document_of_a_topic_is_found_by_its_id(browser, tmp_path):
    fit = make_report(tmp_path, 3)
    browser.open(fit.path / "report.html", "#topic=1")
    for row in table_of(browser, "main > details")[:5]:
        browser.go("#search=" + urllib.parse.quote(row[0], safe=""))
        assert browser.texts("#found-documents tbody .c-id a")[0] == row[0]
        browser.click("#found-documents tbody .c-id a")
        browser.until(".kind", [f"Document {row[0]}"])
    v = fit.vocabulary.index(fits.HOSTILE[0])
    in_topics = {k for k, counts in enumerate(fit.topic_word) if counts[v] > 0}
    browser.type("#search", "ONERROR")
    found = {int(text) for text in browser.texts("#found-topics tbody b")}
    assert found and found <= in_topics


def test_a_running_fit_says_so(browser, tmp_path):
    fit = make_report(tmp_path, 3, status="running")
    browser.open(fit.path / "report.html")
    assert "has not finished" in browser.texts(".notice")[0]


@pytest.mark.parametrize("width", [400, 1400])
def test_a_franchise_shows_its_discounts_and_tables(browser, tmp_path, width):
    corpus = fits.make_corpus(tmp_path / "corpus", fits.random_documents(60, WORDS))
    fits.must("fit", corpus, "--model", "franchise", "--learn", "alpha,discount,document-discount", "--sweeps", 30,
              "--trace-every", 1, "--output", tmp_path / "fit")
    fits.must("report", tmp_path / "fit")
    browser.open(tmp_path / "fit/report.html", width=width)
    # The words' part, the log posterior, topics, those that hold 90%, alpha, both discounts, tables; beta and gamma stand still.
    assert browser.count(".trace") == 8 and browser.overflow() <= 0
    assert "Chinese restaurant franchise" in browser.texts(".kind")[0]


def test_a_fixed_number_of_topics_has_no_chart(browser, tmp_path):
    corpus = fits.make_corpus(tmp_path / "corpus", fits.random_documents(60, WORDS))
    fits.must("fit", corpus, "--model", "lda", "--topics", 3, "--sweeps", 30, "--trace-every", 1, "--output", tmp_path / "fit")
    fits.must("report", tmp_path / "fit")
    browser.open(tmp_path / "fit/report.html")
    charts = browser.texts(".trace h3")
    assert "Log posterior" in charts and "Topics in use" not in charts


def test_the_page_is_the_one_that_was_built(tmp_path):
    fit = make_report(tmp_path, 3)
    page = (fit.path / "report.html").read_text(encoding="utf-8")
    before, after = (ROOT / "web/dist/report.html").read_text(encoding="utf-8").split("/*DATA*/")
    assert page.startswith(before) and page.endswith(after)
    data = page[len(before):-len(after)]
    assert "<" not in data and json.loads(data)["facts"]["corpus"] == "corpus"
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:|//)|@import""", before + after)


def test_separators_of_lines_are_escaped(tmp_path):
    corpus = fits.make_corpus(tmp_path / "corpus", [["a\u2028b", "c\u2029d", "it's", "e"]] * 4)
    fit = fits.plant(corpus, tmp_path / "fit", 1)
    page = pathlib.Path(fits.must("report", fit.path).strip()).read_text(encoding="utf-8")
    assert "\u2028" not in page and "\u2029" not in page and "a\\u2028b" in page and "c\\u2029d" in page


def test_equal_fits_give_equal_pages(tmp_path):
    fit = make_report(tmp_path, 5)
    fits.must("report", fit.path, "--output", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == (fit.path / "report.html").read_bytes()


def make_labelled_report(folder, n_labels):
    """A fit of hpc: a tree of labels with three below each, hostile names among them; the inner ones on no document."""
    names = [f"{fits.HOSTILE[k % len(fits.HOSTILE)]} {k}" for k in range(n_labels)]
    parents = ["" if k == 0 else names[(k - 1) // 3] for k in range(n_labels)]
    (folder / "tree.tsv").write_text("".join(f"{name}\t{parent}\n" for name, parent in zip(names, parents)))
    ends = [k for k in range(n_labels) if 3 * k + 1 >= n_labels]
    rng = np.random.default_rng(1)
    rows = [{"id": f"<b>doc</b> {d}\t& co", "text": "|".join(words), "labels": [names[k] for k in rng.choice(ends, size=1 + d % 2)]}
            for d, words in enumerate(fits.random_documents(120, WORDS, empty=(5,)))]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", "--format", "jsonl", "--token-regex", "[^|]+", "--preserve-case", "--stop-words", "none", "--labels", "labels",
              "--tree", folder / "tree.tsv", folder / "rows.jsonl", "--output", folder / "corpus")
    fits.must("fit", folder / "corpus", "--model", "hpc", "--sweeps", 12, "--keep", 3, "--output", folder / "fit")
    fits.must("report", folder / "fit")
    return folder / "fit"


@pytest.mark.parametrize("n_labels, width", [(2, 1400), (300, 400), *(pytest.param(*other, marks=pytest.mark.thorough) for other in [(1, 400), (300, 1400)])])
def test_labels_stand_in_their_tree(browser, tmp_path, n_labels, width):
    fit = make_labelled_report(tmp_path, n_labels)
    browser.open(fit / "report.html", width=width)
    labels = json.loads(fits.must("topics", fit, "--format", "json"))
    assert browser.js("return document.title").startswith(f"{n_labels} label{'' if n_labels == 1 else 's'} of corpus")
    assert browser.js("return document.querySelector('#topics th.c-place').getAttribute('aria-sort')") == "ascending"
    assert topic_words(browser) == [[row["topic"], [word["word"] for word in row["frequent"]]] for row in labels]
    order_words(browser, "frex", "0.5")
    assert topic_words(browser) == [[row["topic"], [word["word"] for word in row["frex"]]] for row in labels]
    names = browser.js("return [...document.querySelectorAll('#topics .topic-link span')].map((node) => node.textContent)")
    assert names == [row["label"] for row in labels][-len(names):], "the last page"
    browser.click("#topics .c-documents .sorter")
    shown = [int(text) for text in browser.texts("#topics tbody .c-documents")]
    assert shown == sorted((row["documents"] for row in labels), reverse=True)[:len(shown)]
    assert browser.count("img") == 0 and browser.overflow() <= 0
