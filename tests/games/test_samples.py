"""The sample games that each game brings: whole games by its own rules, the same again with the same seed."""

from random import Random

from companion.features.demo.samples import PLAYERS, sample_tables
from companion.forms.form import Part, Whole, acts_of
from companion.games import all_games
from companion.scoring.scoresheet import play, read_setup
from tests.support.each_row import each_row
from tests.support.seeds import chance

TABLES = sample_tables(list(all_games().values()))


def played(samples, key, setup, seed):
    """The entries of a whole game; each is entered by acts that make up just this entry."""
    chosen = read_setup(all_games()[key], list(PLAYERS[: setup.seats]), dict(setup.options))
    game = all_games()[key].with_options(chosen.options)
    state, random, entries = game.engine.start(chosen), Random(seed), []
    while not state.finished:
        entries.append(samples.next_entry(state, random))
        acts = acts_of(game.form, state, entries[-1])
        parts = {act.slot: act.value for act in acts if isinstance(act, Part)}
        assert [act.entry for act in acts if isinstance(act, Whole)] or game.form.whole(state, parts) == entries[-1]
        state = play(game, state, entries[-1]).state
        assert len(entries) < 200
    return entries


@each_row("table", TABLES)
def test_a_sample_game_is_a_whole_game_and_its_seed_gives_it_again(table):
    seed = chance(table.name).randrange(10**6)
    first = played(table.game.samples, table.game.key, table.setup, seed)
    assert played(table.game.samples, table.game.key, table.setup, seed) == first, f"seed {seed}"
    assert played(table.game.samples, table.game.key, table.setup, seed + 1) != first, f"seed {seed}"


def test_every_game_has_some_that_run_and_some_that_are_over():
    kinds = {(table.game.key, table.is_running) for table in TABLES}
    assert kinds == {(key, is_running) for key in all_games() for is_running in (True, False)}
    assert any(table.setup.hidden and table.is_running for table in TABLES)
