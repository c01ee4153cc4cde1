"""`companion serve`: it starts, or says in one sentence why it does not."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.commands.cli import parser_for
from companion.commands.serving.listening import listening_socket
from companion.commands.serving.options import ServeError, public_options, public_url
from companion.commands.serving.serve import prepare_folder
from tests.support.each_row import each_row
from tests.support.long import long, mostly_long

PROGRAM = """
import json, os, signal, sys, types
from companion.commands import cli
from companion.commands.serving.serve import add_parser, run

def create_app(config):
    from companion.engine import Message
    from companion.storage.error_messages import StoreError
    if config["DATABASE"].endswith("newer"):
        raise StoreError(Message("The database was made by a newer version."))
    if config["DATABASE"].endswith("forbidden"):
        open(config["DATABASE"] + "/x")
    if config["DATABASE"].endswith("stopped"):
        os.kill(os.getpid(), signal.SIGTERM)
    patched = __import__("gevent.monkey").monkey.is_module_patched("socket")
    answer = {**config, "RUN_WRITE": config["RUN_WRITE"](lambda: "written"), "patched": patched}
    def app(environ, start_response):
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(answer).encode()]
    return app

sys.modules["companion.app"] = types.SimpleNamespace(create_app=create_app)

def serve(arguments):
    parser = cli.Parser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["serve", *arguments])
    assert args.func is run
    return args.func(args)
"""
ONE = PROGRAM + "\nsys.exit(serve(sys.argv[1:]))"
# Each line of the input is a JSON list of arguments; what comes out is the status and the errors of each.
MANY = (
    PROGRAM
    + """
import contextlib, io
for line in sys.stdin:
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        status = serve(json.loads(line))
    print(json.dumps([status, errors.getvalue()]))
