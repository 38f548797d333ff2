"""`themata import --keep-text`: the texts beside a corpus, and the passage of every token."""
import json

import numpy as np


def passages(folder):
    """Of each document: the words of its tokens, with the passages that these are from."""
    lines = (folder / "texts.jsonl").read_bytes()
    at = np.load(folder / "text-offsets.npy")
    texts = [json.loads(lines[begin:end])["text"].encode() for begin, end in zip(at, at[1:])]
    words = (folder / "vocabulary.txt").read_text().split("\n")
    tokens, offsets, spans = (np.load(folder / f"{name}.npy") for name in ("tokens", "offsets", "token-spans"))
    assert at.dtype == np.uint64 and at[-1] == len(lines)
    assert spans.dtype == np.uint32 and spans.shape == (len(tokens), 2)
    return [[(words[tokens[i]], text[spans[i][0]:spans[i][1]].decode()) for i in range(begin, end)]
            for text, begin, end in zip(texts, offsets, offsets[1:])]


def test_every_token_has_its_passage(themata, tmp_path):
    rows = [{"text": ["The Straße", "of „Cafés“"]}, {"text": None}, {"text": "a CAFÉS\\tail \"stra\u00dfe\""}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = themata("import", "a.jsonl", "--keep-text", "--min-documents", 2, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert passages(tmp_path / "corpus") == [[("strasse", "Straße"), ("cafés", "Cafés")], [],
                                             [("cafés", "CAFÉS"), ("strasse", "straße")]]
    manifest = json.loads((tmp_path / "corpus/manifest.json").read_text())
    assert manifest["import"]["options"]["keep-text"] is True
    assert {"texts.jsonl", "text-offsets.npy", "token-spans.npy"} <= manifest["checksums"].keys()


def test_the_words_are_the_same_without_texts_for_any_number_of_threads(themata, tmp_path):
    text = "".join(f"Größe {n % 7} ½ der_Dinge don’t {'x' * (n % 90)} 我喜欢音乐\n" for n in range(40000))
    (tmp_path / "a.txt").write_text(text)
    for name, words in {"with": ["--keep-text", "--threads", 1], "again": ["--keep-text", "--threads", 3], "without": []}.items():
        assert themata("import", "a.txt", *words, "--output", name).returncode == 0
    for name in ("tokens.npy", "vocabulary.txt", "documents.jsonl"):
        assert (tmp_path / "with" / name).read_bytes() == (tmp_path / "without" / name).read_bytes()
    for name in ("texts.jsonl", "token-spans.npy", "text-offsets.npy"):
        assert (tmp_path / "with" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
    assert not (tmp_path / "without/texts.jsonl").exists()


def test_counts_have_no_text_to_keep(themata, tmp_path):
    (tmp_path / "a.ldac").write_text("1 0:2\n")
    done = themata("import", "a.ldac", "--keep-text", "--output", "corpus")
    assert done.returncode == 2 and "--keep-text cannot be used with --format ldac" in done.stderr
