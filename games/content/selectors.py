"""What readers are shown of the pages of words."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.core.cache import cache
from django.utils import timezone

from games.content.models import ANNOUNCED, Announcement, Example, Page
from games.engine.variant import Variant
from games.engine.variants import VARIANTS

BY_KEY = {variant.key: variant for variant in VARIANTS.values()}
READING_ORDER = ("klondike", "double", "russian", "thoughtful", "yukon", "triple", "duel")


@dataclass(frozen=True, slots=True)
class Book:
    """What there is to read about one game: its pages by kind, and how many examples."""

    variant: Variant
    pages: dict[str, Page] = field(default_factory=dict)
    examples: int = 0


def variant_of(key: str) -> Variant | None:
    """Return the game of a key, for one or for two; ``None`` if there is none."""
    return BY_KEY.get(key)


def library() -> list[Book]:
    """Return a book per game that has rules to read, in reading order."""
    found: dict[str, Book] = {}
    for page in (
        Page.objects.filter(published=True).exclude(game="").defer("body_fr", "body_en", "html_fr", "html_en")
    ):
        if page.game in BY_KEY:
            book = found.setdefault(page.game, Book(BY_KEY[page.game]))
            book.pages[page.kind] = page
    return [found[key] for key in _ordered(found) if Page.Kind.RULES in found[key].pages]


def page_of(key: str, kind: str, *, drafts: bool = False) -> Page | None:
    """Return a game's page of a kind, an unpublished one only with ``drafts``."""
    pages = Page.objects.filter(game=key, kind=kind)
    return (pages if drafts else pages.filter(published=True)).first()


def kinds_of(key: str) -> set[str]:
    """Return which published pages a game has, "examples" among them."""
    kinds = set(Page.objects.filter(game=key, published=True).values_list("kind", flat=True))
    return kinds | {"examples"} if Example.objects.filter(game=key, published=True).exists() else kinds


def site_page(slug: str, *, drafts: bool = False) -> Page | None:
    """Return a page of the site (legal notice, privacy…), an unpublished one only with ``drafts``."""
    pages = Page.objects.filter(slug=slug, kind=Page.Kind.SITE)
    return (pages if drafts else pages.filter(published=True)).first()


def site_pages() -> list[Page]:
    """Return the published pages of the site in their order, with their titles only."""
    pages = Page.objects.filter(kind=Page.Kind.SITE, published=True)
    return list(pages.only("slug", "title_fr", "title_en").order_by("order", "slug"))


def examples_of(key: str) -> list[Example]:
    """Return a game's published examples in their order."""
    return list(Example.objects.filter(game=key, published=True).order_by("order", "slug"))


def examples_by_slug(slugs: Iterable[str]) -> dict[str, Example]:
    """Return the published examples of some addresses."""
    return {example.slug: example for example in Example.objects.filter(slug__in=list(slugs), published=True)}


def announcements() -> list[str]:
    """Return what is to be announced now as HTML in the reader's language, the newest first.

    Every page asks: the rows are kept for a minute, until an editor saves one.
    """
    rows = cache.get(ANNOUNCED)
    if rows is None:
        rows = list(Announcement.objects.filter(published=True))
        cache.set(ANNOUNCED, rows, 60)
    now = timezone.now()
    return [row.html for row in rows if row.begins_at <= now and (row.ends_at is None or row.ends_at > now)]


def _ordered(keys: Iterable[str]) -> list[str]:
    rank = {key: place for place, key in enumerate(READING_ORDER)}
    return sorted(keys, key=lambda key: rank.get(key, len(rank)))
