"""A feature refuses an event: it is not stored. A table that has one all the same is shown, and saved."""

from tests.features.test_adding_a_feature import install_pot, run


def test_a_refused_event_is_not_stored_and_a_stored_one_makes_its_table_read_only(tmp_path):
    install_pot(tmp_path)
    run("with_refusals.py", str(tmp_path / "companion.sqlite"), path=str(tmp_path))
