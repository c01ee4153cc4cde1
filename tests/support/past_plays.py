"""Files of plays as other programs write them, made by the description in docs/past.md."""

import json
import random
from datetime import datetime, timedelta
from uuid import UUID

from companion.live.live import Live
from companion.table.service import Tables
from tests.support.files import upload
from tests.support.page_tree import parse


def service_of(store):
    return Tables(store, Live(lambda *_: (0, {})), b"k" * 32)


def settled(read, games=()):
    """The plays of a file that was read, as they will be imported, and what the preview says of the file."""
    from companion.features.past.importing import settle, with_suggestions  # other tests do without this feature

    contents, plays = read
    return settle(with_suggestions(contents, {}), plays, dict(games))


def score(player, points="", *, winner=False, **more):
    return {
        "playerRefId": player, "score": str(points), "winner": winner, "newPlayer": False, "startPlayer": False,
        "rank": 0, "seatOrder": 0, **more,
    }  # fmt: skip


def play(number, game, *scores, at="2024-05-03 20:15:00", **more):
    return {
        "uuid": str(UUID(int=number)).upper(), "modificationDate": at, "entryDate": at, "playDate": at,
        "usesTeams": False, "durationMin": 60, "ignored": False, "manualWinner": False, "rounds": 0,
        "locationRefId": 1, "gameRefId": game, "board": "", "scoringSetting": 0, "playerScores": list(scores), **more,
    }  # fmt: skip


def game(number, name, **more):
    return {
        "id": number, "uuid": str(UUID(int=number)), "name": name, "bggId": 0, "bggName": name, "highestWins": True,
        "noPoints": False, "cooperative": False, "usesTeams": False, **more,
    }  # fmt: skip


def export(players, games, plays):
    """An export of BG Stats: players are numbered from 1."""
    people = [{"id": id, "uuid": str(UUID(int=id)), "name": name, "isAnonymous": name == "Anonymous player"}
              for id, name in enumerate(players, 1)]  # fmt: skip
    whole = {
        "challenges": [], "deletedObjects": [], "games": list(games), "groups": [],
        "locations": [{"id": 1, "name": "Home", "uuid": str(UUID(int=1))}], "players": people, "plays": list(plays),
        "tags": [], "userInfo": {"meRefId": 1},
    }  # fmt: skip
    return json.dumps(whole, indent=2, ensure_ascii=False).encode()


def many_plays(count, seed=1):
    """An export with plays of many years, of games that are here and others."""
    drawn = random.Random(seed)
    names = [f"{name} {letter}." for name in ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn") for letter in "ABCDE"]
    games = [game(1, "Azul", bggId=230802), game(2, "Luz"), game(3, "Ingenious")]
    games += [game(number, f"Game {number}", highestWins=number % 5 > 0) for number in range(4, 60)]
    begin, plays = datetime(2012, 1, 1, 18), []
    for number in range(1, count + 1):
        chosen = drawn.choice(games)
        seats = drawn.sample(range(1, len(names) + 1), drawn.choice((3, 3, 4)))
        points = [drawn.randrange(5, 120) for _ in seats]
        best = max(points) if chosen["highestWins"] else min(points)
        at = str(begin + timedelta(hours=11 * number))
        scores = [score(seat, total, winner=total == best) for seat, total in zip(seats, points, strict=True)]
        scores[0]["startPlayer"] = True
        plays.append(play(number, chosen["id"], *scores, at=at))
    return export(names, games, plays)


def import_plays(phone, job):
    """Import what an upload at "/import/past" has left waiting."""
    assert phone.post(f"{job}/start").status_code == 303
    phone.client.application.extensions["companion.past"].wait()


def brought(phone, content):
    """Upload a file of plays and import them; returns the address of the import."""
    job = str(upload(phone, content, "/import/past").location)
    import_plays(phone, job)
    return job


def numbers(page):
    """How many games are new or imported, how many were here already, and how many are left out."""
    return [int(item.split()[0]) for item in parse(page).by_id("past-import").find("list").items]
