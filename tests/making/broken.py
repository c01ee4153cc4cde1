"""Small games with one fault each: the game that `companion new-game` writes, with a few lines changed."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.making.commands import files, package_of
from tests.support.installing import leave_package

SHEET = "sheet.json"
Changes = Mapping[str, tuple[tuple[str, str], ...]]
"""By file of the package what is replaced by what; all of a file that is not there yet by ("", text)."""


@dataclass(frozen=True)
class Broken:
    """What is changed, and what is told of it: the file, a word of its line, and words of the sentence.

    To find it pages have to be looked at, or without `on_pages` the engine and the texts alone.
    """

    changes: Changes
    file: str
    at: str
    told: str
    on_pages: bool = True


SECRECY = """
from companion.engine import Message
from companion.forms.secrecy import Readable, Secrecy, open_parts
from PACKAGE.rules import State


def played(state: State) -> int:
    return len(state.holes)


def last(state: State) -> int:
    return state.totals[-1]


SECRECY = Secrecy(
    limits=Message("Strokes"),
    types={State: Readable(open=("setup", "finished"), by_seat=("totals",))},
    entry=Readable(open=(), by_seat=("strokes",)),
    part_access=open_parts,
    part=lambda slot, value: Message("Strokes"),
    disclosed=(played, last),
)
"""
HIDING = {
    "secrecy.py": (("", SECRECY),),
    "__init__.py": (("    folder=", '    secrecy=f"{__name__}.secrecy:SECRECY",\n    folder='),),
    "form.py": (
        ("from PACKAGE.rules", "from PACKAGE.secrecy import last, played\nfrom PACKAGE.rules"),
        ("len(state.holes)", "viewer.disclose(played, state)"),
    ),
}
"""A game with hidden totals that is right."""
_FINISHED = "    finished: bool = False\n"
_PROPERTY = "\n    @property\n    def finished(self) -> bool:\n        return len(self.holes) == HOLES\n"


def with_more(changes, more):
    return {file: (*changes.get(file, ()), *more.get(file, ())) for file in {**changes, **more}}


UNLOADABLE = {
    "finished-property": Broken(
        {"rules.py": ((_FINISHED, _PROPERTY), (", finished=len(holes) == HOLES", ""))},
        "rules.py", "@dataclass", "a field finished",
    ),
    "form-import": Broken({"form.py": (("HOLES, MOST, State", "HOLES, MOST, States"),)},
                          "form.py", "States", "cannot import name 'States'"),
}  # fmt: skip
BROKEN = {
    "template-fault": Broken({"sheet.html": (("<p ", "<p>{{ sheet.rest }}</p><p "),)},
                             "sheet.html", "sheet.rest", "has no 'rest'"),
    "form-fault": Broken({"form.py": (("query.get(f", "query.fetch(f"),)}, "form.py", "query.fetch", "AttributeError"),
    "hidden-replay": Broken(
        with_more(HIDING, {"form.py": (
            ("    def entry_title", "    def picture(self, before, entry, after, steps, viewer=EVERYTHING):\n"
             "        return View(left=sum(after.totals))\n\n    def entry_title"),
        )}),
        "form.py", "sum(after.totals)", "Hidden",
    ),
    "no-board": Broken(
        {"__init__.py": (
            ("    folder=", '    help=HELP,\n    folder='),
            ("GAME =", 'from companion.forms.help import Help\n'
             'HELP = Help(guide=((Message("Scoring"), ()),), has_board=True)\nGAME ='),
        )},
        "__init__.py", "", "no form has a board",
    ),
    "many-choices": Broken(
        {"rules.py": (
            ("    given = items", "    if not isinstance(entry['strokes'], list):\n"
             "        raise RuleError(Message('{all}', all=', '.join(map(str, range(44)))))\n    given = items"),
            ("import Message,", "import Message, RuleError,"),
        )},
        "rules.py", "raise RuleError", "lists 44 choices",
    ),
    "leak": Broken(
        with_more(HIDING, {
            "form.py": (("(played, state))", "(played, state), total=viewer.disclose(last, state))"),),
            "sheet.html": (("<p ", "<p>{{ sheet.total }}</p><p "),),
        }),
        "sheet.html", "", "shows seat 0 the points of Cleo",
    ),
    "leak-to-watchers": Broken(
        with_more(HIDING, {
            "form.py": (("(played, state))",
                         "(played, state), total=0 if viewer.sees(0) else viewer.disclose(last, state))"),),
            "sheet.html": (("<p ", "<p>{{ sheet.total }}</p><p "),),
        }),
        "sheet.html", "", "shows a phone without a seat the points of Cleo",
    ),
    "half-entered": Broken(
        with_more(HIDING, {
            "form.py": (("len(state.holes)", "viewer.disclose(played, state)"),),
            "rules.py": (("HOLES, MOST = 9, 20", "HOLES, MOST = 1, 20"),),
            SHEET: ((',\n    {"strokes": [3, 4, 2]},\n    {"end": true}', ""),),
            "secrecy.py": (('part=lambda slot, value: Message("Strokes")',
                            'part=lambda slot, value: Message("{count} strokes", count=value)'),),
        }),
        "secrecy.py", "part=lambda", "shows a phone without a seat the points of Cleo",
    ),
    "no-seat": Broken(
        with_more(HIDING, {"form.py": (
            ("return View(left", "state.totals[0]\n        return View(left"),
        )}),
        "form.py", "state.totals[0]", "Hidden",
    ),
    "open-totals": Broken(
        with_more(HIDING, {"secrecy.py": (('"finished"), by_seat=("totals",)', '"finished", "totals")'),)}),
        "rules.py", "@dataclass", "opens totals to all",
    ),
    "not-equal": Broken({"form.py": (("str(count)", "str(count + 1)"),)},
                        "form.py", "def draft_from_entry", "does not come back from the form"),
    "untranslated": Broken({"sheet.html": (("<p ", '<p>{{ _("Mind the wind") }}</p>\n<p '),)},
                           "sheet.html", "Mind the wind", "Not translated", on_pages=False),
    "untranslated-error": Broken(
        {"rules.py": (("HOLES, MOST = 9, 20", 'HOLES, MOST = 9, 20\nWIND = lambda: RuleError("Mind the wind")'),)},
        "rules.py", "Mind the wind", "Not translated", on_pages=False,
    ),
    "other-fields": Broken({"translations/zh_Hant/LC_MESSAGES/messages.po": (("第 {number} 洞", "第 {hole} 洞"),)},
                           "form.py", "Hole {number}", "other fields", on_pages=False),
    "no-sentence": Broken({"rulebook.py": (("    says(\"{count} stroke on hole {hole}\", \"{count} strokes on hole "
                                            "{hole}\", counted=\"points\"),\n", ""),)},
                          "rules.py", "def play", "has steps but no sentence", on_pages=False),
    "unknown-rule": Broken({"rules.py": (("Step(STROKES, seat", 'Step("KEY/gone", seat'),)},
                           "rules.py", "def play", "which the game does not have", on_pages=False),
    "points": Broken({"rules.py": (("Step(STROKES, seat, count,", "Step(STROKES, seat, count - 1,"),)},
                     "rules.py", "def play", "add up to 3, but the total changes by 4", on_pages=False),
    "raw-key": Broken({"sheet.html": (("<p ", "<p>KEY/strokes</p><p "),)}, "sheet.html", "", "not for people"),
    "seat-number": Broken({"rulebook.py": (("says(\"{count} stroke on hole {hole}\", \"{count} strokes",
                                            "says(\"seat 2: {count}\", \"seat 2: {count} strokes"),)},
                          "rulebook.py", '"strokes"', "cannot be read", on_pages=False),
    "seat-in-title": Broken(
        {"form.py": (
            ("import Message, Setup,", "import Message, Seat, Setup,"),
            ('"Hole {number}", number', '"Hole {number} of {who}", who=Seat(1), number'),
        )},
        "form.py", "def entry_title", "has a Seat, which no name fills",
    ),
    "seat-on-a-page": Broken(
        {"form.py": (
            ("import Message, Setup,", "import Message, Seat, Setup,"),
            ("View(left", 'View(turn=Message("{who} putts", who=Seat(1)), left'),
        ), "sheet.html": (("<p ", "<p>{{ sheet.turn }}</p><p "),)},
        "sheet.html", "", "shows a Seat that no name fills: seat 1 putts",
    ),
    "no-place": Broken({"rulebook.py": (('    "Scoring",', '    "",'),)},
                       "rulebook.py", '"strokes"', "lacks its place", on_pages=False),
    "unsaid-rule": Broken(
        {"rulebook.py": (("HOLES_WON = ", 'rule("wind", "Ties", "Wind", "It blows.", says("blown"))\nHOLES_WON = '),)},
        "rulebook.py", '"wind"', "nothing makes a step", on_pages=False,
    ),
    "unsaid-refusal": Broken(
        {"rulebook.py": (("HOLES_WON = ", 'LOST = RULES.refusal(STROKES, "the ball is lost")\nHOLES_WON = '),)},
        "rulebook.py", "LOST = ", "Nothing refuses with", on_pages=False,
    ),
    "refusal-without-rule": Broken(
        {"rules.py": (
            ("    given = items", "    if not isinstance(entry['strokes'], list):\n"
             "        raise RuleError(Refusal('no strokes', rule='KEY/gone'))\n    given = items"),
            ("import Message,", "import Message, Refusal, RuleError,"),
        )},
        "rules.py", "raise RuleError", "A refusal names the rule",
    ),
    "end-early": Broken({"rules.py": (("    keys = list", "    1 / len(state.holes)\n    keys = list"),)},
                        "rules.py", "1 / len", "after entry 0 ends in ZeroDivisionError", on_pages=False),
    "no-refusal": Broken({"rules.py": (("items(entry[\"strokes\"], Message(\"strokes\"), state.setup.seats)",
                                        "entry['strokes']"),)},
                         "rules.py", "enumerate(given)", "A wrong entry ends in TypeError"),
    "chance": Broken({"rules.py": (("\"hole\": len(holes)}", "\"hole\": id(steps_of := [])}"),)},
                     "rules.py", "def play", "otherwise the second time", on_pages=False),
}  # fmt: skip
SHORT = (
    *(
        "leak",
        "leak-to-watchers",
        "half-entered",
        "no-seat",
        "not-equal",
        "refusal-without-rule",
        "seat-in-title",
        "seat-on-a-page",
    ),
    *(key for key, broken in BROKEN.items() if not broken.on_pages),
)
"""What `make test` looks for: without pages all, on pages what the most depends on; pages take seconds a game."""
IN_BROWSER = {
    "too-low": Broken({"style.css": (("min-height: 44px", "height: 20px; min-height: 0"),)},
                      "form.html", "", "px high"),
    "too-wide": Broken({"style.css": ((".field.KEY {", ".field.KEY b { min-width: 400px; }\n.field.KEY {"),)},
                       "form.html", "", "px too wide"),
}  # fmt: skip
_LAST_FIELD = "_('Strokes of %(name)s', name=name) }}\"></label>"
CHOOSING = {"form.html": (
    ("<input", '{% if loop.first %}<select name="s0">{% for n in range(1, 21) %}<option value="{{ n }}"'
     '{{ " selected" if strokes[0] == n|string }}>{{ n }} strokes</option>{% endfor %}</select>'
     '{% elif loop.last %}<textarea name="s{{ loop.index0 }}">\n{{ strokes[loop.index0] }}</textarea>'
     "{% else %}<input"),
    (_LAST_FIELD, _LAST_FIELD.replace("</label>", "{% endif %}</label>")),
)}  # fmt: skip
"""A game whose form has a list to choose from and a field for text."""
GOOD = {"plain": {}, "hiding": HIDING, "apart": {}, "choosing": CHOOSING}
BY_SEATS = ("apart", "half-entered")
"""The games whose seats enter their own parts."""


def install(site, games):
    """Install games into a folder."""
    points = [f"{key} = {package_of(key)}:GAME" for key in games]
    texts = {path: text for key in games for path, text in changed_files(key, games[key]).items()}
    leave_package(site, "broken", "\n".join(["[companion.games]", *points]), texts)


FEATURE = """
from pathlib import Path
from companion.feature import Feature
FEATURE = Feature("caddie", Path(__file__).parent, slots={"sheet": "caddie/caddie.html"})
"""


def install_feature(site):
    """Install a feature that fails on the page of the score pad of every game."""
    texts = {"caddie/__init__.py": FEATURE, "caddie/templates/caddie.html": "<p>{{ whistle.blown }}</p>"}
    leave_package(site, "caddie", "[companion.features]\ncaddie = caddie:FEATURE\n", texts)


def changed_files(key, changes):
    """The package and the sheet of a game with changes, by path."""
    package = package_of(key)
    written = files(key, by_seats=key in BY_SEATS)
    texts = {path: text for path, text in written.items() if path.startswith(f"{package}/")}
    texts[f"{key}.json"] = written["tests/sheet.json"]
    for file, pairs in changes.items():
        path = f"{key}.json" if file == SHEET else f"{package}/{file}"
        for old, new in pairs:
            before, (old, new) = texts.get(path, ""), (filled(text, key) for text in (old, new))
            assert old in before, (key, file, old)
            texts[path] = before.replace(old, new, 1) if old else new
    return texts


def filled(text, key):
    return text.replace("PACKAGE", package_of(key)).replace("KEY", key)
