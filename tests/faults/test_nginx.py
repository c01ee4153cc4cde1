"""Two companions on one PostgreSQL database behind nginx, as deploy/nginx.conf sets it up; one of them is killed."""

import os
import re
import shutil
import signal
import subprocess
import time
from http.client import HTTPConnection

import pytest

from tests.faults.clients import Client
from tests.faults.cluster import RETURN
from tests.faults.served import ROOT
from tests.faults.test_haproxy import Sender, Table, check_addresses, check_hang, check_logs, check_sent_again
from tests.support import postgres
from tests.support.haproxy import Haproxy, running_site, wait_until
from tests.support.long import long
from tools.bench.serving import answers

_NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
pytestmark = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.skipif(_NGINX is None, reason="nginx is not installed"),
    long,
]


class Nginx(Haproxy):
    """nginx with the delivered file: only its ports, its user, its folders and the number of connections are others."""

    def text(self):
        text = (ROOT / "deploy/nginx.conf").read_text("utf-8")
        folders = "".join(f"\n    {name}_temp_path {self.folder}/{name};" for name in _TEMPORARY)
        changes = {
            r"listen 80;": f"listen 127.0.0.1:{self.port};",
            r"^ +listen \[::\]:80;\n": "",
            r"worker_connections \d+;": "worker_connections 500;",
            r"worker_rlimit_nofile \d+;": "",
            r"^user www-data;": "user root;" if os.getuid() == 0 else "",
            r"^pid .*;": f"pid {self.folder}/pid;",
            r"error_log .*;": f"error_log {self.folder}/output.txt;",
            r"^http \{": "http {" + folders,
            r"root /etc/nginx;": f"root {ROOT}/deploy;",
            **{f"127.0.0.1:{5001 + n} ": f"127.0.0.1:{port} " for n, port in enumerate(self.companions)},
        }
        for old, new in changes.items():
            text, count = re.subn(old, new, text, flags=re.MULTILINE)
            assert count, old
        return text

    def start(self):
        path = self.folder / "nginx.conf"
        path.write_text(self.text(), "utf-8")
        options = ["-p", str(self.folder), "-e", str(self.folder / "output.txt"), "-c", str(path), "-g", "daemon off;"]
        self.process = subprocess.Popen([_NGINX, *options])
        wait_until(self.is_whole)

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def is_whole(self):
        return answers(self.port)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running_site(tmp_path_factory.mktemp("site"), Nginx, fsync="on") as made:
        yield made


def acts_at(port):
    """How many acts a companion has stored, as it says on its own machine."""
    operator = Client(port, "operator")
    text = operator.ask("GET", "/metrics").text
    operator.hang_up()
    return sum(float(number) for number in re.findall(r"^companion_acts_total\{.*\} (.*)$", text, re.MULTILINE))


def test_both_companions_know_the_phones_by_their_own_addresses(site):
    check_addresses(site)


def test_a_table_goes_on_where_its_companion_is_killed(site):
    tables = [Table(site, f"table-{n}") for n in range(4)]
    for table in tables:
        table.enter()
    assert wait_until(lambda: all(table.is_seen() for table in tables)) < 2, "events are not held up"
    for table in tables:
        before = [acts_at(each.port) for each in site.companions]
        for _ in range(3):
            table.enter()
        after = [acts_at(each.port) for each in site.companions]
        assert sorted(b - a for a, b in zip(before, after, strict=True)) == [0, 3], "a table has one companion"
    site.companions[0].kill()
    start = time.monotonic()
    for table in tables:
        table.enter()
    for table in tables:
        table.listen_on()
    wait_until(lambda: all(table.is_seen() for table in tables))
    taken = time.monotonic() - start
    check_logs(site, tables)
    again = sum(len(table.ledger.retried) for table in tables)
    print(f"tables went on after {taken:.2f} s; phones sent {again} acts again")
    assert taken < RETURN
    wait_until(lambda: site.listening() == 0)


def test_what_its_companion_did_not_answer_is_sent_again(site):
    check_sent_again(site)


def test_companions_that_were_all_silent_are_asked_all_the_same(site):
    """As after a moment in which the database was slow: nginx leaves them all out, and asks them nevertheless."""
    for each in site.companions:
        if each.process is None:
            each.start()
    tables = [Table(site, f"silent-{number}") for number in range(8)]
    processes = [each.process for each in site.companions]
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    hoped = [Sender(table.host, f"/t/{table.session}/typing", b"", "text/plain") for table in tables for _ in range(3)]
    wait_until(lambda: any(sender.status for sender in hoped))  # by nginx, after four seconds with each
    for process in processes:
        process.send_signal(signal.SIGCONT)
    assert [table.host.ask("GET", f"/t/{table.session}").status for table in tables] == [200] * len(tables)
    for sender in hoped:
        sender.join()
    for table in tables:
        table.close()


def test_a_table_goes_on_where_its_companion_hangs(site):
    check_hang(site)


def test_where_no_companion_answers_a_page_says_so_and_loads_again(site):
    for each in site.companions:
        if each.process is not None:
            each.kill()
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    for method, shown in (("GET", "3"), ("POST", None)):
        connection.request(method, "/new/luz", headers={"Content-Length": "0"})
        answer = connection.getresponse()
        text = answer.read().decode()
        assert answer.status in (502, 504) and f'<body class="{method}">' in text and "請稍候" in text
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.headers["Retry-After"] == "3" and answer.headers["Refresh"] == shown
    connection.close()
