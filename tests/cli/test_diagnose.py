"""`themata diagnose` on fits of the program's own and on traces written here."""
import json
import pathlib
import shutil
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import traces  # noqa: E402

NAMES = ["lp__", "word_part", "topics", "alpha", "beta", "size.1", "size.2", "word_topic_zeros", "document_topic_zeros"]


GARDENS = "roses tulips soil rain spade hedge seed bloom lawn compost".split()
SHIPS = "sail mast anchor harbour tide deck captain rope storm voyage".split()


@pytest.fixture(scope="module")
def fitted(tmp_path_factory):
    """Two chains over texts of gardens and ships, two topics, traced at every sweep."""
    folder = tmp_path_factory.mktemp("fitted")
    corpus = fits.make_corpus(folder / "corpus", [[words[(d * 7 + i * i) % 10] for i in range(40)]
                                                  for d, words in enumerate([GARDENS, SHIPS] * 30)])
    fits.must("fit", corpus, "--topics", 2, "--sweeps", 600, "--keep", 20, "--chains", 2, "--trace-every", 1,
              "--learn", "alpha", "--start-sweeps", 0, "--threads", 1, "--output", folder / "fit")
    return folder / "fit"


def test_a_finished_fit_whose_trace_is_cut_is_damaged(themata, fitted, tmp_path):
    shutil.copytree(fitted, tmp_path / "fit")
    path = tmp_path / "fit/trace-2.csv"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-5]))
    done = themata("diagnose", "fit")
    assert done.returncode == 3 and "trace-2.csv: is damaged: its checksum is" in done.stderr
    fits.drop_checksums(tmp_path / "fit")
    for verb in "diagnose", "report":
        done = themata(verb, "fit")
        assert done.returncode == 3 and "trace-2.csv: has 595 rows; the fit's manifest says 600" in done.stderr
    manifest = json.loads((tmp_path / "fit/manifest.json").read_text())
    manifest["status"] = "running"
    fits.write_manifest(tmp_path / "fit", manifest)
    assert themata("diagnose", "fit").returncode == 0, "a fit that is still running has what it has"


