"""The image without a container daemon: its Containerfile and compose.yaml are carried out in an empty folder.

An evening is played at it: a table is opened, it is stopped and started anew on the same volume, and restored.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.faults.clients import Client
from tests.support.installing import install, wait_for
from tests.support.long import long
from tests.support.phones import bets, trick
from tests.support.ports import free_port

# What the image has beside itself; a name is followed by no letter, so /database is none of them.
_ABSOLUTE = re.compile(r"(?<![\w./])/(opt|build|data)(?![\w-])")
_VARIABLE = re.compile(r"\$\{?(\w+)\}?")
# The system's own programs that a RUN calls, and what stands for them where we are not root.
_PROGRAMS = {
    "python": f'exec {sys.executable} "$@"',
    "install": 'for folder; do :; done; exec /bin/mkdir -p "$folder"',  # its owner would be the user that is not made
    "useradd": 'echo "$@" >> "$HOME/users"',
    "rm": 'exec /bin/rm "$@"',
}


@dataclass
class Image:
    """What a Containerfile makes, below `root` in place of /."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    user: str = "root"
    users: str = ""
    volumes: list[str] = field(default_factory=list)
    stop_signal: str = ""

    def here(self, text: str) -> str:
        """A text of the image with its absolute paths moved below the root."""
        return _ABSOLUTE.sub(rf"{self.root}/\1", text)


def instructions(containerfile: str) -> list[tuple[str, str]]:
    """Each instruction with its arguments, without comments, its lines joined."""
    lines = [line for line in containerfile.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [
        (name.upper(), rest.strip()) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)
    ]


def build(containerfile: str, context: Path, root: Path, wheelhouse: Path) -> Image:
    """Carry out a Containerfile: `context` is the folder that it copies from, `wheelhouse` stands for the registry."""
    image, arguments = Image(root), dict[str, str]()
    for name, rest in instructions(containerfile):
        if name == "FROM":  # all stages share one root, as each copies from the ones before to the same place
            image.user, image.environment = "root", {}
        elif name == "ARG":
            key, _, value = rest.partition("=")
            arguments[key] = value
        elif name == "COPY":
            _copy(image, _VARIABLE.sub(lambda variable: arguments[variable[1]], rest), context)
        elif name == "RUN":
            _run(image, rest, wheelhouse)
        elif name == "ENV":
            image.environment |= {key: image.here(value) for key, value in re.findall(r"(\w+)=(\S+)", rest)}
        elif name in ("ENTRYPOINT", "CMD"):
            words = json.loads(image.here(rest))
            image.entrypoint, image.command = (words, []) if name == "ENTRYPOINT" else (image.entrypoint, words)
        elif name == "HEALTHCHECK":
            image.health = json.loads(image.here(rest.partition("CMD ")[2]))
        elif name == "USER":
            image.user = rest
        elif name == "VOLUME":
            image.volumes.append(rest)
        elif name == "STOPSIGNAL":
            image.stop_signal = rest
        else:
            assert name == "EXPOSE", f"{name} is not known here"
    return image


def _copy(image: Image, rest: str, context: Path) -> None:
    if stage := re.fullmatch(r"--from=\w+ (\S+) (\S+)", rest):
        assert stage[1] == stage[2]
        return
    *sources, into = rest.split()
    target = Path(image.here(into))
    for source in sources:
        paths = sorted(context.glob(source))
        assert paths, f"COPY {source}: nothing is there"
        for path in paths:
            place = target / path.name if into.endswith("/") else target
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)


def _run(image: Image, rest: str, wheelhouse: Path) -> None:
    """Run a command of the image, without a network, and with packages that are not compiled, to be quick."""
    home = image.root / "home"
    for name, script in _PROGRAMS.items():
        (program := home / "programs" / name).parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)
    for name in ("dirname", "realpath"):
        (home / "programs" / name).unlink(missing_ok=True)
    install(["/bin/sh", "-ec", f"export PIP_NO_COMPILE=1; {image.here(rest)}"], wheelhouse, home)
    image.users = (home / "users").read_text() if (home / "users").exists() else ""


ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ADD_ON = DEPLOY / "home-assistant/tabletop_companion"
PUBLIC = "http://games.example"
pytestmark = long


