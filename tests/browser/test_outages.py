"""Phones at two companions on PostgreSQL behind haproxy: what pages show while these are away, and afterwards."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.support import haproxy
from tests.support.long import long

pytestmark = [*haproxy.NEEDED, long]
CLEO = 2


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with haproxy.running_site(tmp_path_factory.mktemp("site"), fsync="on") as made:
        yield made
        assert not any("Traceback" in each.output() for each in made.companions)


class Front:
    """What phones need to know of a server: here it may be away at any time."""

    def __init__(self, site):
        self.base, self.kills = f"http://127.0.0.1:{site.port}", 1


@pytest.fixture
def phone(chromium, site, tmp_path):
    phones = Phones(chromium, Front(site))
    yield phones
    phones.close()


def tolerant(one):
    """A phone that may see what a proxy or a companion answers while something is away."""
    one.tolerate("50[234]")
    return one


def test_pages_without_a_stream_wait_and_go_on_by_themselves(site, phone):
    """Someone looks without script, someone enters without script, someone joins and someone opens a table."""
    host, looker, joiner, opener = (tolerant(phone(script=script)) for script in (True, False, True, True))
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    looker.joins(invitation, "viewer")
    opener.go("/new/luz?player=Ann&player=Ben&player=Cleo")
    site.database.stop("immediate")
    try:
        looker.page.reload()
        expect(looker.page.locator("main")).to_contain_text("This page loads again by itself")
        joiner.go(invitation.links["scorer"])
        expect(joiner.page.locator("main")).to_contain_text("This page loads again by itself")
        opener.tap(".bar button.button")
        expect(opener.page.locator("#notice")).to_contain_text("Not sent yet: the companion cannot be reached")
    finally:
        site.database.start()
    expect(looker.page.locator("#stand")).to_be_visible()
    joiner.page.wait_for_url("**/seats")
    opener.page.wait_for_url("**/share")


def test_where_no_companion_answers_haproxy_shows_a_page_that_loads_again(site, phone):
    scorer, plain = tolerant(phone()), tolerant(phone(script=False, locale="zh-TW"))
    invitation = scorer.opens("luz", ["Ann", "Ben", "Cleo"])
    scorer.post_bets(invitation, 1, 2, 3)
    scorer.joins(invitation, at="/enter")
    plain.joins(invitation, "viewer")
    site.haproxy.set_reachable(is_reachable=False)
    try:
        scorer.tap(f"button.winner[value='{CLEO}']")
        expect(scorer.page.locator("#outbox h2")).to_have_text("Waiting to be sent: 1")
        plain.page.reload()
        expect(plain.page.locator("main")).to_contain_text("這一頁每隔幾秒會自動重新載入")
        expect(plain.page.locator(".sent >> nth=0")).to_be_hidden()
    finally:
        site.haproxy.set_reachable(is_reachable=True)
    expect(scorer.page.locator("#outbox")).to_have_count(0)
    scorer.takes("1C")
    expect(plain.page.locator("#stand")).to_be_visible()
