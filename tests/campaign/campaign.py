#!/usr/bin/python3
"""A campaign of faults: whatever happens to a command, nothing that was saved is lost, and no half file is left.

kill       SIGKILL at random moments of fit, resume, import, export, infer, report and sweep; by all models and samplers
signals    SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGSTOP with SIGCONT, and a closed pipe
calls      each system call fails in turn (needs strace)
short      each read and write in turn moves fewer bytes than asked for (needs cc and x86-64)
resources  a full disk, a read-only one (need root), limits of memory, open files and the size of files
writers    two processes write to one place

After each case, files under their final names must be whole, the command or `resume` must end with the results of an
undisturbed run, and what failed must have said so in one message, with a documented exit code. The table counts exit
codes. Ends with 1 if anything was wrong, each with the command that repeats it.

usage: tests/campaign/campaign.py PROGRAM [--seed N] [--count N] [--only KIND] [--case N] [--output FOLDER]
"""
import argparse
import os
import pathlib
import platform
import shutil
import sys
import tempfile
import time

import calls
import kills
import resources
import writers
from commands import FEW, Commands
from work import Tally, Work, default_folder

# The usual number of cases; None: all there are.
COUNTS = {"kill": 1000, "signals": 300, "calls": None, "short": None, "resources": 400, "writers": 200}
ONE = {"kill": kills.kill_one, "signals": kills.signal_one, "resources": resources.resources_one, "writers": writers.writers_one}


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program to disturb")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn at random (default: 1)")
    parser.add_argument("--count", type=int, help="cases of each kind (default: %s; calls and short: all)" % COUNTS["kill"])
    parser.add_argument("--only", choices=COUNTS, action="append", help="this kind alone; may be repeated")
    parser.add_argument("--case", help="this case alone of the kind: a number from 0, or how names of failed calls begin")
    parser.add_argument("--output", help="folder for the table and the violations (default: none)")
    return parser.parse_args()


def why_skipped(kind):
    if kind in ("calls", "short") and not calls.can_trace():
        return "strace is missing or not allowed here"
    if kind == "short" and (platform.machine() != "x86_64" or not shutil.which("cc")):
        return "needs a C compiler and x86-64"
    return ""


def run_kind(kind, work, commands, arguments):
    tally, count = Tally(kind, work), COUNTS[kind] if arguments.count is None else arguments.count
    reason, begun = why_skipped(kind), time.monotonic()
    if reason:
        tally.notes[f"skipped, {reason}"] = 1
    elif kind == "calls":
        calls.try_calls(work, commands, tally, (count, arguments.case))
    elif kind == "short":
        calls.try_short_calls(work, commands, tally, (count, arguments.case))
    else:
        for case in range(count) if arguments.case is None else [int(arguments.case)]:
            ONE[kind](work, commands, tally, case)
    print(f"{kind}: {tally.tried} cases, {len(tally.violations)} violations, {time.monotonic() - begun:.0f} s", flush=True)
    return tally


def table(tallies):
    return "\n".join(["| kind | tried | ended with | violations |", "|---|---|---|---|", *(tally.row() for tally in tallies)])


def campaign(arguments, folder):
    work = Work(arguments.program, folder, arguments.seed)
    commands = Commands(lambda *words: work.run(words), folder / "given")
    short = Commands(lambda *words: work.run(words), folder / "given-short", FEW)
    refused = commands.find_models()
    short.models = commands.models
    print(f"{len(commands.models)} models with samplers and variants; fit refuses {', '.join(refused)}", flush=True)
    tallies = [run_kind(kind, work, short if kind in ("calls", "short") else commands, arguments)
               for kind in COUNTS if not arguments.only or kind in arguments.only]
    violations = [line for tally in tallies for line in tally.violations]
    if arguments.output:
        output = pathlib.Path(arguments.output)
        output.mkdir(parents=True, exist_ok=True)
        (output / "table.md").write_text(table(tallies) + "\n")
        (output / "violations.txt").write_text("".join(line + "\n" for line in violations))
    print(table(tallies))
    return 1 if violations else 0


def main():
    arguments = read_arguments()
    # Mounted disks are then seen by this process alone, and end with it.
    if os.geteuid() == 0 and shutil.which("unshare") and "THEMATA_CAMPAIGN_MOUNTS" not in os.environ:
        allowed = os.system("unshare --mount true 2>/dev/null") == 0
        os.environ["THEMATA_CAMPAIGN_MOUNTS"] = "1" if allowed else "0"
        if allowed:
            os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])
    with tempfile.TemporaryDirectory(dir=default_folder(), prefix="themata-campaign-") as folder:
        return campaign(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
