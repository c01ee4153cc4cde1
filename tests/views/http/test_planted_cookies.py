"""Over https a cookie that a sibling site has planted makes nobody another phone; own tables are kept by one tap."""

import pytest

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import Phone

PROXY = "10.9.0.1"
OWN = {"": "__Host-phone", "/companion": "__Host-phone+companion"}


class Site:
    """A companion over https at the top of a host and below a path of it, and two phones with tables of their own."""

    def __init__(self, app):
        self.app, self.tables, self.tokens = app, {}, {}
        for name, players in (("EVIL", "Mallory Mick Max"), ("MINE", "Ann Ben Cleo")):
            phone = Phone(self.app)
            self.tables[name] = phone.open("luz", players.split())
            cookie = phone.client.get_cookie("phone")
            self.tokens[name] = cookie.value if cookie else ""

    def ask(self, root, cookies, path, **fields):
        """The answer to a browser that sends exactly these cookies."""
        for name, token in self.tokens.items():
            cookies = cookies.replace(name, token)
        sent = {"Cookie": cookies.replace("OWN", OWN[root]).encode().decode("latin-1"), "X-Forwarded-Proto": "https"}
        sent |= {"X-Forwarded-Prefix": root, "Origin": "https://localhost"}
        client, method = self.app.test_client(use_cookies=False), "POST" if fields else "GET"
        return client.open(path, method=method, data=fields, headers=sent, environ_base={"REMOTE_ADDR": PROXY})

    def is_known(self, root, cookies, name):
        return self.ask(root, cookies, f"/t/{self.tables[name]}").status_code == 200


@pytest.fixture
def site(serve, tmp_path):
    return Site(serve(tmp_path / "c.sqlite", PROXIES=[PROXY]))


PLANTED = (
    "phone=EVIL",
    "__Secure-phone=EVIL",
    "__Host-phone+other=EVIL",
    "phone-former=EVIL; __Secure-phone-former=EVIL",
    "\u2000OWN=EVIL",
    "\u00a0OWN=EVIL",
    "a OWN=EVIL",
    'a="OWN=EVIL',
    "OWN =EVIL",
    "=OWN=EVIL",
    "OWN-fresh=EVIL",
)


@each_row("root", OWN)
def test_a_planted_cookie_makes_nobody_another_phone(site, root):
    for planted in (*PLANTED, "phone=EVIL; phone=MINE"):
        assert not site.is_known(root, planted, "EVIL"), planted
        home = site.ask(root, planted, "/")
        assert home.status_code == 200 and "Mallory" not in home.text and "Set-Cookie" not in home.headers, planted
    for planted in PLANTED:
        for cookies in (f"{planted}; OWN=MINE", f"OWN=MINE; {planted}"):
            assert site.is_known(root, cookies, "MINE") and not site.is_known(root, cookies, "EVIL"), cookies


@each_row("root", OWN)
def test_of_two_cookies_with_the_own_name_neither_counts(site, root):
    for cookies in ("OWN=EVIL; OWN=MINE", "OWN=MINE; OWN=EVIL"):
        assert not site.is_known(root, cookies, "EVIL") and not site.is_known(root, cookies, "MINE"), cookies
    for cookies in ("OWN=MINE; OWN=MINE", 'a="; OWN=MINE; b="'):
        assert site.is_known(root, cookies, "MINE"), cookies


@each_row(("root", "before"), [("", "phone=MINE"), ("/companion", "phone=MINE"), ("/companion", "__Secure-phone=MINE")])
def test_after_a_move_to_https_tables_are_kept_by_a_tap_that_names_them(site, root, before):
    cookies, mine = f"phone=EVIL; {before}", site.tables["MINE"]
    for path in ("/", f"/t/{mine}"):
        assert parse(site.ask(root, cookies, path).text).has("link", "Tables that this browser had before"), path
    page = parse(site.ask(root, cookies, f"/devices/own/before?table={mine}").text)
    evil, own = [each.form for each in page.find_all("button", "They are mine: go on with them")]
    assert evil and own and "Mallory" in evil.text and "Ann" in own.text
    answer = site.ask(root, cookies, f"/devices?table={mine}", of=own.values("of")[0])
    assert answer.location == f"{root}/t/{mine}"
    (kept,) = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith(f"{OWN[root]}=")]
    assert kept.startswith(f"{OWN[root]}={site.tokens['MINE']};") and {"Secure", "HttpOnly"} <= set(kept.split("; "))
    assert "Path=/" in kept.split("; ") and "Domain" not in kept
    assert site.is_known(root, f"{cookies}; OWN=MINE", "MINE")


@each_row("fields", [{"of": "1"}, {"of": "2"}, {"of": ""}, {"of": "9" * 5000}, {"other": "1"}])
def test_a_number_that_none_of_the_cookies_has_makes_nobody_another_phone(site, fields):
    answer = site.ask("", "phone=none; OWN=x", "/devices", **fields)
    assert answer.status_code == 303 and "Set-Cookie" not in answer.headers
    assert site.ask("", "phone=none", "/devices/own/before").status_code == 404
