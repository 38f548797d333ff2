"""Lets system calls fail, one by one, until none of a command is untried (by strace), or moves fewer bytes than asked for.

strace counts the calls of each thread; therefore commands have one thread of work. Calls of the loader, which come before
the program starts its first thread, are left out. A short read or write really is one: short_calls.c changes
how many bytes are asked for.
"""
import collections
import errno
import os
import pathlib
import re
import shutil
import subprocess

import compare
from work import message_faults, name_of

# The errors that each call is given in turn. EINTR only where a call waits for something outside the program.
ERRORS = {
    "read": ("EIO", "EINTR"), "pread64": ("EIO",), "readv": ("EIO",), "write": ("ENOSPC", "EINTR"), "pwrite64": ("ENOSPC", "EINTR"),
    "writev": ("ENOSPC",), "fsync": ("EIO",), "fdatasync": ("EIO",), "ftruncate": ("ENOSPC",), "fallocate": ("ENOSPC", "EINTR"),
    "openat": ("EACCES", "EMFILE"), "open": ("EACCES",), "close": ("EIO",), "rename": ("EACCES",),
    "renameat": ("EACCES",), "renameat2": ("EACCES",), "mkdir": ("EACCES", "ENOSPC"), "unlink": ("EACCES",), "unlinkat": ("EACCES",),
    "rmdir": ("EACCES",), "newfstatat": ("EIO",), "fstat": ("EIO",), "stat": ("EACCES",), "lstat": ("EACCES",), "statx": ("EIO",),
    "getdents64": ("EIO",), "lseek": ("EINVAL",), "mmap": ("ENOMEM",), "mprotect": ("ENOMEM",), "mremap": ("ENOMEM",),
    "flock": ("EINTR", "ENOLCK"), "getcwd": ("ENOENT",), "fcntl": ("EMFILE",), "dup": ("EMFILE",), "clone3": ("EAGAIN",),
    "clone": ("EAGAIN",), "access": ("EACCES",), "readlink": ("EACCES",), "utimensat": ("EACCES",), "chmod": ("EPERM",),
    "copy_file_range": ("ENOSPC",), "sendfile": ("ENOSPC",), "ioctl": ("ENOTTY",), "prlimit64": ("EPERM",),
    "sched_getaffinity": ("EINVAL",), "getrandom": ("ENOSYS",), "madvise": ("EINVAL",), "fadvise64": ("EINVAL",), "statfs": ("EIO",)}
# Calls that cannot fail, or whose failure no program can answer. brk says in another way than by an error that it failed,
# and the C library does not look whether sysinfo did.
LEFT_OUT = {"brk", "sysinfo", "execve", "exit", "exit_group", "futex", "munmap", "arch_prctl", "set_tid_address", "set_robust_list", "rseq", "getpid", "gettid",
            "rt_sigprocmask", "rt_sigaction", "rt_sigtimedwait", "rt_sigreturn", "tgkill", "restart_syscall", "clock_nanosleep", "sched_yield",
            "clock_gettime", "uname", "getuid", "geteuid", "getegid", "getgid", "wait4", "kill"}
# Where these fail, what is unfinished cannot be removed either.
REMOVING = {"unlink", "unlinkat", "rmdir", "openat", "newfstatat", "getdents64", "fcntl"}
SHORT = ("read", "pread64", "write", "pwrite64")
HERE = pathlib.Path(__file__).resolve().parent


def plain_commands(commands):
    """All that write, of lda, and of hdp what is not the same; with one thread."""
    one = ("--threads", "1", "--chains", "1", "--checkpoint-every", "0")
    for name in ("lda block-collapsed", "hdp block-collapsed"):
        yield commands.new_fit(name, *one)
        yield commands.resume(name, 1, "--threads", "1")
    yield from commands.others("lda block-collapsed")
    for layout in (["mallet-state"], ["topic-words"], ["draws"]):
        yield commands.export("hdp block-collapsed", layout)
    yield commands.new_fit("lda monitored", *one)
    yield commands.new_fit("lda settled", *one)
    yield commands.new_fit("lda block-collapsed", *one, "--scratch")
    yield commands.new_fit("labeled-lda block-collapsed", *one)
    yield commands.new_fit("dmr block-collapsed", *one)
    yield commands.imported("--threads", "1", "--scratch", ".")


def can_trace():
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "-e", "trace=none", "true"], capture_output=True).returncode == 0


def traced(work, words, folder):
    """All calls of a command, one per line."""
    log = work.folder / "calls.txt"
    work.run(words, folder, before=("strace", "-f", "-o", str(log)))
    return log.read_text(errors="replace")


def counts_in(text):
    """How often each call is made by the thread that makes it most."""
    counts = {}
    for (_, call), n in collections.Counter(re.findall(r"^(\d+) +(\w+)\(", text, re.M)).items():
        counts[call] = max(n, counts.get(call, 0))
    return counts


