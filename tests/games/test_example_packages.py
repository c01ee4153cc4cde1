"""The packages in examples/ as their makers have them: installed beside each other, each with its own tests."""

import os
import subprocess
import sys

import pytest

from tests.games.test_plug_in import PIP, ROOT
from tests.support.long import long
from tools.tutorials import packages

pytestmark = long


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder in which all packages are installed."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([*PIP, "--no-build-isolation", "--target", str(folder), *map(str, packages())], check=True)
    return folder


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_the_tests_of_a_package_pass(package, site):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{site}", "LC_ALL": "C.UTF-8"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # The settings of the project's own tests are not those of a package: whoever makes one has none of them.
    own = ("-c", os.devnull, "--rootdir", str(package), "-p", "no:cacheprovider", "--import-mode=importlib")
    command = [sys.executable, "-m", "pytest", "-q", *own, "-p", "companion.making.pytest_plugin", "tests"]
    done = subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
