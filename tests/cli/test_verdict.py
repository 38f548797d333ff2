"""Whether a fit has settled, as `themata fit` says it and other commands repeat it."""
import json
import pathlib
import re
import shlex
import shutil
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import traces  # noqa: E402


def fitted(themata, *words):
    done = themata("fit", *words, "--output", "fit")
    assert done.returncode == 0, done.stderr
    return done


def verdict(tmp_path):
    return json.loads((tmp_path / "fit/manifest.json").read_text())["verdict"]


def test_chains_that_agree_settle_and_the_best_is_shown(themata, tmp_path):
    assert themata("simulate", "lda", "--documents", 60, "--topics", 3, "--types", 30, "--length", 40, "--beta", 0.05,
                   "--seed", 3, "--output", "corpus").returncode == 0
    done = fitted(themata, "corpus", "--topics", 3, "--beta", 0.05, "--sweeps", 1000, "--trace-every", 2, "--chains", 3)
    assert "Settled: " in done.stdout and "3 chains agree" in done.stdout and "Go on with" not in done.stdout
    assert verdict(tmp_path)["settled"] == "yes" and verdict(tmp_path)["rhat"] < 1.05
    levels = []
    for chain in 1, 2, 3:
        trace = traces.read(tmp_path / f"fit/trace-{chain}.csv")
        levels.append(trace["word_part"][trace["sweep"] > 500].mean())
    best = int(np.argmax(levels)) + 1
    assert verdict(tmp_path)["best_chain"] == best
    shown = themata("topics", "fit")
    assert f"chain {best}," in shown.stdout and shown.stderr == ""
    assert "chain 1," in themata("topics", "fit", "--chain", 1).stdout


def test_a_chain_on_its_way_is_called_so_everywhere(themata, tmp_path):
    assert themata("simulate", "lda", "--documents", 200, "--topics", 20, "--types", 500, "--length", 60, "--output",
                   "corpus").returncode == 0
    done = fitted(themata, "corpus", "--model", "lda", "--topics", 20, "--start", "tokens", "--sweeps", 40, "--burn-in", 0,
                  "--trace-every", 1, "--keep", 2)
    found = verdict(tmp_path)
    assert found["settled"] == "improving" and found["word_part_gain_per_token"] > 0
    assert found["text"] in done.stdout and "Go on with: themata resume fit --sweeps 80 --burn-in 40" in done.stdout
    assert f"themata: warning: {found['text']}" in themata("topics", "fit").stderr
    assert themata("report", "fit", "--output", "report.html").returncode == 0
    assert found["text"].replace("'", "\\u0027") in (tmp_path / "report.html").read_text() or \
        found["text"] in (tmp_path / "report.html").read_text()


def test_a_short_trace_tells_nothing(themata, corpus, tmp_path):
    done = fitted(themata, corpus, "--topics", 2, "--sweeps", 100)
    assert verdict(tmp_path)["settled"] == "unknown" and "rhat" not in verdict(tmp_path)
    assert "Too short to tell" in done.stdout


def test_the_way_on_leads_to_a_verdict_and_can_be_pasted(themata, corpus, tmp_path):
    done = themata("fit", corpus, "--topics", 2, "--sweeps", 6, "--chains", 1, "--output", "my fit's")
    command = re.search(r"^Go on with: themata (.*)$", done.stdout, re.M)[1]
    assert "show its topics with: themata topics 'my fit'\\''s'" in done.stdout
    assert themata(*shlex.split(command)).returncode == 0
    found = json.loads((tmp_path / "my fit's/manifest.json").read_text())
    assert found["verdict"]["settled"] != "unknown"
    said = themata("fit", corpus, "--topics", 2, "--until", "settled", "--sweeps", 10, "--output", "fit").stdout
    assert "Go on with: themata resume fit --until settled --sweeps 400\n" in said


def test_a_grid_and_folds_of_fits_that_have_not_settled_say_so(themata, corpus, tmp_path):
    done = themata("sweep", corpus, "--topics", "2,3", "--sweeps", 20, "--output", "grid")
    assert "2 of 2 fits have not settled, so their scores may still change: topics-2, topics-3;" in done.stderr
    assert themata("sweep", corpus, "--topics", "2,3", "--sweeps", 20, "--output", "grid", "--log", "quiet").stderr == ""
    fitted(themata, corpus, "--topics", 2, "--sweeps", 20)
    assert "themata: warning: Too short to tell" in themata("evaluate", "fit", "--folds", 2).stderr
    assert themata("evaluate", "fit", "--folds", 2, "--log", "quiet").stderr == ""


