"""`themata effect` and `themata trends`: against least squares by NumPy, and what they refuse."""
import csv
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

YEARS = range(1990, 2010)
TOPIC_WORDS = [[f"{name}{i}" for i in range(12)] for name in ("garden", "ship", "court")]


def share_of_gardens(year, party):
    """What the documents are made of."""
    return .2 + .3 * (year - 1990) / 19 + (.2 if party == "D" else 0)


def documents(n=300, seed=3):
    rng = np.random.default_rng(seed)
    for d in range(n):
        year, party = int(rng.choice(YEARS)), "DR"[d % 2]
        gardens = share_of_gardens(year, party)
        shares = rng.dirichlet(3 * np.array([gardens, (1 - gardens) / 2, (1 - gardens) / 2]))
        topics = rng.choice(3, size=80, p=shares)
        words = [TOPIC_WORDS[k][rng.integers(12)] for k in topics]
        if year == 2000:  # the court's words of that year
            words = [re.sub("court[0-5]$", "trial", word) for word in words]
        yield {"id": f"d{d}", "text": " ".join(words), "year": year, "party": party,
               "date": f"{year}-{1 + d % 12:02}-15", "gap": None if d in (4, 7) else d % 5, "list": [1],
               "printed": "unknown" if d == 9 else str(year), "volume": year - 1989 + (d % 7 == 0)}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("effect")
    rows = [*documents(), {"id": "empty", "text": "", "year": 1990, "party": "D", "date": "1990-01-01", "gap": 1,
                           "list": [], "printed": "1990", "volume": 1}]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", folder / "rows.jsonl", "--metadata", "year,party,date,gap,list,printed,volume", "--token-regex", r"\w+",
              "--output", folder / "corpus")
    return folder / "corpus"


@pytest.fixture(scope="module")
def fit(corpus):
    folder = corpus.parent / "fit"
    fits.must("fit", corpus, "--model", "lda", "--topics", 3, "--sweeps", 200, "--until", "sweeps", "--burn-in", 100,
              "--keep", 50, "--chains", 2, "--output", folder)
    return folder


def effect(fit, *words):
    return json.loads(fits.must("effect", fit, "--format", "json", *words))


def topic_of(result, prefix):
    return next(topic for topic in result["topics"] if topic["words"][0].startswith(prefix))


def rows_of(corpus):
    return [json.loads(line) for line in (corpus / "documents.jsonl").read_text().splitlines()]


def columns_of(corpus):
    """~ year + party of the documents with words."""
    metadata = [row["metadata"] for row in rows_of(corpus) if "empty" not in row]
    return np.array([[1, m["year"], m["party"] == "R"] for m in metadata], float)


def test_coefficients_are_those_of_least_squares(corpus, fit):
    both = effect(fit, "--formula", "~ year + party")
    assert both["chains"] == [1, 2] and both["kept_draws"] == 100
    result = effect(fit, "--formula", "~ year + party", "--chain", 1)
    assert result["without_words"] == 1 and result["left_out"] == 0
    x = columns_of(corpus)
    theta = np.load(fit / "document-topic-1-mean.npy")[:len(x)].astype(float)
    for topic in result["topics"]:
        expected, rest = np.linalg.lstsq(x, theta[:, topic["topic"]], rcond=None)[:2]
        for c, value in list(zip(topic["coefficients"], expected))[1:]:
            assert abs(c["mean"] - value) < .5 * c["sd"]
        # Standard deviations hold that of the regression, and some for theta: documents have 80 words.
        errors = np.sqrt(rest / (len(x) - 3) * np.diag(np.linalg.inv(x.T @ x)))
        for c, error in list(zip(topic["coefficients"], errors))[1:]:
            assert .9 * error < c["sd"] < 3 * error


