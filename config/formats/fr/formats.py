"""Dates with their time in French: « 30 novembre 2026 à 20:16 »; all else is Django's."""

DATETIME_FORMAT = "j F Y à H:i"
