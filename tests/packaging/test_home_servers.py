"""The manifests for home servers install this version, and Home Assistant's has the options that its start reads."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import yaml

from tools.release import unpinned

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ADD_ON = DEPLOY / "home-assistant/tabletop_companion"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
CONFIG = yaml.safe_load((ADD_ON / "config.yaml").read_text("utf-8"))


def test_all_install_this_version() -> None:
    casaos = yaml.safe_load((DEPLOY / "casaos/docker-compose.yml").read_text("utf-8"))
    unraid = ET.parse(DEPLOY / "unraid/tabletop-companion.xml").getroot()
    images = {casaos["services"][casaos["name"]]["image"], unraid.findtext("Repository")}
    assert images == {f"tabletop-companion:{VERSION}"}
    assert {CONFIG["version"], casaos["x-casaos"]["version"]} == {VERSION}


def test_home_assistant_asks_for_what_the_start_reads() -> None:
    assert unpinned((ADD_ON / "Dockerfile").read_text("utf-8")) == []
    assert set(re.findall(r'options\["(\w+)"\]', (ADD_ON / "run.py").read_text("utf-8"))) == CONFIG["schema"].keys()
    for path in (ADD_ON / "translations").glob("*.yaml"):
        told = yaml.safe_load(path.read_text("utf-8"))
        assert told["configuration"].keys() == CONFIG["schema"].keys(), path.name
