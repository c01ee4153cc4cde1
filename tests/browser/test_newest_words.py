"""What is looked for while somebody types is what stands there last, however late the answers come."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error

from tests.support.long import mostly_long

# A page, its field, three texts of which each is asked about, and what only the last one brings.
SEARCHES = {
    "rules": ("/referee", "#q", ("zzz", "tie", "ingenious"), "#found a[href*='ingenious']"),
    "templates": ("/setups", "[name=find]", ("zzz", "golf", "wonders"), "#found :text('7 Wonders')"),
    "form": ("/new/open", "[name=find]", ("zzz", "golf", "wonders"), "#templates :text('7 Wonders')"),
}


@pytest.mark.parametrize("search", mostly_long(list(SEARCHES), 1))
def test_the_last_words_are_looked_for(phone, search):
    address, field, texts, brought = SEARCHES[search]
    one = phone()
    one.go(address)
    one.tolerate("ERR_ABORTED|aborted")
    held = []
    one.page.route(re.compile(rf"{address}\?"), lambda route: held.append(route))
    for text in texts:
        with one.page.expect_request(re.compile(rf"{address}\?")):
            one.page.fill(field, text)
    one.page.unroute_all(behavior="ignoreErrors")
    for route in held:
        with suppress(Error):  # an earlier one, which the page waits for no more
            route.continue_()
    one.see(one.page.locator(brought).first)
