"""The report in a headless Chromium: what its page holds after its scripts ran, and after clicks."""
import html
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")
WORDS = fits.HOSTILE + [f"w{i}" for i in range(400)]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
         "--enable-logging=stderr", "--virtual-time-budget=4000"]

# Appended to a copy of the page: clicks through it and leaves what it saw, as JSON, in the page around it.
PROBE = """<script>
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const texts = (selector) => all(selector).map((node) => node.textContent);
  const input = (id, value) => {
    const field = document.getElementById(id);
    field.value = value;
    field.dispatchEvent(new Event("input"));
  };
  const numbers = () => texts("tr.topic .opener").map(Number);
  const words = (k) => texts(`#topic-${k} .words > span:not(.also)`);
  const sort = (column) => all("#topics > thead button")[column].click();
  const seen = {title: document.title, rows: numbers(), words: numbers().map(words), charts: all(".chart svg").length,
    lines: all(".chart path").length, images: all("img").length, scripts: all("script").length,
    tiles: texts(".tiles dd"), status: document.getElementById("status").textContent,
    overflow: document.documentElement.scrollWidth - window.innerWidth, width: window.innerWidth,
    sorting: all("#topics > thead th").map((cell) => cell.getAttribute("aria-sort"))};
  sort(3);
  seen.byDocuments = texts("tr.topic .documents").map((text) => Number(text.replaceAll(",", "")));
  sort(0);
  sort(0);
  seen.backwards = numbers();
  seen.sortingBackwards = all("#topics > thead th")[0].getAttribute("aria-sort");
  sort(0);
  document.querySelector("input[value=frex]").click();
  seen.frex = {};
  for (const weight of ["0", "0.5", "0.9"]) {
    input("weight", weight);
    seen.frex[weight] = numbers().map(words);
  }
  document.querySelector("input[value=prob]").click();
  document.querySelector(".opener").click();
  seen.details = all(".detail").length;
  seen.expanded = document.querySelector(".opener").getAttribute("aria-expanded");
  seen.documents = texts(".detail .pane:nth-child(2) tbody td:first-child");
  seen.leading = all(".detail .pane:nth-child(1) tbody tr").map((row) =>
    [...row.querySelectorAll("td:not(.amount)")].map((cell) => cell.textContent));
  seen.overflowOpen = document.documentElement.scrollWidth - window.innerWidth;
  document.querySelector(".opener").click();
  seen.detailsClosed = all(".detail").length;
  input("search", "ONERROR");
  seen.foundWord = numbers();
  input("search", "</b> 3\\t&");
  seen.foundDocument = [numbers().length, texts("mark").length];
  input("search", "no such thing");
  seen.foundNothing = [numbers().length, document.getElementById("nothing").hidden];
  const report = document.createElement("pre");
  report.id = "seen";
  report.textContent = JSON.stringify(seen);
  parent.document.body.append(report);
})();
</script></body>"""


class Seen(html.parser.HTMLParser):
    """Takes the text of the element with id "seen" out of a dumped page."""

    def __init__(self):
        super().__init__()
        self.inside, self.text = False, ""

    def handle_starttag(self, tag, attributes):
        self.inside = self.inside or ("id", "seen") in attributes

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "pre"

    def handle_data(self, data):
        if self.inside:
            self.text += data


