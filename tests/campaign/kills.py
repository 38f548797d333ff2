"""Ends the program at random moments: by SIGKILL, which nothing can answer, and by signals that it answers."""
import os
import pathlib
import re
import signal
import subprocess
import time

from work import Done, message_faults, name_of


def random_fit(commands, rng, name):
    """A fit or a resumed one, with random options that have no effect on the result."""
    chains = rng.choice((1, 2))
    options = ["--threads", rng.choice("12"), "--checkpoint-every", rng.choice("01"), "--chains", str(chains)]
    if rng.random() < 0.2:
        return commands.resume(name, chains, "--threads", options[1])
    return commands.new_fit(name, *options, *(["--scratch"] if rng.random() < 0.1 else []))


def random_command(commands, rng, case):
    """Of two cases, one is a fit, by all models and samplers in turn."""
    names = list(commands.models)
    if case % 2 == 0:
        return random_fit(commands, rng, names[case // 2 % len(names)])
    name = rng.choice(("lda block-collapsed", "hdp block-collapsed"))
    return rng.choice([*commands.others(name), commands.imported("--scratch", "."), commands.sweep(name.split()[0])])


def disturb(work, command, folder, moment, act, **options):
    """Does something to a running command at a moment. @returns how it ended"""
    process = work.start(command.next_words(folder), folder, **options)
    time.sleep(moment)
    act(process)
    return work.end(process)


def kill_one(work, commands, tally, case):
    rng = work.rng("kill", case)
    command = random_command(commands, rng, case)
    _, seconds = work.reference(command)
    folder = work.case_folder(command)
    # A killed fit is resumed, and what resumes it is killed too.
    for _ in range(rng.choice((1, 1, 2, 3))):
        if command.kind == "folder" and command.output_in(folder).exists() or command.is_finished(folder):
            break
        done = disturb(work, command, folder, rng.uniform(0, seconds), lambda process: process.kill())
        tally.codes[name_of(done.code)] += 1
        if done.code not in (0, -signal.SIGKILL):
            tally.violation(case, f"exit code {done.code}: {done.err.strip()}", command.words)
    for fault in work.faults_after(command, folder):
        tally.violation(case, fault, command.words)


def expected_codes(sent):
    return {signal.SIGSTOP: (0,), signal.SIGPIPE: (0, 4, -signal.SIGPIPE)}.get(sent, (0, 130))


def has_begun(process):
    """Whether the program itself is at work: it then blocks the signals that it answers. The loader does not."""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return False
    return bool(int(re.search(r"^SigBlk:\s*([0-9a-f]+)", status, re.M)[1], 16) & 1 << signal.SIGTERM - 1)


def signal_faults(done, sent, begun):
    """What is wrong with how a command ended that got a signal."""
    if done.code == -sent and not begun:
        return
    if done.code not in expected_codes(sent):
        yield f"exit code {done.code} after {sent.name}: {done.err.strip()!r}"
    elif done.code == 130:
        yield from (fault for fault in message_faults(done) if "names no file" not in fault)


def closed_pipe(work, command, folder):
    """Standard output is a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    process = work.start(command.words, folder, stdout=writer)
    os.close(writer)
    _, err = process.communicate(timeout=120)
    return Done(process.returncode, "", err)


def stop_and_go(process):
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.002)
    process.send_signal(signal.SIGCONT)


def send(work, command, folder, sent, moment):
    """@returns how the command ended, and whether it had begun when it got the signal"""
    if sent == signal.SIGPIPE:
        return closed_pipe(work, command, folder), True
    begun = []

    def act(process):
        begun.append(has_begun(process))
        stop_and_go(process) if sent == signal.SIGSTOP else process.send_signal(sent)

    return disturb(work, command, folder, moment, act, stdout=subprocess.DEVNULL), begun[0]


def signal_one(work, commands, tally, case):
    rng = work.rng("signals", case)
    command = random_command(commands, rng, case)
    sent = rng.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGSTOP, signal.SIGPIPE))
    _, seconds = work.reference(command)
    folder = work.case_folder(command)
    done, begun = send(work, command, folder, sent, rng.uniform(0, seconds))
    tally.codes[name_of(done.code)] += 1
    tally.notes[sent.name] += 1
    for fault in (*signal_faults(done, sent, begun), *work.faults_after(command, folder)):
        tally.violation(case, f"{sent.name}: {fault}", command.words)
