"""Draws a match for one viewer: from what he may know (`games.matches.selectors`) to HTML, or to plain data
for programs. It decides and stores nothing. The sockets call `draw_match`, `draw_changes` and `data`, or
`match_data`; the pages `page.page_context`.
"""

from games.matches.render.data import data
from games.matches.render.parts import draw_changes, draw_match
from games.matches.render.plain import listed_data, match_data, rating_data

__all__ = ["data", "draw_changes", "draw_match", "listed_data", "match_data", "rating_data"]
