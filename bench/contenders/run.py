#!/usr/bin/env python3
"""Compares engines of topic models by the same corpora, priors and formulas; README.md says how.

    python3 bench/contenders/install.py
    python3 bench/contenders/run.py --short

Leaves results.json, tables.md and a picture a task, corpus and number of topics in the work folder's results.
"""
import argparse
import hashlib
import importlib
import json
import os
import pathlib
import re
import shutil
import signal
import sys

try:
    import matplotlib  # noqa: F401, for the pictures at the end
    import numpy
    import scipy  # noqa: F401
except ImportError as missing:
    sys.exit(f"{missing.name} is missing: install Debian's python3-numpy, python3-scipy and python3-matplotlib")

import corpora
import install
import measure
import tables
from kinds import FIT, KINDS, is_sampler, times_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
TASKS = {"lda": ["themata", "tomotopy", "topica", "mallet", "gensim", "scikit_learn"],
         "hdp": ["themata", "tomotopy", "gensim"],
         "importing": ["themata", "tomotopy", "topica", "mallet", "gensim", "scikit_learn"],
         "inference": ["themata", "tomotopy", "topica", "mallet", "gensim", "scikit_learn"]}
PRIORS = {"lda": {"alpha": .1, "beta": .01}, "hdp": {"alpha": .1, "beta": .01, "gamma": 1.}, "importing": {},
          "inference": {"alpha": .1, "beta": .01}}
FORMS = {
    "short": {"topics": {"lda": [100], "inference": [100]}, "runs": 1, "limit": 60, "times": [1, 2, 4],
              "corpora": {"lda": ["ap"], "hdp": ["ap"], "importing": ["ap"], "inference": ["ap"]},
              "training": {"sweeps": 50, "passes": 2}},
    "full": {"topics": {"lda": [20, 100, 1000], "inference": [100]}, "runs": 3, "limit": 3600, "times": [1, 4, 20],
             "corpora": {"lda": ["ap", "arxiv"], "hdp": ["ap", "kos", "arxiv"], "importing": ["ap", "arxiv"],
                         "inference": ["ap", "arxiv"]},
             "training": {"sweeps": 200, "passes": 20}},
}
PLACES = ["corpus_folder", "folder", "themata", "jars"]  # in a job: where things lie, which no result depends on
# Whatever --topics says: the HDP's are drawn at random to start from, and an import has none.
TOPICS = {"hdp": [100], "importing": [None]}
# Mean scores on a corpus of five topics, which the HDP looks for from twenty, of themata's with several seeds;
# variational engines are not checked. An import is checked on each corpus, by what it counts.
AGREEMENT = {"topics": {"lda": 5, "hdp": 20, "inference": 5}, "limit": 60, "seeds": 3}
# How far from themata's is still the same posterior, in nats a token. Eight seeds of themata's LDA lie within .003 of
# their middle, and alpha = 1 in place of .1 moves them by .09. Of inference, eight seeds each of themata, tomotopy and
# topica lie within .012 of theirs, with a deviation of .009 between one and a mean of three; beta = .1 moves them by
# .03, shares of one sweep in place of a mean by .04, and documents mixed up by 1. alpha = 1 it does not find.
BAND = {"lda": .015, "hdp": .03, "inference": .03}


def arguments():
    parser = argparse.ArgumentParser(description="Compares engines of topic models by the same formulas.")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--short", dest="form", action="store_const", const="short", default="short",
                      help="one corpus, seconds an engine; under five minutes on two cores (default)")
    form.add_argument("--full", dest="form", action="store_const", const="full", help="hours")
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=list(TASKS))
    parser.add_argument("--contenders", nargs="+", choices=sorted({name for names in TASKS.values() for name in names}))
    parser.add_argument("--corpora", help="folder of real corpora ($THEMATA_SHARED/data)")
    parser.add_argument("--names", nargs="+", choices=corpora.NAMES, help="corpora to use, for every task")
    parser.add_argument("--work", help="folder for what is made (build/contenders)")
    parser.add_argument("--themata", default=ROOT / "build/release/themata", help="the program (build/release/themata)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--topics", type=int, nargs="+", help="numbers of topics K of LDA and of inference")
    parser.add_argument("--times", type=float, nargs="+", help="seconds of sampling to score at")
    parser.add_argument("--runs", type=int, help="runs of each, by seed")
    parser.add_argument("--continue", dest="kept", action="store_true",
                        help="take up the runs that an earlier call left in the work folder, and do only the others")
    parser.add_argument("--limit", type=float, help="seconds that one run may take in all, scoring excluded")
    return parser.parse_args()


