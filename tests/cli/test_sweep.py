"""`themata sweep`: a grid of models fitted and scored, the same whatever runs at once and however often it is stopped."""
import csv
import json
import signal
import subprocess
import time
import xml.etree.ElementTree as tree

import pytest
from conftest import PROGRAM, hashes, names_in

GRID = "--topics 2,4 --alpha 0.1,0.5 --seed 1,2 --sweeps 40 --keep 4".split()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def corpus(themata, tmp_path):
    done = themata(*"simulate lda --documents 150 --types 60 --topics 4 --alpha 0.1 --beta 0.05 --length 40 --seed 5".split(),
                   "--output", "corpus")
    assert done.returncode == 0, done.stderr
    return "corpus"


def table(folder):
    with open(folder / "sweep.tsv", newline="") as file:
        return [{key: value for key, value in row.items() if key != "seconds"}
                for row in csv.DictReader(file, delimiter="\t")]


def test_every_combination_is_fitted_and_scored(themata, tmp_path, corpus):
    done = themata("sweep", corpus, *GRID, "--threads", 2, "--output", "grid")
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path / "grid")
    assert [(row["topics_asked"], row["alpha"], row["seed"]) for row in rows] == [
        (k, a, s) for k in "24" for a in ("0.1", "0.5") for s in "12"]
    best = max(rows, key=lambda row: float(row["log_p_per_word"]))
    assert best["topics_asked"] == "4", "the corpus was drawn from four topics"
    for row in rows:
        assert 0 < float(row["stability"]) <= 1 and float(row["draw_error"]) > 0
        assert row["cell"] in done.stdout
    assert sorted(row["cell"] for row in rows) == names_in(tmp_path / "grid/fits")
    picture = tree.parse(tmp_path / "grid/sweep.svg").getroot()
    assert len([c for c in picture.iter(f"{SVG}circle") if c.get("r") == "3"]) == 4 * len(rows)
    assert len(list(picture.iter(f"{SVG}polyline"))) == 4 * 2, "a line for each alpha in each panel"


def test_a_cell_is_what_fit_and_evaluate_say(themata, tmp_path, corpus):
    hyperparameters = ["--alpha", 0.2]  # held in both, as no --learn names it
    assert themata("sweep", corpus, "--topics", "3", *hyperparameters, "--sweeps", 40, "--output", "grid").returncode == 0
    row, = table(tmp_path / "grid")
    assert row["stability"] == "NA"
    done = themata("fit", "grid/training", "--topics", 3, *hyperparameters, "--sweeps", 40, "--chains", 1, "--output", "fit")
    assert done.returncode == 0, done.stderr
    assert hashes(tmp_path / "fit") == hashes(tmp_path / "grid/fits" / row["cell"])
    said = json.loads(themata("evaluate", "fit", "--held-out", "grid/held-out", "--format", "json").stdout)
    assert float(row["log_p_per_word"]) == pytest.approx(said["log_likelihood_per_word"], abs=1e-6)
    quality = json.loads(themata("evaluate", "fit", "--format", "json").stdout)
    assert float(row["npmi"]) == pytest.approx(quality["mean"]["npmi"], abs=1e-6)


def test_discounts_of_masks_are_axes(themata, tmp_path, corpus):
    done = themata("sweep", corpus, "--model", "lida", "--sigma", "0,0.1", "--zeta", "0,.25", "--eta", 3, "--topics", 4,
                   "--sweeps", 30, "--keep", 4, "--output", "grid")
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path / "grid")
    assert [(row["cell"], row["sigma"], row["zeta"], row["eta"], row["xi"]) for row in rows] == [
        (f"lida-sigma-{s}-zeta-{z}", s, z, "3", "1") for s in ("0", "0.1") for z in ("0", "0.25")]
    done = themata("sweep", corpus, "--model", "lda", "--topics", 3, "--sweeps", 4, "--output", "plain")
    assert done.returncode == 0, done.stderr
    assert {table(tmp_path / "plain")[0][column] for column in ("eta", "delta", "sigma", "xi", "zeta")} == {"NA"}
    done = themata("sweep", corpus, "--model", "lda,hdp", "--sigma", ".1", "--output", "neither")
    assert done.returncode == 2 and "--sigma does not apply to --model lda; it belongs to lida or ftm" in done.stderr
    done = themata("sweep", corpus, "--model", "lda,hdp", "--most-discount", ".1", "--output", "neither")
    assert done.returncode == 2 and "--most-discount does not apply to --model lda; it belongs to lida, ftm or sstm" in done.stderr


