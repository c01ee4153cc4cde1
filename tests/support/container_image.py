"""A Containerfile carried out where there is no container daemon: its root is a folder, its user is our own."""

from __future__ import annotations

import json
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.installing import install

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
