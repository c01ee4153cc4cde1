"""The whole instance in and out: a copy of its database while it runs, and all its data as text to be read back."""
