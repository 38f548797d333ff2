"""The page that is checked in is what its sources give, and its types are right. Needs Node, and the npm registry once."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason="no Node and npm on PATH")


def check(root):
    return subprocess.run([root / "scripts/page.sh", "check"], capture_output=True, text=True, timeout=500)


def test_the_page_is_what_its_sources_give():
    done = check(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.thorough
def test_a_changed_source_or_a_wrong_type_is_found(tmp_path):
    for folder in ("scripts", "web"):
        shutil.copytree(ROOT / folder, tmp_path / folder, symlinks=True, ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    source = tmp_path / "web/src/format.ts"
    text = source.read_text(encoding="utf-8")
    assert 'return "default"' in text
    source.write_text(text.replace('return "default"', 'return "preset"'), encoding="utf-8")
    assert "differs from what its sources give" in check(tmp_path).stderr
    source.write_text(text + 'export const wrong: number = "text";\n', encoding="utf-8")
    assert check(tmp_path).returncode != 0
