#!/usr/bin/env python3
"""Memory of each rank of a whole fit: its most in MiB that is no file's, and with the files' pages, looked at five times a second.

usage: fit_memory.py PROGRAM_FOLDER CORPUS WAY... [-- FIT_OPTION...]
WAY is RANKS, of one thread each, or RANKS,THREADS.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

OPTIONS = "--topics 1000 --blocks 64 --sweeps 1 --chains 1 --seed 1 --keep 0".split()
ALWAYS = "--trace-every 1 --until sweeps --burn-in 0 --log json".split()


def fields_of(process):
    """Of /proc/PID/status in kB; none of a process that has ended."""
    try:
        lines = pathlib.Path("/proc", process, "status").read_text().splitlines()
    except OSError:
        return {}
    return {name: int(value.split()[0]) for name, value in (line.split(":", 1) for line in lines)
            if value.strip().endswith(" kB")}


def ranks_of(program):
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{process}/exe") == str(program):
                yield process
        except OSError:
            pass


def watch(running, program):
    """Most memory of each process until the end: own, and all."""
    own, everything = {}, {}
    while running.poll() is None:
        for process in ranks_of(program):
            fields = fields_of(process)
            if "RssAnon" in fields:
                own[process] = max(own.get(process, 0), fields["RssAnon"] + fields["RssShmem"])
                everything[process] = max(everything.get(process, 0), fields["VmHWM"])
        time.sleep(.2)
    return sorted(value // 1024 for value in own.values()), sorted(value // 1024 for value in everything.values())


def main():
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    folder, corpus, *ways = words[:end]
    program = pathlib.Path(folder, "themata-mpi").resolve()
    for way in ways:
        ranks, threads = (way + ",1").split(",")[:2]
        with tempfile.TemporaryDirectory(dir=pathlib.Path(corpus).resolve().parent) as name:
            fit = pathlib.Path(name, "fit")
            command = ["mpiexec", "--oversubscribe", "--bind-to", "none", "-n", ranks, program, "fit", os.path.abspath(corpus),
                       *(words[end + 1:] or OPTIONS), *ALWAYS, "--threads", threads, "--output", fit]
            begin = time.monotonic()
            with open(pathlib.Path(name, "log"), "w+") as log:
                running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
                own, everything = watch(running, program)
                log.seek(0)
                text = log.read()
            if running.returncode != 0:
                raise SystemExit(text)
            sweeps = [json.loads(line)["seconds"] for line in text.splitlines() if line.startswith('{"') and '"sweep"' in line]
            state = json.loads((fit / "manifest.json").read_text())["chains"][0]["state_hash"]
            print(f"{ranks} ranks of {threads} threads: own {own} MiB, with files {everything} MiB; seconds at sweeps {sweeps}, in all "
                  f"{time.monotonic() - begin:.0f}; {state}", flush=True)


if __name__ == "__main__":
    main()
