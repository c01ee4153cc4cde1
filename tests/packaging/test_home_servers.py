"""The manifests for home servers: what these document of their formats, and what the image and the version are."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.support import manifest_schemas as schemas
from tools.release import unpinned

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ADD_ON = DEPLOY / "home-assistant/tabletop_companion"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
IMAGE = f"tabletop-companion:{PROJECT['version']}"
# What the tool that writes Unraid's templates knows.
UNRAID = {
    *("Name", "Repository", "Registry", "Network", "Shell", "Privileged", "Support", "Project", "Overview", "Category"),
    *("WebUI", "TemplateURL", "Icon", "ExtraParams", "Config"),
}
UNRAID_FIELDS = {"Name", "Target", "Default", "Mode", "Description", "Type", "Display", "Required", "Mask"}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


CASAOS = read(DEPLOY / "casaos/docker-compose.yml")
FILES = {
    "home-assistant": (read(ADD_ON / "config.yaml"), schemas.HOME_ASSISTANT),
    "casaos": (CASAOS["x-casaos"], schemas.CASAOS),
}


@pytest.mark.parametrize("server", FILES)
def test_a_manifest_has_what_its_server_documents_and_our_version(server: str) -> None:
    manifest, schema = FILES[server]
    jsonschema.validate(manifest, schema)
    assert manifest["version"] == PROJECT["version"]
    broken = {**manifest, "verison": "1"}
    assert not jsonschema.Draft202012Validator(schema).is_valid(broken)


def test_addresses_lead_into_the_repository() -> None:
    paths = [path for path in DEPLOY.rglob("*") if path.suffix in (".yml", ".yaml", ".xml") and path.parent != DEPLOY]
    links = [link for path in paths for link in re.findall(r"https://[^\s<\"]+", path.read_text("utf-8"))]
    base = PROJECT["urls"]["Repository"]
    assert links and all(link.startswith(base) for link in links)
    files = [path for link in links for path in re.findall(r"/(?:raw|tree)/main/(.+)", link)]
    assert len(files) >= 4 and all((ROOT / path).exists() for path in files)


def test_casaos_opens_the_port_that_it_publishes() -> None:
    manifest = CASAOS["x-casaos"]
    service = CASAOS["services"][manifest["main"]]
    (port,) = service["ports"]
    assert (port["published"], port["target"]) == (manifest["port_map"], 5000)
    assert (CASAOS["name"], service["image"]) == (manifest["main"], IMAGE)
    told = service["x-casaos"]
    assert [env["container"] for env in told["envs"]] == [*service["environment"]] == ["COMPANION_PUBLIC_URL", "TZ"]
    assert [volume["container"] for volume in told["volumes"]] == [service["volumes"][0]["target"]] == ["/data"]
    assert service["environment"]["COMPANION_PUBLIC_URL"].endswith(f":{port['published']}")


def test_unraid_fills_in_what_the_image_takes() -> None:
    template = ET.parse(DEPLOY / "unraid/tabletop-companion.xml").getroot()
    assert (template.tag, template.attrib) == ("Container", {"version": "2"})
    assert {child.tag for child in template} == UNRAID
    assert template.findtext("Repository") == IMAGE and template.findtext("Privileged") == "false"
    fields = {field.attrib["Type"]: field for field in template.iter("Config")}
    for field in fields.values():
        assert set(field.attrib) == UNRAID_FIELDS and field.text == field.attrib["Default"]
        assert field.attrib["Display"] in ("always", "advanced") and field.attrib["Required"] == "true"
    wanted = {"Variable": ("COMPANION_PUBLIC_URL", ""), "Port": ("5000", "tcp"), "Path": ("/data", "rw")}
    assert {kind: (field.attrib["Target"], field.attrib["Mode"]) for kind, field in fields.items()} == wanted
    assert template.findtext("WebUI") == "http://[IP]:[PORT:5000]/"


def test_home_assistant_asks_for_what_the_start_reads_in_all_languages() -> None:
    config = read(ADD_ON / "config.yaml")
    assert config["slug"] == ADD_ON.name and unpinned((ADD_ON / "Dockerfile").read_text("utf-8")) == []
    (port,) = config["ports"]
    assert f"[PORT:{port.removesuffix('/tcp')}]" in config["webui"]
    needed = {key for key, kind in config["schema"].items() if not kind.endswith("?")}
    assert needed == config["options"].keys() and config["schema"].keys() >= needed
    assert set(re.findall(r'options\["(\w+)"\]', (ADD_ON / "run.py").read_text("utf-8"))) == config["schema"].keys()
    files = {path.stem: read(path) for path in (ADD_ON / "translations").glob("*.yaml")}
    assert files.keys() == {"en", "zh-Hant", "zh-Hans"}
    for told in files.values():
        jsonschema.validate(told, schemas.HOME_ASSISTANT_TRANSLATION)
        assert (
            told["configuration"].keys() == config["schema"].keys() and told["network"].keys() == config["ports"].keys()
        )