def test_intervals_hold_what_the_documents_were_made_of(fit):
    gardens = topic_of(effect(fit, "--formula", "~ year + party", "--contrast", "party=D,R", "--contrast",
                              "year=2009,1990", "--interval", ".999"), "garden")
    party, year = gardens["contrasts"]
    assert (party["from"], party["to"], year["from"], year["to"]) == ("D", "R", "2009", "1990")
    # theta's posterior mean is pulled towards alpha: a twentieth here, well inside the interval.
    assert party["low"] < .2 < party["high"] and year["low"] < .3 < year["high"]
    assert party["above_zero"] == 1
    curve = next(c for c in gardens["curves"] if c["variable"] == "party")
    assert [p["value"] for p in curve["points"]] == ["D", "R"]
    assert abs(curve["points"][0]["mean"] - curve["points"][1]["mean"] - party["mean"]) < 1e-9


def test_contrasts_of_splines_and_interactions_are_differences_of_curves(fit):
    result = effect(fit, "--formula", "~ s(year) * party")
    for topic in result["topics"]:
        assert [c["column"] for c in topic["coefficients"]][:2] == ["constant", "s(year)[1]"]
        assert len(topic["coefficients"]) == 1 + 4 + 1 + 4
        year = next(c for c in topic["curves"] if c["variable"] == "year")
        assert [p["place"] for p in year["points"]] == list(YEARS)
        difference = next(c for c in topic["contrasts"] if c["variable"] == "year")
        assert abs(year["points"][-1]["mean"] - year["points"][0]["mean"] - difference["mean"]) < 1e-9
    assert abs(sum(t["curves"][0]["points"][3]["mean"] for t in result["topics"]) - 1) < .02


def test_results_do_not_depend_on_threads(fit):
    words = ["effect", fit, "--formula", "~ s(year) + party", "--format", "tsv", "--threads"]
    assert fits.must(*words, 1) == fits.must(*words, 3)
    words = ["trends", fit, "--by", "year", "--format", "tsv", "--threads"]
    assert fits.must(*words, 1) == fits.must(*words, 3)


def test_one_chain_can_be_asked_for(fit):
    assert effect(fit, "--formula", "~ party", "--chain", 2)["chains"] == [2]
    assert effect(fit, "--formula", "~ party", "--burn-in", 150)["kept_draws"] == 50


def test_topics_are_numbered_as_topics_are(fit):
    shown = json.loads(fits.must("topics", fit, "--format", "json", "--words", 5))
    for topic in effect(fit, "--formula", "~ 1")["topics"]:
        assert [word["word"] for word in shown[topic["topic"]]["words"]] == topic["words"]
    usual, chosen = (effect(fit, "--formula", "~ party", *words)["topics"] for words in ([], ["--topics", "2,0"]))
    assert chosen == [usual[2], usual[0]]


def test_trends_are_means_of_proportions(corpus, fit):
    result = json.loads(fits.must("trends", fit, "--by", "year", "--format", "json", "--chain", 1))
    assert [p["period"] for p in result["periods"]] == [str(year) for year in YEARS]
    years = np.array([row["metadata"]["year"] for row in rows_of(corpus) if "empty" not in row])
    theta = np.load(fit / "document-topic-1-mean.npy")[:len(years)].astype(float)
    for topic in result["topics"]:
        for period in topic["periods"]:
            expected = theta[years == int(period["period"])][:, topic["topic"]].mean()
            assert abs(period["mean"] - expected) < period["sd"]
            assert period["low"] <= period["mean"] <= period["high"]


def test_words_that_changed_are_named(fit):
    result = json.loads(fits.must("trends", fit, "--by", "date", "--period", "year", "--format", "json"))
    changed = [(period["period"], period["changed"]) for topic in result["topics"] for period in topic["periods"]]
    assert any(words and words[0] == "trial" for year, words in changed if year == "2000")
    assert not any("trial" in words for year, words in changed if year != "2000")


def test_bursts_are_surely_above_the_mean(fit):
    result = json.loads(fits.must("trends", fit, "--by", "party", "--format", "json", "--burst", "1.1"))
    for topic in result["topics"]:
        for period in topic["periods"]:
            assert period["burst"] == (period["low"] > 1.1 * topic["proportion"])
    assert any(period["burst"] for topic in result["topics"] for period in topic["periods"])