def browse(page, folder, width):
    """What the probe saw in a frame of that width (a window has 500 pixels at least). The console must stay silent."""
    probed = folder / f"probed-{width}.html"
    text = page.read_text()
    assert text.count("</body>") == 1
    frame = html.escape(text.replace("</body>", PROBE))
    probed.write_text(f'<!doctype html><meta charset="utf-8"><body>'
                      f'<iframe style="border: 0; width: {width}px; height: 900px" srcdoc="{frame}"></iframe></body>')
    done = subprocess.run([BROWSER, *FLAGS, f"--user-data-dir={folder / f'profile-{width}'}",
                           "--window-size=1500,1000", "--dump-dom", probed.as_uri()],
                          capture_output=True, text=True, timeout=120)
    assert "CONSOLE" not in done.stderr, [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    parser = Seen()
    parser.feed(done.stdout)
    assert parser.text, "the page's scripts did not run to their end"
    return json.loads(parser.text)


def make_report(folder, n_topics, **kind):
    documents = fits.random_documents(120, WORDS, empty=(5,))
    corpus = fits.make_corpus(folder / "corpus", documents)
    fit = fits.plant(corpus, folder / "fit", n_topics, chains=2, **kind)
    assert fits.must("report", fit.path).strip() == str(fit.path / "report.html")
    return fit


def expected_words(fit, *options):
    topics = json.loads(fits.must("topics", fit.path, "--format", "json", *options))
    return [[word["word"] for word in topic["words"]] for topic in topics]


@pytest.mark.parametrize("n_topics, hdp, width", [(1, False, 1400), (2, True, 400), (300, False, 1400), (300, True, 400)])
def test_report(tmp_path, n_topics, hdp, width):
    fit = make_report(tmp_path, n_topics, hdp=hdp)
    seen = browse(fit.path / "report.html", tmp_path, width)
    n = len(fit.prior)
    assert seen["rows"] == list(range(n)) and seen["title"].startswith(f"{n} topic{'' if n == 1 else 's'} of corpus")
    assert seen["tiles"][0].startswith(str(n)) and seen["tiles"][1] == "1201 empty"
    assert seen["words"] == expected_words(fit)
    for weight, words in seen["frex"].items():
        assert words == expected_words(fit, "--by", "frex", "--exclusivity-weight", weight)
    assert seen["charts"] == 3 and seen["lines"] == 6
    assert seen["sorting"][0] == "ascending" and set(seen["sorting"][1:4]) == {"none"}
    assert seen["backwards"] == list(range(n))[::-1] and seen["sortingBackwards"] == "descending"
    assert seen["byDocuments"] == sorted(seen["byDocuments"], reverse=True)
    assert seen["byDocuments"] == sorted((fit.document_topic > 0).sum(0).tolist(), reverse=True)
    assert (seen["details"], seen["expanded"], seen["detailsClosed"]) == (1, "true", 0)
    check_documents(fit, seen["documents"])
    check_leading_words(fit, seen["leading"])
    check_search(fit, seen)
    assert seen["images"] == 0 and seen["scripts"] == 3, "text of the corpus became markup"
    assert seen["width"] == width and seen["overflow"] <= 0 and seen["overflowOpen"] <= 0


def check_documents(fit, documents):
    """The documents of topic 0: by estimated share, then tokens, then place."""
    counts = fit.document_topic[:, 0]
    shares = (counts + fit.prior[0]) / (fit.document_topic.sum(1) + fit.prior.sum())
    order = sorted((d for d in range(len(counts)) if counts[d]), key=lambda d: (-shares[d], -counts[d], d))[:20]
    assert documents == [f"<b>doc</b> {d}\t& co" for d in order]


def check_leading_words(fit, leading):
    """The words of topic 0 with their tokens, their share of the topic and the topic's share of them."""
    in_topic, everywhere = fit.topic_word[0], fit.topic_word.sum(0)
    assert len(leading) == min(30, np.count_nonzero(in_topic))
    for word, tokens, of_topic, of_word in leading:
        v = fit.vocabulary.index(word)
        assert int(tokens) == in_topic[v]
        assert float(of_topic.rstrip("%")) == pytest.approx(100 * in_topic[v] / in_topic.sum(), abs=0.06)
        assert float(of_word.rstrip("%")) == pytest.approx(100 * in_topic[v] / everywhere[v], abs=0.06)


def check_search(fit, seen):
    v = fit.vocabulary.index(fits.HOSTILE[0])
    in_topics = {k for k, counts in enumerate(fit.topic_word) if counts[v] > 0}
    assert set(seen["foundWord"]) <= in_topics and (len(seen["foundWord"]) > 0)
    assert seen["foundDocument"][0] > 0 and seen["foundDocument"][1] >= seen["foundDocument"][0]
    assert seen["foundNothing"] == [0, False]


def test_a_running_fit_says_so(tmp_path):
    fit = make_report(tmp_path, 3, status="running")
    assert "has not finished" in browse(fit.path / "report.html", tmp_path, 700)["status"]


@pytest.mark.parametrize("width", [400, 1400])
def test_a_franchise_shows_its_discounts_and_tables(tmp_path, width):
    corpus = fits.make_corpus(tmp_path / "corpus", fits.random_documents(60, WORDS))
    fits.must("fit", corpus, "--model", "franchise", "--learn", "alpha,discount,document-discount", "--sweeps", 30,
              "--trace-every", 1, "--output", tmp_path / "fit")
    fits.must("report", tmp_path / "fit")
    seen = browse(tmp_path / "fit/report.html", tmp_path, width)
    # The words' part, the log posterior, topics, those that hold 90%, alpha, both discounts, tables; beta and gamma stand still.
    assert seen["charts"] == 8 and seen["overflow"] <= 0
    assert "Chinese restaurant franchise" in (tmp_path / "fit/report.html").read_text()


def test_the_page_asks_nothing_of_the_network(tmp_path):
    fit = make_report(tmp_path, 3)
    page = (fit.path / "report.html").read_text()
    assert "default-src 'none'" in page
    markup = page[:page.index('<script type="application/json"')]
    assert not re.search(r"""(?:src|href)\s*=|url\(|@import|https?:""", markup)


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


@pytest.mark.parametrize("n_labels, width", [(1, 400), (2, 1400), (300, 400), (300, 1400)])
def test_labels_stand_in_their_tree(tmp_path, n_labels, width):
    fit = make_labelled_report(tmp_path, n_labels)
    seen = browse(fit / "report.html", tmp_path, width)
    labels = json.loads(fits.must("topics", fit, "--format", "json"))
    assert seen["title"].startswith(f"{n_labels} label{'' if n_labels == 1 else 's'} of corpus")
    assert seen["rows"] == [row["topic"] for row in labels]
    assert seen["sorting"][-1] == "ascending" and len(seen["sorting"]) == 5 and set(seen["sorting"][:-1]) == {"none"}
    assert seen["byDocuments"] == sorted((row["documents"] for row in labels), reverse=True)
    for words, row in zip(seen["words"], labels):
        assert words[0] == row["label"] and words[1:] == [word["word"] for word in row["frequent"]]
    by_number = sorted(labels, key=lambda row: row["topic"])  # the probe has sorted them so by now
    assert [words[1:] for words in seen["frex"]["0.5"]] == [[word["word"] for word in row["frex"]] for row in by_number]
    assert seen["images"] == 0 and seen["overflow"] <= 0 and seen["overflowOpen"] <= 0 and seen["width"] == width
