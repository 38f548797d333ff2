"""Results go to other processes, and into files."""

import copy
import pickle

import numpy as np
import pytest
from conftest import made_texts

import pythemata as tm


@pytest.fixture(scope="module")
def labeled():
    names = ["garden", "harbour", "kitchen"]
    metadata = {"place": ["north", "south", "east"] * 30, "year": [2000 + d % 4 for d in range(90)]}
    corpus = tm.Corpus.from_texts(made_texts(90), stop_words="none", labels=[names[d % 3] for d in range(90)], metadata=metadata)
    return tm.fit(corpus, "labeled-lda", sweeps=200, chains=2, progress=False)


def shown(value):
    """A result as plain values: what its public properties have, and theirs."""
    if isinstance(value, (list, tuple)):
        return [shown(each) for each in value]
    if isinstance(value, tm.Corpus):
        return value.ids
    if isinstance(value, tm.Fit):
        return value.document_topic
    if type(value).__module__.startswith("pythemata.") and not isinstance(value, tm.Table):
        names = [name for name in dir(type(value)) if not name.startswith("_") and isinstance(getattr(type(value), name), property)]
        assert names
        return {"class": type(value).__name__, "repr": repr(value), "html": value._repr_html_() if hasattr(value, "_repr_html_") else "",
                **{name: shown(getattr(value, name)) for name in names}}
    return value


RESULTS = {
    "diagnosis": lambda fit: fit.diagnose(),
    "comparison": lambda fit: fit.compare(),
    "quality": lambda fit: fit.quality(),
    "held-out score": lambda fit: fit.evaluate(tm.Corpus.from_texts(made_texts(30, seed=9))),
    "cross-validation": lambda fit: tm.cross_validate(fit, folds=2),
    "topics of new documents": lambda fit: fit.infer(["sail anchor tide zzz", "", "bread flour oven"]),
    "labels": lambda fit: fit.label(tm.Corpus.from_texts(made_texts(30, 5), labels=["garden", "harbour", "kitchen"] * 10)),
    "effect": lambda fit: fit.effect("~ place"),
    "trends": lambda fit: fit.trends("year"),
    "grid": lambda fit: tm.sweep(fit.corpus, topics=[2, 3], sweeps=20, threads=2),
    "selftest": lambda fit: tm.selftest("lda", data_sets=100, draws=19, burn_in=5, thin=1),
    "simulated": lambda fit: tm.simulate("lda", documents=10, types=20, topics=2, length=8),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_pickled_and_copied(labeled, name):
    result = RESULTS[name](labeled)
    before = shown(result)
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        np.testing.assert_equal(shown(again), before)


def test_methods_of_a_result_that_was_pickled(labeled):
    effect, labels = labeled.effect("~ place"), labeled.label(["sail anchor tide deck"], folds=0)
    comparison, inferred = labeled.compare(), labeled.infer(["sail anchor tide"])
    again = pickle.loads(pickle.dumps((effect, labels, comparison, inferred)))
    assert again[0].svg() == effect.svg()
    assert again[1].predicted == labels.predicted == [["harbour"]]
    np.testing.assert_equal(again[2].pairs(0), comparison.pairs(0))
    np.testing.assert_equal(again[3].frame(), inferred.frame())


def test_a_pickle_with_other_values_is_refused(labeled):
    core = labeled.diagnose()._core.judgement
    state = core.__getstate__()
    made = type(core).__new__(type(core))
    with pytest.raises(ValueError, match="another version of pythemata"):
        made.__setstate__(state[:-1])
