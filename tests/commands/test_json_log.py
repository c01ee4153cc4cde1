"""`companion serve --log-format json`: one object a line on standard error, and nothing secret in it."""

import io
import json
import logging
import os
import signal
import subprocess
import sys
from http.client import HTTPConnection

import gevent
import pytest

from companion.commands import output
from companion.commands.serving.json_log import write_as_json
from companion.engine import Message
from tests.support.long import long
from tests.support.ports import free_port

COMMAND = [sys.executable, "-m", "companion.commands.cli", "serve", "--host", "127.0.0.1"]


@pytest.fixture
def log(monkeypatch):
    root, own, hub = logging.getLogger(), logging.getLogger("companion"), gevent.get_hub()
    before = root.handlers[:], root.level, own.level, hub.print_exception
    monkeypatch.setattr(output, "write_error", output.write_error)
    monkeypatch.setattr("threading.excepthook", None)
    root.handlers.clear()
    stream = io.StringIO()
    write_as_json(stream)
    yield stream
    root.handlers[:], level, own_level, hub.print_exception = before
    root.setLevel(level)
    own.setLevel(own_level)


def test_secrets_are_left_out(log):
    for message in (
        "Exception on /j/S3cretS3cret [GET]",
        "Exception on /r/S3cretS3cret/picture.svg [GET]",
        "connecting to postgresql://me:S3cret@db/companion failed",
        "connecting to postgresql://me:S3c@S3cret@db/companion failed",
        "host=db password=S3cret user=me",
        "Cookie: phone=S3cret; language=en",
        "Authorization: Bearer S3cret",
    ):
        logging.getLogger("elsewhere").warning("%s", message)
        assert "S3cret" not in log.getvalue(), message
    data = json.loads(log.getvalue().splitlines()[0])
    assert (data["level"], data["logger"]) == ("warning", "elsewhere")


def test_an_error_is_one_line_with_its_place_and_without_its_text(log):
    try:
        raise ValueError("Ann\nhas 5 points")
    except ValueError:
        logging.getLogger("companion.x").exception("a page could not be rendered")
    gevent.spawn(lambda: 1 // 0).join()
    output.print_error(Message("One sentence."))
    first, second, third = map(json.loads, log.getvalue().splitlines())
    assert first["error"] == "ValueError" and "test_json_log.py" in first["trace"][0] and "Ann" not in str(first)
    assert second["error"] == "ZeroDivisionError" and second["level"] == "error"
    assert third["message"] == "One sentence."


@long
def test_a_server_logs_json_from_its_start_to_its_end(tmp_path):
    port = free_port()
    options = ["--port", str(port), "--database", str(tmp_path / "a.sqlite"), "--public-url", "http://127.0.0.1:1"]
    environment = {**os.environ, "COMPANION_LOG_FORMAT": "json", "PYTHONUNBUFFERED": "1"}
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen([*COMMAND, *options], stderr=pipe, stdout=nowhere, text=True, env=environment) as process:
        assert process.stderr is not None
        started = json.loads(process.stderr.readline())
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/j/S3cret", headers={"X-Forwarded-For": "192.0.2.7"})
        assert connection.getresponse().status == 404
        connection.close()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert started["message"].startswith("started at http://127.0.0.1:1 with the database /")
    lines = map(json.loads, errors.splitlines())
    warned, stopped = (line for line in lines if not line["message"].startswith("the event loop stood still"))
    assert warned["level"] == "warning" and "speaks for other addresses" in warned["message"]
    assert stopped["message"] == "stopped" and process.returncode == 0


@long
def test_a_refusal_is_json_too_and_an_unknown_format_is_refused():
    done = subprocess.run([*COMMAND, "--log-format", "json", "--port", "x"], capture_output=True, text=True)
    assert done.returncode == 2 and "is not a port" in json.loads(done.stderr)["message"]
    done = subprocess.run([*COMMAND, "--log-format", "xml"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "companion serve: --log-format: 'xml' is not a format; give text or json.\n"
