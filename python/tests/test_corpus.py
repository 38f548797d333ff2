"""Corpora from what Python users have."""

import datetime
import pickle

import numpy as np
import pytest
import scipy.sparse

import pythemata as tm


def test_texts_become_words_by_the_rules_of_imports():
    corpus = tm.Corpus.from_texts(["The roses and the rain", "Rain, rain", "soil the"], min_documents=1)
    assert corpus.vocabulary == ["rain", "roses", "soil"]
    assert (corpus.n_documents, len(corpus)) == (3, 3)
    assert corpus.n_tokens == sum(corpus.lengths)


def test_a_row_in_is_a_row_out():
    corpus = tm.Corpus.from_texts(["rain on roses", None, "", "the of and", float("nan"), "rain"])
    table = corpus.documents()
    assert corpus.n_documents == 6
    assert list(table["row"]) == [1, 2, 3, 4, 5, 6]
    assert [bool(why) for why in table["empty"]] == [False, True, True, True, True, False]
    assert table["empty"][1] != table["empty"][3]  # no text; stop words alone


def test_options_of_texts():
    texts = ["Running runners run", "The Roses of the garden"]
    assert "run" in tm.Corpus.from_texts(texts, stem="english").vocabulary
    assert "Roses" in tm.Corpus.from_texts(texts, preserve_case=True).vocabulary
    assert "the" in tm.Corpus.from_texts(texts, stop_words="none").vocabulary
    assert "roses" not in tm.Corpus.from_texts(texts, stop_words=["roses"]).vocabulary
    assert "the" in tm.Corpus.from_texts(texts, stop_words=["roses"]).vocabulary
    assert tm.Corpus.from_texts(texts, token_regex=r"[A-Z]\w+", stop_words="none").n_tokens == 3
    assert "garden" not in tm.Corpus.from_texts(texts, min_count=2).vocabulary
    assert tm.Corpus.from_texts(["a-b c"], pretokenized=True).vocabulary == ["a-b", "c"]


def test_rules_of_a_fitted_corpus_hold_for_new_texts(texts):
    corpus = tm.Corpus.from_texts(texts, stem="english", stop_words=["rain"], min_length=4)
    again = tm.Corpus.from_texts(["rain ropes sea"], like=corpus)
    assert again.vocabulary == ["rope"]  # without the stop word, stemmed, and without the short word
    cased = tm.Corpus.from_texts(["Rain"], preserve_case=True)
    assert tm.Corpus.from_texts(["Rain"], like=cased).vocabulary == ["Rain"]
    assert tm.Corpus.from_texts(["Rain"], like=cased, preserve_case=False).vocabulary == ["rain"]
    with pytest.raises(tm.UsageError, match="not made of texts"):
        tm.Corpus.from_texts(["a"], like=tm.Corpus.from_tokens([["a"]]))


def test_long_texts_are_split_and_texts_kept():
    corpus = tm.Corpus.from_texts(["Roses and rain, rain", None, "soil"], ids=["a", "b", "c"], split_words=2, keep_text=True)
    assert corpus.ids == ["a#1", "a#2", "b", "c"]
    assert corpus.texts == ["Roses and ", "rain, rain", "", "soil"]
    assert list(corpus.documents()["part"]) == [1, 2, 0, 0]
    assert list(corpus.documents()["row"]) == [1, 1, 2, 3]
    assert corpus.subset([3, 0]).texts == ["soil", "Roses and "]
    assert tm.Corpus.from_texts(["rain"]).texts is None
    with pytest.raises(tm.UsageError, match="split_words"):
        tm.Corpus.from_texts(["rain"], split_words=0)


