"""Who may do and see what of a group: hosts put tables in, owners edit, links end, names follow."""

from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from companion.features.groups import rows as group_rows
from tests.support.groups import finish, link, make_group, member, over, put, section, table
from tests.support.reading import read_text, without_ids

YES = {"sure": "yes"}
PAGES = ("", "/edit", "/seasons", "/tables", "/share", "/delete", "/games.csv", "/table.csv")
OWNERS = ("/edit", "/seasons", "/share")


def names(page):
    return [row[0] for row in table(page, "standings")]


def test_who_joined_sees_it_and_only_the_owner_edits(host, group, phone):
    other = member(host, group, phone())
    for page in PAGES:
        assert other.get(group + page).status_code == (403 if page in OWNERS else 200), page
    for page in (*OWNERS, "/seasons/1/delete"):
        fields = {"name": "Mine", "names": "X\nY", "since": "2026-01-01", "role": "watch", "make": "yes"}
        assert other.post(group + page, fields).status_code == 403, page
    assert "Friday" in other.page("/groups") and "Mine" not in host.page(group)


def test_only_the_host_of_a_table_puts_it_in(host, group, phone):
    session = host.open("luz")
    players = [phone().join(host, session, role) for role in ("scorer", "viewer")]
    finish(host, session)
    other = member(host, group, phone())
    theirs = make_group(other, "Ann", "Ben", name="Theirs")
    assert put(other, group, session) == put(other, theirs, session) == [403], "in the group, not at the table"
    for scorer in players:
        scorers = make_group(scorer, "Ann", "Ben", name="Own")
        assert put(scorer, scorers, session) == [403], "at the table, not its host"
        assert scorer.post(f"/t/{session}/groups", {"put": scorers.split("/")[2]}).status_code == 403
        assert scorer.get(f"/t/{session}/groups").status_code == 403
        assert scorer.post(f"{scorers}/tables", {"all": "yes"}).status_code == 303
        assert "No game yet" in scorer.page(scorers)
    assert host.post(f"/t/{session}/groups", {"put": theirs.split("/")[2]}).status_code == 403, "host, not in the group"
    assert phone().get(f"/t/{session}/groups").status_code == 404
    assert put(host, group, session) == [303] and names(host.page(group)) == ["Ann", "Ben"]


def test_only_games_that_are_over_count_in_a_group(host, group):
    running, stopped, done = host.open("luz"), host.open("luz"), over(host)
    host.act(stopped, "end")
    assert put(host, group, running, stopped, done, "unknown") == [403, 403, 303, 403]
    assert "when its game is over" in host.page(f"/t/{running}/groups")
    host.act(done, "undo")
    assert "No game yet" in host.page(group) and host.get(f"{group}/replay/{done}/1").status_code == 404
    host.act(done, "end")
    assert names(host.page(group)) == ["Ann", "Ben"]


def test_a_table_is_put_in_from_its_own_page(host, group):
    session = over(host)
    assert f'href="/t/{session}/groups"' in host.page(f"/t/{session}")
    page = host.page(f"/t/{session}/groups")
    assert "with the names of all who played" in read_text(page) and f"/t/{session}/groups?replay=yes" in page
    number = group.split("/")[2]
    assert host.post(f"/t/{session}/groups?replay=yes", {"put": number}).location == f"/t/{session}/groups"
    assert "in, with the replay" in host.page(f"/t/{session}/groups")
    host.post(f"/t/{session}/groups", {"out": number})
    assert "in, with" not in host.page(f"/t/{session}/groups") and "No game yet" in host.page(group)
    assert host.post(f"/t/{session}/groups", {}).status_code == 400


def test_guests_have_no_name_and_nothing_leads_to_the_table(host, phone):
    session = over(host, "Ann", "Ben", "Secret", "Dan")
    group = make_group(host, "Ann", "Ben", "Dan")
    other = member(host, group, phone())
    put(host, group, session)
    watch = link(host, group, "watch")
    for page in (other.page(group), other.page(f"{group}/tables"), phone().page(watch)):
        assert "Secret" not in page and f"/t/{session}" not in page
    assert "Ben 10, guest −5, Dan" in section(other.page(group), "latest"), "the guest keeps the third place"
    for file in ("games.csv", "table.csv"):
        for answer in (other.get(f"{group}/{file}"), phone().get(f"{watch}/{file}")):
            assert answer.status_code == 200 and "Secret" not in answer.text and session not in answer.text
    assert f"/t/{session}/replay" in host.page(group), "who is at the table sees the table's own replay"


