#!/usr/bin/python3
"""Checks that no table in the results is older than the options that it depends on.

Beside each table is a line with the command that wrote it and a hash of the resolved options:

    `bench/papers/icdp_prior.py`, table `columns`: options `b93d8dbe8c`

The hash is computed anew, from the script and from the defaults of the program (plans.py); nothing is fitted. Where it
differs, the table must be measured again, or its line must say that it is older, in one of these ways:

    ...: measured with earlier options `b93d8dbe8c`
    ...: measured before options were recorded
    ...: not measured yet

RESULTS.md counts the tables of each page, and those that are to be measured again.

usage: bench/papers/check.py [FOLDER]   (of the pages; default: this folder. Seconds)
"""
import dataclasses
import importlib
import os
import pathlib
import re
import sys

os.environ.pop("THEMATA_QUICK", None)  # the pages are about the full runs
import plans  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
START = "`bench/papers/"
LINE = re.compile(r"`bench/papers/(?P<script>\w+)\.py(?P<arguments>[^`]*)`, table `(?P<table>[\w.-]+)`: "
                  r"(?:options `(?P<now>[0-9a-f]{10})`|measured with earlier options `(?P<earlier>[0-9a-f]{10})`|"
                  r"measured before options were recorded|not measured yet)")
ROW = re.compile(r"\| \[[^\]]+\]\((?P<page>[\w.-]+\.md)\) \|(?:.*\|)? (?P<tables>\d+) \| (?P<again>\d+) \|")


@dataclasses.dataclass
class Table:
    """A table of a page, with its hash if its line has one. fault: what is wrong with the line, or ""."""
    place: str
    line: str
    script: str = ""
    name: str = ""
    is_old: bool = False
    fault: str = ""


def read_table(place, line):
    found = LINE.fullmatch(line)
    if not found:
        return Table(place, line, fault="is not of the form that check.py describes")
    table = Table(place, line, found["script"], found["table"], is_old=found["now"] is None)
    tables = importlib.import_module(found["script"]).plan(*found["arguments"].split())
    if table.name not in tables:
        table.fault = f"there is no such table; the command writes {', '.join(tables)}"
        return table
    options = plans.hash_of(tables[table.name])
    if found["now"] and found["now"] != options:
        table.fault = (f"older than its options, which are now `{options}`: run the command again, "
                       "or say that it is older")
    if found["earlier"] == options:
        table.fault = "these are the options of now: write so"
    return table


def tables_of(page):
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith(START):
            yield read_table(f"{page.name}:{number}", line)


def faults_of_overview(overview, pages):
    """The overview's rows against the tables of the pages."""
    found = filter(None, map(ROW.fullmatch, overview.read_text().splitlines()))
    rows = {row["page"]: (int(row["tables"]), int(row["again"])) for row in found}
    for page, tables in pages.items():
        counts = (len(tables), sum(table.is_old for table in tables))
        if rows.get(page) != counts:
            yield (f"{overview.name}: {page} has {counts[0]} tables, {counts[1]} of them to be measured again; "
                   f"the row says {rows.get(page)}")
    for page in rows.keys() - pages.keys():
        yield f"{overview.name}: {page} has no tables, or is missing"


def missing_tables(tables):
    """Tables that a script writes and no page has."""
    shown = {(table.script, table.name) for table in tables}
    for path in sorted(HERE.glob("*_*.py")):
        for name in importlib.import_module(path.stem).plan():
            if (path.stem, name) not in shown:
                yield f"{path.stem}: its table {name} is on no page"


def main():
    if not plans.PROGRAM.exists():
        sys.exit(f"{plans.PROGRAM} is missing: run 'make release' first")
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    pages = {page.name: list(tables_of(page)) for page in sorted(folder.glob("*.md"))}
    pages = {name: tables for name, tables in pages.items() if tables}
    tables = [table for of_page in pages.values() for table in of_page]
    faults = [f"{table.place}: {table.line}\n  {table.fault}" for table in tables if table.fault]
    faults += [*faults_of_overview(folder / "RESULTS.md", pages), *missing_tables(tables)]
    old = [table for table in tables if table.is_old]
    print(f"{len(tables)} tables, {len(old)} to be measured again:", *(f"  {t.place}: {t.line}" for t in old), sep="\n")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
