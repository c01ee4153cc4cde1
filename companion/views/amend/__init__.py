"""Correcting, inserting and removing entries."""
