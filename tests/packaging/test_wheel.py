"""The wheel is all one needs: installed into an empty environment, far from the clone, it serves the site."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from companion.paths import default_database

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
LONGEST_START = 60.0  # the socket listens before the application is loaded, from files that are not compiled yet


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    return next(folder.glob("tabletop_companion-*.whl"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of an environment that holds the wheel and what it asks for, nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    subprocess.run([*PIP, "--python", folder, "install", "--no-compile", wheel], check=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def site(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running `companion serve`."""
    folder = tmp_path_factory.mktemp("site")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    companion = str(environment / "companion")
    command = [companion, "serve", "--host", "127.0.0.1", "--port", str(port), "--database", "x.sqlite"]
    with (
        (folder / "output").open("w+") as output,
        subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT) as server,
    ):
        try:
            _wait_for(port, server, folder / "output")
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def _wait_for(port: int, server: subprocess.Popen[bytes], output: Path) -> None:
    end = time.monotonic() + LONGEST_START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert server.poll() is None, output.read_text()
            assert time.monotonic() < end, output.read_text()
            time.sleep(0.05)


def fetch(address: str, language: str = "en") -> bytes:
    opener = build_opener(ProxyHandler({}))  # a proxy of the machine's is not for 127.0.0.1
    with opener.open(Request(address, headers={"Accept-Language": language}), timeout=LONGEST_START) as answer:
        content: bytes = answer.read()
    return content


def test_the_wheel_holds_pages_static_files_and_translations(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        files = {f"companion/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert files, folder
        assert files <= names
    assert {str(path.relative_to(ROOT)) for path in ROOT.glob("companion/games/*/*.html")} <= names
    assert {str(path.relative_to(ROOT)) for path in ROOT.glob("companion/scaffold/**/*.in")} <= names
    assert "companion/static/vendor/htmx.min.js" in names
    for locale in ("zh_Hant", "zh_Hans"):
        assert f"companion/translations/{locale}/LC_MESSAGES/messages.mo" in names
    assert "companion/translations/zh_Hans/characters.json" in names
    assert "companion/py.typed" in names
    assert {re.split("[/-]", name)[0] for name in names} == {"companion", "tabletop_companion"}
    assert not [name for name in names if name.endswith((".po", ".sqlite"))]


def test_the_wheel_serves_the_first_page_and_its_script(site: str) -> None:
    page = fetch(site).decode()
    script = re.search(r'src="([^"]*/companion\.js[^"]*)"', page)
    assert script is not None
    assert (ROOT / "static/vendor/htmx.min.js").read_bytes() in fetch(urljoin(site, script[1]))


def test_the_wheel_speaks_chinese(site: str) -> None:
    languages = ("zh-TW,zh;q=0.9,en;q=0.5", "zh-CN,zh;q=0.9", "en")
    chinese, simplified, english = (fetch(site, language).decode() for language in languages)
    assert re.search(r'<html[^>]* lang="zh-Hans', simplified) and "桌游计分" in simplified
    assert re.search(r'<html[^>]* lang="zh-Hant', chinese)
    assert len(CHINESE.findall(chinese)) > len(CHINESE.findall(english))


def test_an_installed_companion_keeps_its_data_in_the_current_folder(environment: Path, tmp_path: Path) -> None:
    program = "from companion.paths import default_database; print(default_database())"
    done = subprocess.run(
        [environment / "python", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()) == tmp_path.resolve() / "instance" / "companion.sqlite"


def test_a_clone_keeps_its_data_in_its_own_instance_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_DATABASE", raising=False)
    assert default_database() == str(ROOT / "instance" / "companion.sqlite")


def test_the_environment_may_name_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE", "postgresql://db.example/companion")
    assert default_database() == "postgresql://db.example/companion"
