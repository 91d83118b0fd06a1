"""Names: what they are made of, when two are one, and that a name is given once only."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import services
from accounts.models import TakenName, User
from accounts.names import fold, is_reserved, normalise, validate_name
from tests.accounts.helpers import log_in, player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name", ["élodie", "Paul", "Zoë", "Œdipe", "Ngọc-Anh", "Łukasz", "jean-paul.2", "x_1", "Ål", "çava"]
)
def test_latin_names_with_accents_digits_and_signs_are_allowed(name: str) -> None:
    assert services.check_name(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("р\u0430ul", "characters"),  # Cyrillic er and a
        ("p\u0430ul", "characters"),
        ("p\u03b1ul", "characters"),  # Greek alpha
        ("pa\u0269l", "characters"),  # a Latin letter of phonetics that looks like i
        ("paul\u0131", "characters"),  # dotless i
        ("paul\u200b", "invisible"),
        ("pa\u200dul", "invisible"),
        ("\u202eluap", "invisible"),
        ("pa\u00adul", "invisible"),  # soft hyphen
        ("paul\n2", "invisible"),
        ("paul martin", "characters"),
        ("paul@example", "characters"),
        ("e\u0332lodie", "characters"),  # a mark that composes with nothing
        ("p", "length"),
        ("p" * 21, "length"),
        ("-paul", "shape"),
        ("paul.", "shape"),
        ("pa--ul", "shape"),
        ("12-34", "letter"),
        ("", "characters"),
    ],
)
def test_names_of_other_scripts_or_with_hidden_characters_are_refused(name: str, why: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_name(normalise(name) if why != "invisible" else name)
    assert refusal.value.code == why


@pytest.mark.parametrize(
    "other",
    ["ÉLODIE", "e\u0301lodie", "É\uff4c\uff4f\uff44\uff49\uff45", "éIodie", "él0die", "É1odie"],
)
def test_spellings_that_look_alike_are_one_name(other: str) -> None:
    player("élodie")
    with pytest.raises(ValidationError) as refusal:
        services.check_name(other)
    assert refusal.value.code == "taken"


def test_full_width_is_stored_as_plain_letters() -> None:
    assert services.check_name("ｐａｕｌ") == "paul"


def test_an_accent_makes_another_name() -> None:
    player("élodie")
    assert services.check_name("elodie") == "elodie"


def test_capital_i_with_dot_is_an_i() -> None:
    assert fold("\u0130da") == fold("ida")


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Admin1",
        "Modérateur",
        "RÉUSSITE",
        "staff_2",
        "joueur-supprime",
        "Null",
        "Adm1n",
        "AdmIn",
        "m0dérateur",
        "0fficiel99",
        "R00T",
    ],
)
def test_reserved_words_are_refused_to_players(name: str) -> None:
    assert is_reserved(name)
    with pytest.raises(ValidationError) as refusal:
        services.check_name(name)
    assert refusal.value.code == "reserved"


@pytest.mark.parametrize("name", ["administre", "Botticelli", "Rootabaga"])
def test_words_that_only_begin_like_reserved_ones_are_free(name: str) -> None:
    assert services.check_name(name) == name


def test_the_database_refuses_a_second_folded_name_whatever_wrote_it() -> None:
    player("Élodie")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="éIodie")])
    with pytest.raises(IntegrityError), transaction.atomic():
        User(username="E\u0301LODIE").save()


def test_the_old_name_is_given_to_nobody_else_but_its_player_may_return_to_it() -> None:
    paul = player("Paul", "paul@example.org")
    services.rename(paul, "Pauline")
    with pytest.raises(ValidationError):
        services.check_name("paul")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("PAUL")
    assert services.check_name("Paul", player=paul) == "Paul"


def test_a_name_that_the_staff_took_away_comes_back_by_the_staff_only(client: Client) -> None:
    """Or the reported name would be back the moment after."""
    paul, chief = player("Paul", "paul@example.org"), User.objects.create_superuser("chief")
    services.rename(paul, "Pauline", by=chief)
    log_in(client, "pauline")
    page = client.post("/compte/nom/", {"name": "PAUL"}).content.decode()
    assert "L’équipe du site vous a retiré ce nom." in page
    paul.refresh_from_db()
    assert (paul.username, paul.renamed_at) == ("Pauline", None)
    with pytest.raises(ValidationError):
        services.check_name("Paul")
    services.rename(paul, "Paul", by=chief)
    services.rename(paul, "PAUL", by=chief)
    services.rename(paul, "Paul")
    assert paul.username == "Paul"


def test_a_deleted_name_is_given_to_nobody_and_written_nowhere() -> None:
    services.delete_player(player("Paul", "paul@example.org"))
    with pytest.raises(ValidationError):
        services.check_name("Paul")
    assert TakenName.objects.filter(player=None).count() == 1
    assert "paul" not in str(list(TakenName.objects.values())).lower()


def test_create_superuser_may_take_a_reserved_name_and_logs_in_by_address() -> None:
    chief = User.objects.create_superuser("admin", "Chief@Example.org", "x")
    assert (chief.email, chief.emailaddress_set.get().verified) == ("chief@example.org", True)