def numbers_of_calls(work, command):
    """The numbers of the calls that a command makes itself. @returns {call: a range}"""
    work.reference(command)
    text = traced(work, command.words, work.case_folder(command))
    at_start = counts_in(re.split(r"^.* clone3?\(", text, 1, re.M)[0])
    return {call: range(at_start.get(call, 0) + 1, n + 1) for call, n in sorted(counts_in(text).items())}


def inject(work, command, folder, fault):
    """@returns how the command ended, and the line of the failed call; "" where there was none"""
    call, error, n = fault
    log = work.folder / "injected.txt"
    done = work.run(command.words, folder, before=("strace", "-f", "--seccomp-bpf", "-o", str(log), "-e", f"trace={call}",
                                                   "-e", f"inject={call}:error={error}:when={n}"))
    hit = re.search(r"^.*\(INJECTED\).*$", log.read_text(errors="replace"), re.M)
    return done, hit[0] if hit else ""


def faults_of_end(done, line, error):
    """What is wrong with how a command ended in which a call failed."""
    if done.code == 0:
        return
    # A folder for scratch files that may not be written to is a wrong option.
    if done.code not in ((2, 3, 4) if "access(" in line else (3, 4)):
        yield f"exit code {done.code}: {done.err.strip()!r}"
    elif not re.search(r"write\(2,", line):
        yield from message_faults(done, os.strerror(getattr(errno, error)))


def name_of_case(command, fault):
    return " ".join(map(str, (command.name, *fault)))


def chosen(planned, work, tally, which):
    """Of the planned cases all, as many as asked for, drawn at random, or those whose names begin with some words."""
    count, name = which
    if name is not None:
        return [(command, fault) for command, fault in planned if f"{name_of_case(command, fault)} ".startswith(f"{name} ")]
    return planned if count is None else work.rng(tally.kind, "sample").sample(planned, min(count, len(planned)))


def try_call(work, command, tally, fault):
    """@returns whether the call was made at all"""
    folder = work.case_folder(command)
    done, line = inject(work, command, folder, fault)
    if not line:
        return False
    tally.codes[name_of(done.code)] += 1
    words = ("strace", "-f", "-e", f"inject={fault[0]}:error={fault[1]}:when={fault[2]}", "themata", *command.words)
    left = compare.unfinished_files(folder) if fault[0] not in REMOVING else []
    for wrong in (*faults_of_end(done, line, fault[1]), *left, *work.faults_after(command, folder)):
        tally.violation(name_of_case(command, fault), f"{wrong}\n    {line}", words)
    return True


def plan(work, commands, tally):
    """All calls of all commands: (command, (call, error, number))."""
    for command in plain_commands(commands):
        for call, numbers in numbers_of_calls(work, command).items():
            if call in LEFT_OUT:
                continue
            if call not in ERRORS:
                tally.violation(command.name, f"no error is known for the call {call}", command.words)
            for error in ERRORS.get(call, ()):
                # One more than was made: it shows that none was left.
                for number in (*numbers, numbers.stop):
                    yield command, (call, error, number)


def try_calls(work, commands, tally, which):
    """@param which  how many, or which one"""
    last = None
    for command, fault in chosen(list(plan(work, commands, tally)), work, tally, which):
        if command.name != last and which[0] is None:
            print(f"calls of {command.name}, after {tally.tried} cases", flush=True)
            last = command.name
        if not try_call(work, command, tally, fault):
            tally.notes["not made"] += 1


def build_short_calls(work):
    program = work.folder / "short_calls"
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", str(program), str(HERE / "short_calls.c")], check=True)
    return program


def try_short(work, command, tally, tool, call, number):
    folder, log = work.case_folder(command), work.folder / "short.txt"
    log.unlink(missing_ok=True)
    done = work.run(command.words, folder, before=(str(tool), str(log), call, str(number)))
    if not log.exists():
        return False
    tally.codes[name_of(done.code)] += 1
    faults = [] if done.code == 0 else [f"exit code {done.code}: {done.err.strip()!r}"]
    for fault in (*faults, *work.faults_after(command, folder)):
        tally.violation(name_of_case(command, (call, number)), fault, ("short_calls", "LOG", call, number, "themata", *command.words))
    return True


def try_short_calls(work, commands, tally, which):
    """Every read and write of more than one byte; the result must not change."""
    tool = build_short_calls(work)
    planned = []
    for command in plain_commands(commands):
        numbers = numbers_of_calls(work, command)
        planned += [(command, (call, number)) for call in SHORT for number in numbers.get(call, ())]
    for command, (call, number) in chosen(planned, work, tally, which):
        if not try_short(work, command, tally, tool, call, number):
            tally.notes["of one byte"] += 1
