"""The rules of the games: pure Python, standard library only, no Django. `docs/engine.md` is its map."""
