"""Codes cannot be guessed by many together, nor tables opened without end; and a flood shuts no table out."""

from types import SimpleNamespace

import pytest

from companion.server.rate_limits import AttemptCounter, HourlyLimits, JoinCodeLimits


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr("companion.server.rate_limits.time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def strangers(number):
    return [f"10.{place // 250}.{place % 250}.1" for place in range(number)]


def test_tries_are_forgiven_one_by_one(clock):
    tries = AttemptCounter(2, 10)
    for moment in (0, 6):
        clock[0] = 1000.0 + moment
        tries.count("a")
    assert tries.is_exhausted("a") and not tries.is_exhausted("b")
    clock[0] = 1010.5
    assert not tries.is_exhausted("a")
    tries.count("a")
    assert tries.is_exhausted("a")


def test_a_flood_of_names_fills_no_memory():
    tries = AttemptCounter(1, 10)
    for number in range(20_000):
        tries.count(str(number))
    assert len(tries._moments) == 10_000
    assert tries.is_exhausted("19999") and not tries.is_exhausted("1")


def test_one_address_has_ten_wrong_codes_and_a_whole_network_of_ipv6_too(clock):
    guesses = JoinCodeLimits()
    for number in range(10):
        assert guesses.is_allowed("192.0.2.1") and guesses.is_allowed(f"2001:db8::{number}")
        guesses.record_failure("192.0.2.1")
        guesses.record_failure(f"2001:db8::{number}")
    assert not guesses.is_allowed("192.0.2.1") and not guesses.is_allowed("2001:db8::ffff")
    assert guesses.is_allowed("192.0.2.2") and guesses.is_allowed("2001:db8:0:1::1")
    clock[0] += 301
    assert guesses.is_allowed("192.0.2.1")


def test_many_addresses_do_not_guess_together_and_no_table_is_shut_out(clock):
    guesses = JoinCodeLimits()
    guesses.record_member_request("192.0.2.7")
    heard = 0
    for address in strangers(5000):
        heard += guesses.is_allowed(address)
        guesses.record_failure(address) if guesses.is_allowed(address) else None
    assert heard == 100
    assert guesses.is_allowed("192.0.2.7"), "where a phone of a table is, another one may join by code"
    assert not guesses.is_allowed("192.0.2.8")
    clock[0] += 301
    assert guesses.is_allowed("192.0.2.8")


def test_addresses_with_a_table_do_not_guess_without_end_either(clock):
    guesses, heard = JoinCodeLimits(), 0
    for address in strangers(1000):
        guesses.record_member_request(address)
    for address in strangers(1000) * 10:
        if guesses.is_allowed(address):
            heard += 1
            guesses.record_failure(address)
    assert heard == 400
    clock[0] += 6 * 3600 + 1
    guesses.record_failure("10.0.1.1")
    assert guesses._shared("10.0.1.1") is guesses._unknown_networks, "after six hours the network is unknown again"


def test_tables_are_opened_so_many_an_hour(clock):
    openings = HourlyLimits(3)
    assert [openings.allow("192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert openings.allow("192.0.2.2")
    assert sum(openings.allow(address) for address in strangers(500)) == 60 - 4
    clock[0] += 3601
    assert openings.allow("192.0.2.1")


def test_zero_is_no_limit():
    openings = HourlyLimits(0)
    assert all(openings.allow("192.0.2.1") for _ in range(1000))
