"""The installed library as another project finds it: find_package, one header, an example that runs."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    built = pathlib.Path(os.environ["THEMATA_PROGRAM"]).resolve().parent
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", built, "--prefix", folder)
    return folder


def test_what_is_installed_needs_nothing_but_the_standard_library(prefix):
    include = prefix / "include"
    installed = {str(path.relative_to(include)) for path in include.rglob("*.hpp")}
    reached, left = set(), {"themata/themata.hpp", "themata/version.hpp"}
    while left:
        header = left.pop()
        reached.add(header)
        for name in re.findall(r'#include ["<]([^">]+)[">]', (include / header).read_text()):
            if name in installed:
                left |= {name} - reached
            else:
                assert re.fullmatch(r"[a-z_0-9]+", name), f"{header} includes {name}, which is not installed"
    assert reached == installed, f"installed and reached by no public header: {installed - reached}"
    assert (prefix / "bin/themata").exists()


def test_the_example_builds_against_it_and_runs(prefix, tmp_path):
    run("cmake", "-S", ROOT / "examples/cpp", "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "build")
    said = run(tmp_path / "build/topics_of_haiku", cwd=tmp_path)
    assert "stopped early: yes\ncomplete: yes\n" in said
    topics = [set(re.findall(r"  ([a-z]+) 0", line)) for line in said.splitlines() if line.startswith("topic ")]
    garden, harbor = {"soil", "rain", "spade", "beans", "roses"}, {"tide", "anchor", "harbor", "sail", "mast"}
    assert sorted(bool(words & garden) for words in topics) == [False, True] and all(len(words) == 4 for words in topics)
    assert all(words <= garden or words <= harbor for words in topics)
    assert "2 words known, 0 not" in said and "1 words known, 1 not" in said
    assert [path.name for path in tmp_path.iterdir()] == ["build"], "nothing is written"
