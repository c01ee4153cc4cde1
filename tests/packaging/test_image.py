"""The image without a container daemon: its Containerfile and compose.yaml are carried out in an empty folder."""

import json
import re
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import yaml

from tests.faults.clients import Client
from tests.support.installing import install, wait_for
from tests.support.long import long
from tests.support.phones import bets, trick
from tests.support.ports import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PUBLIC = "http://games.example"
# What the image has beside itself; a name is followed by no letter, so /database is none of them.
_ABSOLUTE = re.compile(r"(?<![\w./])/(opt|build|data)(?![\w-])")
pytestmark = long


class Image:
    """What the Containerfile makes, below `root` in place of /; `wheelhouse` stands for the registry."""

    def __init__(self, containerfile, root, wheel, wheelhouse):
        self.root = root
        self._text = re.sub(r"\\\n\s*", "", re.sub(r"^\s*#.*\n", "", containerfile, flags=re.MULTILINE))
        self.environment = dict(re.findall(r"(\w+)=(\S+)", self.here(*self.all_of("ENV"))))
        self.entrypoint = json.loads(self.here(*self.all_of("ENTRYPOINT")))
        self.health = json.loads(self.here(*self.all_of("HEALTHCHECK")).partition("CMD ")[2])
        for name in ("build", "home/programs"):
            (root / name).mkdir(parents=True)
        shutil.copy(ROOT / "requirements/run.txt", root / "build/requirements.txt")
        shutil.copy(wheel, root / "build")
        (root / "home/programs/python").symlink_to(sys.executable)
        command = f"export PIP_NO_COMPILE=1; {self.here(self.all_of('RUN')[0])}"  # to be quick
        install(["/bin/sh", "-ec", command], wheelhouse, root / "home")

    def all_of(self, instruction):
        """The arguments of each such instruction."""
        return re.findall(rf"^{instruction} (.*)$", self._text, re.MULTILINE)

    def here(self, text):
        """A text of the image with its absolute paths moved below the root."""
        return _ABSOLUTE.sub(rf"{self.root}/\1", text)


@pytest.fixture(scope="module")
def image(wheel, wheelhouse, tmp_path_factory):
    containerfile = (DEPLOY / "Containerfile").read_text("utf-8")
    return Image(containerfile, tmp_path_factory.mktemp("i"), wheel, wheelhouse)


@pytest.fixture(scope="module")
def service():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]["companion"]


@pytest.fixture
def data(image):
    folder = image.root / "data"
    folder.mkdir(exist_ok=True)
    yield folder
    shutil.rmtree(folder)


def set_environment(image, service):
    """The variables of the image and of compose.yaml, with PUBLIC_URL as .env sets it."""
    said = {key: re.sub(r"\$\{PUBLIC_URL:\?[^}]*\}", PUBLIC, value) for key, value in service["environment"].items()}
    said = {key: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for key, value in said.items()}
    assert "$" not in str(said)
    return {**image.environment, **said}


@pytest.fixture
def phone():
    with ExitStack() as stack:

        def make(port):
            client = Client(port, "phone")
            stack.callback(client.hang_up)
            return client

        yield make


@contextmanager
def running(image, command, environment):
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
            server.send_signal(signal.Signals[image.all_of("STOPSIGNAL")[0]])
            assert server.wait(60) == 0, (image.root / "output").read_text()
        assert "Traceback" not in (image.root / "output").read_text()


def is_healthy(check, port, environment):
    command = [word.replace(":5000/", f":{port}/") for word in check]
    return subprocess.run(command, env=environment, stderr=subprocess.DEVNULL).returncode == 0


def test_an_evening_is_kept_in_the_volume(image, service, data, phone):
    environment = set_environment(image, service)
    command = [*image.entrypoint, *service["command"]]
    with running(image, command, environment) as port:
        assert any(is_healthy(image.health, port, environment) for _ in range(3)), "it is tried three times"
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


def restore(image):
    """What docs/hosting.md says to run in the container."""
    (said,) = re.findall(
        r"--entrypoint sh companion -c \\\n\s+'([^']+)'", (ROOT / "docs/hosting.md").read_text("utf-8")
    )
    subprocess.run(["sh", "-euc", image.here(said)], check=True)


def test_it_runs_without_root_and_keeps_its_data_alone(image, service):
    (user,) = image.all_of("USER")
    made = image.all_of("RUN")[1]
    assert user not in ("root", "0") and re.match(rf"useradd .*--uid {user} .*&& install .*--mode 700 /data$", made)
    assert image.all_of("VOLUME") == ["/data"] and service["volumes"] == ["data:/data"]
    assert service["read_only"] and service["cap_drop"] == ["ALL"]
