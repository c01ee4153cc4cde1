"""Two rivals' pages for `make bench ARGS=phone`: a board on boardgame.io's server, and I hate money.

The registries have no score keeper for phones. boardgame.io is the nearest that is live on several phones; I hate money
the nearest that a group shares by a link: a table of who paid what. Each is installed for the time of the benchmark.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.ports import free_port
from tools.bench import harness
from tools.bench.harness import NotMeasured
from tools.bench.serving import answers

ESBUILD = "esbuild@0.25.0"
I_HATE_MONEY = ("ihatemoney==7.2.1", "gunicorn==27.0.1")
BUNDLED = "export { Client } from 'boardgame.io/client'; export { SocketIO } from 'boardgame.io/multiplayer';"


@dataclass(frozen=True)
class Rival:
    """Where a rival listens, the path of its page, and the selectors of a key and of the sign that it was tapped.

    If it `is_live`, the sign comes on the page of another player in the same match, too.
    """

    port: int
    path: str
    key: str
    sign: str
    is_live: bool = False

    def address(self, match: str, player: int = 0) -> str:
        """The address of a player's page; each `match` is a new one."""
        return f"http://127.0.0.1:{self.port}{self.path.format(match=match, player=player)}"


@contextmanager
def boardgame_io(folder: Path) -> Iterator[Rival]:
    """Its client is bundled as a developer does it, without what the page does not use."""
    if not harness.is_here():
        raise NotMeasured("its packages come with the load harness, which is not here.")
    _install(folder, "npm", "install", "--prefix", str(folder), ESBUILD)
    client, port = folder / "client.js", free_port()
    subprocess.run(
        [folder / "node_modules/.bin/esbuild", "--bundle", "--minify", "--global-name=BoardgameIO",
         '--define:process.env.NODE_ENV="production"', "--log-level=warning", f"--outfile={client}"],
        cwd=harness.COPY, input=BUNDLED, text=True, check=True,
    )  # fmt: skip
    settings = {"HARNESS": str(harness.COPY), "CLIENT": str(client), "PORT": str(port), "NODE_ENV": "production"}
    with _serving(["node", str(harness.HERE / "boardgame-io.js")], port, "/", settings):
        yield Rival(port, "/?match={match}&player={player}", "td:not(.taken)", "td.taken", is_live=True)


@contextmanager
def i_hate_money(folder: Path) -> Iterator[Rival]:
    """Its sample project, by a link that redirects as an invitation does; the first key opens the form of a bill.

    Served by gunicorn, as in the settings that it comes with; they compress nothing.
    """
    _install(folder, sys.executable, "-m", "venv", "venv")
    python, port, settings = str(folder / "venv/bin/python"), free_port(), folder / "ihatemoney.cfg"
    _install(folder, python, "-m", "pip", "install", "--quiet", *I_HATE_MONEY)
    settings.write_text(f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{folder}/ihatemoney.db'\n")
    command = [python, "-m", "gunicorn", "--threads", "8", "--bind", f"127.0.0.1:{port}", "ihatemoney.wsgi:application"]
    with _serving(command, port, "/healthcheck", {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)}):
        yield Rival(port, "/demo", "#new-bill a", "body.modal-open, form.container:not(.modal-body) [name=payer]")


RIVALS: Mapping[str, Callable[[Path], AbstractContextManager[Rival]]] = {
    "boardgame.io": boardgame_io,
    "I hate money": i_hate_money,
}


def _install(folder: Path, *command: str) -> None:
    """Run a command that may need a registry. Raises `NotMeasured` with the first error that it prints."""
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        raise NotMeasured(f"{Path(command[0]).name} could not install it: {' '.join(errors[:1])}")


@contextmanager
def _serving(command: list[str], port: int, path: str, environment: Mapping[str, str]) -> Iterator[None]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env={**os.environ, **environment}, **quiet) as process:
        try:
            while not answers(port, path):
                if process.poll() is not None:
                    raise NotMeasured("its server did not start.")
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
