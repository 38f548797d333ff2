"""Effects of metadata: --model dmr, through every subcommand."""
import csv
import json
import pathlib
import sys

import numpy as np
import pytest
from conftest import hashes, manifest, trace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

SIMULATED = "dmr --documents 120 --types 60 --topics 4 --levels 3 --alpha 0.3 --length 40 --seed 5".split()
PETS = "cat dog purr bark leash whisker".split()
SEA = "sail mast anchor tide deck rope".split()


def texts(themata, folder, rows, name="corpus", metadata="year,party"):
    (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = themata("import", "--format", "jsonl", f"{name}.jsonl", "--text", "text", "--metadata", metadata, "--output", name)
    assert done.returncode == 0, done.stderr
    return folder / name


def speeches(n=60):
    """Party A talks of pets, party B of the sea, one word in eight the other way round."""
    rows = []
    for d in range(n):
        mine, other = (PETS, SEA) if d % 2 == 0 else (SEA, PETS)
        words = [mine[(d * 5 + i * i) % 6] if i % 8 else other[(d + i) % 6] for i in range(16)]
        rows.append({"text": " ".join(words), "year": 1990 + d % 7, "party": "AB"[d % 2]})
    return rows


@pytest.fixture
def corpus(themata, tmp_path):
    return texts(themata, tmp_path, speeches())


@pytest.fixture
def fit(themata, corpus):
    def run(*words, name="fit", covariates="year,party"):
        options = {"--topics": 2, "--sweeps": 120, "--keep": 30, "--seed": 3} | dict(zip(words[::2], words[1::2]))
        done = themata("fit", corpus, "--model", "dmr", *(["--covariates", covariates] if covariates else []),
                       *(word for pair in options.items() for word in pair), "--output", name)
        assert done.returncode == 0, done.stderr
        return corpus.parent / name

    return run


def coefficients(themata, path):
    done = themata("export", path, "--format", "coefficients", "--output", "effects.tsv")
    assert done.returncode == 0, done.stderr
    with open(path.parent / "effects.tsv") as file:
        return {(int(row["topic"]), row["covariate"]): {name: float(row[name]) for name in ("mean", "sd", "q5", "q95")}
                for row in csv.DictReader(file, delimiter="\t")}


def test_effects_have_the_right_sign_and_intervals(themata, fit):
    path = fit()
    shown = json.loads(themata("topics", path, "--format", "json").stdout)
    pets = next(k for k, topic in enumerate(shown) if topic["words"][0]["word"] in PETS)
    effects = coefficients(themata, path)
    assert set(effects) == {(k, name) for k in range(2) for name in ("intercept", "year", "party=B")}
    assert effects[pets, "party=B"]["q95"] < 0 < effects[1 - pets, "party=B"]["q5"]
    draws = sorted((path / "draws").glob("*.npz"))
    assert len(draws) == 30
    sizes = np.bincount(np.load(draws[-1])["z"], minlength=2)  # topics are numbered by size
    raw = np.array([np.load(draw)["lambda"] for draw in draws])[:, np.argsort(-sizes, kind="stable")]
    for j, name in enumerate(("intercept", "year", "party=B")):
        assert effects[0, name]["mean"] == pytest.approx(raw[:, 0, j].mean(), rel=1e-4)
        assert effects[0, name]["sd"] == pytest.approx(raw[:, 0, j].std(ddof=1), rel=1e-4)
        assert effects[0, name]["q5"] == pytest.approx(np.quantile(raw[:, 0, j], 0.05), rel=1e-4)
    rows = trace(path)
    assert {"mu.0", "sigma.0", "mu.2", "sigma.2", "coefficients_accepted"} <= set(rows[0])
    assert np.mean([float(row["coefficients_accepted"]) for row in rows[-6:]]) > 0.6


def test_covariates_are_kept_and_standardized(themata, fit):
    path = fit()
    fields = json.loads((path / "given/covariates.json").read_text())["fields"]
    years = np.array([1990 + d % 7 for d in range(60)])
    assert fields[0]["name"] == "year" and fields[0]["center"] == pytest.approx(years.mean())
    assert fields[0]["scale"] == pytest.approx(years.std())
    assert fields[1] == {"name": "party", "levels": ["A", "B"]}
    matrix = np.load(path / "given/covariates.npy")
    assert np.allclose(matrix, np.column_stack([np.ones(60), (years - years.mean()) / years.std(), np.arange(60) % 2]))
    said = themata("info", path).stdout
    assert f"year (number; center {years.mean():.6g}, scale {years.std():.6g}), party (factor of 2 levels; reference A)" in said


def test_theta_is_that_of_each_documents_weights(themata, fit):
    path = fit("--keep", 1)
    draw = np.load(next((path / "draws").glob("*.npz")))
    order = np.argsort(-np.bincount(draw["z"], minlength=2), kind="stable")
    alpha = np.exp(np.load(path / "given/covariates.npy") @ draw["lambda"].T)[:, order]
    offsets = np.load(path.parent / "corpus/offsets.npy").astype(int)
    counts = np.array([np.bincount(draw["z"][a:b], minlength=2) for a, b in zip(offsets, offsets[1:])])[:, order]
    theta = (counts + alpha) / (counts + alpha).sum(1, keepdims=True)
    themata("export", path, "--format", "doc-topics", "--as", "npy", "--output", "theta.npy")
    assert np.allclose(np.load(path.parent / "theta.npy"), theta, atol=1e-6)
    assert np.allclose(np.load(path / "document-topic-1-mean.npy"), theta, atol=1e-6)
    assert np.allclose(draw["alpha"][order], alpha.mean(0))


def test_resumed_or_on_other_threads_it_is_the_same_chain(themata, fit):
    whole = fit("--threads", 1)
    part = fit("--sweeps", 50, "--burn-in", 0, "--start-sweeps", 60, name="part")
    again = fit("--start-sweeps", 60, name="again")
    assert themata("resume", part, "--sweeps", 120, "--threads", 3).returncode == 0
    assert hashes(part) == hashes(again)
    assert hashes(whole) == hashes(fit("--threads", 3, name="three"))


def test_new_documents_take_the_weights_of_their_own_metadata(themata, fit, tmp_path):
    """A document without known words has the mean of exp(x' lambda) divided by its sum."""
    path = fit("--keep", 10)
    rows = [{"text": "unheard-of", "year": 1993, "party": party} for party in "AB"] + speeches(4)
    texts(themata, tmp_path, rows, "new")
    done = themata("infer", path, "new", "--output", "new.tsv")
    assert done.returncode == 0, done.stderr
    shares = read_shares(tmp_path / "new.tsv")
    fields = json.loads((path / "given/covariates.json").read_text())["fields"]
    expected = []
    order = np.argsort(-np.bincount(np.load(sorted((path / "draws").glob("*.npz"))[-1])["z"], minlength=2), kind="stable")
    for b in (0, 1):
        x = np.array([1, (1993 - fields[0]["center"]) / fields[0]["scale"], b])
        alphas = [np.exp(np.load(draw)["lambda"] @ x)[order] for draw in (path / "draws").glob("*.npz")]
        expected.append(np.mean([alpha / alpha.sum() for alpha in alphas], axis=0))
    assert np.allclose(shares[:2], expected, atol=1e-4)


def read_shares(path):
    """The columns of topics of an `infer` table."""
    with open(path) as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    topics = [name for name in rows[0] if name.startswith("topic") or name.isdigit()]
    return np.array([[float(row[name]) for name in topics] for row in rows])


def test_held_out_text_is_likelier_under_its_own_metadata(themata, fit, tmp_path):
    path = fit()
    swapped = [row | {"party": "BA"[d % 2]} for d, row in enumerate(speeches(20))]
    scores = {}
    for name, rows in (("right", speeches(20)), ("swapped", swapped)):
        texts(themata, tmp_path, rows, name)
        for method in ("completion", "left-to-right"):
            done = themata("evaluate", path, "--held-out", name, "--method", method, "--format", "json")
            assert done.returncode == 0, done.stderr
            scores[name, method] = json.loads(done.stdout)["log_likelihood_per_word"]
    assert scores["right", "completion"] > scores["swapped", "completion"]
    assert scores["right", "left-to-right"] > scores["swapped", "left-to-right"]


def test_every_reader_takes_it(themata, fit):
    path = fit()
    for words in (["diagnose", path], ["evaluate", path], ["compare", path, path], ["info", path], ["topics", path],
                  ["evaluate", path, "--folds", "2", "--sweeps", "20"],
                  ["report", path, "--output", "report.html"],
                  ["export", path, "--format", "theta-draws", "--output", "theta.npy"],
                  ["export", path, "--format", "mallet-state", "--output", "state.gz"]):
        done = themata(*words)
        assert done.returncode == 0, (words, done.stderr)


def test_a_sweep_takes_covariates(themata, corpus):
    done = themata("sweep", corpus, "--model", "dmr", "--covariates", "party", "--topics", "2,3", "--sweeps", 20,
                   "--output", "grid")
    assert done.returncode == 0, done.stderr


def test_without_covariates_there_is_an_intercept_alone(themata, fit):
    path = fit(covariates=None)
    assert np.load(path / "given/covariates.npy").shape == (60, 1)
    assert {name for _, name in coefficients(themata, path)} == {"intercept"}
    assert manifest(path)["options"]["covariates"] == ""


def test_numbers_may_be_codes_and_texts_may_be_numbers(themata, tmp_path):
    rows = [row | {"year": str(row["year"]), "kind": d % 3, "old": d % 2 == 0} for d, row in enumerate(speeches())]
    texts(themata, tmp_path, rows, "coded", metadata="year,kind,old")
    done = themata("fit", "coded", "--model", "dmr", "--covariates", "year,kind,old", "--factors", "kind", "--topics", 2,
                   "--sweeps", 4, "--output", "fit")
    assert done.returncode == 0, done.stderr
    fields = json.loads((tmp_path / "fit/given/covariates.json").read_text())["fields"]
    assert "center" in fields[0]
    assert [field.get("levels") for field in fields[1:]] == [["0", "1", "2"], ["false", "true"]]


def test_a_text_among_numbers_is_told(themata, tmp_path):
    rows = [row | {"year": "unknown" if d == 3 else str(row["year"])} for d, row in enumerate(speeches())]
    texts(themata, tmp_path, rows, "mixed")
    words = ["fit", "mixed", "--model", "dmr", "--covariates", "year,party", "--topics", 2, "--sweeps", 4, "--output"]
    done = themata(*words, "fit")
    assert done.returncode == 0 and "values of year are levels, not numbers or dates, as document " in done.stderr
    assert "has 'unknown' (1 of 60 is neither)" in done.stderr and "values of party" not in done.stderr
    assert "are levels" not in themata(*words, "meant", "--factors", "year").stderr


def test_dates_count_as_years(themata, tmp_path):
    rows = [row | {"day": f"{row['year']}-07-02"} for row in speeches()]
    texts(themata, tmp_path, rows, "dated", metadata="day")
    done = themata("fit", "dated", "--model", "dmr", "--covariates", "day", "--topics", 2, "--sweeps", 4, "--output", "fit")
    assert done.returncode == 0, done.stderr
    (field,) = json.loads((tmp_path / "fit/given/covariates.json").read_text())["fields"]
    middle = np.mean([row["year"] for row in rows]) + 0.5
    assert "levels" not in field and field["center"] == pytest.approx(middle, abs=0.01)
    done = themata("infer", "fit", "dated", "--output", "new")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("change, options, message", [
    ({3: {"year": None}, 7: {"year": None}}, [], "2 documents have no value of the metadata field 'year': rows 4, 8"),
    ({5: {"party": ""}}, [], "1 document has no value of the metadata field 'party': row 6"),
    ({5: {"party": "NA"}, 6: {"party": " "}}, [], "2 documents have no value of the metadata field 'party': rows 6, 7"),
    ({5: {"year": "unknown"}}, [], "document '6' has no number as 'year', as others have; expected numbers throughout, or --factors year"),
    ({5: {"year": [1990]}}, [], "document '6' has a list or an object as 'year'"),
    ({}, ["--covariates", "month"], "60 documents have no value of the metadata field 'month': rows 1, 2, 3, 4, 5, ..."),
    ({d: {"party": "A"} for d in range(60)}, [], "the metadata field 'party' has the same value in all documents"),
    ({d: {"year": 1990} for d in range(60)}, [], "the metadata field 'year' has the same value in all documents"),
])
def test_bad_metadata_is_refused(themata, tmp_path, change, options, message):
    rows = [row | change.get(d, {}) for d, row in enumerate(speeches())]
    texts(themata, tmp_path, rows)
    done = themata("fit", "corpus", "--model", "dmr", *(options or ["--covariates", "year,party"]), "--topics", 2, "--output", "fit")
    assert done.returncode == 3, done.stderr
    assert message in done.stderr and "documents.jsonl" in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "fit").exists()


