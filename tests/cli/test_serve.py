"""`themata serve`: the page, documents on demand, and what it refuses."""
import contextlib
import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import report_data as rd  # noqa: E402

SMALL = ["--documents", 3]


@pytest.fixture(scope="module", params=[[], ["--keep-text"]], ids=["words", "texts"])
def fit(request, tmp_path_factory):
    corpus = rd.make_corpus(tmp_path_factory.mktemp("serve"), rd.documents(200), *request.param)
    return rd.make_fit(corpus, "fit", "--model", "lda", "--topics", 3, "--sweeps", 60, "--burn-in", 20, "--keep", 8)


@contextlib.contextmanager
def serving(fit, *options):
    """The server's port; in the end it has been asked to stop, and has."""
    process = subprocess.Popen([fits.PROGRAM, "serve", str(fit), *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    try:
        line = process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", line)
        assert found, line + process.stderr.read()
        yield int(found.group(1))
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0, process.stderr.read()
    assert process.stdout.read() == "" and process.stderr.read() == ""


@pytest.fixture(scope="module")
def port(fit):
    with serving(fit, *SMALL) as port:
        yield port


def ask(port, target, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, target, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def document(port, key):
    status, _, body = ask(port, "/document/" + urllib.parse.quote(str(key), safe=""))
    return json.loads(body) if status == 200 else status


def test_the_page_is_the_report_with_a_connection_home(fit, port, tmp_path):
    status, headers, body = ask(port, "/")
    assert status == 200 and headers["Content-Type"].startswith("text/html") and headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in headers
    page = body.decode()
    written = pathlib.Path(fits.must("report", fit, *SMALL, "--output", tmp_path / "page.html").strip()).read_text()
    assert page.count("connect-src 'self'") == 1 and "connect-src 'none'" not in page
    assert written.count("connect-src 'none'") == 1 and "connect-src 'self'" not in written
    (tmp_path / "served.html").write_text(page)
    served = rd.page_data(tmp_path / "served.html")
    assert served["facts"].pop("served") is True and served == rd.page_data(tmp_path / "page.html")


def test_an_entry_is_what_a_page_with_all_documents_has(fit, port, tmp_path):
    fits.must("report", fit, "--documents", 200, "--output", tmp_path / "all.html")
    data = rd.page_data(tmp_path / "all.html")
    for d in (0, 7, 63, 199):
        key = f"<b>doc</b> {d}\t& co"
        expected = next(entry for entry in data["documents"] if entry["id"] == key)
        for use in expected.get("words", []):
            use[0] = data["vocabulary"][use[0]][0]
        found = document(port, key)
        assert ("text" in found) == data["facts"]["has_text"]
        # A page also shows topics that a document leads, however small: none is here.
        assert found == expected and found == document(port, d)
    assert document(port, "200") == 404 and document(port, "-1") == 404 and document(port, "none") == 404


def test_documents_are_found_by_id(port):
    found = json.loads(ask(port, "/documents?query=DOC%3C%2Fb%3E%2019")[2])
    assert [each["number"] for each in found["found"]] == [19, *range(190, 200)] and not found["more"]
    assert found["found"][0] == {"id": "<b>doc</b> 19\t& co", "number": 19, "length": 20 + 19 % 9}
    exact = json.loads(ask(port, "/documents?query=" + urllib.parse.quote("<b>doc</b> 150\t& co"))[2])
    assert [each["number"] for each in exact["found"]] == [150]
    many = json.loads(ask(port, "/documents?query=doc")[2])
    assert [each["number"] for each in many["found"]] == list(range(50)) and many["more"]
    assert json.loads(ask(port, "/documents?query=nowhere")[2]) == {"found": [], "more": False}


def test_head_has_no_body(port):
    status, headers, body = ask(port, "/document/3", "HEAD")
    assert status == 200 and body == b"" and int(headers["Content-Length"]) == len(ask(port, "/document/3")[2])


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_only_get_and_head(port, method):
    status, headers, _ = ask(port, "/document/1", method)
    assert 400 <= status < 500 and "Access-Control-Allow-Origin" not in headers


def test_only_its_own_name(port):
    assert ask(port, "/", Host=f"localhost:{port}")[0] == 200
    for host in ["example.com", f"example.com:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}.example.com", "localhost",
                 f"[::1]:{port}", ""]:
        assert ask(port, "/", Host=host)[0] == 403, host


def test_it_listens_on_this_machine_alone(port):
    listening = []
    for path in (pathlib.Path("/proc/net/tcp"), pathlib.Path("/proc/net/tcp6")):
        rows = [line.split() for line in path.read_text().splitlines()[1:]] if path.exists() else []
        listening += [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")]
    assert listening == [f"0100007F:{port:04X}"]


def raw(port, data):
    """What it answers; nothing if it closed the connection before it had read all."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection, contextlib.suppress(ConnectionError, BrokenPipeError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))
    return b""


def test_hostile_requests_do_not_end_it(port):
    host = f"Host: 127.0.0.1:{port}\r\n"
    targets = ["/document/%", "/document/%4", "/document/%zz", "/documents?query=%f", "/..", "/../../etc/passwd", "/document/..",
               "/document/%2e%2e%2fetc%2fpasswd", "/documents", "/documents?q=a", "/document", "/%00", "/document/%00", "//", "*", "/index.html",
               "/document/" + "a" * 5000, "/document/" + "a" * 100_000, "/" + "a" * 2_000_000, "/document/%ff%fe"]
    for target in targets:
        answer = raw(port, f"GET {target} HTTP/1.1\r\n{host}\r\n".encode())
        assert answer == b"" or re.match(rb"HTTP/1.1 4\d\d ", answer), (target[:40], answer[:80])
    many = ",".join(["0-"] * 1500)
    for data in [b"\0" * 5000, b"GET / HTTP/1.1\r\n\r\n", f"GET / HTTP/1.1\r\n{host}{host}\r\n".encode(), b"\r\n\r\n", b"GET /",
                 f"GET / HTTP/9.9\r\n{host}\r\n".encode(), f"GET / HTTP/1.1\r\n{host}X: {'a' * 100_000}\r\n\r\n".encode(),
                 f"GET / HTTP/1.1\r\n{host}Range: bytes={many}\r\n\r\n".encode(), f"GET / HTTP/1.1\r\n{host}Range: bytes=9-1,-,x\r\n\r\n".encode(),
                 f"POST / HTTP/1.1\r\n{host}Content-Length: 99999999999999999999999\r\n\r\n".encode(),
                 f"POST / HTTP/1.1\r\n{host}Content-Length: -5\r\n\r\nabc".encode(),
                 f"GET / HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n".encode()]:
        answer = raw(port, data)
        assert len(answer) < 1_000 or b"200 OK" in answer[:20], "a small request has no large answer"
        assert answer == b"" or re.match(rb"HTTP/1.1 (4\d\d|200) ", answer), (data[:60], answer[:80])
    assert document(port, 5)["id"] == "<b>doc</b> 5\t& co"


def test_a_hundred_connections_at_once(port):
    silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(100)]
    for connection in silent[50:]:
        connection.sendall(f"GET /document/9 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
    answers = [b"".join(iter(lambda c=connection: c.recv(65536), b"")) for connection in silent[50:]]
    assert all(answer.startswith(b"HTTP/1.1 200") and answer == answers[0] for answer in answers), set(answer[:40] for answer in answers)
    assert document(port, 5)["id"] == "<b>doc</b> 5\t& co"
    for connection in silent:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_within_a_second_with_open_connections(fit, number):
    process = subprocess.Popen([fits.PROGRAM, "serve", str(fit)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    port = int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
    time.sleep(.1)
    began = time.monotonic()
    process.send_signal(number)
    assert process.wait(timeout=10) == 0 and time.monotonic() - began < 1
    assert process.stderr.read() == ""
    for connection in silent:
        connection.close()


def test_a_port_that_is_taken(fit):
    with serving(fit, *SMALL, "--port", 0) as port:
        done = fits.themata("serve", fit, *SMALL, "--port", port)
        assert done.returncode == 4 and done.stdout == ""
        assert done.stderr.startswith(f"themata: port {port} of 127.0.0.1 is taken") and done.stderr.count("\n") == 1
    for wrong in (-1, 65536, "http", ""):
        assert fits.themata("serve", fit, "--port", wrong).returncode == 2
    assert fits.themata("serve", fit.parent / "corpus").returncode == 3


def test_memory_does_not_grow_with_requests(fit):
    process = subprocess.Popen([fits.PROGRAM, "serve", str(fit), "--documents", "3"], stdout=subprocess.PIPE, text=True)
    port = int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])

    def resident():
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text()).group(1))
    for d in range(200):
        document(port, d)
    before = resident()
    for d in range(600):
        document(port, d % 200)
    assert resident() < before + 8_000  # kB
    process.terminate()
    assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("model, options", [("hdp", []), ("franchise", []), ("ftm", ["--topics", 5]), ("dmm", ["--topics", 3]),
                                            ("lda", ["--topics", 2, "--keep", 0])])
def test_every_model_is_served(tmp_path, model, options):
    corpus = rd.make_corpus(tmp_path, rd.documents(40))
    keep = [] if "--keep" in options else ["--keep", 6]
    fit = rd.make_fit(corpus, "fit", "--model", model, "--sweeps", 30, "--burn-in", 10, *keep, *options)
    data = rd.report(fit)
    with serving(fit) as port:
        for d in (0, 7, 39):
            expected = next(entry for entry in data["documents"] if entry["id"] == f"<b>doc</b> {d}\t& co")
            found = document(port, d)
            assert [use[1:] for use in found["words"]] == [use[1:] for use in expected["words"]]
            # A topic that the document leads stands in the page, however small its proportion.
            assert all(topic in expected["topics"] for topic in found["topics"]) and (found["topics"] or d == 7)
