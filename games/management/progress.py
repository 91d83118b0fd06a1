"""A bar that says how far a long command is, how fast it goes and how long it will take."""

import sys
import time
from typing import TextIO

WIDTH = 30
REDRAWN, TOLD = 0.2, 30.0
"""Seconds between two bars on a terminal, and between two lines where none looks on."""


class Progress:
    """Counts up to `total`; `begun` of it were done in an earlier run and say nothing of the pace."""

    def __init__(self, total: int, begun: int = 0, out: TextIO | None = None) -> None:
        self.total, self.done, self.begun = total, begun, begun
        self.out = out or sys.stderr
        self.live = self.out.isatty()
        self.started = self.shown = time.monotonic()

    def add(self, number: int) -> None:
        """Note that so many more are done; show it from time to time."""
        self.done += number
        now = time.monotonic()
        if now - self.shown >= (REDRAWN if self.live else TOLD):
            self.shown = now
            self.out.write(f"\r{self}" if self.live else f"{self}\n")
            self.out.flush()

    def finish(self) -> None:
        """Show the last state and leave the line."""
        self.out.write(f"\r{self}\n" if self.live else f"{self}\n")
        self.out.flush()

    @property
    def rate(self) -> float:
        """How many a second, in this run."""
        return (self.done - self.begun) / max(1e-9, time.monotonic() - self.started)

    def __str__(self) -> str:
        share = min(1.0, self.done / self.total) if self.total else 1.0
        full = int(share * WIDTH)
        left = (self.total - self.done) / self.rate if self.rate and self.done < self.total else 0
        bar = "█" * full + "·" * (WIDTH - full)
        return (
            f"{bar} {share:4.0%}  {self.done:,} of {self.total:,}, {self.rate:,.0f} a second, "
            f"{int(left) // 60}:{int(left) % 60:02d} left"
        )
