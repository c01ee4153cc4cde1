"""Mutation testing: changes one thing in the code and looks whether a test fails; a mutant that lives shows a gap.

`make mutants ARGS="storage hidden --sample 100 --seed 2 --jobs 2"`. Neither mutmut nor cosmic-ray is used: mutmut 3 has
to run the whole suite to learn which test reaches which function, and cosmic-ray writes each mutant into the source
tree and starts Python anew for it. Here the libraries are imported once, each mutant is tried in a fork that is given
the changed module by an import hook, and each part of the code has the tests that are about it.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tools.mutations import Mutant, mutants

ROOT = Path(__file__).parents[1]
EXAMPLES = 20  # that Hypothesis tries in a test
PATIENCE = 300  # seconds after which a mutant is taken to have hung
LIBRARIES = (
    "pytest",
    "hypothesis",
    "flask",
    "flask_babel",
    "htmx_flask",
    "sqlite_utils",
    "gevent",
    "qrcode",
    "deflate",
)
KILLED, SURVIVED, HUNG = "killed", "survived", "hung"
# What a game's pages are made of; the rest of its folder is the engine.
PAGES = {
    *(
        "draft",
        "drawing",
        "figures",
        "form",
        "form_state",
        "preview",
        "sentences",
        "track_table",
    ),
    *(
        "form_cards",
        "form_without_board",
        "form_sale_state",
        "form_setup",
        "form_turn",
        "describe",
        "rulebook",
        "vocabulary",
    ),
}


@dataclass(frozen=True)
class Area:
    """Files of a part of the code, and the tests that should notice a change there, the quickest first."""

    files: Sequence[str]
    tests: Sequence[str]


def _engine(name: str) -> Area:
    return Area([f"companion/games/{name}/*.py"], ["tests/scoring/test_examples.py", f"tests/games/{name}"])


AREAS: Mapping[str, Area] = {
    **{name: _engine(name) for name in ("azul", "g5211", "ingenious", "luz", "salamanca")},
    "storage": Area(
        [
            *(
                "companion/storage/store.py",
                "companion/storage/event_log.py",
                "companion/storage/session_rows.py",
                "companion/storage/renewal.py",
                "companion/storage/sqlite.py",
                "companion/scoring/replay.py",
                "companion/storage/error_messages.py",
            ),
            *(
                "companion/storage/maintenance.py",
                "companion/storage/integrity.py",
                "companion/storage/secure_delete.py",
                "companion/history/aggregates.py",
            ),
        ],
        [
            *(
                "tests/storage/test_store.py",
                "tests/sessions/test_service.py",
                "tests/storage/test_integrity.py",
                "tests/history/test_aggregates.py",
            ),
            *(
                "tests/storage/test_sqlite.py",
                "tests/storage/test_secure_delete.py",
                "tests/storage/test_expiry.py",
                "tests/storage/test_instance_lock.py",
            ),
            *("tests/history/test_search.py", "tests/views/test_history_pages.py", "tests/transfer/test_upgrade.py"),
        ],
    ),
    "sessions": Area(
        [
            *(
                "companion/sessions/service.py",
                "companion/sessions/table.py",
                "companion/sessions/actions.py",
                "companion/storage/memberships.py",
            ),
            *("companion/scoring/search_tokens.py", "companion/history/players.py", "companion/storage/seat_rows.py"),
        ],
        [
            *(
                "tests/sessions/test_service.py",
                "tests/sessions/test_table.py",
                "tests/sessions/test_amending.py",
                "tests/sessions/test_several_phones.py",
            ),
            *("tests/views/test_joining.py", "tests/views/test_roles.py", "tests/views/test_seats.py"),
            *("tests/views/test_handover.py", "tests/views/test_link_renewal.py", "tests/views/test_amendments.py"),
            *("tests/views/test_player_pages.py", "tests/views/test_table_actions.py", "tests/views/test_meanwhile.py"),
        ],
    ),
    "hidden": Area(
        [
            *(
                "companion/sessions/visible_table.py",
                "companion/game/redaction.py",
                "companion/views/amendment_preview.py",
            ),
            "companion/games/*/redaction.py",
        ],
        [
            *(
                "tests/sessions/test_hidden_tables.py",
                "tests/sessions/test_amending.py",
                "tests/views/test_amendments.py",
                "tests/views/test_secrecy.py",
            ),
        ],
    ),
}


@dataclass(frozen=True)
class Trial:
    """One mutant of an area: its file and its number among those of that file."""

    area: str
    file: Path
    number: int

    @property
    def module(self) -> str:
        return ".".join(self.file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    def mutant(self) -> Mutant:
        return mutants(self.file.read_text("utf-8"))[self.number]()


class _Changed(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Imports one module from a changed tree."""

    def __init__(self, trial: Trial, tree: ast.Module) -> None:
        super().__init__(trial.module, str(trial.file))
        self.tree = tree

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        return compile(self.tree, self.path, "exec")


