"""What the two say to each other, and how one is left in peace."""

import json

import pytest

from games.matches import selectors, services
from games.matches.models import Block, ChatLine, Report, State
from games.matches.services import Cause, MatchRefusal, Wishes
from games.matches.services.talk import PHRASES, filtered
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, fresh, player

pytestmark = pytest.mark.django_db


def refused(call: object, cause: Cause, **how: object) -> None:
    with pytest.raises(MatchRefusal) as refusal:
        call(**how)  # type: ignore[operator]
    assert refusal.value.cause == cause


def test_phrases_are_always_there_and_words_only_if_both_wish(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.say(match_id=match.pk, owner=one, phrase="hello")
    refused(services.say, Cause.CHAT, match_id=match.pk, owner=one, text="Bonjour")
    services.want_words(match_id=match.pk, owner=one)
    refused(services.say, Cause.CHAT, match_id=match.pk, owner=one, text="Bonjour")
    services.want_words(match_id=match.pk, owner=two)
    services.say(match_id=match.pk, owner=one, text="Bonjour")
    table = selectors.match_for(match.pk, two)
    assert [str(line.text) for line in table.chat] == [str(PHRASES["hello"]), "Bonjour"]
    assert table.words and not table.chat[0].mine
    services.want_words(match_id=match.pk, owner=two, wish=False)
    refused(services.say, Cause.CHAT, match_id=match.pk, owner=one, text="Encore")


def test_strangers_read_and_say_nothing(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.say(match_id=match.pk, owner=one, phrase="hello")
    stranger = player("sacha")
    assert selectors.match_for(match.pk, stranger).chat == ()
    with pytest.raises(services.NotYours):
        services.say(match_id=match.pk, owner=stranger, phrase="hello")


def test_unknown_phrases_and_empty_words_are_refused(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    for how in ({"phrase": "nonsense"}, {"text": "   "}, {}):
        refused(services.say, Cause.CHAT, match_id=match.pk, owner=one, **how)
    assert not ChatLine.objects.exists()


def test_a_visitor_says_phrases_only(one: Owner, visitor: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="link")
    services.join_by_link(token=match.token, owner=visitor)
    services.want_words(match_id=match.pk, owner=one)
    services.want_words(match_id=match.pk, owner=visitor)
    services.say(match_id=match.pk, owner=visitor, phrase="thanks")
    refused(services.say, Cause.CHAT, match_id=match.pk, owner=visitor, text="Bonjour")


def test_whoever_mutes_reads_only_himself(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.say(match_id=match.pk, owner=one, phrase="hello")
    services.say(match_id=match.pk, owner=two, phrase="luck")
    services.mute(match_id=match.pk, owner=two)
    assert [line.seat for line in selectors.match_for(match.pk, two).chat] == [2]
    assert len(selectors.match_for(match.pk, one).chat) == 2
    services.mute(match_id=match.pk, owner=two, wish=False)
    assert len(selectors.match_for(match.pk, two).chat) == 2


def test_nobody_talks_too_fast(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    for _ in range(5):
        services.say(match_id=match.pk, owner=one, phrase="hello")
    refused(services.say, Cause.TOO_FAST, match_id=match.pk, owner=one, phrase="hello")
    time.tick(seconds=11)
    services.say(match_id=match.pk, owner=one, phrase="hello")


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("bien joué\nl’ami", "bien joué l’ami"),
        ("espèce de CONNARD !", "espèce de ••• !"),
        ("ｃｏｎｎａｒｄ, pe\u0301de\u0301, con\u200bnard, con\u00adnard", "•••, •••, •••, •••"),
        ("va sur https://evil.example/x?y", "va sur •••"),
        ("écris à moi@exemple.fr", "écris à •••"),
        ("06 12 34 56 78", "•••"),
        ("<b>gras</b>", "<b>gras</b>"),
        ("\u202egauche", "gauche"),
        ("une dispute", "une dispute"),
        ("désolé du retard, je suis retardée", "désolé du retard, je suis retardée"),
        ("x" * 500, "x" * 200),
    ],
)
def test_the_filter(said: str, read: str) -> None:
    assert filtered(said) == read


INNOCENT = (
    *("pedestrian", "pedestal", "pédestre", "pedelec", "salopette", "salopettes", "Puteaux", "putois"),
    *("député", "shitake", "shiitake", "batardeau", "niqab", "niquab", "Negresco", "négrier", "youpi"),
    *("abrutissant", "débilitant", "niggle", "niggardly", "Faggioli", "bastardisation", "Scunthorpe"),
    *("retard", "reputed"),
)
RUDE = (
    *("connard", "connasses", "enculé", "ENCULER", "salope", "salopard", "saloperie", "putain", "pute"),
    *("PUTES", "bâtard", "batarde", "nique", "niquer", "ntm", "FDP", "pédé", "pede", "PÉDÉS", "gouine"),
    *("pédéraste", "nègre", "negresse", "bougnoule", "youpins", "tapette", "abrutie", "débile", "fuck"),
    *("fucking", "motherfucker", "shit", "shitty", "bullshit", "bitches", "cunt", "assholes", "whores"),
    *("slut", "sluts", "nigger", "niggas", "faggots", "retarded", "bastards", "pute2", "shit_", "1fuck"),
)


@pytest.mark.parametrize("word", INNOCENT)
def test_a_harmless_word_that_begins_like_an_insult_is_left(word: str) -> None:
    assert filtered(f"Un {word}, dit-il.") == f"Un {word}, dit-il."


@pytest.mark.parametrize("word", RUDE)
def test_an_insult_is_masked_in_any_of_its_forms(word: str) -> None:
    masked = filtered(f"Toi, {word} !")
    assert "•••" in masked and word.strip("12_").lower() not in masked.lower()


def test_a_report_reaches_the_moderators_with_the_conversation(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    services.say(match_id=match.pk, owner=one, phrase="luck")
    services.report(match_id=match.pk, owner=two, note_text="rude")
    services.report(match_id=match.pk, owner=two)
    report = Report.objects.get()
    assert (report.seat, report.note) == (2, "rude")
    assert json.loads(report.conversation)[0]["phrase"] == "luck"
    services.handled(report_id=report.pk, by=None)
    services.report(match_id=match.pk, owner=two)
    assert Report.objects.count() == 2


def test_a_block_ends_invitations_chat_and_pairing(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    invitation = services.create(owner=one, wishes=Wishes(), visibility="invited", invited="noor")
    services.block(owner=two, name="Camille")
    services.block(owner=two, name="camille")
    assert Block.objects.count() == 1
    assert fresh(invitation).state == State.CANCELLED
    refused(services.say, Cause.BLOCKED, match_id=match.pk, owner=one, phrase="hello")
    assert not selectors.match_for(match.pk, one).chat_open
    refused(services.create, Cause.BLOCKED, owner=one, wishes=Wishes(), visibility="invited", invited="noor")
    table = services.create(owner=one, wishes=Wishes())
    refused(services.join, Cause.BLOCKED, match_id=table.pk, owner=two)
    assert services.quick(owner=one, wishes=Wishes()) is None
    assert services.quick(owner=two, wishes=Wishes()) is None
    assert selectors.blocked_names(two.user_id or 0) == ["camille"]
    services.unblock(owner=two, name="camille")
    assert services.quick(owner=two, wishes=Wishes()) is not None


def test_nobody_blocks_himself_or_nobody(one: Owner, visitor: Owner) -> None:
    refused(services.block, Cause.NOBODY, owner=one, name="camille")
    refused(services.block, Cause.NOBODY, owner=one, name="nobody")
    refused(services.block, Cause.ACCOUNT, owner=visitor, name="camille")
