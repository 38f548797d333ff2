"""Bad input and a machine that refuses: one clear message, the documented exit status, nothing written."""
import os
import resource
import signal

import pytest

from conftest import names_in


def refuses(done, code, *words):
    assert done.returncode == code, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("themata: ")]
    assert len(lines) == 1, done.stderr
    for word in words:
        assert word in lines[0]


def test_a_missing_file_is_bad_input(themata, tmp_path):
    refuses(themata("import", "--format", "lines", "none.txt", "--output", "out"), 3, "none.txt")
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("name", ["nosuch", "nosuch/", "no/such.xyz"])
def test_a_mistyped_name_is_not_a_question_of_format(themata, tmp_path, name):
    refuses(themata("import", name, "--output", "out"), 3, f"{name}: does not exist")
    assert names_in(tmp_path) == []


def test_a_folder_of_another_kind_is_said_to_be_one(themata, corpus):
    for words in (["sweep", corpus, "--topics", 2, "--sweeps", 20, "--output", "grid"],
                  ["fit", corpus, "--topics", 2, "--sweeps", 5, "--output", "fit"]):
        assert themata(*words).returncode == 0
    for verb in ("topics", "info", "report"):
        more = ["--output", "out"] if verb == "report" else []
        refuses(themata(verb, "grid", *more), 3, "grid: is a grid of fits, from `themata sweep`; its fits are in grid/fits")
    refuses(themata("fit", "fit", "--output", "out"), 3, "fit: is a fit folder; expected a corpus folder, from `themata import`")


def test_a_broken_line_is_named_by_file_and_line(themata, tmp_path):
    (tmp_path / "in.jsonl").write_text('{"id": "a", "text": "one two"}\n{"id": "b", "text": \n')
    done = themata("import", "--format", "jsonl", "in.jsonl", "--id", "id", "--text", "text", "--output", "out")
    refuses(done, 3, "in.jsonl:2: ")
    assert names_in(tmp_path) == ["in.jsonl"]


@pytest.mark.parametrize("text", ['[{"text": "one"}]\n', '[\n{"text": "one"}\n]\n', '{"text": "one"}\n[1]\n'])
def test_a_json_array_is_said_to_be_one(themata, tmp_path, text):
    (tmp_path / "in.jsonl").write_text(text)
    line = 2 if text.startswith("{") else 1
    refuses(themata("import", "--format", "jsonl", "in.jsonl", "--output", "out"), 3,
            f"in.jsonl:{line}: is a JSON array; expected one object per line")


def test_a_quiet_fit_says_nothing_but_errors(themata, corpus, tmp_path):
    """Here it would warn of a seed word."""
    (tmp_path / "seeds.txt").write_text("roses\nsail unknown\n")
    words = ["fit", corpus, "--topics", 2, "--sweeps", 5, "--seeds", "seeds.txt"]
    assert "warning: 1 seed word is not in the corpus: unknown" in themata(*words, "--output", "loud").stderr
    done = themata(*words, "--log", "quiet", "--output", "quiet")
    assert (done.returncode, done.stderr) == (0, "")
    grid = themata("sweep", *words[1:], "--log", "quiet", "--output", "grid")
    assert (grid.returncode, grid.stderr) == (0, "")
    refuses(themata(*words, "--log", "quiet", "--output", "quiet"), 2, "exists already")


