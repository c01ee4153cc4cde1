"""What deploy/ delivers: the compose file, its scripts and the units are sound, as far as that shows unstarted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
_HAPROXY, _SYSTEMD = shutil.which("haproxy", path=_PATH), shutil.which("systemd-analyze", path=_PATH)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    made: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return made


def test_what_the_compose_file_names_is_there(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        assert service["networks"].keys() <= compose["networks"].keys()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]
        assert ("image" in service) and not re.search(r"password: *\w", str(service), re.IGNORECASE)
    addresses = [service["networks"]["inner"]["ipv4_address"] for service in services.values()]
    assert len({*addresses}) == len(services)
    build = services["companion-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert (DEPLOY / build["context"] / build["args"]["REQUIREMENTS"]).is_file()
    assert services["haproxy"]["networks"]["inner"]["ipv4_address"] in services["companion-1"]["command"]


def test_haproxy_of_the_compose_file_finds_its_companions(compose: dict[str, Any], tmp_path: Path) -> None:
    made = tmp_path / "haproxy.cfg"
    command = compose["services"]["haproxy"]["command"][0].partition(" && ")[0].replace("$$", "$")
    command = command.replace(" /haproxy.cfg ", f" {DEPLOY}/haproxy.cfg ").replace("/tmp/haproxy.cfg", str(made))
    subprocess.run(["sh", "-c", command], check=True)
    for name in ("companion-1", "companion-2"):
        address = compose["services"][name]["networks"]["inner"]["ipv4_address"]
        assert made.read_text().count(f"server {name} {address}:5000\n") == 2
    made.write_text(made.read_text().replace("/etc/haproxy/waiting.html", str(DEPLOY / "waiting.html")))
    if _HAPROXY is not None:
        subprocess.run([_HAPROXY, "-c", "-q", "-f", str(made)], check=True)


@pytest.mark.parametrize("name", ["primary.sh", "standby.sh"])
def test_the_scripts_can_be_run(name: str) -> None:
    path = DEPLOY / "postgresql" / name
    subprocess.run(["sh", "-n", str(path)], check=True)
    assert os.access(path, os.X_OK)


@pytest.mark.skipif(_SYSTEMD is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", ["companion.service", "companion@.service"])
def test_systemd_takes_the_units(name: str, tmp_path: Path) -> None:
    assert _SYSTEMD is not None
    text = (DEPLOY / name).read_text("utf-8").replace("/opt/companion/bin/companion", "/bin/true")
    (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run([_SYSTEMD, "verify", str(tmp_path / name)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
