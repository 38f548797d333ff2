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
    said = run(tmp_path / "build/support_messages", cwd=tmp_path)
    assert said.startswith("stopped early: yes\n"), said
    assert 50 <= int(re.search(r"means over (\d+) draws", said)[1]) < 480
    number = r"(\d\.\d+) \(sd (\d\.\d+)\)"
    topics = [re.findall(rf"  (\w+) {number}", line) for line in said.splitlines() if line.startswith("topic ")]
    themes = [{"parcel", "delivery", "courier", "address", "tracking", "warehouse"},
              {"card", "invoice", "payment", "refund", "bank"},
              {"app", "update", "login", "password", "error", "screen", "phone", "shows"}]
    words = [{word for word, _, _ in topic} for topic in topics]
    assert len(words) == 3 and all(len(topic) == 5 for topic in words)
    of_topic = [next(i for i, theme in enumerate(themes) if len(topic & theme) >= 4) for topic in words]
    assert sorted(of_topic) == [0, 1, 2], "each theme is a topic"
    assert all(0 < float(sd) < float(mean) < 1 for topic in topics for _, mean, sd in topic)
    for name, theme in [("message-1", 0), ("message-9", 1), ("message-17", 2), ("new-1", 0)]:
        row = re.findall(rf"topic (\d) {number}", re.search(rf"^{name}:(.*)$", said, re.M)[1])
        assert abs(sum(float(mean) for _, mean, _ in row) - 1) < 0.02 and all(float(sd) > 0 for _, _, sd in row)
        assert of_topic[max(range(3), key=lambda k: float(row[k][1]))] == theme, name
    mixed = re.findall(number, re.search(r"^new-2:(.*)$", said, re.M)[1])
    assert sorted(float(mean) for mean, _ in mixed)[1] > 0.1, "two topics"
    assert "words known" in said
    assert [path.name for path in tmp_path.iterdir()] == ["build"], "nothing is written"


def test_no_public_header_shows_the_inside(prefix):
    for path in (prefix / "include/themata/api").glob("*.hpp"):
        text = path.read_text()
        assert "for the library itself" not in text and "Place" not in text and "CorpusFolder&" not in text, path.name