"""
)


def options(*arguments):
    return parser_for(["serve"]).parse_args(["serve", *arguments])


@contextmanager
def started(*arguments):
    command = [sys.executable, "-W", "error", "-c", ONE, *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, encoding="utf-8", env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def read_start(process, host="127.0.0.1"):
    """What it printed up to the last line of its greeting, and the configuration that the application was given."""
    assert process.stdout is not None
    lines = []
    while "Ctrl-C" not in "".join(lines[-1:]):
        lines.append(process.stdout.readline())
        assert lines[-1], process.communicate()[1]
    port = int(next(line for line in lines if "http://" in line).rsplit(":", 1)[1])
    connection = HTTPConnection(host, port, timeout=60)
    connection.request("GET", "/")
    config = json.loads(connection.getresponse().read())
    connection.close()
    return lines, config


def test_it_serves_at_a_new_folder_and_ends_on_a_signal(tmp_path):
    database = tmp_path / "instance" / "companion.sqlite"
    with started("--host", "127.0.0.1", "--port", 0, "--database", os.path.relpath(database)) as process:
        lines, config = read_start(process)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    assert (out, errors, process.returncode) == ("Stopped.\n", "", 0)
    assert f"Everything is kept in {database}\n" in lines
    assert config["DATABASE"] == str(database)
    assert config["BASES"] == [f"http://127.0.0.1:{config['PORT']}"]
    assert (config["HOST"], config["PUBLIC_URL"]) == ("127.0.0.1", None)
    assert config["RUN_WRITE"] == "written"
    assert config["patched"]
    assert {"localhost", "127.0.0.1", "[::1]", socket.gethostname().lower()} <= set(config["TRUSTED_HOSTS"])


def test_a_signal_while_it_starts_ends_it_in_order(tmp_path):
    with started("--host", "127.0.0.1", "--port", 0, "--database", tmp_path / "stopped") as process:
        out, errors = process.communicate(timeout=60)
    assert (out, errors, process.returncode) == ("Stopped.\n", "", 0)


@pytest.mark.parametrize("number", mostly_long([signal.SIGTERM, signal.SIGINT]))
def test_a_signal_at_the_very_first_leaves_no_traceback(tmp_path, number):
    """As soon as the program takes it; the shell or service manager is told of the signal where nothing had begun."""
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--database", str(tmp_path / "a.sqlite")]
    program = "import sys; from companion.commands.start import main; sys.exit(main())"
    with subprocess.Popen([sys.executable, "-c", program, *words], stderr=subprocess.PIPE, text=True) as process:
        while not takes(process.pid, signal.SIGTERM):
            assert process.poll() is None
        process.send_signal(number)
        errors = process.communicate(timeout=60)[1]
    assert errors == "" and process.returncode in (0, 130, -signal.SIGTERM)


def takes(pid, number):
    (caught,) = re.findall(r"SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{pid}/status").read_text())
    return bool(int(caught, 16) >> (number - 1) & 1)


@long
def test_an_ipv6_address_may_stand_in_brackets(tmp_path):
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with started("--host", "[::1]", "--port", 0, "--database", tmp_path / "a.sqlite") as process:
        lines, config = read_start(process, "::1")
    assert f"  http://[::1]:{config['PORT']}\n" in lines


def test_what_cannot_be_is_told_in_a_sentence_and_nothing_is_served(tmp_path):
    """The other wrong values of each option are asked about without a process of their own."""
    (tmp_path / "file").write_text("")
    folder = tmp_path / "folder"
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        cases = {
            ("--public-url=games.example",): "is not the address of a site",
            ("--time-zone=Taipei",): "'Taipei' is not a time zone; give one such as Asia/Taipei",
            ("--host=198.51.100.7",): "198.51.100.7 is not an address of this machine",
            ("--host=2001:db8::7",): "2001:db8::7 is not an address of this machine",
            ("--host=127.0.0.1", f"--port={taken}"): f"{taken} is in use; choose another one, such as --port",
            (f"--database={folder}/a/b/c.sqlite",): f"{folder / 'a'} does not exist",
            (f"--database={tmp_path}/file/c.sqlite",): "is not a folder",
            (f"--database={tmp_path}/file/b/c.sqlite",): "cannot be kept in",
            (f"--database={tmp_path}",): f"{tmp_path} is a folder",
            (f"--database={tmp_path}/newer",): "made by a newer version",
            (f"--database={tmp_path}/forbidden",): "forbidden/x: No such file",
        }
        lines = "\n".join(json.dumps(["--port=0", f"--database={folder}/a.sqlite", *case]) for case in cases)
        command = [sys.executable, "-W", "error", "-c", MANY]
        done = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    for (case, fault), line in zip(cases.items(), done.stdout.splitlines(), strict=True):
        status, errors = json.loads(line)
        assert status == 2 and errors.startswith("companion serve: ") and fault in errors, (case, errors)
        assert errors.count("\n") == 1 and errors.endswith(".\n"), (case, errors)
    assert list(folder.iterdir()) == []


def test_a_port_that_needs_more_rights(monkeypatch, tmp_path):
    from companion.server import wsgi

    monkeypatch.setattr(wsgi, "listen", Mock(side_effect=PermissionError(13, "Permission denied")))
    with pytest.raises(ServeError, match="Port 80 needs more rights"):
        listening_socket("0.0.0.0", "80")


def test_a_public_instance_is_told_its_limits():
    cases = {
        "": (0, None, []),
        "--public-url https://games.example": (30, None, []),
        "--public-url https://games.example --open-limit 0 --delete-after 90": (0, 90, []),
        "--open-limit 5 --behind-proxy ::1 --behind-proxy 10.0.0.0/8": (5, None, ["::1", "10.0.0.0/8"]),
    }
    for arguments, expected in cases.items():
        settings = public_options(options(*arguments.split()))
        assert (settings["OPEN_LIMIT"], settings["DELETE_AFTER"], settings["PROXIES"]) == expected
    assert [public_options(options(*each))["HSTS"] for each in ((), ("--no-hsts",))] == [True, False]


def settings_of(text):
    public_options(options(text))


@each_row(
    ("read", "texts", "fault"),
    [
        (partial(listening_socket, "127.0.0.1"), ["65536", "-1", "five", "", "5000.0", "५", "9" * 5000],
         "is not a port"),
        (lambda host: listening_socket(host, "0"), ["", "no address", "300.1.1.1", "x" * 70, "a..b", "é\n"],
         "is not an address"),
        (public_url, ["games.example", "https://games.example/?x=1", ""], "is not the address of a site"),
        (settings_of, [f"--behind-proxy={each}" for each in ("proxy", "10.0.0.0/99", "http://10.0.0.1")],
         "--behind-proxy: .* is neither an address nor a network"),
        *((settings_of, [f"{name}={text}" for text in ("many", "-1", "", "1.5", "٣", "9" * 50)],
           f"{name}: .* is not a whole number from") for name in ("--open-limit", "--delete-after")),
        (settings_of, ["--delete-after=0"], "0 would delete all tables at once"),
        (settings_of, [f"--time-zone={name}" for name in ("Nowhere", "Asia", "../../etc/passwd", "")],
         "is not a time zone"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told(read, texts, fault):
    for text in texts:
        with pytest.raises(ServeError, match=fault):
            read(text)


def test_an_address_of_another_database_is_refused_without_being_shown(capsys):
    with pytest.raises(SystemExit):
        options("--database", "mysql://me:s3cret@db/companion")
    assert "postgresql://" in (told := capsys.readouterr().err) and "s3cret" not in told


@each_row(
    ("environment", "arguments", "setting", "value"),
    [
        ({}, [], "METRICS_TOKEN", None),
        ({"COMPANION_METRICS_TOKEN": "e" * 16}, [], "METRICS_TOKEN", "e" * 16),
        ({"COMPANION_METRICS_TOKEN": "e" * 16}, ["--metrics-token", "o" * 16], "METRICS_TOKEN", "o" * 16),
        ({}, [], "PHOTOS", False),
        ({}, ["--photos"], "PHOTOS", True),
        *(({"COMPANION_PHOTOS": text}, [], "PHOTOS", text == "1") for text in ("1", "0", "")),
        ({"COMPANION_TIME_ZONE": ""}, [], "TIME_ZONE", None),
        ({"COMPANION_TIME_ZONE": "Europe/Berlin"}, [], "TIME_ZONE", "Europe/Berlin"),
        ({"COMPANION_TIME_ZONE": "Nowhere"}, ["--time-zone", "Asia/Taipei"], "TIME_ZONE", "Asia/Taipei"),
    ],
)
def test_an_option_goes_before_the_environment(environment, arguments, setting, value):
    with pytest.MonkeyPatch.context() as patch:
        for name in ("METRICS_TOKEN", "PHOTOS", "TIME_ZONE"):
            patch.delenv(f"COMPANION_{name}", raising=False)
        for name, text in environment.items():
            patch.setenv(name, text)
        assert public_options(options(*arguments))[setting] == value


@each_row("token", ["", "short", "with spaces in between", "ß" * 16, "x" * 201, "x" * 16 + "\n"])
def test_a_token_that_is_none_is_refused_and_not_shown(token):
    with pytest.raises(ServeError) as refused:
        public_options(options(f"--metrics-token={token}"))
    assert refused.value.message.text().startswith("The token for /metrics is not valid; give 16 to 200")
    assert not token or token not in refused.value.message.text()


def test_what_cannot_be_written():
    """As another user than root, whom nothing is forbidden."""
    program = "import os, sys; from companion.commands.serving.serve import prepare_folder, Path; "
    program += "os.getuid() or os.setuid(65534); prepare_folder(Path(sys.argv[1]))"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kept").mkdir()
        (folder / "kept" / "read.sqlite").write_text("as it was")
        (folder / "kept" / "read.sqlite").chmod(0o444)
        (folder / "shut").mkdir(0o500)
        for mode, path, words in (
            (0o777, "kept/read.sqlite", "read.sqlite cannot be written"),
            (0o555, "kept/new.sqlite", "kept cannot be written"),
            (0o555, "kept/new/a.sqlite", "Permission denied"),
            (0o000, "kept/read.sqlite", "Permission denied" if os.getuid() else "kept"),
        ):
            folder.chmod(0o755)
            (folder / "kept").chmod(mode)
            command = [sys.executable, "-c", program, str(folder / path)]
            done = subprocess.run(command, capture_output=True, text=True)
            assert "ServeError: The database cannot be kept in" in done.stderr
            assert words in done.stderr.splitlines()[-1]
        (folder / "kept").chmod(0o755)
        prepare_folder(folder / "kept" / "read.sqlite")
        assert (folder / "kept" / "read.sqlite").read_text() == "as it was", "a database that is there is not touched"


def test_new_addresses_reach_the_application_in_place(monkeypatch):
    from companion.commands.serving import serve
    from companion.server import addresses

    monkeypatch.setattr(addresses, "network_addresses", lambda ipv6=False: ["192.168.1.23"])
    bases, hosts = [], []
    config = {"HOST": "0.0.0.0", "PORT": 5000, "PUBLIC_URL": None, "ANNOUNCED": None}
    config |= {"BASES": bases, "TRUSTED_HOSTS": hosts}
    serve._refresh_addresses(config)
    assert bases == ["http://192.168.1.23:5000"] and "192.168.1.23" in hosts
    monkeypatch.setattr(addresses, "network_addresses", lambda ipv6=False: ["172.20.10.2"])
    serve._refresh_addresses(config)
    assert bases == ["http://172.20.10.2:5000"]
    assert "172.20.10.2" in hosts
    assert "192.168.1.23" not in hosts
