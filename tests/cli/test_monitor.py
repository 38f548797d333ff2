"""What a fit monitors: the same file however it was run, values that can be had another way, and its inefficiency factors."""
import csv
import json
import math
import signal
import subprocess
import time

import numpy as np
import pytest

# From topics of tokens: from those of documents this corpus is at rest at once.
LDA = ["--model", "lda", "--topics", "5", "--learn", "alpha", "--start", "tokens"]
MODELS = {
    "lda": LDA,
    "hdp": ["--model", "hdp", "--topics", "8"],
    "gem": ["--model", "hdp", "--topics", "8", "--weights", "gem", "--max-topics", "40"],
    "direct": ["--model", "hdp", "--topics", "8", "--sampler", "direct-assignment"],
    "sub-cluster": ["--model", "hdp", "--topics", "8", "--sampler", "sub-cluster"],
    "spike-slab": ["--model", "lda", "--topics", "4", "--phi", "spike-slab"],
    "franchise": ["--model", "franchise", "--document-discount", "0.3"],
}


@pytest.fixture
def fitted(themata, corpus, tmp_path):
    """Fits the small corpus; monitors by default."""

    def run(name, *words, monitor=("--monitor-words", "4", "--monitor-documents", "3"), sweeps=80, threads=2):
        done = themata("fit", corpus, "--sweeps", sweeps, "--seed", "5", "--threads", threads, *words, *monitor,
                       "--output", name)
        assert done.returncode == 0, done.stderr
        return tmp_path / name, done

    return run


def read_monitored(fit):
    lines = [line for line in (fit / "monitored-1.csv").read_text().splitlines() if not line.startswith("#")]
    rows = np.array([[float(x) for x in line.split(",")] for line in lines[1:]])
    return dict(zip(lines[0].split(","), rows.T))


