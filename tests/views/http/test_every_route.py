"""Every address of the application, every method, role and bad value: an answer, and nothing changes that must not."""

import itertools
import json
import re
from urllib.parse import quote

import pytest

from companion.storage.credentials import token_hash
from tests.support.files import luz as sheet
from tests.support.long import mostly_long
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, PLAYERS, Phone, bets
from tests.support.world import ROLES, ROOT, address_of

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE")
HOSTILE = (
    "", "0", "1", "-1", "00", "9999", "9" * 20, "9" * 4400, "1e9", "1.5", "٣", "²", "true", "null", "x" * 300,
    "王小明", "👩‍👩‍👧", "\u202eabc", "\u2068", "\x00", "\r\nA: b", "\ud800", "<script>alert(1)</script>", "'\"><b>",
    "{{ 7*7 }}", "%s%n{0}", "' OR 1=1 --", "../../etc/passwd", "[" * 2000, '{"a":' * 500, "\ufffe", "a\tb", " ",
)  # fmt: skip
_USED = re.compile(r"""(?:\.get(?:list)?|number)\((?:[\w.]+, )?"(\w+)"|\bname="([^"{}]+)\"""")
SOURCES = [path for folder, kind in (("templates", "html"), ("companion", "html"), ("companion", "py"))
           for path in (ROOT / folder).rglob(f"*.{kind}")]  # fmt: skip
# The names of all fields that some form has or some page reads.
FIELDS = sorted({name for path in SOURCES for pair in _USED.findall(path.read_text("utf-8")) for name in pair if name}
                | {f"{letter}{seat}" for letter in "bst" for seat in range(5)})  # fmt: skip
# What a browser or a proxy sends beside, with whatever stands in it.
HEADERS = (
    "HX-Current-URL", "HX-Target", "HX-Boosted", "Accept-Language", "Accept-Encoding", "Accept", "Last-Event-ID",
    "If-None-Match", "If-Modified-Since", "Range", "Referer", "X-Forwarded-For", "X-Forwarded-Proto",
    "X-Forwarded-Host", "Authorization", "Sec-Fetch-Site", "Content-Encoding", "Expect", "Upgrade", "Cookie",
)  # fmt: skip
OTHERS = ({"Origin": "https://evil.example"}, {"Origin": "null"})
ORIGINS = (ORIGIN, HTMX, ORIGIN, HTMX, {}, ORIGIN, *OTHERS)
FORM = "application/x-www-form-urlencoded"
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
# What the forms of our pages send, so that a request gets as far as to change something.
FORMS = (
    {"seat": "0"}, {"seat": "0", "leave": "1"}, {"generation": "0"}, {"generation": "0", "others": "away"},
    {"withdrawals": "0"}, {"sure": "yes"}, {"sure": "yes", "what": "games"}, {"sure": "yes", "what": "name"},
    {"name": "Zoë", "merge": "yes"},
    {"stage": "totals", "t0": "10", "t1": "0", "t2": "0"}, {"stage": "score"}, {"player": "Ann", "key": "k"}, {},
)  # fmt: skip


def rules(app):
    return sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))


def address(world, rule, bad=None):
    """The address of something that is there, or one with a bad value at each of its places."""
    good = {"session": world.tables[0], "key": "luz", "name": "table", "filename": "style.css", "code": "en"}
    good |= {"evening": world.club.id, "group": world.club.group[8:], "token": world.token}
    good |= {"kind": "correct", "what": "draw"}
    parts = [(good.get(text, "1") if bad is None else quote(bad, safe="", errors="surrogatepass"))
             if is_dynamic and text.isidentifier() else text for is_dynamic, text in rule._trace]  # fmt: skip
    return "/" + "".join(parts).lstrip("|").lstrip("/")


def own_method(rule):
    return "POST" if "POST" in (rule.methods or ()) else "GET"


def coded(fields):
    return "&".join("=".join(quote(text, errors="surrogatepass") for text in pair) for pair in fields)


ALL = {"generation", "setup", "result", "here", "log", "links", "members"}
# What a member in a role may change of a table; who is none may change nothing.
MAY_CHANGE = {"host": ALL, "scorer": {"log", "result"}, "viewer": set()}


def roles_of(world, name):
    """The sessions of which a phone is a member, with its role there: it may have opened some itself."""
    cookie = world.phones[name].client.get_cookie("phone")
    number = world.sessions.store.phone_and_role(token_hash(cookie.value), "")[0] if cookie else None
    sql = "SELECT session, role FROM members WHERE phone = ?"
    return {row["session"]: row["role"] for row in world.sessions.store.rows(sql, [number])}


