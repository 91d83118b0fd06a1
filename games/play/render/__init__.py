"""Draws a table: from what a player may see (`games.engine.view`) to HTML. It decides and stores nothing."""