def test_a_model_takes_the_axes_that_it_has(themata, tmp_path, corpus):
    words = ["--model", "lda,hdp", "--gamma", "1,2", "--topics", 3, "--max-topics", 500, "--sweeps", 6, "--keep", 2]
    done = themata("sweep", corpus, *words, "--output", "grid")
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path / "grid")
    assert [(row["cell"], row["gamma"]) for row in rows] == [("lda", "NA"), ("hdp-gamma-1", "1"), ("hdp-gamma-2", "2")]
    options = [json.loads((tmp_path / f"grid/fits/{row['cell']}/manifest.json").read_text())["options"] for row in rows]
    done = themata("sweep", corpus, "--model", "hdp", "--sweeps", 6, "--keep", 2, "--output", "unasked")
    assert done.returncode == 0 and table(tmp_path / "unasked")[0]["topics_asked"] == "NA", done.stderr
    assert [each.get("max-topics") for each in options] == [None, 500, 500]
    done = themata("sweep", corpus, *words[:-1], 3, "--output", "grid")
    assert done.returncode == 2 and "grid with another --keep" in done.stderr


def ids_of(folder):
    return [json.loads(line)["id"] for line in (folder / "documents.jsonl").read_text().splitlines()]


def test_no_document_is_both_fitted_and_held_out(themata, tmp_path, corpus):
    for seed in "1", "2":
        done = themata("sweep", corpus, "--topics", "3", "--sweeps", 4, "--held-out", "0.2", "--split-seed", seed,
                       "--output", f"grid-{seed}")
        assert done.returncode == 0, done.stderr
        training, held_out = (ids_of(tmp_path / f"grid-{seed}" / part) for part in ("training", "held-out"))
        assert len(held_out) == 30 and sorted(training + held_out) == sorted(ids_of(tmp_path / "corpus"))
    assert ids_of(tmp_path / "grid-1/held-out") != ids_of(tmp_path / "grid-2/held-out")


def test_a_damaged_score_is_named(themata, tmp_path, corpus):
    words = ["sweep", corpus, "--topics", "3", "--sweeps", 4, "--output", "grid"]
    assert themata(*words).returncode == 0
    path = tmp_path / "grid/scores/lda.json"
    whole = json.loads(path.read_text())
    for text in ('{"topics": 3', *(json.dumps(whole | wrong) for wrong in (
            {"topics": -2}, {"per_word": 5000}, {"mc_error": -1}, {"npmi": 2}, {"per_word": "-7"}))):
        path.write_text(text)
        done = themata(*words)
        assert done.returncode == 3 and "scores/lda.json: is damaged" in done.stderr, text
    path.unlink()
    assert themata(*words).returncode == 0


def test_neither_threads_nor_a_stop_change_it(themata, tmp_path, corpus):
    assert themata("sweep", corpus, *GRID, "--threads", 1, "--output", "whole").returncode == 0
    words = [PROGRAM, "sweep", corpus, *GRID, "--threads", "2", "--output", "stopped"]
    running = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "stopped/scores").exists() or not names_in(tmp_path / "stopped/scores"):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode in (0, 130)
    if running.returncode == 130:
        assert "give the same command again" in said
    assert themata("sweep", corpus, *GRID, "--threads", 20, "--output", "stopped").returncode == 0
    assert table(tmp_path / "stopped") == table(tmp_path / "whole")


@pytest.mark.parametrize("words, message", [
    (["--topics", "2,x"], "--topics is 'x'; expected a whole number"),
    (["--topics", "0,2"], "--topics is 0; expected a number from 1"),
    (["--topics", "2,2"], "--topics has the value 2 twice"),
    (["--topics", "2,02"], "--topics has the value 2 twice"),
    (["--alpha", "0.10,0.1"], "--alpha has the value 0.1 twice"),
    (["--alpha", "0"], "--alpha is 0; expected a number above 0, up to 1000000"),
    (["--gamma", "1e300", "--model", "hdp"], "--gamma is 1e+300; expected a number above 0, up to 1000000"),
    (["--model", "lda,lsa"], "--model is 'lsa'"),
    (["--held-out", "1"], "--held-out is 1; expected a number above 0 and below 1"),
    (["--burn-in", "900", "--sweeps", "10"], "--burn-in is 900"),
])
def test_wrong_options_are_one_line_and_leave_nothing(themata, tmp_path, corpus, words, message):
    done = themata("sweep", corpus, *words, "--output", "grid")
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert names_in(tmp_path) == ["corpus"]


