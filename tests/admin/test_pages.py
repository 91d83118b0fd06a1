"""Editors write and translate pages, with preview, history and revert; what they write is clean."""

import pytest
from django.contrib.admin.models import LogEntry

from games.content import services
from games.content.models import Announcement, Example, Page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def texts(db):
    services.seed()


def form_of(page, **changes):
    names = ["slug", "kind", "game", "order", "title_fr", "title_en", "summary_fr", "summary_en", "body_fr"]
    values = {name: getattr(page, name) for name in [*names, "body_en"]}
    return {**values, "published": "on", **changes}


def test_an_editor_changes_a_page_and_a_player_reads_it(editor, client):
    page = Page.objects.get(slug="klondike-regles")
    editor.post(f"/admin/games/page/{page.pk}/change/", form_of(page, body_fr="## Neuf\n\nUn **mot** neuf."))
    assert "Un <strong>mot</strong> neuf." in client.get("/regles/klondike/").text
    assert services.seed().kept == ["klondike-regles"]
    assert LogEntry.objects.filter(object_id=str(page.pk)).exists()


def test_the_history_keeps_the_older_text_and_gives_it_back(editor):
    page = Page.objects.get(slug="contact")
    old = page.body_fr
    editor.post(f"/admin/games/page/{page.pk}/change/", form_of(page, body_fr="Autre chose."))
    record = page.history.order_by("history_id").first()
    address = f"/admin/games/page/{page.pk}/history/{record.pk}/"
    assert editor.get(address).status_code == 200
    editor.post(address, form_of(page, body_fr=old))
    page.refresh_from_db()
    assert page.body_fr.strip() == old.strip() and "Avant" in page.html_fr
    assert page.history.count() == 3
    assert str(page.history.first().history_user) == "redaction-test"


def test_the_log_names_what_changed_and_nothing_else_in_the_readers_language(editor):
    """A browser ends the lines of a text by CR LF."""
    page = Page.objects.get(slug="contact")
    sent = {name: str(value).replace("\n", "\r\n") for name, value in form_of(page).items()}
    editor.post(f"/admin/games/page/{page.pk}/change/", {**sent, "summary_fr": "Autre chose"})
    for address in ("/admin/", f"/admin/games/page/{page.pk}/history/"):
        shown = editor.get(address).text
        assert "Summary in" not in shown and "Text in" not in shown, address
    assert "Modification de résumé en français." in editor.get("/admin/").text
    editor.post(f"/admin/games/page/{page.pk}/change/", {**sent, "body_fr": "Autre chose."})
    assert "Modification de résumé en français et texte en français." in editor.get("/admin/").text
    new = {"slug": "n", "kind": "site", "title_fr": "N", "title_en": "N", "body_fr": "x", "body_en": "x"}
    editor.post("/admin/games/page/add/", {**new, "order": "1"})
    assert "Ajout." in editor.get("/admin/").text


def test_the_comments_of_an_example_stay_with_their_steps(editor):
    """An empty line is a step without a comment."""
    example = Example.objects.get(slug="double-second-as")
    names = ["slug", "game", "order", "title_fr", "title_en", "text_fr", "text_en", "notes_en", "options"]
    values = {name: getattr(example, name) for name in [*names, "cards", "tokens", "refused", "reason"]}
    sent = {**values, "published": "on", "notes_fr": "\r\nAu deuxième coup.\r\n\r\n"}
    editor.post(f"/admin/games/example/{example.pk}/change/", sent)
    assert Example.objects.get(pk=example.pk).notes_fr == "\nAu deuxième coup."


def test_the_preview_shows_clean_html_to_staff_only(editor, moderator, client):
    posted = {"field": "body_fr", "body_fr": "**Gras** <script>alert(1)</script>"}
    html = editor.post("/admin/games/page/preview/", posted).text
    assert "<strong>Gras</strong>" in html and "<script" not in html
    assert moderator.post("/admin/games/page/preview/", posted).status_code == 403
    assert client.post("/admin/games/page/preview/", posted).status_code == 302


def test_a_page_of_the_delivery_is_unpublished_not_deleted(editor):
    page = Page.objects.get(slug="contact")
    assert editor.post(f"/admin/games/page/{page.pk}/delete/", {"post": "yes"}).status_code == 403
    new = Page.objects.create(slug="neuve", kind="site", title_fr="N", title_en="N", body_fr="x", body_en="x")
    editor.post(f"/admin/games/page/{new.pk}/delete/", {"post": "yes"})
    assert not Page.objects.filter(slug="neuve").exists()


def example_form(example, **changes):
    names = [
        "slug", "game", "order", "options", "cards", "tokens", "refused", "reason", "title_fr", "title_en",
        "text_fr", "text_en", "notes_fr", "notes_en",
    ]  # fmt: skip
    return {**{name: getattr(example, name) for name in names}, "published": "on", **changes}


@pytest.mark.parametrize(
    "change", [{"tokens": "t1-t2"}, {"refused": "s-w"}, {"reason": "wrong_suit"}, {"cards": "AS"}]
)
def test_an_example_that_cannot_be_played_is_not_stored(editor, change):
    example = Example.objects.get(slug="klondike-dame")
    response = editor.post(f"/admin/games/example/{example.pk}/change/", example_form(example, **change))
    assert response.status_code == 200 and "errornote" in response.text
    good = editor.post(f"/admin/games/example/{example.pk}/change/", example_form(example, order=7))
    assert good.status_code == 302


@pytest.mark.parametrize(("model", "slug"), [("example", "klondike-dame"), ("page", "klondike-regles")])
def test_a_text_of_a_game_without_its_game_is_refused(editor, model, slug):
    row = {"example": Example, "page": Page}[model].objects.get(slug=slug)
    names = [field.name for field in row._meta.fields if field.editable and field.name != "id"]
    values = {name: getattr(row, name) for name in names} | {"game": ""}
    response = editor.post(f"/admin/games/{model}/{row.pk}/change/", values)
    assert response.status_code == 200 and "errornote" in response.text
    assert editor.get(f"/admin/games/{model}/").status_code == 200


def test_a_list_is_called_by_what_it_lists(editor):
    page = editor.get("/admin/games/announcement/").text
    assert "<title>Annonces | Réussite\u00a0: administration</title>" in page and "<h1>Annonces</h1>" in page
    assert "Sélectionnez" not in page.split("</h1>")[0]


def test_an_announcement_stands_on_every_page_at_once(editor, client):
    client.get("/regles/")
    posted = {
        "text_fr": "Pause **samedi**.", "text_en": "Pause on **Saturday**.", "published": "on",
        "begins_at_0": "2020-01-01", "begins_at_1": "00:00:00", "ends_at_0": "", "ends_at_1": "",
    }  # fmt: skip
    assert editor.post("/admin/games/announcement/add/", posted).status_code == 302
    assert "Pause <strong>samedi</strong>." in client.get("/regles/").text
    Announcement.objects.get().delete()
    assert "samedi" not in client.get("/regles/").text


def test_moderators_do_not_write_pages(moderator):
    page = Page.objects.get(slug="contact")
    assert moderator.post(f"/admin/games/page/{page.pk}/change/", form_of(page)).status_code == 403


def test_the_list_of_versions_has_nothing_inline(editor):
    page = Page.objects.first()
    listed = editor.get(f"/admin/games/page/{page.pk}/history/").text
    assert f"/admin/games/page/{page.pk}/history/{page.history.first().pk}/" in listed
    assert "style=" not in listed and "<style" not in listed
