"""The wheel installed as on a machine without a network, Node.js or source, by pip, pipx or uv; and served."""

import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from socket import create_connection
from urllib.request import ProxyHandler, Request, build_opener

from tests.support.ports import free_port

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
LONGEST_START = 60.0  # the socket listens before the application is loaded, from files that are not compiled yet


def install(command, wheelhouse, home):
    """Run a command that installs, with a folder of wheels in place of the registry and `home` for what it writes.

    Returns its output; fails with that where the command fails.
    """
    whole = [*_without_network(), *map(str, command)]
    done = subprocess.run(
        whole, cwd=home, env=_environment(wheelhouse, home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _environment(wheelhouse, home):
    """An environment without npm, in which no registry is asked where the network cannot be cut off."""
    programs = home / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("dirname", "realpath"):  # a command that uv installs into a long path calls them
        if program := shutil.which(name):
            (programs / name).symlink_to(program)
    return {
        "PATH": str(programs),
        "HOME": str(home),
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheelhouse),
        "PIPX_HOME": str(home / "pipx"),
        "PIPX_BIN_DIR": str(home / "bin"),
        "UV_CACHE_DIR": str(home / "cache"),
        "UV_FIND_LINKS": str(wheelhouse),
        "UV_NO_CONFIG": "1",
        "UV_NO_INDEX": "1",
        "UV_OFFLINE": "1",
        "UV_PYTHON_DOWNLOADS": "never",
    }


def leave_package(site, name, entry_points, files):
    """Leave a package in a folder as pip would: its entry points, and its files by their path."""
    information = {
        f"{name}-1.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{name}-1.dist-info/entry_points.txt": entry_points,
    }
    for path, text in {**information, **files}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, "utf-8")


@cache
def _without_network():
    """What runs a command without any network, where the system lets us."""
    for cut_off in (("/usr/bin/unshare", "--net"), ("/usr/bin/unshare", "--net", "--map-root-user")):
        try:
            if subprocess.run([*cut_off, sys.executable, "-c", ""], stderr=subprocess.DEVNULL).returncode == 0:
                return cut_off
        except OSError:
            break
    return ()


@cache
def other_python(minor):
    """A Python 3 of this machine with another minor version that runs; None where there is none."""
    versions = Path.home() / ".pyenv/versions"
    for python in (shutil.which(f"python3.{minor}"), *sorted(versions.glob(f"3.{minor}.*/bin/python"))):
        if python and subprocess.run([python, "-c", "import ensurepip"], stderr=subprocess.DEVNULL).returncode == 0:
            return Path(python)
    return None


@contextmanager
def serving(programs, folder):
    """Run the `companion serve` of an environment in a folder; gives its address."""
    port = free_port()
    command = [programs / "companion", "serve", "--host", "127.0.0.1", "--port", str(port), "--database", "x.sqlite"]
    with (
        (folder / "output").open("w+") as output,
        subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT) as server,
    ):
        try:
            wait_for(port, server, folder / "output")
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def wait_for(port, server, output):
    end = time.monotonic() + LONGEST_START
    while True:
        try:
            return create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert server.poll() is None, output.read_text()
            assert time.monotonic() < end, output.read_text()
            time.sleep(0.05)


def fetch(address, language="en"):
    """The content of a page; `HTTPError` unless it is there."""
    opener = build_opener(ProxyHandler({}))  # a proxy of the machine's is not for 127.0.0.1
    with opener.open(Request(address, headers={"Accept-Language": language}), timeout=LONGEST_START) as answer:
        return answer.read()
