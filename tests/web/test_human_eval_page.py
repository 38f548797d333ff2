"""The raters' page in a headless Chromium: nothing sticks out of a narrow or a wide window, and it prints."""
import html
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
         "--enable-logging=stderr", "--virtual-time-budget=4000"]
LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle"
PROBE = """<script>
parent.document.body.dataset.seen = [document.documentElement.scrollWidth - window.innerWidth, window.innerWidth,
  document.querySelectorAll("fieldset").length, document.images.length].join(" ");
</script></body>"""


def make_tasks(folder, n_topics, *options):
    words = [LONG] + fits.HOSTILE + [f"w{i}" for i in range(400)]
    corpus = fits.make_corpus(folder / "corpus", fits.random_documents(120, words))
    fit = fits.plant(corpus, folder / "fit", n_topics)
    fits.must("human-eval", fit.path, "--output", folder / "tasks", *options)
    return folder / "tasks"


def browse(page, folder, *options):
    done = subprocess.run([BROWSER, *FLAGS, f"--user-data-dir={folder / 'profile'}", *options, page.as_uri()],
                          capture_output=True, text=True, timeout=120)
    assert "CONSOLE" not in done.stderr, [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout


@pytest.mark.parametrize("n_topics, width, options", [(1, 390, ()), (2, 1300, ()), (300, 390, ()),
                                                      (4, 320, ("--by", "prob,frex")), (4, 1300, ("--by", "prob,frex,lift"))])
def test_nothing_sticks_out(tmp_path, n_topics, width, options):
    tasks = make_tasks(tmp_path, n_topics, *options)
    text = (tasks / "tasks.html").read_text()
    policy = re.search(r'<meta http-equiv="Content-Security-Policy".*?>', text, re.S)
    assert "default-src 'none'" in policy.group() and "script-src" not in policy.group()
    probed = tmp_path / "probed.html"  # the page forbids itself every script: the probe goes into a copy that does not
    frame = html.escape(text.replace(policy.group(), "").replace("</body>", PROBE))
    probed.write_text(f'<!doctype html><meta charset="utf-8"><body><iframe style="border: 0; width: {width}px; '
                      f'height: 900px" srcdoc="{frame}"></iframe></body>')
    dumped = browse(probed, tmp_path, "--window-size=1500,1000", "--dump-dom")
    seen = re.search(r'data-seen="(-?\d+) (\d+) (\d+) (\d+)"', dumped)
    assert seen, "the probe did not run"
    overflow, inner, items, images = map(int, seen.groups())
    assert (inner, images) == (width, 0) and overflow <= 0
    assert items == (tasks / "items.csv").read_text().count("\n") - 1


@pytest.mark.parametrize("options", [(), ("--by", "prob,frex")])
def test_it_prints(tmp_path, options):
    tasks = make_tasks(tmp_path, 2, *options)
    browse(tasks / "tasks.html", tmp_path, f"--print-to-pdf={tmp_path / 'tasks.pdf'}")
    assert (tmp_path / "tasks.pdf").read_bytes().startswith(b"%PDF")
