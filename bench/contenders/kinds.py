"""The kinds of task: the input of each, what its job asks for, and how its result is scored and printed."""
import dataclasses
import typing

import numpy

import corpora
import score
import texts

HELD_OUT_TIMES = [10, 30, 60]  # seconds of sampling after which held-out tokens are predicted
LARGE = {"tokens": 5_000_000, "times": 3}  # a corpus of at least this many tokens gets this many times the seconds


@dataclasses.dataclass(frozen=True)
class Kind:
    why_missing: typing.Callable  # (corpus name, folder of real corpora): why the input is not available, or None
    make: typing.Callable  # (corpus name, folder of real corpora, work folder, program themata): the task's input
    job: typing.Callable  # (settings, input, contender module): job entries of this kind of task
    check_job: typing.Callable  # (contender module): the same for the agreement check; None if there is no check
    add_scores: typing.Callable  # (input, job, result): adds scores to the result, from the files that it names
    describe: typing.Callable  # (row that did not fail): one line about it


def times_of(settings, corpus):
    """Seconds of sampling at which a fit is scored."""
    longer = LARGE["times"] if len(corpus.tokens) >= LARGE["tokens"] else 1
    return sorted(settings["requested_times"] or [longer * seconds for seconds in settings["times"]])


def is_sampler(module):
    return "not a sampler" not in module.KIND


def fit_job(settings, corpus, module):
    """Adds early stages for the picture: two, or one if a stage takes minutes to write and read."""
    times = times_of(settings, corpus)
    early = [times[0] / 3] if len(corpus.tokens) >= LARGE["tokens"] else [times[0] / 10, times[0] / 3]
    return {"times": [*early, *times]}


def fit_check_job(module):
    return {"sweeps": [500, 1000] if is_sampler(module) else [20]}


def score_fit(corpus, job, result):
    """Adds to every stage its score, in nats per token, and the number of topics in use."""
    for point in result["points"]:
        topics = numpy.load(point.pop("topics"))
        point["score"] = score.per_token(corpus, topics, job)
        point["used"] = len(numpy.unique(topics))


def describe_fit(row):
    last = row["points"][-1]
    return f"{last['sweeps']} sweeps, {last['seconds']:.2f} s, {last['score']:.4f} nats per token"


def inference_job(settings, split, module):
    return {"sweeps": settings["training"]["sweeps" if is_sampler(module) else "passes"]}


def inference_check_job(module):
    return {"sweeps": 1000 if is_sampler(module) else 20, "draws": 10}


def score_inference(split, job, result):
    """Adds the document completion score, in nats per held-out token."""
    found, training = numpy.load(result.pop("inferred")), split.training
    if "phi" in found:
        phi = found["phi"]
    else:
        phi = score.topic_words(training.tokens, found["topics"], job["topics"], training.types, job["beta"])
    result["score"] = float(score.completion(found["theta"], phi, split.held_out_documents, split.held_out))
    result["new_documents"] = len(found["theta"])


def describe_inference(row):
    return f"{row['new_documents']} documents, {row['seconds']:.2f} s, {row['score']:.4f} nats per held-out token"


def held_out_times(settings, split):
    return times_of({**settings, "times": HELD_OUT_TIMES}, split.training)


def held_out_job(settings, split, module):
    return fit_job({**settings, "times": HELD_OUT_TIMES}, split.training, module)


def score_held_out(split, job, result):
    """Adds the score to every stage, in nats per held-out token, and the priors that the score has found.

    Leaves out a first sweep that ends long before the first time of the job: it only measures the pace.
    """
    result["points"] = [point for point in result["points"] if point["seconds"] >= .5 * job["times"][0]]
    for point in result["points"]:
        topics = numpy.load(point.pop("topics"))
        score.check_length(topics, split.training, job)
        point.update(score.held_out(split, topics))


def describe_held_out(row):
    last = row["points"][-1]
    return (f"{last['sweeps']} sweeps, {last['seconds']:.2f} s, {last['used']} topics, {last['score']:.4f} nats per "
            "held-out token")


def import_job(settings, text, module):
    return {}


def score_import(text, job, result):
    """Adds nothing: the table compares the engine's counts with the reference counts."""


def describe_import(row):
    return f"{row['seconds']:.2f} s, {row['documents']} documents, {row['types']} types, {row['tokens']} tokens"


FIT = Kind(corpora.why_missing, corpora.corpus, fit_job, fit_check_job, score_fit, describe_fit)
IMPORT = Kind(texts.why_missing, texts.text, import_job, None, score_import, describe_import)
INFERENCE = Kind(corpora.why_missing, corpora.split, inference_job, inference_check_job, score_inference,
                 describe_inference)
HELD_OUT = Kind(corpora.why_missing, corpora.random_split, held_out_job, None, score_held_out, describe_held_out)
KINDS = {"lda": FIT, "hdp": FIT, "importing": IMPORT, "inference": INFERENCE, "held-out": HELD_OUT}
