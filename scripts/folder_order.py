#!/usr/bin/python3
"""Checks that the library's includes follow the order of folders in src/README.md.

usage: scripts/folder_order.py [ROOT]
"""
import pathlib
import re
import sys

ITEM = re.compile(r"^\d+\. `([\w/]+)`:(.*?)(?=^\d+\. |\Z)", re.M | re.S)
NEVER = re.compile(r"\bNot ((?:`[\w/]+`(?:,\s+)?)+)\.\s*$")
REGISTRY = "models/registry"  # folders after it in the list may not include single models
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def read_rules(readme):
    """Maps each folder to the folders that it may include. This contains the folder itself."""
    rules, above = {}, []
    for folder, paragraph in ITEM.findall(readme):
        above.append(folder)
        never = NEVER.search(paragraph)
        rules[folder] = set(above) - set(re.findall(r"[\w/]+", never.group(1)) if never else [])
        if REGISTRY in above[:-1]:
            rules[folder] -= {model for model in above if model.startswith("models/") and model != REGISTRY}
    return rules


def folder_of(place, rules):
    """The entry of the rules for a path inside the library.

    @returns the file without its extension if the rules list it, else the longest listed folder that contains the path,
      or "" for a file directly in src/themata
    """
    path = pathlib.PurePosixPath(place)
    if str(path.with_suffix("")) in rules:
        return str(path.with_suffix(""))
    parents = [str(parent) for parent in path.parents][:-1]
    return next((parent for parent in parents if parent in rules), parents[-1] if parents else "")


def wrong_include(folder, target, rules):
    """Why a source in `folder` ("" for src/themata itself) may not include `target`, or None."""
    if target.startswith(("apps/", "../", "./")) or "/../" in target or target == "subcommands.hpp":
        return "the library may include neither apps/ nor relative paths"
    parts = target.split("/")
    if parts[0] != "themata" or len(parts) < 3:
        return None
    if not folder:
        return "files directly in src/themata may not include its folders"
    included = folder_of("/".join(parts[1:]), rules)
    if included not in rules.get(folder, set()):
        return f"'{folder}' may not include '{included}' (see src/README.md)"
    return None


def violations(root):
    """All violations under root/src/themata, one line each."""
    rules = read_rules((root / "src/README.md").read_text())
    library = root / "src/themata"
    for folder in sorted({source.parent.relative_to(library).as_posix() for source in library.rglob("*.[ch]pp")}):
        if folder != "." and not any(folder == rule or folder.startswith(rule + "/") for rule in rules):
            yield f"src/themata/{folder}: the folder has no place in src/README.md"
    for source in sorted(library.rglob("*.[ch]pp")):
        folder = folder_of(source.relative_to(library).as_posix(), rules)
        text = source.read_text()
        for match in INCLUDE.finditer(text):
            why = wrong_include(folder, match.group(1), rules)
            if why:
                line = text.count("\n", 0, match.start(1)) + 1
                yield f"{source.relative_to(root)}:{line}: {match.group(1)}: {why}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = list(violations(root))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
