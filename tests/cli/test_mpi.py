"""Chains of several ranks of an MPI program: the same bits as in one process, and all end together.

Needs a program that is built where MPI is; skipped elsewhere.
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

import pytest
from conftest import manifest

FOLDER = pathlib.Path(os.environ["THEMATA_PROGRAM"]).parent
CHAINS, PROGRAM = FOLDER / "rank_chains", FOLDER / "themata-mpi"
MPIEXEC = os.environ.get("THEMATA_MPIEXEC", "mpiexec")  # that of the programs' MPI
pytestmark = pytest.mark.skipif(not CHAINS.exists() or not PROGRAM.exists() or not shutil.which(MPIEXEC),
                                reason="MPI is not installed")
IS_OPEN_MPI = shutil.which(MPIEXEC) and "Open" in subprocess.run([MPIEXEC, "--version"], capture_output=True, text=True).stdout


def start(ranks, *words, **options):
    many = ["--oversubscribe"] if IS_OPEN_MPI else []
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return subprocess.Popen([MPIEXEC, *many, "-n", str(ranks), *map(str, words)], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | root, **options)


def run(ranks, *words, timeout=120, **options):
    with start(ranks, *words, **options) as running:
        out, err = running.communicate(timeout=timeout)
    return subprocess.CompletedProcess(words, running.returncode, out, err)


@pytest.mark.parametrize("ranks, threads, most_bytes", [
    (3, 2, 1000), *(pytest.param(*other, marks=pytest.mark.thorough) for other in [(1, 1, 1 << 30), (2, 1, 1 << 30), (5, 1, 100_000)])])
def test_chains_are_the_same_on_any_ranks(ranks, threads, most_bytes):
    done = run(ranks, CHAINS, threads, most_bytes)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, _ in rows] == ["lda", "alone", "phi", "alone", "hdp", "alone", "tables", "alone"] * 2 + ["hpc", "alone"]
    hashes = [text for _, text in rows]
    assert hashes[::2] == hashes[1::2] and len(set(hashes)) == 9


@pytest.mark.parametrize("failing", [0, 2])
def test_ranks_end_together(failing):
    done = run(3, CHAINS, 1, 1 << 30, failing)
    assert done.returncode == 4


FIT = ["--topics", 6, "--blocks", 5, "--sweeps", 40, "--chains", 2, "--monitor-words", 5, "--monitor-topics", 2, "--seed", 3, "--threads", 1]


def hashes_of(fit):
    return [chain["state_hash"] for chain in manifest(fit)["chains"]]


@pytest.fixture
def alone(themata, corpus):
    done = themata("fit", corpus, *FIT, "--output", "alone")
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_fit_is_that_of_one_process(alone, themata, corpus, tmp_path, ranks):
    done = run(ranks, PROGRAM, "fit", corpus, *FIT, "--output", "together", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == alone.stdout.replace("alone", "together")
    assert hashes_of(tmp_path / "together") == hashes_of(tmp_path / "alone")
    assert themata("topics", "together").stdout == themata("topics", "alone").stdout


GIVEN_PHI = [*FIT, "--sampler", "partially-collapsed", "--z"]


@pytest.mark.parametrize("z, model", [("dense", "lda"), ("sparse", "hdp"), ("doubly-sparse", "lda")])
def test_a_fit_given_phi_is_that_of_one_process(themata, corpus, tmp_path, z, model):
    words = ["fit", corpus, *GIVEN_PHI, z, "--model", model]
    assert themata(*words, "--output", "alone").returncode == 0
    done = run(3, PROGRAM, *words, "--output", "together", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert hashes_of(tmp_path / "together") == hashes_of(tmp_path / "alone")


@pytest.mark.parametrize("model", ["hpc", "pcm"])
def test_a_fit_of_rates_is_that_of_one_process(themata, tmp_path, model):
    draw = random.Random(5)
    rows = [{"text": " ".join(draw.choice("roses tulips soil rain sail mast anchor tide".split()) for _ in range(20)),
             "labels": draw.sample(["garden", "sea", "weather"], draw.randint(1, 2))} for _ in range(200)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    themata("import", "rows.jsonl", "--labels", "labels", "--min-documents", 1, "--output", "corpus")
    words = ["fit", "corpus", "--model", model, "--sweeps", 20, "--chains", 1, "--seed", 3, "--threads", 1]
    words += ["--topics", 4] if model == "pcm" else []
    assert themata(*words, "--output", "alone").returncode == 0
    done = run(3, PROGRAM, *words, "--output", "together", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert hashes_of(tmp_path / "together") == hashes_of(tmp_path / "alone")
    refused = run(2, PROGRAM, *words, "--sampler", "hmc", "--output", "f", cwd=tmp_path)
    assert refused.returncode == 2 and "--sampler hmc is for one process; several ranks need split" in refused.stderr


@pytest.mark.thorough
def test_errors_are_said_once_and_have_their_codes(corpus, tmp_path):
    for words, code, said in [(["fit", corpus, "--output", "f", "--model", "dmm"], 2, "expected lda, hdp, hpc or pcm"),
                              (["fit", tmp_path / "none", "--output", "f"], 3, "none"),
                              (["fit", corpus, "--output", "f", "--topics", "x"], 2, "x"),
                              (["fit", corpus, "--output", "f", "--z", "light"], 2, "--z light is for one process"),
                              (["fit", corpus, "--output", "f", "--z", "sparse"], 2, "need --blocks"),
                              (["topics", "f"], 2, "Unknown command"),
                              (["--help"], 0, "")]:
        done = run(3, PROGRAM, *words, cwd=tmp_path)
        assert done.returncode == code, done.stderr
        ours = [line for line in done.stderr.splitlines() if line.startswith("themata: ")]
        assert len(ours) <= 1 and said in done.stderr
        assert not (tmp_path / "f").exists()


LONG = ["--topics", 6, "--blocks", 5, "--chains", 1, "--seed", 3, "--threads", 1, "--checkpoint-every", 0, "--sweeps"]


def wait_for(path, running):
    while not path.exists():
        assert running.poll() is None, running.stderr.read()
        time.sleep(.01)


@pytest.mark.parametrize("signal_sent", [signal.SIGUSR1, signal.SIGTERM])
def test_a_signal_saves_and_ends_the_fit(themata, corpus, tmp_path, signal_sent):
    """mpiexec passes SIGUSR1 on to all ranks; a batch system can send SIGTERM to a rank itself."""
    with start(3, PROGRAM, "fit", corpus, *LONG, 200_000, "--output", "f", cwd=tmp_path) as running:
        wait_for(tmp_path / "f/checkpoint/chain-1.npz", running)
        if signal_sent == signal.SIGUSR1:
            running.send_signal(signal_sent)
        else:
            for rank in ranks_of(running):
                os.kill(rank, signal_sent)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "interrupted and saved; resume with: themata resume f" in err
    assert manifest(tmp_path / "f")["status"] == "interrupted"


def ancestors(process):
    found = []
    while process > 1:
        process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        found.append(process)
    return found


def ranks_of(running):
    """The processes of an mpiexec, by their rank."""
    ranks = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if pathlib.Path(os.readlink(process / "exe")).name != PROGRAM.name:
                continue
            environment = dict(entry.split(b"=", 1) for entry in (process / "environ").read_bytes().split(b"\0") if entry)
            is_ours = running.pid in ancestors(int(process.name))
        except (OSError, ValueError):
            continue
        if is_ours:
            ranks[int(environment.get(b"OMPI_COMM_WORLD_RANK", environment.get(b"PMI_RANK", b"0")))] = int(process.name)
    return [ranks[rank] for rank in sorted(ranks)]


@pytest.mark.thorough
@pytest.mark.parametrize("victim", [0, 2])
def test_a_killed_rank_ends_all_and_any_number_goes_on(themata, corpus, tmp_path, victim):
    assert themata("fit", corpus, *LONG, 400, "--output", "alone").returncode == 0
    with start(3, PROGRAM, "fit", corpus, *LONG, 400, "--output", "killed", cwd=tmp_path) as running:
        wait_for(tmp_path / "killed/checkpoint/chain-1.npz", running)
        os.kill(ranks_of(running)[victim], signal.SIGKILL)
        _, err = running.communicate(timeout=60)
    assert running.returncode != 0
    if victim > 0 and IS_OPEN_MPI:  # the other one gives ranks no time
        assert err.count("the fit is as it was last saved: themata resume killed") == 1, err
    done = run(2, PROGRAM, "resume", "killed", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert hashes_of(tmp_path / "killed") == hashes_of(tmp_path / "alone")


KILLS = int(os.environ.get("THEMATA_KILLS", "2"))


@pytest.mark.thorough
def test_random_kills_lose_nothing(themata, corpus, tmp_path):
    """THEMATA_KILLS=50 kills as often: a random rank at a random moment, saving and reading among them."""
    draw = random.Random(KILLS)
    sweeps = 2_000
    assert themata("fit", corpus, *LONG, sweeps, "--output", "alone").returncode == 0
    words, kills, fits = None, 0, 0
    while kills < KILLS:
        if words is None:
            words, fits = ["fit", corpus, *LONG, sweeps, "--output", f"fit-{fits + 1}"], fits + 1
        with start(draw.randint(2, 4), PROGRAM, *words, cwd=tmp_path) as running:
            try:
                running.wait(timeout=draw.uniform(0.3, 3))
            except subprocess.TimeoutExpired:
                if ranks := ranks_of(running):
                    os.kill(draw.choice(ranks), signal.SIGKILL)
                    kills += 1
            _, err = running.communicate(timeout=200)
        fit = tmp_path / f"fit-{fits}"
        if running.returncode == 0:
            assert hashes_of(fit) == hashes_of(tmp_path / "alone")
            words = None
        elif fit.exists():
            words = ["resume", fit.name]
        assert running.returncode in (0, 9, 137), err
    if words is not None and words[0] == "resume":
        assert run(3, PROGRAM, *words, cwd=tmp_path).returncode == 0
        assert hashes_of(tmp_path / f"fit-{fits}") == hashes_of(tmp_path / "alone")


LINKS = pathlib.Path(__file__).resolve().parents[1] / "mpi/links.sh"


def test_slow_links_change_no_bit(alone, corpus, tmp_path):
    """Each rank has a network of its own, of 100 Mbit/s, where the machine allows that."""
    if not IS_OPEN_MPI or subprocess.run([LINKS, "2", "100mbit", "true"], capture_output=True).returncode != 0:
        pytest.skip("needs Open MPI, and the right to make network namespaces")
    done = subprocess.run([LINKS, "3", "100mbit", PROGRAM, *map(str, ["fit", corpus, *FIT, "--output", "slow"])],
                          cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert hashes_of(tmp_path / "slow") == hashes_of(tmp_path / "alone")
