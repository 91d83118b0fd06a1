"""Dates in words, in the language of who reads them."""

import re
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language


def written(moment: date | datetime, shape: str = "DATE_FORMAT") -> str:
    """A day or a moment in words, in the site's time; the first of a month is « 1er » in French.

    :param shape: as Django's `date` filter takes it.
    """
    if isinstance(moment, datetime) and timezone.is_aware(moment):
        moment = timezone.localtime(moment)
    words = date_format(moment, shape)
    # Django's formats have no ordinal but the English one: a 1 right before the name of a month.
    return re.sub(r"(?<!\d)1 (?=[^\W\d])", "1er ", words, count=1) if get_language() == "fr" else words
