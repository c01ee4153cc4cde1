"""No page is forgotten: every address that can be asked for is among the places that are walked over."""

from __future__ import annotations

from flask import Flask
from werkzeug.exceptions import HTTPException

from tests.browser.places import PLACES
from tests.browser.sample_instance import SampleInstance

# What is no page: files, streams, parts of pages, redirects.
NO_PAGES = {
    *("clock.now", "amendment_form.parts", "home.healthy", "home.language", "home.manifest"),
    *("evening_files.standings", "evening_files.tables", "evening_files.whole", "evening_pages.parts"),
    *("evening_pages.stream", "evenings.correct", "evenings.parts", "evenings.stream"),
    *("group_links.steps", "groups.calendar", "overlay.parts"),
    *("photos.picture", "overlay.stream", "groups.games", "groups.table", "handover.file", "home.game_file"),
    *("home.scripts", "home.service_worker", "internals.counters", "internals.metrics", "stream.parts"),
    *("stream.stream", "stream.tabs", "exports.history", "exports.results", "exports.scoresheet"),
    *("replay.steps", "replay.shared_steps", "results.picture", "setup_templates.file", "static"),
    *("table.join", "table.steps"),
}


class Anything(dict[str, str]):
    """An instance that has whatever table a place names."""

    def __missing__(self, name: str) -> str:
        groups = {"group": "/groups/1", "new-group": "/groups/1", "group-join": "/groups/join/1", "group-watch": "/g/1"}
        groups |= {"evening": "/evenings/1", "evening-draft": "/evenings/1"}
        groups |= {"evening-link": "/e/1", "evening-played": "/e/1"}
        imports = {"past-file": "/import/past/1", "past-table": "/t/1"}
        return {**groups, **imports}.get(name, "1")


def test_every_page_has_a_place(app: Flask) -> None:
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())} - NO_PAGES
    assert pages - _visited(app) == set(), "add a line to PLACES in tests/browser/places.py"


def _visited(app: Flask) -> set[str]:
    adapter, instance = app.url_map.bind("localhost"), SampleInstance(Anything())
    found = set()
    for place in PLACES:
        try:
            endpoint, _ = adapter.match(instance.address(place.path).partition("?")[0])
        except HTTPException:
            continue
        found.add(endpoint)
    return found