def test_files_get_metadata_from_a_table_and_labels_from_folders(tmp_path):
    for name in ("land/a.txt", "sea/b.txt"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("roses rain")
    (tmp_path / "meta.csv").write_text("sep=;\nfile;year;genre\na;1900;x\nsea/b.txt;1901;y\n")
    table = {"metadata_file": tmp_path / "meta.csv", "key": "file"}
    corpus = tm.Corpus.from_files([tmp_path / "land", tmp_path / "sea"], labels_from_folders=True, metadata=["year"], **table)
    assert corpus.ids == ["land/a.txt", "sea/b.txt"] and corpus.labels == [["land"], ["sea"]]
    assert list(corpus.documents()["year"]) == ["1900", "1901"]
    corpus = tm.Corpus.from_files([tmp_path / "land/a.txt", tmp_path / "sea/b.txt"], labels="genre", keep_text=True, **table)
    assert corpus.labels == [["x"], ["y"]] and corpus.texts == ["roses rain"] * 2
    (tmp_path / "meta.csv").write_text("file\tyear\na\t1900\n")
    with pytest.raises(tm.InputError, match="has no row for 1 of 2 documents"):
        tm.Corpus.from_files(tmp_path, separator="tab", **table)
    kept = tm.Corpus.from_files(tmp_path, metadata_missing="keep", **table)
    assert list(kept.documents()["year"]) == ["1900", None]
    with pytest.raises(tm.UsageError, match="metadata_missing"):
        tm.Corpus.from_files(tmp_path, metadata_missing="drop", **table)


def test_tokens_are_taken_as_they_are():
    corpus = tm.Corpus.from_tokens([["The", "New York", "The"], [], ["the"]])
    assert set(corpus.vocabulary) == {"The", "New York", "the"}
    assert list(corpus.lengths) == [3, 0, 1]
    with pytest.raises(TypeError, match="from_texts"):
        tm.Corpus.from_tokens(["a text"])


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_matrix, scipy.sparse.csc_matrix, scipy.sparse.coo_array])
@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.uint8])
def test_matrices(kind, dtype):
    counts = np.array([[2, 0, 1], [0, 0, 0], [0, 3, 0]], dtype=dtype)
    corpus = tm.Corpus.from_matrix(kind(counts), ["zebra", "ape", "bee"], ids=["x", "y", "z"])
    assert corpus.vocabulary == ["zebra", "ape", "bee"]
    assert corpus.ids == ["x", "y", "z"]
    assert np.array_equal(corpus.matrix().toarray(), counts)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [([[0.5, 1]], "whole counts"), ([[-1, 1]], "expected counts from 0"), ([["a", "b"]], "expected counts")],
)
def test_matrices_that_are_no_counts_are_refused(matrix, message):
    with pytest.raises(tm.UsageError, match=message):
        tm.Corpus.from_matrix(np.array(matrix), ["x", "y"])


def test_vocabularies_that_do_not_fit_are_refused():
    with pytest.raises(tm.UsageError, match="has 1 words; expected 2"):
        tm.Corpus.from_matrix([[1, 1]], ["x"])
    with pytest.raises(tm.UsageError, match="'x' twice"):
        tm.Corpus.from_matrix([[1, 1]], ["x", "x"])


def test_frames_keep_their_other_columns():
    frame = {"body": ["rain on roses", "sails"], "key": [7, 8], "year": [np.int64(1999), None],
             "day": [datetime.date(2020, 1, 2), None], "score": [0.5, float("nan")]}
    corpus = tm.Corpus.from_frame(frame, text="body", id="key")
    table = corpus.documents()
    assert corpus.ids == ["7", "8"]
    assert list(table["year"]) == [1999, None]
    assert list(table["day"]) == ["2020-01-02", None]
    assert list(table["score"]) == [0.5, None]
    with pytest.raises(tm.UsageError, match="no column 'boddy'; it has 'body'"):
        tm.Corpus.from_frame(frame, text="boddy")


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_of_libraries(library):
    module = pytest.importorskip(library)
    columns = {"text": ["rain on roses", None], "place": ["here", "there"]}
    frame = module.table(columns) if library == "pyarrow" else module.DataFrame(columns)
    table = tm.Corpus.from_frame(frame).documents()
    assert list(table["place"]) == ["here", "there"]
    assert [bool(why) for why in table["empty"]] == [False, True]