def test_one_is_singular(themata, tmp_path):
    (tmp_path / "in.txt").write_text("word\n")
    done = themata("import", "in.txt", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert [" ".join(line.split()) for line in done.stdout.splitlines()] == [
        "1 document", "1 word read", "1 word kept (tokens)", "1 different word (types)", "Corpus: corpus"]
    assert "1 (0 empty, longest 1 token)" in themata("info", "corpus").stdout
    assert themata("fit", "corpus", "--topics", 1, "--sweeps", 2, "--keep", 1, "--output", "fit").returncode == 0
    assert "(1 document, 1 word type, 1 token)" in themata("info", "fit").stdout
    assert "1 topic, 1 token; words by prob" in themata("topics", "fit").stdout
    assert "1 document\n" in themata("infer", "fit", "corpus", "--output", "out").stdout
    two = themata("import", "--format", "lines", "in.txt", tmp_path / "in.txt", "--output", "two")
    assert "2 documents\n" in two.stdout
    assert "note: 2 .txt files: each line becomes a document; for one document per file use --format folder" in two.stderr


def test_a_pipe_in_a_folder_of_ours_is_not_waited_for(themata, corpus, tmp_path):
    assert themata("fit", corpus, "--topics", 2, "--sweeps", 5, "--output", "fit").returncode == 0
    (corpus / "documents.jsonl").unlink()
    os.mkfifo(corpus / "documents.jsonl")
    refuses(themata("infer", "fit", corpus, "--output", "out.tsv"), 3, "documents.jsonl: is not a regular file")
    assert not (tmp_path / "out.tsv").exists()


def test_a_file_that_must_be_utf8_is_not_offered_an_option(themata, corpus, tmp_path):
    (tmp_path / "seeds.txt").write_bytes(b"flowers\troses caf\xe9\n")
    done = themata("fit", corpus, "--topics", 2, "--seeds", "seeds.txt", "--output", "fit")
    refuses(done, 3, "seeds.txt:1: byte 17 of the text, 0xE9, is not UTF-8; expected UTF-8")
    (tmp_path / "in.txt").write_bytes(b"caf\xe9\n")
    refuses(themata("import", "--format", "lines", "in.txt", "--output", "out"), 3, "as in --encoding windows-1252")


def test_what_stands_at_the_output_is_kept(themata, corpus, texts, tmp_path):
    before = names_in(corpus)
    refuses(themata("import", "--format", "folder", texts, "--output", corpus), 2, "exists already")
    assert names_in(corpus) == before
    assert names_in(tmp_path) == ["corpus", "texts"]


@pytest.mark.parametrize("place", ["/dev/null/out", "/proc/themata-out"])
def test_a_place_that_cannot_be_written_is_exit_4(themata, texts, place):
    refuses(themata("import", "--format", "folder", texts, "--output", place), 4, place)


def test_a_disk_that_fills_is_exit_4_and_leaves_nothing(themata, tmp_path):
    """Files may not grow past 8 KB: what a write meets on a full disk."""
    (tmp_path / "in.txt").write_text("".join(f"{i} word{i} other{i}\n" for i in range(20_000)))

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = themata("import", "--format", "lines", "in.txt", "--output", "out", preexec_fn=limit)
    refuses(done, 4)
    assert names_in(tmp_path) == ["in.txt"]


@pytest.mark.parametrize("verb", [["info"], ["topics"], ["report"], ["resume"],
                                  ["fit", "--model", "hdp", "--output", "out"],
                                  ["export", "--format", "ldac", "--output", "out"]])
def test_a_folder_that_is_no_corpus_and_no_fit_is_bad_input(themata, tmp_path, verb):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("mine\n")
    refuses(themata(verb[0], "mine", *verb[1:]), 3, "mine")
    assert names_in(tmp_path) == ["mine"]
    assert names_in(tmp_path / "mine") == ["notes.txt"]


def test_what_would_help_is_said_as_a_command(themata, corpus, tmp_path):
    """The library knows what would help; the command line says how it is done."""
    (tmp_path / "mine").mkdir()
    refuses(themata("info", "mine"), 3, "corpus folders are made by `themata import`, fit folders by `themata fit`")
    refuses(themata("topics", corpus), 3, "is a corpus folder; expected a fit folder, from `themata fit`")
    (tmp_path / "text.txt").write_text("mine")
    refuses(themata("fit", "text.txt", "--output", "out"), 3, "expected a corpus folder, from `themata import`")


def test_a_damaged_corpus_is_not_fitted(themata, corpus, tmp_path):
    tokens = (corpus / "tokens.npy").read_bytes()
    (corpus / "tokens.npy").write_bytes(tokens[:-2])
    refuses(themata("fit", corpus, "--model", "lda", "--topics", "2", "--sweeps", "5", "--output", "fit"), 3,
            "tokens.npy")
    assert not (tmp_path / "fit").exists()


@pytest.mark.parametrize("words, named", [
    (["--model", "lda", "--weights", "gem"], "--weights does not apply to --model lda; it belongs to hdp"),
    (["--model", "lda", "--sampler", "direct-assignment"], "--sampler is 'direct-assignment'; expected block-collapsed"),
    (["--model", "hdp", "--sampler", "direct-assignment", "--weights", "gem"], "--sampler direct-assignment"),
    (["--model", "hdp", "--sampler", "sub-cluster", "--weights", "gem"], "--sampler sub-cluster"),
    (["--model", "hdp", "--weights", "gem", "--topics", "40", "--max-topics", "30"], "--max-topics"),
])
def test_weights_that_make_no_sense_are_wrong_usage(themata, corpus, tmp_path, words, named):
    refuses(themata("fit", corpus, *words, "--output", "fit"), 2, named)
    assert not (tmp_path / "fit").exists()
