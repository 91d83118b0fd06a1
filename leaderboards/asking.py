"""What is said before a player's bankroll is read."""

from django.dispatch import Signal

bankroll_asked = Signal()
"""Sent with a player's `user_id`: whoever keeps the games says how those under way stand
(`services.progressed`)."""
