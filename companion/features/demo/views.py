"""The sample tables on the home page, and which pages of a demo search engines may index."""

from typing import Any

from flask import Blueprint, Response, current_app, g, request, url_for
from flask.blueprints import BlueprintSetupState

from companion.features.demo.samples import SampleCollection
from companion.features.evenings.pages import token_of
from companion.games import all_games
from companion.storage.error_messages import StoreError
from companion.storage.rows.instance_key import set_value, value_of
from companion.storage.schema import PHONES, SESSIONS, count
from companion.table.service import Tables
from companion.table.table import Table, Viewpoint
from companion.table.visible_table import VisibleTable
from companion.views.http.guard import FILES
from companion.views.http.phone import all_tables
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import where
from companion.views.table.standings import ranking

_MARK = "demo"  # of a database where everything is deleted after a day


def check_purpose(service: Tables, *, is_demo: bool) -> None:
    """Raise `StoreError` if a demo would use another database, or `serve` that of a demo; mark a demo's new one."""
    is_marked = service.read(value_of, _MARK) is not None
    if is_marked == is_demo:
        return
    if is_marked:
        raise StoreError(
            "This database is that of a demo, which deletes everything after a day. Start it with companion demo, or"
            " name another database with --database."
        )
    if service.read(count, SESSIONS) or service.read(count, PHONES):
        raise StoreError(
            "This database has tables or players that no demo made, and a demo deletes everything after a day. Give the"
            " demo a database of its own with --database."
        )
    service.write(lambda db: set_value(db, _MARK, b"1"))


bp = Blueprint("demo", __name__)
_INDEXED = {"home.show", "rules.rules", "rules.rule", *FILES}


@bp.record_once
def _open(state: BlueprintSetupState) -> None:
    """Check that the database fits the configuration, and load the sample tables if the instance has them."""
    app = state.app
    is_demo: bool = app.config.setdefault("DEMO", False)  # whether all is deleted after a day
    has_samples: bool = app.config.setdefault("SAMPLES", False) or is_demo  # whether the home page has sample tables
    service: Tables = app.extensions["companion"]
    try:
        check_purpose(service, is_demo=is_demo)
    except StoreError:
        service.close()
        raise
    if is_demo:
        app.after_request(_keep_out_of_indexes)
    samples = SampleCollection(service, renews=is_demo, games=[*all_games().values()]) if has_samples else None
    app.extensions["companion.samples"] = samples


def _keep_out_of_indexes(response: Response) -> Response:
    """Ask search engines not to index pages that visitors can fill."""
    if request.endpoint not in _INDEXED and not g.get("is_indexed"):
        response.headers["X-Robots-Tag"] = "noindex"
    return response


@bp.app_template_global()
def sample_collection() -> SampleCollection | None:
    """Return the sample tables of this instance; None for one without."""
    found: SampleCollection | None = current_app.extensions["companion.samples"]
    return found


@bp.app_template_global()
def sample_rows() -> dict[str, Any] | None:
    """Return the sample tables as a stranger sees them, and when they are replaced; None on an instance without."""
    if (collection := sample_collection()) is None:
        return None
    rows, evening = [_row(table) for table in collection.tables()], collection.evening()
    return {
        "running": [row for row in rows if row["to_score"]],
        "finished": [row for row in rows if not row["to_score"]],
        "hours_left": collection.hours_left(),
        "evening": evening and (evening, url_for("evening_pages.show", token=token_of(evening))),
    }


def _row(table: Table) -> dict[str, Any]:
    """Return a table's state and its links to watch and, while it runs, to score."""
    visible = VisibleTable(table, Viewpoint("viewer"))
    line = say(ranking(visible) if visible.finished else where(visible), visible.setup.players)
    to_score = None if visible.finished else _link(table, "scorer")
    return {"table": visible, "line": line, "to_watch": _link(table, "viewer"), "to_score": to_score}


def _link(table: Table, role: str) -> str:
    return url_for("joining.by_link", token=all_tables().invites.link_token(table, role))
