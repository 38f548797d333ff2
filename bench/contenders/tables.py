"""Writes the results of run.py as Markdown tables and pictures."""
import collections
import os
import pathlib
import re
import statistics

import score

LABELS = {"lda": "log p(w, z), nats per token", "hdp": "log p(w | z) + log p(z | psi), nats per token",
          "held-out": "held-out log p, nats per token"}
MARK_NOTE = "(*): disagrees with themata on the small simulated corpus, or could not be checked."


def machine():
    """Number of cores, the processor's name and its vector instructions, without the name of the machine."""
    path = pathlib.Path("/proc/cpuinfo")
    text = path.read_text() if path.exists() else ""
    model = re.search(r"^model name\s*: (.*)$", text, re.M)
    flags = re.search(r"^flags\s*: (.*)$", text, re.M)
    vector = [flag for flag in ("avx2", "avx512f", "avx512vbmi", "amx_tile") if flags and flag in flags[1].split()]
    return f"{os.cpu_count()} cores, {model[1] if model else 'processor unknown'} ({', '.join(vector) or 'no AVX2'})"


def number(value, digits=3):
    return "-" if value is None else f"{value:.{digits}f}"


def with_spread(values, digits):
    """The median, and the minimum and maximum if there are several values; '-' if one is missing."""
    if not values or None in values:
        return "-"
    median = f"{statistics.median(values):.{digits}f}"
    return median if len(values) == 1 else f"{median} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def late_pace(points):
    """Seconds per sweep in the second half of a run: from the stage nearest to half of the sweeps to the last."""
    last = points[-1]
    if len(points) == 1:
        return last["seconds"] / last["sweeps"]
    half = min(points[:-1], key=lambda point: abs(point["sweeps"] - last["sweeps"] / 2))
    return (last["seconds"] - half["seconds"]) / (last["sweeps"] - half["sweeps"])


def scores_of(row):
    """Seconds and scores of the stages, sorted by seconds: if each stage starts again, a longer one may be faster."""
    return sorted((point["seconds"], point["score"]) for point in row["points"])


def groups(rows):
    """Rows by task, corpus and topics, then by variant."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        found[row["task"], row["corpus"], row["topics"]][row["variant"]].append(row)
    return found


def write(folder, report):
    lines = [f"{report['machine']}; {report['threads']} threads. Medians; with several runs, the range too.", ""]
    if report["agreement"]:
        lines += agreement_table(report)
    for (task, corpus, topics), of_variants in groups(report["rows"]).items():
        title = f"{TITLES[task]}, {corpus}" + (f", K = {topics}" if task in ("lda", "inference") else "")
        lines += ["", f"## {title}", "", report["corpora"][task][corpus] + ".", ""]
        lines += TABLES[task](report, corpus, of_variants)
        path = folder / ("-".join(str(word) for word in (task, corpus, topics) if word is not None) + ".svg")
        if task in LABELS:
            picture(path, title, LABELS[task], of_variants)
        else:
            bars(path, title, of_variants)
    if report["skipped"]:
        lines += ["", "Skipped:", "", *(f"- {line}" for line in report["skipped"])]
    (folder / "tables.md").write_text("\n".join(lines) + "\n")


def agreement_table(report):
    """Mean scores on the small simulated corpus after many sweeps."""
    lines = ["| task | contender | nats per token | result |", "|---|---|---|---|"]
    for row in report["agreement"]:
        lines.append(f"| {row['task']} | {row['variant']} | {number(row['score'], 4)} | {row['verdict']} |")
    bands = ", ".join(f"{band} for {task}" for task, band in report["band"].items())
    return [*lines, "", f"A sampler agrees if its score is within {bands} of themata's. For inference, the score is in "
            "nats per held-out token."]


def table(header, of_variants, marked, cells):
    """One row per contender: its name (with (*) if marked) and version, then its cells, or why it failed."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    for variant, rows in of_variants.items():
        failed = [row["failed"] for row in rows if "failed" in row]
        name = variant + (" (*)" if marked(rows) else "")
        if failed:
            found = [name, f"failed: {failed[0]}", *["-"] * (len(header) - 2)]
        else:
            found = [f"{name} {rows[0]['version']}", *cells(rows)]
        lines.append("| " + " | ".join(found) + " |")
    return lines


def disagrees(report):
    """Returns a function of a contender's rows: whether the contender disagreed on the small simulated corpus."""
    verdicts = {(row["task"], row["variant"]): row["verdict"] for row in report["agreement"]}

    def marked(rows):
        verdict = verdicts.get((rows[0]["task"], rows[0]["variant"]))
        return verdict not in ("agrees", "not a sampler", "reference")

    return marked


def fit_table(report, corpus, of_variants):
    task = next(iter(of_variants.values()))[0]["task"]
    tokens, times = int(report["corpora"][task][corpus].split()[4].replace(",", "")), report["times"][corpus]
    header = ["contender", "kind", "s per sweep", "million tokens/s", *(f"score at {seconds:g} s" for seconds in times),
              "topics", "peak MiB", "start s", "load s"]
    lines = table(header, of_variants, disagrees(report), lambda rows: cells_of(rows, tokens, times))
    return [*lines, "", MARK_NOTE]