def test_lists_of_another_length_are_refused():
    with pytest.raises(tm.UsageError, match="`ids` has 1 entries; expected one for each of 2") as error:
        tm.Corpus.from_texts(["a b", "c d"], ids=["x"])
    assert error.value.option == "ids"
    with pytest.raises(tm.UsageError, match="year"):
        tm.Corpus.from_texts(["a b", "c d"], metadata={"year": [1]})


def test_unknown_rules_are_refused_with_what_was_meant():
    with pytest.raises(tm.UsageError, match="did you mean `min_documents`"):
        tm.Corpus.from_texts(["a b"], min_document=2)
    with pytest.raises(tm.UsageError, match="whole number"):
        tm.Corpus.from_texts(["a b"], min_count=1.5)


def test_metadata_keep_their_meaning():
    when = np.array(["2020-01-02", "NaT"], dtype="datetime64[ns]")
    table = tm.Corpus.from_texts(["a b", "c d"], metadata={"when": when, "id": [5, 6], "tokens": ["x", "y"]}).documents()
    assert table["when"][0].startswith("2020-01-02") and table["when"][1] is None
    assert list(table["id"]) == ["1", "2"] and list(table["metadata.id"]) == [5, 6] and list(table["metadata.tokens"]) == ["x", "y"]


def test_frames_are_no_lists_of_texts():
    with pytest.raises(TypeError, match="from_frame"):
        tm.Corpus.from_texts({"text": ["a b"]})
    with pytest.raises(TypeError, match="int among the words at 1"):
        tm.Corpus.from_tokens([["a"], ["b", 1]])
    with pytest.raises(tm.UsageError, match="label_paths"):
        tm.Corpus.from_texts(["a b"], labels=["x"], label_paths="/", label_tree={"x": "y"})
    with pytest.raises(tm.UsageError, match="whole numbers or booleans"):
        tm.Corpus.from_texts(["a b", "c"]).subset([0.7])


def test_one_text_is_no_list():
    with pytest.raises(TypeError, match="one text"):
        tm.Corpus.from_texts("rain on roses")
    with pytest.raises(TypeError, match="int at 1"):
        tm.Corpus.from_texts(["rain", 5])
    with pytest.raises(tm.InputError):
        tm.Corpus.from_texts([])


def test_arrays_are_views(corpus):
    tokens = corpus.tokens
    assert tokens.dtype == np.uint32 and corpus.offsets.dtype == np.uint64
    assert not tokens.flags.writeable and not tokens.flags.owndata
    assert np.shares_memory(tokens, corpus.tokens)


def test_arrays_outlive_their_corpus():
    tokens = tm.Corpus.from_texts(["rain on roses"] * 50).tokens
    assert len(tokens) == 100 and set(tokens.tolist()) == {0, 1}


def test_subsets(corpus):
    some = corpus.subset([3, 1])
    assert some.ids == ["d3", "d1"]
    assert some.vocabulary == corpus.vocabulary
    mask = np.zeros(corpus.n_documents, bool)
    mask[[1, 3]] = True
    assert corpus.subset(mask).ids == ["d1", "d3"]
    with pytest.raises(tm.UsageError):
        corpus.subset([1000])
    with pytest.raises(tm.UsageError, match="from 0"):
        corpus.subset([-1])


def test_folders_and_pickles(corpus, tmp_path):
    corpus.save(tmp_path / "corpus")
    opened = tm.Corpus.open(tmp_path / "corpus")
    unpickled = pickle.loads(pickle.dumps(opened))
    for same in (opened, unpickled):
        assert same.manifest["hash"] == corpus.manifest["hash"]
        assert same.ids == corpus.ids
    with pytest.raises(tm.UsageError):
        corpus.save(tmp_path / "corpus")
    with pytest.raises(tm.InputError, match="nowhere"):
        tm.Corpus.open(tmp_path / "nowhere")


def test_labels():
    corpus = tm.Corpus.from_texts(["rain", "roses", "sails"], labels=["a/b", ["a/c", "d"], None], label_paths="/")
    assert corpus.labels == [["a/b"], ["a/c", "d"], []]