def test_a_model_that_cannot_be_fitted_leaves_nothing(themata, tmp_path, corpus):
    done = themata("sweep", corpus, "--model", "labeled-lda", "--output", "grid")
    assert done.returncode == 3 and "corpus/documents.jsonl: has no labels" in done.stderr
    assert names_in(tmp_path) == ["corpus"]


def test_one_grid_in_other_words_is_gone_on_with(themata, tmp_path, corpus):
    assert themata("sweep", corpus, "--alpha", "0.10,1e0", "--topics", 3, "--sweeps", 4, "--output", "grid").returncode == 0
    again = themata("sweep", corpus, "--alpha", "0.1,1", "--topics", "03", "--sweeps", 4, "--output", "grid")
    assert again.returncode == 0, again.stderr
    assert [row["cell"] for row in table(tmp_path / "grid")] == ["alpha-0.1", "alpha-1"]


def test_of_two_begun_at_once_one_is_refused(themata, tmp_path, corpus):
    words = [PROGRAM, "sweep", corpus, "--topics", "3,4", "--sweeps", "60", "--output", "grid"]
    both = [subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for _ in range(2)]
    ends = [(process.communicate(timeout=120)[1], process.returncode) for process in both]
    assert 0 in [code for _, code in ends]
    for said, code in ends:
        assert code == 0 or (code == 2 and ("another process is writing" in said or "exists already" in said)), said
    assert len(table(tmp_path / "grid")) == 2
    assert names_in(tmp_path) == ["corpus", "grid"]


@pytest.mark.parametrize("part", ["training", "held-out"])
def test_damaged_documents_are_named_even_at_the_end(themata, tmp_path, corpus, part):
    words = ["sweep", corpus, "--topics", "3", "--sweeps", 4, "--output", "grid"]
    assert themata(*words).returncode == 0
    path = tmp_path / "grid" / part / "tokens.npy"
    path.write_bytes(path.read_bytes()[:-4])
    done = themata(*words)
    assert done.returncode == 3 and f"{part}/tokens.npy" in done.stderr


def test_another_grid_in_the_folder_is_refused(themata, tmp_path, corpus):
    assert themata("sweep", corpus, "--topics", "2", "--sweeps", 10, "--output", "grid").returncode == 0
    done = themata("sweep", corpus, "--topics", "3", "--sweeps", 10, "--output", "grid")
    assert done.returncode == 2 and "has a grid with another --topics; name" in done.stderr
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/file").write_text("mine")
    done = themata("sweep", corpus, "--topics", "3", "--sweeps", 10, "--output", "mine")
    assert done.returncode == 2 and names_in(tmp_path / "mine") == ["file"]


def test_a_finished_grid_gains_a_number_of_topics_and_a_seed(themata, tmp_path, corpus):
    """With the fits that it has, under the names that they have in the larger grid; as if all had been asked for at once."""
    options = ["--sweeps", 20, "--keep", 4]
    steps = [["--topics", 2], ["--topics", "2,3"], ["--topics", "2,3", "--seed", "1,2"], ["--topics", "4,2,3", "--seed", "1,2"]]
    fitted = {}
    for step in steps:
        done = themata("sweep", corpus, *step, *options, "--output", "grid")
        assert done.returncode == 0, done.stderr
        now = {path.stat().st_ino: path for path in (tmp_path / "grid/fits").glob("*/trace-1.csv")}
        assert set(fitted) <= set(now), "a fit was made again"
        fitted = now
    assert names_in(tmp_path / "grid/fits") == sorted(f"topics-{k}-seed-{seed}" for k in (2, 3, 4) for seed in (1, 2))
    assert themata("sweep", corpus, *steps[-1], *options, "--output", "once").returncode == 0
    assert table(tmp_path / "grid") == table(tmp_path / "once")
    assert themata("sweep", corpus, *steps[-1], *options, "--output", "grid").returncode == 0, "the same again"
    for words, option in ((["--topics", "2,3", "--seed", "1,2"], "--topics"), (["--topics", "4,2,3", "--seed", "3,4"], "--seed"),
                          ([*steps[-1], "--beta", 1], "--beta"), ([*steps[-1], "--held-out", 0.2], "--held-out")):
        done = themata("sweep", corpus, *words, *options, "--output", "grid")
        assert done.returncode == 2 and f"has a grid with another {option}; name" in done.stderr, words
    done = themata("sweep", corpus, "--topics", "5,4,2,3", "--seed", "1,2", *options, "--output", "grid", "--part", "1/2")
    assert done.returncode == 2 and "--part cannot be combined with new values" in done.stderr


