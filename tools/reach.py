"""A plug-in of pytest that records which lines each test reaches, and one that runs the tests that reach a line."""

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tools.mutation_areas import ROOT

IMPORT = "import"
"""Stands for a test: code that runs on import, on which every test depends."""


class Recorder:
    """Record lines and seconds for each test, and for each test file those of its wider fixtures."""

    def __init__(self, files: Iterable[Path], to: Path) -> None:
        self.files, self.to = {str(file) for file in files}, to
        self.lines: dict[str, set[tuple[str, int]]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.current = IMPORT
        threading.settrace(self._called)
        sys.settrace(self._called)

    def _called(self, frame: FrameType, event: str, argument: object) -> Any:
        return self._reached if frame.f_code.co_filename in self.files else None

    def _reached(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            self.lines[self.current].add((frame.f_code.co_filename, frame.f_lineno))
        return self._reached

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.current, start = item.nodeid, time.perf_counter()
        result = yield
        self.seconds[item.nodeid] = time.perf_counter() - start
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        test = self.current
        if fixturedef.scope != "function":
            self.current = test.partition("::")[0]
        try:
            return (yield)
        finally:
            self.current = test

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        lines = {
            test: sorted((os.path.relpath(path, ROOT), line) for path, line in reached)
            for test, reached in self.lines.items()
        }
        self.to.write_text(json.dumps({"lines": lines, "seconds": self.seconds, "failed": self.failed}), "utf-8")


class Chosen:
    """Run only the given tests of their files, in their order."""

    def __init__(self, tests: Iterable[str]) -> None:
        self.places = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((one for one in items if one.nodeid in self.places), key=lambda one: self.places[one.nodeid])


class Reach:
    """The records of a `Recorder`."""

    def __init__(self, file: Path) -> None:
        made = json.loads(file.read_text("utf-8"))
        self.failed: list[str] = made["failed"]
        self.seconds: dict[str, float] = made["seconds"]
        self._tests: dict[tuple[str, int], set[str]] = defaultdict(set)
        for test, lines in made["lines"].items():
            for path, line in lines:
                self._tests[path, line].add(test)

    def tests(self, file: Path, lines: Iterable[int]) -> list[str]:
        """The tests that reach any of these lines, the quickest first; all tests if one runs on import."""
        direct = {test for line in lines for test in self._tests[os.path.relpath(file, ROOT), line]}
        chosen = [test for test in self.seconds if test in direct]
        if IMPORT in direct:
            chosen = list(self.seconds)
        elif files := {test for test in direct if "::" not in test}:
            chosen = [test for test in self.seconds if test in direct or test.partition("::")[0] in files]
        good = [test for test in chosen if test not in self.failed]
        return sorted(good, key=lambda test: (test not in direct, self.seconds[test]))

    def on_import(self, file: Path, lines: Iterable[int]) -> bool:
        """Whether any of these lines runs on import."""
        return any(IMPORT in self._tests[os.path.relpath(file, ROOT), line] for line in lines)
