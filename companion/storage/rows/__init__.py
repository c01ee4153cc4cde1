"""Queries and statements by table, for both databases."""
