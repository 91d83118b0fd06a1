"""What a fault is: a name, where it is made, what is promised, and the function that makes it and looks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.faults.ground import Ground

SQLITE, POSTGRES = "sqlite", "postgresql"


class Broken(AssertionError):
    """A promise was not kept; the words say which and how."""


class NotHere(Exception):
    """The fault cannot be made on this machine; the words say what is missing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `make` returns what was seen, in a few words."""

    name: str
    on: str
    promise: str
    make: "Callable[[Ground], str]"
    cluster: bool = False
    """Whether matches must be played to their end through it too (`bin/faults --cluster`)."""


FAULTS: list[Fault] = []


def fault(
    name: str, *, on: str, promise: str, cluster: bool = False
) -> "Callable[[Callable[[Ground], str]], Callable[[Ground], str]]":
    """Register the decorated function as a fault."""

    def register(make: "Callable[[Ground], str]") -> "Callable[[Ground], str]":
        FAULTS.append(Fault(name, on, promise, make, cluster))
        return make

    return register


def check(true: object, words: str) -> None:
    """Raise `Broken` with these words unless it is so."""
    if not true:
        raise Broken(words)
