"""A feature by others, made from docs/adding-a-feature.md: put on the path as a package, used, and taken away again."""

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

from companion.feature import EventKind, Feature
from tests.support.each_row import each_row

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-feature.md").read_text("utf-8")
FILES = dict(
    re.findall(
        r"^`([^`\n]+)`.*?\n\n```\w+\n(.*?)^```",
        PAGE.partition("## What the next feature asks")[0],
        re.MULTILINE | re.DOTALL,
    )
)


def run(program, *arguments, path="", root=ROOT):
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{path}"}
    command = [sys.executable, str(ROOT / "tests/features" / program), *arguments]
    ended = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return ended.stdout


def register(folder, points):
    information = folder / "companion_other-1.dist-info"
    information.mkdir()
    lines = ["[companion.features]", *(f"{name} = {value}" for name, value in points.items())]
    (information / "entry_points.txt").write_text("\n".join(lines))


def install_pot(folder):
    """Install the package of the page in a folder."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (points,) = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"].values()
    register(folder, points)


def test_the_pot_is_filled_and_kept_unread_without_its_package(tmp_path):
    install_pot(tmp_path)
    database = str(tmp_path / "companion.sqlite")
    cookie, session = run("with_pot.py", database, path=str(tmp_path)).split()[:2]
    run("without.py", database, cookie, session, "told")


def test_a_refused_event_is_not_stored_and_a_stored_one_makes_its_table_read_only(tmp_path):
    install_pot(tmp_path)
    run("with_refusals.py", str(tmp_path / "companion.sqlite"), path=str(tmp_path))


JOB = """
from pathlib import Path
from companion.feature import Feature

FEATURE = Feature("beat", Path(__file__).parent, serve="companion_beat:start")

def start(args, app, config, stop):
    from companion.server.wsgi import run_periodically
    stop.jobs.append(run_periodically(lambda: print("beat of", app.name, flush=True), 60))
"""


def test_a_job_of_another_package_runs_beside_the_server(tmp_path):
    (tmp_path / "companion_beat.py").write_text(JOB)
    register(tmp_path, {"beat": "companion_beat:FEATURE"})
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--database", str(tmp_path / "companion.sqlite")]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    command = [sys.executable, "-m", "companion.commands.cli", *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout and "beat of companion\n" in server.stdout
        finally:
            server.terminate()


def test_the_pot_has_at_most_60_lines():
    code = [text for name, text in FILES.items() if name != "pyproject.toml"]
    assert sum(bool(line.strip()) for text in code for line in text.splitlines()) <= 60


@each_row("value", (Feature, EventKind))
def test_the_page_lists_every_hook(value):
    listed = PAGE.split("## All hooks")[1]
    assert not [field.name for field in fields(value) if f"`{field.name}`" not in listed]
