"""Club evenings: who sits at which table, and how an evening stands. It knows nothing of the web or the storage."""
