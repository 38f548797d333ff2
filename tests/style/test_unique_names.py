"""No two headers name different types alike: the linker would take one of them for both, without a word."""
import pathlib
import re
from collections import defaultdict

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src"
TYPE = re.compile(r"^(?:class|struct|enum class) (\w+)(?: final)?(?: :[^;]*)? *(?:\{|$)", re.MULTILINE)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)


def types_of(header):
    """Full names of the types that a header defines outside of other types, which begin at the start of a line."""
    text = header.read_text()
    namespaces = [(found.start(), found[1]) for found in NAMESPACE.finditer(text)]
    for found in TYPE.finditer(text):
        inside = [name for start, name in namespaces if start < found.start()]
        yield "::".join([*inside[-1:], found[1]])


def test_types_have_names_of_their_own():
    places = defaultdict(set)
    for header in sorted(SOURCES.rglob("*.hpp")):
        for name in types_of(header):
            places[name].add(str(header.relative_to(SOURCES)))
    assert len(places) > 300, "the types were not found"
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
