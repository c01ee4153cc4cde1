"""What many ask for at once is made once for them, of what was there when they asked, and again after a failure."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from companion.views.http.made_once import made_once
from companion.views.http.responses import whole_csv_file


class Asking:
    """Asks in threads; what is made is the number of times that it was begun, once it may be done."""

    def __init__(self, app, threads):
        self.app, self.threads = app, threads
        self.begun, self.may_end, self.fails = [Event() for _ in range(9)], Event(), False
        self.count = 0

    def make(self):
        self.count, fails = self.count + 1, self.fails
        number = self.count
        self.begun[number].set()
        assert self.may_end.wait(60)
        if fails:
            raise ValueError(number)
        return number

    def ask(self, get=lambda make: made_once(make, "a")):
        def asked():
            with self.app.test_request_context():
                return get(self.make)

        return self.threads.submit(asked)

    def waiting(self, number):
        """Return once so many wait for the same."""
        works = self.app.extensions["companion.made_once"]
        while sum(work.waiting for work in works.values()) < number:
            pass


def asked_meanwhile(app, fails=False):
    """One who asks, and nine who ask while that is being made; all are done."""
    with ThreadPoolExecutor(10) as threads:
        asking = Asking(app, threads)
        asking.fails = fails
        answers = [asking.ask()]
        assert asking.begun[1].wait(60)
        asking.fails = False
        answers += [asking.ask() for _ in range(9)]
        asking.waiting(10)
        asking.may_end.set()
    return asking, answers


def test_all_who_ask_meanwhile_wait_for_one_that_is_begun_after_it(app):
    asking, answers = asked_meanwhile(app)
    assert [answer.result() for answer in answers] == [1, *[2] * 9] and asking.count == 2
    assert not app.extensions["companion.made_once"], "nothing is kept"


def test_a_failure_is_that_of_the_first_alone(app):
    _, (first, *others) = asked_meanwhile(app, fails=True)
    assert isinstance(first.exception(), ValueError) and {other.result() for other in others} == {2}


def test_a_file_is_made_once_for_all_who_wait(app):
    with ThreadPoolExecutor(10) as threads:
        asking = Asking(app, threads)
        for _ in range(10):
            asking.ask(lambda make: whole_csv_file(lambda: [[make()]], "games.csv"))
        asking.waiting(10)
        asking.may_end.set()
    assert asking.count <= 2
