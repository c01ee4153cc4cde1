"""What a companion that is developed shows, nobody sees who is not at home; any other companion does not have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app


def test_another_companion_shows_no_source(app: Flask, client: FlaskClient) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    fail(app)
    answer = client.get("/fail")
    assert answer.status_code == 500 and "this_fails" not in answer.text and __file__ not in answer.text


def test_an_error_has_its_source(developed: FlaskClient) -> None:
    answer = developed.get("/fail")
    assert answer.status_code == 500 and "this_fails" in answer.text and __file__ in answer.text
    part = developed.get("/fail", headers={"HX-Request": "true"})
    assert "ZeroDivisionError: division by zero" in part.text and __file__ not in part.text


@pytest.mark.parametrize("path", ["/", "/fail"])
def test_nobody_from_elsewhere_is_answered(developed: FlaskClient, path: str) -> None:
    for address in ("127.0.0.1", "192.168.1.4", "::1"):
        assert developed.get(path, environ_overrides={"REMOTE_ADDR": address}).status_code in (200, 500)
    for address in ("8.8.8.8", "2a00::1"):
        answer = developed.get(path, environ_overrides={"REMOTE_ADDR": address})
        assert answer.status_code == 403 and "home network" in answer.text
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        assert developed.get(path, headers={header: "127.0.0.1"}).status_code == 403


def fail(app: Flask) -> None:
    def this_fails() -> str:
        return str(1 / 0)

    app.add_url_rule("/fail", "fail", this_fails)


@pytest.fixture(scope="module")
def developed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("developed") / "companion.sqlite"), "DEVELOP": True})
    fail(app)
    yield app.test_client()
    app.extensions["companion"].store.close()
