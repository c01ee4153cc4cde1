"""Pages for whoever writes a game, with `companion serve --develop` only. They are in English, as the code is."""
