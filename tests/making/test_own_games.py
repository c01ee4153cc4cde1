"""The games that come with the companion pass what `companion check-game` checks, with samples and all examples."""

import json
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.making.checks import check
from companion.making.engine import check_engine
from companion.making.pages import open_site
from companion.making.sheets import read_sheet
from companion.making.texts import write_missing
from tests.support.long import mostly_long
from tests.support.own_games import own_games
from tests.support.seeds import chance

EXAMPLES = Path(__file__).parents[1] / "examples"
each_game = pytest.mark.parametrize("game", own_games().values(), ids=lambda game: game.key)


@pytest.fixture(scope="module")
def site():
    with open_site() as opened:
        yield opened


@pytest.mark.parametrize("game", mostly_long([*own_games().values()][::-1]), ids=lambda game: game.key)
def test_check_game_finds_no_fault(site, game):
    seed = chance(game.key).randrange(10**6)
    report = check(game, site, seed=seed, most=1, tables=1, measures=False)
    assert not report.findings, "\n".join(finding.text() for finding in report.findings)


def test_a_game_without_a_sheet_is_told_so(site):
    luz = own_games()["luz"]
    bare = luz.changed(samples=None)
    report = check(bare, site, tables=0, measures=False)
    assert [str(finding.sentence) for finding in report.findings] == ["There is no sheet to check the game with."]
    assert any("shows a sentence of these rules: luz/bet-exact" in str(note) for note in report.notes)


def test_texts_without_a_translation_are_written_to_be_filled_in(site, tmp_path):
    game = own_games()["luz"].changed(folder=tmp_path)
    (tmp_path / "form.html").write_text(
        '{{ _("Save the entry") }}{{ _("A \\"birdie\\"") }}{{ ngettext("one eagle", "%(num)s eagles", 2) }}'
    )
    for _ in range(2):
        count, file = write_missing(site, game, "zh_Hant")
        assert count == 2 and file == tmp_path / "translations/zh_Hant/LC_MESSAGES/messages.po"
    with file.open("rb") as written:
        catalogue = read_po(written)
    assert catalogue.num_plurals == 1 and [(each.id, each.string, each.locations) for each in catalogue if each.id] == [
        ('A "birdie"', "", [("form.html", 1)]),
        (("one eagle", "%(num)s eagles"), ("",), [("form.html", 1)]),
    ]


@each_game
def test_every_example_can_be_ended_and_put_right_and_explains_its_points(game, tmp_path):
    examples = sorted((EXAMPLES / game.key).glob("*.json"))
    assert examples, f"put examples in tests/examples/{game.key}"
    for example in examples:
        path = tmp_path / example.name
        path.write_text(json.dumps(json.loads(example.read_text("utf-8"))["sheet"]), "utf-8")
        findings = list(check_engine(read_sheet(path, game)))
        assert not findings, "\n".join(finding.text() for finding in findings)
