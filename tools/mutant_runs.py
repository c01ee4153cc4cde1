"""Runs tests with a mutant: in a fork that imports the changed module, or in one of a process with collected tests."""

import ast
import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from tools.mutation_areas import ROOT
from tools.mutations import Mutant
from tools.reach import Chosen, Reach

PATIENCE = 300  # seconds after which a mutant counts as hung
KILLED, SURVIVED, HUNG, UNREACHED = "killed", "survived", "hung", "unreached"
OUTCOMES = (KILLED, HUNG, SURVIVED, UNREACHED)
Judge = Callable[["Trial", Mutant, str], None]
"""A function that receives an outcome."""


@dataclass(frozen=True)
class Trial:
    """One mutant of an area."""

    area: str
    file: Path
    name: str
    make: Callable[[], Mutant]

    @property
    def module(self) -> str:
        return ".".join(self.file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    @property
    def key(self) -> str:
        """The mutant's name in samples and outcomes, which survives a move of the code to another file."""
        game = "/".join(self.file.parts[-2:]) if "games" in self.file.parts else ""
        return f"{self.area} {game} {self.name}"


class ChangedModule(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """A plug-in of pytest that imports one module from a changed tree."""

    def __init__(self, trial: Trial, tree: ast.Module) -> None:
        super().__init__(trial.module, str(trial.file))
        self.tree = tree

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Come before pytest's own finder, which would load files with doctests itself."""
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        return compile(self.tree, self.path, "exec")


def outcome_of(code: int | None) -> str:
    """The outcome for pytest's exit code, None if it took too long."""
    known = {None: HUNG, int(pytest.ExitCode.OK): SURVIVED, int(pytest.ExitCode.NO_TESTS_COLLECTED): UNREACHED}
    return known.get(code, KILLED)


def attempt(trial: Trial, mutant: Mutant, tests: Sequence[str]) -> str:
    """Run tests in a fork that imports the changed module, until one fails."""

    def run(base: Path) -> int:
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        plugins = [ChangedModule(trial, mutant.tree), Chosen(tests)]
        return run_pytest(base, files, plugins, ["-x", "--timeout", "60"])

    return outcome_of(forked(run, PATIENCE))


class Runner:
    """A plug-in of pytest that collects the tests once, and forks for each mutant to run the tests that reach it.

    The fork replaces the code of the changed functions, so mutants of code that runs on import are not possible.
    """

    def __init__(self, trials: Sequence[Trial], reach: Reach, judge: Judge) -> None:
        self.trials, self.reach, self.judge = trials, reach, judge

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Return True in the parent process, which ends the run; None in a fork, so that pytest runs the tests."""
        items = {item.nodeid: item for item in session.items}
        for trial in self.trials:
            mutant = trial.make()
            folder = Path(tempfile.mkdtemp(prefix="mutant-"))
            process = os.fork()
            if not process:
                os.setsid()
                session.config._tmp_path_factory._given_basetemp = folder / "base"  # type: ignore[attr-defined]
                if not _swap(trial, mutant):
                    os._exit(pytest.ExitCode.NO_TESTS_COLLECTED)
                session.items = [items[test] for test in self.reach.tests(trial.file, mutant.lines)]
                return None
            code = wait(process, PATIENCE)
            shutil.rmtree(folder, ignore_errors=True)
            self.judge(trial, mutant, outcome_of(code))
        return True


def _swap(trial: Trial, mutant: Mutant) -> bool:
    """Replace the code of a module's changed functions; return whether there were any."""
    new = _codes(compile(mutant.tree, str(trial.file), "exec"))
    gc.unfreeze()  # the tests' conftest freezes imported objects
    functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
    own = [one for one in functions if one.__code__.co_filename == str(trial.file)]
    for function in own:
        code = new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code
    return bool(own)


def _codes(code: CodeType) -> Mapping[tuple[str, int], CodeType]:
    """A code object and all that are in it, by name and line."""
    found = {(code.co_qualname, code.co_firstlineno): code}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= _codes(inner)
    return found


def run_pytest(base: Path, tests: Sequence[str], plugins: Sequence[object], more: Sequence[str]) -> int:
    options = ["-q", "-m", "not long", "-p", "no:cacheprovider", "-p", "no:xdist", "--basetemp", str(base)]
    options += ["-W", "ignore:Module already imported", "--hypothesis-seed", "1", *more]
    return int(pytest.main([*options, *tests], plugins=plugins))


def forked(run: Callable[[Path], int], patience: float) -> int | None:
    """Run a function with an empty folder in a fork; return its result, None if it takes too long."""
    folder = Path(tempfile.mkdtemp(prefix="mutant-"))
    try:
        process = os.fork()
        if not process:
            _run(run, folder)
        return wait(process, patience)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(run: Callable[[Path], int], folder: Path) -> None:
    """In the fork; never returns."""
    code = 1
    try:
        os.setsid()
        os.chdir(ROOT)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
        output = os.open(folder / "output.txt", os.O_WRONLY | os.O_CREAT)
        os.dup2(output, 1)
        os.dup2(output, 2)
        code = run(folder / "base")
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def wait(process: int, patience: float) -> int | None:
    """Wait for a fork; kill it and its children if it hangs."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return None
