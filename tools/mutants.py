"""Mutation testing: changes one thing in the code and checks that a test fails; a surviving mutant shows a gap.

`make mutants ARGS="storage hidden --sample 100 --seed 2 --jobs 2 --results FOLDER"`. Each mutant is tried in a fork of
a process that has collected the tests of its area; only tests that reach its lines run, the quickest first. Outcomes
are stored in a folder, and mutants that were killed there are not tried again. mutmut 3 would need the whole suite to
learn which test reaches which function; cosmic-ray writes each mutant into the source tree and starts Python for it.
"""

import argparse
import contextlib
import hashlib
import importlib
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tools.mutant_runs import KILLED, OUTCOMES, PATIENCE, UNREACHED, Judge, Runner, Trial, attempt, forked, run_pytest
from tools.mutation_areas import AREAS, ROOT, faults, tests_at
from tools.mutations import Mutant, mutants
from tools.reach import Reach, Recorder

EXAMPLES = 20  # of Hypothesis per test
LIBRARIES = (
    *("pytest", "hypothesis", "flask", "flask_babel", "htmx_flask", "sqlite_utils", "gevent", "qrcode", "deflate"),
)


def main(arguments: Sequence[str]) -> int:
    """Try a sample of mutants; print how many were killed and which survived."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}; all of them if none is named")
    parser.add_argument("--sample", type=int, default=300, help="mutants in all (300); 0 for each there is")
    parser.add_argument("--seed", type=int, default=1, help="chooses the sample (1)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at once (2)")
    parser.add_argument("--only", default="", help="only files with this in their path")
    parser.add_argument("--results", type=Path, help="folder that keeps the outcomes, so that a run can be continued")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.areas) - set(AREAS):
        parser.error(f"no such area: {', '.join(sorted(unknown))}")
    if missing := [*faults(AREAS)]:
        parser.error(f"tools/mutation_areas.py: {'; '.join(missing)}")
    found = [trial for area in chosen.areas or AREAS for trial in trials(area) if chosen.only in str(trial.file)]
    picked = sorted(found, key=lambda trial: _digest(f"{chosen.seed} {trial.key}"))[: chosen.sample or None]
    print(f"{len(picked)} of {len(found)} mutants, seed {chosen.seed}", flush=True)
    _preload()
    with contextlib.ExitStack() as stack:
        folder = chosen.results or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _try_all(picked, folder, chosen.jobs)
    return 0


def trials(area: str) -> Iterator[Trial]:
    """Every mutant of an area."""
    for file in AREAS[area].modules():
        for name, make in mutants(file.read_text("utf-8")).items():
            yield Trial(area, file, name, make)


def _try_all(picked: Sequence[Trial], folder: Path, jobs: int) -> None:
    """Try mutants, store the outcomes in a folder, and print them."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "outcomes.jsonl"
    killed = {key for key, outcome in _outcomes(kept).items() if outcome == KILLED}
    areas = {area: _reach(area, folder) for area in sorted({trial.area for trial in picked})}
    todo = [trial for trial in picked if trial.key not in killed]

    def judge(trial: Trial, mutant: Mutant, outcome: str) -> None:
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps([trial.key, outcome]) + "\n")
        _print_outcome(trial, mutant, outcome)

    parts = [[trial for trial in todo if trial.area == area][job::jobs] for area in areas for job in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda part: _try_part(part, areas[part[0].area], judge), filter(None, parts)))
    found = _outcomes(kept)
    for area in [*areas, ""]:
        counts = Counter(found.get(trial.key) for trial in picked if area in ("", trial.area))
        print(f"{area or 'all'}: " + ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))


def _outcomes(kept: Path) -> dict[str, str]:
    return dict(map(json.loads, kept.read_text("utf-8").splitlines())) if kept.exists() else {}


def _try_part(part: Sequence[Trial], reach: Reach, judge: Judge) -> None:
    """Try mutants of one area, one after the other; for code that runs on import, in a new process."""
    quick = []
    for trial in part:
        mutant = trial.make()
        if not reach.tests(trial.file, mutant.lines):
            judge(trial, mutant, UNREACHED)
        elif reach.on_import(trial.file, mutant.lines):
            judge(trial, mutant, attempt(trial, mutant, reach.tests(trial.file, mutant.lines)))
        else:
            quick.append(trial)
    if quick:
        stdout = os.dup(1)

        def judged(trial: Trial, mutant: Mutant, outcome: str) -> None:
            with os.fdopen(os.dup(stdout), "w") as output, contextlib.redirect_stdout(output):
                judge(trial, mutant, outcome)

        runner = Runner(quick, reach, judged)
        tests = AREAS[quick[0].area].tests
        forked(lambda base: run_pytest(base, tests, [runner], ["-s", "-x", "--timeout", "60"]), PATIENCE * len(quick))


def _reach(area: str, folder: Path) -> Reach:
    """Return which tests of an area reach which lines, recorded by a run of all of them unless the folder has that."""
    tests = [file for path in AREAS[area].tests for file in tests_at(path)]
    texts = [file.read_bytes() for file in [*AREAS[area].modules(), *tests]]
    to = folder / f"reach-{area}-{_digest(b''.join(texts))[:12]}.json"
    if not to.exists():
        files = list(AREAS[area].modules())
        forked(lambda base: run_pytest(base, AREAS[area].tests, [Recorder(files, to)], ["--timeout", "300"]), 3600)
    reach = Reach(to)
    print(f"{area}: {len(reach.seconds)} tests, {sum(reach.seconds.values()):.0f} s", *reach.failed, flush=True)
    return reach


def _preload() -> None:
    """Import unchanged modules before the forks, and limit Hypothesis's examples."""
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


def _digest(content: str | bytes) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def _print_outcome(trial: Trial, mutant: Mutant, outcome: str) -> None:
    lines = [f"{outcome}: {trial.file.relative_to(ROOT)}:{mutant.lines[0]} ({trial.area})"]
    if outcome != KILLED:
        lines += [f"    {trial.name}", f"    - {mutant.before}", f"    + {mutant.after}"]
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
