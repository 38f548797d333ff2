"""The data of a report, against NumPy and SciPy on the files of the fit."""
import json
import pathlib
import sys

import numpy as np
import pytest
import scipy.cluster.hierarchy
import scipy.spatial.distance

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import report_data as rd  # noqa: E402

K = 4


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    corpus = rd.make_corpus(folder, rd.documents())
    fit = rd.make_fit(corpus, "fit", "--model", "lda", "--topics", K, "--chains", 2, "--sweeps", 200, "--burn-in", 100, "--keep", 12,
                      "--trace-every", 1)
    data = rd.report(fit)
    return data, rd.Draws(fit, corpus, data["facts"]["chain"]), fit, corpus


def test_facts(made):
    data, draws, fit, corpus = made
    facts = data["facts"]
    assert data["version"] == 2 and facts["title"] == "corpus" and facts["interval"] == .9
    assert facts["interval_draws"] == 12 and facts["aligned"] == "numbers" and facts["sampled_documents"] is None
    sizes = np.bincount(draws.z[-1], minlength=K)
    for part in (90, 99):
        assert facts[f"topics_{part}"] == 1 + np.searchsorted(100 * np.cumsum(sizes), part * sizes.sum())
    assert facts["fields"] == ["year", "date", "score", "of"], "titles, and what is the same everywhere, make no groups"
    assert not facts["has_text"] and facts["extra"] == []


def test_topics_have_intervals(made):
    data, draws, fit, corpus = made
    mean, low, high = rd.interval(draws.each(draws.shares))
    mean_phi = draws.each(draws.phi).mean(0)
    for k, topic in enumerate(data["topics"]):
        assert topic["number"] == k and topic["found"] == 1
        assert topic["share"] == pytest.approx(mean[k], abs=6e-5) and topic["share_low"] <= topic["share"] <= topic["share_high"]
        assert topic["tokens"] == np.sum(draws.z[-1] == k)
        assert [topic["share_low"], topic["share_high"]] == pytest.approx([low[k], high[k]], abs=6e-5)
        assert len(topic["words"]) >= 10
        for word, count, _, _, *numbers in topic["words"]:
            v = draws.vocabulary.index(data["vocabulary"][word][0])
            assert count == np.sum((draws.tokens == v) & (draws.z[-1] == k))
            assert numbers[0] == pytest.approx(mean_phi[k, v], abs=1e-6) and numbers[1] < numbers[2]


def test_intervals_of_words_have_what_few_tokens_leave_open(made):
    """They are of phi drawn from its Dirichlet distribution given each draw: against NumPy's draws, over all words of the page."""
    data, draws, _, _ = made
    rng = np.random.default_rng(4)
    total = [np.bincount(draws.z[s], minlength=K) + draws.V * draws.beta[s] for s in range(12)]
    each = [draws.phi(s) * total[s][:, None] for s in range(12)]
    again = np.array([[[rng.dirichlet(row) for row in pseudo] for pseudo in each] for _ in range(200)])  # 200 x draws x K x V
    low, high = np.quantile(again, [.05, .95], axis=1)
    means = draws.each(draws.phi)
    alone, shown, expected, spread = 0, 0, 0, []
    for k, topic in enumerate(data["topics"]):
        for word, *_, bottom, top in topic["words"]:
            v = draws.vocabulary.index(data["vocabulary"][word][0])
            shown += top - bottom
            alone += np.subtract(*np.quantile(means[:, k, v], [.95, .05]))
            expected += (high - low)[:, k, v].mean()
            spread.append((high - low)[:, k, v].std())
    error = np.sqrt(np.square(spread).sum())
    assert abs(shown - expected) < 4.5 * error and expected - alone > 20 * error  # false alarms: below 1 in 100,000


def test_names_are_the_best_words_by_frex(made):
    data, _, fit, _ = made
    best = json.loads(fits.must("topics", fit, "--by", "frex", "--words", 3, "--format", "json"))
    for topic, row in zip(data["topics"], best):
        assert topic["auto_name"] == ", ".join(word["word"] for word in row["words"]) and topic["name"] == ""