def test_hdp_topics_that_come_and_go_are_aligned(corpus):
    folder = corpus.parent / "hdp"
    fits.must("fit", corpus, "--model", "hdp", "--sweeps", 300, "--until", "sweeps", "--burn-in", 200, "--keep", 20,
              "--chains", 2, "--output", folder)
    result = effect(folder, "--formula", "~ party")
    found = [topic for topic in result["topics"] if topic["found_everywhere"]]
    assert found and all(topic["draws"] >= 20 for topic in found)
    for topic in found:  # R - D; topics are split, and each has a part of the effect
        gardens = topic["words"][0].startswith("garden")
        (contrast,) = topic["contrasts"]
        if contrast["low"] > 0 or contrast["high"] < 0:
            assert (contrast["mean"] < 0) == gardens
    assert any(topic["contrasts"][0]["low"] > 0 or topic["contrasts"][0]["high"] < 0 for topic in found)
    for topic in result["topics"]:
        if not topic["found_everywhere"]:
            assert topic["contrasts"][0]["mean"] is None


def test_tables_and_pictures(fit, tmp_path):
    table = fits.must("effect", fit, "--formula", "~ s(year) + party", "--picture", tmp_path / "effect.svg")
    assert "party: R - D" in table and "year: 2009 - 1990" in table
    assert (tmp_path / "effect.svg").read_text().count('class="band"') == 3
    xml.etree.ElementTree.parse(tmp_path / "effect.svg")
    table = fits.must("trends", fit, "--by", "date", "--picture", tmp_path / "trends.svg")
    assert "by date: 20 periods, from 1990 to 2009" in table
    assert (tmp_path / "trends.svg").read_text().startswith("<svg ")
    rows = list(csv.DictReader(io.StringIO(fits.must("effect", fit, "--formula", "~ party", "--format", "tsv")),
                               delimiter="\t"))
    assert {row["quantity"] for row in rows} == {"coefficient", "difference", "proportion"}


def test_draws_of_all_chains_leave_aligned(fit, tmp_path):
    fits.must("export", fit, "--format", "draws", "--output", tmp_path / "draws")
    folder = tmp_path / "draws"
    theta, phi = np.load(folder / "theta.npy"), np.load(folder / "phi.npy")
    assert theta.shape == (100, 301, 3) and phi.shape[:2] == (100, 3)
    np.testing.assert_allclose(theta.sum(2), 1, atol=1e-5)
    np.testing.assert_allclose(phi.sum(2), 1, atol=1e-5)
    rows = list(csv.DictReader((folder / "draws.csv").open()))
    assert [row["chain"] for row in rows] == ["1"] * 50 + ["2"] * 50 and {row["topics"] for row in rows} == {"3"}
    # Chains are close after they were aligned, and far before.
    assert np.abs(theta[:50].mean(0) - theta[50:].mean(0)).mean() < .03
    np.testing.assert_allclose(np.load(folder / "phi-mean.npy"), phi.mean(0), atol=1e-6)
    np.testing.assert_allclose(np.load(folder / "theta-sd.npy"), theta.std(0, ddof=1), atol=1e-5)
    shares = np.array([[float(row[f"share.{k}"]) for k in range(3)] for row in rows])
    np.testing.assert_allclose(shares.sum(1), 1, atol=1e-5)
    topics = list(csv.DictReader((folder / "topics.tsv").open(), delimiter="\t"))
    shown = json.loads(fits.must("topics", fit, "--format", "json"))
    assert [row["words"].split()[0] for row in topics] == [topic["words"][0]["word"] for topic in shown]
    chosen = json.loads(fits.must("effect", fit, "--formula", "~ 1", "--format", "json"))["topics"]
    for k, topic in enumerate(chosen):
        assert abs(topic["proportion"] - theta[:, :300, k].mean()) < .003
    done = fits.themata("export", fit, "--format", "draws", "--output", folder)
    assert done.returncode == 2 and "exists already" in done.stderr


