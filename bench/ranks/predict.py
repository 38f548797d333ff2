#!/usr/bin/env python3
"""Predicts the seconds of a sweep on several machines: a PREDICTION by simulation, not a measurement.

A trace of what each machine computes and sends is replayed by SimGrid (Debian: libsimgrid-dev; smpirun -replay). A machine
has two model groups of documents and one model core as fast as all of its cores; the blocks of word counts go round the
groups as in docs/theory/lda.md, "Over several machines", and at the end all machines gather the blocks' totals. Work is in
tokens, so a machine of 16 cores that sample 10 million tokens a second each has the speed 160e6.

SimGrid needs hours for hundreds of machines. --by events replays the same in seconds, by a queue of cells for each core and of
blocks for each link, without TCP and without links that are shared by both directions.

usage: predict.py --tokens 768e6 --model-bytes 60e6 --totals-bytes 4e6 --speed 160e6 --gbit 25 --machines 1,8,64
"""
import argparse
import heapq
import math
import pathlib
import re
import subprocess
import tempfile

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="machines" prefix="m" suffix="" radical="0-{last}" speed="{speed}f" bw="{bytes_a_second}Bps" lat="{latency}us"
    loopback_bw="10GBps" loopback_lat="1us" sharing_policy="SPLITDUPLEX"/>
</platform>
"""


def trace(group, groups, options):
    """What a group of documents does in a sweep: it samples the blocks that come from the group after it, and passes them on."""
    before, after = (group - 1) % groups, (group + 1) % groups
    work, size = options.tokens / groups**2, options.model_bytes / groups
    yield f"{group} init"
    for step in range(groups):
        if step + 1 < groups and groups > 1:
            yield f"{group} irecv {after} {step} {size:.0f}"
        yield f"{group} compute {work:.0f}"
        if step + 1 < groups and groups > 1:
            yield f"{group} isend {before} {step} {size:.0f}"
            yield f"{group} wait {after} {group} {step}"
    if options.totals_bytes > 0 and groups > 2:
        part = max(1, int(options.totals_bytes / groups))
        yield f"{group} allgather {part} {part}"
    yield f"{group} finalize"


def predict(machines, options):
    groups = 2 * machines
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "platform.xml").write_text(PLATFORM.format(
            last=max(1, machines - 1), speed=options.speed, bytes_a_second=options.gbit * 1e9 / 8, latency=options.latency))
        for group in range(groups):
            (folder / f"{group}.txt").write_text("\n".join(trace(group, groups, options)) + "\n")
        (folder / "traces").write_text("".join(f"{folder}/{group}.txt\n" for group in range(groups)))
        (folder / "hosts").write_text("".join(f"m{group // 2}\n" for group in range(groups)))
        done = subprocess.run(["smpirun", "-np", str(groups), "-platform", folder / "platform.xml", "-hostfile", folder / "hosts",
                               "--cfg=smpi/host-speed:1e9", "-replay", folder / "traces"], capture_output=True, text=True)
        found = re.findall(r"Simulation time ([0-9.]+)", done.stdout + done.stderr)
        if done.returncode != 0 or not found:
            raise SystemExit(f"smpirun has failed:\n{done.stdout}{done.stderr}")
        return float(found[-1])


def replay_events(machines, options):
    """The seconds of the same sweep: cells wait for their block and their machine's core, blocks for the link of their sender."""
    groups = 2 * machines
    work = options.tokens / groups**2 / options.speed
    transfer, latency = options.model_bytes / groups / (options.gbit * 1e9 / 8), options.latency * 1e-6
    core_free, link_free = [0.0] * machines, [0.0] * machines
    blocks, done, waits = [1] * groups, [0] * groups, [False] * groups  # by group; its own block is there
    arrives, starts, ends = range(3)
    events = [(0.0, starts, group) for group in range(groups)]
    while events:
        time, what, group = heapq.heappop(events)
        machine, before = group // 2, (group - 1) % groups
        if what == arrives:
            blocks[group] += 1
            if waits[group]:
                heapq.heappush(events, (time, starts, group))
            waits[group] = False
        elif what == starts and core_free[machine] > time:
            heapq.heappush(events, (core_free[machine], starts, group))
        elif what == starts:
            core_free[machine] = time + work
            heapq.heappush(events, (time + work, ends, group))
        else:
            done[group] += 1
            if done[group] == groups:
                continue
            waits[group] = blocks[group] == done[group]
            if not waits[group]:
                heapq.heappush(events, (time, starts, group))
            if before // 2 != machine:
                link_free[machine] = max(time, link_free[machine]) + transfer
                time = link_free[machine] + latency
            heapq.heappush(events, (time, arrives, before))
    totals = options.totals_bytes * (machines - 1) / machines / (options.gbit * 1e9 / 8)
    return max(core_free) + totals + math.ceil(math.log2(machines)) * latency


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=float, required=True, help="of the collection")
    parser.add_argument("--model-bytes", type=float, required=True, help="of all blocks, as they travel")
    parser.add_argument("--totals-bytes", type=float, default=0, help="that all machines gather at the end of a sweep")
    parser.add_argument("--speed", type=float, required=True, help="tokens a second that a machine samples")
    parser.add_argument("--gbit", type=float, default=25, help="a second, of each machine's link")
    parser.add_argument("--latency", type=float, default=50, help="of a link, in microseconds")
    parser.add_argument("--machines", default="1,8,64", help="how many, in a list")
    parser.add_argument("--by", choices=["simgrid", "events"], default="simgrid", help="what replays the sweep")
    options = parser.parse_args()
    alone = options.tokens / options.speed
    print("machines  predicted s a sweep  times one machine")
    for machines in map(int, options.machines.split(",")):
        seconds = alone if machines == 1 else (predict if options.by == "simgrid" else replay_events)(machines, options)
        print(f"{machines:8}  {seconds:19.3f}  {alone / seconds:17.1f}")


if __name__ == "__main__":
    main()
