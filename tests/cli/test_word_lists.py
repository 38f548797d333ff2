"""Lists of words: stop words, seeds and weights, as people have them and as the corpus's own rules find them."""
import json

import numpy as np
import pytest

TEXTS = ["The climate change report said national emissions rise and climate policy",
         "National assessment of climate change said covid-19 slowed traffic in new york city",
         "Schools and schooling: new ideas of the assessment"]
WORDS = {"climate", "change", "report", "said", "national", "emissions", "rise", "policy", "assessment", "covid", "slowed", "traffic", "new",
         "york", "city", "schools", "schooling", "ideas"}


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "texts.txt").write_text("\n".join(TEXTS) + "\n")
    return tmp_path / "texts.txt"


def words_left(themata, tmp_path, *words):
    done = themata("import", "texts.txt", "--format", "lines", "--output", "corpus", *words)
    assert done.returncode == 0, done.stderr
    return set((tmp_path / "corpus/vocabulary.txt").read_text().split()), done.stderr


@pytest.mark.parametrize("content, dropped", [
    ("climate, change, said", {"climate", "change", "said"}),
    ('c("climate", "change")', {"climate", "change"}),
    ("['climate',\n 'change']", {"climate", "change"}),
    ('["climate", "change"]', {"climate", "change"}),
    ("climate;change;", {"climate", "change"}),
    (" | A list with comments, as stemmers ship them\n\nclimate   | the climate\nsaid\n", {"climate", "said"}),
    ("# A comment, with words\nclimate # and a word\n", {"climate"}),
    ("CLIMATE\nChange\n", {"climate", "change"}),
    ("climate\rchange", {"climate", "change"}),
    ("school*\n", {"schools", "schooling"}),
    ("*tion* *mate", {"national", "climate"}),
    ("climate change said", {"climate", "change", "said"}),
])
def test_stop_words_are_read_as_people_have_them(themata, tmp_path, texts, content, dropped):
    (tmp_path / "list.txt").write_text(content, newline="")
    left, errors = words_left(themata, tmp_path, "--extra-stop-words", "list.txt")
    assert left == WORDS - dropped and "no single word" not in errors


@pytest.mark.parametrize("content, named", [
    ("new york\nclimate change\n", ["new york", "climate change"]),
    ("covid-19\nclimate\n", ["covid-19"]),
    ('"new york"', ["new york"]),
    ("new york, climate", ["new york"]),
    ("state-of-the-art\n!!\nclimate\n", ["state-of-the-art", "!!"]),
])
def test_what_no_word_can_equal_is_named_and_drops_nothing(themata, tmp_path, texts, content, named):
    (tmp_path / "list.txt").write_text(content)
    left, errors = words_left(themata, tmp_path, "--extra-stop-words", "list.txt")
    assert left == (WORDS - {"climate"} if "climate" in content.replace("climate change", "") else WORDS)
    assert f"{len(named)} of the stop words" in errors and ", ".join(named) in errors, errors


def test_languages_by_name_and_code(themata, tmp_path, texts):
    (tmp_path / "texts.txt").write_text("Der Bericht und das Klima und nicht die Politik\n")
    for language in ("german", "de", "German"):
        assert words_left(themata, tmp_path, "--stop-words", language)[0] == {"bericht", "klima", "politik"}
        (tmp_path / "corpus").rename(tmp_path / f"corpus-{language}")
    done = themata("import", "texts.txt", "--format", "lines", "--stop-words", "klingon", "--output", "corpus")
    assert done.returncode == 2 and "--stop-words is 'klingon'; expected none, a file of words, or a language: afrikaans" in done.stderr
    done = themata("import", "texts.txt", "--format", "lines", "--stop-words", "none.txt", "--output", "corpus")
    assert done.returncode == 3 and "none.txt" in done.stderr


def seeds_of(tmp_path, corpus="corpus"):
    """The seeds' words by topic."""
    seeds = np.load(tmp_path / "fit/given/seeds.npz")
    vocabulary = (tmp_path / corpus / "vocabulary.txt").read_text().split()
    begin = seeds["indptr"]
    return [{vocabulary[v] for v in seeds["indices"][begin[k]:begin[k + 1]]} for k in range(2)]


