"""Which errors mean that the database is away or too busy: not a fault of the site, and over soon.

Whoever answers a request then says 503 and when to come again, instead of 500.
"""

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

RETRY_AFTER = 5
"""Seconds after which a client may try again."""

GONE_CLASSES = ("08", "53", "57P", "58", "25006")
"""Beginnings of SQLSTATE: no connection; no room, memory or connection left; shutting down or starting; the
disk fails; read-only since another server took over."""
BUSY_STATES = ("40001", "40P01", "55P03", "57014")
"""SQLSTATE of a transaction that lost to another (serialisation, deadlock) or waited for too long."""
SQLITE_GONE = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_NOTADB")
SQLITE_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")


def gone(error: BaseException | None) -> bool:
    """Whether an error means that the database cannot be reached, or can store nothing, just now."""
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    name = _sqlite_name(error)
    if name is not None:
        return name.startswith(SQLITE_GONE)
    state = _sqlstate(error)
    if state is None:  # never connected, or cut; or the pool had no connection to give
        return not isinstance(error, InternalError)
    return state.startswith(GONE_CLASSES)


def busy(error: BaseException | None) -> bool:
    """Whether an error means that others were in the way; the same request may well succeed next time."""
    if not isinstance(error, DatabaseError):
        return False
    name = _sqlite_name(error)
    if name is not None:
        return name.startswith(SQLITE_BUSY)
    return _sqlstate(error) in BUSY_STATES


def unavailable(error: BaseException | None) -> bool:
    """Whether the answer to an error is 503."""
    return gone(error) or busy(error)


def _sqlstate(error: BaseException) -> str | None:
    """PostgreSQL's code of an error; none if the server did not send it."""
    return getattr(error.__cause__, "sqlstate", None)


def _sqlite_name(error: BaseException) -> str | None:
    """SQLite's name of an error; none if it is not SQLite's."""
    if not type(error.__cause__).__module__.startswith("sqlite3"):
        return None
    return getattr(error.__cause__, "sqlite_errorname", "") or ""