def test_documents_have_their_topics(made):
    data, draws, _, _ = made
    mean = draws.each(draws.theta).mean(0)
    assert len(data["documents"]) == draws.D and all(document["sampled"] for document in data["documents"])
    for document in data["documents"]:
        d = int(document["id"].split()[1])
        assert document["id"] == f"<b>doc</b> {d}\t& co" and document["length"] == draws.offsets[d + 1] - draws.offsets[d]
        assert document["metadata"]["title"] == f"On number {d} of {d * d}"
        shares = [share for _, share, _, _ in document["topics"]]
        assert shares == sorted(shares, reverse=True) and (len(shares) > 0) == (document["length"] > 0)
        for k, share, low, high in document["topics"]:
            assert share == pytest.approx(mean[d, k], abs=6e-5) and 0 <= low < high <= 1
    for k, topic in enumerate(data["topics"]):
        for place, share, tokens, low, high in topic["top"]:
            d = int(data["documents"][place]["id"].split()[1])
            assert share == pytest.approx(mean[d, k], abs=6e-5) and tokens == draws.counts(-1)[d, k]
            assert [k, share, low, high] in data["documents"][place]["topics"]


def test_intervals_of_documents_have_what_few_tokens_leave_open(made):
    """They are of drawn proportions: as wide on average as those of Dirichlet draws by NumPy, and wider than those of means."""
    data, draws, _, _ = made
    rng = np.random.default_rng(1)
    means, drawn = [], []
    for s in range(len(draws.z)):
        weights = draws.counts(s) + draws.alpha[s]
        means.append(weights / weights.sum(1, keepdims=True))
        drawn.append([[rng.dirichlet(row) for row in weights] for _ in range(30)])

    def width_of(values):
        return np.quantile(values, .95, axis=0) - np.quantile(values, .05, axis=0)

    of_means, of_drawn = width_of(np.array(means)), width_of(np.array(drawn)).mean(0)
    shown = [(int(document["id"].split()[1]), k, high - low) for document in data["documents"] for k, _, low, high in document["topics"]]
    here = np.mean([width for _, _, width in shown])
    there, narrow = (np.mean([of[d, k] for d, k, _ in shown]) for of in (of_drawn, of_means))
    assert here == pytest.approx(there, rel=.08) and here > 1.1 * narrow


def test_words_of_documents_say_how_certain_their_topics_are(made):
    data, draws, _, _ = made
    same = draws.each(lambda s: draws.z[s] == draws.z[-1]).mean(0)
    for document in data["documents"]:
        d = int(document["id"].split()[1])
        here = slice(draws.offsets[d], draws.offsets[d + 1])
        assert sum(count for *_, count in document["words"]) == document["length"] and not document["cut"]
        for word, topic, certainty, count in document["words"]:
            v = draws.vocabulary.index(data["vocabulary"][word][0])
            these = (draws.tokens[here] == v) & (draws.z[-1][here] == topic)
            assert count == these.sum() and certainty == pytest.approx(same[here][these].mean(), abs=.0051)


def test_map_tree_and_neighbours(made):
    data, draws, _, _ = made
    phi = draws.phi(-1)
    distances = np.array([[scipy.spatial.distance.jensenshannon(p, q, 2) for q in phi] for p in phi])
    for k, topic in enumerate(data["topics"]):
        order = sorted((j for j in range(K) if j != k), key=lambda j: distances[k, j])
        assert [j for j, _ in topic["nearest"]] == order
        assert [d for _, d in topic["nearest"]] == pytest.approx(distances[k, order], abs=6e-4)
    linkage = scipy.cluster.hierarchy.linkage(scipy.spatial.distance.squareform(distances, checks=False), "average")
    assert data["tree"]["leaves"] == K
    for merge, row in zip(data["tree"]["merges"], linkage, strict=True):
        assert merge == pytest.approx([min(row[:2]), max(row[:2]), row[2], row[3]], abs=1e-4)
    assert data["map"]["distance"] == "Jensen-Shannon (square root)" and 0 < data["map"]["explained"] <= 1
    centered = -(distances**2 - (distances**2).mean(0) - (distances**2).mean(1)[:, None] + (distances**2).mean()) / 2
    values = np.linalg.eigvalsh(centered)[::-1]
    assert data["map"]["explained"] == pytest.approx(values[:2].sum() / values[values > 0].sum(), abs=1e-4)
    assert [np.sum(np.square(data["map"][axis])) for axis in "xy"] == pytest.approx(values[:2], abs=2e-3)


