"""Plain words in texts, and the sizes that the house rules (CONTRIBUTING.md) set: lines, files, parameters."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = [path for folder in ("src", "apps", "tests", "bench", "web") for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".cpp", ".hpp", ".ts", ".mjs"} and "node_modules" not in path.parts]
PROSE = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile"))]

# A word that readers may not know, and what to write instead.
WORDS = {
    r"foretells?|foretold": "predict",
    r"told": "inputs",
    r"lanes?": "topic slot",
    r"laws?": "distribution",
    r"strangers?": "unknown labels",
    r"gone on with|went on with": "resumed",
    r"verbs?": "subcommand",
    r"hurried": "for a quick run",
    r"parted|parting": "split",
    r"ghosts?": "latent words",
    r"a line an? \w+|a second each": "one line per ...",
}
# Terms of the literature and of the libraries used.
TERMS = re.compile(r"power[-\s]law|(?:Zipf's|Heaps')\s+law|law\s+of\s+(?:large\s+numbers|total\s+variance)|told\s+apart", re.I)
# file: the word that it may use, and why
ALLOWED = {
    "src/themata/random/uniforms-inl.hpp": ("lanes", "SIMD lanes, which Highway calls so"),
    "src/themata/models/icdp/plugin.cpp": ("ghosts", "a column of the trace"),
    "src/themata/store/fit_folder.hpp": ("ghosts", "a column of the trace"),
    "docs/guide/sparse-topics.md": ("ghosts", "a column of the trace"),
    "docs/notation.md": ("ghosts", "a column of the trace"),
    "docs/theory/icdp.md": ("ghosts", "a column of the trace"),
    "bench/draws.cpp": ("lane", "a SIMD lane"),
}

LONGEST_FILE = 400
LONG_FILES = {"src/themata/sampling/simd/draw_slot-inl.hpp":
              "one loop that must be compiled as a whole for each instruction set"}
WIDEST_LINE = 110
# header: its boolean parameters, and why they may be
BOOL_PARAMETERS = {
    "src/themata/models/icdp/masks.hpp": (["on"], "the value that a bit of the mask is set to"),
    "src/themata/sampling/simd/draw_slot-inl.hpp": (["first"], "inlined into a loop that has peeled off its first step"),
}

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|`[^`]*`', re.S)
BOOL_PARAMETER = re.compile(r"[(,]\s*(?:const )?bool (\w+)\s*(?:=[^,;)]*)?(?=[,)])")


def name_of(path):
    return str(path.relative_to(ROOT))


def said(path):
    """What a file says to people: comments and literals of code, all of prose."""
    text = path.read_text()
    return text if path in PROSE else "\n".join(COMMENT_OR_TEXT.findall(text))


def old_words(text, allowed=()):
    text = TERMS.sub("", text)
    found = [match for word in WORDS for match in re.findall(rf"(?<![\w-])(?:{word})(?![\w-])", text, re.I)]
    return sorted({match for match in found if match.lower() not in allowed})


def bool_parameters(text):
    return BOOL_PARAMETER.findall(re.sub(r"//[^\n]*", "", text))


def test_texts_use_plain_words():
    wrong = {name_of(path): old_words(said(path), ALLOWED.get(name_of(path), ("", ""))[:1]) for path in [*CODE, *PROSE]}
    assert {path: words for path, words in wrong.items() if words} == {}, WORDS


def test_lines_are_not_too_wide():
    wide = [f"{name_of(path)}:{number}" for path in CODE
            for number, line in enumerate(path.read_text().split("\n"), 1) if len(line) > WIDEST_LINE]
    assert wide == [], "scripts/wrap_comments.py wraps comments, clang-format the rest: make format"


def test_files_are_not_too_long():
    long = {name_of(path) for path in CODE if path.read_text().count("\n") > LONGEST_FILE}
    assert long == set(LONG_FILES)


def test_headers_have_no_boolean_parameters():
    found = {name_of(path): bool_parameters(path.read_text()) for path in CODE
             if path.suffix == ".hpp" and name_of(path).startswith(("src", "apps"))}
    assert {path: names for path, names in found.items() if names} == \
        {path: names for path, (names, why) in BOOL_PARAMETERS.items()}


@pytest.mark.parametrize("text, found", [
    ("the next draw is foretold", ["foretold"]),
    ("a power law, but another law", ["law"]),
    ("prints a line a chain", ["a line a chain"]),
    ("proverbs are allowed", []),
])
def test_the_search_for_words_bites(text, found):
    assert old_words(text) == found


@pytest.mark.parametrize("text, found", [
    ("void fit(int n, bool fast);", ["fast"]),
    ("void fit(bool fast = true, int n = 1);", ["fast"]),
    ("bool is_fast(int n); // (bool x)", []),
    ("std::function<bool(const Thing&)> holds;", []),
])
def test_the_search_for_parameters_bites(text, found):
    assert bool_parameters(text) == found


def test_wrapping_moves_words_and_keeps_them():
    """scripts/wrap_comments.py: no word is lost, no line too wide, tables stay."""
    import importlib.util
    spec = importlib.util.spec_from_file_location("wrap_comments", ROOT / "scripts/wrap_comments.py")
    wrap = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wrap)
    long = "/// " + "word " * 40 + "@param x  " + "more " * 30
    table = "//   name   " + "column  " * 20
    lines = ["  int a = 1;  ///< " + "why " * 40, long, "/// the same paragraph", table]
    after = wrap.wrapped(lines)
    assert all(len(line) <= WIDEST_LINE for line in after if line != table)
    assert table in after and "  int a = 1;" in after
    words = lambda some: sorted(word.lower() for line in some for word in re.findall(r"\w+", line))
    assert words(after) == words(lines)
