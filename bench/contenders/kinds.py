"""What sets the kinds of task apart: what it is done on, what an engine is asked, how its result is scored and said."""
import dataclasses
import typing

import numpy

import corpora
import score
import texts

LARGE = {"tokens": 5_000_000, "times": 3}  # a corpus of so many tokens or more has so many times the seconds


@dataclasses.dataclass(frozen=True)
class Kind:
    why_missing: typing.Callable  # of a corpus's name and the folder of real ones: why it cannot be had, or None
    made: typing.Callable  # of its name, that folder, the work folder and the program themata: what the task is done on
    asked: typing.Callable  # of the settings, that and a contender: what its job says beside what all jobs say
    checked: typing.Callable  # of a contender: likewise of its job on the tiny corpus; None where there is none
    scored: typing.Callable  # of that, the job and its result: writes scores into the result, from files that it names
    said: typing.Callable  # of a row, that did not fail: a line on it


def times_of(settings, corpus):
    """Seconds of sampling to score at."""
    longer = LARGE["times"] if len(corpus.tokens) >= LARGE["tokens"] else 1
    return sorted(settings["asked_times"] or [longer * seconds for seconds in settings["times"]])


def is_sampler(module):
    return "not a sampler" not in module.KIND


def fit_asked(settings, corpus, module):
    """Early stages besides, for the picture: two, or where each takes minutes to write and read, one."""
    times = times_of(settings, corpus)
    early = [times[0] / 3] if len(corpus.tokens) >= LARGE["tokens"] else [times[0] / 10, times[0] / 3]
    return {"times": [*early, *times]}


def fit_checked(module):
    return {"sweeps": [500, 1000] if is_sampler(module) else [20]}


def fit_scored(corpus, job, result):
    """Every stage, in nats per token, and the number of topics in use."""
    for point in result["points"]:
        topics = numpy.load(point.pop("topics"))
        point["score"] = score.per_token(corpus, topics, job)
        point["used"] = len(numpy.unique(topics))


def fit_said(row):
    last = row["points"][-1]
    return f"{last['sweeps']} sweeps, {last['seconds']:.2f} s, {last['score']:.4f} nats per token"


def inference_asked(settings, split, module):
    return {"sweeps": settings["training"]["sweeps" if is_sampler(module) else "passes"]}


def inference_checked(module):
    return {"sweeps": 1000 if is_sampler(module) else 20, "draws": 10}


def inference_scored(split, job, result):
    """Document completion, in nats per held-out token."""
    found, training = numpy.load(result.pop("inferred")), split.training
    if "phi" in found:
        phi = found["phi"]
    else:
        phi = score.topic_words(training.tokens, found["topics"], job["topics"], training.types, job["beta"])
    result["score"] = float(score.completion(found["theta"], phi, split.held_documents, split.held))
    result["new_documents"] = len(found["theta"])


def inference_said(row):
    return f"{row['new_documents']} documents, {row['seconds']:.2f} s, {row['score']:.4f} nats per held-out token"


def import_asked(settings, text, module):
    return {}


def import_scored(text, job, result):
    """Nothing: what was counted is compared in the table, with the rule's counts beside it."""


def import_said(row):
    return f"{row['seconds']:.2f} s, {row['documents']} documents, {row['types']} types, {row['tokens']} tokens"


FIT = Kind(corpora.why_missing, corpora.corpus, fit_asked, fit_checked, fit_scored, fit_said)
IMPORT = Kind(texts.why_missing, texts.text, import_asked, None, import_scored, import_said)
INFERENCE = Kind(corpora.why_missing, corpora.split, inference_asked, inference_checked, inference_scored,
                 inference_said)
KINDS = {"lda": FIT, "hdp": FIT, "importing": IMPORT, "inference": INFERENCE}
