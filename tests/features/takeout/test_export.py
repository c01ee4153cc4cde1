"""All data of an instance come out as text and go in again; what is not as it was written is told in one sentence."""

import json
import os
import pty
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.commands.data import FileError
from companion.engine.bounds import EXPORT
from companion.features.takeout import commands as import_command, importing
from tests.features.conftest import assert_same, export_of, same_phone, shown
from tests.features.evenings.test_exported_evenings import EVENING, GROUP
from tests.support.long import mostly_long
from tests.support.phones import Phone, bets, totals
from tests.support.stores import open_store
from tests.support.tries import tries

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=5), parts, max_size=4),
    max_leaves=6,
)


@pytest.fixture
def exported(host, tables, export):
    host.post(f"/t/{tables['luz']}/withdraw/replay", {"withdrawals": 0})
    return export()


def changed(file, line, change):
    """The file with one of its lines (from 0) changed."""
    lines = file.read_text().splitlines()
    value = json.loads(lines[line])
    found = change(value)
    lines[line] = found if isinstance(found, str) else json.dumps(value)
    file.write_text("\n".join(lines) + "\n")
    return file


@pytest.fixture
def file(written, tmp_path):
    """An export that nothing else is known of."""
    file = tmp_path / "written.jsonl"
    file.write_text(written[0])
    return file


def log_entries(file):
    return sum(len(json.loads(line).get("log", ())) for line in file.read_text().splitlines())


def kept(database):
    store = open_store(database)
    rows = store.rows("SELECT id, used FROM sessions ORDER BY rowid")
    store.close()
    return rows


def test_an_export_in_an_empty_instance_gives_the_same(exported, host, tables, moved):
    new, out = moved()
    counted = f"tables {len(tables)}, log entries {log_entries(exported)}, phones 2, templates 1, groups 0."
    assert out == f"{len(tables)} tables imported.\nCounted: {counted}\n"
    assert_same(host, new, tables)


def test_what_is_there_stays_and_the_rest_is_added(app, exported, host, tables, tmp_path, command, serve):
    database = tmp_path / "other.sqlite"
    other = serve(database)
    own = Phone(other)
    luz = own.open("luz", ["Eve", "Fay", "Gus"])
    own.enter(luz, bets("1 1 1"))
    before = shown(own, f"/t/{luz}")
    status, out, err = command("import", exported, "--database", database)
    assert (status, err) == (0, "") and f"{len(tables)} tables imported." in out and "links of these tables" in out
    assert shown(own, f"/t/{luz}") == before and own.links(luz)
    same = same_phone(host, other)
    for session in tables.values():
        assert same.totals(session) == host.totals(session) and same.codes(session) == host.codes(session)
        assert own.get(f"/t/{session}").status_code == 404, "another phone is no member by its number"
    assert Phone(other).join(same, tables["luz"]).totals(tables["luz"]) == host.totals(tables["luz"])
    assert host.links(tables["luz"]) != same.links(tables["luz"])
    rows = kept(database)
    assert rows[0]["id"] == luz and all(row["used"] < rows[0]["used"] for row in rows[1:])
    same.enter(tables["luz"], totals("1 2 3 4"))
    after = shown(same, f"/t/{tables['luz']}")
    assert (
        f"0 tables imported.\n{len(tables)} are here already" in command("import", exported, "--database", database)[1]
    )
    assert shown(same, f"/t/{tables['luz']}") == after


def test_a_table_deleted_here_stays_deleted(app, exported, host, luz, tables, command):
    host.act(luz, "delete", {"sure": "yes"})
    out = command("import", exported, "--database", app.config["DATABASE"])[1]
    assert f"{len(tables)} are here already" in out
    assert host.get(f"/t/{luz}").status_code == 404
    assert luz not in command("export", "--database", app.config["DATABASE"])[1]


def test_a_table_that_the_rules_refuse_is_told_and_left_out(exported, tables, tmp_path, command):
    def with_nine_tricks(session):
        assert session["session"] == tables["luz"]
        entry = next(act for act in session["log"] if act["kind"] == "entry")
        entry["body"]["tricks"] = [3, 2, 0, 4]

    changed(exported, 3, with_nine_tricks)
    database = tmp_path / "new.sqlite"
    status, out, err = command("import", exported, "--database", database)
    assert status == 0 and f"{len(tables) - 1} tables imported.\nCounted: tables {len(tables) - 1}, " in out
    assert tables["luz"] in err and "act 3: the tricks add up to 9, not 10" in err and err.count("\n") == 1
    assert tables["luz"] not in {row["id"] for row in kept(database)}


