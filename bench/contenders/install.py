#!/usr/bin/env python3
"""Installs the contenders into the work folder: PyPI packages in a virtual environment, and MALLET's jars.

    python3 bench/contenders/install.py [--work FOLDER]

Needs Debian's python3-venv. MALLET also needs maven and default-jre-headless. A contender that cannot be installed is
reported, and the others are still installed. run.py skips it and lists it.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = {"tomotopy": "0.14.0", "topica": "0.62.0", "gensim": "4.4.0", "scikit-learn": "1.9.1"}
MALLET = "2.1.1"
PROJECT = f"""<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>themata.bench</groupId>
  <artifactId>contenders</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>cc.mallet</groupId><artifactId>mallet</artifactId><version>{MALLET}</version></dependency>
  </dependencies>
</project>
"""


def work_folder(argument):
    return pathlib.Path(argument).resolve() if argument else ROOT / "build/contenders"


def python_of(work):
    return work / "venv/bin/python"


def installed(work):
    """Versions of the installed packages, by their names in PACKAGES, and of mallet."""
    found = {}
    if python_of(work).exists():
        script = ("import importlib.metadata as m\n"
                  "for d in m.distributions(): print(d.metadata['Name'].lower(), d.version)")
        output = subprocess.run([python_of(work), "-c", script], capture_output=True, text=True).stdout
        found = dict(line.split() for line in output.splitlines())
    jars = list((work / "jars").glob("mallet-*.jar"))
    return {**{name: found[name] for name in PACKAGES if name in found},
            **({"mallet": jars[0].stem.removeprefix("mallet-")} if jars else {})}


def why_missing(needs, found):
    """Why a contender cannot run, as text; None if it can. @param needs  a package, mallet or None"""
    if needs is None or needs in found:
        return None if needs != "mallet" or shutil.which("java") else "java is not installed"
    return f"{needs} is not installed (install.py)"


def install_packages(work):
    if not python_of(work).exists():
        done = subprocess.run([sys.executable, "-m", "venv", work / "venv"], capture_output=True, text=True)
        if done.returncode:
            return [f"{name}: cannot create the virtual environment (is python3-venv installed?)" for name in PACKAGES]
    failed = []
    for name, version in PACKAGES.items():
        command = [python_of(work), "-m", "pip", "install", "--quiet", f"{name}=={version}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            failed.append(f"{name}: {(done.stderr.strip().splitlines() or ['pip failed'])[-1]}")
    return failed


def install_mallet(work):
    if not shutil.which("mvn") or not shutil.which("java"):
        return ["mallet: needs maven and default-jre-headless"]
    folder = work / "maven"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pom.xml").write_text(PROJECT)
    command = ["mvn", "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={work / 'jars'}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        return [f"mallet: {(done.stdout.strip().splitlines() or ['mvn failed'])[0]}"]
    return []


def main():
    parser = argparse.ArgumentParser(description="Installs the contenders into the work folder.")
    parser.add_argument("--work", help="work folder (default: build/contenders)")
    work = work_folder(parser.parse_args().work)
    work.mkdir(parents=True, exist_ok=True)
    for line in [*install_packages(work), *install_mallet(work)]:
        print("not installed:", line)
    for name, version in installed(work).items():
        print(name, version)


if __name__ == "__main__":
    main()
