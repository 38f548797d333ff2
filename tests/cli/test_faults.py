"""What the system may do to the program at any moment: hang up, limit a file's size, refuse a thread, fill the disk."""
import json
import resource
import signal
import subprocess
import time

import pytest
from conftest import hashes

FIT = "--topics 2 --chains 1 --threads 1 --seed 4 --checkpoint-every 0".split()


def start(program, tmp_path, corpus, sweeps, **options):
    words = [program, "fit", str(corpus), *FIT, "--until", "sweeps", "--sweeps", str(sweeps), "--output", "fit"]
    running = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("fit/checkpoint/*.npz")):
        assert running.poll() is None and time.monotonic() < deadline, running.stderr.read()
        time.sleep(0.005)
    return running


def test_a_fit_whose_terminal_is_closed_is_saved(themata, program, corpus, tmp_path):
    running = start(program, tmp_path, corpus, 100000000)
    running.send_signal(signal.SIGHUP)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "themata resume fit" in said, said
    assert json.loads(themata("info", "fit", "--format", "json").stdout)["status"] == "interrupted"


def test_nohup_is_respected(program, corpus, tmp_path):
    running = start(program, tmp_path, corpus, 3000, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    running.send_signal(signal.SIGHUP)
    _, said = running.communicate(timeout=120)
    assert running.returncode == 0, said
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["chains"][0]["sweep"] == 3000


@pytest.mark.parametrize("limit", [0, 300, 4000])
def test_a_file_beyond_the_limit_of_its_size_is_a_message(themata, corpus, tmp_path, limit):
    words = ["fit", corpus, *FIT, "--sweeps", "20", "--burn-in", "10", "--keep", "2", "--thin", "5", "--output"]
    done = themata(*words, "fit", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert done.returncode == 4 and "File too large" in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert themata(*words, "whole").returncode == 0
    done = themata("resume", "fit") if (tmp_path / "fit").exists() else themata(*words, "fit")
    assert done.returncode == 0, done.stderr
    assert hashes(tmp_path / "fit") == hashes(tmp_path / "whole")


def test_where_no_thread_can_be_started_is_a_message(themata, corpus):
    def limit():  # the stack of a thread is as large as that of the program may become
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 40, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 38, 1 << 38))

    done = themata("info", corpus, preexec_fn=limit)
    assert done.returncode == 4 and done.stderr == "themata: cannot start a thread: Resource temporarily unavailable\n"


def test_a_full_disk_behind_standard_output_is_named(program, corpus):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "info", corpus], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 4 and done.stderr == "themata: standard output cannot be written: No space left on device\n"


def test_what_a_killed_sweep_left_is_removed_by_the_next(themata, corpus, tmp_path):
    words = ["sweep", corpus, "--topics", "2", "--sweeps", "10", "--chains", "1", "--threads", "1", "--output", "grid"]
    assert themata(*words).returncode == 0
    for name in (".sweep.tsv.partial-7", "scores/.lda-topics-2.json.partial-7"):
        (tmp_path / "grid" / name).write_text("half")
    done = themata(*words)
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "grid").rglob("*.partial-*")) == []
