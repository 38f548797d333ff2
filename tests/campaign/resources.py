"""Takes disk, memory, file sizes, open files or the right to write from a command, then gives it back."""
import os
import resource
import shutil
import subprocess

import compare
from kills import random_command
from work import message_faults, name_of

KINDS = ("disk", "read-only", "size", "memory", "files")
MIB = 1 << 20


def can_mount():
    """Whether disks can be mounted that only this process and its children see."""
    return os.geteuid() == 0 and shutil.which("unshare") and os.environ.get("THEMATA_CAMPAIGN_MOUNTS") == "1"


def mount(folder, options, *more):
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, *more, "tmpfs", str(folder)], check=True)


def remount(folder, options):
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def limited(work, command, folder, what, value):
    """The command with one limit of the system."""
    return work.run(command.words, folder, preexec_fn=lambda: resource.setrlimit(what, (value, value)))


def on_disk(work, command, rng, folder, kind):
    """On a disk of its own, which is too small or cannot be written to. @returns how the command ended"""
    reference, _ = work.reference(command)
    shutil.rmtree(folder)
    folder.mkdir()
    mount(folder, "size=64m")
    command.prepare(folder)
    if kind == "read-only":
        remount(folder, "ro")
    else:
        used = sum(4 + file.stat().st_size // 1024 for file in compare.files_in(reference).values())
        given = sum(4 + file.stat().st_size // 1024 for file in compare.files_in(folder).values())
        # Twice its size: a file that is replaced is there twice.
        remount(folder, f"size={given + rng.randrange(4, max(8, 2 * (used - given)))}k")
    done = work.run(command.words, folder)
    remount(folder, "rw,size=64m")
    return done


def disturb(work, command, rng, folder, kind):
    if kind in ("disk", "read-only"):
        return on_disk(work, command, rng, folder, kind)
    if kind == "size":
        reference, _ = work.reference(command)
        largest = max(file.stat().st_size for file in compare.files_in(reference).values())
        return limited(work, command, folder, resource.RLIMIT_FSIZE, rng.randrange(0, largest + 100))
    if kind == "memory":
        return limited(work, command, folder, resource.RLIMIT_AS, rng.randrange(30 * MIB, 240 * MIB, 65536))
    return limited(work, command, folder, resource.RLIMIT_NOFILE, rng.randrange(3, 16))


def is_the_loaders(done):
    """Whether the program did not begin because its libraries could not be loaded."""
    return done.code == 127 and "error while loading shared libraries" in done.err or done.code == -11 and not done.err


def resources_one(work, commands, tally, case):
    rng = work.rng("resources", case)
    command, kind = random_command(commands, rng, case), rng.choice(KINDS)
    if kind in ("disk", "read-only") and not can_mount():
        tally.notes[f"{kind} skipped: needs root and unshare"] += 1
        return
    folder = work.case_folder(command)
    try:
        done = disturb(work, command, rng, folder, kind)
        tally.notes[kind] += 1
        if is_the_loaders(done):
            tally.notes["not loaded"] += 1
            return
        tally.codes[name_of(done.code)] += 1
        # A folder for scratch files that cannot be written to is a wrong option.
        known = (3, 4, 2) if kind == "read-only" and "--scratch" in command.words else (3, 4)
        faults = [] if done.code == 0 else message_faults(done) if done.code in known else [f"exit code {done.code}: {done.err.strip()!r}"]
        left = compare.unfinished_files(folder) if kind in ("disk", "size") else []
        for fault in (*faults, *left, *work.faults_after(command, folder)):
            tally.violation(case, f"{kind}: {fault}", command.words)
    finally:
        if os.path.ismount(folder):
            subprocess.run(["umount", str(folder)], check=True)
