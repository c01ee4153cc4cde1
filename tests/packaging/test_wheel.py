"""The wheel is all one needs: installed into an empty environment, far from the clone, it serves the site."""

import doctest
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes, policy
from pathlib import Path
from urllib.parse import urljoin

import pytest

from companion.paths import default_database
from tests.support.installing import fetch, serving
from tests.support.long import long

ROOT = Path(__file__).parents[2]
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def site(environment, tmp_path_factory):
    with serving(environment, tmp_path_factory.mktemp("site")) as address:
        yield address


@long
def test_pip_brings_the_command_which_keeps_its_data_in_the_current_folder(environment, tmp_path):
    done = subprocess.run([environment / "companion", "--version"], capture_output=True, text=True)
    assert re.fullmatch(r"companion \d+\.\d+\.\d+\nwithout [\w, ]+\n", done.stdout) and done.stderr == ""
    program = "from companion.paths import default_database; print(default_database())"
    found = subprocess.check_output([environment / "python", "-c", program], cwd=tmp_path, text=True)
    assert Path(found.strip()) == tmp_path.resolve() / "instance" / "companion.sqlite"


def test_the_wheel_holds_pages_static_files_and_translations(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        files = {f"companion/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert files, folder
        assert files <= names
    for pattern in ("companion/games/*/*.html", "companion/features/*/templates/*", "companion/features/*/static/*"):
        assert {str(path.relative_to(ROOT)) for path in ROOT.glob(pattern)} <= names
    assert {str(path.relative_to(ROOT)) for path in ROOT.glob("companion/features/*/scaffold/**/*.in")} <= names
    assert "companion/static/vendor/htmx.min.js" in names
    for locale in ("zh_Hant", "zh_Hans"):
        assert f"companion/translations/{locale}/LC_MESSAGES/messages.mo" in names
    assert "companion/translations/zh_Hans/characters.json" in names
    assert "companion/py.typed" in names
    assert len([name for name in names if name.startswith("companion/minified/")]) > 50
    assert {re.split("[/-]", name)[0] for name in names} == {"companion", "tabletop_companion"}
    assert not [name for name in names if name.endswith((".po", ".sqlite"))]


@long
def test_the_wheel_serves_the_first_page_and_its_script_and_speaks_chinese(site):
    languages = ("zh-TW,zh;q=0.9,en;q=0.5", "zh-CN,zh;q=0.9", "en")
    chinese, simplified, english = (fetch(site, language).decode() for language in languages)
    script = re.search(r'src="([^"]*/companion\.js[^"]*)"', english)
    assert script and (ROOT / "static/vendor/htmx.min.js").read_bytes() in fetch(urljoin(site, script[1]))
    assert re.search(r'<html[^>]* lang="zh-Hans', simplified) and "桌游计分" in simplified
    assert re.search(r'<html[^>]* lang="zh-Hant', chinese)
    assert len(CHINESE.findall(chinese)) > len(CHINESE.findall(english))


def test_a_clone_keeps_its_data_in_its_own_folder_unless_it_is_told(monkeypatch):
    monkeypatch.delenv("COMPANION_DATABASE", raising=False)
    assert default_database() == str(ROOT / "instance" / "companion.sqlite")
    monkeypatch.setenv("COMPANION_DATABASE", "postgresql://db.example/companion")
    assert default_database() == "postgresql://db.example/companion"


@long
def test_programs_beside_the_wheel_alone_have_its_types(environment, tmp_path):
    page = re.sub(r"^```.*$", "", (ROOT / "docs/api.md").read_text("utf-8"), flags=re.MULTILINE)
    examples = "".join(example.source for example in doctest.DocTestParser().get_examples(page))
    (tmp_path / "examples.py").write_text(examples, "utf-8")
    shutil.copy(Path(__file__).with_name("typed_program.py"), tmp_path)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache"]
    command += ["--python-executable", str(environment / "python"), "typed_program.py", "examples.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "Success: no issues found in 2 source files\n", done.stdout + done.stderr


@pytest.fixture(scope="module")
def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name), policy=policy.EmailPolicy(utf8=True))


def test_the_pictures_and_links_of_the_readme_are_whole_there(metadata):
    (repository,) = (
        line.split(", ")[1] for line in metadata.get_all("Project-URL", ()) if line.startswith("Repository")
    )
    text = metadata.get_payload()
    pictures, links = re.findall(r'<img src="([^"]+)"', text), re.findall(r"\]\(([^)]+)\)", text)
    kinds = {"raw": pictures, "blob": [link for link in links if link.startswith(repository)]}
    for kind, addresses in kinds.items():
        start = f"{repository}/{kind}/v{metadata['Version']}/"
        assert addresses and all(address.startswith(start) for address in addresses)
        assert all((ROOT / address.removeprefix(start).partition("#")[0]).is_file() for address in addresses)
    assert all(address.startswith("https://") for address in (*pictures, *links))
