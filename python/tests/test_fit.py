"""Fits from Python: what goes in, what comes out, and how they are stopped."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import TOPICS

import pythemata as tm


def test_topics_are_found(fit):
    table = fit.topics(words=10)
    assert fit.n_topics == 3 and table.n_rows == 3
    assert {frozenset(words) for words in table["words"]} == {frozenset(words) for words in TOPICS.values()}
    assert sum(table["tokens"]) == fit.corpus.n_tokens
    assert table["proportion"].sum() == pytest.approx(1)


def test_arrays_have_shapes_and_are_probabilities(fit):
    d, k, v = fit.corpus.n_documents, 3, fit.corpus.n_types
    assert fit.topic_word.shape == fit.topic_word_sd.shape == (k, v)
    assert fit.document_topic.shape == fit.document_topic_sd.shape == (d, k)
    assert fit.topic_word.dtype == np.float32
    assert np.allclose(fit.topic_word.sum(1), 1, atol=1e-5) and np.allclose(fit.document_topic.sum(1), 1, atol=1e-5)
    assert (fit.document_topic_sd > 0).all()


def test_means_are_those_of_the_draws(fit):
    chain = fit.manifest["verdict"]["best_chain"]
    draws = list(fit.draws())
    assert len(draws) == 20 and draws[0].chain == chain
    assert np.allclose(np.mean([draw.theta() for draw in draws], 0), fit.document_topic, atol=1e-6)
    assert np.allclose(np.mean([draw.phi() for draw in draws], 0), fit.topic_word, atol=1e-6)
    assert draws[-1].z.shape == (fit.corpus.n_tokens,)
    sizes = np.bincount(draws[-1].z, minlength=3)
    assert list(sizes) == list(fit.topics()["tokens"])


def test_models_whose_topics_come_and_go(hdp):
    assert hdp.topic_word_sd is None and hdp.document_topic_sd is None
    assert hdp.document_topic.shape == (60, hdp.n_topics)
    last = list(hdp.draws())[-1]
    assert np.allclose(last.theta(), hdp.document_topic)
    assert np.allclose(last.phi(), hdp.topic_word)


def test_equal_seeds_and_any_threads_give_equal_bits(corpus):
    made = [tm.fit(corpus, "hdp", sweeps=30, chains=1, seed=5, threads=threads, progress=False) for threads in (1, 2)]
    other = tm.fit(corpus, "hdp", sweeps=30, chains=1, seed=6, threads=1, progress=False)
    hashes = [each.manifest["chains"][0]["state_hash"] for each in (*made, other)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_options_in_pythons_words(corpus):
    fit = tm.fit(corpus, "lda", topics=np.int64(3), alpha=np.float64(0.5), beta=0.1, sweeps=20, burn_in=10, learn=["alpha", "beta"],
                 alpha_prior=(1, 0.5), seed=2, progress=False)
    options = fit.options
    assert (options["topics"], options["alpha"], options["learn"]) == ("3", "0.5", "alpha,beta")
    assert (options["alpha_prior"], options["burn_in"]) == ("1,0.5", "10")
    assert tm.fit(corpus, "lda", topics=2, sweeps=5, learn=[], progress=False).options["learn"] == "none"


@pytest.mark.parametrize(
    ("options", "message", "option"),
    [
        ({"topcs": 3}, "did you mean `topics`", "topcs"),
        ({"alpha": -1}, "`alpha` is -1; expected", "alpha"),
        ({"topics": "many"}, "`topics`", "topics"),
        ({"gamma": 1}, "it belongs to hdp", "gamma"),
        ({"partitions": 3}, "`partitions` does not apply: it needs `sampler` ad-lda", "partitions"),
        ({"seed_weight": 3}, "`seed_weight` does not apply: it needs `seeds`", "seed_weight"),
        ({"sampler": "none"}, "`sampler`", "sampler"),
        ({"topics": True}, "`topics` is True", "topics"),
    ],
)
def test_options_that_cannot_be_used(corpus, options, message, option):
    with pytest.raises(tm.UsageError, match=message) as error:
        tm.fit(corpus, "lda", progress=False, **options)
    assert error.value.option == option
    assert isinstance(error.value, ValueError)


def test_a_model_that_is_none(corpus):
    with pytest.raises(tm.UsageError, match="lda"):
        tm.fit(corpus, "lsa")
    with pytest.raises(tm.UsageError):
        tm.options("lsa")


def test_texts_can_be_fitted_at_once(texts):
    assert tm.fit(texts, topics=3, sweeps=20, progress=False).corpus.n_documents == 60


def test_seeds_weights_and_starts(corpus, fit):
    seeded = tm.fit(corpus, "lda", topics=3, sweeps=50, seeds={"sea": ["sail", "tide"], "food": ["bread"]}, progress=False)
    assert set(seeded.topics()["name"]) >= {"sea", "food"}
    sea = list(seeded.topics()["name"]).index("sea")
    assert "sail" in seeded.topics()["words"][sea]
    weighted = tm.fit(corpus, "lda", topics=3, sweeps=5, alpha_weights=[1, 2, 3], beta_weights={"sail": 5.0}, progress=False)
    assert weighted.complete
    started = tm.fit(corpus, "hdp", sweeps=5, chains=1, start_from=fit, progress=False)
    assert started.n_topics >= 3
    z = list(fit.draws())[-1].z
    again = tm.fit(corpus, "lda", topics=3, sweeps=5, chains=1, start_from=z, progress=False)
    assert again.n_topics == 3
    with pytest.raises(tm.UsageError, match="start_from"):
        tm.fit(corpus, "lda", topics=3, start_from=z[:5])
    for given in ({"alpha_weights": {0: 1}}, {"beta_weights": [1, 2]}, {"seeds": {0: ["sail"]}}, {"seeds": [[1, 2]]}):
        with pytest.raises(tm.UsageError, match=f"`{next(iter(given))}`"):
            tm.fit(corpus, "lda", topics=3, **given)


def test_a_start_may_be_that_of_any_chain(corpus, fit, tmp_path):
    fit.save(tmp_path / "saved")

    def started(start, **options):
        made = tm.fit(corpus, "lda", topics=3, sweeps=1, burn_in=0, keep=1, chains=1, learn="none", start_from=start, progress=False, **options)
        return list(made.draws())[-1].z.tolist()

    for chain in (1, 2):
        assert started(fit, start_chain=chain) == started(tmp_path / "saved", start_chain=chain)
    assert started(fit) == started(fit, start_chain=0) == started(tmp_path / "saved")
    for start in (fit, tmp_path / "saved"):
        with pytest.raises(tm.UsageError, match="has no chain 9"):
            started(start, start_chain=9)
    with pytest.raises(tm.UsageError, match="`start_chain` is one of a fit"):
        started([0] * corpus.n_tokens, start_chain=1)


def test_progress_is_reported(corpus):
    seen = []
    tm.fit(corpus, "lda", topics=3, sweeps=3000, trace_every=10, chains=1, progress=lambda chains: seen.append(chains[0].sweep))
    assert seen and seen == sorted(seen) and seen[-1] <= 3000


def test_a_run_in_the_background(corpus):
    run = tm.fit(corpus, "lda", topics=3, sweeps=10**6, blocking=False)
    while not run.progress:
        time.sleep(0.01)
    assert not run.done
    with pytest.raises(TimeoutError):
        run.wait(timeout=0.2)
    run.stop()
    fit = run.wait()
    assert run.done and not fit.complete and fit.stopped_by == ""
    assert fit.trace()["sweep"][-1] > 0


def test_a_run_that_nobody_waits_for_is_stopped(corpus):
    before = time.monotonic()
    run = tm.fit(corpus, "lda", topics=3, sweeps=10**6, blocking=False)
    del run
    assert time.monotonic() - before < 30


def test_a_program_ends_while_a_fit_runs(tmp_path):
    script = tmp_path / "program.py"
    script.write_text("""
