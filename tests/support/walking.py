"""A walk over every page that a phone finds: each address of the application, and each link on what it answers."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urlsplit

from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from tests.support.world import address_of

_LINK = re.compile(r'\s(?:href|hx-get)="(/[^"#]*)')
_MOST = 3
"""How many addresses are asked for that differ only in what has the same game and state."""


class Walk:
    """What a phone is answered: the status of each address, and the addresses that were found as links."""

    def __init__(self, app, phone):
        self._app, self._phone = app, phone
        self._map = app.url_map.bind("localhost")
        rows = app.extensions["companion"].store.rows
        sql = "SELECT id, game, result IS NULL AS runs, setup LIKE '%totals_only%' AS bare, deleted FROM sessions"
        self._alike = {row.pop("id"): tuple(row.values()) for row in rows(sql)}
        self._asked = Counter()
        self.answers = {}
        self.linked = set()

    def go(self, known):
        """Ask for each address, filled with what is known, and follow links."""
        rules = [rule for rule in self._app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        waiting = ["/", *(address_of(self._app, rule, **known) for rule in rules)]
        while waiting:
            path = waiting.pop()
            if path not in self.answers and self._is_new(path):
                links = self._ask(path)
                if not path.startswith("/language/"):  # leads back, also to a page that is not there
                    self.linked |= links
                waiting += sorted(links)

    @property
    def faults(self):
        """The addresses that failed, and the links to pages that are not there."""
        return {path: status for path, status in self.answers.items()
                if status >= 500 or (path in self.linked and status in (404, 405))}  # fmt: skip

    def _is_new(self, path):
        try:
            endpoint, values = self._map.match(urlsplit(path).path)
        except (HTTPException, RequestRedirect):
            return True
        kind = endpoint, self._alike.get(values.get("session", ""))
        self._asked[kind] += 1
        return self._asked[kind] <= _MOST

    def _ask(self, path):
        with self._phone.get(path, buffered=False) as answer:
            self.answers[path] = answer.status_code
            text = answer.text if answer.mimetype == "text/html" else ""  # a stream has no end
            return {unescape(link) for link in _LINK.findall(text)}