def diagnosed(themata, *words):
    done = themata("diagnose", *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_chains_have_seeds_of_their_own(fitted):
    manifest = json.loads((fitted / "manifest.json").read_text())
    assert len({chain["state_hash"] for chain in manifest["chains"]}) == 2
    one, two = (traces.read(fitted / f"trace-{chain}.csv")["lp__"] for chain in (1, 2))
    assert len(one) == len(two) == 600 and not (one == two).any()


def test_every_quantity_of_the_trace_is_diagnosed(themata, fitted):
    found = diagnosed(themata, fitted)
    assert [(chain["chain"], chain["draws"], chain["first_sweep"], chain["last_sweep"]) for chain in found["chains"]
            ] == [(1, 300, 301, 600), (2, 300, 301, 600)]
    rows = {row["name"]: row for row in found["quantities"]}
    assert list(rows) == NAMES
    assert rows["topics"]["note"] == rows["beta"]["note"] == "constant" and rows["beta"]["rhat"] is None
    after = np.concatenate([traces.read(fitted / f"trace-{chain}.csv")["lp__"][300:] for chain in (1, 2)])
    assert rows["lp__"]["mean"] == pytest.approx(after.mean())
    assert rows["lp__"]["sd"] == pytest.approx(after.std(ddof=1))
    for name in ("lp__", "alpha"):
        assert rows[name]["note"] == "" and 0.99 < rows[name]["rhat"] < 10
        assert 1 < rows[name]["ess_bulk"] < 6000 and rows[name]["mcse"] > 0 and rows[name]["inefficiency"] > 0.1


def test_sizes_in_the_trace_are_those_of_the_topics(themata, fitted):
    trace = traces.read(fitted / "trace-1.csv")
    sizes = [topic["tokens"] for topic in json.loads(themata("topics", fitted, "--format", "json").stdout)]
    assert [trace["size.1"][-1], trace["size.2"][-1]] == sizes
    assert (trace["size.1"] + trace["size.2"] == sum(sizes)).all() and (trace["size.1"] >= trace["size.2"]).all()


def test_aligned_topics_have_the_sizes_of_the_kept_draws(themata, fitted):
    found = diagnosed(themata, fitted)
    assert found["topic_draws"] == 20 and [row["name"] for row in found["topics"]] == ["topic.0", "topic.1"]
    shares = []
    for path in sorted((fitted / "draws").iterdir()):
        z = np.load(path)["z"]
        shares.append(np.bincount(z, minlength=2) / len(z))
    means = np.array(shares)
    gardens = set(GARDENS)
    for row in found["topics"]:
        assert set(row["words"]) <= gardens or not set(row["words"]) & gardens
        assert row["distance"] < 0.3
        assert min(abs(row["mean"] - means[:, k].mean()) for k in (0, 1)) < 0.2
    assert sum(row["mean"] for row in found["topics"]) == pytest.approx(1)
    assert diagnosed(themata, fitted, "--topics", 0)["topics"] == []


def test_tables_say_what_json_says(themata, fitted, tmp_path):
    found = diagnosed(themata, fitted)
    lines = themata("diagnose", fitted, "--format", "tsv").stdout.splitlines()
    names = lines[0].split("\t")
    rows = [dict(zip(names, line.split("\t"))) for line in lines[1:]]
    said = found["quantities"] + found["topics"]
    assert [row["name"] for row in rows] == [row["name"] for row in said]
    for row, expected in zip(rows, said):
        for key in ("mean", "sd", "mcse", "rhat", "ess_bulk", "ess_tail", "inefficiency"):
            value = float(row[key])
            assert np.isnan(value) if expected[key] is None else value == pytest.approx(expected[key], rel=1e-15)
    table = themata("diagnose", fitted).stdout
    assert all(line in table for key in ("shows", "does_not_show", "next") for line in found[key])
    assert f"Verdict: {found['verdict']}" in table and "log posterior" in table
    done = themata("diagnose", fitted, "--output", "table.txt")
    assert done.stdout == "" and (tmp_path / "table.txt").read_text() == table


def test_the_same_for_any_threads(themata, fitted):
    assert themata("diagnose", fitted, "--threads", 1).stdout == themata("diagnose", fitted, "--threads", 3).stdout


# ---------------------------------------------------------------- traces whose distribution is known

@pytest.fixture(scope="module")
def planted_corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus") / "corpus"
    return fits.make_corpus(folder, fits.random_documents(40, [f"w{v}" for v in range(30)]))


def write_trace(fit, chain, values, first=10):
    lines = ["# model = lda", "lp__,sweep,beta,seconds"]
    lines += [f"{value:.12g},{first + 10 * i},0.01,1" for i, value in enumerate(values)]
    (fit / f"trace-{chain}.csv").write_text("\n".join(lines) + "\n")


def planted(corpus, fit, chains):
    """A fit with log posteriors of our own, as many chains as lists; no burn-in."""
    fits.plant(corpus, fit, 3, chains=len(chains))
    manifest = json.loads((fit / "manifest.json").read_text())
    manifest["options"]["burn-in"] = 0
    fits.write_manifest(fit, manifest)
    for chain, values in enumerate(chains, 1):
        write_trace(fit, chain, values)
    return fit


def test_chains_that_agree(themata, planted_corpus, tmp_path):
    chains = np.random.default_rng(1).normal(-1e6, 50, (4, 500))
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", chains))
    assert found["verdict"] == "Converged" and found["next"] == []
    assert any("Comparing the chains" in line for line in found["does_not_show"])
    assert any("5 draws" in line or "has 1 kept draws" in line for line in found["shows"])


def test_chains_that_do_not(themata, planted_corpus, tmp_path):
    chains = np.random.default_rng(1).normal(-1e6, 50, (4, 500))
    chains[2] += 100
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", chains))
    assert found["verdict"] == "Not converged: chains disagree" and "the chains differ" in found["shows"][0]
    assert "--sweeps 10000" in found["next"][0] and "--burn-in 5000" in found["next"][0]


def test_chains_that_nearly_agree(themata, planted_corpus, tmp_path):
    chains = np.random.default_rng(1).normal(-1e6, 50, (4, 500))
    chains[2] += 20
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", chains))
    assert found["verdict"] == "Nearly converged: run longer"
    assert "but at most 1.05: the chains agree roughly" in found["shows"][0]
    assert "--sweeps 10000" in found["next"][0] and "--burn-in 5000" in found["next"][0]


def test_a_small_r_hat_of_few_draws_says_little(themata, planted_corpus, tmp_path):
    """Waves of one period for each half of a chain: R-hat is near 1.03, but a wave is worth few draws."""
    wave = np.sin(2 * np.pi * np.arange(500) / 250)
    chains = 50 * (wave + np.array([[-0.15], [-0.05], [0.05], [0.15]])) - 1e6
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", chains))
    worst = max(row["rhat"] for row in found["quantities"] if row["rhat"])
    assert 1.01 < worst < 1.05 and min(row["ess_bulk"] for row in found["quantities"] if row["ess_bulk"]) < 40
    assert found["verdict"] == "Too few draws to tell"


def test_too_few_draws_say_how_many(themata, planted_corpus, tmp_path):
    chains = np.random.default_rng(1).normal(-1e6, 50, (4, 60))
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", chains))
    row = found["quantities"][0]
    assert row["rhat"] < 1.01 and found["verdict"] == "Too few draws to tell"
    needed = 600 * 400 / min(row["ess_bulk"], row["ess_tail"])
    asked = int(found["next"][0].rsplit("--sweeps ", 1)[1].rstrip("`."))
    assert needed <= asked <= 1.1 * needed + 100


def test_one_chain_says_what_it_cannot_show(themata, planted_corpus, tmp_path):
    values = np.random.default_rng(1).normal(-1e6, 50, (1, 900))
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", values))
    assert found["verdict"] == "Converged" and "one chain is compared only with itself" in found["does_not_show"][0]
    assert "--chains 4" in found["next"][0]
    rising = diagnosed(themata, planted(planted_corpus, tmp_path / "rising", np.sort(values)))
    assert rising["verdict"] == "Not converged: halves of the chain disagree" and "two halves of the chain" in rising["shows"][0]


def test_chains_of_different_lengths_are_cut_to_their_last_draws(themata, planted_corpus, tmp_path):
    rng = np.random.default_rng(2)
    found = diagnosed(themata, planted(planted_corpus, tmp_path / "fit", [rng.normal(size=n) for n in (50, 80)]))
    assert [(chain["draws"], chain["left_out"], chain["last_sweep"]) for chain in found["chains"]
            ] == [(50, 0, 500), (50, 30, 800)]
    assert "chain 2: its first 30 draws are left out" in themata("diagnose", tmp_path / "fit").stdout


def test_what_cannot_be_estimated_says_why(themata, planted_corpus, tmp_path):
    rng = np.random.default_rng(3)
    fit = planted(planted_corpus, tmp_path / "fit", rng.normal(size=(2, 8)))
    row = diagnosed(themata, fit)["quantities"][0]
    assert row["rhat"] > 0 and row["ess_bulk"] is None and row["note"] == "too few draws for ESS"
    write_trace(fit, 1, [1, 2, float("nan"), 3, 4, 5, 6, 7])
    row = diagnosed(themata, fit)["quantities"][0]
    assert row["rhat"] is None and row["note"] == "not finite"
    fit = planted(planted_corpus, tmp_path / "binary", rng.integers(0, 2, size=(2, 100)).astype(float))
    row = diagnosed(themata, fit)["quantities"][0]
    assert row["ess_bulk"] > 10 and row["ess_tail"] is None and row["note"] == "too few values for tail ESS"


def test_a_chain_too_short_is_named(themata, planted_corpus, tmp_path):
    fit = planted(planted_corpus, tmp_path / "fit", np.random.default_rng(3).normal(size=(2, 30)))
    write_trace(fit, 2, [1, 2, 3])
    done = themata("diagnose", fit)
    assert done.returncode == 3 and done.stdout == "" and done.stderr.count("\n") == 1
    assert "trace-2.csv: chain 2 has 3 rows in the trace after burn-in (0 sweeps); R-hat needs 4" in done.stderr
    done = themata("diagnose", fit, "--burn-in", 290)
    assert done.returncode == 3 and "chain 1 has 1 row in the trace after burn-in (290 sweeps)" in done.stderr
    assert done.stderr.endswith(f"extend with: themata resume {fit} --sweeps N\n"), "it is complete: resume alone would refuse"
    (fit / "trace-2.csv").unlink()
    done = themata("diagnose", fit)
    assert done.returncode == 3 and "has no rows of chain 2 yet" in done.stderr


def test_bad_input_is_named(themata, planted_corpus, tmp_path):
    fit = planted(planted_corpus, tmp_path / "fit", np.random.default_rng(3).normal(size=(2, 30)))
    trace = (fit / "trace-2.csv").read_text()
    (fit / "trace-2.csv").write_text(trace.replace("beta", "gamma"))
    done = themata("diagnose", fit)
    assert done.returncode == 3 and "has no column beta, which chain 1 has" in done.stderr
    (fit / "trace-2.csv").write_text(trace.replace("0.01", "little"))
    done = themata("diagnose", fit)
    assert done.returncode == 3 and "'little' is not a number" in done.stderr
    for words in (["--burn-in", -1], ["--topics", -1], ["--format", "xml"], ["--threads", "many"]):
        assert themata("diagnose", fit, *words).returncode == 2
    done = themata("diagnose", fit, "--output", tmp_path / "none" / "table.txt")
    assert done.returncode in (3, 4) and done.stdout == ""


def test_a_trace_begun_by_an_earlier_version_keeps_its_columns(themata, corpus, tmp_path):
    done = themata("fit", corpus, "--topics", 3, "--start-sweeps", 9, "--sweeps", 40, "--keep", 2, "--output", "fit")
    assert done.returncode == 0, done.stderr
    old = [line.split(",") for line in (tmp_path / "fit/trace-1.csv").read_text().splitlines() if line[0] != "#"]
    keep = [i for i, name in enumerate(old[0]) if not name.startswith("size.")]
    assert len(keep) == len(old[0]) - 3
    text = "# model = lda\n" + "".join(",".join(row[i] for i in keep) + "\n" for row in old)
    (tmp_path / "fit/trace-1.csv").write_text(text)
    fits.drop_checksums(tmp_path / "fit")
    assert themata("resume", "fit", "--sweeps", 80).returncode == 0
    lines = (tmp_path / "fit/trace-1.csv").read_text().splitlines()
    lines = [line for line in lines if line[0] != "#"]
    assert lines[:5] == text.splitlines()[1:] and len(lines) == 9
    assert {line.count(",") for line in lines} == {len(keep) - 1}
    fresh = themata("fit", corpus, "--topics", 3, "--start-sweeps", 9, "--sweeps", 80, "--keep", 2, "--output", "fresh")
    assert fresh.returncode == 0
    rows = [line.split(",") for line in (tmp_path / "fresh/trace-1.csv").read_text().splitlines() if line[0] != "#"]
    assert [line.split(",")[:-1] for line in lines] == [[row[i] for i in keep][:-1] for row in rows]


def test_a_copy_without_its_corpus_still_has_its_traces_diagnosed(themata, fitted, tmp_path):
    shutil.copytree(fitted, tmp_path / "copy")
    manifest = json.loads((tmp_path / "copy/manifest.json").read_text())
    manifest["corpus"]["path"] = "/none/such"
    fits.write_manifest(tmp_path / "copy", manifest)
    assert diagnosed(themata, "copy", "--topics", 0)["quantities"] == diagnosed(themata, fitted)["quantities"]
    done = themata("diagnose", "copy")
    assert done.returncode == 3 and "does not exist" in done.stderr