def import_table(report, corpus, of_variants):
    expected = report["texts"][corpus]
    counted = ("documents", "types", "tokens")

    def differs(rows):
        return any(row.get(name) != expected[name] for row in rows for name in counted)

    def cells(rows):
        return [rows[0]["kind"], spread_of(rows, "seconds", 3),
                with_spread([expected["bytes"] / 1e6 / row["seconds"] for row in rows], 1),
                *(f"{rows[0][name]:,}" for name in counted), peaks(rows), spread_of(rows, "start_seconds", 2)]

    header = ["contender", "output", "s", "MB/s", *counted, "peak MiB", "start s"]
    reference = ["reference count by Python's `re`", *["-"] * 3, *(f"{expected[name]:,}" for name in counted), "-", "-"]
    lines = table(header, of_variants, differs, cells)
    return [*lines[:2], "| " + " | ".join(reference) + " |", *lines[2:], "",
            "(*): the program failed, or its counts of documents, types and tokens differ from the reference."]


def inference_table(report, corpus, of_variants):
    def cells(rows):
        return [rows[0]["kind"], spread_of(rows, "seconds", 3),
                with_spread([row["new_documents"] / row["seconds"] for row in rows], 0), spread_of(rows, "score", 4),
                spread_of(rows, "training_seconds", 1), peaks(rows), spread_of(rows, "start_seconds", 2),
                spread_of(rows, "load_seconds", 2)]

    header = ["contender", "kind", "s", "documents/s", "nats per held-out token", "training s", "peak MiB", "start s",
              "load s"]
    training = report["training"]
    return [*table(header, of_variants, disagrees(report), cells), "", MARK_NOTE,
            f"Samplers train for {training['sweeps']} sweeps, variational programs for {training['passes']} passes."]


def held_out_table(report, corpus, of_variants):
    times = report["held_out_times"][corpus]

    def cells(rows):
        ends = [row["points"][-1] for row in rows]
        at = [[score.at_time(scores_of(row), seconds) for row in rows] for seconds in times]
        learned = [with_spread([point[name] for point in ends], digits)
                   for name, digits in (("sweeps", 0), ("used", 0), ("alpha", 2), ("beta", 4))]
        return [rows[0]["kind"], *(with_spread(values, 4) for values in at), *learned, peaks(rows)]

    header = ["contender", "kind", *(f"log p at {seconds:g} s" for seconds in times), "sweeps", "topics", "alpha",
              "beta", "peak MiB"]
    return [*table(header, of_variants, lambda rows: False, cells), "",
            "log p is in nats per held-out token. The columns after it are about the last stage. alpha (the sum over "
            "all topics) and beta are those that the score found."]


TITLES = {"lda": "LDA", "hdp": "HDP", "importing": "Import of raw text", "inference": "Inference of new documents",
          "held-out": "Prediction of held-out tokens"}
TABLES = {"lda": fit_table, "hdp": fit_table, "importing": import_table, "inference": inference_table,
          "held-out": held_out_table}


def spread_of(rows, name, digits):
    return with_spread([row[name] for row in rows], digits)


def peaks(rows):
    return with_spread([row["peak_bytes"] / 2**20 for row in rows], 0)


def cells_of(rows, tokens, times):
    paces = [late_pace(row["points"]) for row in rows]
    speeds = [tokens / pace / 1e6 if pace > 0 else None for pace in paces]
    at = [[score.at_time(scores_of(row), seconds) for row in rows] for seconds in times]
    return [rows[0]["kind"], with_spread(paces, 4), with_spread(speeds, 2), *(with_spread(values, 4) for values in at),
            with_spread([row["points"][-1]["used"] for row in rows], 0),
            peaks(rows), spread_of(rows, "start_seconds", 2), spread_of(rows, "load_seconds", 2)]


def picture(path, title, label, of_variants):
    """Score against seconds of sampling, one line per run; runs of the same contender have the same color."""
    pyplot = plotting()
    figure, axis = pyplot.subplots(figsize=(9, 5))
    for place, (variant, rows) in enumerate(of_variants.items()):
        done = [row for row in rows if "points" in row]
        for row in done:
            dashed = "--" if "not a sampler" in row["kind"] else "-"
            axis.plot(*zip(*scores_of(row)), dashed, marker="o", markersize=4, color=f"C{place}",
                      label=variant if row is done[0] else None)
    axis.set(title=title, xlabel="seconds of sampling", ylabel=label, xscale="log")
    axis.grid(alpha=.3)
    if axis.get_legend_handles_labels()[1]:
        axis.legend(loc="center left", bbox_to_anchor=(1, .5), fontsize="small")
    finish(figure, path)


def bars(path, title, of_variants):
    """One bar per contender: its median seconds."""
    medians = {variant: statistics.median(row["seconds"] for row in rows)
               for variant, rows in of_variants.items() if all("seconds" in row for row in rows)}
    figure, axis = plotting().subplots(figsize=(9, 1 + .4 * len(medians)))
    drawn = axis.barh(list(medians), list(medians.values()), color=[f"C{place}" for place in range(len(medians))])
    axis.bar_label(drawn, [f"{seconds:.3g}" for seconds in medians.values()], padding=3)
    axis.set(title=title, xlabel="seconds")
    axis.margins(x=.1)
    axis.invert_yaxis()
    axis.grid(axis="x", alpha=.3)
    finish(figure, path)


def plotting():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def finish(figure, path):
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plotting().close(figure)
