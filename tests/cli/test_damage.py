"""A byte that changes in any file of a corpus or a fit is noticed, and never used."""
import csv
import io
import json
import pathlib
import random
import shutil
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

BYTES_EACH = 6  # of every file, at random places
MODELS = {
    "lda": ["--topics", 3, "--monitor-words", 2, "--monitor-documents", 2, "--alpha-weights", "weights.txt"],
    "hdp": ["--model", "hdp", "--chains", 2],
    "lida": ["--model", "lida"],
    "hpc": ["--model", "hpc"],
    "dmr": ["--model", "dmr", "--topics", 3, "--covariates", "year"],
}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A corpus with labels, a field of metadata and its text; a file of weights beside it."""
    folder = tmp_path_factory.mktemp("damage")
    rng = random.Random(1)
    words = {"gardens": "rose tulip soil rain spade hedge".split(), "ships": "sail mast anchor tide deck rope".split()}
    rows = [{"id": f"d{d}", "text": " ".join(rng.choice(words[label]) for _ in range(20)), "labels": [label], "year": 1990 + d % 9}
            for d in range(40) for label in [("gardens", "ships")[d % 2]]]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "weights.txt").write_text("1\n2\n3\n")
    fits.must("import", folder / "rows.jsonl", "--text", "text", "--labels", "labels", "--metadata", "year", "--keep-text", "--output", folder / "corpus")
    return folder


@pytest.fixture(scope="module", params=["lda", *(pytest.param(name, marks=pytest.mark.thorough) for name in MODELS if name != "lda")])
def fitted(source, request):
    words = [source / word if word == "weights.txt" else word for word in MODELS[request.param]]
    folder = source / request.param
    fits.must("fit", source / "corpus", *words, "--sweeps", 30, "--keep", 2, "--trace-every", 1, "--threads", 1, "--output", folder)
    return folder


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


def flip(path, rng):
    """Changes one byte of a file; a number stays a number, so that nothing but a checksum notices."""
    content = bytearray(path.read_bytes())
    at = rng.randrange(len(content))
    if chr(content[at]).isdigit():
        content[at] = ord(str((int(chr(content[at])) + 1) % 10))
    else:
        content[at] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def is_only_a_name(path):
    """Parts of a .npz file that no reader looks at: a time, who made it."""
    return path.suffix == ".npz"


def shown(themata, folder):
    """What commands print of a folder; None of those that refuse it."""
    printed = {}
    for words in (["topics", folder, "--format", "json"], ["diagnose", folder, "--topics", 0, "--format", "json"],
                  ["export", folder, "--format", "doc-topics", "--output", "-"]):
        done = themata(*words)
        assert done.returncode in (0, 3), (words, done.stderr)
        printed[words[0]] = done.stdout if done.returncode == 0 else None
    return printed


def test_a_whole_folder_is_said_to_be_whole(themata, source, fitted):
    for folder in (source / "corpus", fitted):
        done = themata("info", folder, "--check")
        assert done.returncode == 0 and "none is damaged" in done.stdout, done.stderr
        found = json.loads(themata("info", folder, "--check", "--format", "json").stdout)
        assert found["damaged"] == 0
        assert found["files"] == len(files_of(folder)), "every file is read"


def test_a_changed_byte_is_noticed_and_never_used(themata, fitted, tmp_path):
    rng = random.Random(2)
    shutil.copytree(fitted, tmp_path / "copy")
    before = shown(themata, tmp_path / "copy")
    for path in files_of(fitted):
        name = path.relative_to(fitted)
        for _ in range(BYTES_EACH):
            copy = tmp_path / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(fitted, copy)
            flip(copy / name, rng)
            done = themata("info", copy, "--check")
            assert done.returncode == 3 or (done.returncode == 0 and is_only_a_name(path)), (name, done.stdout, done.stderr)
            if done.returncode == 3:
                assert done.stderr.count("\n") <= 2 and (str(copy) in done.stderr), done.stderr
            if done.returncode == 0 or path.suffix != ".npz":
                after = shown(themata, copy)
                assert all(printed in (None, before[verb]) for verb, printed in after.items()), name


def test_a_changed_byte_of_a_corpus_is_noticed(themata, source, tmp_path):
    rng = random.Random(3)
    for path in files_of(source / "corpus"):
        for _ in range(BYTES_EACH):
            shutil.rmtree(tmp_path / "copy", ignore_errors=True)
            shutil.copytree(source / "corpus", tmp_path / "copy")
            flip(tmp_path / "copy" / path.name, rng)
            done = themata("info", "copy", "--check")
            assert done.returncode == 3 and "copy" in done.stderr, (path.name, done.stdout, done.stderr)


def test_a_fit_does_not_go_on_from_what_is_damaged(themata, fitted, tmp_path):
    for path in files_of(fitted):
        if path.parent != fitted or path.suffix not in (".csv", ".npy", ".tsv"):
            continue
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        shutil.copytree(fitted, tmp_path / "copy")
        flip(tmp_path / "copy" / path.name, random.Random(4))
        done = themata("resume", "copy", "--sweeps", 40)
        assert done.returncode == 3 and f"{path.name}: is damaged" in done.stderr, (path.name, done.stderr)


def test_an_edited_manifest_is_used_without_its_checksum(themata, fitted, tmp_path):
    shutil.copytree(fitted, tmp_path / "copy")
    manifest = json.loads((tmp_path / "copy/manifest.json").read_text())
    manifest["corpus"]["note"] = "moved by hand"
    (tmp_path / "copy/manifest.json").write_text(json.dumps(manifest))
    done = themata("topics", "copy")
    assert done.returncode == 3 and 'or was edited' in done.stderr and 'remove its line "checksum"' in done.stderr
    fits.write_manifest(tmp_path / "copy", manifest)
    assert themata("topics", "copy").returncode == 0


def test_a_resumed_fit_has_the_checksums_of_its_files(themata, fitted, tmp_path):
    shutil.copytree(fitted, tmp_path / "copy")
    done = themata("resume", "copy", "--sweeps", 40)
    assert done.returncode == 0, done.stderr
    assert themata("info", "copy", "--check").returncode == 0
    rows = (tmp_path / "copy/trace-1.csv").read_text().splitlines()
    assert len(list(csv.DictReader(io.StringIO("\n".join(row for row in rows if row[0] != "#"))))) == 40
