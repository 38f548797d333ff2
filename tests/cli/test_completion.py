"""Completion in shells: the program's own commands and options, whatever they are."""
import re
import shutil
import subprocess

import pytest


@pytest.fixture
def asked(themata):
    """What the program prints."""
    def ask(*words):
        done = themata(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout
    return ask


def options_of(asked, command):
    return set(re.findall(r"^\s+(?:-\w,)?--([\w-]+)", asked(command, "--help"), re.MULTILINE))


def commands(asked):
    listed = asked("--help").split("Subcommands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([\w-]+)", listed, re.MULTILINE)


def completed(script, words):
    typed = " ".join(f"'{word}'" for word in words)
    text = f"{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _themata; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=True).stdout.split()


def test_bash_completes_commands_and_options(asked):
    script = asked("completion", "bash")
    assert completed(script, ["themata", "imp"]) == ["import"]
    assert set(completed(script, ["themata", ""])) == {*commands(asked), "--help", "--version"}
    assert {"fit", "completion"} < set(commands(asked))
    assert set(completed(script, ["themata", "topics", "--"])) == {f"--{name}" for name in options_of(asked, "topics")}
    of_a_model = set(re.findall(r"^\s+--([\w-]+)", asked("fit", "--model", "hdp", "--help"), re.MULTILINE))
    assert {"max-topics", "topics"} & of_a_model
    assert {f"--{name}" for name in of_a_model} < set(completed(script, ["themata", "fit", "--"]))
    assert completed(script, ["themata", "info", "--zz"]) == []
    assert completed(script, ["themata", "topics", ""]) == []  # then bash completes files


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_in_the_shells_language(asked, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    ran = subprocess.run([shell, "-n"], input=asked("completion", shell), capture_output=True, text=True)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr


def test_zsh_and_fish_know_every_option(asked):
    for shell, form in (("zsh", "'--{}["), ("fish", " -l {} ")):
        text = asked("completion", shell)
        for command in commands(asked):
            assert command in text
        for name in options_of(asked, "effect"):
            assert form.format(name) in text, (shell, name)


def test_fish_completes(asked):
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    text = f"{asked('completion', 'fish')}\ncomplete -C 'themata topics --lar'"
    ran = subprocess.run(["fish", "--no-config", "-c", text], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("--largest\t")


def test_an_unknown_shell_is_refused(themata):
    done = themata("completion", "ksh")
    assert done.returncode == 2 and "bash" in done.stderr