def main(arguments: Sequence[str]) -> int:
    """Try a sample of mutants, and tell how many were killed and which survived."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}; all of them if none is named")
    parser.add_argument("--sample", type=int, default=300, help="mutants in all (300); 0 for each there is")
    parser.add_argument("--seed", type=int, default=1, help="chooses the sample (1)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at once (2)")
    parser.add_argument("--only", default="", help="only files with this in their path")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.areas) - set(AREAS):
        parser.error(f"no such area: {', '.join(sorted(unknown))}")
    found = [trial for area in chosen.areas or AREAS for trial in trials(area) if chosen.only in str(trial.file)]
    size = min(chosen.sample or len(found), len(found))
    picked = random.Random(chosen.seed).sample(found, size)
    print(f"{size} of {len(found)} mutants, seed {chosen.seed}", flush=True)
    _preload()
    counted: dict[str, Counter[str]] = {}
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for trial, outcome in zip(picked, pool.map(attempt, picked), strict=True):
            counted.setdefault(trial.area, Counter())[outcome] += 1
            _tell(trial, outcome)
    for area, counts in sorted(counted.items()):
        print(f"{area}: " + ", ".join(f"{counts[outcome]} {outcome}" for outcome in (KILLED, HUNG, SURVIVED)))
    return 0


def trials(area: str) -> Iterator[Trial]:
    """Every mutant of an area."""
    for file in sorted({file for pattern in AREAS[area].files for file in ROOT.glob(pattern)}):
        if file.stem not in PAGES:
            for number in range(len(mutants(file.read_text("utf-8")))):
                yield Trial(area, file, number)


def attempt(trial: Trial) -> str:
    """Run the tests of a mutant in a process of its own: killed, survived, or hung."""
    mutant = trial.mutant()
    folder = Path(tempfile.mkdtemp(prefix="mutant-"))
    try:
        process = os.fork()
        if not process:
            _run(trial, mutant, folder)
        return _outcome(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(trial: Trial, mutant: Mutant, folder: Path) -> None:
    """In the fork: the tests with the changed module; never returns."""
    code = 1
    try:
        os.setsid()
        os.chdir(ROOT)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
        told = os.open(folder / "told.txt", os.O_WRONLY | os.O_CREAT)
        os.dup2(told, 1)
        os.dup2(told, 2)
        sys.meta_path.insert(0, _Changed(trial, mutant.tree))
        import pytest

        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:rerunfailures", "-p", "no:xdist", "--timeout", "60"]
        options += ["-W", "ignore:Module already imported"]
        options += ["--hypothesis-seed", "1", "--basetemp", str(folder / "base")]
        code = int(pytest.main([*options, *AREAS[trial.area].tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _outcome(process: int) -> str:
    """Wait for a fork; one that hangs is ended with all that it started."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            return KILLED if os.waitstatus_to_exitcode(status) else SURVIVED
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return HUNG


def _preload() -> None:
    """Import what does not change, so that a fork need not, and have Hypothesis try few examples."""
    for name in LIBRARIES:
        importlib.import_module(name)
    import hypothesis

    hypothesis.settings.register_profile("mutants", max_examples=EXAMPLES)
    hypothesis.settings.load_profile("mutants")
    original = hypothesis.settings.__init__

    def capped(self: hypothesis.settings, *parent: hypothesis.settings, **options: Any) -> None:
        if "max_examples" in options:
            options["max_examples"] = min(options["max_examples"], EXAMPLES)
        original(self, *parent, **options)

    hypothesis.settings.__init__ = capped


def _tell(trial: Trial, outcome: str) -> None:
    mutant = trial.mutant()
    told = [f"{outcome}: {trial.file.relative_to(ROOT)}:{mutant.line} ({trial.area} {trial.number})"]
    if outcome != KILLED:
        told += [f"    - {mutant.before}", f"    + {mutant.after}"]
    print("\n".join(told), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