def test_export(corpus, tmp_path):
    corpus.export("ldac", tmp_path / "docs.ldac")
    assert len((tmp_path / "docs.ldac").read_text().splitlines()) == corpus.n_documents
    assert (tmp_path / "docs.ldac.vocab.txt").exists()
    with pytest.raises(tm.UsageError):
        corpus.export("nothing", tmp_path / "x")


def test_how_it_looks(corpus):
    assert repr(corpus) == "<Corpus: 60 documents, 30 words, 1,200 tokens>"
    assert "<table>" in corpus._repr_html_()


def test_hostile_texts_are_inert_in_notebooks():
    corpus = tm.Corpus.from_texts(["rain"], ids=["<script>alert(1)</script>"])
    assert "<script>" not in corpus._repr_html_()


def test_other_scripts():
    corpus = tm.Corpus.from_texts(["我爱北京天安门", "المطر على الورود", "雨が降る"], stop_words="none")
    assert corpus.n_tokens > 5 and all(corpus.lengths > 0)


def test_arrays_of_numbered_tokens(corpus):
    again = tm.Corpus.from_arrays(corpus.tokens, corpus.offsets, corpus.vocabulary, ids=corpus.ids)
    assert again.manifest["hash"] == corpus.manifest["hash"] and again.ids == corpus.ids
    assert np.array_equal(again.tokens, corpus.tokens) and np.array_equal(again.offsets, corpus.offsets)
    pruned = tm.Corpus.from_arrays([2, 0, 2, 1], [0, 3, 3, 4], ["a", "b", "c", "never"])
    assert pruned.n_documents == 3 and pruned.lengths.tolist() == [3, 0, 1]
    assert [pruned.vocabulary[v] for v in pruned.tokens] == ["c", "a", "c", "b"]
    for tokens, offsets, words, says in (([0, 5], [0, 2], ["a"], "`tokens` has 5"), ([0, 0], [0, 3], ["a"], "`offsets`"),
                                         ([0.5], [0, 1], ["a"], "whole numbers"), ([-1], [0, 1], ["a"], "from 0 to 4294967295"),
                                         ([0], [0, 1], ["a", "a"], "twice"), ([0], [], ["a"], "`offsets`"),
                                         ([0, 0], [0, 2, 1, 2], ["a"], "`offsets`"), ([0], [0, 1], ["\ud800"], "surrogates")):
        with pytest.raises(tm.UsageError, match=says):
            tm.Corpus.from_arrays(tokens, offsets, words)
    with pytest.raises(TypeError, match="`vocabulary` is one text"):
        tm.Corpus.from_arrays([0], [0, 1], "ab")
    assert tm.Corpus.from_matrix(np.zeros((3, 4))).manifest["import"]["options"]["format"] == "ldac"


def test_token_lists_keep_the_order_of_their_text():
    """Coherence is then counted in windows of the text, as of texts."""
    texts = [" ".join(f"w{(7 * d + i) % 13}" for i in range(300)) for d in range(30)]
    tokens = tm.Corpus.from_tokens([text.split() for text in texts])
    fits = [tm.fit(corpus, topics=2, sweeps=20, chains=1, progress=False)
            for corpus in (tm.Corpus.from_texts(texts), tokens, tm.Corpus.from_matrix(tokens.matrix(), tokens.vocabulary))]
    by_text, by_tokens, by_counts = (fit.quality(words=5) for fit in fits)
    assert np.allclose(by_text.table["npmi"], by_tokens.table["npmi"])
    assert not np.allclose(by_tokens.table["npmi"], by_counts.table["npmi"])


def test_extra_stop_words_come_on_top():
    texts = ["the rose and the soil", "a rose in the rain"]
    corpus = tm.Corpus.from_texts(texts, extra_stop_words=["rose"])
    assert sorted(corpus.vocabulary) == ["rain", "soil"]
    assert sorted(tm.Corpus.from_texts(texts, stop_words=["the"], extra_stop_words=["rose"]).vocabulary) == ["and", "in", "rain", "soil"]
    assert sorted(tm.Corpus.from_texts(texts, like=corpus).vocabulary) == ["rain", "soil"]
    with pytest.raises(TypeError, match="extra_stop_words"):
        tm.Corpus.from_texts(texts, extra_stop_words="rose")


