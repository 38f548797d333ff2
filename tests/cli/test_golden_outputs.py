"""Every model and sampler leaves what tests/golden/outputs.json records, to the bit."""
import importlib.util
import json
import pathlib

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden"


def load():
    spec = importlib.util.spec_from_file_location("outputs", GOLDEN / "outputs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_bit_has_changed(program):
    outputs = load()
    differing = outputs.differences(outputs.record(program), json.loads(outputs.RECORD.read_text()))
    assert not differing, ("these have changed; if that was meant, run tests/golden/outputs.py with --write and say so in "
                           "CHANGELOG: " + ", ".join(differing))


def test_a_difference_is_found():
    differences = load().differences
    assert differences({"a": {"b": "1", "c": "2"}}, {"a": {"b": "1", "c": "3"}}) == ["a: c"]
    assert differences({"a": "1"}, {"a": "1", "b": "2"}) == ["b"]