def test_a_grid_gains_a_model_with_an_option_of_that_model_alone(themata, tmp_path, corpus):
    options = ["--topics", "2,3", "--sweeps", 10]
    assert themata("sweep", corpus, *options, "--output", "grid").returncode == 0
    fitted = {path.stat().st_ino for path in (tmp_path / "grid/fits").glob("*/trace-1.csv")}
    done = themata("sweep", corpus, "--model", "lda,hdp", "--max-topics", 50, *options, "--output", "grid")
    assert done.returncode == 0, done.stderr
    assert fitted < {path.stat().st_ino for path in (tmp_path / "grid/fits").glob("*/trace-1.csv")}
    assert any(name.startswith("hdp") for name in names_in(tmp_path / "grid/fits"))


def test_a_grid_takes_starts_seeds_and_chains(themata, tmp_path, corpus):
    (tmp_path / "seeds.txt").write_text("\n".join((tmp_path / "corpus/vocabulary.txt").read_text().split()[:2]) + "\n")
    words = ["--topics", "2,3", "--sweeps", 20, "--keep", 4, "--start", "documents", "--chains", 2]
    assert themata("sweep", corpus, *words, "--output", "grid").returncode == 0
    assert themata("sweep", corpus, "--topics", 2, "--sweeps", 20, "--keep", 4, "--seeds", "seeds.txt", "--output", "seeded").returncode == 0
    options = [json.loads((tmp_path / path / "manifest.json").read_text())["options"] for path in ("grid/fits/topics-2", "seeded/fits/lda")]
    assert [(one["start"], one["chains"]) for one in options] == [("documents", 2), ("tokens", 1)]
    assert options[1]["seeds"] == "seeds.txt"
    chains = json.loads((tmp_path / "grid/fits/topics-2/manifest.json").read_text())["chains"]
    assert [chain["chain"] for chain in chains] == [1, 2]
    best = json.loads(themata("evaluate", "grid/fits/topics-2", "--held-out", "grid/held-out", "--format", "json").stdout)
    assert float(table(tmp_path / "grid")[0]["log_p_per_word"]) == pytest.approx(best["log_likelihood_per_word"], abs=1e-6)


def test_several_processes_share_a_grid(themata, tmp_path, corpus):
    assert themata("sweep", corpus, *GRID, "--threads", 2, "--output", "alone").returncode == 0
    others = [subprocess.Popen([PROGRAM, "sweep", corpus, *GRID, "--threads", "1", "--output", "grid", "--part", f"{part}/3"],
                               cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for part in (1, 2)]
    for other in others:
        out, err = other.communicate(timeout=200)
        assert other.returncode == 0, err
        assert "of the grid in grid is complete; the last part to end makes the table" in out
    assert not (tmp_path / "grid/sweep.tsv").exists()
    last = themata("sweep", corpus, *GRID, "--threads", 1, "--output", "grid", "--part", "3/3")
    assert last.returncode == 0 and "perplexity" in last.stdout, last.stderr
    assert table(tmp_path / "grid") == table(tmp_path / "alone")
    assert themata("sweep", corpus, *GRID, "--threads", 1, "--output", "grid").stdout == last.stdout


@pytest.mark.parametrize("part", ["0/3", "4/3", "1", "a/b", "1/2/3", "-1/2", "1/100000000"])
def test_parts_that_cannot_be(themata, corpus, part):
    done = themata("sweep", corpus, *GRID, "--output", "grid", f"--part={part}")
    assert done.returncode == 2 and f"--part is {part}; expected I/N with I from 1 to N" in done.stderr