def test_correlated_topics(made):
    data, draws, _, _ = made
    counts = draws.counts(-1)
    counts = counts[counts.sum(1) > 0]
    r = np.corrcoef((counts / counts.sum(1, keepdims=True)).T)
    for k, topic in enumerate(data["topics"]):
        others = [j for j in range(K) if j != k and abs(r[k, j]) >= .005]
        assert {j for j, _ in topic["correlated"]} == set(others)
        for j, value in topic["correlated"]:
            assert value == pytest.approx(r[k, j], abs=6e-4)
        values = [value for _, value in topic["correlated"]]
        assert values == sorted((v for v in values if v > 0), reverse=True) + sorted(v for v in values if v < 0)


def test_topics_are_found_in_chains(made):
    data, _, fit, _ = made
    shown = data["facts"]["chain"]
    pairs = {}
    for line in fits.must("compare", fit, "--format", "tsv").splitlines()[1:]:
        topic, _, _, _, pair, _, partner, _ = line.split("\t")
        if partner == "yes":
            pairs[int(topic) if shown == 1 else int(pair)] = True
    for k, topic in enumerate(data["topics"]):
        assert topic["chains"] == ([1, 2] if k in pairs else [shown])


def test_shares_by_field(made):
    data, draws, _, _ = made
    fields = {field["field"]: field for field in data["by_field"]}
    rows = rd.documents()
    assert fields["year"]["kind"] == "number" and fields["year"]["groups"] == ["2001", "2002", "2003", "2004"]
    assert fields["date"]["kind"] == "year" and fields["date"]["groups"] == ["1990", "1991", "1992", "1993"]
    assert fields["of"]["kind"] == "category" and set(fields["of"]["groups"]) == {"land", "sea", fits.HOSTILE[0]}
    assert fields["score"]["kind"] == "number" and fields["score"]["groups"][0] == "0 to 0.625" and len(fields["score"]["groups"]) == 10
    for name, value_of in [("year", lambda row: row["year"]), ("of", lambda row: row["of"]), ("date", lambda row: row["date"][:4])]:
        field = fields[name]
        for g, label in enumerate(field["groups"]):
            inside = np.repeat([value_of(row) == label for row in rows], np.diff(draws.offsets))
            assert field["documents"][g] == sum(value_of(row) == label for row in rows) and field["tokens"][g] == inside.sum()
            shares = draws.each(lambda s: np.bincount(draws.z[s][inside], minlength=K) / inside.sum())
            for k in range(K):
                assert field["topics"][k][g] == pytest.approx([x[k] for x in rd.interval(shares)], abs=6e-5)


def test_diagnosis_and_quality(made):
    data, _, fit, _ = made
    told = json.loads(fits.must("diagnose", fit, "--format", "json"))
    rows = {row["name"]: row for row in data["diagnosis"]["rows"]}
    assert "log posterior" in rows and len(rows) == len(told["quantities"])
    assert data["diagnosis"]["verdict"] in ("settled", "nearly", "unsettled", "unknown")
    quality = json.loads(fits.must("evaluate", fit, "--format", "json"))
    assert data["quality"]["npmi"]["mean"] == pytest.approx(quality["mean"]["npmi"], abs=1e-6)
    assert data["quality"]["npmi"]["sd"] == pytest.approx(np.std([t["npmi"] for t in quality["topics"]], ddof=1), abs=1e-6)
    assert data["quality"]["exclusivity"] == pytest.approx(quality["mean"]["exclusivity"], abs=1e-6)
    for topic, row in zip(data["topics"], quality["topics"]):
        assert topic["npmi"] == pytest.approx(row["npmi"], abs=6e-5) and topic["exclusivity"] == pytest.approx(row["exclusivity"], abs=6e-5)


