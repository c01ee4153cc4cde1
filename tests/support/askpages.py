"""A question's page as people have it before them: its headline, its steps, and what its form would send."""

from functools import cached_property
from urllib.parse import parse_qsl, urlencode, urlsplit

from companion.features.referee.views import LETTERS
from companion.games import all_games
from companion.scoring.questions import answer
from tests.support.page_tree import parse
from tests.support.reading import alert_of


class AskPage:
    """The page of a question at an address; always there."""

    def __init__(self, client, question, fields=()):
        self.client, self.question = client, question
        self.address = f"/referee/{question}?{urlencode(list(fields))}"
        answered = client.get(self.address, follow_redirects=True)
        assert answered.status_code == 200, self.address
        self.text = answered.text
        self.fields = [*parse_qsl(urlsplit(answered.request.url).query, keep_blank_values=True)]

    @property
    def bar(self):
        status = self._status
        return (status.bold or [status.text])[0]

    @property
    def is_answered(self):
        return bool(self._status.bold)

    @property
    def steps(self):
        if not self.page.has_id("why"):
            return []
        return [step.find("paragraph").text for step in self.page.by_id("why").find_all("listitem")]

    @property
    def refused(self):
        """Why the last tap changed nothing."""
        said = [part.own_text for part in self.page.find_all("status") if part is not self._status and part.tag == "p"]
        return said[0] if said else ""

    @property
    def fault(self):
        return alert_of(self.text)

    @cached_property
    def page(self):
        return parse(self.text)

    @property
    def _status(self):
        """What the bar at the foot says; it is the last status of the page."""
        return self.page.find_all("status")[-1]

    @property
    def form(self):
        return [(name, value) for name, value in self.page.by_id("ask").fields if name != "claim"]

    @property
    def taps(self):
        """What its buttons send as `tap`, those that are off left out."""
        return [key["value"] for key in self.keys if "disabled" not in key]

    @property
    def keys(self):
        return [button for button in self.page.find_all("button") if button.attributes.get("name") == "tap"]

    def key(self, at):
        return next(key for key in self.keys if key["value"] == at)

    def tap(self, at):
        assert at in self.taps, (at, self.taps)
        return AskPage(self.client, self.question, [*self.form, ("tap", at)])

    def choose(self, name, value):
        offered = [field["value"] for field in self.page.with_attribute("name", name) if field.role == "radio"]
        assert value in offered, (name, value)
        return AskPage(self.client, self.question, [*(field for field in self.form if field[0] != name), (name, value)])


def agrees(page, question):
    """The page says what the referee answers: headline and steps."""
    known, answered = answer(question)
    rules = all_games()[known.key.split("/")[0]].rules
    assert page.bar == _read(answered.headline), page.address
    assert len(page.steps) == len(answered.steps)
    for text, step in zip(page.steps, answered.steps, strict=True):
        assert _read(rules[step.rule].sentence(step)).casefold() in text.casefold()


def _read(message):
    return message.text(names=LETTERS)
