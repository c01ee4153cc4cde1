"""Imports point one way, from the command line down to what an engine takes and gives: `tools.layers` has the order."""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter

from companion.features import all_features
from tools.layers import LAYERS, PACKAGE, ROOT, dotted, imports, imports_at_once, needed, parsed, part_of

# What the pages of a game are made with: its engine does without.
PAGES = ("forms",)
MOST_MODULES = 15  # of a folder
FLASK = {"flask", "flask_babel", "htmx_flask", "werkzeug"}
FLASK_IS_FOR = {"views", "a feature", "app", "commands", "making", "pocket"}
HEAVY = FLASK | {"gevent", "jinja2", "qrcode", "psycopg", "sqlite3", "sqlite_utils"}
WEB_IN_PYTHON = {"asyncio", "http", "socket", "socketserver", "sqlite3", "ssl", "urllib", "wsgiref"}
MODULES = sorted(PACKAGE.rglob("*.py"))
GAMES = sorted(PACKAGE.glob("games/*/**/*.py"))
ENGINES = sorted(path for part in ("engine", "forms", "scoring", "games") for path in PACKAGE.glob(f"{part}/**/*.py"))


def is_allowed(importer, imported):
    return importer == "companion" or LAYERS.index(imported) <= LAYERS.index(importer)


def test_a_folder_has_at_most_fifteen_modules():
    counts = Counter(path.parent for path in MODULES if path.stem != "__init__" and path not in GAMES)
    assert {str(folder.relative_to(PACKAGE)): count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_no_imports_form_a_cycle():
    modules = {dotted(path): path for path in MODULES}

    def imported(path):
        found = {name if name in modules else name[:-1] for name in imports_at_once(path)}
        return found & modules.keys() - {dotted(path)}

    TopologicalSorter({name: imported(path) for name, path in modules.items()}).prepare()


@cache
def engine_of(folder):
    """What a game's declaration imports at once; the rest of its folder are its other parts."""
    found, left = set(), [folder / "__init__.py"]
    while left:
        path = left.pop()
        found |= {path, path.parent / "__init__.py"}
        names = imports_at_once(path)
        named = {PACKAGE.parent.joinpath(*name[:depth]).with_suffix(".py") for name in names for depth in (4, 5)}
        left += [other for other in named if folder in other.parents and other.exists() and other not in found]
    return found


def _imported_from_above(path):
    """What a module imports of ours although it may not."""
    ours = {name for name in needed(path) if name[0] == "companion"}
    if path in GAMES:
        folder = PACKAGE / "games" / dotted(path)[2] if len(dotted(path)) > 2 else path.parent
        allowed = {("companion", "engine"), ("companion", "forms"), dotted(folder / "__init__.py")}
        wrong = {name for name in ours if not any(name[: len(start)] == start for start in allowed)}
        if path in engine_of(folder):
            # Only the declaration may import its other parts, once they are asked for.
            named = imports_at_once(path) if path.name == "__init__.py" else ours
            wrong |= {name for name in named if name[1:2] == PAGES}
        return wrong
    return {name for name in ours if not is_allowed(part_of(dotted(path)), part_of(name))}


def _faulty(wrong, paths):
    """The modules that import something wrong, with what that is; a test for each would be a thousand tests."""
    return [f"{path.relative_to(ROOT)}: {sorted(found)}" for path in paths if (found := wrong(path))]


def test_imports_point_down():
    assert not _faulty(_imported_from_above, MODULES)


def test_a_feature_imports_no_other_that_it_does_not_require():
    required = {feature.name: feature.requires for feature in all_features()}

    def others(path):
        own = dotted(path)[2]
        allowed = {own, *required.get(own, ())}
        return {name[2] for name in needed(path) if part_of(name) == "a feature"} - allowed

    assert not _faulty(others, [path for path in MODULES if part_of(dotted(path)) == "a feature"])


def test_flask_stays_in_the_views():
    others = [path for path in MODULES if part_of(dotted(path)) not in FLASK_IS_FOR]
    assert not _faulty(lambda path: {name[0] for name in needed(path)} & FLASK, others)


def test_an_engine_imports_nothing_of_the_web_and_no_library():
    allowed = sys.stdlib_module_names - WEB_IN_PYTHON | {"companion"}
    assert not _faulty(lambda path: {name[0] for name in imports(path)} - allowed, ENGINES)


def test_sql_stays_in_the_storage():
    rows = [*PACKAGE.glob("features/*/rows.py")]
    others = [path for path in MODULES if part_of(dotted(path)) != "storage" and path not in rows]
    assert not _faulty(_sql, others)


def test_views_and_features_ask_a_service_and_never_the_store():
    # Sample tables are played on a second service over the same store, whose clock runs through their games.
    others = {*PACKAGE.glob("views/**/*.py"), *PACKAGE.glob("features/**/*.py")} - {
        PACKAGE / "features/demo/samples.py"
    }
    assert not _faulty(lambda path: _named(path) & {"store"}, sorted(others))


SQL = re.compile(r"\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|PRAGMA|ORDER BY|FROM \w+ WHERE)\b")


def _sql(path):
    """The statements and parts of statements in a module, and what would run one there."""
    nodes = ast.walk(parsed(path))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if SQL.search(text)} | _named(path) & {"execute", "executemany", "executescript"}


def _named(path):
    return {node.attr for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute)}


def test_no_game_is_registered_by_hand():
    games = {path.parent.name for path in GAMES}
    for path in set(MODULES) - set(GAMES):
        assert not {name[2] for name in imports(path) if name[:2] == ("companion", "games") and len(name) > 2} & games


def test_what_programs_import_loads_without_the_web_and_a_database():
    assert not _loaded_with("companion.api") & HEAVY


def test_a_scoresheet_is_scored_without_other_games_and_the_pages_of_its_own():
    sheet = '{"format": 1, "game": "luz", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": []}'
    loaded = _loaded_with("companion.scoring.scoresheet as s", f"s.result(s.parse({sheet.encode()!r}))")
    engine = {dotted(path) for path in engine_of(PACKAGE / "games" / "luz")}
    others = {".".join(dotted(path)) for path in GAMES if len(dotted(path)) > 2 and dotted(path) not in engine}
    assert "companion.games.luz.rules" in loaded and others and not loaded & others


def test_an_application_is_made_without_gevent(tmp_path):
    made = f"companion.app.create_app(dict(DATABASE={str(tmp_path / 'companion.sqlite')!r}))"
    assert not _loaded_with("companion.app", made) & {"gevent", "greenlet"}


def _loaded_with(module, call="pass"):
    """The names of all modules that are loaded once a program has imported one and called something."""
    program = f"import sys, {module}; {call}; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ended.stdout.split())


# What `companion serve` has imported when it lets gevent patch the library, and which locks that holds.
BEFORE_GEVENT = """
import _thread, sys
from companion.commands import cli
from gevent import monkey

def told():
    locks = _thread.LockType, type(_thread.RLock())
    ours = {name: vars(module) for name, module in sys.modules.items() if name.startswith("companion.")}
    assert "companion.engine.pause" in ours
    held = [f"{name}.{key}" for name, module in ours.items() for key, one in module.items() if isinstance(one, locks)]
    sys.exit(held or 0)

monkey.patch_all = told
cli.main(["serve", "--port", "0", "--database", "unused.sqlite"])
"""


def test_no_lock_is_made_before_gevent_has_patched_locks():
    """Where two requests met at such a lock, the server would stand still for good."""
    ended = subprocess.run([sys.executable, "-c", BEFORE_GEVENT], cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
