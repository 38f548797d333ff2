"""The library's includes keep to src/README.md, and the script that says so catches each kind of breach."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/folder_order.py"


def run(root):
    return subprocess.run([SCRIPT, root], capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path):
    """A small library in good order."""
    shutil.copytree(ROOT / "src/themata/io", tmp_path / "src/themata/io")
    shutil.copy(ROOT / "src/README.md", tmp_path / "src/README.md")
    write(tmp_path, "models/hdp/model.hpp", "themata/sampling/state/counts.hpp")
    write(tmp_path, "evaluate/topics.hpp", "themata/store/fit_folder.hpp")
    return tmp_path


def write(tree, place, include):
    path = tree / "src/themata" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#pragma once\n\n#include "{include}"\n')


def test_our_sources_keep_to_the_order():
    done = run(ROOT)
    assert done.returncode == 0, done.stderr


def test_a_tree_in_order_passes(tree):
    assert run(tree).returncode == 0


@pytest.mark.parametrize(
    "place, include",
    [
        ("io/bad.hpp", "themata/corpus/corpus.hpp"),
        ("models/lda/bad.hpp", "themata/models/hdp/model.hpp"),
        ("models/hdp/bad.hpp", "themata/models/lda/model.hpp"),
        ("models/bad.hpp", "themata/models/lda/model.hpp"),
        ("models/lda/bad.hpp", "themata/models/registry.hpp"),
        ("store/bad.hpp", "themata/models/lda/model.hpp"),
        ("calibrate/bad.hpp", "themata/models/lda/model.hpp"),
        ("simulation/bad.hpp", "themata/models/model.hpp"),
        ("simulate/bad.hpp", "themata/models/hdp/weights.hpp"),
        ("evaluate/bad.hpp", "themata/sampling/state/counts.hpp"),
        ("diagnose/bad.hpp", "themata/models/hdp/model.hpp"),
        ("diagnose/bad.hpp", "themata/fit/fit.hpp"),
        ("report/bad.hpp", "themata/models/hdp/model.hpp"),
        ("chain/bad.hpp", "themata/fit/fit.hpp"),
        ("report/bad.hpp", "subcommands.hpp"),
        ("report/bad.hpp", "../../apps/themata/subcommands.hpp"),
        ("bad.hpp", "themata/io/error.hpp"),
    ],
)
def test_a_breach_is_named_with_its_line(tree, place, include):
    write(tree, place, include)
    done = run(tree)
    assert done.returncode == 1
    assert f"src/themata/{place}:3: {include}: " in done.stderr


def test_a_folder_without_a_place_is_refused(tree):
    write(tree, "novel/model.hpp", "vector")
    done = run(tree)
    assert done.returncode == 1
    assert "src/themata/novel: the folder has no place" in done.stderr
