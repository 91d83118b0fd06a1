"""The forms by which a game is chosen: its options, or a deal's code."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.codes import CodeError, DealCode, parse_code
from games.engine.variant import Variant
from games.engine.variants import SOLO_VARIANTS
from games.play.choices import ORDER, Question, join_options, questions, split_options

BY_NAME = {
    name: variant
    for variant in SOLO_VARIANTS.values()
    for name in (variant.key, variant.code, variant.code.lower())
}


class NewGameForm(forms.Form):
    """A game and its options: either ``options`` as one canonical string, or one field a question.

    ``chosen`` and ``options`` hold the outcome once valid. ``key`` makes a form that is sent twice begin one
    game.
    """

    game = forms.CharField(max_length=16)
    options = forms.CharField(max_length=8, required=False)
    draw = forms.CharField(max_length=1, required=False)
    marking = forms.CharField(max_length=1, required=False)
    passes = forms.CharField(max_length=1, required=False)
    rule = forms.CharField(max_length=1, required=False)
    key = forms.UUIDField(required=False)

    chosen: Variant
    options_chosen: str

    def clean_game(self) -> str:
        """Accept a game by its address (``klondike``) or by its code (``KL``)."""
        variant = BY_NAME.get(self.cleaned_data["game"])
        if variant is None:
            raise forms.ValidationError(_("There is no such game. Choose one of those below."), code="game")
        self.chosen = variant
        return variant.code

    def clean(self) -> dict[str, Any]:
        """Settle the options, and refuse those that the game doesn't have."""
        cleaned = super().clean() or self.cleaned_data
        if "game" not in cleaned:
            return cleaned
        options: str | None = cleaned.get("options", "")
        if not options:
            options = join_options(self.chosen.code, {name: cleaned.get(name, "") for name in ORDER})
        if options is None or options not in self.chosen.option_choices:
            raise forms.ValidationError(
                _("This game has no such options. Choose from those below."), code="options"
            )
        self.options_chosen = options
        return cleaned


class OptionFields:
    """What the template shows of one game's questions, with the answers chosen so far."""

    def __init__(self, variant: Variant, options: str) -> None:
        self.variant = variant
        self.options = options
        parts = split_options(options)
        self.questions: list[tuple[Question, str]] = [
            (question, parts[question.name]) for question in questions(variant.code)
        ]


class CodeForm(forms.Form):
    """A typed deal code; ``deal_code`` holds it once valid. The engine says which part is wrong and what it
    may be.
    """

    code = forms.CharField(max_length=80, label=_("Deal code"), strip=True)
    deal_code: DealCode

    def clean_code(self) -> str:
        try:
            self.deal_code = parse_code(self.cleaned_data["code"])
        except CodeError as error:
            raise forms.ValidationError(_(error.template), code=error.part, params=error.params) from error
        if self.deal_code.variant.code not in SOLO_VARIANTS:
            raise forms.ValidationError(
                _("%(code)s is a deal for two players. Here one plays alone."),
                code="two",
                params={"code": self.deal_code.text},
            )
        return self.deal_code.text
