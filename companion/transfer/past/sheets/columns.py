"""The columns of a sheet: what each is called in several languages, and what cells say that are no numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

COLUMNS: Mapping[str, str] = {
    "date": "date/day/played/play date/date played/played on/datum/spieldatum/fecha/data/日期/遊玩日期/游玩日期",
    "time": "time/play time/start/start time/uhrzeit/zeit/heure/hora/ora/tijd/時間/时间",
    "game": "game/title/game name/name of the game/spiel/jeu/juego/gioco/spel/jogo/遊戲/游戏/桌遊/桌游/"
    "遊戲名稱/游戏名称",
    "player": "player/name/player name/spieler/spielerin/joueur/jugador/giocatore/speler/jogador/玩家/姓名/名字",
    "score": "score/points/total/total points/total score/final score/punkte/punktzahl/gesamt/points totaux/puntos/"
    "punti/punten/pontos/分數/分数/得分/總分/总分",
    "winner": "winner/winners/won/win/result/outcome/gewinner/sieger/gewonnen/ergebnis/vainqueur/gagnant/ganador/"
    "vincitore/winnaar/勝者/胜者/贏家/赢家/勝/胜/勝負/胜负/結果/结果",
    "place": "place/rank/position/ranking/platz/rang/platzierung/classement/puesto/posizione/plaats/名次/排名",
    "team": "team/side/mannschaft/équipe/equipo/squadra/隊伍/队伍/隊/队",
    "play": "play/id/session/play id/number/nr/no/table/tisch/partie/partida/partita/場次/场次/編號/编号/牌桌",
    "minutes": "minutes/duration/length/duration min/minuten/dauer/durée/duración/durata/duur/分鐘/分钟/時長/时长",
    "seconds": "length in seconds/seconds/時間 秒/时间 秒",
    "location": "location/place played/played at/venue/where/ort/spielort/lieu/lugar/luogo/plek/地點/地点/"
    "遊玩地點/游玩地点",
    "note": "notes/note/comment/comments/remark/remarks/kommentar/notiz/bemerkung/commentaire/notas/備註/备注/"
    "筆記/笔记",
    "expansion": "expansion/expansions/erweiterung/erweiterungen/extension/extensions/expansión/espansione/uitbreiding/"
    "擴充/扩充/扩展",
    "": "total players/players/player count/number of players/no of players/players count/spieleranzahl/anzahl spieler/"
    "anzahl/nombre de joueurs/人數/人数/玩家人數/玩家人数/rounds/round/runden/回合/rating/bgg rating/weight/complexity/"
    "year/bgg id/bggid/url/link/category/type/month/season/owner/new",
}
"""The names of columns that are known, by what is in them; those of the last are passed over."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split("/"))


_YES = _set("1/yes/y/true/x/won/win/w/winner/victory/✓/✔/ja/j/sieg/oui/sí/si/是/勝/胜/贏/赢")
_NO = _set("0/no/n/false/lost/loss/l/lose/loser/defeat/-/–/—/nein/niederlage/non/否/敗/败/輸/输/負/负")
_DRAW = _set("draw/d/tie/tied/½/remis/unentschieden/nul/平手/和局/平局")
_NOBODY = _set(
    "guest/a guest/guests/visitor/anonymous/anonymous player/unknown/somebody/?/gast/invité/invitado/訪客/访客/客人/"
    "來賓/来宾/路人/匿名"
)
_PRESENT = frozenset(("-", "–", "—"))
"""What says in the column of a player only that the player was there."""


def plain(text: str) -> str:
    """Return what is compared of a column's name or a mark: neither case, width nor punctuation.

    >>> plain("Play_Date:"), plain("時間（秒）"), plain("✓")
    ('play date', '時間 秒', '✓')
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[_.:;#()*/]+", " ", folded).split())


_KNOWN = {plain(name): kind for kind, names in COLUMNS.items() for name in names.split("/")}


def is_yes(text: str) -> bool:
    """Whether a cell says that somebody won."""
    return _mark(text) in _YES


def is_no(text: str) -> bool:
    """Whether a cell says that somebody did not win."""
    return _mark(text) in _NO


def is_draw(text: str) -> bool:
    """Whether a cell says that nobody won over the others, so that they share the first place."""
    return _mark(text) in _DRAW


def is_mark(text: str) -> bool:
    """Whether a cell in which a score may stand says instead how the game ended for a player, or that one was there."""
    return not text.isdigit() and (is_yes(text) or is_no(text) or is_draw(text))


def is_present(text: str) -> bool:
    """Whether a cell says only that a player was there."""
    return text in _PRESENT


def is_nobody(name: str) -> bool:
    """Whether a name stands for nobody in particular."""
    return _mark(name) in _NOBODY


def _mark(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold() if text != "½" else text


def columns_of(names: Sequence[str]) -> tuple[dict[str, int], list[int], list[int]]:
    """Return where the known columns stand by kind, then the columns of other names, then those passed over.

    A second column of a kind is passed over. Without a date a time is taken for it.
    """
    at: dict[str, int] = {}
    others, passed = [], []
    for index, name in enumerate(names):
        kind = _KNOWN.get(plain(name))
        if kind and kind not in at:
            at[kind] = index
        elif kind is not None:
            passed.append(index)
        elif name:
            others.append(index)
    if "date" not in at and "time" in at:
        at["date"] = at.pop("time")
    return at, others, passed
