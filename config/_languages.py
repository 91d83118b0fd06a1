"""The languages of the site: French and English, and any other that has a folder in locale/."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.translation import get_language_info, to_language
from django.utils.translation import gettext_lazy as _


def languages(folder: Path) -> list[tuple[str, str | Promise]]:
    """Return the codes and names of the languages whose catalogs lie in ``folder``; French is the first.

    English is the language of the source and has no catalog.

    :raises ImproperlyConfigured: if a folder's name is no language that Django knows.
    """
    found: list[tuple[str, str | Promise]] = [("fr", _("French")), ("en", _("English"))]
    for path in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        code = to_language(path.parent.parent.name)
        if code == "fr":
            continue
        try:
            found.append((code, get_language_info(code)["name"]))
        except KeyError as error:
            raise ImproperlyConfigured(f"locale/{path.parent.parent.name} is no language.") from error
    return found
