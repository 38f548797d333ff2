#!/usr/bin/env python3
"""Wraps C++ comments that are longer than a line may be (110 columns); clang-format leaves comments alone.

    scripts/wrap_comments.py FILE...

What does not fit on a line of comment goes to the next line of the same paragraph, or to a line of its own. A comment
behind code moves above it.
"""
import pathlib
import re
import sys

WIDTH = 110
COMMENT = re.compile(r"^(?P<prefix>\s*//[/!]?<? ?)(?P<text>\S.*)$")
BEHIND_CODE = re.compile(r"^(?P<indent>\s*)(?P<code>[^\s/][^\"]*?)\s+(?P<mark>//[/]?)<?\s(?P<text>\S.*)$")
TAG = re.compile(r" @(?:param|returns|throws)\b")
BEGINS = re.compile(r"@|[-*|\d]")  # a tag, an item of a list, a row


def is_table(found):
    """Whether a comment has columns; two blanks behind a parameter's name are none."""
    return bool(found) and "  " in re.sub(r"@param \S+  ", "", found["text"])


def fitting(prefix, text):
    """The words of a comment that fit on its line, and the rest."""
    room = WIDTH - len(prefix)
    cut = text.rfind(" ", 0, room + 1)
    return (text, "") if len(text) <= room or cut <= 0 else (text[:cut].rstrip(), text[cut:].lstrip())


def continues(prefix, line):
    """The text of the next line, where it goes on with the same paragraph."""
    found = COMMENT.match(line)
    if not found or found["prefix"] != prefix or BEGINS.match(found["text"]) or is_table(found):
        return None
    return found["text"]


def above(line):
    """A comment behind code, as a comment above the code; None where it is none, or a URL."""
    found = BEHIND_CODE.match(line)
    if not found or "NOLINT" in found["text"]:
        return None
    return [f"{found['indent']}{found['mark']} {found['text'][0].upper()}{found['text'][1:]}",
            f"{found['indent']}{found['code']}"]


def wrapped(lines):
    lines, result = list(lines), []
    while lines:
        line = lines.pop(0)
        found = COMMENT.match(line)
        tag = TAG.search(line, len(found["prefix"])) if found else None
        if len(line) > WIDTH and tag:
            lines = [line[:tag.start()], found["prefix"] + line[tag.start() + 1:]] + lines
        elif len(line) <= WIDTH or is_table(found):
            result.append(line)
        elif not found:
            moved = above(line)
            lines = moved + lines if moved and len(moved[1]) <= WIDTH else lines
            if not moved or len(moved[1]) > WIDTH:
                result.append(line)
        else:
            first, rest = fitting(found["prefix"], found["text"])
            result.append(found["prefix"] + first)
            onward = continues(found["prefix"], lines[0]) if rest and lines else None
            if onward is not None:
                lines[0] = f"{found['prefix']}{rest} {onward}"
            elif rest:
                lines.insert(0, found["prefix"] + rest)
    return result


def main():
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        before = path.read_text()
        after = "\n".join(wrapped(before.split("\n")))
        if after != before:
            path.write_text(after)


if __name__ == "__main__":
    main()