def test_stop_words_from_a_path(tmp_path):
    (tmp_path / "stop.txt").write_text("rose\n")
    texts = ["the rose and the soil", "a rose in the rain"]
    by_text = tm.Corpus.from_texts(texts, stop_words=str(tmp_path / "stop.txt"))
    assert tm.Corpus.from_texts(texts, stop_words=tmp_path / "stop.txt").vocabulary == by_text.vocabulary


def test_frames_whose_columns_have_the_names_of_attributes():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["rose soil", "sail tide"], "column_names": ["x", "y"]})
    assert list(tm.Corpus.from_frame(frame).documents()["column_names"]) == ["x", "y"]


def test_missing_labels_in_a_list_are_none():
    corpus = tm.Corpus.from_texts(["a b", "a b", "a b"], labels=[["x", None], [float("nan"), "y"], None], stop_words="none", min_length=1)
    assert corpus.labels == [["x"], ["y"], []]


def test_a_frame_of_metadata_is_named():
    class Frame:
        columns = ("y",)

    with pytest.raises(tm.UsageError, match="`metadata` is a frame"):
        tm.Corpus.from_texts(["rain"], metadata=Frame())


def test_folders_stay_where_they_are(tmp_path, monkeypatch):
    """A relative path is of the working folder in which it was given."""
    monkeypatch.chdir(tmp_path)
    tm.Corpus.from_texts(["rain roses", "rain soil"] * 10).save("corpus")
    corpus = tm.Corpus.open("corpus")
    fit = tm.fit(corpus, topics=2, sweeps=20, path="fit", progress=False)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert fit.n_topics == 2 and len(fit.topics()) and corpus.documents()
    assert tm.fit(corpus, topics=2, sweeps=20, progress=False).topics()["tokens"].sum() == corpus.n_tokens
    assert fit.manifest["corpus"]["path"] == str(tmp_path / "corpus")
    with pytest.raises(tm.UsageError, match="`path` is empty"):
        tm.fit(corpus, topics=2, sweeps=5, path="", progress=False)
    with pytest.raises(tm.UsageError, match="`folder` is empty"):
        tm.Fit.open("")


def test_imports_warn():
    with pytest.warns(UserWarning) as told:
        tm.Corpus.from_texts(["cat dog", "dog log"], ids=["a", "a"], min_documents=50)
    texts = [str(each.message) for each in told]
    assert any("no words are left" in text for text in texts) and any("`min_documents` dropped 100%" in text for text in texts)
    assert any("have the id of an earlier document" in text for text in texts) and told[0].filename == __file__


def test_words_of_a_stop_word_file_are_kept(tmp_path, monkeypatch):
    file = tmp_path / "stop.txt"
    file.write_text("ship\nsea\n")
    texts = ["ship wind bread", "sea wind salt", "bread salt ship"] * 20
    corpus = tm.Corpus.from_texts(texts, stop_words=file)
    fit = tm.fit(corpus, "lda", topics=2, sweeps=20, chains=1, progress=False)
    file.write_text("wind\n")
    monkeypatch.chdir(tmp_path.parent)
    assert fit.infer(["ship sea wind bread"]).tokens.tolist() == [2]
    with pytest.raises(tm.InputError, match="nowhere.txt: cannot be read"):
        tm.Corpus.from_texts(texts, stop_words="nowhere.txt")


def test_half_a_pair_of_surrogates_is_named_where_it_is():
    broken = "sea \ud800 x"
    for name, make in {
        "`texts` at 1": lambda: tm.Corpus.from_texts(["ship", broken]),
        "`documents` at 0": lambda: tm.Corpus.from_tokens([[broken]]),
        "`ids` at 0": lambda: tm.Corpus.from_texts(["ship"], ids=[broken]),
        "`labels` at 0": lambda: tm.Corpus.from_texts(["ship"], labels=[[broken]]),
        "`metadata` at 0": lambda: tm.Corpus.from_texts(["ship"], metadata={"a": [broken]}),
        "`vocabulary`": lambda: tm.Corpus.from_matrix([[1]], [broken]),
    }.items():
        with pytest.raises(tm.UsageError, match=f"{name} has .*half of a pair of surrogates"):
            make()


