"""Who begins, and dice, for people at no table."""

import re

import pytest

DRAWN = re.compile(r'<b class="number" dir="auto">(.*?)</b>')


def test_one_of_the_names_begins(host):
    begins = {told for _ in range(40) for told in DRAWN.findall(host.page("/lots?player=Ann&player=Ben&player=Ann"))}
    assert {re.sub(r"[^A-Za-z ]", "", told) for told in begins} == {"Ann begins", "Ben begins"}


@pytest.mark.parametrize(("asked", "rolled"), [("1", 1), ("5", 5), ("6", 0), ("x", 0)])
def test_up_to_five_dice(host, asked, rolled):
    drawn = DRAWN.search(host.page(f"/lots?player=Ann&dice={asked}"))
    assert len(re.findall(r"\b[1-6]\b", drawn[1])) == rolled


def test_the_home_page_leads_there(host):
    assert 'href="/lots"' in host.page("/")
