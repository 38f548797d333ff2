"""A model is named in its own folder, by the registry and by nobody else: what others need to know of it are traits and features."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["src/themata", "apps"]
REGISTRY = ROOT / "src/themata/models/registry.cpp"
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')


WORD = re.compile(r"(?<![\w-])[a-z][a-z-]*(?![\w-])")


def model_folders():
    return sorted(path.name for path in (ROOT / "src/themata/models").iterdir() if path.is_dir())


def model_names():
    """What the plug-ins call themselves."""
    names = set()
    for plugin in (ROOT / "src/themata/models").glob("*/plugin.cpp"):
        names |= set(re.findall(r'\.name = "([a-z-]+)"', plugin.read_text()))
    return names


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def findings(text, folders, names):
    """Every place where code names a model: its namespace or header, its name as a word of a text, a question for it."""
    code = without_comments(text)
    found = [f"{folder}::" for folder in folders if re.search(rf"\b{folder}::", code)]
    found += [f"models/{folder}/" for folder in folders if f"themata/models/{folder}/" in code]
    texts = " ".join(text for text in TEXT.findall(code) if not text.startswith('"themata/'))
    found += sorted(f'"{name}"' for name in set(WORD.findall(texts)) & names)
    return found + re.findall(r"\bis_(?:lda|dmm|franchise|hdp|hpc)\b", code)


def sources_outside():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            if not path.is_relative_to(ROOT / "src/themata/models"):
                yield path
    yield from sorted((ROOT / "web/src").rglob("*.ts"))


def test_no_code_outside_models_names_one():
    folders, names = model_folders(), model_names()
    assert {"lda", "hdp", "hpc"} <= names and len(names) >= 11
    wrong = {str(path.relative_to(ROOT)): findings(path.read_text(), folders, names) for path in sources_outside()}
    assert {path: found for path, found in wrong.items() if found} == {}


def test_no_model_names_another():
    folders = model_folders()
    for folder in folders:
        for path in (ROOT / "src/themata/models" / folder).rglob("*.[ch]pp"):
            others = [f"themata/models/{other}/" for other in folders if other != folder]
            assert [other for other in others if other in path.read_text()] == [], path


def test_the_registry_lists_every_folder():
    text = REGISTRY.read_text()
    assert [folder for folder in model_folders() if f"&{folder}::" not in text] == []


@pytest.mark.parametrize("text, found", [
    ('if (options.model == "hdp") run();', ['"hdp"']),
    ("lda::Model model;", ["lda::"]),
    ('#include "themata/models/icdp/plugin.hpp"', ["models/icdp/"]),
    ("return options.is_lda();", ["is_lda"]),
    ('print("a fit of lda or hdp"); // "lda"', ['"hdp"', '"lda"']),
    ('print("shown"); // a fit of "lda"', []),
    ('print("not an-lda-like word, nor ldac");', []),
    ('const titles = {a: "Of hdp"};', ['"hdp"']),
])
def test_the_search_bites(text, found):
    assert findings(text, ["lda", "hdp", "icdp"], {"lda", "hdp"}) == found
