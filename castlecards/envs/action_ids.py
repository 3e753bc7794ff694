"""Action ids: every option of a decision as a short sequence of stable ids.

An answer is given part by part: first a verb, then the cards by their class (the face that the
player sees), then the places, then the numbers. Each part is one id, and an id means the same in
every decision of a match. This is the factored, autoregressive action space of AlphaStar (Vinyals
et al., Nature 575, 2019).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN
from castlecards.core.game import Game
from castlecards.core.position import Box
from castlecards.core.view import View

END = 0  # id: the answer is complete, though a longer one begins in the same way
NUMBERS = 128  # numbers that an answer can name, from 0
ALIKE = 32  # options of one decision that differ in nothing that an id names
FEW = 4  # args of an answer that are named; of a longer list, that of a throw, only the first is
LONGEST = 16  # ids of one answer, its END included

Ids = tuple[int, ...]


class ActionIds:
    """Ids of all verbs, card classes, places and numbers of one game and box.

    `names`: by id its meaning, such as "verb attack", "card unseen" or "place 0.castle".
    """

    def __init__(self, game: Game[Any], box: Box) -> None:
        self.game = game
        self.names = ["end"]
        self._first: dict[str, int] = {}  # by kind: its first id
        self._verbs = {verb: n for n, verb in enumerate(sorted(game.story.templates))}
        for kind, each in (
            ("verb", self._verbs), ("card", ["unseen", *[face.key for face in box.faces]]),
            ("place", [zone.name for zone in box.zones]), ("number", range(NUMBERS)),
            ("alike", range(ALIKE)),
        ):  # fmt: skip
            self._first[kind] = len(self.names)
            self.names += [f"{kind} {one}" for one in each]

    def options(self, options: Sequence[Action], seen: View) -> Mapping[Ids, Action]:
        """Options of a decision by their ids, in order.

        Options that differ in nothing that an id names get a last id by their order. Raises
        OverflowError for more than `ALIKE` of them, for a number that has no id, and for an answer
        of `LONGEST` ids or more.
        """
        named = [(self._ids(action, seen), action) for action in options]
        count = Counter(ids for ids, _ in named)
        found: dict[Ids, Action] = {}
        met = Counter[Ids]()
        for ids, action in named:
            if count[ids] > 1:
                met[ids] += 1
                ids = (*ids, self._id("alike", met[ids] - 1, ALIKE))
            if len(ids) >= LONGEST:
                raise OverflowError(f"{len(ids)} ids for {action}; an answer has {LONGEST - 1}")
            found[ids] = action
        return found

    def _ids(self, action: Action, seen: View) -> Ids:
        assert self.game.advice is not None
        faces = seen.position.faces
        to = action.to if action.to >= 0 else self.game.advice.goal(seen.position, action)
        args = action.args if len(action.args) <= FEW else action.args[:1]
        return (
            self._first["verb"] + self._verbs[action.verb],
            *[self._card(faces[card]) for card in action.cards],
            *[self._first["place"] + zone for zone in action.zones],
            *(() if to < 0 else (self._first["place"] + to,)),
            *(() if action.onto < 0 else (self._card(faces[action.onto]),)),
            *[self._id("number", number, NUMBERS) for number in args],
        )

    def _card(self, face: int) -> int:
        return self._first["card"] + (0 if face == UNSEEN else face + 1)

    def _id(self, kind: str, number: int, count: int) -> int:
        if not 0 <= number < count:
            raise OverflowError(f"{kind} {number} has no id; the greatest with one is {count - 1}")
        return self._first[kind] + number


@dataclass(frozen=True)
class PartialAnswer:
    """Answer in the making: the ids chosen so far, and the options that begin with them.

    The ids of an option end with END.
    """

    options: Mapping[Ids, Action]
    chosen: Ids = ()

    @classmethod
    def to(cls, options: Mapping[Ids, Action]) -> PartialAnswer:
        """Answer to a decision with these options, of which no id is chosen yet."""
        return cls({(*ids, END): action for ids, action in options.items()})

    @property
    def action(self) -> Action | None:
        """Answer, once it is complete."""
        return self.options.get(self.chosen)

    @property
    def legal(self) -> Ids:
        """Ids that can come next, in ascending order; () once the answer is complete."""
        n = len(self.chosen)
        return tuple(sorted({ids[n] for ids in self.options if len(ids) > n}))

    def then(self, id: int) -> PartialAnswer:
        """Answer with one more id, and all that follow without a choice.

        Raises ValueError for an id that cannot come next.
        """
        if id not in (legal := self.legal):
            raise ValueError(f"{id} is none of the {len(legal)} ids that can come next")
        n = len(self.chosen)
        left = {ids: action for ids, action in self.options.items() if ids[n] == id}
        new = PartialAnswer(left, (*self.chosen, id))
        return new.then(legal[0]) if len(legal := new.legal) == 1 else new
