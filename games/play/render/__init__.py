"""Draws a table: from what a player may see (`games.engine.view`) to HTML. Nothing here decides or stores anything."""
