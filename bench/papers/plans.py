"""What a table is made by: the commands that decide what it measures, and a hash of their options.

The program itself says what a command's options are, with the defaults for what was left out (`--dry-run` of fit and
simulate; the manifest of a corpus). The hash of a table is that of the set of these records. Not part of a record are
options that do not decide what a table measures: paths, seeds, and the number of threads (NEVER). Neither is a number
of topics that follows from the labels of a corpus.
"""
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

PROGRAM = pathlib.Path(os.environ.get("THEMATA_PROGRAM",
                                      pathlib.Path(__file__).resolve().parents[2] / "build/release/themata"))
NEVER = {"seed", "threads", "checkpoint-every", "output", "log", "format", "start-from", "start-chain", "alpha-weights",
         "beta-weights", "seeds"}
FROM_LABELS = {"hpc", "labeled-lda"}  # models whose topics follow from the corpus
# Options that the program gained after tables were measured, each with the value that does what the program did before.
# A record leaves an option out that has this value, so that these tables stay as they are.
GAINED = {"mh-steps": 4, "pi-prior": [1, 1]}


@dataclasses.dataclass(frozen=True)
class Command:
    """A command of the program, without the paths of what it reads and writes.

    options: by name, without dashes; of a flag, True. The MODEL of `simulate` is "model".
    seconds: of CPU time, after which a fit is stopped; 0: it does all its sweeps.
    data: what an import reads.
    """
    verb: str
    options: dict
    seconds: float = 0
    data: str = ""


def words(command):
    """The command line, without paths, and without the options of a fit that have no effect beside the others: the program
    refuses them. A script names them all the same, so that its sets of options can be combined."""
    return line_of(command, leave_out=unused(command) if command.verb == "fit" else ())


def line_of(command, leave_out=()):
    options = {name: value for name, value in command.options.items() if name not in leave_out}
    first = [command.verb, *([options.pop("model")] if command.verb == "simulate" else [])]
    given = [[f"--{name}", *([] if value is True else [value])] for name, value in options.items()]
    return [*first, *(str(word) for pair in given for word in pair)]


def program(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True).stdout


@functools.cache
def tiny_folder():
    """A folder that is deleted when the script ends, with a corpus of documents that have labels in a tree."""
    folder = tempfile.TemporaryDirectory(prefix="themata-papers-")
    program("simulate", "hpc", "--documents", 60, "--types", 30, "--topics", 6, "--branching", 2, "--length", 20,
            "--output", f"{folder.name}/corpus")
    return folder


# The smallest input of each format, for what an import would do.
TINY_INPUT = {"ldac": "1 0:99\n", "uci": "1\n1\n1\n1 1 99\n",
              "jsonl": json.dumps({"id": "1", "title": "word", "text": "word " * 99, "labels": ["a"]}) + "\n"}


def options_of_import(options):
    """The options that the manifest of a corpus would hold, found by an import of one document."""
    with tempfile.TemporaryDirectory(dir=tiny_folder().name) as folder:
        source, vocabulary = pathlib.Path(folder, "documents"), pathlib.Path(folder, "words")
        source.write_text(TINY_INPUT[options["format"]])
        vocabulary.write_text("word\n")
        of_counts = [] if options["format"] == "jsonl" else ["--vocabulary", vocabulary]
        program(*words(Command("import", options)), source, *of_counts, "--output", f"{folder}/corpus")
        found = json.loads(pathlib.Path(folder, "corpus/manifest.json").read_text())["import"]["options"]
    return {name: value for name, value in found.items() if name not in ("files", "vocabulary")}


@functools.cache
def unused_of(line):
    command = Command("fit", json.loads(line))
    done = subprocess.run([PROGRAM, *line_of(command), f"{tiny_folder().name}/corpus", "--dry-run"], text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return frozenset(re.findall(r"--([a-z-]+) does not apply: ", done.stderr))


def unused(command):
    """The options of a fit that the program refuses because they have no effect beside the others."""
    return unused_of(json.dumps(command.options))


def as_in(found, name, value):
    """The value of an option as the program shows it, which shows another one."""
    kind = type(found[name])
    return [float(part) for part in value.split(",")] if kind is list else kind(value)


def resolved(command):
    """The command's options with the defaults of the program, by name."""
    if command.verb == "import":
        return options_of_import(command.options)
    if command.verb == "simulate":
        return json.loads(program(*words(command), "--dry-run"))
    if command.verb == "fit":
        found = json.loads(program(*words(command), f"{tiny_folder().name}/corpus", "--dry-run"))
        return found | {name: as_in(found, name, command.options[name]) for name in unused(command)}
    return dict(command.options)  # named in full (tests/cli/test_papers_options.py)


@functools.cache
def record_of(line, data, seconds):
    verb, options = json.loads(line)
    ignored = NEVER - ({"format"} if verb in ("import", "export") else set())  # elsewhere it is that of what is printed
    found = {name: value for name, value in resolved(Command(verb, options)).items()
             if name not in ignored and GAINED.get(name, ...) != value}
    if found.get("model") in FROM_LABELS and verb == "fit":
        found.pop("topics", None)
    return {"command": verb, "options": found} | ({"of": data} if data else {}) | (
        {"CPU seconds": seconds} if seconds else {})


def record(command):
    """What a command does, as far as it decides what a table measures."""
    return record_of(json.dumps([command.verb, command.options]), command.data, command.seconds)


def records(commands):
    """The different records of commands, in an order of their own."""
    return sorted({json.dumps(record(command), sort_keys=True) for command in commands})


def hash_of(commands):
    """Ten hexadecimal digits: equal for equal sets of records, whatever their order and number."""
    return hashlib.sha256("\n".join(records(commands)).encode()).hexdigest()[:10]


class Ran:
    """The commands that a script has run, to compare with those that its tables say they are made by."""
    commands = []


def note(command):
    Ran.commands.append(command)
    return command


def difference(planned):
    """Records that were planned but not run, and those run but not planned."""
    wanted, found = set(records(planned)), set(records(Ran.commands))
    return sorted(wanted - found), sorted(found - wanted)
