"""A feature refuses an event: it is not stored. A table that has one all the same is shown, and saved."""

from pathlib import Path

from tests.features.test_adding_a_feature import register, run

POT = """
from pathlib import Path
from flask import Blueprint, redirect, request, url_for
from companion.engine import Message, RuleError
from companion.feature import EventKind, Feature
from companion.table.changes import Change
from companion.views.http.phone import all_tables, require_scorer
from companion.views.http.requests import read_request

def coins_after(pot, event):
    coins = (pot or 0) + {"put": 1, "take": -1}[event.body["what"]]
    if coins < 0:
        raise RuleError("The pot holds no coin any more.")
    return coins

POT = EventKind(
    "pot",
    fold=coins_after,
    describe=lambda _, event: Message("pot: {what}", what={"put": "put", "take": "take"}[event.body["what"]]),
    visible=lambda table, *_: table.kept["pot"],
    carry=lambda pot, *_: {"what": "take"},
)
bp = Blueprint("pot", __name__)
FEATURE = Feature("pot", Path(__file__).parent, events=("companion_pot:POT",), blueprint="companion_pot:bp")

@bp.post("/t/<session>/pot")
def change(session):
    require_scorer(session)
    all_tables().act(session, read_request(), lambda _: Change("pot", {"what": request.form["what"]}))
    return redirect(url_for("table.show", session=session), 303)
"""


def test_a_refused_event_is_not_stored_and_a_stored_one_makes_its_table_read_only(tmp_path: Path) -> None:
    (tmp_path / "companion_pot.py").write_text(POT)
    register(tmp_path, {"pot": "companion_pot:FEATURE"})
    run("with_pot.py", str(tmp_path / "companion.sqlite"), path=str(tmp_path))