def test_frames_of_counts_have_words_as_columns():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame([[2, 0, 1], [0, 3, 1]], columns=["ship", "sea", "wind"])
    assert sorted(tm.Corpus.from_matrix(frame).vocabulary) == ["sea", "ship", "wind"]
    frame.columns = ["ship", "ship", "wind"]
    assert tm.Corpus.from_matrix(frame).vocabulary == ["word_0", "word_1", "word_2"]
    with pytest.raises(tm.UsageError, match="columns of equal names: 1, '1'"):
        tm.Corpus.from_frame(pd.DataFrame({"text": ["ship"], 1: [1], "1": [2]}))
    assert tm.Corpus.from_frame(pd.DataFrame({0: ["ship wind"]}), text=0).n_tokens == 2
    with pytest.raises(TypeError, match="`b` has a int at 0; expected texts"):
        tm.Corpus.from_frame(pd.DataFrame({"a": ["ship"], "b": [1]}), text=["a", "b"])


def test_large_whole_numbers_keep_their_digits():
    numbers = [1, 2**63 + 1, 2**53 + 1]
    corpus = tm.Corpus.from_texts(["ship", "sea", "wind"], metadata={"u": np.array(numbers, dtype=np.uint64), "mixed": [2**53 + 1, .5, 1]})
    assert corpus.documents()["u"].tolist() == numbers
    assert corpus.documents()["mixed"].tolist() == [2**53 + 1, .5, 1]


@pytest.mark.parametrize("rules", [{"stem": 1}, {"token_regex": 3}, {"label_paths": 1}, {"label_tree": [("a", "b")]}, {"stop_words": b"the"},
                                   {"stop_words": [1]}])
def test_rules_of_another_type_are_refused_by_name(rules):
    with pytest.raises((tm.UsageError, TypeError), match=f"`{next(iter(rules))}`"):
        tm.Corpus.from_texts(["ship sea"], **rules)
    with pytest.raises(TypeError, match="`texts` is one text"):
        tm.Corpus.from_texts(np.array("ship sea"))


def test_languages_letters_and_what_is_left_out():
    text = ["Das Schiff und die Straße", "İSTANBUL IŞIK", "L'eau d'eau"]
    assert sorted(tm.Corpus.from_texts(text[:1], language="german").vocabulary) == ["schiff", "strasse"]
    assert sorted(tm.Corpus.from_texts(text[:1], stop_words="de").vocabulary) == ["schiff", "strasse"]
    assert sorted(tm.Corpus.from_texts(text[1:2], language="tr").vocabulary) == ["istanbul", "ışık"]
    french = tm.Corpus.from_texts(text[2:], language="fr")
    assert french.vocabulary == ["eau"] and tm.Corpus.from_texts(["l'eau"], like=french).vocabulary == ["eau"]
    assert tm.Corpus.from_texts(["an exam-\nple"], join_hyphenated=True).vocabulary == ["example"]
    html = ["ships &amp; <b>sea</b> www.example.org"] * 3
    assert sorted(tm.Corpus.from_texts(html).vocabulary) == ["sea", "ships"]
    assert "amp" in tm.Corpus.from_texts(html, remove_markup=False, remove_addresses=False).vocabulary
    with pytest.raises(tm.UsageError, match="klingonese"):
        tm.Corpus.from_texts(text, language="klingonese")
    with pytest.raises(tm.UsageError, match="language"):
        tm.Corpus.from_tokens([["a"]], language="german")


