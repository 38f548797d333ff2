"""Python blocks of the guides, run on a small corpus: what a reader copies works."""

import os
import pathlib
import re
import subprocess

import pytest
from conftest import made_texts

import pythemata as tm

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/index.md", "docs/guide/python.md", "docs/guide/coming-from.md",
         "docs/guide/effects.md"]
NEVER_RUN = {"bertopic": "downloads a language model"}


def blocks(page, language):
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.S | re.M)


def needed(block):
    """The libraries that a block imports."""
    return sorted(set(re.findall(r"^(?:import|from) (\w+)", block, re.M)) | ({"pandas"} if "to_pandas" in block else set()))


CASES = [pytest.param(block, id=f"{page}-{number}")
         for page in PAGES for number, block in enumerate(blocks(page, "python"), 1)]


@pytest.mark.filterwarnings("ignore")  # of the other libraries
@pytest.mark.parametrize("block", CASES)
def test_blocks_run(block, tmp_path, monkeypatch):
    for library in needed(block):
        if library in NEVER_RUN:
            pytest.skip(f"{library}: {NEVER_RUN[library]}")
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    texts = made_texts()
    names = {"texts": texts, "more_texts": made_texts(6, seed=2)}
    if "transform(counts" in block and "counts =" not in block:
        from sklearn.feature_extraction.text import CountVectorizer

        names["counts"] = CountVectorizer(min_df=5).fit_transform(texts)
    if "fit." in block and "fit =" not in block:
        metadata = {"year": [2000 + d % 9 for d in range(60)], "party": ["D", "R"] * 30,
                    "date": [f"2001-{1 + d % 12:02}-05" for d in range(60)]}
        corpus = tm.Corpus.from_texts(texts, metadata=metadata)
        names["fit"] = tm.fit(corpus, "lda", topics=3, sweeps=100, seed=1, progress=False)
    exec(compile(block, "block", "exec"), names)  # noqa: S102


def test_the_guides_have_blocks():
    assert len(blocks("docs/guide/coming-from.md", "python")) >= 11
    assert len(blocks("docs/guide/python.md", "python")) == 2


def test_the_command_line_beside_mallet_runs(program, tmp_path):
    for folder, texts in (("texts", made_texts()), ("more", made_texts(6, seed=2))):
        (tmp_path / folder).mkdir()
        for number, text in enumerate(texts):
            (tmp_path / folder / f"{number}.txt").write_text(text)
    (commands,) = blocks("docs/guide/coming-from.md", "bash")
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", "-euc", commands], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True, capture_output=True)
    assert (tmp_path / "more.tsv").read_text().count("\n") == 7
