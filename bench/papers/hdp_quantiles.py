#!/usr/bin/python3
"""Sparse parallel HDP paper, appendix C: quantile summary of topics on AP, by Algorithm 2 and by direct assignment.

For the topics with at least 100 tokens, the tables list the five topics nearest in size to each quantile, with their
sizes and first words.

The paper: 100,000 sweeps from one topic. Here: SECONDS CPU seconds each from 200 random topics. From one topic, minutes
give only a few dozen topics (hdp_figure_1.py).

usage: bench/papers/hdp_quantiles.py [SECONDS]   (default 40: two minutes in total)
"""
import runs
from plans import Command
from settings import DIRECT_ASSIGNMENT, HDP, algorithm_2, run

SCRIPT = "hdp_quantiles"
SAMPLERS = {"Algorithm 2": algorithm_2(runs.size(1000, 20)), "direct assignment": DIRECT_ASSIGNMENT}
FITS = {label: {**HDP, "topics": runs.size(200, 10), **sampler, **run(runs.SWEEPS_FOR)}
        for label, sampler in SAMPLERS.items()}
SECONDS = 40
PAPER = {  # the sizes of the five topics at each quantile
    "Algorithm 2": {100: [93207, 57249, 15874, 13360, 10176], 75: [1055, 1032, 1025, 1014, 1013],
                    50: [473, 472, 451, 446, 436], 25: [193, 187, 185, 184, 184], 5: [117, 115, 112, 111, 111]},
    "direct assignment": {100: [90497, 18626, 10832, 9923, 9430], 75: [784, 757, 753, 745, 738],
                          50: [346, 338, 338, 338, 334], 25: [220, 219, 219, 219, 218], 5: [133, 133, 133, 132, 132]},
}


def joined(values):
    return " ".join(map(str, values))


def plan(seconds=SECONDS):
    commands = [runs.command_of_corpus("ap"), Command("topics", runs.QUANTILES),
                *(Command("fit", options, float(seconds)) for options in FITS.values())]
    return {"table": commands, "words": commands}


def main(seconds=SECONDS):
    folder, rows, lines, words = runs.corpus("ap"), [], [], []
    for label, options in FITS.items():
        fit = runs.fit_for(float(seconds), SCRIPT, label.replace(" ", "-").lower(), folder, options)
        for row in fit.quantiles():
            quantile, topics = round(100 * row["quantile"]), row["topics"]
            rows.append((label, quantile, joined(t["tokens"] for t in topics), joined(PAPER[label][quantile])))
            words += [(label, quantile, t["tokens"], joined(w["word"] for w in t["words"])) for t in topics]
        sizes = [s for s in fit.topic_sizes() if s >= 100]
        lines.append((label, [i / len(sizes) for i in range(len(sizes))], sizes))
        lines.append((f"{label}, paper", [1 - quantile / 100 for quantile in PAPER[label]],
                      [five[0 if quantile == 100 else 2] for quantile, five in PAPER[label].items()]))
    runs.write_table(SCRIPT, "words", "appendix C also lists eight words per topic",
                     ["sampler", "quantile", "tokens", "words"], words)
    runs.write_table(SCRIPT, "table", "appendix C",
                     ["sampler", "quantile", "tokens of the five topics", "paper"], rows)
    runs.figure(SCRIPT, "figure", [("AP: topics with 100 tokens or more", "proportion of topics that are larger",
                                    "tokens", lines, {"yscale": "log"})], 1)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