def test_the_verdict_is_the_fits_own_and_says_why_it_is_nearly(made):
    _, _, _, corpus = made
    seen = set()
    for sweeps in range(300, 380, 20):
        fit = rd.make_fit(corpus, f"{sweeps}-sweeps", "--model", "lda", "--topics", K, "--sweeps", sweeps, "--trace-every", 1)
        own = json.loads((fit / "manifest.json").read_text())["verdict"]
        told, shown = rd.report(fit)["diagnosis"], json.loads(fits.must("diagnose", fit, "--format", "json"))
        seen.add(told["verdict"])
        assert own["settled"] != "unknown" and (told["verdict"] == "unsettled") == (own["settled"] != "yes")
        if told["verdict"] == "nearly":
            assert told["text"] == own["text"].replace("Settled: ", "Nearly settled: ") + f" But {shown['shows'][0]}"
            assert shown["shows"][0].startswith("R-hat is above ")
        else:
            assert told["text"] == own["text"]
    assert "nearly" in seen and len(seen) > 1, seen


def test_a_sample_of_documents(made):
    _, _, fit, _ = made
    data = rd.report(fit, "--documents", 5, output="sample.html")
    sampled = [document["id"] for document in data["documents"] if document["sampled"]]
    assert data["facts"]["sampled_documents"] == 5 == len(sampled)
    assert "<b>doc</b> 7\t& co" not in sampled, "an empty document"
    again = rd.report(fit, "--documents", 5, output="again.html")
    assert again == data
    none = rd.report(fit, "--documents", 0, output="none.html")
    assert none["facts"]["sampled_documents"] == 0 and not any(document["sampled"] for document in none["documents"])


def test_two_fits_are_compared(made):
    _, _, fit, corpus = made
    other = rd.make_fit(corpus, "other", "--model", "lda", "--topics", 2, "--chains", 1, "--sweeps", 100)
    data = rd.report(fit, other, output="both.html")
    told = data["comparison"]
    assert told["other"] == {"fit": "other", "model": "lda", "chain": 1, "sweep": 100, "topics": 2,
                             "tokens": data["facts"]["tokens"]}
    assert len(told["pairs"]) == 2 and len(told["topics_b"]) == 2 and len(told["topics_b"][0]["words"]) == 10
    matched = {a for a, _, _, is_match in told["pairs"] if is_match}
    merged = {a for parts, _ in told["merged"] for a in parts}
    assert matched | merged | set(told["only_a"]) == set(range(K)) and not matched & set(told["only_a"])
    same = rd.report(fit, fit, output="same.html")["comparison"]
    assert [[a, b, d] for a, b, d, _ in same["pairs"]] == [[k, k, 0] for k in range(K)]
    assert same["only_a"] == same["only_b"] == same["split"] == same["merged"] == []
    done = fits.themata("report", fit, fit, fit)
    assert done.returncode == 2 and "3 fits are given; expected one, or two to compare" in done.stderr


@pytest.mark.parametrize("model, options", [
    ("lda", ["--topics", 1]), ("lda", ["--topics", 2, "--keep", 0]), ("hdp", []), ("ftm", ["--topics", 6]), ("lida", ["--topics", 6]),
    ("sstm", ["--topics", 5]), ("franchise", []), ("dmm", ["--topics", 3])])
def test_every_model_has_a_report(made, tmp_path, model, options):
    corpus = made[3]
    keep = [] if "--keep" in options else ["--keep", 8]
    fits.must("fit", corpus, "--model", model, "--seed", 2, "--sweeps", 40, "--burn-in", 20, "--trace-every", 1, *keep, *options,
              "--output", tmp_path / "fit")
    data = rd.report(tmp_path / "fit")
    topics, facts = data["topics"], data["facts"]
    assert len(topics) == facts["topics"] == len(data["map"]["x"]) == data["tree"]["leaves"] == len(data["tree"]["merges"]) + 1
    assert facts["interval_draws"] == (0 if 0 in options else 8)
    assert facts["aligned"] == ("numbers" if model in ("lda", "dmm") else "matched")
    if 0 in options:
        assert topics[0]["share_low"] is None and topics[0]["found"] is None and data["documents"][0]["words"][0][2] is None
        assert data["by_field"][0]["topics"][0][0][1] is None
    else:
        assert topics[0]["found"] > .5 and topics[0]["share_low"] <= topics[0]["share_high"]
    masks = topics[0]["mask"]
    assert (masks is None) == (model not in ("ftm", "lida", "sstm"))
    if masks:
        assert (masks["words"] is None) == (model == "ftm") and (masks["documents"] is None) == (model == "sstm")
        assert facts["extra"]
        assert masks["documents"] is None or masks["documents"] >= topics[0]["documents"]
    if model == "franchise":
        assert data["facts"]["extra"] and data["facts"]["extra"][0][0].startswith("Discount")
    for document in data["documents"]:
        assert sum(count for *_, count in document["words"]) == document["length"]


