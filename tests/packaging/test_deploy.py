"""What deploy/ and .github/ deliver: files, scripts and units are sound, as far as that shows unstarted."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from inspect import getsource
from pathlib import Path

import pytest
import yaml

from tests.support.each_row import each_row
from tests.support.long import long
from tools.release import unpinned

ROOT = Path(__file__).parents[2]
DEPLOY, GITHUB = ROOT / "deploy", ROOT / ".github"
ADD_ON = DEPLOY / "home-assistant/tabletop_companion"
_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
_HAPROXY, _SYSTEMD = shutil.which("haproxy", path=_PATH), shutil.which("systemd-analyze", path=_PATH)
CONFIG = GITHUB / "ISSUE_TEMPLATE/config.yml"
SCHEMAS = {
    "compose-spec": [*DEPLOY.glob("compose*.yaml"), *DEPLOY.rglob("docker-compose.yml")],
    "github-workflows": [*GITHUB.glob("workflows/*.yml")],
    "github-issue-forms": [*{*CONFIG.parent.glob("*.yml")} - {CONFIG}],
    "github-issue-config": [CONFIG],
}

# The commands of a page stand indented; other indented lines are what a file holds.
BLOCKS = [
    block
    for page in (DEPLOY / "raspberry-pi.md", *(DEPLOY.parent / "docs" / name for name in ("hosting.md", "internet.md")))
    for block in re.findall(r"(?:^    .*\n)+", page.read_text("utf-8"), re.MULTILINE)
    if re.match(r" +(sudo|docker|podman|ssh|scp|cp|echo|sha256sum|systemctl|python3|/opt) ", block)
]


@pytest.fixture(scope="module")
def compose():
    """PostgreSQL with a standby, two companions and haproxy."""
    return read_yaml(DEPLOY / "compose.postgresql.yaml")


def read_yaml(path):
    return yaml.safe_load(path.read_text("utf-8"))


@long
@each_row("schema", SCHEMAS)
def test_a_file_fits_its_published_schema(schema):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *map(str, SCHEMAS[schema])], capture_output=True, text=True)
    assert SCHEMAS[schema] and done.returncode == 0, done.stdout + done.stderr


@each_row("path", SCHEMAS["github-workflows"])
def test_a_workflow_may_only_read_and_pins_what_it_uses(path):
    assert read_yaml(path)["permissions"] == {"contents": "read"}
    used = re.findall(r"uses: ([^.].+)", path.read_text("utf-8"))
    assert not [line for line in used if not re.fullmatch(r"[\w-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)]


def test_home_servers_install_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    casaos, add_on = read_yaml(DEPLOY / "casaos/docker-compose.yml"), read_yaml(ADD_ON / "config.yaml")
    image = ET.parse(DEPLOY / "unraid/tabletop-companion.xml").getroot().findtext("Repository")
    assert {casaos["services"][casaos["name"]]["image"], image} == {f"tabletop-companion:{version}"}
    assert {add_on["version"], casaos["x-casaos"]["version"]} == {version}
    add_on_image, image_alone = (file.read_text("utf-8") for file in (ADD_ON / "Dockerfile", DEPLOY / "Containerfile"))
    assert unpinned(add_on_image) == []
    for line in (r"^FROM (\S+)", r"pip (install .*--no-deps.*?)(?: \\)?$", r"^    CMD (.*)$"):
        built = [set(re.findall(line, text, re.MULTILINE)) for text in (add_on_image, image_alone)]
        assert built[0] == built[1] != set(), "it is built as the image is"


def test_home_assistant_asks_for_what_the_start_reads():
    asked = read_yaml(ADD_ON / "config.yaml")["schema"].keys()
    assert set(re.findall(r'options\["(\w+)"\]', (ADD_ON / "run.py").read_text("utf-8"))) == asked
    for path in (ADD_ON / "translations").glob("*.yaml"):
        assert read_yaml(path)["configuration"].keys() == asked, path.name


def test_files_of_uploads_cannot_fill_the_memory_of_a_container():
    made = read_yaml(DEPLOY / "compose.yaml")
    assert re.fullmatch(r"/tmp:size=\d+m", made["services"]["companion"]["tmpfs"])


@pytest.mark.parametrize("name", ["nginx.conf", "haproxy.cfg"])
def test_a_proxy_repeats_acts_with_a_key_only(app, name):
    """An act reads its key; a group is made by a key and deleted by name; what is posted elsewhere reads none."""
    text = (DEPLOY / name).read_text("utf-8")
    patterns = re.findall(r"acl acts path_reg (\S+)", text)
    patterns += re.findall(r"location ~ (\S+) \{\s+proxy_next_upstream error timeout non_idempotent;", text)
    assert patterns
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    again = {rule.rule for rule in rules if any(re.search(pattern, rule.rule) for pattern in patterns)}
    acts = {rule.rule for rule in rules if "read_request(" in getsource(app.view_functions[rule.endpoint])}
    assert len(acts) > 11 and acts < again
    others = ("/groups", "/import", "/players", "/settings", "/setups")
    groups = {"/groups/new", "/groups/<group>/delete", "/groups/<group>/evenings/new"}
    elsewhere = {rule.rule for rule in rules if rule.rule.startswith(others)}
    assert groups < again and {rule.rule for rule in rules} - again == elsewhere - groups


def test_haproxy_of_the_compose_file_finds_its_companions(compose, tmp_path):
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
def test_the_scripts_can_be_run(name):
    path = DEPLOY / "postgresql" / name
    subprocess.run(["sh", "-n", str(path)], check=True)
    assert os.access(path, os.X_OK)


def test_what_the_pages_for_hosts_say_to_type_is_the_shells():
    for block in BLOCKS:
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)


@pytest.mark.skipif(_SYSTEMD is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", ["companion.service", "companion@.service", "raspberry-pi.md"])
def test_systemd_takes_the_units_and_the_command_of_a_raspberry_pi(name, tmp_path):
    unit = (DEPLOY / name.replace("raspberry-pi.md", "companion.service")).read_text("utf-8")
    if name == "raspberry-pi.md":
        page = (DEPLOY / name).read_text("utf-8")
        (drop_in,) = re.findall(r"home\.conf << 'END'\n(.*?)    END\n", page, re.DOTALL)
        unit += re.sub(r"^    ", "", drop_in, flags=re.MULTILINE)
    path = tmp_path / name.replace("raspberry-pi.md", "companion.service")
    path.write_text(unit.replace("/opt/companion/bin/companion", "/bin/true"), "utf-8")
    done = subprocess.run([_SYSTEMD, "verify", str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