@pytest.mark.parametrize("rules, seeds, found, unknown", [
    ([], "Climate NATIONAL\ntraffic, city", [{"climate", "national"}, {"traffic", "city"}], []),
    ([], "# topics\nclimate\n# another\ncity", [{"climate"}, {"city"}], []),
    ([], "school*\ncity", [{"schools", "schooling"}, {"city"}], []),
    ([], 'air\t"new york" climate\ncity', [{"climate"}, {"city"}], ["new york"]),
    ([], "climate, polic*, Policy\ncity unheard", [{"climate", "policy"}, {"city"}], ["unheard"]),
    (["--stem", "english"], "emission\nschools policies", [{"emiss"}, {"school", "polici"}], []),
    (["--preserve-case"], "national\nSchools new", [{"national"}, {"Schools", "new"}], []),
    (["--preserve-case"], "SCHOOLS\ncity", [{"Schools"}, {"city"}], []),
    (["--token-regex", "[a-z]+"], "covid-19 climate\ncity", [{"climate", "covid"}, {"city"}], []),
])
def test_seeds_are_found_by_the_corpus_own_rules(themata, tmp_path, texts, rules, seeds, found, unknown):
    words_left(themata, tmp_path, *rules)
    (tmp_path / "seeds.txt").write_text(seeds + "\n")
    done = themata("fit", "corpus", "--model", "lda", "--topics", 2, "--sweeps", 4, "--seeds", "seeds.txt", "--output", "fit")
    assert done.returncode == 0, done.stderr
    assert seeds_of(tmp_path) == found
    assert ("not in the corpus" in done.stderr) == bool(unknown) and all(word in done.stderr for word in unknown), done.stderr


def test_weights_are_of_the_corpus_words(themata, tmp_path, texts):
    words_left(themata, tmp_path)
    (tmp_path / "weights.txt").write_text('# word, weight\nCLIMATE 2\nschool*\t3 # both\n"traffic", 4\n\'city\',5\n')
    done = themata("fit", "corpus", "--model", "lda", "--topics", 2, "--sweeps", 4, "--beta-weights", "weights.txt", "--output", "fit")
    assert done.returncode == 0, done.stderr
    weights = np.load(tmp_path / "fit/given/beta-weights.npy")
    vocabulary = (tmp_path / "corpus/vocabulary.txt").read_text().split()
    expected = {"climate": 2, "schools": 3, "schooling": 3, "traffic": 4, "city": 5}
    assert {word: weight for word, weight in zip(vocabulary, weights) if weight != 1} == expected


def test_counts_have_no_rules_and_are_found_by_case_alone(themata, tmp_path):
    (tmp_path / "counts.ldac").write_text("2 0:3 1:2\n2 1:1 2:4\n")
    (tmp_path / "words.txt").write_text("Climate\nnew york\ncity\n")
    assert themata("import", "counts.ldac", "--vocabulary", "words.txt", "--output", "corpus").returncode == 0
    (tmp_path / "seeds.txt").write_text('climate "new york"\nCITY\n')
    done = themata("fit", "corpus", "--model", "lda", "--topics", 2, "--sweeps", 4, "--seeds", "seeds.txt", "--output", "fit")
    assert done.returncode == 0 and "not in the corpus" not in done.stderr, done.stderr
    seeds = np.load(tmp_path / "fit/given/seeds.npz")
    assert seeds["indptr"].tolist() == [0, 2, 3]


def test_ten_of_many_are_named(themata, tmp_path, texts):
    (tmp_path / "list.txt").write_text("\n".join(f"word {i}x y" for i in range(14)) + "\n")
    _, errors = words_left(themata, tmp_path, "--extra-stop-words", "list.txt")
    assert "14 of the stop words" in errors and "word 9x y and 4 others" in errors, errors
    report = json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["result"]
    assert any("14 of the stop words" in warning for warning in report["warnings"])
