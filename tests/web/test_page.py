"""The report's page with made-up data: every view, in narrow and wide windows, with hostile text and without optional parts."""
import html
import json
import re
import urllib.parse
import xml.etree.ElementTree

import mock_report
import pytest

NARROW, WIDE = 360, 1280


def write(folder, data):
    path = folder / "report.html"
    path.write_text(mock_report.page(data), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Pages by their number of topics, made once."""
    made = {}

    def page(n):
        if n not in made:
            data = mock_report.Mock(n).data()
            made[n] = (write(tmp_path_factory.mktemp(f"page-{n}"), data), data)
        return made[n]
    return page


def link(view, key):
    return f"#{view}={urllib.parse.quote(str(key), safe='')}"


def views(data):
    documents = data["documents"]
    ids = [row[0] if isinstance(row, list) else row["id"] for row in documents]
    last = len(data["topics"]) - 1
    return ["#overview", "#topic=0", f"#topic={last}", link("document", ids[0]), link("document", ids[4]),
            link("word", data["vocabulary"][0][0]), "#documents", "#words", "#search=ba", "#comparison", "#topic=99999", "#document=none"]


@pytest.mark.parametrize("n, width", [(1, NARROW), (2, WIDE), (300, NARROW), (300, WIDE),
                                      *(pytest.param(*large, marks=pytest.mark.thorough) for large in [(1000, WIDE), (3000, NARROW)])])
def test_every_view_fits_its_window(browser, pages, n, width):
    path, data = pages(n)
    browser.open(path, width=width)
    for view in views(data):
        browser.go(view)
        assert browser.overflow() <= 0, view
        assert browser.texts("h1")[0], view
        assert browser.count("img, iframe, object") == 0 and browser.count("script") == 2, "text became markup"
        assert browser.count("*") < 6000 and browser.js("return document.documentElement.scrollHeight") < 9000, view


def test_every_link_of_a_document_leads_to_it(browser, pages):
    path, data = pages(300)
    browser.open(path, "#documents")
    hashes = browser.js("return [...document.querySelectorAll('tbody .c-id a')].map((node) => node.getAttribute('href'))")
    assert len(hashes) == 25
    for hash_, row in zip(hashes, data["documents"]):
        browser.go(hash_)
        assert browser.texts("h1") == [row["metadata"]["title"]], row["id"]
        assert browser.texts(".kind") == [f"Document {row['id']}"]


@pytest.mark.parametrize("query, expected", [("doc-0042", ["doc-0042"]), ("0042", ["doc-0042"]), ("DOC-0042", ["doc-0042"]),
                                             ('it\'s "quoted"', ['it\'s "quoted"']), ("مستند", ["مستند-٧"]), ("文档", ["文档 七"]), ("😀", ["😀"])])
def test_search_finds_documents_by_id(browser, pages, query, expected):
    path, _ = pages(300)
    browser.open(path)
    browser.type("#search", query)
    assert browser.texts("#found-documents tbody .c-id a")[:1] == expected


def test_search_of_two_words_finds_topics_that_have_both(browser, pages):
    path, data = pages(300)
    words = [{data["vocabulary"][entry[0]][0] for entry in topic["words"]} for topic in data["topics"]]
    first, second = sorted(words[7])[3], sorted(words[7])[-3]
    browser.open(path)
    browser.type("#search", f"{first}  {second}")
    expected = [k for k, own in enumerate(words) if all(any(term in word for word in own) for term in (first, second))]
    assert 7 in expected and len(expected) < 100
    found = [int(text.split()[0]) for text in browser.texts("#found-topics tbody .c-number b")]
    assert found == expected[:8]
    assert {first, second} <= set(browser.texts("#found-words tbody .c-word"))


def test_search_finds_documents_whose_texts_hold_every_term(browser, pages):
    path, data = pages(300)
    row = data["documents"][10]
    first, second = re.findall(r"\w{5,}", row["text"])[0], re.findall(r"\w{5,}", row["text"])[-1]
    browser.open(path)
    browser.type("#search", f"{second} {first}")
    assert row["id"] in browser.texts("#found-documents tbody .c-id a")


def test_search_knows_no_accents_and_says_when_nothing_matches(browser, pages):
    path, _ = pages(300)
    browser.open(path)
    browser.type("#search", "NAIVE")
    assert browser.texts("#found-words tbody .c-word") == ["naïve"]
    browser.type("#search", "no such thing at all")
    assert browser.count("#nothing") == 1
    browser.type("#search", "17")
    assert browser.texts("#found-topics tbody .c-number b")[0] == "17"


def test_states_have_links_and_the_back_button_works(browser, pages):
    path, _ = pages(300)
    browser.open(path, "#topic-12")  # as older reports had it
    assert browser.texts(".kind") == ["Topic 12"]
    browser.go("#document=doc-0010")
    browser.go("#topic=3")
    assert browser.js("return document.activeElement.tagName") == "H1"
    assert browser.js("return document.title").endswith("Themata report")
    browser.js("history.back()")
    browser.until(".kind", ["Document doc-0010"])
    browser.js("history.back()")
    browser.until(".kind", ["Topic 12"])
    browser.go("#topic=3&by=frex&weight=0.8")
    assert browser.js("return document.querySelector('input[name=by]:checked').value + document.querySelector('input[type=range]').value") == "frex0.8"


def test_the_table_of_topics_comes_in_pages_and_sorts(browser, pages):
    path, data = pages(1000)
    browser.open(path, "#topics")
    numbers = "#topics tbody .c-number b"
    assert browser.texts(numbers) == [str(k) for k in range(25)]
    browser.click("#topics [aria-label='Last page']")
    assert browser.texts(numbers) == [str(k) for k in range(975, 1000)]
    assert browser.js("return document.activeElement.getAttribute('aria-label')") == "First page"
    browser.click("#topics .c-npmi .sorter")
    best = max(data["topics"], key=lambda topic: topic["npmi"])["number"]
    assert browser.texts(numbers)[0] == str(best)
    assert browser.js("return document.querySelector('#topics th.c-npmi').getAttribute('aria-sort')") == "descending"
    assert browser.js("return document.querySelector('#topics th.c-number').getAttribute('aria-sort')") == "none"


def test_orders_pages_and_branches_have_links(browser, pages):
    path, data = pages(1000)
    browser.open(path, "#topics")
    browser.click("#topics .c-npmi .sorter")
    browser.click("#topics [aria-label='Next page']")
    browser.js("document.querySelector('.tree-figure .closed').dispatchEvent(new Event('click'))")
    browser.settle()
    rows, readout = browser.texts("#topics tbody .c-number b"), browser.texts(".tree-figure .readout")
    address = browser.address()
    assert address.startswith("#topics&sort=-npmi&page=2") and readout[0].startswith("A branch of")
    browser.open(path, address)
    browser.settle()
    assert browser.texts("#topics tbody .c-number b") == rows
    assert browser.texts(".tree-figure .readout") == readout
    browser.go("#topic=3")
    browser.js("const choice = document.querySelector('#field'); choice.value = '1'; choice.dispatchEvent(new Event('change'))")
    address = browser.address()
    browser.open(path, address)
    assert browser.texts("#fields h3") == ["By journal"]


def test_tokens_of_a_document_carry_their_topics_and_how_sure_they_are(browser, pages):
    path, data = pages(300)
    row = data["documents"][8]
    browser.open(path, link("document", row["id"]))
    cut = row["text"].encode("utf-16-le")
    seen = browser.js("""return [...document.querySelectorAll('.document-text .token')].map((node) =>
                         [node.textContent, Number(node.dataset.topic), [...node.classList].find((name) => /^sure/.test(name))])""")
    assert seen == [[cut[2 * a:2 * b].decode("utf-16-le"), topic, "sure" if c >= 0.9 else "sure-half" if c >= 0.5 else "sure-little"]
                    for a, b, topic, c in row["tokens"]]
    assert browser.texts(".document-text") == [row["text"]]
    browser.click(".keys button")
    chosen = int(browser.texts(".keys button")[0].split()[0])
    dim = browser.js("return [...document.querySelectorAll('.document-text .token')].map((node) => node.classList.contains('dim'))")
    assert dim == [topic != chosen for _, _, topic, _ in row["tokens"]]


def test_passages_mark_the_tokens_of_the_topic(browser, pages):
    path, data = pages(2)
    browser.open(path, "#topic=0")
    own = {d: {row["text"].encode("utf-16-le")[2 * a:2 * b].decode("utf-16-le") for a, b, topic, _ in row["tokens"] if topic == 0}
           for d, row in enumerate(data["documents"]) if "text" in row}
    first = next(d for d, *_ in data["topics"][0]["top"] if d in own)
    passages = browser.js("return [...document.querySelectorAll('.reading')].map((node) => [...node.querySelectorAll('mark')].map((mark) => mark.textContent))")
    at = [d for d, *_ in data["topics"][0]["top"]].index(first)
    assert passages[at] and set(passages[at]) <= own[first]


def test_names_live_in_the_browser_until_they_are_exported(browser, pages):
    path, data = pages(300)
    browser.open(path, "#topic=5")
    assert browser.texts("h1") == [data["topics"][5]["auto_name"]]
    browser.js("document.querySelector('#topic-name').value = 'Bears\\tand <i>bees</i>'")
    browser.click(".rename button[type=submit]")
    assert browser.texts("h1") == ["Bears and <i>bees</i>"] and "lives in this browser only" in browser.texts(".names-tools")[0]
    browser.driver.refresh()
    assert browser.texts("h1") == ["Bears and <i>bees</i>"]
    browser.js(browser_catch())
    browser.click(".names-tools button")
    assert browser.saved() == ("topic-names.tsv", b"topic\tname\n1\t<b>Named</b>\n5\tBears and <i>bees</i>\n")
    read_names(browser, "topic\tname\n7\tSeven\n999\tNone\nfour\tbad\n8\t\n")
    assert "1 name read. Ignored: line 3" in browser.texts(".names-tools [role=status]")[0]
    browser.go("#topic=7")
    assert browser.texts("h1") == ["Seven"]
    browser.js("localStorage.clear()")


def browser_catch():
    import browser
    return browser.CATCH


def read_names(browser, text):
    browser.js("""const files = new DataTransfer();
                  files.items.add(new File([arguments[0]], 'names.tsv'));
                  const input = document.querySelector('input[type=file]');
                  input.files = files.files;
                  input.dispatchEvent(new Event('change'));""", text)
    browser.settle()


def test_pictures_and_tables_can_be_taken(browser, pages):
    path, data = pages(300)
    browser.open(path, "#topic=3")
    browser.click("#words .tools button[aria-label^='SVG']")
    name, content = browser.saved()
    picture = xml.etree.ElementTree.fromstring(content)
    assert name == "topic-3-words.svg" and picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert all("class" not in node.attrib and "href" not in node.attrib for node in picture.iter())
    assert len({node.get("fill") for node in picture.iter() if node.get("fill", "").startswith("rgb")}) >= 3
    browser.click("#words .tools button[aria-label^='PNG']")
    name, content = browser.saved()
    assert name == "topic-3-words.png" and content.startswith(b"\x89PNG") and len(content) > 5000
    browser.click("#relatives .take")
    name, content = browser.saved()
    lines = content.decode().splitlines()
    assert name == "nearest-topics.tsv" and lines[0] == "Topic\tdistance" and len(lines) == 1 + len(data["topics"][3]["nearest"])


def test_values_of_pictures_are_in_tables(browser, pages):
    path, data = pages(300)
    browser.open(path)
    assert browser.count("figure") == browser.count("figure > details")
    browser.js("document.querySelectorAll('figure > details').forEach((node) => { node.open = true; })")
    browser.settle()
    tables = browser.count("figure > details table")
    assert tables == browser.count("figure") >= 5
    chain, sweep, value = browser.texts(".trace details tbody tr:first-child > *")[:3]
    assert (chain, sweep) == ("1", "10")
    assert float(value.replace(",", "")) == pytest.approx(data["traces"][0]["values"]["lp__"][0], rel=1e-4)


def test_charts_of_constants_are_left_out(browser, pages):
    path, _ = pages(300)
    browser.open(path)
    assert browser.texts(".trace h3") == ["Log posterior", "alpha"]


def test_what_is_left_out_is_said(browser, tmp_path):
    data = mock_report.Mock(300).data()
    data["facts"].update(left_out=["the 7 smallest topics", "the texts of 5 documents"], words=4)
    browser.open(write(tmp_path, data))
    assert browser.texts("#left-out") == ["To stay small, this page leaves out the 7 smallest topics; the texts of 5 documents. "]
    rows = browser.js("return [...document.querySelectorAll('#topics tbody .c-words')].map((cell) => cell.querySelectorAll('a').length)")
    assert set(rows) == {4}, "more words would not be in order"


def test_the_verdict_comes_first_in_words(browser, pages):
    path, data = pages(300)
    browser.open(path)
    assert browser.texts("#verdict .stamp") == ["≈ Nearly settled"]
    assert browser.texts("#diagnosis tbody th") == ["Log posterior", "alpha", "gamma"]
    assert browser.texts("#diagnosis tbody .c-reading") == ["✓ agrees", "≈ nearly", "✗ differs"]
    assert browser.texts(".tiles dd")[1] == "15099%: 270"
    assert "0.123 (sd 0.050 between topics)" in browser.texts("#quality")[0]


@pytest.mark.parametrize("n", [1, 30])
def test_fits_without_optional_parts_have_a_page(browser, tmp_path, n):
    data = mock_report.Mock(n, optional=False).data()
    browser.open(write(tmp_path, data))
    for view in views(data):
        browser.go(view)
        assert browser.texts("h1")[0] and browser.overflow() <= 0, view
    browser.go("#overview")
    assert browser.texts("#verdict .stamp") == ["✗ Not settled"] and browser.count("#map") == 0


def test_parts_that_are_null_are_left_out(browser, tmp_path):
    data = mock_report.Mock(5).data()
    for part in ("map", "tree", "by_field", "quality", "diagnosis", "comparison", "traces", "charts"):
        data[part] = None
    for topic in data["topics"]:
        topic.update(dict.fromkeys(["auto_name", "share", "share_low", "share_high", "nearest", "correlated", "chains", "npmi", "exclusivity"]))
        topic["words"] = [word[:4] + [None] * 3 for word in topic["words"]]
        topic["top"] = [top[:3] + [None] * 2 for top in topic["top"]]
    for row in data["documents"]:
        row.update(topics=None, metadata=None, text=None, tokens=None, words=None)
    data["facts"].update(dict.fromkeys(["topics_90", "topics_99", "interval", "sampled_documents", "fields", "extra", "chains"]))
    browser.open(write(tmp_path, data))
    for view in views(data):
        browser.go(view)
        assert browser.texts("h1")[0], view


def test_two_fits_are_compared(browser, tmp_path):
    browser.open(write(tmp_path, mock_report.with_comparison(mock_report.Mock(8).data())), "#comparison")
    assert browser.texts("#pairs tbody .c-b") == ["1 <b>x</b> w1", "0 <b>x</b> w0"]
    assert browser.texts("#split tbody .c-b") == ["2 <b>x</b> w2; 3 <b>x</b> w3"]
    assert [text.split()[0] for text in browser.texts("#merged tbody .c-a b")] == ["3", "4"]
    assert browser.texts("#unmatched tbody .c-fit") == ["this fit", "the other"]


def test_labels_stand_in_their_tree(browser, tmp_path):
    data = mock_report.as_tree(mock_report.Mock(31).data())
    browser.open(write(tmp_path, data))
    order = [label["number"] for label in sorted(data["topics"], key=lambda label: label["place"])]
    assert [int(text) for text in browser.texts("#topics tbody .c-number b")] == order[:25]
    browser.go("#topic=4")
    family = browser.texts("main > .pairs dd")
    assert [text.split()[0] for text in re.findall(r"\d+ label", family[-2])] == ["0", "1"]
    assert [text.split()[0] for text in re.findall(r"\d+ label", family[-1])] == ["9", "10"]


def test_the_map_and_the_tree_work_by_keyboard(browser, pages):
    path, data = pages(1000)
    browser.open(path, "#map")
    from selenium.webdriver.common.keys import Keys
    browser.js("document.querySelector('svg.map').focus()")
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert browser.texts(".map-figure .readout")[0].startswith("Topic 1 ")
    circles = browser.count("svg.map circle")
    browser.click(".map-figure [aria-label='Zoom in']")
    assert 0 < browser.count("svg.map circle") <= circles
    browser.js("document.querySelector('svg.map').focus()")
    browser.press(Keys.ENTER)
    assert browser.texts(".kind") == ["Topic 1"]
    browser.go("#map")
    browser.js("document.querySelector('.tree-figure .closed').focus()")
    browser.press(Keys.ENTER)
    assert "A branch of" in browser.texts(".tree-figure .readout")[0]
    browser.click(".tree-figure [aria-label^='whole']")
    assert browser.texts(".tree-figure .readout") == [""]


def test_everything_can_be_reached_by_tab(browser, pages):
    path, _ = pages(2)
    browser.open(path)
    from selenium.webdriver.common.keys import Keys
    reachable = browser.js("""return [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter((node) =>
        !node.disabled && node.tabIndex >= 0 && node.checkVisibility() && !(node.type === 'radio' && !node.checked)).length""")
    seen = set()
    for _ in range(reachable):
        browser.press(Keys.TAB)
        seen.add(browser.js("""const all = [...document.querySelectorAll('*')], node = document.activeElement;
            const shown = getComputedStyle(node).outlineStyle !== 'none' || node.tagName === 'INPUT';
            return shown ? all.indexOf(node) : -1"""))
    assert -1 not in seen and len(seen) == reachable


def test_the_colors_can_be_chosen(browser, pages):
    path, _ = pages(2)
    browser.open(path, scheme="dark")
    dark = "return getComputedStyle(document.body).backgroundColor"
    first = browser.js(dark)
    browser.click(".theme")
    light = browser.js(dark)
    browser.click(".theme")
    assert first == browser.js(dark) != light
    browser.js("localStorage.clear()")


def test_nothing_can_run_or_load_but_the_page_itself(chromium, pages):
    path, _ = pages(2)
    chromium.open(path)
    chromium.js("""const script = document.createElement('script');
                   script.textContent = 'window.intruded = true';
                   document.body.append(script);
                   document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: red" onclick="window.intruded = true">x</p>');
                   document.querySelector('#styled').click();
                   window.failed = 0;
                   fetch('https://example.org/').catch(() => ++window.failed);
                   fetch('data:text/plain,x').catch(() => ++window.failed);""")
    chromium.settle()
    assert chromium.js("return [window.intruded === undefined, window.failed]") == [True, 2]
    assert len([line for line in chromium.console() if "Content Security Policy" in line]) >= 4
    markup = path.read_text(encoding="utf-8").split('<script type="application/json"')[0].split("<style>")[0]
    assert "default-src 'none'" in markup and not re.search(r"src\s*=|unsafe", markup)


def test_it_prints(browser, pages):
    path, _ = pages(300)
    browser.open(path)
    printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
    assert len(printed) > 20_000


def test_pages_are_made_without_chance():
    assert json.dumps(mock_report.Mock(20).data()) == json.dumps(mock_report.Mock(20).data())


def test_the_page_works_in_a_frame_of_a_notebook(browser, tmp_path, pages):
    path, _ = pages(30)
    around = tmp_path / "notebook.html"
    around.write_text('<!doctype html><meta charset="utf-8"><iframe style="width: 900px; height: 800px" '
                      f'sandbox="allow-scripts allow-popups allow-downloads" srcdoc="{html.escape(path.read_text(encoding="utf-8"))}"></iframe>',
                      encoding="utf-8")
    browser.driver.get(around.as_uri())
    browser.driver.switch_to.frame(0)
    try:
        browser.click("#topics tbody tr:nth-child(3) .topic-link")
        browser.until(".kind", ["Topic 2"])
        browser.type("#search", "doc-0042")
        assert browser.texts("#found-documents tbody .c-id a")[:1] == ["doc-0042"]
        browser.click("nav a")
        browser.until("nav [aria-current]", ["Overview"])
    finally:
        browser.driver.switch_to.default_content()


def test_the_skip_link_stays_on_its_view(browser, pages):
    path, _ = pages(2)
    browser.open(path, "#topic=1")
    browser.click(".skip")
    assert browser.texts(".kind") == ["Topic 1"] and browser.js("return document.activeElement.id") == "main"
