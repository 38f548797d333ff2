"""What axe-core finds in the report's page: nothing, on any view, in light and dark, narrow and wide."""
import pathlib

import mock_report
import pytest
from test_page import NARROW, WIDE, views, write

AXE = pathlib.Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="no axe-core: run scripts/page.sh install")

KINDS = {"plain": lambda: mock_report.Mock(60).data(), "compared": lambda: mock_report.with_comparison(mock_report.Mock(8).data()),
         "tree": lambda: mock_report.as_tree(mock_report.Mock(31).data())}


@pytest.mark.parametrize("kind, width, scheme", [
    ("compared", WIDE, "dark"),
    *(pytest.param(*other, marks=pytest.mark.thorough) for other in [("plain", WIDE, "light"), ("plain", NARROW, "dark"), ("tree", NARROW, "light")])])
def test_axe_finds_nothing(browser, tmp_path, kind, width, scheme):
    data = KINDS[kind]()
    browser.open(write(tmp_path, data), width=width, scheme=scheme)
    browser.js(AXE.read_text(encoding="utf-8"))
    wrong = []
    for view in views(data):
        browser.go(view)
        browser.js("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
        browser.settle()
        found = browser.driver.execute_async_script("axe.run(document, {resultTypes: ['violations']}).then((all) => arguments[0](all.violations))")
        wrong += [f"{view}: {rule['id']}: {node['html'][:150]}: {node['failureSummary'][:300]}" for rule in found for node in rule["nodes"][:2]]
    assert not wrong, "\n".join(wrong)