def checked(asked):
    """The arguments as settings, with paths that are there."""
    found = shutil.which(asked.themata)
    if not found:
        sys.exit(f"{pathlib.Path(asked.themata).name} is not there: run 'make release', or give --themata")
    folder = asked.corpora or (pathlib.Path(os.environ["THEMATA_SHARED"]) / "data" if "THEMATA_SHARED" in os.environ else None)
    if asked.corpora and not pathlib.Path(asked.corpora).is_dir():
        sys.exit(f"{asked.corpora}: no such folder of corpora")
    form, work = FORMS[asked.form], install.work_folder(asked.work)
    chosen = {name: getattr(asked, name) or form[name] for name in ("runs", "limit")}
    topics = {task: TOPICS.get(task) or asked.topics or form["topics"][task] for task in asked.tasks}
    return {**chosen, "topics": topics, "training": form["training"], "form": asked.form, "tasks": asked.tasks,
            "contenders": asked.contenders, "threads": asked.threads,
            "corpora": {task: asked.names or form["corpora"][task] for task in asked.tasks}, "kept": asked.kept,
            "asked_times": asked.times, "times": form["times"], "themata": str(pathlib.Path(found).resolve()),
            "digest": hashlib.sha256(pathlib.Path(found).read_bytes()).hexdigest(),
            "shared": pathlib.Path(folder).resolve() if folder else None, "work": work, "installed": install.installed(work)}


def variants(settings, skipped):
    """The contenders that can run, in the order of TASKS; the others are added to the skipped.

    @returns (task, contender, variant, module) each
    """
    found, runnable = settings["installed"], []
    for task in settings["tasks"]:
        for contender in TASKS[task]:
            if settings["contenders"] and contender not in settings["contenders"]:
                continue
            module = importlib.import_module(f"{task}.{contender}")
            why = install.why_missing(module.NEEDS, found)
            if why:
                skipped.append(f"{task}, {contender}: {why}")
            else:
                runnable += [(task, contender, variant, module) for variant in module.VARIANTS]
    return runnable


def job_of(settings, entry, corpus, topics, seed, **rest):
    task, contender, variant, module = entry
    folder = settings["work"] / "job"
    shutil.rmtree(folder, ignore_errors=True)
    return {"task": task, "contender": contender, "variant": variant, **module.VARIANTS[variant], **PRIORS[task],
            "outside": module.OUTSIDE, "topics": topics, "seed": seed, "threads": settings["threads"],
            "corpus": corpus.name, "corpus_folder": str(corpus.folder), "folder": str(folder),
            "themata": settings["themata"], "jars": str(settings["work"] / "jars"), **rest}


def result_of(settings, corpus, job, limit):
    """A run's result, scored."""
    python = install.python_of(settings["work"])
    result = measure.measured(python if python.exists() else sys.executable, job, limit)
    if "failed" not in result:
        KINDS[job["task"]].scored(corpus, job, result)
    return result


def kept_result(settings, entry, corpus, job, limit):
    """The result of a run, which is kept in the work folder; with --continue the one kept there, if the same was asked."""
    module = entry[3]
    asked = {name: value for name, value in job.items() if name not in PLACES}
    asked["engine"] = settings["installed"][module.NEEDS] if module.NEEDS else settings["digest"]
    words = (job["task"], job["corpus"], job["topics"], job["variant"], job["seed"])
    words = " ".join(str(word) for word in words if word is not None)
    path = settings["work"] / "runs" / (re.sub(r"[^a-z0-9]+", "-", words) + ".json")
    if settings["kept"] and path.exists():
        kept = json.loads(path.read_text())
        if kept["asked"] == asked and "failed" not in kept["result"]:
            return kept["result"]
    result = result_of(settings, corpus, job, limit)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"asked": asked, "result": result}, indent=1))
    return result


def agreements(settings, entries):
    """Whether each sampler comes to themata's scores: entries of (task, variant) with score and verdict."""
    found, wanted = {}, {}
    for entry in entries:
        task, contender, variant, module = entry
        if KINDS[task].checked is None:
            continue
        tiny = KINDS[task].made("tiny", None, settings["work"], settings["themata"])
        mean, failed = long_run(settings, entry, tiny)
        is_reference = contender == "themata" and task not in wanted
        if is_reference:
            wanted[task] = mean
        agrees = "reference" if is_reference else verdict(module, mean, wanted.get(task), BAND[task])
        what = f"failed: {failed}" if failed else agrees
        found[task, variant] = {"score": mean, "verdict": what}
        print(f"agreement, {task}, {variant}: {tables.number(mean, 4)}, {what}", flush=True)
    return found


