"""The tables of bench/papers against the options that they depend on: none is older, and none depends on a default."""
import importlib
import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import PROGRAM

pytest.importorskip("scipy", reason="SciPy is missing: scripts/install.sh papers")

pytestmark = pytest.mark.thorough
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPERS = ROOT / "bench/papers"
SCRIPTS = sorted(path.stem for path in PAPERS.glob("*_*.py"))
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "THEMATA_QUICK"}

# Options of fits that scripts leave out. They name a file; or follow from the burn-in; or have another name in files.
LEFT_OUT = {"monitor-from", "unlabelled"}
# Options of other commands that scripts leave out: the chain and its burn-in are those of the fit; paths, names; options of
# another method, or of what else the command does; and the threshold, which is the one with the largest micro F1.
COMMON = {"help", "corpus", "chain", "burn-in", "format", "scratch", "max-memory", "threads", "output", "log", "seed", "names"}
UNUSED = {
    "evaluate": {"words", "by", "exclusivity-weight", "coherence", "reference", "window", "counts", "held-out", "folds",
                 "keep-folds", "draws", "split", "particles", "redraws"},
    "label": {"scores", "threshold", "calibrate", "folds", "sweeps", "skip"},
    "topics": {"exclusivity-weight", "against", "largest", "membership", "quantiles", "by", "words"},
    "diagnose": set(),
    "export": {"as", "words", "against"},
    "resume": {"until", "time-limit", "max-topics"},
}


@pytest.fixture(scope="module")
def scripts():
    """The scripts as modules, in their full size, and their module of plans."""
    sys.path.insert(0, str(PAPERS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THEMATA_PROGRAM", PROGRAM)
        patch.delenv("THEMATA_QUICK", raising=False)
        yield {name: importlib.import_module(name) for name in ["plans", *SCRIPTS]}
    sys.path.remove(str(PAPERS))


def check(folder=PAPERS, program=PROGRAM):
    return subprocess.run([sys.executable, "-B", PAPERS / "check.py", folder], capture_output=True, text=True,
                          env=ENVIRONMENT | {"THEMATA_PROGRAM": str(program)}, timeout=300)


def page_of(folder, *lines):
    """Writes a page with these lines beside its tables, and an overview that counts them."""
    (folder / "page.md").write_text("\n\n".join(lines) + "\n")
    old = sum("measured" in line for line in lines)
    (folder / "RESULTS.md").write_text(f"| [a paper](page.md) | {len(lines)} | {old} |\n")


def faults_of(done):
    return [line for line in done.stderr.splitlines() if "is on no page" not in line]


def test_no_table_is_older_than_its_options():
    done = check()
    assert done.returncode == 0, done.stderr
    assert re.match(r"\d+ tables, \d+ to be measured again:", done.stdout)


def test_a_table_whose_options_changed_is_noticed(scripts, tmp_path):
    plans, prior = scripts["plans"], scripts["icdp_prior"]
    now = plans.hash_of(prior.plan()["columns"])
    line = "`bench/papers/icdp_prior.py`, table `columns`: "
    page_of(tmp_path, f"{line}options `{now}`")
    assert faults_of(check(tmp_path)) == []
    page_of(tmp_path, f"{line}options `0123456789`", f"{line}measured with earlier options `{now}`",
            f"{line}measured last year", line.replace("columns", "rows") + f"options `{now}`")
    done = check(tmp_path)
    faults = faults_of(done)
    assert done.returncode == 1
    for where, what in (("page.md:1", f"are now `{now}`"), ("page.md:3", "the options of now"),
                        ("page.md:5", "not of the form"), ("page.md:7", "no such table")):
        assert where in faults[0] and what in faults[1]
        del faults[:2]
    assert "page.md has 4 tables, 1 of them" in faults[0], "a line of no known form is no measured table"


def with_another_default(folder, name, value):
    """A program whose option has another default: it counts where the option is not given."""
    path = folder / "themata"
    path.write_text(f"""#!{sys.executable}
import json, subprocess, sys
shown = subprocess.run(["{PROGRAM}", *sys.argv[1:]], stdout=subprocess.PIPE)
text = shown.stdout.decode()
if "--dry-run" in sys.argv and "--{name}" not in sys.argv and {name!r} in json.loads(text):
    text = json.dumps(json.loads(text) | {{{name!r}: {value!r}}})
print(text, end="")
sys.exit(shown.returncode)
""")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name, value, is_noticed", [("monitor-from", 7, True), ("start", "documents", False)])
def test_a_changed_default_is_noticed_where_a_table_depends_on_it(scripts, tmp_path, name, value, is_noticed):
    now = scripts["plans"].hash_of(scripts["icdp_toy"].plan()["laws"])
    page_of(tmp_path, f"`bench/papers/icdp_toy.py`, table `laws`: options `{now}`")
    done = check(tmp_path, with_another_default(tmp_path, name, value))
    assert ["older than its options" in line for line in faults_of(done)] == ([False, True] if is_noticed else [])


def test_a_hash_depends_on_what_decides_and_on_nothing_else(scripts):
    plans = scripts["plans"]
    fit = {"model": "lda", "alpha": .1, "topics": 5}
    one, two = plans.Command("fit", fit), plans.Command("fit", {**fit, "topics": 6})
    same = plans.Command("fit", {**fit, "seed": 3, "threads": 1, "checkpoint-every": 5})
    assert plans.hash_of([one, two]) == plans.hash_of([two, same, one]) != plans.hash_of([one])
    others = [plans.Command("fit", {**fit, "alpha": .2}), plans.Command("fit", {**fit, "start": "documents"}),
              plans.Command("fit", fit, seconds=3), plans.Command("simulate", {**fit, "documents": 5, "types": 9})]
    assert len({plans.hash_of([command]) for command in (one, *others)}) == 5


def test_an_option_that_the_program_gained_leaves_tables_as_they_are(scripts, monkeypatch):
    plans = scripts["plans"]
    before = plans.hash_of([plans.Command("fit", {"model": "lda"})])
    plans.record_of.cache_clear()
    monkeypatch.setitem(plans.GAINED, "seed-weight", 1)
    assert plans.hash_of([plans.Command("fit", {"model": "lda"})]) != before
    assert "seed-weight" not in plans.record(plans.Command("fit", {"model": "lda"}))["options"]
    assert plans.record(plans.Command("fit", {"model": "lda", "seed-weight": 2}))["options"]["seed-weight"] == 2
    plans.record_of.cache_clear()


def options_in_help(verb):
    shown = subprocess.run([PROGRAM, verb, "--help"], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^  (?:-\w,)?--([a-z-]+)", shown, re.M))


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_names_every_option_that_decides_what_it_measures(scripts, script):
    plans = scripts["plans"]
    for commands in scripts[script].plan().values():
        for command in commands:
            named = set(command.options)
            if command.verb == "fit":
                left = set(plans.record(command)["options"]) - named - LEFT_OUT
                if command.options.get("sampler") != "partially-collapsed":
                    left -= {"z", "phi"}  # which only that sampler has
                assert not left, command
            elif command.verb == "simulate":
                fixed = {"types", "topics"} if command.options["model"] == "similar-topics" else set()
                assert not set(plans.record(command)["options"]) - named - fixed, command
            elif command.verb != "import":
                assert not options_in_help(command.verb) - named - COMMON - UNUSED[command.verb], command
