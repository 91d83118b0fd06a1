"""Faults made on purpose, each with a stated outcome: `bin/faults` (docs/faults.md)."""
