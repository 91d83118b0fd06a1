"""`seed_content` writes the first texts once and never touches an editor's."""

import pytest
from django.core.management import call_command

from games.content import services
from games.content.models import Example, Page

pytestmark = pytest.mark.django_db


def test_seeding_twice_changes_nothing():
    first = services.seed()
    again = services.seed()
    assert len(first.created) == Page.objects.count() + Example.objects.count() > 30
    assert (again.created, again.updated, again.kept) == ([], [], [])


def test_an_edited_page_is_never_touched():
    services.seed()
    page = Page.objects.get(slug="klondike-regles")
    page.body_fr = "Mon texte."
    page.save()
    assert services.seed().kept == ["klondike-regles"]
    assert Page.objects.get(slug="klondike-regles").body_fr == "Mon texte."


def test_an_unedited_page_follows_a_new_release(monkeypatch):
    services.seed()
    newer = [{**page, "title_fr": f"{page['title_fr']} (2)"} for page in services.read_pages()]
    monkeypatch.setattr(services, "read_pages", lambda: newer)
    done = services.seed()
    assert "klondike-regles" in done.updated
    assert Page.objects.get(slug="klondike-regles").title_fr == "Règles du Klondike (2)"


def test_an_unpublished_page_stays_unpublished():
    services.seed()
    Page.objects.filter(slug="contact").update(published=False)
    services.seed()
    assert not Page.objects.get(slug="contact").published


def test_the_command_says_what_it_did(capsys):
    call_command("seed_content")
    assert "new" in capsys.readouterr().out


def test_an_older_text_can_be_had_back():
    services.seed()
    page = Page.objects.get(slug="contact")
    before = page.body_fr
    page.body_fr = "Rien."
    page.save()
    older = page.history.last().instance
    older.save()
    page.refresh_from_db()
    assert page.body_fr == before
    assert "Avant" in page.html_fr