def long_run(settings, entry, corpus):
    """The mean score of a contender on the tiny corpus, and why there is none."""
    task, contender, _, module = entry
    scores = []
    for seed in range(1, 1 + (AGREEMENT["seeds"] if contender == "themata" else 1)):
        job = job_of(settings, entry, corpus, AGREEMENT["topics"][task], seed, **KINDS[task].checked(module))
        result = kept_result(settings, entry, corpus, job, AGREEMENT["limit"])
        if "failed" in result:
            return None, result["failed"]
        scores += [point["score"] for point in result.get("points", [result])]
    return float(numpy.mean(scores)), None


def verdict(module, mean, wanted, band):
    if not is_sampler(module):
        return "not a sampler"
    if wanted is None:
        return "not checked: no run of themata"
    return "agrees" if abs(mean - wanted) <= band else "DISAGREES"


def chosen_corpora(settings, skipped):
    """What each task is done on, a list a task; on the simulated corpus where there is no other."""
    found, chosen = {}, {}
    for task, names in settings["corpora"].items():
        kind = KINDS[task]
        reasons = {name: kind.why_missing(name, settings["shared"]) for name in names}
        for name, why in reasons.items():
            line = f"corpus {name}: {why}" if kind is FIT else f"{task}, corpus {name}: {why}"
            if why and line not in skipped:
                skipped.append(line)
        there = [name for name, why in reasons.items() if not why] or ["simulated"]
        chosen[task] = [found.get((kind, name)) or found.setdefault((kind, name), made(settings, task, name))
                        for name in there]
    return chosen


def made(settings, task, name):
    print(f"{task}, corpus {name} ...", flush=True)
    return KINDS[task].made(name, settings["shared"], settings["work"], settings["themata"])


def compared(settings, entries, corpus, topics, seed):
    """A row each contender of one task, corpus and number of topics."""
    rows = []
    for entry in entries:
        task, _, variant, module = entry
        kind = KINDS[task]
        job = job_of(settings, entry, corpus, topics, seed, **kind.asked(settings, corpus, module))
        result = kept_result(settings, entry, corpus, job, settings["limit"])
        row = {"task": task, "variant": variant, "kind": job.get("kind", module.KIND), "corpus": corpus.name,
               "topics": topics, "seed": seed, **result}
        rows.append(row)
        where = f"{task}, {corpus.name}" + (f", K = {topics}" if topics else "")
        print(f"{where}, run {seed}, {variant}: {row.get('failed') or kind.said(row)}", flush=True)
    return rows


def main():
    settings, skipped = checked(arguments()), []
    entries = variants(settings, skipped)
    chosen = chosen_corpora(settings, skipped)
    for line in skipped:
        print("skipped:", line, flush=True)
    if not entries or not chosen:
        sys.exit("nothing to compare: no contender, or no corpus")
    agreed, rows = agreements(settings, entries), []
    for task in settings["tasks"]:
        of_task = [entry for entry in entries if entry[0] == task]
        for corpus in chosen[task]:
            for topics in settings["topics"][task]:
                for seed in range(1, settings["runs"] + 1):
                    rows += compared(settings, of_task, corpus, topics, seed)
                    save(settings, skipped, agreed, rows, chosen)
    shutil.rmtree(settings["work"] / "job", ignore_errors=True)
    print(f"(results are in {settings['work'].name}/results)")


def save(settings, skipped, agreed, rows, chosen):
    """Writes all that is known so far, so that a run that is cut short leaves something."""
    folder = settings["work"] / "results"
    folder.mkdir(parents=True, exist_ok=True)
    fits = [corpus for task, of_task in chosen.items() if KINDS[task] is FIT for corpus in of_task]
    report = {"machine": tables.machine(), "threads": settings["threads"],
              "times": {corpus.name: times_of(settings, corpus) for corpus in fits},
              "corpora": {task: {corpus.name: corpus.size() for corpus in of_task} for task, of_task in chosen.items()},
              "texts": {text.name: text.counts for text in chosen.get("importing", [])},
              "training": settings["training"],
              "priors": PRIORS, "band": BAND, "skipped": skipped, "rows": rows,
              "agreement": [{"task": task, "variant": variant, **found} for (task, variant), found in agreed.items()]}
    (folder / "results.json").write_text(json.dumps(report, indent=1))
    tables.write(folder, report)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the contender's processes are ended too
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; what was done so far is in the results")
