"""The page of `themata serve`: documents that it does not hold come from the server; a page from a file asks nobody."""
import pathlib
import re
import subprocess
import sys
import urllib.parse

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import report_data as rd  # noqa: E402

DOCUMENTS = 200


@pytest.fixture(scope="module")
def fit(tmp_path_factory):
    corpus = rd.make_corpus(tmp_path_factory.mktemp("serve"), rd.documents(DOCUMENTS), "--keep-text")
    return rd.make_fit(corpus, "fit", "--model", "lda", "--topics", 3, "--sweeps", 60, "--burn-in", 20, "--keep", 8)


class Address:
    """What Browser.open takes in place of a path."""

    def __init__(self, text):
        self.text = text

    def as_uri(self):
        return self.text


@pytest.fixture
def server(fit):
    process = subprocess.Popen([fits.PROGRAM, "serve", str(fit), "--documents", "3"], stdout=subprocess.PIPE, text=True)
    process.address = Address(process.stdout.readline().strip())
    yield process
    process.terminate()
    assert process.wait(timeout=20) == 0


def document_link(d):
    return "#document=" + urllib.parse.quote(f"<b>doc</b> {d}\t& co", safe="")


def unseen(fit, tmp_path):
    """A document that the page does not hold."""
    fits.must("report", fit, "--documents", 3, "--output", tmp_path / "page.html")
    held = {entry["id"] for entry in rd.page_data(tmp_path / "page.html")["documents"]}
    return next(d for d in range(100, DOCUMENTS) if f"<b>doc</b> {d}\t& co" not in held)


@pytest.mark.parametrize("width", [400, 1400])
def test_documents_come_from_the_server(browser, server, fit, tmp_path, width):
    d = unseen(fit, tmp_path)
    browser.open(server.address, width=width)
    assert "asks the program that serves it" in browser.texts("footer")[0]
    browser.go(document_link(d))
    browser.until(".kind", [f"Document <b>doc</b> {d}\t& co"])
    rows = rd.documents(DOCUMENTS)
    assert browser.texts("h1") == [rows[d]["title"]]
    assert browser.texts(".document-text") == [rows[d]["text"]]
    assert "".join(browser.texts(".document-text .token")) == rows[d]["text"].replace("|", "")
    assert browser.count("main svg") >= 1 and browser.overflow() <= 0 and browser.count("img") == 0
    browser.go("#document=" + str(d))
    browser.until(".kind", [f"Document <b>doc</b> {d}\t& co"])
    browser.go("#document=none")
    browser.until("h1", ["No such document"])
    assert 'No document of the collection has the id "none"' in browser.texts("main p")[-1]
    # The browser says itself that there was none.
    assert [re.search(r"status of (\d+)", line).group(1) for line in browser.console()] == ["404"]


def test_search_finds_ids_of_the_whole_collection(browser, server, fit, tmp_path):
    d = unseen(fit, tmp_path)
    browser.open(server.address)
    browser.type("#search", f"DOC</b> {d}")
    browser.until("#found-everywhere tbody .c-id a", [f"<b>doc</b> {d}\t& co"])
    browser.click("#found-everywhere tbody .c-id a")
    browser.until(".kind", [f"Document <b>doc</b> {d}\t& co"])
    browser.go("#search=doc")
    browser.until("#found-everywhere > p:last-child", ["Only the first 50 are shown."])
    browser.go("#search=nowhere")
    browser.until("#found-everywhere [role=status]", ['No id contains "nowhere".'])


def test_a_server_that_is_gone_is_said(browser, server, fit, tmp_path):
    d = unseen(fit, tmp_path)
    browser.open(server.address)
    server.terminate()
    server.wait(timeout=20)
    browser.go(document_link(d))
    browser.until("main [role=alert]", ["themata serve does not answer; is it still running? Try again"])
    browser.click("main [role=alert] button")
    browser.until("main [role=alert]", ["themata serve does not answer; is it still running? Try again"])
    assert all("ERR_CONNECTION_REFUSED" in line for line in browser.console())


def test_a_page_from_a_file_asks_nobody(browser, fit, tmp_path):
    d = unseen(fit, tmp_path)
    browser.open(tmp_path / "page.html", document_link(d))
    browser.until("h1", ["No such document"])
    browser.go("#search=doc")
    assert browser.count("#found-everywhere") == 0
    assert browser.js("return performance.getEntriesByType('resource').length") == 0
    # Even if it tried, its policy would refuse.
    refused = browser.js("return fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')")
    assert refused == "refused" and any("Content Security Policy" in line for line in browser.console())