import pythemata as tm
keep = []
keep.append(keep)  # a cycle, so that nothing is collected before the end
keep.append(tm.fit(["rain on roses", "sails and tides"] * 50, topics=2, sweeps=10**7, blocking=False))
while not keep[1].progress:
    pass
print("leaves")
""")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "leaves\n", "")


def test_errors_of_a_run_are_those_of_the_fit(corpus):
    run = tm.fit(corpus, "lda", topics=3, alpha=-1, blocking=False)
    with pytest.raises(tm.UsageError, match="alpha"):
        run.wait()


def test_several_fits_at_once(corpus):
    expected = tm.fit(corpus, "lda", topics=3, sweeps=50, chains=1, progress=False).manifest["chains"][0]["state_hash"]
    found = []

    def one():
        made = tm.fit(corpus, "lda", topics=3, sweeps=50, chains=1, progress=False)
        found.append(made.manifest["chains"][0]["state_hash"])

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_ctrl_c_keeps_what_there_is(corpus, ctrl_c):
    handler = signal.getsignal(signal.SIGINT)
    ctrl_c(0.7)
    with pytest.raises(tm.Interrupted) as interrupted:
        tm.fit(corpus, "lda", topics=3, sweeps=10**7, chains=1, progress=False)
    assert isinstance(interrupted.value, KeyboardInterrupt)
    fit = interrupted.value.fit
    assert not fit.complete and fit.n_topics == 3
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_second_ctrl_c_loses_nothing(ctrl_c):
    large = tm.Corpus.from_tokens([[f"w{(i * j) % 997}" for j in range(2000)] for i in range(200)])
    ctrl_c(1)
    for more in (0.02, 0.05, 0.1):  # while the sweep ends
        threading.Timer(1 + more, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(tm.Interrupted) as interrupted:
        try:
            tm.fit(large, "lda", topics=400, sweeps=10**7, chains=1, progress=False)
        finally:
            for _ in range(5):  # those that come after the end
                try:
                    time.sleep(0.05)
                except KeyboardInterrupt:
                    pass
    assert interrupted.value.fit.n_topics == 400


def test_a_forked_child_ends_quietly_beside_a_run(corpus):
    code = """
