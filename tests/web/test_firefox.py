"""The report's page in Firefox, by its remote protocol Marionette (JSON over a socket): views open, and nothing is in the console."""
import json
import shutil
import socket
import subprocess
import time

import mock_report
import pytest

from test_page import views, write

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = pytest.mark.skipif(FIREFOX is None, reason="no firefox-esr or firefox on PATH")
PREFERENCES = """user_pref("marionette.port", {port});
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
"""


class Firefox:
    def __init__(self, profile):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (profile / "user.js").write_text(PREFERENCES.format(port=port))
        self.process = subprocess.Popen([FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", profile],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.buffer, self.number = self.connect(port), b"", 0
        self.receive()
        self.ask("WebDriver:NewSession", {})

    @staticmethod
    def connect(port):
        for _ in range(300):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=60)
            except OSError:
                time.sleep(0.1)
        raise AssertionError("Firefox does not listen")

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        size, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(size):
            self.buffer += self.socket.recv(65536)
        message, self.buffer = self.buffer[:int(size)], self.buffer[int(size):]
        return json.loads(message)

    def ask(self, command, parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        assert error is None, error
        return result

    def js(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    started = Firefox(tmp_path_factory.mktemp("profile"))
    yield started
    started.process.terminate()
    started.process.wait(30)


@pytest.mark.parametrize("n", [2, 1000])
def test_views_open(firefox, tmp_path, n):
    data = mock_report.Mock(n).data()
    firefox.ask("WebDriver:Navigate", {"url": write(tmp_path, data).as_uri()})
    firefox.js("window.failed = []; window.addEventListener('error', (event) => window.failed.push(event.message));")
    for view in views(data):
        firefox.js("location.hash = arguments[0]", view)
        time.sleep(0.1)
        assert firefox.js("return document.querySelector('h1').textContent"), view
        assert firefox.js("return document.documentElement.scrollWidth - window.innerWidth") <= 0, view
    firefox.js("location.hash = '#overview'")
    time.sleep(0.3)
    assert firefox.js("return window.failed") == []
    assert firefox.js("return document.querySelectorAll('figure svg').length") >= 2
    assert firefox.js("return getComputedStyle(document.body).backgroundColor") == "rgb(251, 251, 249)", "the style is not applied"