def test_the_json_log_ends_with_the_verdict(themata, corpus, tmp_path):
    done = fitted(themata, corpus, "--topics", 2, "--sweeps", 100, "--log", "json")
    last = json.loads(done.stderr.splitlines()[-1])
    assert last["event"] == "complete" and last["verdict"] == verdict(tmp_path)


def test_a_fit_that_goes_on_has_no_verdict_until_it_ends(themata, corpus, tmp_path):
    fitted(themata, corpus, "--topics", 2, "--sweeps", 100)
    assert themata("resume", "fit", "--sweeps", 600).returncode == 0
    assert verdict(tmp_path)["settled"] != "unknown"


def test_a_later_burn_in_drops_early_draws_and_keeps_the_chain(themata, corpus, tmp_path):
    words = [corpus, "--topics", 2, "--start-sweeps", 10, "--seed", 4]
    fitted(themata, *words, "--sweeps", 100, "--keep", 10)  # draws at 55, 60, ..., 100
    before = json.loads((tmp_path / "fit/manifest.json").read_text())
    assert themata("resume", "fit", "--burn-in", 81).returncode == 0
    after = json.loads((tmp_path / "fit/manifest.json").read_text())
    assert after["options"]["burn-in"] == 85 and after["chains"][0]["draws"] == 3
    assert after["chains"][0]["state_hash"] == before["chains"][0]["state_hash"]
    assert themata("resume", "fit", "--sweeps", 200, "--burn-in", 100).returncode == 0
    longer = json.loads((tmp_path / "fit/manifest.json").read_text())
    assert longer["chains"][0]["draws"] == 20 and longer["options"]["burn-in"] == 100
    done = themata("fit", *words, "--sweeps", 200, "--keep", 10, "--output", "whole")
    assert done.returncode == 0
    whole = json.loads((tmp_path / "whole/manifest.json").read_text())
    assert longer["chains"][0]["state_hash"] == whole["chains"][0]["state_hash"]


READERS = (["topics", "--format", "json"], ["topics"], ["evaluate"], ["report", "--output"], ["export", "--format", "topic-words", "--output"],
           ["export", "--format", "doc-topics", "--output"], ["infer", "corpus", "--output"],
           ["evaluate", "--held-out", "corpus", "--format", "json"], ["diagnose", "--format", "json"])


def read_by(themata, tmp_path, reader, fit, *more):
    """All that a reader says of a fit, but its name."""
    verb, *words = reader
    to = [tmp_path / "out"] if words[-1:] == ["--output"] else []
    done = themata(verb, fit, *words, *to, *more)
    assert done.returncode == 0, done.stderr
    return done.stdout.replace(fit, "FIT"), done.stderr.replace(fit, "FIT"), to[0].read_bytes() if to else b""


def test_readers_take_a_later_burn_in(themata, tmp_path):
    """They show what they would of a fit that had been given it."""
    assert themata("simulate", "lda", "--documents", 60, "--topics", 3, "--types", 30, "--length", 40, "--beta", 0.05,
                   "--seed", 3, "--output", "corpus").returncode == 0
    for model in "lda", "hdp":
        given = ["--model", model, "--topics", 3, "--sweeps", 100, "--keep", 10, "--trace-every", 1, "--chains", 2]
        assert themata("fit", "corpus", *given, "--output", f"{model}-one").returncode == 0
        shutil.copytree(tmp_path / f"{model}-one", tmp_path / f"{model}-two")
        before = {file: file.read_bytes() for file in (tmp_path / f"{model}-one").rglob("*") if file.is_file()}
        assert themata("resume", f"{model}-two", "--burn-in", 80).returncode == 0
        for reader in READERS:
            asked = read_by(themata, tmp_path, reader, f"{model}-one", "--burn-in", 80)
            if reader[0] != "report":  # whose options are those of the fit
                assert asked == read_by(themata, tmp_path, reader, f"{model}-two"), reader
            takes_all = reader[0] == "diagnose" or "--held-out" in reader or (model, reader[0]) == ("lda", "infer")
            assert asked != read_by(themata, tmp_path, reader, f"{model}-one") or not takes_all, reader
        assert {file: file.read_bytes() for file in before} == before


