"""An open sheet to which somebody came late is exported and comes in again, on both engines."""

import pytest

from tests.features.conftest import same_phone, shown
from tests.features.takeout.test_export import changed


@pytest.fixture
def late(host):
    """Dora came and was taken out again, then Emil came and scored."""
    session = host.open("open", ["Ann", "Ben"])
    for seat in (0, 1):
        host.enter(session, {"seat": seat, "n0": "5"})
    host.act(session, "options", {"newcomer": "Dora"})
    host.act(session, "undo")
    host.act(session, "options", {"newcomer": "Emil"})
    for seat in range(3):
        host.enter(session, {"seat": seat, "n0": "7"})
    return session


def test_the_table_is_the_same_and_goes_on(host, late, tmp_path, moved):
    same = same_phone(host, moved()[0])
    assert "Dora" not in (tmp_path / "all.jsonl").read_text()
    for page in ("", "/sheet", "/log", "/seats"):
        assert shown(same, f"/t/{late}{page}") == shown(host, f"/t/{late}{page}")
    assert same.totals(late) == [12, 12, 7]
    for _ in range(4):  # a round of three parts, and the seat
        assert same.act(late, "undo").status_code == 303
    assert same.totals(late) == [5, 5] and "Emil" not in same.page("/players")


@pytest.mark.parametrize(
    ("changes", "code", "told"),
    [
        ({"opened_seats": 3}, 0, "Left out: "),
        ({"opened_seats": "2"}, 2, 'opened_seats must be a whole number, not "2"'),
        ({"players": ["Ann", "Ben"]}, 0, "the setup must name the players of all seats"),
    ],
)
def test_names_that_do_not_fit_the_log_are_refused(late, export, bring, changes, code, told):
    exported = changed(export(), 2, lambda line: line["setup"].update(changes))
    status, out, err = bring(exported)
    assert (status, out.partition("\n")[0]) == (code, "0 tables imported." if code == 0 else "") and told in err