import os, sys
import pythemata as tm
run = tm.fit(tm.Corpus.from_texts(["rose soil seed bloom", "sail anchor tide crew"] * 20), topics=2, sweeps=10**7, chains=1, blocking=False)
child = os.fork()
if child == 0:
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
run.stop()
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == "", done.stderr


def test_a_forked_child_may_collect_runs_of_its_parent():
    code = """
import gc, os
import pythemata as tm
corpus = tm.Corpus.from_texts(["rose soil seed bloom", "sail anchor tide crew"] * 20)
gc.disable()
cycles = []
for sweeps in [20] * 20 + [10**7]:  # the stacks of so many threads are not all kept
    run = tm.fit(corpus, topics=2, sweeps=sweeps, chains=1, blocking=False)
    run.wait() if sweeps == 20 else None
    cycles.append([run])
    cycles[-1].append(cycles[-1])
child = os.fork()
if child == 0:
    try:
        run.stop()
    except tm.ForkError:
        del run, cycles
        gc.collect()
        os._exit(0)
    os._exit(1)
status = os.waitpid(child, 0)[1]
run.stop()
assert status == 0, status
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == "", done.stderr


def test_a_stopped_fit_goes_on_to_the_same_bits(corpus):
    options = {"topics": 3, "start_sweeps": 50, "chains": 1, "seed": 3, "progress": False}  # else it follows from the sweeps
    whole = tm.fit(corpus, "lda", sweeps=300, **options)
    half = tm.fit(corpus, "lda", sweeps=150, **options)
    assert half.resume(300, progress=False) is half
    hashes = {each.manifest["chains"][0]["state_hash"] for each in (whole, half)}
    assert len(hashes) == 1
    with pytest.raises(tm.UsageError):
        half.resume(progress=False)


def test_readers_stop_at_ctrl_c(corpus, fit, ctrl_c):
    ctrl_c(0.5)
    before = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        fit.evaluate(corpus, "left-to-right", particles=100000)
    assert time.monotonic() - before < 20


def test_sweeps_and_folds_stop_at_ctrl_c(corpus, ctrl_c):
    run = tm.fit(corpus, topics=3, sweeps=10**7, chains=1, blocking=False)
    while not run.progress:
        time.sleep(0.01)
    run.stop()
    long = run.wait()  # its folds have as many sweeps
    for work in (lambda: tm.sweep(corpus, topics=[3, 4], sweeps=10**7), lambda: tm.cross_validate(long, folds=2)):
        ctrl_c(0.4)
        before = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - before < 20


def test_an_error_of_a_callback_ends_the_fit(corpus):
    def refuse(chains):
        raise ValueError("enough")

    fit = tm.fit(corpus, "lda", topics=3, sweeps=100, chains=1, progress=False)
    with pytest.raises(ValueError, match="enough") as kept:
        fit.resume(10**6, progress=refuse)
    used = time.process_time()
    time.sleep(0.3)
    assert kept.value and time.process_time() - used < 0.2  # nothing runs on
    fit.resume(int(fit.trace()["sweep"][-1]) + 200, progress=False)
    assert (np.diff(fit.trace()["sweep"]) > 0).all()


def test_a_fit_goes_on_once_at_a_time(corpus):
    fit = tm.fit(corpus, "lda", topics=3, sweeps=100, chains=1, progress=False)
    refused = []

    def go_on():
        try:
            fit.resume(30000, progress=False)
        except tm.UsageError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=go_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sweeps = fit.trace()["sweep"]
    assert len(refused) == 2 and sweeps[-1] == 30000 and (np.diff(sweeps) > 0).all()


def test_tables_are_those_of_the_fit_as_it_is(corpus):
    run = tm.fit(corpus, "hdp", sweeps=20, chains=1, blocking=False)
    one, other = run.wait(), run.wait()
    assert other.document_topic.shape[1] == other.n_topics
    one.resume(200, progress=False)
    assert other.document_topic.shape[1] == other.n_topics == one.n_topics
    with pytest.raises(ValueError, match="read-only"):
        one.topic_word[0, 0] = 1


def test_metadata_and_topics_keep_apart(texts):
    corpus = tm.Corpus.from_texts(texts, metadata={"topic_1": texts, "unknown": list(range(60))})
    fit = tm.fit(corpus, topics=3, sweeps=20, progress=False)
    frame = fit.document_frame()
    assert frame["topic_1"].dtype.kind == "i" and list(frame["metadata.topic_1"]) == texts
    assert list(fit.infer(corpus).frame()["metadata.unknown"]) == list(range(60))


def _fit_in_a_pool(corpus):
    return tm.fit(corpus, "lda", topics=3, sweeps=5, progress=False).n_topics


def test_pools_of_forked_processes_say_so(corpus, fit):
    with multiprocessing.get_context("fork").Pool(1) as pool:
        with pytest.raises(tm.ForkError, match="forked"):
            pool.map_async(_fit_in_a_pool, [corpus]).get(timeout=60)


def test_errors_can_be_pickled():
    for error in (tm.UsageError("m", "a", "b", "c"), tm.InputError("m", "f", 3), tm.ResourceError("m"), tm.ForkError(), tm.Interrupted(None)):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)


@pytest.mark.parametrize(
    "call",
    [
        lambda fit: fit.topics(words=-1),
        lambda fit: fit.topics(chain=0),
        lambda fit: fit.topics(chain=True),
        lambda fit: fit.after(-1),
        lambda fit: fit.find_documents(0, n=0),
        lambda fit: fit.document_frame(top=-1),
        lambda fit: fit.infer(["sail"], sweeps=0),
        lambda fit: fit.infer(["sail"], seed=-1),
        lambda fit: fit.evaluate(fit.corpus, "left-to-right", particles=0),
        lambda fit: fit.evaluate(fit.corpus, particles=5),
        lambda fit: fit.evaluate(fit.corpus, "left-to-right", sweeps=5),
        lambda fit: tm.cross_validate(fit, folds=1),
        lambda fit: fit.quality(window=-1),
        lambda fit: fit.compare(limit=2),
        lambda fit: tm.compare(),
        lambda fit: fit.resume(-5),
        lambda fit: fit.words(1.5),
        lambda fit: fit.find_documents(True),
        lambda fit: fit.effect(3),
        lambda fit: fit.trends(3),
        lambda fit: fit.trends("year", burst=float("nan")),
        lambda fit: fit.effect("~ year", interval=None),
        lambda fit: fit.evaluate(fit.corpus, seen=[[0.5]] * fit.corpus.n_documents),
        lambda fit: tm.sweep(fit.corpus, topcs=[2, 3]),
        lambda fit: tm.fit(fit.corpus, model=None),
        lambda fit: tm.fit(fit.corpus, path=b"fit"),
        lambda fit: tm.fit(fit.corpus, topics=3, start_from=[0.5] * fit.corpus.n_tokens),
    ],
)
def test_numbers_out_of_their_range(fit, call):
    with pytest.raises(tm.UsageError):
        call(fit)


def test_things_of_another_kind(fit, texts):
    for call in (lambda: fit.evaluate(texts), lambda: fit.quality(texts), lambda: tm.sweep(texts, topics=[2]),
                 lambda: tm.fit(fit.corpus, progress="yes"), lambda: tm.fit(fit.corpus, alpha=b"1")):
        with pytest.raises(TypeError, match="expected"):
            call()


def _use_in_a_child(corpus, results):
    try:
        tm.fit(corpus, "lda", topics=3, sweeps=5, progress=False)
        results.put("fitted")
    except tm.ForkError as error:
        results.put(str(error))


def test_use_after_a_fork_is_an_error_and_no_hang(corpus, fit):
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=_use_in_a_child, args=(corpus, results))
    child.start()
    assert "forked" in results.get(timeout=30)
    child.join(30)
    assert child.exitcode == 0


def test_pickles(fit, hdp, corpus, tmp_path):
    for each in (fit, hdp):
        again = pickle.loads(pickle.dumps(each))
        assert np.array_equal(again.document_topic, each.document_topic)
        assert again.corpus.ids == each.corpus.ids
    corpus.save(tmp_path / "corpus")
    in_folder = tm.fit(tm.Corpus.open(tmp_path / "corpus"), "lda", topics=3, sweeps=20, path=tmp_path / "fit", progress=False)
    again = pickle.loads(pickle.dumps(in_folder))
    (tmp_path / "corpus").rename(tmp_path / "gone")
    assert np.array_equal(again.document_topic, in_folder.document_topic)


def test_a_fit_that_another_took_further_says_so(corpus, tmp_path):
    tm.fit(corpus, "lda", topics=3, sweeps=20, path=tmp_path / "fit", progress=False)
    first, second = tm.Fit.open(tmp_path / "fit"), tm.Fit.open(tmp_path / "fit")
    second.resume(40, progress=False)
    with pytest.raises(tm.InputError, match="has changed since the fit was opened"):
        first.document_topic  # noqa: B018
    assert tm.Fit.open(tmp_path / "fit").document_topic.shape == second.document_topic.shape


def test_folders(fit, corpus, tmp_path):
    fit.save(tmp_path / "saved")
    opened = tm.Fit.open(tmp_path / "saved")
    assert np.array_equal(opened.topic_word, fit.topic_word)
    made = tm.fit(corpus, "lda", topics=3, sweeps=20, path=tmp_path / "made", progress=False)
    assert (tmp_path / "made" / "manifest.json").exists() and made.complete
    with pytest.raises(tm.UsageError):
        tm.fit(corpus, "lda", topics=3, sweeps=20, path=tmp_path / "made", progress=False)
    with pytest.raises(tm.InputError, match="nowhere"):
        tm.Fit.open(tmp_path / "nowhere")


def test_a_corpus_that_was_moved_is_named(corpus, tmp_path):
    corpus.save(tmp_path / "corpus")
    made = tm.fit(tm.Corpus.open(tmp_path / "corpus"), "lda", topics=3, sweeps=20, path=tmp_path / "made", progress=False)
    (tmp_path / "corpus").rename(tmp_path / "moved")
    with pytest.raises(tm.InputError, match="does not exist.*`corpus`"):
        tm.Fit.open(tmp_path / "made").corpus
    with pytest.raises(tm.InputError, match="is not the corpus of"):
        tm.simulate("lda", documents=9, types=9, topics=2, length=9).corpus.save(tmp_path / "other")
        tm.Fit.open(tmp_path / "made", corpus=tmp_path / "other")
    opened = tm.Fit.open(tmp_path / "made", corpus=tmp_path / "moved")
    assert opened.corpus.ids == corpus.ids and np.array_equal(opened.topic_word, made.topic_word)
    opened.resume(sweeps=30, progress=False)
    assert tm.Fit.open(tmp_path / "made").corpus.ids == corpus.ids, "the new place is written"


def test_traces(fit):
    trace = fit.trace(chain=2)
    assert {"lp__", "sweep", "topics", "alpha"} <= set(trace)
    assert trace["sweep"][-1] == 200
    with pytest.raises(tm.UsageError, match="`chain` is 3; expected 1, or 2"):
        fit.trace(chain=3)


def test_words_of_a_topic(fit):
    table = fit.words(0, n=5, by="frex")
    assert table.n_rows == 5 and (table["probability"] > 0).all()
    with pytest.raises(tm.UsageError, match="`topic` is 9"):
        fit.words(9)
    with pytest.raises(tm.UsageError, match="`by` is 'best'"):
        fit.topics(by="best")
    with pytest.raises(tm.UsageError, match="exclusivity_weight"):
        fit.topics(by="frex", exclusivity_weight=2)


def test_documents_beside_their_rows(texts):
    corpus = tm.Corpus.from_texts([*texts, None], metadata={"year": list(range(61))})
    fit = tm.fit(corpus, topics=3, sweeps=50, progress=False)
    frame = fit.document_frame(top=2)
    assert frame.n_rows == 61 and list(frame["year"]) == list(range(61))
    assert (frame["proportion_1"] >= frame["proportion_2"]).all()
    assert fit.document_topic.shape[0] == 61
    best = fit.find_documents(topic=0, n=3)
    assert best.n_rows == 3 and (np.diff(best["proportion"]) <= 0).all()


def test_a_later_burn_in(fit):
    later = fit.after(150)
    draws = list(later.draws())
    assert 0 < len(draws) < len(list(fit.draws())) and draws[0].sweep > 150
    expected = np.mean([draw.theta() for draw in draws], 0)
    for each in (later, pickle.loads(pickle.dumps(later))):
        assert np.allclose(each.document_topic, expected, atol=1e-6)


def test_how_it_looks(fit):
    assert "lda, 3 topics, 2 chains" in repr(fit)
    assert "<table>" in fit._repr_html_()


def test_report_and_exports(fit, tmp_path):
    page = fit.report(tmp_path / "report.html")
    assert page.startswith("<!doctype html>") or page.lower().startswith("<!doctype html>")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
    fit.export("topic-words", tmp_path / "phi.npy", layout="npy")
    assert np.load(tmp_path / "phi.npy").shape == fit.topic_word.shape
    for write in (fit.report, lambda file: fit.export("topic-keys", file), lambda file: fit.corpus.export("ldac", file)):
        with pytest.raises(tm.ResourceError, match="nowhere"):
            write(tmp_path / "nowhere" / "x")
    with pytest.raises(tm.UsageError, match="layout"):
        fit.export("topic-words", tmp_path / "x", layout="xlsx")


def test_a_report_has_names_and_a_second_fit(fit):
    page = fit.report(names={1: "ships </script>"}, documents=0, compare=fit)
    assert '"name":"ships \\u003c/script>"' in page and '"sampled_documents":0' in page and '"only_a":[]' in page
    assert fit.report(names=["", "ships </script>", ""], documents=0, compare=fit) == page
    for wrong in ({3: "a"}, {-1: "a"}, ["a"]):
        with pytest.raises(tm.UsageError, match="names"):
            fit.report(names=wrong)


def test_every_model_has_documented_options():
    assert list(tm.models()["model"])[:2] == ["lda", "hdp"]
    for model in tm.models()["model"]:
        table = tm.options(model)
        assert {"sweeps", "seed", "chains"} <= set(table["option"])
        assert all(table["help"])


@pytest.mark.parametrize("model", ["franchise", "ftm", "lida", "sstm", "pcm", "dmm", "dp-dmm", "dmr"])
def test_every_model_can_be_fitted(corpus, model):
    fit = tm.fit(corpus, model, sweeps=10, chains=1, progress=False)
    assert fit.complete and fit.document_topic.shape == (60, fit.n_topics)
    latent = model in ("lida", "sstm")  # whose topics may have words that no token is of
    totals = fit.topic_word.sum(1)
    assert (totals < 1.0001).all() and (latent or np.allclose(totals, 1, atol=1e-4))


def test_warnings_are_pythons(corpus):
    for given in ({"seeds": [["no-such-word", "sail"]]}, {"beta_weights": {"no-such-word": 2, "sail": 2}}):
        with pytest.warns(UserWarning, match="word is not in the corpus: no-such-word"):
            tm.fit(corpus, "lda", topics=3, sweeps=5, **given, progress=False)


@pytest.mark.parametrize("call", ["tm.fit(corpus, topics=3, sweeps=10**6, chains=1, progress=False)",
                                  "tm.selftest('hdp', data_sets=10**6)",
                                  "[tm.Corpus.from_texts(texts) for _ in range(10**6)]"])
def test_programs_end_while_other_threads_are_in_the_engine(call):
    code = f"""