@pytest.fixture(scope="module")
def image(wheel: Path, wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The image, built of a context that holds what .dockerignore lets through."""
    context = tmp_path_factory.mktemp("context")
    shutil.copytree(ROOT / "requirements", context / "requirements")
    (context / "dist").mkdir()
    shutil.copy(wheel, context / "dist")
    return build((DEPLOY / "Containerfile").read_text("utf-8"), context, tmp_path_factory.mktemp("i"), wheelhouse)


@pytest.fixture(scope="module")
def service() -> dict[str, Any]:
    """The companion of compose.yaml."""
    made: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]["companion"]
    return made


@pytest.fixture
def data(image: Image) -> Iterator[Path]:
    """An empty volume."""
    folder = image.root / "data"
    folder.mkdir(exist_ok=True)
    yield folder
    shutil.rmtree(folder)


def set_environment(image: Image, service: dict[str, Any]) -> dict[str, str]:
    """The variables of the image and of compose.yaml, with PUBLIC_URL as .env sets it."""
    said = {key: re.sub(r"\$\{PUBLIC_URL:\?[^}]*\}", PUBLIC, value) for key, value in service["environment"].items()}
    assert "$" not in str(said)
    return {**image.environment, **said}


@pytest.fixture
def phone() -> Iterator[Callable[[int], Client]]:
    """Makes phones that hang up in the end."""
    with ExitStack() as stack:

        def make(port: int) -> Client:
            client = Client(port, "phone")
            stack.callback(client.hang_up)
            return client

        yield make


@contextmanager
def running(image: Image, command: list[str], environment: dict[str, str]) -> Iterator[int]:
    """The container: started with a command, on a free port in place of 5000, and stopped by the image's signal."""
    port = free_port()
    with (
        (image.root / "output").open("w+") as output,
        subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            env=environment, cwd=image.root, stdout=output, stderr=subprocess.STDOUT,
        ) as server,
    ):  # fmt: skip
        try:
            wait_for(port, server, image.root / "output")
            yield port
        finally:
            server.send_signal(signal.Signals[image.stop_signal or "SIGTERM"])
            assert server.wait(60) == 0, (image.root / "output").read_text()
        assert "Traceback" not in (image.root / "output").read_text()


def is_healthy(check: list[str], port: int, environment: dict[str, str]) -> bool:
    command = [word.replace(":5000/", f":{port}/") for word in check]
    return subprocess.run(command, env=environment, stderr=subprocess.DEVNULL).returncode == 0


def test_an_evening_is_kept_in_the_volume(
    image: Image, service: dict[str, Any], data: Path, phone: Callable[[int], Client]
) -> None:
    environment = set_environment(image, service)
    command = [*image.entrypoint, *service["command"]]
    with running(image, command, environment) as port:
        assert is_healthy(image.health, port, environment)
        host, guest = phone(port), phone(port)
        table = host.open("luz", "Ann", "Ben", "Cleo")
        assert f'href="{PUBLIC}/' in host.page(f"/t/{table}/share").text
        guest.join(host, table)
        assert guest.act(table, "enter", 0, bets("3 2 1")).status == 303
    assert not is_healthy(image.health, port, environment)
    assert [path.name for path in data.glob("*.sqlite")] == ["companion.sqlite"]
    with running(image, command, environment) as port:
        host.port = guest.port = port
        assert guest.version(table) == host.version(table) == 1
        backed_up = shutil.which("companion", path=environment["PATH"])
        assert backed_up and Path(backed_up).is_relative_to(image.root)
        subprocess.run([backed_up, "backup", data / "copy.sqlite"], env=environment, check=True, capture_output=True)
        assert guest.act(table, "enter", 1, trick(1, 0)).status == 303
    restore(image)
    with running(image, command, environment) as port:
        host.port = port
        assert host.version(table) == 1


def restore(image: Image) -> None:
    """What docs/hosting.md says to run in the container."""
    (said,) = re.findall(
        r"--entrypoint sh companion -c \\\n\s+'([^']+)'", (ROOT / "docs/hosting.md").read_text("utf-8")
    )
    subprocess.run(["sh", "-euc", image.here(said)], check=True)


def test_it_runs_without_root_and_keeps_its_data_alone(image: Image, service: dict[str, Any]) -> None:
    assert image.user not in ("root", "0") and f"--uid {image.user} " in image.users
    assert image.volumes == ["/data"] and service["volumes"] == ["data:/data"]
    assert service["read_only"] and service["cap_drop"] == ["ALL"]


def test_home_assistant_builds_the_same_and_starts_it_with_its_options(
    image: Image, data: Path, phone: Callable[[int], Client]
) -> None:
    add_on = (ADD_ON / "Dockerfile").read_text("utf-8")
    containerfile = (DEPLOY / "Containerfile").read_text("utf-8")
    for line in (r"^FROM (\S+)", r"pip (install .*--no-deps.*?)(?: \\)?$", r"^    CMD (.*)$"):
        assert set(re.findall(line, add_on, re.MULTILINE)) == set(re.findall(line, containerfile, re.MULTILINE))
    (command,) = re.findall(r"^CMD (.*)$", add_on, re.MULTILINE)
    program = image.root / "opt/companion/run.py"
    text = image.here((ADD_ON / "run.py").read_text("utf-8"))
    # The port is that of the container there; here it is one that is free.
    program.write_text(text.replace("*arguments]", '*arguments, *__import__("sys").argv[1:]]'), "utf-8")
    options = {"public_url": PUBLIC, "delete_after": 30}
    (data / "options.json").write_text(json.dumps(options), "utf-8")
    environment = {"COMPANION_DATABASE": str(data / "companion.sqlite"), "PATH": os.defpath}
    with running(image, json.loads(image.here(command)), environment) as port:
        assert "30 days" in phone(port).page("/").text
    assert PUBLIC in (image.root / "output").read_text() and (data / "companion.sqlite").is_file()