def test_whatever_is_sent_is_answered_and_changes_nothing_else(world):
    """Each address three times: as it is asked for, with bad values in it, and by any method; all with bad fields."""
    roles, methods, origins, forms = map(itertools.cycle, (ROLES, METHODS, ORIGINS, FORMS))
    bad, names, headers = map(itertools.cycle, (HOSTILE, FIELDS, HEADERS))
    after = world.holds()
    for rule, kind in itertools.product(rules(world.app), ("asked for", "bad", "any method")):
        before, role, origin = world.holds() if world.mend() else after, next(roles), next(origins)
        own, table = roles_of(world, role), world.sessions.table(world.tables[0])
        method = own_method(rule) if kind != "any method" else next(methods)
        odd, version = [(next(names), next(bad)) for _ in range(4)], str(table.version if table else 0)
        form = [*odd[2:], ("act", f"key-{rule.rule}-{kind}"), ("version", version), *next(forms).items()]
        plain = re.sub("[\r\n\0]", "", next(bad)).encode("utf-8", "surrogatepass").decode("latin-1")
        path = address(world, rule, next(bad) if kind == "bad" else None) + f"?{coded(odd[:2])}"
        sent = {"content_type": FORM, "headers": {**origin, next(headers): plain}}
        body = None if method in ("GET", "HEAD", "TRACE") else coded(form)
        # In TESTING, what is not caught comes out here.
        with world.phones[role].client.open(path, method=method, data=body, buffered=False, **sent) as answer:
            assert answer.status_code < 500, (rule, kind, answer.text)
            assert answer.status_code != 405 or answer.headers.get("Allow")
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        is_refused = method in SAFE or answer.status_code >= 400 or origin in OTHERS
        after = world.holds()
        for session, was in before.items():
            may = set() if is_refused else MAY_CHANGE[own.get(session, "viewer")]
            changed = {what for what in was if after[session][what] != was[what]}
            assert changed <= may, f"{role} changed {changed} of {session} by {rule}, {kind}"
            assert not after[session]["here"] or (after[session]["log"] or "").startswith(was["log"] or "")


def addresses(world, method, tables, tokens=("x",)):
    """Every address that takes a method, once for each of the tables, with one of the links."""
    pairs = itertools.product(rules(world.app), zip(tables, itertools.cycle(tokens)))
    asked = [(rule, *pair) for rule, pair in pairs if method in (rule.methods or ())]
    found = [address_of(world.app, rule, session=session, token=token) for rule, session, token in asked]
    return list(dict.fromkeys(found))


def post_paths(world):
    return addresses(world, "POST", world.tables[:1])


@pytest.mark.parametrize("role", ["host", "viewer"])
def test_what_is_refused_can_be_read_in_another_language(world, role):
    phone, refused = world.phones[role], 0
    for path in post_paths(world):
        answer = phone.post(path, {"act": "key", "version": "0", "seat": "99"})
        if answer.status_code >= 400 and 'href="/settings"' in answer.text:
            refused += 1
            settings = phone.get("/settings", headers={"Referer": f"http://localhost{path}"}).text
            back = parse(settings).find("link", "Back")["href"]
            assert phone.get(back).status_code != 405, path
    assert refused


def test_another_site_can_have_no_form_sent(world):
    before = world.holds()
    for path, headers in itertools.product(post_paths(world), (*OTHERS, {})):
        for form in FORMS[:2]:
            assert world.phones["host"].post(path, {"act": "k", "version": "3", **form}, headers).status_code == 403
    assert world.holds() == before


REFUSED = (
    {},
    {"act": "key", "version": "0", "seat": "0", "generation": "0", "sure": "yes", "code": "AAAAAA", "name": "Zoë"},
    {"player": ["Ann", "Ann"], "add": "Ann", "key": "k", "text": "{}", "what": "games"},
)
# The row by which /healthz proves that the disk takes writes.
UPKEEP = "INSERT INTO \"instance\" VALUES('health'"


def dump(world):
    """Every row of the database but those that say nothing of a table or a phone."""
    return [line for line in world.sessions.store.database._reader.conn.iterdump() if not line.startswith(UPKEEP)]


def phones(sessions):
    return int(sessions.store.rows("SELECT count(*) AS phones FROM phones")[0]["phones"])


@pytest.mark.parametrize("role", ["host", "nobody"])
def test_to_look_changes_nothing_on_the_disk(world, role):
    before, asked = dump(world), 0
    links = [link.split("/")[-1] for link in world.phones["host"].links(world.tables[0]).values()]
    for path in addresses(world, "GET", world.tables, [*links, "x"]):
        for method in ("GET", "HEAD") if "/live/" not in path else ("GET",):
            options = {"query_string": REFUSED[1]} if role == "host" else {}
            with world.phones[role].client.open(path, method=method, buffered=False, **options) as answer:
                assert answer.status_code < 500, path
            asked += 1
    assert dump(world) == before and asked > 200


@pytest.mark.parametrize("headers", mostly_long([ORIGIN, HTMX, {}]), ids=str)
def test_what_is_refused_stores_no_phone(world, headers):
    before, refused = phones(world.sessions), 0
    links = [link.split("/")[-1] for link in world.phones["host"].links(world.tables[0]).values()]
    for path, form in itertools.product(addresses(world, "POST", world.tables, links), REFUSED):
        one = Phone(world.app)
        answer = one.post(path, form, headers)
        is_let_in = answer.status_code in (200, 303) and one.client.get_cookie("phone") is not None
        assert is_let_in == (phones(world.sessions) > before), path
        refused += answer.status_code >= 400
        before = phones(world.sessions)
    assert refused > 100


def test_what_is_too_much_stores_no_phone(serve, tmp_path):
    limited = serve(tmp_path / "limited.sqlite", OPEN_LIMIT=1)
    sessions = limited.extensions["companion"]
    one, form = Phone(limited), {"player": PLAYERS["luz"]}
    luz, before = one.open("luz"), 1
    for _ in range(20):
        one.client.delete_cookie("phone")
        assert one.post("/new/luz", form).status_code == 429
        assert one.post("/import/open", {"text": json.dumps(sheet()), "key": "k"}).status_code == 429
        assert one.post("/join", {"code": "AAAAAA"}).status_code in (404, 429)
        assert one.post("/new/luz", {"player": ["Ann"]}).status_code == 422
        assert one.enter(luz, bets("3 2 1 0"), seen=0).status_code == 404
    assert phones(sessions) == before and one.client.get_cookie("phone") is None
