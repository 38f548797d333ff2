#!/usr/bin/python3
"""Writes Debian's English package descriptions as JSON lines or as CSV.

JSON lines have id, title, text and labels (debtags). CSV has id, title, text and tags, with "; " between the tags. No
text is shipped: the descriptions are read from apt's downloaded lists, by apt's own reader, because the lists may be
compressed.

usage: scripts/package_descriptions.py OUTPUT.jsonl|OUTPUT.csv
"""
import csv
import json
import os
import subprocess
import sys

LANGUAGES = ["-o", "Acquire::Languages=en"]
APT_HELPER = "/usr/lib/apt/apt-helper"


def list_files(created_by):
    """apt's downloaded lists of one kind ("Packages", "Translations"), in apt's order."""
    query = ["apt-get", "indextargets", *LANGUAGES, "--format", "$(FILENAME)", f"Created-By: {created_by}"]
    names = subprocess.run(query, capture_output=True, text=True, check=True).stdout.split()
    return [name for name in names if os.path.exists(name)]


def stanzas(names):
    """Yields each stanza of the lists as a dictionary from field to value. Continuation lines are joined by newlines."""
    if not names:
        return
    with subprocess.Popen([APT_HELPER, "cat-file", *names], stdout=subprocess.PIPE, encoding="utf-8") as reader:
        fields, field = {}, None
        for line in reader.stdout:
            line = line.rstrip("\n")
            if not line:
                if fields:
                    yield fields
                fields, field = {}, None
            elif line[0] in " \t" and field:
                fields[field] += "\n" + line.strip()
            elif ":" in line:
                field, _, value = line.partition(":")
                fields[field] = value.strip()
        if fields:
            yield fields
    if reader.returncode != 0:
        sys.exit("package_descriptions: cannot read apt's lists")


def tags_by_package():
    """The debtags of each package, as "facet/tag" paths."""
    tags = {}
    for stanza in stanzas(list_files("Packages")):
        names = [tag.strip() for tag in stanza.get("Tag", "").replace("\n", " ").split(",")]
        paths = ["/".join(name.split("::")) for name in names if "::" in name]
        if paths:
            tags.setdefault(stanza["Package"], sorted(set(paths)))
    return tags


def descriptions():
    """Yields the first package with each distinct description, in the order of the lists."""
    seen = set()
    tags = tags_by_package()
    for stanza in stanzas(list_files("Translations")):
        title, _, text = stanza.get("Description-en", "").partition("\n")
        digest = stanza.get("Description-md5")
        if not title or digest in seen:
            continue
        seen.add(digest)
        # Debian writes an empty line as a single dot.
        body = "\n".join("" if line == "." else line for line in text.split("\n"))
        package = stanza["Package"]
        yield {"id": package, "title": title, "text": body, "labels": tags.get(package, [])}


def write_json_lines(out):
    for row in descriptions():
        out.write(json.dumps(row, ensure_ascii=False) + "\n")
        yield row


def write_csv(out):
    table = csv.writer(out)
    table.writerow(["id", "title", "text", "tags"])
    for row in descriptions():
        table.writerow([row["id"], row["title"], row["text"], "; ".join(row["labels"])])
        yield row


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/package_descriptions.py OUTPUT.jsonl|OUTPUT.csv")
    output = sys.argv[1]
    partial = output + ".partial"
    write = write_csv if output.endswith(".csv") else write_json_lines
    with open(partial, "w", encoding="utf-8", newline="") as out:
        count = sum(1 for _ in write(out))
    if count == 0:
        os.remove(partial)
        sys.exit("package_descriptions: apt has no English descriptions on this system; download them with\n"
                 "    apt-get -o Acquire::Languages=en update")
    os.replace(partial, output)
    print(f"{count} distinct descriptions in {output}")


if __name__ == "__main__":
    main()