def moved(key, value):
    return lambda line: line.update({key: value})


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("line", "change", "sentence"),
    [
        (0, moved("format", 2), "line 1: the field format must be one of 1, not 2"),
        (0, moved("companion", "x"), "line 1: the field companion must be one of"),
        (0, moved("key", "00"), "line 1: the field key cannot be"),
        (0, moved("sessions", 99), "ends too early: 90 lines are missing"),
        (0, moved("sessions", 1), "line 5: there is more than"),
        (0, moved("sessions", 10**30), "line 1: the field sessions must be 0 to"),
        (0, lambda line: '{"companion":', "line 1: this is not JSON: Expecting value at line 1, column 14"),
        (1, lambda line: "[" * 100_000, "line 2: this is nested too deep"),
        (1, lambda line: "[" * 50 + "]" * 50, "line 2: this is nested too deep"),
        (1, lambda line: '{"phone": 1, "phone": 2}', 'line 2: the key "phone" stands twice'),
        (1, lambda line: '{"phone": NaN}', "line 2: this is not JSON: NaN"),
        (1, moved("phone", 2), "line 3: 2 stands in the file already"),
        (1, moved("phone", 7), "line 4: the file has no phone 1"),
        (1, moved("made", "yesterday"), "line 2: a moment cannot be"),
        (1, moved("made", "0001-01-01T00:00:00+14:00"), "line 2: a moment cannot be"),
        (1, moved("token", "\ud800"), "line 2: the field token cannot be"),
        (3, moved("session", "../etc"), "line 4: the field session cannot be"),
        (3, moved("game", "Chess!"), "line 4: the field game cannot be"),
        (3, moved("used", 10**10), "line 4: the field used must be 1 to"),
        (3, moved("log", [{}]), "line 4: act 1 lacks the key"),
        (3, moved("setup", {}), "line 4: the setup must hold players and options"),
        (3, lambda line: line["setup"].update(players=1.5), "line 4: the field players must be a list, not 1.5"),
        (3, lambda line: line["setup"].update(withdrawn=[]), "line 4: the field withdrawn must be an object"),
        (3, lambda line: line["setup"].update(withdrawn={"result": -1}), "line 4: the field withdrawn must be 0 to"),
        (3, moved("result", {"totals": [1], "ranking": [[0], [0]]}), "line 4: the ranking must name each seat once"),
        (3, moved("codes", {"scorer": "ABC"}), "line 4: the field codes lacks the key"),
        (3, lambda line: line["log"][0].update(kind="Mischief"), "line 4: the field kind cannot be"),
        (3, lambda line: line["log"][0].update(kind="undo"), "line 4: the act undo lacks the key"),
        (3, lambda line: line["log"].append(line["log"][0]), "twice"),
    ],
)  # fmt: skip
def test_a_bad_line_is_told_and_nothing_is_brought(file, tmp_path, command, line, change, sentence):
    database = tmp_path / "new.sqlite"
    status, out, err = command("import", changed(file, line, change), "--database", database)
    assert (status, out) == (2, "") and sentence in err and err.count("\n") == 1, err
    assert not database.exists()


@pytest.mark.sqlite
@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe", b"\x00" * 100, b"{}", b"SQLite format 3\x00"])
def test_what_is_no_export_is_told_so(tmp_path, bring, content):
    file = tmp_path / "file"
    file.write_bytes(content)
    status, out, err = bring(file)
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert bring(tmp_path / "none")[0] == 2


@pytest.mark.sqlite
def test_a_file_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr("companion.features.takeout.importing.EXPORT", EXPORT._replace(bytes=10))
    with pytest.raises(FileError, match="line 1: the line is longer"):
        export_of([b" " * 11])
    monkeypatch.setattr("companion.features.takeout.importing.MOST_BYTES", 9)
    with pytest.raises(FileError, match="line 1: the file is longer"):
        export_of([b" " * 10])