def test_the_replay_is_seen_only_where_the_host_has_put_it_in(host, group, phone):
    shown, left_out, elsewhere = over(host), over(host), over(host)
    put(host, group, shown)
    put(host, group, left_out, replay="")
    other, stranger, watch = member(host, group, phone()), phone(), link(host, group, "watch")
    for who, start in ((other, group), (stranger, watch)):
        assert who.get(f"{start}/replay/{shown}").location == f"{start}/replay/{shown}/1"
        assert "Cleo" in who.page(f"{start}/replay/{shown}/1")
        assert who.get(f"{start}/replay/{shown}/steps").status_code == 200
        for session in (left_out, elsewhere, "unknown"):
            for page in ("", "/1", "/steps"):
                assert who.get(f"{start}/replay/{session}{page}").status_code == 404
        assert f"/replay/{shown}" in who.page(start) and f"/replay/{left_out}" not in who.page(start)
    assert stranger.get(f"{watch}/replay/{shown}/1").headers["X-Robots-Tag"] == "noindex"
    host.post(f"{group}/tables", {"out": shown})
    for who, start in ((other, group), (stranger, watch)):
        assert who.get(f"{start}/replay/{shown}/1").status_code == 404


def test_the_page_to_send_round_makes_nobody_a_member(host, group, phone, sessions):
    session = over(host)
    put(host, group, session)
    watch, joining, reader = link(host, group, "watch"), link(host, group, "join"), phone()
    answer = reader.get(watch)
    assert answer.status_code == 200 and answer.headers["X-Robots-Tag"] == "noindex" and "noindex" in answer.text
    assert "Set-Cookie" not in answer.headers and reader.get(group).status_code == 404
    assert reader.get(f"/t/{session}").status_code == 404 and "/groups" not in answer.text
    assert reader.post(watch).status_code == 405
    assert not sessions.store.rows("SELECT 1 FROM group_phones WHERE role <> 'owner'")
    host.post(f"{group}/share", {"role": "watch", "number": "1"})
    for path in ("", "/games.csv", "/table.csv", f"/replay/{session}/1"):
        assert reader.get(watch + path).status_code == 404, path
    assert "It may be withdrawn" in reader.get(watch).text
    assert phone().get(joining).status_code == 200, "the other link stays"
    again = link(host, group, "watch")
    assert again != watch and reader.get(again).status_code == 200 and reader.get(watch).status_code == 404
    host.post(f"{group}/share", {"role": "watch", "number": "1"})
    assert reader.get(again).status_code == 200, "an old page withdraws no newer link"


def test_a_link_of_one_kind_or_group_opens_no_other(host, phone):
    first, second = make_group(host, "Ann", "Ben"), make_group(host, "Cleo", "Dan", name="Other")
    watch, joining = link(host, first, "watch"), link(host, first, "join")
    secret, other = watch.removeprefix("/g/"), link(host, second, "watch").removeprefix("/g/")
    own = joining.rpartition("/")[2]
    mixed = (secret[:-22] + other[-22:], other[:-22] + secret[-22:], secret[:-1], secret + "x")
    for token in (own, *mixed, "x" * 22, "x" * 200, "é" * 30, "\ud800"):
        path = quote(token, errors="surrogatepass")
        assert phone().get(f"/g/{path}").status_code == 404
        assert phone().get(f"/groups/join/{path}").status_code == (200 if token == own else 404)


def test_joining_takes_a_tap_and_its_page_has_no_names(host, group, phone):
    joining, other = link(host, group, "join"), phone()
    page = other.page(joining)
    assert "Friday" not in page and "Ann" not in without_ids(page) and other.get(group).status_code == 404
    assert other.post(joining).location == group == other.post(joining).location
    assert other.get(joining).location == group and other.get(group).status_code == 200
    host.post(f"{group}/share", {"role": "join", "number": "1"})
    assert phone().post(joining).status_code == 404 and other.get(group).status_code == 200


