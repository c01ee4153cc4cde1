"""Where packages of an extra are missing, the page of its feature says what brings them, and all else goes on."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion import extras
from tests.support.phones import Phone
from tests.views.past.test_past_pages import send


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "is_installed", lambda extra: False)


def what_is_missing(text: str) -> str:
    assert text.count("pip install") == 1
    return text.partition("tabletop-companion[")[2].partition("]")[0]


def test_the_page_of_a_webhook_says_what_it_needs(host: Phone, luz: str) -> None:
    page = host.page(f"/t/{luz}/webhook")
    assert what_is_missing(page) == "webhooks" and "disabled" in page
    assert host.post(f"/t/{luz}/webhook", {"url": "https://example.org/hook"}).status_code == 501


def test_the_import_of_past_games_needs_it_for_json_only(host: Phone) -> None:
    assert what_is_missing(host.page("/import/past")) == "past"
    refused = send(host, b'{"plays": []}')
    assert refused.status_code == 422 and refused.text.count("tabletop-companion[past]") == 2
    assert send(host, b"date,game,Ann\n2024-05-03,Go,1\n").status_code == 303


def test_metrics_say_what_they_need(client: FlaskClient) -> None:
    answer = client.get("/metrics")
    assert answer.status_code == 501 and what_is_missing(answer.text) == "metrics"
