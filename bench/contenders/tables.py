"""Tables in Markdown and pictures of what run.py found."""
import collections
import os
import pathlib
import re
import statistics

import score

LABELS = {"lda": "log p(w, z)", "hdp": "log p(w | z) + log p(z | psi)"}


def machine():
    """Cores, the processor's name and its vector instructions, without the name of the machine."""
    path = pathlib.Path("/proc/cpuinfo")
    text = path.read_text() if path.exists() else ""
    model = re.search(r"^model name\s*: (.*)$", text, re.M)
    flags = re.search(r"^flags\s*: (.*)$", text, re.M)
    vector = [flag for flag in ("avx2", "avx512f", "avx512vbmi", "amx_tile") if flags and flag in flags[1].split()]
    return f"{os.cpu_count()} cores, {model[1] if model else 'processor unknown'} ({', '.join(vector) or 'no AVX2'})"


def number(value, digits=3):
    return "-" if value is None else f"{value:.{digits}f}"


def with_spread(values, digits):
    """The median, and the smallest and largest where there are several; '-' where one is missing."""
    if not values or None in values:
        return "-"
    median = f"{statistics.median(values):.{digits}f}"
    return median if len(values) == 1 else f"{median} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def late_pace(points):
    """Seconds a sweep in the second half of a run: from the stage nearest to half of the sweeps to the last."""
    last = points[-1]
    if len(points) == 1:
        return last["seconds"] / last["sweeps"]
    half = min(points[:-1], key=lambda point: abs(point["sweeps"] - last["sweeps"] / 2))
    return (last["seconds"] - half["seconds"]) / (last["sweeps"] - half["sweeps"])


def scores_of(row):
    """Seconds and scores of the stages, by seconds: of stages that begin anew a longer one may have been faster."""
    return sorted((point["seconds"], point["score"]) for point in row["points"])


def groups(rows):
    """Rows by task, corpus and topics, then by variant."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        found[row["task"], row["corpus"], row["topics"]][row["variant"]].append(row)
    return found


def write(folder, report):
    lines = [f"{report['machine']}; {report['threads']} threads. Medians, and the range of several runs.", ""]
    lines += agreement_table(report)
    for (task, corpus, topics), of_variants in groups(report["rows"]).items():
        title = f"{task.upper()}, {corpus}, K = {topics}" if task == "lda" else f"HDP, {corpus}"
        lines += ["", f"## {title}", "", report["corpora"][corpus] + ".", ""]
        lines += comparison_table(report, corpus, of_variants)
        picture(folder / f"{task}-{corpus}-{topics}.svg", title, LABELS[task], of_variants)
    if report["skipped"]:
        lines += ["", "Skipped:", "", *(f"- {line}" for line in report["skipped"])]
    (folder / "tables.md").write_text("\n".join(lines) + "\n")


def agreement_table(report):
    """Mean scores on the tiny corpus after many sweeps."""
    lines = ["| task | contender | nats a token | |", "|---|---|---|---|"]
    for row in report["agreement"]:
        lines.append(f"| {row['task']} | {row['variant']} | {number(row['score'], 4)} | {row['verdict']} |")
    bands = ", ".join(f"{band} for {task}" for task, band in report["band"].items())
    return [*lines, "", f"Within {bands} of themata's: agrees."]


def comparison_table(report, corpus, of_variants):
    tokens = int(report["corpora"][corpus].split()[4].replace(",", ""))
    verdicts = {(row["task"], row["variant"]): row["verdict"] for row in report["agreement"]}
    times = [f"at {seconds:g} s" for seconds in report["times"][corpus]]
    header = ["contender", "kind", "s a sweep", "million tokens a s", *times, "topics", "peak MiB", "start s", "load s"]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    for variant, rows in of_variants.items():
        failed = [row["failed"] for row in rows if "failed" in row]
        mark = "" if verdicts.get((rows[0]["task"], variant)) in ("agrees", "not a sampler", "reference") else " (*)"
        if failed:
            cells = [variant + mark, f"failed: {failed[0]}", *["-"] * (len(header) - 2)]
        else:
            cells = [f"{variant}{mark} {rows[0]['version']}", rows[0]["kind"], *cells_of(rows, tokens, report["times"][corpus])]
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, "", "(*): did not agree with themata on the tiny corpus, or could not be checked."]


def cells_of(rows, tokens, times):
    paces = [late_pace(row["points"]) for row in rows]
    speeds = [tokens / pace / 1e6 if pace > 0 else None for pace in paces]
    at = [[score.at_time(scores_of(row), seconds) for row in rows] for seconds in times]
    return [with_spread(paces, 4), with_spread(speeds, 2), *(with_spread(values, 4) for values in at),
            with_spread([row["points"][-1]["used"] for row in rows], 0),
            with_spread([row["peak_bytes"] / 2**20 for row in rows], 0),
            with_spread([row["start_seconds"] for row in rows], 2), with_spread([row["load_seconds"] for row in rows], 2)]


def picture(path, title, label, of_variants):
    """Score against seconds of sampling, a line a run; runs of one contender have one colour."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(9, 5))
    for place, (variant, rows) in enumerate(of_variants.items()):
        done = [row for row in rows if "points" in row]
        for row in done:
            dashed = "--" if "not a sampler" in row["kind"] else "-"
            axis.plot(*zip(*scores_of(row)), dashed, marker="o", markersize=4, color=f"C{place}",
                      label=variant if row is done[0] else None)
    axis.set(title=title, xlabel="seconds of sampling", ylabel=f"{label}, nats a token", xscale="log")
    axis.grid(alpha=.3)
    if axis.get_legend_handles_labels()[1]:
        axis.legend(loc="center left", bbox_to_anchor=(1, .5), fontsize="small")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
