"""The forms of the referee's questions about Ingenious."""

from __future__ import annotations

from companion.games.ingenious.help.placement_form import ask_placement
from companion.games.ingenious.help.track_forms import ask_ranking, ask_swap

FORMS = {
    "ingenious/placement": ask_placement,
    "ingenious/ranking": ask_ranking,
    "ingenious/swap": ask_swap,
}
