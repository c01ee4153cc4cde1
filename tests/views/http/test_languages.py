"""Which language a phone reads, and that the page says which it is."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.support.phones import Phone


def language(client: FlaskClient, **headers: str) -> str:
    page = client.get("/", headers=headers).text
    return page.split('<html lang="')[1].split('"')[0]


ASKED = {
    "zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7": "zh-Hant",
    "zh_Hant_HK": "zh-Hant",
    "zh": "zh-Hant",
    "ZH-tw": "zh-Hant",
    "zh-CN": "zh-Hans",
    "zh-Hans-HK": "zh-Hans",
    "zh-Hant-CN": "zh-Hant",
    "fr,zh_Hans;q=0.5,zh-TW;q=0.4": "zh-Hans",
    "en-GB,zh-TW;q=0.5": "en",
    "fr,zh-TW;q=0.5": "zh-Hant",
    "de,fr;q=0.5": "en",
    "zh-TW;q=0.2,en;q=0.9": "en",
    "": "en",
    "zhx": "en",
    ";;q=,,\t=zh": "en",
}


def test_the_browser_asks_for_a_language(client: FlaskClient) -> None:
    assert {accepted: language(client, **{"Accept-Language": accepted}) for accepted in ASKED} == ASKED


def test_what_was_chosen_goes_before_what_the_browser_asks(client: FlaskClient) -> None:
    answer = client.get("/language/zh_Hant?back=/rules/luz")
    assert (answer.status_code, answer.location) == (303, "/rules/luz")
    assert language(client, **{"Accept-Language": "en"}) == "zh-Hant"
    client.get("/language/en")
    assert language(client, **{"Accept-Language": "zh-TW"}) == "en"


ELSEWHERE = (
    "//evil.example", "https://evil.example", "http:evil.example", "/\\evil.example", "\\\\evil.example",
    "/\t/evil.example", "/\n/evil.example", "/\r/evil.example", "\t//evil.example", " //evil.example",
    "javascript:alert(1)", "evil.example", "", "/\x00/evil.example", "/\u2028/evil.example",
    "/x\r\nSet-Cookie: phone=1",
)  # fmt: skip


def test_going_back_leads_nowhere_else(client: FlaskClient) -> None:
    for back in ELSEWHERE:
        answer = client.get("/language/en", query_string={"back": back})
        assert (answer.status_code, answer.location) == (303, "/"), back
        assert len(answer.headers.getlist("Set-Cookie")) == 1


def test_the_way_back_keeps_what_was_asked(host: Phone) -> None:
    page = host.page("/")
    assert "/language/zh_Hant?back=/" in page
    answer = host.get("/language/zh_Hant", query_string={"back": "/new/luz?player=Ann&player=王小明"})
    assert answer.location == "/new/luz?player=Ann&player=%E7%8E%8B%E5%B0%8F%E6%98%8E"
    assert 'lang="en"' in host.page("/"), "the other language is offered, marked as what it is"