def test_leaving_and_sending_away_take_the_tables_along(host, phone):
    group, mine = make_group(host, "Ann", "Ben"), over(host)
    put(host, group, mine)
    others = [member(host, group, phone()) for _ in range(2)]
    for other in others:
        assert put(other, group, over(other)) == [303]
    assert "3 games" in host.page(group)
    assert others[0].post(f"{group}/delete", YES).location == "/groups"
    assert others[0].get(group).status_code == 404 and "2 games" in host.page(group)
    host.post(f"{group}/share", {"role": "join", "number": "1", "others": "away"})
    assert others[1].get(group).status_code == 404 and "1 game<" in host.page(group)


def test_the_host_and_the_owner_take_a_table_out_and_nobody_else(host, group, phone):
    one, other = (member(host, group, phone()) for _ in range(2))
    first, second = over(one), over(one)
    put(one, group, first, second)
    assert other.post(f"{group}/tables", {"out": first}).status_code == 403
    assert first not in other.page(f"{group}/tables") and first in one.page(f"{group}/tables")
    assert one.post(f"{group}/tables", {"out": first}).status_code == 303
    assert host.post(f"{group}/tables", {"out": second}).status_code == 303 and "No game yet" in host.page(group)
    assert one.get(f"/t/{second}").status_code == 200, "the table stays"


def test_deleting_takes_two_taps_and_ends_all_links(host, phone, sessions):
    group, session = make_group(host, "Ann", "Ben"), over(host)
    put(host, group, session)
    other, watch = member(host, group, phone()), link(host, group, "watch")
    answer = host.post(f"{group}/delete")
    assert answer.status_code == 422 and "Tap Delete, then Yes" in answer.text and host.page(group)
    assert host.post(f"{group}/delete", YES).location == "/groups"
    for who, path in ((host, group), (other, group), (phone(), watch)):
        assert who.get(path).status_code == 404
    left = sessions.store.rows("SELECT name FROM player_groups")
    assert left == [{"name": ""}] and host.get(f"/t/{session}").status_code == 200
    for name in ("phones", "players", "sessions", "seasons", "links"):
        assert not sessions.store.rows(f"SELECT * FROM group_{name}")


def rename(phone, key, name, **more):
    assert phone.post(f"/players/{quote(key, safe='')}/rename", {"name": name, **more}).status_code == 303


def test_a_renamed_player_is_renamed_in_the_groups(host, group):
    put(host, group, over(host))
    rename(host, "ann", "Annika")
    assert names(host.page(group)) == ["Annika", "Ben"] and "Ann<" not in host.page(f"{group}/edit")
    rename(host, "annika", "ANNIKA")
    assert names(host.page(group)) == ["ANNIKA", "Ben"]


def test_a_deleted_name_is_gone_from_the_groups(host, group, phone, sessions):
    put(host, group, over(host))
    other = member(host, group, phone())
    put(other, group, over(other))
    other.post("/players/ben/delete", {"what": "name", **YES})
    assert names(host.page(group)) == ["Ann", "Ben"], "the owner's own table still has Ben"
    host.post("/players/ann/delete", {"what": "name", **YES})
    assert names(host.page(group)) == ["Ben"]
    assert "Ann" not in without_ids(host.page(group) + host.page(f"{group}/edit"))
    assert not sessions.store.rows("SELECT 1 FROM group_players WHERE key = 'ann'")
    assert "guest 10 (won)" in section(host.page(group), "latest")
    host.post("/players/ben/delete", {"what": "name", **YES})
    assert not sessions.store.rows("SELECT 1 FROM group_players")


def test_an_unused_group_without_tables_is_deleted(host, sessions, phone):
    hosts, gone = make_group(host, "Ann", "Ben"), make_group(phone(), "Cleo", "Dan")
    put(host, hosts, over(host))
    now = datetime.now(UTC)
    sessions.deletion.delete_old(now - timedelta(days=10), unused=True)
    assert len(sessions.store.rows("SELECT 1 FROM player_groups WHERE deleted IS NULL")) == 2
    sessions.store.write(lambda db: db.execute("UPDATE player_groups SET changed = '2026-01-01T00:00:00+00:00'"))
    sessions.deletion.delete_old(now - timedelta(days=30), unused=True)
    assert host.get(hosts).status_code == 200
    assert group_rows.find_group(sessions.store.rows, None, gone.split("/")[2]) is None
