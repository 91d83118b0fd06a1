"""The form of a new match: every option, with whom, and where."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.codes import CodeError, parse_code
from games.engine.variants import VARIANTS
from games.matches.deals import VARIANT
from games.matches.models import Visibility
from games.matches.services import Wishes

Words = str | Promise
WITH = (
    ("lobby", _("Anybody"), _("the table is listed in the lobby")),
    ("bot", _("The computer"), _("begins at once")),
    ("invited", _("A player"), _("invited by name")),
    ("link", _("A friend"), _("by a link, no account needed")),
)
PACES = (
    ("S", _("Simultaneous"), _("both play at once: the faster hand takes the foundation")),
    ("A", _("Alternate"), _("in turns: drawing from the stock, or passing, ends yours")),
)
DRAWS = (("1", _("One"), ""), ("3", _("Three"), ""))
PASSES = (("", pgettext_lazy("passes", "Unlimited"), ""), ("1", pgettext_lazy("passes", "One"), ""))
SERIES = (
    ("g1", _("1 game"), ""),
    ("g3", _("3 games"), ""),
    ("g5", _("5 games"), ""),
    ("c50", _("First to 50 cards"), ""),
    ("c100", _("First to 100 cards"), ""),
    ("c150", _("First to 150 cards"), ""),
    ("c200", _("First to 200 cards"), ""),
)
GAME_TIME = (
    ("0", _("No limit"), ""),
    ("300", _("5 min"), ""),
    ("600", _("10 min"), ""),
    ("900", _("15 min"), ""),
)
TURN_TIME = (
    ("0", _("No limit"), ""),
    ("30", _("30 s"), ""),
    ("60", _("1 min"), ""),
    ("86400", _("1 day"), ""),
)
LEVELS = (("1", _("Beginner"), ""), ("2", pgettext_lazy("level", "Good"), ""), ("3", _("Strong"), ""))
QUESTIONS: dict[str, tuple[Words, tuple[tuple[str, Words, Words], ...]]] = {
    "opponent": (_("Against whom"), WITH),
    "level": (_("Level of the computer"), LEVELS),
    "pace": (_("How both play"), PACES),
    "draw": (_("Cards drawn from the stock"), DRAWS),
    "passes": (_("Passes through the stock"), PASSES),
    "series": (_("How long"), SERIES),
    "game_time": (_("Time for each game"), GAME_TIME),
    "turn_time": (_("Time for each turn"), TURN_TIME),
}
FIRST = {"opponent": "lobby", "level": "1", "pace": "S", "draw": "1", "passes": "", "series": "g1"}


def _choices(name: str) -> list[tuple[str, Words]]:
    return [(value, label) for value, label, _hint in QUESTIONS[name][1]]


class MatchForm(forms.Form):
    """What a match is to be like. `wishes`, once valid, is what the service takes."""

    opponent = forms.ChoiceField(choices=_choices("opponent"))
    level = forms.ChoiceField(choices=_choices("level"), required=False)
    invited = forms.CharField(max_length=40, required=False, label=_("Name of the player"))
    pace = forms.ChoiceField(choices=_choices("pace"))
    draw = forms.ChoiceField(choices=_choices("draw"))
    passes = forms.ChoiceField(choices=_choices("passes"), required=False)
    bonus = forms.BooleanField(
        required=False, label=_("Bonus: whoever first empties their own seven columns wins at once")
    )
    mirror = forms.BooleanField(
        required=False, label=_("Mirror deal: both get the same cards, and see nothing of the other’s")
    )
    series = forms.ChoiceField(choices=_choices("series"))
    game_time = forms.ChoiceField(choices=_choices("game_time"), required=False)
    turn_time = forms.ChoiceField(choices=_choices("turn_time"), required=False)
    rated = forms.BooleanField(required=False, label=_("Rated: it counts for the ratings of both"))
    typed_code = forms.CharField(
        max_length=80, required=False, label=_("Code of a deal, if you want a certain one")
    )
    key = forms.UUIDField(required=False)

    def clean_typed_code(self) -> str:
        """What is wrong with a code is said beside it; so is that it deals for one."""
        typed: str = self.cleaned_data["typed_code"]
        try:
            code = parse_code(typed) if typed.strip() else None
        except CodeError as error:
            raise forms.ValidationError(_(error.template), code=error.part, params=error.params) from error
        if code is not None and code.variant.code != VARIANT:
            sentence = _("%(code)s is a deal for one player. A code for two begins with %(begins)s.")
            begins = f"{VARIANT}{VARIANTS[VARIANT].version}"
            raise forms.ValidationError(sentence, code="one", params={"code": code.text, "begins": begins})
        return typed

    def clean(self) -> dict[str, Any]:
        """An invitation needs a name."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("opponent") == Visibility.INVITED and not cleaned.get("invited", "").strip():
            self.add_error("invited", _("Whom do you want to invite?"))
        return cleaned

    @property
    def wishes(self) -> Wishes:
        """How the match is to be played."""
        return wishes_of(self.cleaned_data)

    @property
    def bot_level(self) -> int:
        """The level of the computer; 0 against people."""
        cleaned = self.cleaned_data
        return int(cleaned.get("level") or 1) if cleaned["opponent"] == Visibility.BOT else 0


def wishes_of(cleaned: dict[str, Any]) -> Wishes:
    """Wishes from the answers of the form."""
    flags = ("1" if cleaned.get("passes") else "") + ("B" if cleaned.get("bonus") else "")
    options = f"D{cleaned['draw']}{cleaned['pace']}{flags}{'M' if cleaned.get('mirror') else ''}"
    kind, number = cleaned["series"][0], int(cleaned["series"][1:])
    time = cleaned.get("turn_time" if cleaned["pace"] == "A" else "game_time") or "0"
    return Wishes(
        options=options,
        games=number if kind == "g" else 0,
        cards=number if kind == "c" else 0,
        seconds=int(time),
        rated=bool(cleaned.get("rated")),
    )


class Asked:
    """A question as the template shows it: its answers, the chosen one, what is wrong with it."""

    def __init__(self, name: str, chosen: str) -> None:
        self.name = name
        self.label, answers = QUESTIONS[name]
        self.answers = [
            {"value": value, "label": label, "hint": hint, "chosen": value == chosen}
            for value, label, hint in answers
        ]


def asked(form: MatchForm | None, start: dict[str, str]) -> dict[str, Asked]:
    """The questions with the answers given so far."""
    given = form.data if form is not None else start
    return {name: Asked(name, given.get(name, FIRST.get(name, "0"))) for name in QUESTIONS}


class QuickForm(forms.Form):
    """The few wishes of « Match rapide »."""

    pace = forms.ChoiceField(choices=_choices("pace"))
    draw = forms.ChoiceField(choices=_choices("draw"))

    @property
    def wishes(self) -> Wishes:
        """Wishes that many share."""
        return Wishes.quick(alternate=self.cleaned_data["pace"] == "A", draw=int(self.cleaned_data["draw"]))