def test_labels_are_in_their_tree(tmp_path):
    rows = [{"id": str(d), "text": "roses tulips soil" if d % 2 else "sails tide mast", "labels": ["land/garden" if d % 2 else "sea"]}
            for d in range(12)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", tmp_path / "rows.jsonl", "--format", "jsonl", "--labels", "labels", "--label-paths", "/", "--output", tmp_path / "corpus")
    fits.must("fit", tmp_path / "corpus", "--model", "hpc", "--sweeps", 20, "--keep", 5, "--output", tmp_path / "fit")
    data = rd.report(tmp_path / "fit")
    by_name = {topic["name"]: topic for topic in data["topics"]}
    assert set(by_name) == {"land", "land/garden", "sea"} and data["facts"]["tree"] and data["facts"]["aligned"] == "numbers"
    assert by_name["land"]["parent"] is None and by_name["land/garden"]["parent"] == by_name["land"]["number"]
    assert by_name["land"]["documents"] == 0 and by_name["land"]["documents_below"] == 6
    for topic in data["topics"]:
        assert len(topic["auto_name"].split(", ")) == 3
        for _, _, _, _, probability, low, high in topic["words"]:
            assert 0 <= low <= probability <= high <= 1
    # All words have a probability of their own, so that none is left for words that a topic lacks.
    distances = json.loads(fits.must("compare", tmp_path / "fit", tmp_path / "fit", "--distance", "jensen-shannon", "--format", "json"))
    assert distances["similarity"] == 1


def test_a_broken_draw_is_refused(made, tmp_path):
    corpus = made[3]
    fits.must("fit", corpus, "--model", "lda", "--topics", 2, "--sweeps", 20, "--keep", 5, "--output", tmp_path / "fit")
    draw = sorted((tmp_path / "fit/draws").glob("*.npz"))[1]
    draw.write_bytes(draw.read_bytes()[:200])
    done = fits.themata("report", tmp_path / "fit", "--output", tmp_path / "page.html")
    assert done.returncode != 0 and draw.name in done.stderr and not (tmp_path / "page.html").exists()


def test_texts_and_tokens_in_utf_16(tmp_path):
    rows = [{"id": str(d), "text": f"\U0001F339 Róses {'and tulips' if d % 2 else 'on sails'} 日本語 — \U0001D4D0 end {d}"}
            for d in range(8)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", "--format", "jsonl", "--keep-text", "--stop-words", "none", tmp_path / "rows.jsonl", "--output",
              tmp_path / "corpus")
    fits.must("fit", tmp_path / "corpus", "--topics", 2, "--sweeps", 20, "--keep", 5, "--output", tmp_path / "fit")
    data = rd.report(tmp_path / "fit")
    vocabulary = (tmp_path / "corpus/vocabulary.txt").read_text().splitlines()
    tokens, offsets = np.load(tmp_path / "corpus/tokens.npy"), np.load(tmp_path / "corpus/offsets.npy").astype(int)
    assert data["facts"]["has_text"]
    for document in data["documents"]:
        d = int(document["id"])
        assert document["text"] == rows[d]["text"] and "words" not in document and not document["cut"]
        units = document["text"].encode("utf-16-le")
        shown = [units[2 * a:2 * b].decode("utf-16-le").lower() for a, b, _, _ in document["tokens"]]
        assert shown == [vocabulary[v] for v in tokens[offsets[d]:offsets[d + 1]]]
        assert all(0 <= certainty <= 1 for *_, certainty in document["tokens"])
