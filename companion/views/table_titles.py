"""The titles that tables of this phone gave a game: offered for the title of a new one, and found by typing."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from companion.game import Game
from companion.game.form import Posted
from companion.game.names import has_words, normalize_name
from companion.game.setup_form import SetupForm, setup_form_of
from companion.views.guard import phone, sessions


def with_title(game: Game, fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields of a new table with the title that was tapped, if one was."""
    form, title = setup_form_of(game), fields.get("titled")
    if form is None or form.title_field is None or title is None:
        return fields
    changed = MultiDict(fields)
    changed[form.title_field] = title
    return changed


def title_choices(form: SetupForm | None, game: Game, query: Posted) -> list[str]:
    """Return the titles that have the words of the one that was typed, but not that one.

    Where nothing was typed those are left out that are offered as templates.
    """
    number = phone()
    if form is None or form.title_field is None or number is None:
        return []
    typed = normalize_name(query.get(form.title_field) or "")
    kept = {typed} if typed else {choice.key for choice in sessions().setups.own(number) if choice.game is game}
    found = [(normalize_name(title), title) for title in sessions().store.recent_titles(number, game.key)]
    return [title for key, title in found if key not in kept and has_words(key, typed)]
