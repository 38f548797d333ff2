"""A fit that begins with the topics of another fit, or of a state file of MALLET."""
import gzip
import json

import numpy as np
import pytest


@pytest.fixture
def run(themata):
    def must(*words):
        done = themata(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return must


@pytest.fixture
def source(run, tmp_path):
    """An LDA fit of a corpus with an empty document, and its state file."""
    rng = np.random.default_rng(5)
    words = [f"w{v}" for v in range(30)]
    documents = [" ".join(rng.choice(words, size=0 if d == 7 else 20 + d % 5)) for d in range(40)]
    rows = [{"id": f"document {d}", "text": text} for d, text in enumerate(documents)]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("import", "--format", "jsonl", "texts.jsonl", "--stop-words", "none", "--output", "corpus")
    run("fit", "corpus", "--model", "lda", "--topics", "4", "--learn", "asymmetric-alpha,beta", "--sweeps", "40",
        "--output", "lda")
    run("export", "lda", "--format", "mallet-state", "--output", "state.gz")
    return tmp_path


def start_of(fit):
    with np.load(fit / "start.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


def state_lines(folder):
    return gzip.decompress((folder / "state.gz").read_bytes()).decode().splitlines()


def hashes(fit):
    return [chain["state_hash"] for chain in json.loads((fit / "manifest.json").read_text())["chains"]]


def test_a_mallet_state_gives_the_topics_of_the_fit_that_wrote_it(source, run):
    (source / "plain.txt").write_bytes(gzip.decompress((source / "state.gz").read_bytes()))
    expected = [int(line.split()[-1]) for line in state_lines(source)[3:]]
    starts = {}
    for name, given in {"from-fit": "lda", "from-gz": "state.gz", "from-plain": "plain.txt"}.items():
        run("fit", "corpus", "--model", "hdp", "--sweeps", "4", "--start-from", given, "--output", name)
        starts[name] = start_of(source / name)
        assert starts[name]["z"].tolist() == expected
        assert starts[name]["topics"] == 4
        options = json.loads((source / name / "manifest.json").read_text())["options"]
        assert options["topics"] == 4 and options["start-sweeps"] == 0 and options["start-from"] == given
    for name in ("weights", "beta", "document_concentration"):
        assert np.allclose(starts["from-gz"][name], starts["from-fit"][name], rtol=1e-12)
        assert np.array_equal(starts["from-gz"][name], starts["from-plain"][name])


def test_the_start_changes_the_chain_and_a_resumed_one_is_the_same(source, run):
    words = ["fit", "corpus", "--model", "hdp", "--chains", "2", "--start-from", "lda", "--output"]
    run(*words, "whole", "--sweeps", "12", "--burn-in", "4")
    run(*words, "part", "--sweeps", "6", "--burn-in", "4")
    (source / "lda").rename(source / "gone")  # the fit has what it needs
    run("resume", "part", "--sweeps", "12")
    assert hashes(source / "part") == hashes(source / "whole")
    run("fit", "corpus", "--model", "hdp", "--chains", "2", "--sweeps", "12", "--burn-in", "4", "--start-sweeps", "0",
        "--output", "other")
    assert hashes(source / "other") != hashes(source / "whole")


def test_the_named_chain_is_taken(source, run, themata):
    run("fit", "corpus", "--model", "lda", "--topics", "4", "--chains", "2", "--sweeps", "10", "--output", "two")
    seen = []
    for chain in ("1", "2"):
        run("fit", "corpus", "--model", "franchise", "--sweeps", "2", "--start-from", "two", "--start-chain", chain,
            "--output", f"of-{chain}")
        seen.append(start_of(source / f"of-{chain}")["z"].tolist())
        run("export", "two", "--chain", chain, "--format", "mallet-state", "--output", "state.gz")
        assert seen[-1] == [int(line.split()[-1]) for line in state_lines(source)[3:]]
    assert seen[0] != seen[1]
    refused(themata, "--start-from", "two", "--start-chain", "3", says="chain 3")


def refused(themata, *options, says, model="hdp", corpus="corpus"):
    done = themata("fit", corpus, "--model", model, "--sweeps", "2", *options, "--output", "never")
    assert done.returncode in (2, 3), done.stderr
    assert says in done.stderr, done.stderr
    assert done.stderr.count("\n") <= 3
    return done


HOSTILE = {
    "another header": (lambda rows: ["#doc"] + rows[1:], "neither a fit folder nor a state file"),
    "nothing": (lambda rows: [], "ends before its tokens"),
    "the header alone": (lambda rows: rows[:1], "ends before its tokens"),
    "no alpha": (lambda rows: rows[:1] + rows[2:], "#alpha"),
    "an alpha of 0": (lambda rows: [rows[0], "#alpha : 0 1 1 1"] + rows[2:], "is not a parameter"),
    "an infinite alpha": (lambda rows: [rows[0], "#alpha : inf 1 1 1"] + rows[2:], "is not a parameter"),
    "a huge alpha": (lambda rows: [rows[0], "#alpha : 1e300 1 1 1"] + rows[2:], "a weight is not"),
    "an alpha that is no number": (lambda rows: [rows[0], "#alpha : 1 x 1 1"] + rows[2:], "is not a parameter"),
    "many topics": (lambda rows: [rows[0], "#alpha :" + " 1" * 70000] + rows[2:], "is not a parameter"),
    "no beta": (lambda rows: rows[:2] + rows[3:], "#beta"),
    "two betas": (lambda rows: rows[:2] + ["#beta : 1 2"] + rows[3:], "several values"),
    "a token less": (lambda rows: rows[:-1], "ends before token"),
    "a token more": (lambda rows: rows + rows[-1:], "goes on after"),
    "an empty line": (lambda rows: rows[:9] + [""] + rows[10:], "is no token"),
    "a short line": (lambda rows: rows[:9] + ["0 a 1"] + rows[10:], "is no token"),
    "another word": (lambda rows: edited(rows, 9, -2, "zebra"), "has the word 'zebra'"),
    "a topic too many": (lambda rows: edited(rows, 9, -1, "4"), "has the topic '4'"),
    "a negative topic": (lambda rows: edited(rows, 9, -1, "-1"), "has the topic '-1'"),
    "a topic beyond all": (lambda rows: edited(rows, 9, -1, "99999999999"), "has the topic"),
    "a fraction of a topic": (lambda rows: edited(rows, 9, -1, "1.0"), "has the topic"),
    "another position": (lambda rows: edited(rows, 9, -4, "0"), "has the position"),
    "a type index in words": (lambda rows: edited(rows, 9, -3, "one"), "type index"),
    "another document": (lambda rows: edited(rows, 9, 0, "1"), "has the document"),
    "tokens in another order": (lambda rows: rows[:9] + [rows[10], rows[9]] + rows[11:], "has the position"),
}


def edited(rows, line, field, text):
    parts = rows[line].split(" ")
    parts[field] = text
    return rows[:line] + [" ".join(parts)] + rows[line + 1:]


def test_hostile_states_are_refused_with_their_line(source, themata):
    rows = state_lines(source)
    for name, (spoil, says) in HOSTILE.items():
        (source / "bad.txt").write_text("".join(row + "\n" for row in spoil(list(rows))))
        done = refused(themata, "--start-from", "bad.txt", says=says)
        assert "bad.txt" in done.stderr, name
        assert not (source / "never").exists(), name


def test_damaged_bytes_are_refused(source, themata):
    whole = (source / "state.gz").read_bytes()
    (source / "cut.gz").write_bytes(whole[:len(whole) // 2])
    refused(themata, "--start-from", "cut.gz", says="cut.gz")
    (source / "nul.txt").write_bytes(b"#doc source pos typeindex type topic\n#alpha : 1\0\n")
    refused(themata, "--start-from", "nul.txt", says="nul.txt")
    refused(themata, "--start-from", "missing", says="missing")
    refused(themata, "--start-from", "corpus", says="is a corpus folder")


def test_what_does_not_go_together_is_refused(source, run, themata):
    run("simulate", "lda", "--documents", "10", "--types", "30", "--topics", "2", "--length", "20", "--output", "else")
    refused(themata, "--start-from", "lda", says="is a fit of another corpus", corpus="else")
    refused(themata, "--start-from", "lda", "--topics", "3", says="--topics", model="lda")
    refused(themata, "--start-from", "lda", "--topics", "9", says="cannot be combined")
    refused(themata, "--start-from", "lda", "--start", "documents", says="cannot be combined")
    refused(themata, "--start-from", "lda", "--restarts", "3", says="cannot be combined", model="franchise")
    refused(themata, "--start-from", "lda", says="--start-from", model="dmm")
    refused(themata, "--start-chain", "1", says="needs --start-from")
    refused(themata, "--start-from", "state.gz", "--start-chain", "1", says="--start-chain")


def test_a_damaged_start_is_refused_when_a_fit_goes_on(source, run, themata):
    run("fit", "corpus", "--model", "hdp", "--sweeps", "4", "--start-from", "lda", "--output", "hdp")
    arrays = start_of(source / "hdp")
    arrays["z"] = arrays["z"] + 4
    np.savez(source / "hdp" / "start.npz", **arrays)
    done = themata("resume", "hdp", "--sweeps", "8")
    assert done.returncode == 3 and "start.npz" in done.stderr


def test_folds_need_a_fit_without_a_start(source, run, themata):
    run("fit", "corpus", "--model", "hdp", "--sweeps", "4", "--start-from", "lda", "--output", "hdp")
    done = themata("evaluate", "hdp", "--folds", "2")
    assert done.returncode == 2 and "start-from" in done.stderr