@pytest.mark.sqlite
@given(data=st.data())
@settings(max_examples=tries(60), derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_hostile_log_is_told_or_it_stands(written, data):
    """A value anywhere in a log is another one: reading or replaying it gives a sentence, or the log stands."""
    head, *lines = written[0].encode().splitlines()
    phones = lines[: json.loads(head)["phones"]]
    session = json.loads(data.draw(st.sampled_from([line for line in lines if json.loads(line).get("log")])))
    event = data.draw(st.sampled_from(session["log"]))
    if data.draw(st.booleans()) and isinstance(event["body"], dict):
        event["body"][data.draw(st.sampled_from(sorted(event["body"])))] = data.draw(JSON)
    else:
        event[data.draw(st.sampled_from(sorted(event)))] = data.draw(JSON)
    head = json.dumps({**json.loads(head), "sessions": 1}).encode()
    try:
        export = export_of([line + b"\n" for line in (head, *phones, json.dumps(session).encode())])
    except FileError as error:
        assert str(error)
    else:
        assert all(str(fault) for _, fault in export.refused)


def test_an_undo_that_names_itself_is_refused(file, bring):
    def loop(session):
        undo = next(act for act in session["log"] if act["kind"] == "undo")
        undo["body"]["event"] = 1 + session["log"].index(undo)

    _, _, err = bring(changed(file, 3, loop))
    assert "That act is not the one that stands last." in err


def test_what_needs_a_game_that_is_not_here_is_left_out_and_told(file, tmp_path, bring):
    lacking = changed(file, 3, lambda session: session.update(game="chess"))
    head, phone = (json.loads(line) for line in file.read_text().splitlines()[:2])
    evening = {**EVENING, "setup": {**EVENING["setup"], "game": "chess"}, "phones": []}
    group = {**GROUP, "phones": [{**GROUP["phones"][0], "phone": phone["phone"]}], "tables": []}
    lines = file.read_text().splitlines()
    lacking.write_text(
        "\n".join([json.dumps({**head, "groups": 1}), *lines[1:], json.dumps({**group, "evenings": [evening]})])
    )
    status, out, err = bring(lacking)
    assert status == 0 and f"{head['sessions'] - 1} tables imported" in out
    assert err.count("the game chess is not installed here") == 2 and EVENING["name"] in err
    store = open_store(str(tmp_path / "new.sqlite"))
    assert [row["n"] for row in store.rows("SELECT count(*) AS n FROM player_groups")] == [1]
    store.close()


def test_an_export_does_not_take_a_files_place(app, exported, command):
    status, out, err = command("export", exported, "--database", app.config["DATABASE"])
    assert (status, out) == (2, "") and "is there already" in err
    assert command("export", exported, "--force", "--database", app.config["DATABASE"])[0] == 0


@pytest.mark.sqlite
def test_a_file_that_is_no_database_is_not_exported(file, command):
    assert command("export", "--database", file)[0] == 2


STOPPED = """
import os, signal, sys
from companion.commands.cli import main
from companion.features.takeout import commands, importing

importing._TABLES = 1

def kill(done, total):
    if done == 3:
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))

import_data = commands.import_data
commands.import_data = lambda store, export, progress: import_data(store, export, kill)
raise SystemExit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("signal", mostly_long(["SIGKILL", "SIGINT", "SIGTERM"], 1))
def test_an_import_that_was_stopped_is_taken_up_again(file, tmp_path, command, named, signal):
    database = tmp_path / "new.sqlite"
    words = [sys.executable, "-c", STOPPED, signal, "import", str(file), "--database", named(database)]
    stopped = subprocess.run(words, capture_output=True, text=True)
    status = {"SIGINT": 130, "SIGTERM": 143}.get(signal)
    if status is not None:
        assert stopped.returncode == status and "the same command imports the rest" in stopped.stderr
    assert stopped.stdout == "" and len(kept(database)) == 3
    _, out, err = command("import", file, "--database", database)
    assert "6 tables imported.\n3 are here already" in out and err == ""
    assert command("export", "--database", database) == (0, file.read_text(), "")


def test_what_is_lost_on_the_way_is_told(file, bring, monkeypatch):
    put = importing.put_session

    def without_end(db, imported, *more):
        put(db, replace(imported, log=imported.log[:-1]), *more)

    monkeypatch.setattr(importing, "put_session", without_end)
    status, out, err = bring(file)
    entries = log_entries(file)
    assert status == 2 and out.startswith("9 tables imported.\n")
    assert f"tables 9 of 9, log entries {entries - 8} of {entries}, phones 2 of 2" in err


def test_an_older_table_that_is_here_stays_and_is_told(app, exported, host, tables, tmp_path, command):
    database, newer = tmp_path / "new.sqlite", tmp_path / "newer.jsonl"
    assert command("import", exported, "--database", database)[0] == 0
    host.enter(tables["luz"], totals("1 2 3 4"))
    assert command("export", newer, "--database", app.config["DATABASE"])[0] == 0
    status, out, err = command("import", newer, "--database", database)
    assert (status, err) == (0, "") and "1 table that was here has fewer log entries than in the export." in out


def test_names_and_keys_with_a_nul_are_imported(file, tmp_path, command):
    def with_nul(session):
        session["setup"]["players"][0] = "A\0nn"
        session["log"][0]["act"] = "a\0b"

    database = tmp_path / "new.sqlite"
    status, _, err = command("import", changed(file, 3, with_nul), "--database", database)
    assert (status, err) == (0, "")
    exported = command("export", "--database", database)[1]
    assert r'"A\u0000nn"' in exported and r'"act": "a\ufffdb"' in exported


@pytest.mark.sqlite
def test_a_terminal_shows_how_far_it_is_and_standard_input_is_read(file, tmp_path):
    words = [sys.executable, "-m", "companion.commands.cli", "import", "-", "--database", str(tmp_path / "new.sqlite")]
    terminal, shown_on = pty.openpty()
    with file.open("rb") as lines:
        done = subprocess.run(
            words, stdin=lines, stdout=subprocess.PIPE, stderr=shown_on, env={**os.environ, "TERM": "xterm"}
        )
    os.close(shown_on)
    seen = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert done.returncode == 0 and done.stdout.startswith(b"9 tables imported.\n")
    assert all(f"{word} tables  [{'#' * 36}]  9/9" in seen for word in ("checked", "imported"))


@pytest.mark.sqlite
def test_a_file_that_changes_meanwhile_is_not_imported_further(file, bring, monkeypatch):
    check = import_command.Export

    def then_change(*arguments):
        checked = check(*arguments)
        changed(file, 3, moved("used", 77))
        return checked

    monkeypatch.setattr(import_command, "Export", then_change)
    status, out, err = bring(file)
    assert (status, out) == (2, "") and "The file was changed while it was read." in err


@pytest.fixture
def late(host):
    """Dora came and was taken out again, then Emil came and scored."""
    session = host.open("open", ["Ann", "Ben"])
    for seat in (0, 1):
        host.enter(session, {"seat": seat, "n0": "5"})
    host.act(session, "options", {"newcomer": "Dora"})
    host.act(session, "undo")
    host.act(session, "options", {"newcomer": "Emil"})
    for seat in range(3):
        host.enter(session, {"seat": seat, "n0": "7"})
    return session


def test_a_table_to_which_somebody_came_late_is_the_same_and_goes_on(host, late, tmp_path, moved):
    same = same_phone(host, moved()[0])
    assert "Dora" not in (tmp_path / "all.jsonl").read_text()
    for page in ("", "/sheet", "/log", "/seats"):
        assert shown(same, f"/t/{late}{page}") == shown(host, f"/t/{late}{page}")
    assert same.totals(late) == [12, 12, 7]
    for _ in range(4):  # a round of three parts, and the seat
        assert same.act(late, "undo").status_code == 303
    assert same.totals(late) == [5, 5] and "Emil" not in same.page("/players")


@pytest.mark.parametrize(
    ("changes", "code", "told"),
    [
        ({"opened_seats": 3}, 0, "Left out: "),
        ({"opened_seats": "2"}, 2, 'opened_seats must be a whole number, not "2"'),
        ({"players": ["Ann", "Ben"]}, 0, "the setup must name the players of all seats"),
    ],
)
def test_names_that_do_not_fit_the_log_are_refused(late, export, bring, changes, code, told):
    exported = changed(export(), 2, lambda line: line["setup"].update(changes))
    status, out, err = bring(exported)
    assert (status, out.partition("\n")[0]) == (code, "0 tables imported." if code == 0 else "") and told in err
