#!/usr/bin/env python3
"""Compares topic-model engines on the same corpora by the same score formulas. See README.md.

    python3 bench/contenders/install.py
    python3 bench/contenders/run.py --short

Writes results.json, tables.md and one picture per task, corpus and number of topics to the results folder of the work
folder.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import sys

try:
    import matplotlib  # noqa: F401, needed later for the pictures
    import numpy
    import scipy  # noqa: F401
except ImportError as missing:
    sys.exit(f"{missing.name} is missing: install Debian's python3-numpy, python3-scipy and python3-matplotlib")

import corpora
import install
import measure
import tables
from kinds import FIT, KINDS, held_out_times, is_sampler, times_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
TASKS = {"lda": ["themata", "tomotopy", "topica", "mallet", "gensim", "scikit_learn"],
         "hdp": ["themata", "tomotopy", "gensim"],
         "importing": ["themata", "tomotopy", "topica", "mallet", "gensim", "scikit_learn"],
         "inference": ["themata", "tomotopy", "topica", "mallet", "gensim", "scikit_learn"],
         "held-out": ["themata", "tomotopy", "mallet", "gensim"]}
PRIORS = {"lda": {"alpha": .1, "beta": .01}, "hdp": {"alpha": .1, "beta": .01, "gamma": 1.}, "importing": {},
          "inference": {"alpha": .1, "beta": .01}, "held-out": {}}
FORMS = {
    "short": {"tasks": ["lda", "hdp", "importing", "inference"],  # held-out takes too long
              "topics": {"lda": [100], "inference": [100]}, "runs": 1, "limit": 60, "times": [1, 2, 4],
              "corpora": {"lda": ["ap"], "hdp": ["ap"], "importing": ["ap"], "inference": ["ap"], "held-out": ["ap"]},
              "training": {"sweeps": 50, "passes": 2}},
    "full": {"tasks": list(TASKS), "topics": {"lda": [20, 100, 1000], "inference": [100]}, "runs": 3, "limit": 3600,
             "times": [1, 4, 20],
             "corpora": {"lda": ["ap", "arxiv"], "hdp": ["ap", "kos", "arxiv"], "importing": ["ap", "arxiv"],
                         "inference": ["ap", "arxiv"], "held-out": ["ap"]},
             "training": {"sweeps": 200, "passes": 20}},
}
PATHS = ["corpus_folder", "folder", "themata", "jars"]  # job entries that are paths; results do not depend on them
# Independent of --topics: the HDP starts from this number of random topics, an import has none, and contenders of
# held-out have their own.
TOPICS = {"hdp": [100], "importing": [None], "held-out": [None]}
LIMITS = {"held-out": 1800}  # seconds, independent of the form, as its times are
# The agreement check compares mean scores on a simulated corpus of five topics (the HDP starts from twenty). themata's
# mean is over several seeds. Variational engines are not checked. Imports are checked on each corpus, by their counts.
AGREEMENT = {"topics": {"lda": 5, "hdp": 20, "inference": 5}, "limit": 60, "seeds": 3}
# A sampler agrees if its score differs from themata's by at most this, in nats per token.
# LDA: eight seeds of themata lie within .003 of their center. alpha = 1 instead of .1 changes the score by .09.
# Inference: eight seeds each of themata, tomotopy and topica lie within .012 of their center. The difference between
# one seed and a mean of three has a standard deviation of .009. beta = .1 changes the score by .03, topic proportions
# of one sweep instead of a mean by .04, mixed-up documents by 1. The check does not detect alpha = 1.
BAND = {"lda": .015, "hdp": .03, "inference": .03}


def arguments():
    parser = argparse.ArgumentParser(description="Compares topic-model engines by the same score formulas.")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--short", dest="form", action="store_const", const="short", default="short",
                      help="one corpus, seconds per engine; under five minutes on two cores (default)")
    form.add_argument("--full", dest="form", action="store_const", const="full",
                      help="more corpora and longer runs; takes hours")
    parser.add_argument("--tasks", nargs="+", choices=TASKS,
                        help="default: all, but without held-out in the short form")
    parser.add_argument("--contenders", nargs="+", choices=sorted({name for names in TASKS.values() for name in names}))
    parser.add_argument("--corpora", help="folder of real corpora (default: $THEMATA_SHARED/data)")
    parser.add_argument("--names", nargs="+", choices=corpora.NAMES, help="corpora to use in every task")
    parser.add_argument("--work", help="folder for output and saved runs (default: build/contenders)")
    parser.add_argument("--themata", default=ROOT / "build/release/themata",
                        help="path of the program (default: build/release/themata)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--topics", type=int, nargs="+", help="numbers of topics K for LDA and inference")
    parser.add_argument("--times", type=float, nargs="+",
                        help="seconds of sampling at which fits are scored (held-out: default 10 30 60)")
    parser.add_argument("--runs", type=int, help="runs per contender, each with its own seed")
    parser.add_argument("--continue", dest="reuse", action="store_true",
                        help="reuse the saved runs of earlier calls in the work folder, and do only the others")
    parser.add_argument("--limit", type=float, help="maximum seconds of one run, without scoring")
    return parser.parse_args()


def settings_of(options):
    """The options as settings, after a check that the paths exist."""
    found = shutil.which(options.themata)
    if not found:
        sys.exit(f"{pathlib.Path(options.themata).name} not found: run 'make release', or give --themata")
    shared = pathlib.Path(os.environ["THEMATA_SHARED"]) / "data" if "THEMATA_SHARED" in os.environ else None
    folder = options.corpora or shared
    if options.corpora and not pathlib.Path(options.corpora).is_dir():
        sys.exit(f"{options.corpora}: corpora folder not found")
    form, work = FORMS[options.form], install.work_folder(options.work)
    chosen = {name: getattr(options, name) or form[name] for name in ("runs", "tasks")}
    tasks = chosen["tasks"]
    topics = {task: TOPICS.get(task) or options.topics or form["topics"][task] for task in tasks}
    limits = {task: options.limit or LIMITS.get(task, form["limit"]) for task in tasks}
    return {**chosen, "topics": topics, "limits": limits, "training": form["training"], "form": options.form,
            "contenders": options.contenders, "threads": options.threads, "reuse": options.reuse,
            "corpora": {task: options.names or form["corpora"][task] for task in tasks},
            "requested_times": options.times, "times": form["times"], "themata": str(pathlib.Path(found).resolve()),
            "digest": hashlib.sha256(pathlib.Path(found).read_bytes()).hexdigest(),
            "shared": pathlib.Path(folder).resolve() if folder else None, "work": work, "installed": install.installed(work)}


def variants(settings, skipped):
    """The contenders that can run, in the order of TASKS. The others are added to `skipped`.

    @returns a list of (task, contender, variant, module)
    """
    found, runnable = settings["installed"], []
    for task in settings["tasks"]:
        for contender in TASKS[task]:
            if settings["contenders"] and contender not in settings["contenders"]:
                continue
            module = measure.module_of(task, contender)
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
    """Runs a job and scores the result."""
    python = install.python_of(settings["work"])
    result = measure.run_job(python if python.exists() else sys.executable, job, limit)
    if "failed" not in result:
        KINDS[job["task"]].add_scores(corpus, job, result)
    return result


def saved_result(settings, entry, corpus, job, limit):
    """The result of a run. It is saved in the work folder. --continue reuses a saved result of the same settings."""
    module = entry[3]
    key = {name: value for name, value in job.items() if name not in PATHS}
    key["engine"] = settings["installed"][module.NEEDS] if module.NEEDS else settings["digest"]
    words = (job["task"], job["corpus"], job["topics"], job["variant"], job["seed"])
    words = " ".join(str(word) for word in words if word is not None)
    path = settings["work"] / "runs" / (re.sub(r"[^a-z0-9]+", "-", words) + ".json")
    if settings["reuse"] and path.exists():
        saved = json.loads(path.read_text())
        if saved["asked"] == key and "failed" not in saved["result"]:
            return saved["result"]
    result = result_of(settings, corpus, job, limit)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"asked": key, "result": result}, indent=1))
    return result


def agreements(settings, entries):
    """Whether each sampler's scores agree with themata's: maps (task, variant) to score and verdict."""
    found, reference = {}, {}
    for entry in entries:
        task, contender, variant, module = entry
        if KINDS[task].check_job is None:
            continue
        tiny = KINDS[task].make("tiny", None, settings["work"], settings["themata"])
        mean, failed = long_run(settings, entry, tiny)
        is_reference = contender == "themata" and task not in reference
        if is_reference:
            reference[task] = mean
        agrees = "reference" if is_reference else verdict(module, mean, reference.get(task), BAND[task])
        text = f"failed: {failed}" if failed else agrees
        found[task, variant] = {"score": mean, "verdict": text}
        print(f"agreement, {task}, {variant}: {tables.number(mean, 4)}, {text}", flush=True)
    return found


def long_run(settings, entry, corpus):
    """The mean score of a contender on the tiny corpus, and the reason if there is none."""
    task, contender, _, module = entry
    scores = []
    for seed in range(1, 1 + (AGREEMENT["seeds"] if contender == "themata" else 1)):
        job = job_of(settings, entry, corpus, AGREEMENT["topics"][task], seed, **KINDS[task].check_job(module))
        result = saved_result(settings, entry, corpus, job, AGREEMENT["limit"])
        if "failed" in result:
            return None, result["failed"]
        scores += [point["score"] for point in result.get("points", [result])]
    return float(numpy.mean(scores)), None


def verdict(module, mean, reference, band):
    if not is_sampler(module):
        return "not a sampler"
    if reference is None:
        return "not checked: no run of themata"
    return "agrees" if abs(mean - reference) <= band else "DISAGREES"


def chosen_corpora(settings, skipped):
    """The inputs of each task, as a list per task. A task without any available corpus gets the simulated one."""
    found, chosen = {}, {}
    for task, names in settings["corpora"].items():
        kind = KINDS[task]
        reasons = {name: kind.why_missing(name, settings["shared"]) for name in names}
        for name, why in reasons.items():
            line = f"corpus {name}: {why}" if kind is FIT else f"{task}, corpus {name}: {why}"
            if why and line not in skipped:
                skipped.append(line)
        available = [name for name, why in reasons.items() if not why] or ["simulated"]
        chosen[task] = [found.get((kind, name)) or found.setdefault((kind, name), make_input(settings, task, name))
                        for name in available]
    return chosen


def make_input(settings, task, name):
    print(f"{task}, corpus {name} ...", flush=True)
    return KINDS[task].make(name, settings["shared"], settings["work"], settings["themata"])


def compare(settings, entries, corpus, topics, seed):
    """Runs all contenders of one task, corpus and number of topics. @returns one row per contender"""
    rows = []
    for entry in entries:
        task, _, variant, module = entry
        kind = KINDS[task]
        job = job_of(settings, entry, corpus, topics, seed, **kind.job(settings, corpus, module))
        result = saved_result(settings, entry, corpus, job, settings["limits"][task])
        row = {"task": task, "variant": variant, "kind": job.get("kind", module.KIND), "corpus": corpus.name,
               "topics": topics, "seed": seed, **result}
        rows.append(row)
        where = f"{task}, {corpus.name}" + (f", K = {topics}" if topics else "")
        print(f"{where}, run {seed}, {variant}: {row.get('failed') or kind.describe(row)}", flush=True)
    return rows


def main():
    settings, skipped = settings_of(arguments()), []
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
                    rows += compare(settings, of_task, corpus, topics, seed)
                    save(settings, skipped, agreed, rows, chosen)
    shutil.rmtree(settings["work"] / "job", ignore_errors=True)
    print(f"(results are in {settings['work'].name}/results)")


def save(settings, skipped, agreed, rows, chosen):
    """Writes all results so far, so that an interrupted comparison leaves them."""
    folder = settings["work"] / "results"
    folder.mkdir(parents=True, exist_ok=True)
    fits = [corpus for task, of_task in chosen.items() if KINDS[task] is FIT for corpus in of_task]
    report = {"machine": tables.machine(), "threads": settings["threads"],
              "times": {corpus.name: times_of(settings, corpus) for corpus in fits},
              "held_out_times": {split.name: held_out_times(settings, split) for split in chosen.get("held-out", [])},
              "corpora": {task: {corpus.name: corpus.size() for corpus in of_task} for task, of_task in chosen.items()},
              "texts": {text.name: text.counts for text in chosen.get("importing", [])},
              "training": settings["training"],
              "priors": PRIORS, "band": BAND, "skipped": skipped, "rows": rows,
              "agreement": [{"task": task, "variant": variant, **found} for (task, variant), found in agreed.items()]}
    (folder / "results.json").write_text(json.dumps(report, indent=1))
    tables.write(folder, report)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends the contender's processes too
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; the results so far are in the results folder (--continue resumes)")
