"""Whoever types a tutorial has the package in examples/ in the end: the same files, with the same text."""

from pathlib import Path

import pytest

from tools.tutorials import package_of, printed, text_files, tutorials

each_tutorial = pytest.mark.parametrize("page", tutorials(), ids=lambda page: page.stem)


@each_tutorial
def test_a_tutorial_prints_each_file_of_its_package(page: Path) -> None:
    text = page.read_text("utf-8")
    shown, files = printed(text), text_files(package_of(text))
    assert shown.keys() == files.keys()
    assert not [path for path in files if shown[path] != files[path]], "python -m tools.tutorials --write"