def test_draws_of_the_hdp_have_gaps_where_a_topic_is_missing(corpus, tmp_path):
    folder = corpus.parent / "short-hdp"
    fits.must("fit", corpus, "--model", "hdp", "--sweeps", 40, "--until", "sweeps", "--burn-in", 20, "--keep", 5, "--chains", 1,
              "--output", folder)
    fits.must("export", folder, "--format", "draws", "--output", tmp_path / "draws")
    theta, phi = np.load(tmp_path / "draws/theta.npy"), np.load(tmp_path / "draws/phi.npy")
    gaps = np.isnan(theta).all(1)
    assert (np.isnan(phi).all(2) == gaps).all() and gaps.any() and not gaps[-1].any()
    topics = list(csv.DictReader((tmp_path / "draws/topics.tsv").open(), delimiter="\t"))
    assert [int(row["draws"]) for row in topics] == list((~gaps).sum(0))


@pytest.mark.parametrize("words, message", [
    (["--formula", "~ gap"], "2 of 300 documents with words have no gap: d4 (row 5), d7 (row 8)"),
    (["--formula", "~ nothing"], "expected one of date, gap, list, party, printed, volume, year"),
    (["--formula", "~ list"], "is a list or an object"),
    (["--formula", "party"], "--formula party has 'party' at character 1"),
    (["--formula", "~ year + factor(year)"], "cannot be told apart"),
    (["--formula", "~ party", "--topics", "3"], "--topics is 3; expected topics from 0 to 2"),
    (["--formula", "~ party", "--topics", "1,1"], "--topics is 1 twice"),
    (["--formula", "~ party", "--contrast", "party=D,X"], "expected two of the levels of party: D, R"),
    (["--formula", "~ year", "--contrast", "year=1990,2050"], "expected two values of year from 1990 to 2009"),
    (["--formula", "~ year", "--contrast", "party=D,R"], "expected NAME=VALUE,VALUE of a field in the formula"),
    (["--formula", "~ party", "--reference", "party=X"], "one of the levels of party: D, R"),
    (["--formula", "~ party", "--chain", "3"], "has no chain 3; it has 1, 2"),
    (["--formula", "~ party", "--interval", "2"], "--interval: 2 is not a number above 0 and below 1"),
    (["--formula", "~ party", "--interval", "0"], "--interval: 0 is not a number above 0 and below 1"),
    (["--formula", "~ party", "--picture", "effect.png"], "--picture is effect.png; expected the name of an .svg file"),
])
def test_what_is_refused_says_what_was_expected(fit, words, message):
    done = fits.themata("effect", fit, *words)
    assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.parametrize("words, message", [
    (["--by", "year", "--period", "decade"],
     "--period is decade; expected a number as its width, such as 10, as the values are numbers, for year"),
    (["--by", "party", "--period", "10"], "--period is 10; expected none, as its values are texts, such as 'D', for party"),
    (["--by", "year", "--burst", "0"], "--burst: 0 is not a number above 0\n"),
])
def test_what_trends_refuses(fit, words, message):
    done = fits.themata("trends", fit, *words)
    assert done.returncode == 2 and message in done.stderr, done.stderr


def test_documents_can_be_left_out(fit):
    assert effect(fit, "--formula", "~ gap", "--leave-out-missing")["left_out"] == 2
    done = fits.themata("trends", fit, "--by", "gap")
    assert done.returncode == 2 and "d4 (row 5)" in done.stderr


