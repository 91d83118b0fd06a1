"""A game being played: a position, its record, undo and redo, and the cards that go up by themselves."""

from collections.abc import Callable, Iterable, Sequence

from games.engine import refusals
from games.engine.actions import REDO, UNDO, Action, Kind, unreadable
from games.engine.codes import DealCode
from games.engine.position import Position
from games.engine.refusals import Reason, Refusal
from games.engine.rules import parse_action
from games.engine.snapshots import read_cards, write_cards
from games.engine.table import Change


class Play:
    """The object that runs tokens.

    `automatic`: whether cards that the tableau can no longer need go up by themselves, in games that know
    this. `can_undo`, `can_redo`: how many actions can be undone and redone now.

    >>> from games.engine.codes import parse_code
    >>> from games.engine.shuffle import deal_cards
    >>> code = parse_code("KL1-D1N-AAAAAAB")
    >>> play = Play(code, deal_cards(code, key=""))
    >>> play.do("t7-t1")
    ['t7-t1']
    >>> play.position.score
    5
    """

    def __init__(
        self,
        code: DealCode,
        cards: Sequence[int],
        automatic: bool = True,
        position: Position | None = None,
    ) -> None:
        """A game of these cards, at the deal or at a position that they came to."""
        self.code = code
        self.cards = tuple(cards)
        self.position = Position.deal(code, cards) if position is None else position
        self.automatic = automatic
        self.can_undo = 0
        self.can_redo = 0
        self._may_send = False
        self._done: list[Change] = []
        self._undone: list[Action] = []
        self._tokens: list[str] = []
        self._loader: Callable[[], Iterable[str]] | None = None

    @classmethod
    def replay(cls, code: DealCode, cards: Sequence[int], tokens: Iterable[str]) -> "Play":
        """The game of a record: automatic cards are those that it holds, none is added.

        :raises Refusal: at the first token that is not possible.
        """
        play = cls(code, cards, automatic=False)
        for token in tokens:
            play.follow(token)
        return play

    @classmethod
    def resume(
        cls,
        code: DealCode,
        snapshot: str,
        tokens: Callable[[], Iterable[str]],
        automatic: bool = True,
    ) -> "Play":
        """The game that `snapshot` wrote. `tokens` gives its record; it is called only when undo, redo or
        `tokens` needs it.

        :raises ValueError: if the text is no snapshot of this game.
        """
        cards, can_undo, can_redo, may_send, position = snapshot.split(" ", 4)
        play = cls(code, read_cards(cards), automatic, Position.restore(code, position))
        play.can_undo, play.can_redo, play._may_send = int(can_undo), int(can_redo), may_send == "1"
        play._loader = tokens
        return play

    def snapshot(self) -> str:
        """All that `resume` needs but the record, as ASCII text. It holds the hidden cards."""
        return (
            f"{write_cards(self.cards)} {self.can_undo} {self.can_redo} {self._may_send:d}"
            f" {self.position.snapshot()}"
        )

    @property
    def tokens(self) -> list[str]:
        """The record so far."""
        if self._loader is not None:
            self._tokens[:0] = self._loader()
            self._loader = None
        return self._tokens

    @property
    def history(self) -> Sequence[Change]:
        """What stands of the game's actions, in their order; what was undone is not among them."""
        if self._loader is not None:
            self._remember()
        return self._done

    def do(self, token: str) -> list[str]:
        """Do what a player asks for: an action, "undo" or "redo".

        Returns the tokens that happened: the action, and the automatic ones that followed it.

        :raises Refusal: if it is not possible; nothing has changed then.
        """
        if token in (UNDO, REDO):
            return self._step(token)
        action = parse_action(token, self.position.rules)
        if action.automatic:
            raise unreadable(token)
        self._act(action)
        return [action.token, *self._send_up()]

    def follow(self, token: str) -> list[str]:
        """Do one token of a record, an automatic one included; nothing is added to it.

        :raises Refusal: if it was not possible.
        """
        action = self.position.rules.actions.get(token)
        if action is None:
            if token in (UNDO, REDO):
                return self._step(token)
            action = parse_action(token, self.position.rules)
        if action.automatic:
            if not self._may_send or self.position.automatic_actions()[:1] != [action]:
                raise unreadable(token)
            self._send(action)
        else:
            self._act(action)
        return [token]

    def finish(self) -> list[str]:
        """« Terminer »: play all remaining cards up, as ordinary actions.

        :raises Refusal: if it is not offered now.
        """
        position = self.position
        if not position.can_finish():
            raise Refusal(Reason.FOUNDATION_ORDER, refusals.CANNOT_FINISH)
        done = []
        while not position.won:
            action = position.next_to_finish()
            self._act(action)
            done.append(action.token)
        return done

    def _act(self, action: Action) -> None:
        """Do an action of the player, if it is legal."""
        position = self.position
        position.check(action)
        self._done.append(position.apply(action))
        self._tokens.append(action.token)
        if self.can_redo:
            self._undone.clear()
            self.can_redo = 0
        if self.can_undo != position.rules.undo_limit:
            self.can_undo += 1
        self._may_send = action.kind is not Kind.TAKE_BACK

    def _send_up(self) -> list[str]:
        """Send up what the player's setting and the rules let go by itself; the tokens that happened."""
        sent: list[str] = []
        while self.automatic and self._may_send and (due := self.position.automatic_actions()):
            self._send(due[0])
            sent.append(due[0].token)
        return sent

    def _send(self, action: Action) -> None:
        self._done.append(self.position.apply(action))
        self._tokens.append(action.token)

    def _step(self, token: str) -> list[str]:
        """Undo or redo one action of the player and the automatic cards that followed it."""
        if self.position.won:
            raise Refusal(Reason.GAME_OVER, refusals.GAME_OVER)
        if token == UNDO:
            self._undo()
        else:
            self._redo()
        self._tokens.append(token)
        self._may_send = False
        return [token]

    def _undo(self) -> None:
        if not self.can_undo:
            raise Refusal(Reason.NOTHING_TO_UNDO, refusals.NOTHING_TO_UNDO)
        if not self._done:
            self._remember()
        action = None
        while action is None or action.automatic:
            change = self._done.pop()
            self.position.revert(change)
            action = change[0]
            self._undone.append(action)
        self.position.undos += 1
        self.can_undo -= 1
        self.can_redo += 1

    def _redo(self) -> None:
        if not self.can_redo:
            raise Refusal(Reason.NOTHING_TO_REDO, refusals.NOTHING_TO_REDO)
        if not self._undone:
            self._remember()
        moves = self.position.moves
        self._done.append(self.position.apply(self._undone.pop()))
        while self._undone and self._undone[-1].automatic:
            self._done.append(self.position.apply(self._undone.pop()))
        self.position.moves = moves
        self.can_undo += 1
        self.can_redo -= 1

    def _remember(self) -> None:
        """After `resume`: replay the record for the history."""
        before = Play.replay(self.code, self.cards, self.tokens)
        self._done, self._undone = before._done, before._undone
