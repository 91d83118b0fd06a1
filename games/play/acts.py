"""What is told of each action, of one person's games and of matches, to whoever counts them.

Nothing of the site depends on anybody listening.
"""

from django.dispatch import Signal

acted = Signal()
"""Sent once an action was stored or refused: `game`, the code of its game (``KL``), and `reason`, one word;
none if it was stored."""
