"""`companion demo`: all limits hold, it starts with its own database and prints the seed, and is told from `serve`."""

import re
import signal
import subprocess
import sys
from http.client import HTTPConnection

import pytest

from companion.commands.cli import parser_for
from companion.commands.serving.options import ServeError, public_options, request_limits
from companion.features.demo.serving import read_seed
from companion.paths import default_database
from tests.support.long import long

PROGRAM = "import sys; from companion.commands.start import main; sys.exit(main())"


def options(*arguments, command="demo"):
    return parser_for([command]).parse_args([command, *arguments])


def test_all_limits_hold_for_this_machine_too():
    settings = public_options(options())
    assert (settings["OPEN_LIMIT"], settings["JOIN_LIMIT"]) == (30, 60) and settings["DEMO"] and settings["SAMPLES"]
    assert settings["DELETE_AFTER"] is None, "a demo deletes by its own rule"
    assert not request_limits(None, is_limited=True).is_exempt("127.0.0.1") and request_limits(None).is_exempt(
        "127.0.0.1"
    )
    own = public_options(options("--demo", command="serve"))
    assert (own["OPEN_LIMIT"], own["JOIN_LIMIT"], own["DEMO"], own["SAMPLES"]) == (0, 0, False, True)
    assert not public_options(options(command="serve"))["SAMPLES"]


def test_no_limit_can_be_taken_away(capsys):
    with pytest.raises(ServeError, match="--open-limit: '0' is not a whole number from 1"):
        public_options(options("--open-limit", "0"))
    with pytest.raises(ServeError, match="--request-limit: '0' is not a whole number from 1"):
        request_limits("0", is_limited=True)
    for arguments in (["--delete-after", "9"], ["--demo"]):
        with pytest.raises(SystemExit):
            options(*arguments)
        assert "unrecognized arguments" in capsys.readouterr().err, "what a demo decides itself"


def test_the_seed_is_a_number():
    assert read_seed(options("--seed", "7")) == read_seed(options("--demo", "7", command="serve")) == 7
    assert read_seed(options()) is None and read_seed(options("--demo", command="serve")) is None
    with pytest.raises(ServeError, match="--seed: 'x' is not a whole number"):
        read_seed(options("--seed", "x"))
    with pytest.raises(ServeError, match="--demo: '-1' is not a whole number"):
        read_seed(options("--demo=-1", command="serve"))


def test_its_database_is_not_the_usual_one(monkeypatch):
    monkeypatch.delenv("COMPANION_DATABASE", raising=False)
    assert default_database("demo.sqlite") != default_database()


@long
def test_it_answers_while_it_plays_and_its_database_serves_nothing_else(tmp_path):
    database = ["--host", "127.0.0.1", "--port", "0", "--database", str(tmp_path / "demo.sqlite")]
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, "demo", *database, "--seed", "7"], stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        printed = ""
        while "seed" not in printed:
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            printed += line
        assert "The sample games have the seed 7; --seed 7 plays the same ones." in printed
        found = re.search(r"http://127\.0\.0\.1:(\d+)", printed)
        connection = HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
        connection.request("GET", "/", headers={"Accept-Language": "en"})
        assert "This is a demo" in connection.getresponse().read().decode()
        connection.close()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[1] == "" and process.returncode == 0
    refused = subprocess.run([*command, "serve", *database], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert refused.stderr.startswith("companion serve: This database is that of a demo, which deletes everything")