@pytest.mark.parametrize("options, message", [
    (["--covariates", "year,year"], "--covariates is year,year; expected 'year' once"),
    (["--covariates", "year,"], "--covariates is year,; expected names of metadata fields, separated by commas"),
    (["--covariates", "year", "--factors", "party"], "--factors is party; expected names that --covariates has too"),
    (["--covariates", "year", "--sampler", "sparse-collapsed"], "--sampler is 'sparse-collapsed'; expected block-collapsed, or collapsed"),
    (["--effect-scale", "0"], "--effect-scale is 0; expected a number above 0"),
    (["--seeds", "x"], "it belongs to lda"),
])
def test_wrong_options_are_refused(themata, corpus, options, message):
    done = themata("fit", corpus, "--model", "dmr", *options, "--topics", 2, "--output", "fit")
    assert done.returncode == 2, done.stderr
    assert message in done.stderr


@pytest.mark.parametrize("row, message", [
    ({"party": "C"}, "document '1' has 'C' as 'party', which no document of the fit has"),
    ({"year": "old"}, "document '1' has no number as 'year'"),
    ({"year": 1e300}, "document '1' has 1e+300 as 'year'"),
    ({"year": None}, "1 document has no value of the metadata field 'year': row 1"),
])
def test_new_documents_with_other_metadata_are_refused(themata, fit, tmp_path, row, message):
    path = fit("--sweeps", 4, "--keep", 1)
    texts(themata, tmp_path, [speeches(1)[0] | row], "new")
    for words in (["infer", path, "new", "--output", "new.tsv"], ["evaluate", path, "--held-out", "new"]):
        done = themata(*words)
        assert done.returncode == 3, done.stderr
        assert message in done.stderr


