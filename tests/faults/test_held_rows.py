"""A row that somebody else holds for long: the site gives up waiting, says so, and is free for others."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from config._storage import PATIENCE
from tests.faults.hands import Hands

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def impatient() -> Iterator[None]:
    """Connections that wait for a tenth of a second instead of ten."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no rows to hold")
    assert settings.DATABASES["default"]["OPTIONS"]["options"] == PATIENCE["options"]
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("10s",)
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("1min",)
        cursor.execute("SET lock_timeout = '100ms'")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


def test_who_wants_a_row_that_others_hold_is_told_to_come_again(impatient: None) -> None:
    hands = Hands()
    other = connection.copy()
    other.settings_dict = {**connection.settings_dict, "OPTIONS": {}}
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT 1 FROM games_game FOR UPDATE")
            assert hands.draw() == 503
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert hands.draw() == 200
