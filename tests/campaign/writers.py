"""Two processes write to one place, the second at a random moment of the first."""
import time

import compare
from kills import random_fit
from work import message_faults, name_of


def pair(commands, rng):
    """Two commands with one output. The result must be that of one of them."""
    name = rng.choice(list(commands.models))
    chosen = rng.choice(("fit", "fit", "resume", "resumes", "import", "export", "sweep"))
    if chosen == "fit":
        return (random_fit(commands, rng, name),) * 2
    if chosen == "resume":
        fit = commands.new_fit(name, "--checkpoint-every", "0")
        return fit, fit
    if chosen == "resumes":
        return (commands.resume(name),) * 2
    if chosen == "sweep":
        return (commands.sweep("lda"),) * 2
    return (commands.imported() if chosen == "import" else commands.export("lda block-collapsed", ["doc-topics"]),) * 2


def writers_one(work, commands, tally, case):
    rng = work.rng("writers", case)
    first, second = pair(commands, rng)
    reference, seconds = work.reference(first)
    folder = work.case_folder(first)
    resumes = first.words[0] == "fit" and rng.random() < 0.5
    one = work.start(first.words, folder)
    time.sleep(rng.uniform(0, seconds))
    two = work.start(("resume", "fit") if resumes else second.words, folder)
    ends = [work.end(one), work.end(two)]
    tally.codes[" and ".join(sorted(name_of(done.code) for done in ends))] += 1
    for fault in writer_faults(first, ends, resumes):
        tally.violation(case, fault, first.words)
    for fault in (*compare.damaged_files(folder), *compare.differences(first.output_in(reference), first.output_in(folder))):
        tally.violation(case, fault, first.words)


def writer_faults(command, ends, resumes):
    """One must win; the other has a message, that the output exists or is being written."""
    if all(done.code == 0 for done in ends) and command.kind in ("fit", "folder"):
        yield "both succeed"
    if all(done.code != 0 for done in ends):
        yield f"both fail: {[done.err for done in ends]}"
    for done in ends:
        early = resumes and done.code == 3 and "fit" in done.err  # there is nothing to resume yet
        if done.code not in (0, 2) and not early:
            yield f"exit code {done.code}: {done.err.strip()!r}"
        elif done.code != 0:
            yield from message_faults(done)
