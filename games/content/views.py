"""The pages of words: rules, advice, examples, questions, and what the law and good manners ask for."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.content import selectors
from games.content.examples import BrokenExample
from games.content.markdown import headings
from games.content.models import Page
from games.content.render import body, figure, shown
from games.engine.variant import Variant
from games.play.miniatures import miniature


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the games and what there is to read about each."""
    books = [(book, miniature(book.variant)) for book in selectors.library()]
    return render(request, "content/index.html", {"books": books, "site_pages": selectors.site_pages()})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game's rules."""
    return _game_page(request, key, Page.Kind.RULES)


@require_safe
def advice(request: HttpRequest, key: str) -> HttpResponse:
    """Show how a game is won."""
    return _game_page(request, key, Page.Kind.ADVICE)


@require_safe
def questions(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game's questions and answers."""
    return _game_page(request, key, Page.Kind.QUESTIONS)


@require_safe
def info(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a page of the site: fair play, legal notice, privacy, contact, accessibility…"""
    page = selectors.site_page(slug, drafts=_may_see_drafts(request))
    if page is None:
        raise Http404(slug)
    context = {"page": page, "body": body(page), "site_pages": selectors.site_pages()}
    return render(request, "content/info.html", context)


@require_safe
def examples(request: HttpRequest, key: str) -> HttpResponse:
    """List a game's worked examples, each with its last table."""
    variant = _variant(key)
    found = selectors.examples_of(key)
    if not found:
        raise Http404(key)
    context = {
        **_context(variant, "examples"),
        "examples": [(example, figure(example)) for example in found],
    }
    return render(request, "content/examples.html", context)


@require_safe
def example(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Step through an example: ``?pas=2`` shows the table after the second action."""
    variant = _variant(key)
    found = selectors.examples_of(key)
    chosen = next((one for one in found if one.slug == slug), None)
    if chosen is None:
        raise Http404(slug)
    text = request.GET.get("pas", "0")
    try:
        step = shown(chosen, int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0)
    except BrokenExample as error:
        raise Http404(slug) from error
    following = found[(found.index(chosen) + 1) % len(found)]
    context = {
        **_context(variant, "examples"),
        "example": chosen,
        "step": step,
        "following": following if following is not chosen else None,
    }
    return render(request, "content/example.html", context)


def _game_page(request: HttpRequest, key: str, kind: Page.Kind) -> HttpResponse:
    variant = _variant(key)
    page = selectors.page_of(key, kind, drafts=_may_see_drafts(request))
    if page is None:
        raise Http404(kind)
    context = {**_context(variant, kind), "page": page, "body": body(page), "headings": headings(page.html)}
    return render(request, "content/page.html", context)


def _context(variant: Variant, kind: str) -> dict[str, object]:
    return {
        "variant": variant,
        "kind": str(kind),
        "kinds": selectors.kinds_of(variant.key),
        "playable": variant.seats == 1,
    }


def _variant(key: str) -> Variant:
    variant = selectors.variant_of(key)
    if variant is None:
        raise Http404(key)
    return variant


def _may_see_drafts(request: HttpRequest) -> bool:
    return request.user.is_staff and request.user.has_perm("games.view_page")
