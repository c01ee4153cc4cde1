"""A companion that is killed while it imports: no play is lost, none is doubled, and it says where it stands."""

from http.client import HTTPConnection

import pytest

from tests.faults.clients import Client
from tests.faults.served import FORKED, Served
from tests.support import postgres
from tests.support.haproxy import wait_until
from tests.support.long import long
from tests.support.page_tree import parse
from tests.support.past_plays import many_plays, numbers

pytestmark = long

PLAYS = 600
END = 300  # seconds, on a busy machine


def upload(client, content):
    head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n'
    headers = {
        "Origin": f"http://127.0.0.1:{client.port}", "Content-Type": "multipart/form-data; boundary=cut",
        "Cookie": client.cookie,
    }  # fmt: skip
    connection = HTTPConnection("127.0.0.1", client.port, timeout=END)
    connection.request("POST", "/import/past", head.encode() + content + b"\r\n--cut--\r\n", headers)
    answer = connection.getresponse()
    assert answer.status == 303
    client.cookie = answer.headers["Set-Cookie"].split(";")[0] if answer.headers["Set-Cookie"] else client.cookie
    connection.close()
    return str(answer.headers["Location"])


def standing(client, job):
    """What the page of an import says: its state, and how many plays are imported."""
    page = client.page(job).text
    return parse(page).by_id("past-import")["data-state"], numbers(page)[0]


def until(client, job, state, least=0):
    """Ask until an import is in a state with at least so many plays; returns how many they are."""
    wait_until(lambda: (now := standing(client, job))[0] == state and now[1] >= least, END)
    return standing(client, job)[1]


@pytest.mark.parametrize("engine_of_it", ["sqlite", "postgresql"])
def test_a_kill_loses_and_doubles_no_play(tmp_path, engine_of_it):
    if engine_of_it == "postgresql" and not postgres.is_installed():
        pytest.skip("PostgreSQL is not installed")
    address = postgres.fresh_database() if engine_of_it == "postgresql" else None
    served = Served(tmp_path, program=FORKED, address=address)
    served.start()
    client = Client(served.port, "phone")
    job = upload(client, many_plays(PLAYS))
    client.insist("POST", f"{job}/start", {})
    until(client, job, "running", 1)
    served.kill()
    client.hang_up()
    served.start()
    done = until(client, job, "stopped", 1)
    assert done < PLAYS, "killed in the middle"
    assert f"{PLAYS - done} games are still to be imported" in client.page(job).text
    assert f"{done} games" in client.page("/history").text
    client.insist("POST", f"{job}/start", {})
    assert until(client, job, "done") == PLAYS
    assert f"{PLAYS} games" in client.page("/history").text
    again = client.page(upload(client, many_plays(PLAYS))).text
    assert numbers(again) == [0, PLAYS, 0]
    client.hang_up()
    served.end()
    served.close()
