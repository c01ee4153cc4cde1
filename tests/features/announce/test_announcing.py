"""Phones in the same network find the companion by a name; where they cannot, it serves all the same."""

import ctypes
import functools
import gc
import socket
import subprocess
import threading
import time
from contextlib import contextmanager

import gevent
import pytest
from zeroconf import AddressResolverIPv4, Zeroconf

from companion.commands.cli import parser_for
from companion.features.announce import announcing
from companion.features.announce.announcing import Announcer, is_announced, keep_name
from tests.commands.test_serve import read_start, started
from tests.support.each_row import each_row
from tests.support.long import long

HERE, PORT = "127.0.0.1", 5353
CLONE_NEWNET = 0x40000000
PATIENCE = 60  # seconds


def in_its_own_network(test):
    """Run a test in a thread that is in a network of its own, of which nobody else on this machine hears."""

    @functools.wraps(test)
    def isolated(**fixtures):
        outcome = []

        def run():
            try:
                if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
                    pytest.skip("a network of its own is not to be had here")
                subprocess.run(["ip", "link", "set", "lo", "up", "multicast", "on"], check=True)
                subprocess.run(["ip", "route", "add", "224.0.0.0/4", "dev", "lo"], check=True)
                test(**fixtures)
                outcome.append(None)
            except BaseException as error:
                outcome.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        if outcome[0] is not None:
            raise outcome[0]

    return isolated


def look_up(name, seconds=5):
    with Zeroconf(interfaces=[HERE]) as phone:
        host = AddressResolverIPv4(f"{name}.local.")
        if not host.request(phone, 1000 * seconds):
            return [], None
        service = phone.get_service_info("_http._tcp.local.", f"{name}._http._tcp.local.", int(1000 * seconds))
        return host.parsed_addresses(), service and service.port


class Companion:
    """One that has claimed names, the last of which it has."""

    def __init__(self, port):
        self.port, self.names = port, []
        self.announcer = Announcer(lambda: [HERE], port, self.names.append)

    def end(self):
        self.announcer.stop()
        self.announcer.join()


def wait_until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        gevent.sleep(0.02)


@long
@in_its_own_network
def test_two_companions_in_a_network_have_different_names():
    companions = []
    for port in (5001, 5002, 5003):
        companions.append(Companion(port))
        wait_until(lambda: bool(companions[-1].names))
    first, *later = companions
    assert [each.names for each in later] == [["companion-2"], ["companion-3"]]
    try:
        for each in (first, *later):
            assert look_up(each.names[-1]) == ([HERE], each.port)
        first.end()
        assert look_up("companion", 1) == ([], None)
    finally:
        for each in (first, *later):
            each.end()


@contextmanager
def announced(addresses, named):
    announcer = Announcer(lambda: list(addresses), 5001, named)
    try:
        yield
    finally:
        announcer.stop()
        announcer.join()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # zeroconf leaves a socket unclosed
@in_its_own_network
def test_a_failed_announcement_is_printed_once(capsys):
    told = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("", PORT))
        with announced([HERE], told.append):
            wait_until(lambda: bool(told))
    assert told[0] is None and "only at its address: Address already in use.\n" in capsys.readouterr().err
    gc.collect()


@in_its_own_network
def test_a_server_is_announced_in_the_local_network(tmp_path):
    with started("--port", 0, "--database", tmp_path / "a.sqlite") as process:
        _, config = read_start(process)
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert config["HOST"] == "0.0.0.0" and "only at its address: this machine is in no network" in errors


@long
@in_its_own_network
def test_the_site_is_announced_when_a_network_appears(capsys, monkeypatch):
    monkeypatch.setattr(announcing, "_REFRESH", 0.1)
    addresses, told = [], []
    with announced(addresses, told.append):
        wait_until(lambda: bool(told))
        addresses.append(HERE)
        wait_until(lambda: "companion" in told)
        assert look_up("companion") == ([HERE], 5001)
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1 and "only at its address: this machine is in no network." in errors


def test_the_announced_name_is_printed_and_accepted_as_host(capsys):
    config = {"HOST": "0.0.0.0", "PORT": 5001, "PUBLIC_URL": None, "TRUSTED_HOSTS": []}
    keep_name(config, "companion-2")
    assert "companion-2.local" in config["TRUSTED_HOSTS"]
    assert "find it at http://companion-2.local:5001 too" in capsys.readouterr().out
    keep_name(config, None)
    assert "companion-2.local" not in config["TRUSTED_HOSTS"] and config["ANNOUNCED"] is None


def test_the_share_page_shows_the_announced_name(app, host, luz):
    app.config.update(HOST="0.0.0.0", PORT=5001, PUBLIC_URL=None, TRUSTED_HOSTS=["localhost"])
    keep_name(app.config, "companion")
    assert "companion.local:5001" in host.page(f"/t/{luz}/share")


HERE_ONLY = ("--no-announce", "--host 127.0.0.1", "--host localhost", "--host ::1")
ELSEWHERE = ("--public-url https://games.example", "--behind-proxy 10.0.0.5")


@each_row("options", ["", "--host 192.168.1.23", "--host ::", *HERE_ONLY, *ELSEWHERE])
def test_a_site_that_local_phones_cannot_reach_is_not_announced(options):
    args = parser_for(["serve"]).parse_args(["serve", *options.split()])
    assert is_announced(args, args.host) is (options not in (*HERE_ONLY, *ELSEWHERE))