import threading, time
import pythemata as tm
texts = ["rose soil seed bloom", "sail anchor tide crew"] * 500
corpus = tm.Corpus.from_texts(texts)
threading.Thread(target=lambda: {call}, daemon=True).start()
time.sleep(1)
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout == "done\n", done.stderr


def test_the_main_thread_may_use_the_engine_until_the_end(tmp_path):
    code = f"""
import atexit
atexit.register(lambda: (fit.save({str(tmp_path / "fit")!r}), print("saved")))
import pythemata as tm
fit = tm.fit(["rose soil seed bloom", "sail anchor tide crew"] * 20, topics=2, sweeps=20, chains=1, progress=False)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout == "saved\n", done.stderr
    assert tm.Fit.open(tmp_path / "fit").complete


def test_scratch_files_give_the_same_fit(corpus, tmp_path):
    in_memory = tm.fit(corpus, topics=3, sweeps=20, seed=2, progress=False)
    with tm.scratch(tmp_path):
        in_files = tm.fit(corpus, topics=3, sweeps=20, seed=2, progress=False)
    assert np.array_equal(in_memory.document_topic, in_files.document_topic)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(tm.UsageError, match="expected a folder"), tm.scratch(tmp_path / "missing"):
        pass


def test_a_callback_needs_a_call_that_waits(corpus):
    with pytest.raises(tm.UsageError, match="`progress` needs blocking=True"):
        tm.fit(corpus, topics=2, sweeps=20, blocking=False, progress=print)


def test_what_a_resumed_fit_cannot_do_is_refused(corpus):
    fit = tm.fit(corpus, topics=2, sweeps=20, chains=1, progress=False)
    with pytest.raises(tm.UsageError, match="`burn_in` is 60; expected less than 60"):
        fit.resume(60, burn_in=60, progress=False)
    for limit in (-5, float("nan")):
        with pytest.raises(tm.UsageError, match="`time_limit` is .*expected a number from 0"):
            fit.resume(60, time_limit=limit, progress=False)
    with pytest.raises(tm.UsageError, match="give more `sweeps` than 20; a later"):
        fit.resume(time_limit=5, progress=False)
    assert len(list(fit.draws())) == 10


def test_advice_names_arguments(corpus):
    few = tm.Corpus.from_texts(["rain soil", "rain roses"] * 5, metadata={"m": [1, 2, 3, 4, None] * 2})
    fit = tm.fit(few, topics=2, sweeps=20, chains=1, progress=False)
    with pytest.raises(tm.ThemataError, match="`missing='leave-out'` leaves them out"):
        fit.effect("~ m")