def test_dates_that_do_not_tell_are_named(tmp_path):
    metadata = {"created": ["01/02/2018", "03/04/2018", None]}
    for corpus in (tm.Corpus.from_texts(["ship", "sea", "rose"], metadata=metadata, date_formats={"created": "dd/mm/yyyy"}),
                   tm.Corpus.from_tokens([["ship"], ["sea"], ["rose"]], metadata=metadata, date_formats={"created": "dd/mm/yyyy"})):
        assert [row for row in corpus.documents()["created"]] == ["2018-02-01", "2018-04-03", None]
    with pytest.raises(tm.UsageError, match="FIELD=FORMAT"):
        tm.Corpus.from_texts(["ship"], metadata={"created": ["1/2/18"]}, date_formats={"created": "soon"})
    (tmp_path / "CONS_1992.text").write_text("ship storm\n")
    corpus = tm.Corpus.from_files(tmp_path, all_files=True, metadata_from_names="{party}_{year}.text")
    assert list(corpus.documents()["party"]) == ["CONS"]


def test_counts_of_files_have_ids_and_columns_of_words(tmp_path):
    (tmp_path / "a.ldac").write_text("2 0:1 1:2\n1 1:3\n")
    (tmp_path / "words.tsv").write_text("g1\tGATA1\tx\ng2\tSPI1\tx\n")
    (tmp_path / "ids.txt").write_text("a\nb\n")
    corpus = tm.Corpus.from_files(tmp_path / "a.ldac", vocabulary=tmp_path / "words.tsv", vocabulary_column=2, document_ids=tmp_path / "ids.txt")
    assert corpus.vocabulary == ["GATA1", "SPI1"] and list(corpus.documents()["id"]) == ["a", "b"]
    with pytest.raises(tm.InputError, match="has 3 columns"):
        tm.Corpus.from_files(tmp_path / "a.ldac", vocabulary=tmp_path / "words.tsv")


def test_lists_of_words_are_found_as_texts_are():
    corpus = tm.Corpus.from_texts(["Doctors schools schooling", "judges trial court"] * 10)
    fit = tm.fit(corpus, "lda", topics=2, sweeps=20, seeds=[["DOCTORS", "school*"], ["Trial"]], progress=False)
    words = [set(row.split()) if isinstance(row, str) else set(row) for row in fit.topics()["words"]]
    assert any({"doctors", "schools", "schooling"} <= one for one in words)
    with pytest.warns(UserWarning, match="no single word of these texts"):
        assert "new" in tm.Corpus.from_texts(["new york times"] * 3, stop_words=["new york"]).vocabulary


def test_phrases_are_words():
    texts = ["Golden gate bridge in New York", "new york, golden gate"] * 6
    corpus = tm.Corpus.from_texts(texts, phrases=True, phrase_min_count=6, phrase_list=["ship of fools"])
    assert set(corpus.vocabulary) == {"golden gate", "golden gate bridge", "new york"}
    rows = {phrase: (n, d) for phrase, n, d in zip(*(corpus.phrases()[name] for name in ("phrase", "count", "documents")))}
    assert rows == {"new york": (12, 12), "golden gate": (6, 6), "golden gate bridge": (6, 6), "ship of fools": (0, 0)}
    score = dict(zip(corpus.phrases()["phrase"], corpus.phrases()["score"]))
    assert 0 < score["new york"] <= 1 and np.isnan(score["ship of fools"])
    new = tm.Corpus.from_texts(["A ship of fools in New York"], like=corpus)
    assert set(new.vocabulary) == {"ship of fools", "new york"}
    assert set(tm.Corpus.from_texts(["in new york"], like=corpus, phrases=False).vocabulary) == {"new", "york"}
    assert len(tm.Corpus.from_texts(["in new york"]).phrases()["phrase"]) == 0
    assert list(pickle.loads(pickle.dumps(corpus)).phrases()["phrase"]) == list(corpus.phrases()["phrase"])


@pytest.mark.parametrize("options, name", [
    ({"phrase_words": 3}, "phrase_words"),
    ({"phrases": True, "phrase_words": 1}, "phrase_words"),
    ({"phrases": True, "phrase_min_score": 2}, "phrase_min_score"),
    ({"phrases": True, "phrase_min_count": 1}, "phrase_min_count"),
])
def test_phrases_that_cannot_be(options, name):
    with pytest.raises(tm.UsageError, match=name):
        tm.Corpus.from_texts(["in new york"], **options)
