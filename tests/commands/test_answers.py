"""companion score, ask and --version: one answer, or one line that says what is wrong; never a traceback."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import extras
from companion.commands.cli import main
from companion.scoring.questions import ask
from companion.scoring.scoresheet import result
from tests.support.each_row import each_row
from tests.support.long import mostly_long

ROOT = Path(__file__).parents[2]


def luz(*entries):
    return {"format": 1, "game": "luz", "players": ["Ann", "Ben", "小雯"], "options": {}, "entries": list(entries)}


DEAL = {"bets": [{"beads": 3, "safety": True}] * 3, "tricks": [3, 6, 1]}
BAD_DEAL = {**DEAL, "tricks": [3, 5, 1]}
NEGATIVE = {**DEAL, "tricks": [5, 6, -1]}
BET = {"ask": "luz/bet", "deal": 1, "beads": 3, "safety": True, "tricks": 4}
DEEP = ": line 1, column 501 is more than 500 levels deep"
NO_NAME = "Expecting property name enclosed in double quotes"


def called(capfdbinary, *arguments):
    """The same in this process, which is quicker."""
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = stop.code
    written = capfdbinary.readouterr()
    return status, written.out, written.err.decode()


def written(folder, text):
    file = folder / "sheet.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def test_it_says_the_version_of_the_package_and_its_extras(capfdbinary, monkeypatch):
    monkeypatch.setattr(extras, "is_installed", lambda modules: modules != ("urllib3",))
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    told = f"companion {version}\nwith announce, metrics, postgres\nwithout webhooks\n"
    assert called(capfdbinary, "--version") == (0, told.encode(), "")


@each_row(("command", "value", "expected"), [("score", luz(DEAL), result(luz(DEAL))), ("ask", BET, ask(BET))])
def test_a_sheet_or_question_comes_out_as_its_answer(command, value, expected, tmp_path, capfdbinary):
    status, out, err = called(capfdbinary, command, written(tmp_path, json.dumps(value, indent=2)))
    assert (status, err, json.loads(out)) == (0, "", expected)
    assert out.count(b"\n") == 1 and out.endswith(b"\n")


@each_row(
    ("command", "text", "sentence"),
    [
        ("score", json.dumps(luz(DEAL, DEAL, BAD_DEAL)), "entry 3: the tricks add up to 9, not 10"),
        ("score", json.dumps(luz(NEGATIVE)), "entry 1: the tricks of 小雯 must be 0 to 10, not -1"),
        ("score", json.dumps(luz() | {"game": "chess\n"}), None),
        ("score", json.dumps(luz() | {"players": ["a\n\x1b[2J\u2028b", "a\n\x1b[2J\u2028b", "c"]}), None),
        ("score", "", "there is nothing here; a scoresheet is expected"),
        ("score", "{", f"this is not JSON: {NO_NAME} at line 1, column 2"),
        ("score", b"\xff\xfe", "this is not UTF-8 text"),
        ("score", '["\\ud800"]', 'the scoresheet must be an object, not ["\\ud800"]'),
        ("ask", "", "there is nothing here; a question is expected"),
        ("ask", "[" * 200_000, f"this is nested too deep to be a question{DEEP}"),
        ("ask", json.dumps(BET | {"deal": 5}), "deal must be 1 to 4, not 5"),
        ("ask", json.dumps(BET | {"ask": "chess\n"}), None),
    ],
)
def test_a_bad_sheet_or_question_is_one_line(command, text, sentence, tmp_path, capfdbinary):
    status, out, err = called(capfdbinary, command, written(tmp_path, text))
    assert (status, out) == (2, b"")
    assert len(err.splitlines()) == 1 and err.endswith("\n") and err.rstrip("\n").isprintable()
    assert sentence is None or err == sentence + "\n"


@pytest.mark.parametrize("lines", [[], ["--lines"]])
def test_what_cannot_be_read_is_one_line(lines, tmp_path, capfdbinary):
    nowhere = str(tmp_path / "no\nwhere")
    status, out, err = called(capfdbinary, "score", *lines, nowhere)
    assert (status, out) == (2, b"")
    assert err == f"{tmp_path}/no where cannot be read: No such file or directory\n"
    status, out, err = called(capfdbinary, "score", *lines, str(tmp_path))
    assert (status, out, err) == (2, b"", f"{tmp_path} cannot be read: Is a directory\n")
    if os.geteuid():
        file = tmp_path / "closed"
        file.touch(mode=0)
        told = f"{file} cannot be read: Permission denied\n"
        assert called(capfdbinary, "score", *lines, str(file)) == (2, b"", told)


@each_row(
    ("arguments", "sentence"),
    [
        ([], "companion: the following arguments are required: COMMAND (see companion --help)"),
        (["score"], "companion score: the following arguments are required: SHEET.json (see companion score --help)"),
        (["score", "a", "b"], "companion: unrecognized arguments: b (see companion --help)"),
        (["score", "--fast", "a"], "companion: unrecognized arguments: --fast (see companion --help)"),
        # an option is not guessed from its first letters
        *(
            ([command, *path, option], f"companion: unrecognized arguments: {option} (see companion --help)")
            for command, path, option in (
                ("serve", [], "--databas"),
                ("export", ["x"], "--databas"),
                ("ask", ["x"], "--line"),
                ("score", ["x"], "--line"),
            )
        ),
    ],
)
def test_a_call_that_makes_no_sense_is_one_line(arguments, sentence, capfdbinary):
    assert called(capfdbinary, *arguments) == (2, b"", sentence + "\n")


def test_an_unknown_command_is_one_line(capfdbinary):
    status, out, err = called(capfdbinary, "scor")
    assert (status, out, len(err.splitlines())) == (2, b"", 1)
    assert "'scor'" in err and "score" in err and "serve" in err


def test_lines_go_on_after_a_bad_one(tmp_path, capfdbinary):
    bad = json.dumps(luz(DEAL, BAD_DEAL)).encode() + b"\r"
    last = json.dumps(luz(), ensure_ascii=False).encode()
    lines = [json.dumps(luz(DEAL)).encode(), b"", bad, b"\xff", b'{"a": 1,', last]
    status, out, err = called(capfdbinary, "score", "--lines", written(tmp_path, b"\n".join(lines)))
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        result(luz(DEAL)),
        {"error": "there is nothing here; a scoresheet is expected", "entry": None},
        {"error": "the tricks add up to 9, not 10", "entry": 2},
        {"error": "this is not UTF-8 text", "entry": None},
        {"error": f"this is not JSON: {NO_NAME} at line 1, column 9", "entry": None},
        result(luz()),
    ]
    questions = [json.dumps(BET), json.dumps(BET | {"tricks": 11}), json.dumps(BET | {"claim": 6})]
    _, out, _ = called(capfdbinary, "ask", "--lines", written(tmp_path, "\n".join(questions)))
    wrong = {"error": "tricks must be 0 to 10, not 11", "entry": None}
    assert [json.loads(line) for line in out.splitlines()] == [ask(BET), wrong, ask(BET | {"claim": 6})]


def test_scoring_loads_the_engines_and_nothing_of_the_web():
    code = (
        "import sys; from companion.commands.cli import main; status = main(['score', '-']);"
        "sys.exit(status or any(name in sys.modules for name in ('flask', 'gevent', 'sqlite_utils', 'babel')))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=json.dumps(luz()).encode(), capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")


@each_row(("text", "count"), [("", 0), ("\n", 1), ("\n\n", 2), ("1", 1), ("1\n", 1), ("1\n2", 2)])
def test_a_line_ends_with_its_newline_or_with_the_file(text, count, tmp_path, capfdbinary):
    assert called(capfdbinary, "score", "--lines", written(tmp_path, text))[1].count(b"\n") == count


@pytest.fixture(params=mostly_long(["", "1"]), ids=["buffered", "PYTHONUNBUFFERED"])
def environment(request):
    return os.environ | {"PYTHONUNBUFFERED": request.param}


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path, environment):
    file = written(tmp_path, (json.dumps(luz(DEAL)) + "\n") * 2_000)
    with subprocess.Popen(
        [sys.executable, "-m", "companion.commands.cli", "score", "--lines", file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
    ) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith(b'{"game": "luz"')
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 141, "as for a program that SIGPIPE ends"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line(tmp_path, environment):
    for arguments in (["score"], ["score", "--lines"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "companion.commands.cli", *arguments, written(tmp_path, json.dumps(luz()))],
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                env=environment,
                timeout=30,
            )
        assert (done.returncode, done.stderr) == (2, b"the output cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("closed", "sentence"),
    mostly_long(
        [
            (">&-", b"the output cannot be written: it is closed\n"),
            ("<&-", b"standard input cannot be read: it is closed\n"),
            ("2>&-", b""),
        ],
        names=2,
    ),
)
def test_streams_that_are_closed(closed, sentence):
    command = f'"{sys.executable}" -m companion.commands.cli score - {closed}'
    done = subprocess.run(["sh", "-c", command], input=b"", capture_output=True, cwd=ROOT, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", sentence)
