from tests.browser.place import Place, all_open
from tests.support.files import upload
from tests.support.past_plays import export, game, import_plays, play, score

PLACES = (
    Place("past games to import", "/import/past", steps=all_open),
    Place("past games to import, none yet", "/import/past", "stranger"),
    Place("a file of past games", "{past-file}", steps=all_open),
    Place("an import that was stopped", "{past-stopped}"),
    Place("an import that is done", "{past-done}"),
    Place("a game with its totals only", "{past-table}"),
)


def fill(builder):
    names = (*builder.names, "Anonymous player")
    games = [game(1, "Azul"), game(2, "魔戒：中土之旅，" * 6), game(3, "西洋棋", noPoints=True)]
    plays = [play(number, number % 3 + 1, *_scores(number)) for number in range(1, 8)]
    wrong = [play(20, 9, score(1, 3)), play(21, 1, score(1, "很多"), score(2, 3))]
    store = builder.sessions.store
    for more, name in enumerate(("done", "stopped", "file")):
        own = [{**one, "uuid": f"{one['uuid']}{more}"} for one in (*plays, *wrong)]
        job = upload(builder.host, export(names, games, own), "/import/past").location
        builder.known[f"past-{name}"] = job
        if name == "done":
            import_plays(builder.host, job)
    stopped = [builder.known["past-stopped"].rpartition("/")[2]]
    store.write(lambda db: db.execute("UPDATE past_imports SET state = 'stopped' WHERE id = ?", stopped))
    sql = "SELECT session FROM past_marks ORDER BY session LIMIT 1"
    builder.known["past-table"] = f"/t/{store.rows(sql)[0]['session']}"


def _scores(number):
    """What a play has of three players; every third is of a game without points."""
    is_scored = number % 3 < 2
    return [score(seat, 10 * seat + number if is_scored else "", winner=seat == 3) for seat in (1, 2, 3)]