def test_a_burn_in_that_leaves_no_draw_is_refused(themata, corpus, tmp_path):
    fitted(themata, corpus, "--topics", 2, "--sweeps", 100, "--keep", 10)
    for reader in ["topics"], ["export", "--format", "topic-words", "--output", "out"], ["infer", corpus, "--output", "out"]:
        done = themata(reader[0], "fit", *reader[1:], "--burn-in", 100)
        assert done.returncode == 2 and "--burn-in" in done.stderr and "fewer than 100 sweeps" in done.stderr
        assert not (tmp_path / "out").exists()
    done = themata("evaluate", "fit", "--folds", 2, "--burn-in", 60)
    assert done.returncode == 2 and "--burn-in needs --held-out" in done.stderr
    done = themata("export", "fit", "--format", "uci", "--output", "out", "--burn-in", 60)
    assert done.returncode == 2 and "belong to formats of a fit" in done.stderr


def test_very_many_sweeps_are_no_fault_of_keep(themata, corpus, tmp_path):
    fitted(themata, corpus, "--topics", 2, "--sweeps", 10, "--keep", 5)
    done = themata("resume", "fit", "--sweeps", 1000000, "--time-limit", 0.01)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["options"]["keep"] == 100000


def manifest(path):
    return json.loads((path / "manifest.json").read_text())


def settling(themata):
    """The options of a fit that settles within some hundred sweeps."""
    assert themata("simulate", "lda", "--documents", 60, "--topics", 3, "--types", 30, "--length", 40, "--beta", 0.05,
                   "--seed", 3, "--output", "simulated").returncode == 0
    return ["simulated", "--topics", 3, "--beta", 0.05, "--start-sweeps", 15, "--trace-every", 2, "--chains", 3]


def test_a_fit_ends_when_it_has_settled_unless_it_is_given_sweeps(themata, tmp_path):
    words = settling(themata)
    done = fitted(themata, *words)
    found = manifest(tmp_path / "fit")
    sweeps = found["chains"][0]["sweep"]
    assert found["ended_by"] == "settled" and "Settled: " in done.stdout and sweeps < 2000
    assert found["verdict"]["ess"] >= 40 and found["options"]["burn-in"] == sweeps / 2
    done = themata("resume", "fit")
    assert done.returncode == 2 and f"give more --sweeps than {sweeps}" in done.stderr
    assert themata("resume", "fit", "--sweeps", sweeps + 100).returncode == 0
    longer = manifest(tmp_path / "fit")
    assert longer["chains"][0]["sweep"] == sweeps + 100 and longer["ended_by"] == "sweeps"
    assert longer["options"]["burn-in"] == sweeps / 2 and longer["chains"][0]["draws"] > found["chains"][0]["draws"]
    assert themata("evaluate", "fit", "--folds", 2).returncode == 0
    done = themata("fit", *words, "--sweeps", 100, "--output", "exactly")
    assert done.returncode == 0 and manifest(tmp_path / "exactly")["chains"][0]["sweep"] == 100


def test_a_fit_that_does_not_settle_says_how_to_go_on(themata, tmp_path):
    words = settling(themata)
    done = fitted(themata, *words, "--until", "settled", "--sweeps", 60)
    assert "Go on with: themata resume fit --until settled --sweeps 120" in done.stdout
    assert manifest(tmp_path / "fit")["ended_by"] == "sweeps"
    assert themata("resume", "fit", "--until", "settled", "--sweeps", 2000).returncode == 0
    assert themata("fit", *words, "--until", "settled", "--sweeps", 2000, "--output", "whole").returncode == 0
    fit, whole = manifest(tmp_path / "fit"), manifest(tmp_path / "whole")
    for name in ("ended_by", "verdict", "options"):
        assert fit[name] == whole[name]
    assert [c["state_hash"] for c in fit["chains"]] == [c["state_hash"] for c in whole["chains"]]


def test_a_grid_is_judged_fit_by_fit(themata, tmp_path):
    settling(themata)
    done = themata("sweep", "simulated", "--topics", "2,3", "--beta", 0.05, "--trace-every", 2, "--output", "grid")
    assert done.returncode == 0, done.stderr
    for fit in sorted((tmp_path / "grid/fits").iterdir()):
        found = manifest(fit)
        assert found["options"]["until"] == "settled" and len(found["chains"]) == 1
        assert found["ended_by"] == "settled" or found["chains"][0]["sweep"] == 2000
    assert themata("sweep", "simulated", "--topics", "2,3", "--beta", 0.05, "--trace-every", 2, "--output",
                   "grid").returncode == 0, "the same grid goes on"
