"""A fit that is stopped, by a person or by force, goes on to the same bits; and threads do not change them."""
import json
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A corpus whose fit takes some seconds."""
    folder = tmp_path_factory.mktemp("large")
    lines = (" ".join(f"w{(d * 31 + i * i * 17) % 997}" for i in range(60)) for d in range(1500))
    (folder / "large.txt").write_text("\n".join(lines) + "\n")
    fits.must("import", "--format", "lines", folder / "large.txt", "--output", folder / "large")
    return folder / "large"


def fit_words(corpus, output, sweeps, threads=2):
    return ["fit", str(corpus), "--model", "hdp", "--sweeps", str(sweeps), "--seed", "7", "--threads", str(threads),
            "--checkpoint-every", "0.1", "--output", str(output)]


def hash_of(fit):
    manifest = json.loads((fit / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    return [chain["state_hash"] for chain in manifest["chains"]]


def start(program, words, folder):
    return subprocess.Popen([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def wait_for_checkpoint(running, fit):
    deadline = time.monotonic() + 120
    while not list(fit.glob("checkpoint/*.npz")):
        assert running.poll() is None, f"the fit ended before it could be stopped: {running.stderr.read()}"
        assert time.monotonic() < deadline, "no checkpoint was written"
        time.sleep(0.01)


SWEEPS = 60  # of a fit that is stopped at its first checkpoint


@pytest.fixture(scope="module")
def whole(large):
    """A fit that nobody stopped."""
    fits.must(*fit_words(large, large.parent / "whole", SWEEPS))
    return large.parent / "whole"


@pytest.mark.parametrize("sent, status", [(signal.SIGINT, 130), (signal.SIGKILL, -9),
                                          pytest.param(signal.SIGTERM, 130, marks=pytest.mark.thorough)])
def test_a_stopped_fit_goes_on_to_the_same_bits(themata, program, large, whole, tmp_path, sent, status):
    running = start(program, fit_words(large, tmp_path / "stopped", SWEEPS), tmp_path)
    wait_for_checkpoint(running, tmp_path / "stopped")
    running.send_signal(sent)
    _, said = running.communicate(timeout=60)
    assert running.returncode == status, said
    if sent != signal.SIGKILL:
        assert "themata resume" in said
    resumed = themata("resume", tmp_path / "stopped")
    assert resumed.returncode == 0, resumed.stderr
    assert hash_of(tmp_path / "stopped") == hash_of(whole)


def test_threads_do_not_change_a_bit(themata, corpus, tmp_path):
    hashes = []
    for threads in (1, 2, 3):
        fit = tmp_path / f"fit-{threads}"
        done = themata(*fit_words(corpus, fit, 30, threads))
        assert done.returncode == 0, done.stderr
        hashes.append(hash_of(fit))
    assert hashes[0] == hashes[1] == hashes[2]


def test_a_chain_whose_time_is_up_is_left_as_it_is(themata, program, large, tmp_path):
    fit = tmp_path / "fit"
    words = fit_words(large, fit, 1000000, threads=1) + ["--chains", "2", "--time-limit", "3"]  # one after the other
    running = start(program, words, tmp_path)
    first = fit / "checkpoint" / "chain-1.npz"
    deadline = time.monotonic() + 120
    while not (fit / "checkpoint" / "chain-2.npz").exists():
        assert running.poll() is None and time.monotonic() < deadline, "the second chain has saved nothing"
        time.sleep(0.01)
    before = first.read_bytes()
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode == 130
    resumed = themata("resume", fit)
    assert resumed.returncode == 0, resumed.stderr
    assert first.read_bytes() == before


@pytest.mark.thorough
@pytest.mark.parametrize("by", ["the system", "--max-memory"])
def test_a_fit_that_outgrows_its_memory_says_so_and_goes_on_where_there_is_more(themata, tmp_path, by):
    done = themata("simulate", "lda", "--documents", "4000", "--types", "100000", "--topics", "400", "--alpha", "0.005",
                   "--beta", "0.02", "--length", "40", "--seed", "1", "--output", "broad")
    assert done.returncode == 0, done.stderr
    # One topic, which only the third sweep's moves of tables make hundreds of.
    words = ["fit", "broad", "--model", "hdp", "--topics", "1", "--gamma", "0.01", "--learn", "none",
             "--start-sweeps", "0", "--table-topics", "3", "--chains", "1", "--sweeps", "6",
             "--keep", "0", "--threads", "2", "--checkpoint-every", "0", "--output"]
    whole = themata(*words, "whole")
    assert whole.returncode == 0, whole.stderr
    assert re.search(r"warning: Now \d+ topics, about \d+ MB; still running\.", whole.stderr)
    for topics, advice in re.findall(r"warning: Now (\d+) topics, about \d+ MB; still running(.*)\.$", whole.stderr, re.M):
        assert advice == ("; a larger --beta (0.1, say), which is then held, gives fewer topics" if int(topics) >= 1000 else "")
    # What the program itself maps differs from machine to machine; little of it counts for --max-memory.
    for megabytes in range(200 if by == "the system" else 100, 2000, 40 if by == "the system" else 20):
        limit = megabytes << 20
        if by == "the system":
            done = themata(*words, f"fit{megabytes}", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        else:
            done = themata(*words, f"fit{megabytes}", by, f"{megabytes}M")
            assert done.returncode in (0, 4), done.stderr
        if "is saved as of sweep" in done.stderr:
            break
    assert done.returncode == 4, "no limit let it begin and not end"
    assert f"themata resume fit{megabytes}" in done.stderr and "GB is available" in done.stderr, done.stderr
    done = themata("resume", f"fit{megabytes}")
    assert done.returncode == 0, done.stderr
    assert hash_of(tmp_path / f"fit{megabytes}") == hash_of(tmp_path / "whole")


def status_of(themata, fit):
    shown = themata("info", fit)
    assert shown.returncode == 0, shown.stderr
    said = re.search(r"^  status +(\w+)$", shown.stdout, re.M)[1]
    assert json.loads(themata("info", fit, "--format", "json").stdout)["status"] == said
    return said


def test_a_killed_chain_is_not_said_to_run(themata, program, corpus, tmp_path):
    """The manifest of a killed fit says "running" for ever; the lock of its folder says that nobody is there."""
    words = ["fit", corpus, "--topics", "2", "--until", "sweeps", "--sweeps", "100000000", "--checkpoint-every", "0",
             "--trace-every", "100000000", "--chains", "1", "--output", "fit"]
    running = subprocess.Popen([program, *map(str, words)], cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not list(tmp_path.glob("fit/checkpoint/*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert status_of(themata, "fit") == "running"
    warning = "themata: warning: fit: the fit {}; whether it has settled is judged at its end\n"
    assert warning.format("still runs") in themata("topics", "fit").stderr
    assert "; it still runs: wait until more of it is saved\n" in themata("diagnose", "fit").stderr
    running.kill()
    running.wait(timeout=30)
    assert warning.format("was interrupted") in themata("topics", "fit").stderr
    assert "; resume with: themata resume fit\n" in themata("diagnose", "fit").stderr
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["status"] == "running"
    assert status_of(themata, "fit") == "interrupted"


def stopped_fit(program, corpus, folder, *options):
    """A fit that Ctrl-C has ended. @returns its sweeps"""
    running = subprocess.Popen([program, "fit", str(corpus), "--topics", "3", "--seed", "1", *options, "--output", str(folder)],
                               stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not (folder.joinpath("trace-1.csv").exists() and
                                               len((folder / "trace-1.csv").read_text().splitlines()) > 40):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=30) == 130
    return json.loads((folder / "manifest.json").read_text())["chains"][0]["sweep"]


def kept_draws(fit):
    return len(list((fit / "draws").glob("*.npz")))


def test_a_fit_that_ends_where_it_was_stopped_says_that_it_has_no_draws(themata, program, corpus, tmp_path):
    done = stopped_fit(program, corpus, tmp_path / "fit", "--sweeps", "100000000")
    ended = themata("resume", "fit", "--sweeps", done)
    why = "its sweeps were done before it was known that it would end there; for draws, resume it with more --sweeps"
    assert ended.returncode == 0 and f"themata: warning: no draw was kept: {why}\n" in ended.stderr
    assert f"has kept no draws: {why}" in themata("effect", "fit", "--formula", "~ year").stderr
    more = themata("resume", "fit", "--sweeps", 2 * done)
    assert more.returncode == 0 and more.stderr == "" and kept_draws(tmp_path / "fit") > 0


def test_a_fit_that_ends_early_keeps_draws_of_its_length(themata, program, corpus, tmp_path):
    """The spacing of draws is that of the length that was planned only as long as nobody asked for another."""
    done = stopped_fit(program, corpus, tmp_path / "fit", "--sweeps", "100000000", "--burn-in", "20")
    ended = themata("resume", "fit", "--sweeps", 2 * done)
    assert ended.returncode == 0 and ended.stderr == "" and kept_draws(tmp_path / "fit") >= 10
    options = json.loads((tmp_path / "fit/manifest.json").read_text())["options"]
    assert options["burn-in"] == 20 and options["thin"] == (2 * done - 20) // 20
    done = stopped_fit(program, corpus, tmp_path / "thinned", "--sweeps", "100000000", "--burn-in", "20", "--thin", "50000000")
    assert "--thin 50000000 leave none" in themata("resume", "thinned", "--sweeps", 2 * done).stderr, "asked for"


def test_a_fit_is_not_made_shorter_than_it_is(themata, program, corpus, tmp_path):
    done = stopped_fit(program, corpus, tmp_path / "fit", "--until", "settled", "--sweeps", "100000000", "--time-limit", "3600")
    kept = sorted(path.name for path in (tmp_path / "fit/draws").iterdir())
    said = themata("resume", "fit", "--sweeps", done - 1)
    assert said.returncode == 2 and f"--sweeps is {done - 1}; expected at least {done}, which fit has behind it" in said.stderr
    assert sorted(path.name for path in (tmp_path / "fit/draws").iterdir()) == kept != []
    assert themata("resume", "fit", "--sweeps", done, "--time-limit", 0).returncode == 0
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["chains"][0]["sweep"] == done


def test_a_fit_that_ends_before_its_plan_keeps_draws_of_its_second_half(themata, program, corpus, tmp_path):
    end = stopped_fit(program, corpus, tmp_path / "fit", "--sweeps", "100000000") + 101
    assert themata("resume", "fit", "--sweeps", end).returncode == 0
    assert themata("fit", corpus, "--topics", 3, "--seed", 1, "--sweeps", end, "--output", "whole").returncode == 0
    manifests = [json.loads((tmp_path / name / "manifest.json").read_text()) for name in ("fit", "whole")]
    assert 0 < manifests[0]["chains"][0]["draws"] < manifests[1]["chains"][0]["draws"] == 20, "those before the stop were not due then"
    assert manifests[0]["options"] == manifests[1]["options"] and manifests[0]["options"]["burn-in"] == end // 2
    assert manifests[0]["chains"][0]["state_hash"] == manifests[1]["chains"][0]["state_hash"]
    end = stopped_fit(program, corpus, tmp_path / "given", "--sweeps", "100000000", "--burn-in", "90000000") + 101
    said = themata("resume", "given", "--sweeps", end)
    assert said.returncode == 0 and f"no draw will be kept: --burn-in {end} and" in said.stderr