def read_table(fit):
    with open(fit / "inefficiency-1.tsv", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def state_hash(fit):
    return json.loads((fit / "manifest.json").read_text())["chains"][0]["state_hash"]


def yule_walker_factor(x):
    """Plainly: each order's equations are solved anew."""
    n, x = len(x), x - x.mean()
    r = np.array([x[lag:] @ x[:n - lag] / n for lag in range(min(n - 1, int(10 * math.log10(n))) + 1)])
    best = None
    for p in range(len(r)):
        lags = abs(np.subtract.outer(range(p), range(p)))
        a = np.linalg.solve(r[lags], r[1:p + 1]) if p else np.zeros(0)
        variance = r[0] - a @ r[1:p + 1]
        aic = n * math.log(variance) + 2 * p
        if best is None or aic < best[0]:
            best = aic, variance * n / (n - p - 1) / (1 - a.sum()) ** 2
    return best[1] / x.var(ddof=1)


def test_factors_are_those_of_the_written_series(fitted):
    fit, done = fitted("fit", *LDA)
    series, table = read_monitored(fit), read_table(fit)
    assert {row["name"] for row in table} == set(series) - {"sweep"}
    assert list(series["sweep"]) == list(range(41, 81)), "the sweeps after burn-in"
    moved = [row for row in table if float(row["sd"]) > 0]
    assert len(moved) > 20
    for row in moved:
        x = series[row["name"]]
        factor = yule_walker_factor(x)
        assert float(row["inefficiency"]) == pytest.approx(factor, rel=1e-4), row["name"]
        assert float(row["effective_size"]) == pytest.approx(len(x) / factor, rel=1e-4)
        assert float(row["mean"]) == pytest.approx(x.mean(), rel=1e-6)
        assert float(row["sd"]) == pytest.approx(x.std(ddof=1), rel=1e-6)
    assert any(abs(float(row["inefficiency"]) - 1) > 0.3 for row in moved)
    assert all(row["inefficiency"] == "inf" for row in table if float(row["sd"]) == 0)
    phi = [float(row["inefficiency"]) for row in moved if row["name"].startswith("phi.")]
    assert f"inefficiency, chain 1, phi: median {np.median(phi):.2f}, " in done.stdout
    assert "inefficiency, chain 1, theta: " in done.stdout


def test_values_are_posterior_means_of_a_kept_draw(fitted, corpus):
    fit, _ = fitted("fit", *LDA, "--thin", "1", "--keep", "1")
    draw = np.load(fit / "draws" / "chain-1-sweep-00000080.npz")
    choice = json.loads((fit / "monitored-1.json").read_text())
    tokens, offsets = np.load(corpus / "tokens.npy"), np.load(corpus / "offsets.npy").astype(int)
    vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
    last = {name: x[-1] for name, x in read_monitored(fit).items()}
    labels = {row["name"]: row for row in read_table(fit)}
    by_size = np.argsort(-np.bincount(draw["z"], minlength=5), kind="stable")
    beta, alpha = float(draw["beta"]), draw["alpha"]
    for i, k in enumerate(draw["monitored"]):
        mine = tokens[draw["z"] == k]
        for j, v in enumerate(choice["words"][i]):
            name = f"phi.{i + 1}.{j + 1}"
            mean = ((mine == v).sum() + beta) / (len(mine) + len(vocabulary) * beta)
            assert last[name] == pytest.approx(mean, rel=1e-12)
            assert labels[name]["word"] == vocabulary[v]
            assert by_size[int(labels[name]["topic"])] == k
        for j, d in enumerate(choice["documents"]):
            name = f"theta.{j + 1}.{i + 1}"
            z = draw["z"][offsets[d]:offsets[d + 1]]
            mean = ((z == k).sum() + alpha[k]) / (len(z) + alpha.sum())
            assert last[name] == pytest.approx(mean, rel=1e-12)
            assert labels[name]["document"] == str(d)


@pytest.mark.parametrize("model", MODELS)
def test_the_file_is_the_same_for_any_threads_and_the_chain_as_without(fitted, model):
    alone, _ = fitted("alone", *MODELS[model], threads=1)
    three, _ = fitted("three", *MODELS[model], threads=3)
    without, done = fitted("without", *MODELS[model], monitor=())
    assert (alone / "monitored-1.csv").read_bytes() == (three / "monitored-1.csv").read_bytes()
    assert (alone / "inefficiency-1.tsv").read_bytes() == (three / "inefficiency-1.tsv").read_bytes()
    assert state_hash(alone) == state_hash(three) == state_hash(without)
    assert "inefficiency" not in done.stdout
    assert [path.name for path in without.iterdir() if path.name.startswith(("monitored", "ineff"))] == []
    values = np.array(list(read_monitored(alone).values()))
    assert np.isfinite(values).all()


@pytest.mark.parametrize("model", MODELS)
def test_more_sweeps_later_give_the_same_file(themata, fitted, model):
    where = ["--burn-in", "10", "--keep", "0", "--monitor-from", "30"]
    whole, _ = fitted("whole", *MODELS[model], *where)
    parts, _ = fitted("parts", *MODELS[model], *where, sweeps=60)
    done = themata("resume", parts, "--sweeps", "80")
    assert done.returncode == 0, done.stderr
    for name in ("monitored-1.csv", "monitored-1.json", "inefficiency-1.tsv"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes(), name


INTERRUPTED = [("lda", signal.SIGINT, False), ("hdp", signal.SIGKILL, True)]
MORE_INTERRUPTED = [(model, sent, late) for model in ("lda", "hdp", "franchise") for sent in (signal.SIGINT, signal.SIGKILL)
                    for late in (False, True) if (model, sent, late) not in INTERRUPTED]


@pytest.mark.parametrize("model, sent, late", [*INTERRUPTED, *(pytest.param(*one, marks=pytest.mark.thorough) for one in MORE_INTERRUPTED)])
def test_an_interrupted_fit_goes_on_to_the_same_file(themata, program, tmp_path, model, sent, late):
    lines = (" ".join(f"w{(d * 31 + i * i * 17) % 397}" for i in range(60)) for d in range(600))
    (tmp_path / "large.txt").write_text("\n".join(lines) + "\n")
    done = themata("import", "--format", "lines", "large.txt", "--output", "large")
    assert done.returncode == 0, done.stderr
    sweeps = 80 if model == "franchise" else 300  # whose sweeps take longer
    first = sweeps // 2 if late else 3
    words = ["fit", "large", *MODELS[model], "--sweeps", str(sweeps), "--threads", "2", "--checkpoint-every", "0.1",
             "--monitor-words", "5", "--monitor-documents", "5", "--monitor-from", str(first), "--output"]
    running = subprocess.Popen([program, *words, "stopped"], cwd=tmp_path, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("stopped/checkpoint/*.npz")):
        assert running.poll() is None and time.monotonic() < deadline, "no checkpoint was written"
        time.sleep(0.01)
    running.send_signal(sent)
    running.communicate(timeout=60)
    assert running.returncode != 0
    for again in (["resume", "stopped"], [*words, "whole"]):
        done = themata(*again)
        assert done.returncode == 0, done.stderr
    for name in ("monitored-1.csv", "monitored-1.json", "inefficiency-1.tsv"):
        assert (tmp_path / "stopped" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


def test_topics_of_the_hdp_that_died_are_left_out(fitted):
    fit, _ = fitted("fit", "--model", "hdp", "--topics", "30", "--start", "tokens", "--monitor-topics", "40", "--burn-in", "1",
                    "--start-sweeps", "0", "--learn", "none")
    series, names = read_monitored(fit), {row["name"] for row in read_table(fit)}
    dead = [name for name in series if name.startswith("tokens.") and series[name][-1] == 0]
    assert dead, "the corpus has two topics, the fit began with thirty"
    for name in dead:
        i = name.split(".")[1]
        x = series[name]
        died = int(np.argmin(x))
        assert (x[died:] == 0).all(), "what is dead stays dead"
        assert (series[f"theta.1.{i}"][died:] == 0).all()
        assert np.ptp(series[f"phi.{i}.1"][died:]) == 0
        assert name not in names and f"phi.{i}.1" not in names
    assert names == {name for name in series if name != "sweep" and
                     f"tokens.{name.split('.')[2 if name.startswith('theta') else 1]}" not in dead}


def test_more_than_there_is_means_all(fitted, corpus):
    fit, _ = fitted("fit", *LDA, monitor=("--monitor-words", "100000", "--monitor-documents", "100000"))
    choice = json.loads((fit / "monitored-1.json").read_text())
    manifest = json.loads((corpus / "manifest.json").read_text())
    assert {len(words) for words in choice["words"]} == {manifest["types"]}
    assert len(choice["documents"]) == manifest["documents"] - 1, "all but the empty one"
    assert choice["documents"] == sorted(set(choice["documents"]))


@pytest.mark.parametrize("words, said", [
    (["--monitor-words", "-1"], "--monitor-words"),
    (["--monitor-documents", "-5"], "--monitor-documents"),
    (["--monitor-words", "many"], "--monitor-words"),
    (["--monitor-words", "99999999999999999999999999"], "--monitor-words"),
    (["--monitor-words", "2", "--monitor-topics", "0"], "--monitor-topics"),
    (["--monitor-words", "2", "--monitor-from", "81"], "--monitor-from"),
    (["--monitor-words", "2", "--burn-in", "80"], "--burn-in"),
    (["--keep", "-1"], "--keep"),
])
def test_hostile_numbers_are_refused_in_words(themata, corpus, tmp_path, words, said):
    done = themata("fit", corpus, "--sweeps", "80", *words, "--output", "fit")
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[0]
    assert not (tmp_path / "fit").exists()


def test_info_tells_the_mode_region_and_the_factors(themata, fitted):
    fit, _ = fitted("fit", *LDA, "--trace-every", "1")
    lines = [line for line in (fit / "trace-1.csv").read_text().splitlines() if not line.startswith("#")]
    rows = [dict(zip(lines[0].split(","), line.split(","))) for line in lines[1:]]
    best = max(float(row["lp__"]) for row in rows)
    first = next(row for row in rows if float(row["lp__"]) >= best - 0.01 * abs(best))
    done = themata("info", fit)
    assert "mode region" not in done.stdout, "1% of a log posterior is far from the mode: a person is not told"
    assert "exact (convergence: see `themata diagnose`)" in done.stdout
    assert "chain 1, phi: median" in done.stdout and "chain 1, theta: median" in done.stdout
    facts = json.loads(themata("info", fit, "--format", "json").stdout)
    assert facts["mode_region"]["1"]["sweep"] == int(first["sweep"])
    assert facts["mode_region"]["1"]["seconds"] == pytest.approx(float(first["seconds"]))
    phi = [float(row["inefficiency"]) for row in read_table(fit) if row["name"].startswith("phi.")]
    assert facts["inefficiency"]["1"]["phi"]["median"] == pytest.approx(np.median(phi), rel=1e-6)


def test_json_events_tell_the_factors_before_the_end(fitted):
    _, done = fitted("fit", *LDA, "--log", "json")
    events = [json.loads(line) for line in done.stderr.splitlines()]
    assert events[-1]["event"] == "complete"
    kinds = [event["kind"] for event in events if event["event"] == "inefficiency"]
    assert kinds == ["phi", "theta", "tokens"]