def test_draws_must_have_been_kept(corpus):
    folder = corpus.parent / "none"
    fits.must("fit", corpus, "--model", "lda", "--topics", 2, "--sweeps", 10, "--until", "sweeps", "--keep", 0,
              "--output", folder)
    done = fits.themata("effect", folder, "--formula", "~ party")
    assert done.returncode == 2 and "has kept no draws: --keep is 0" in done.stderr
    told = fits.themata("fit", corpus, "--model", "lda", "--topics", 2, "--sweeps", 10, "--thin", 100, "--output", folder / "thin")
    assert told.returncode == 0 and "warning: no draw will be kept: --burn-in 5 and --thin 100 leave none of 10 sweeps" in told.stderr
    for verb in (["effect", "--formula", "~ party"], ["export", "--format", "theta-draws", "--output", folder / "theta.npy"]):
        done = fits.themata(verb[0], folder / "thin", *verb[1:])
        assert done.returncode == 2 and "--burn-in 5 and --thin 100 leave none of 10 sweeps" in done.stderr, done.stderr


def test_lines_that_leave_what_a_proportion_can_be_are_warned_of(tmp_path):
    fits.must("simulate", "dmr", "--documents", 300, "--types", 200, "--topics", 4, "--numbers", 2, "--levels", 2, "--length", 60, "--beta", 0.05,
              "--seed", 4, "--output", tmp_path / "corpus")
    fits.must("fit", tmp_path / "corpus", "--model", "lda", "--topics", 4, "--sweeps", 200, "--output", tmp_path / "fit")
    done = fits.themata("effect", tmp_path / "fit", "--formula", "~ x1 + x2", "--format", "json")
    curves = [curve for topic in json.loads(done.stdout)["topics"] for curve in topic["curves"]]
    beyond = sorted({curve["variable"] for curve in curves if any(p["high"] < 0 or p["low"] > 1 for p in curve["points"])})
    assert beyond and f"below 0 or above 1 at values of {', '.join(beyond)}: the regression is linear" in done.stderr
    assert "below 0" not in fits.themata("effect", tmp_path / "fit", "--formula", "~ group").stderr


def test_a_text_among_numbers_is_told(fit):
    told = "warning: values of printed are levels, not numbers or dates, as document d9 has 'unknown' (1 of 301 is neither)\n"
    assert told in fits.themata("effect", fit, "--formula", "~ printed").stderr
    assert told in fits.themata("trends", fit, "--by", "printed").stderr
    for words in (["effect", fit, "--formula", "~ factor(printed)"], ["effect", fit, "--formula", "~ party"], ["trends", fit, "--by", "year"]):
        done = fits.themata(*words)
        assert done.returncode == 0 and "are levels" not in done.stderr


def test_terms_that_nearly_say_the_same_are_told(corpus, fit):
    rows = [row["metadata"] for row in rows_of(corpus) if "empty" not in row]
    year, volume = (np.array([row[name] for row in rows], float) for name in ("year", "volume"))
    share = np.corrcoef(year, volume)[0, 1] ** 2
    said = fits.themata("effect", fit, "--formula", "~ year + volume + party").stderr
    assert .9 < share < 1 and (f"warning: effects of year, volume can hardly be told apart from those of the other terms, which account for "
                               f"{100 * share:.4g}% or more of how they vary") in said
    for formula in ("~ year + party", "~ year * party", "~ s(year) + party", "~ volume"):
        assert "told apart" not in fits.themata("effect", fit, "--formula", formula).stderr


def test_topics_without_a_name_are_matched_by_their_words(corpus, tmp_path):
    """In two chains the two topics without a seed have their numbers by chance."""
    (tmp_path / "seeds.txt").write_text("garden\tgarden0 garden1 garden2\n")
    fits.must("fit", corpus, "--model", "lda", "--topics", 3, "--seeds", tmp_path / "seeds.txt", "--sweeps", 200, "--until", "sweeps",
              "--burn-in", 100, "--keep", 20, "--chains", 4, "--output", tmp_path / "fit")
    found = effect(tmp_path / "fit", "--formula", "~ 1")["topics"]
    assert len(found) == 3 and sum(topic["proportion"] for topic in found) == pytest.approx(1, abs=1e-6)
    alone = {topic["topic"]: topic["proportion"] for topic in effect(tmp_path / "fit", "--formula", "~ 1", "--chain", 1)["topics"]}
    assert sorted(topic["proportion"] for topic in found) == pytest.approx(sorted(alone.values()), abs=.02)