def test_other_models_have_no_coefficients(themata, corpus):
    assert themata("fit", corpus, "--topics", 2, "--sweeps", 4, "--output", "lda").returncode == 0
    done = themata("export", "lda", "--format", "coefficients", "--output", "x.tsv")
    assert done.returncode == 2 and "--format coefficients needs a fit of dmr" in done.stderr
    done = themata("fit", corpus, "--covariates", "year", "--output", "other")
    assert done.returncode == 2 and "--covariates does not apply to --model lda; it belongs to dmr" in done.stderr


def test_damaged_covariates_are_refused(themata, fit):
    path = fit("--sweeps", 4, "--keep", 1)
    fits.drop_checksums(path)
    file = path / "given/covariates.npy"
    np.save(file, np.load(file)[:-1])
    done = themata("topics", path)
    assert done.returncode == 3 and "covariates.npy" in done.stderr and "60 rows of 3 columns" in done.stderr


def test_a_simulated_corpus_has_metadata_and_its_truth(themata, tmp_path):
    assert themata("simulate", *SIMULATED, "--output", "sim").returncode == 0
    rows = [json.loads(line)["metadata"] for line in (tmp_path / "sim/documents.jsonl").read_text().splitlines()]
    numbers = np.array([row["x1"] for row in rows])
    assert numbers.mean() == pytest.approx(0, abs=1e-12) and numbers.std() == pytest.approx(1)
    assert {row["group"] for row in rows} == {"g1", "g2", "g3"}
    names = (tmp_path / "sim/truth/coefficient-names.txt").read_text().split()
    assert names == ["intercept", "x1", "group=g2", "group=g3"]
    truth = np.load(tmp_path / "sim/truth/coefficients.npy")
    assert truth.shape == (4, 4)
    done = themata("fit", "sim", "--model", "dmr", "--covariates", "x1,group", "--topics", 4, "--sweeps", 4, "--output", "fit")
    assert done.returncode == 0, done.stderr
    matrix = np.load(tmp_path / "fit/given/covariates.npy")
    assert np.allclose(matrix[:, 1], numbers)
    theta = np.load(tmp_path / "sim/truth/document-topic.npz")
    alpha = np.exp(matrix @ truth.T)
    expected = alpha / alpha.sum(1, keepdims=True)
    drawn = np.zeros((120, 4))
    for d in range(120):
        place = slice(theta["indptr"][d], theta["indptr"][d + 1])
        drawn[d, theta["indices"][place]] = theta["data"][place]
    assert np.corrcoef(drawn.ravel(), expected.ravel())[0, 1] > 0.5


def test_it_starts_from_another_fit(themata, fit, corpus):
    assert themata("fit", corpus, "--topics", 2, "--sweeps", 30, "--output", "lda").returncode == 0
    path = fit("--start-from", "lda")
    assert hashes(path) != hashes(fit(name="other"))
