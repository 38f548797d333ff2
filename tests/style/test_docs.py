"""The Markdown pages: every link and anchor leads somewhere, every page and every public name of Python is in the site."""
import ast
import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))

CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|^(?:    |\t)[^\n]*$|`[^`\n]*`", re.S | re.M)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?\s*\)")


def pages():
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True)
    names = listed.stdout.split() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md") if "build" not in path.parts]
    return [ROOT / name for name in sorted(names) if (ROOT / name).exists()]


def text_of(path):
    """The Markdown of a page, or of the cells of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")


def links(text):
    return LINK.findall(CODE.sub("", text))


def anchor_of(heading):
    """The anchor that code hosts give a heading."""
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")


def anchors(text):
    text = re.sub(r"^(```|~~~).*?^\1[^\n]*$", "", text, flags=re.S | re.M)
    found = []
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.M):
        anchor, again = anchor_of(heading), 0
        while anchor in found:
            again += 1
            anchor = f"{anchor_of(heading)}-{again}"
        found.append(anchor)
    return found


def wrong_link(path, link):
    """Why a link of a page does not work; None where it does, and of other sites'."""
    if re.match(r"[a-z][a-z0-9+.-]*:", link):
        return None
    target, _, anchor = link.partition("#")
    file = (path.parent / target).resolve() if target else path
    if not file.exists():
        return "not there"
    if anchor and file.suffix in (".md", ".ipynb") and anchor not in anchors(text_of(file)):
        return "no such heading"
    return None


def in_contents():
    """The pages of the site's table of contents."""
    entries = []
    for file in (DOCS / "index.md", DOCS / "api" / "index.rst"):
        text = file.read_text(encoding="utf-8")
        blocks = re.findall(r"^```\{toctree\}(.*?)^```$", text, re.S | re.M) + re.findall(r"^\.\. toctree::\n((?:\n|   .*\n?)+)", text, re.M)
        for line in "\n".join(blocks).split("\n"):
            line = line.strip()
            if line and not line.startswith(":"):
                name = line[line.index("<") + 1 : -1] if line.endswith(">") else line
                entries.append((file.parent / name).resolve())
    return entries


def public_names(file):
    """What a module lists in __all__."""
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    return []


def test_links_lead_somewhere():
    wrong = {f"{path.relative_to(ROOT)}: {link}": why for path in [*pages(), *NOTEBOOKS] for link in links(text_of(path))
             if (why := wrong_link(path, link)) is not None}
    assert wrong == {}


def test_every_page_is_in_the_contents():
    contents = in_contents()
    assert len(contents) == len(set(contents)), "a page is there twice"
    wanted = [*DOCS.rglob("*.md"), *NOTEBOOKS, *(DOCS / "api").glob("*.rst"), *(ROOT / "bench").glob("*.md"),
              *(ROOT / "bench" / "papers").glob("*.md")]
    missing = [str(path.relative_to(ROOT)) for path in wanted
               if path.with_suffix("") not in contents and path not in (DOCS / "index.md",)]
    assert [name for name in missing if name != "docs/api/index.rst"] == [], "add them to docs/index.md"


def test_every_public_name_is_in_the_reference():
    text = "\n".join(path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.rst"))
    documented = set(re.findall(r"^\.\. (?:auto\w+|py:data):: (?:pythemata\.)?(?:sklearn\.)?(\w+)$", text, re.M))
    for file in ("python/pythemata/__init__.py", "python/pythemata/sklearn.py"):
        names = public_names(file)
        assert len(names) > 3 and set(names) - documented == set(), "add them to docs/api/*.rst"


@pytest.mark.parametrize("heading, anchor", [
    ("Has it settled? (`diagnose/verdict.hpp`)", "has-it-settled-diagnoseverdicthpp"),
    ("Which topic is which: [`align/`](x.md)", "which-topic-is-which-align"),
    ("18. Draws and sweeps", "18-draws-and-sweeps"),
])
def test_anchors_are_those_of_code_hosts(heading, anchor):
    assert anchor_of(heading) == anchor


def test_the_search_for_links_bites():
    assert links("see [a](b.md#c) and `[no](x.md)`\n\n    [no](y.md)\n\n```\n[no](z.md)\n```\n![p](q.png)") == ["b.md#c", "q.png"]
    page = DOCS / "index.md"
    assert wrong_link(page, "nowhere.md") == "not there"
    assert wrong_link(page, "guide/fit.md#no-such-heading") == "no such heading"
    assert wrong_link(page, "guide/fit.md#until-it-has-settled") is None
