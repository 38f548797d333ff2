#!/usr/bin/env python3
"""Checks a built site: it loads nothing from the network, and every link to one of its own pages, anchors or files leads there.

usage: scripts/check_site.py FOLDER
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse

# Attributes that a browser loads by itself.
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data"),
          ("embed", "src"), ("video", "src"), ("audio", "src")}
NOT_LOADED = {"canonical", "search", "index", "next", "prev", "author", "help", "top"}  # kinds of <link>


class Page(html.parser.HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        for name, value in given.items():
            if (tag, name) in LOADED and value and not (tag == "link" and given.get("rel") in NOT_LOADED):
                self.loaded.append(value)


def is_remote(address):
    return re.match(r"(?:https?:)?//", address) is not None


def loads_from_network(folder, pages):
    """What a browser would fetch from elsewhere, page by page; also by stylesheets."""
    found = [(path, address) for path, page in pages.items() for address in page.loaded if is_remote(address)]
    for path in folder.rglob("*.css"):
        addresses = re.findall(r"(?:url\(|@import\s+)\s*[\"']?([^\"')\s;]+)", path.read_text(encoding="utf-8"))
        found += [(path, address) for address in addresses if is_remote(address)]
    return found


def broken_links(pages):
    for path, page in pages.items():
        for address in [*page.links, *page.loaded]:
            target, _, anchor = address.partition("#")
            if re.match(r"[a-z][a-z0-9+.-]*:", target) or is_remote(target):
                continue
            file = (path.parent / urllib.parse.unquote(target.partition("?")[0])).resolve() if target else path
            wanted = urllib.parse.unquote(anchor)
            if not file.is_file() or (wanted and file in pages and wanted not in pages[file].anchors):
                yield path, address


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    # Doxygen's own pages are many, and it checks them itself.
    pages = {path: Page(path) for path in folder.rglob("*.html") if path.relative_to(folder).parts[0] not in ("cpp", "_static")}
    wrong = [f"{path.relative_to(folder)} loads {address}" for path, address in loads_from_network(folder, pages)]
    wrong += [f"{path.relative_to(folder)} links to {address}, which is not there" for path, address in broken_links(pages)]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(pages)} pages: all links lead somewhere, and nothing is loaded from the network")


if __name__ == "__main__":
    main()
