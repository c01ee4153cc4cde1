"""Club evenings as they are kept and shared: their state, what hosts and players do, and their live pages."""
