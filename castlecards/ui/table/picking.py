"""Clicks, drags and keys at the table become one answer to a decision: pure, no screen.

Whether the player clicks and clicks, drags and drops, or walks with the keys, it comes to the same
two questions: what does choosing this thing mean now, and what does dropping what is picked there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Zone
from castlecards.core.position import Position
from castlecards.ui.table.match import (
    Picked,
    Thing,
    attempt,
    complete,
    covers,
    has_target,
    is_button,
    matches,
    more,
    pickable,
    targets,
    throwable,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a choice came to. All empty: only the picks have changed."""

    actions: tuple[Action, ...] = ()  # one: submit it; several: let the player choose
    refused: tuple[Action, ...] = ()  # what the player may have meant and may not
    throw: CardId = -1  # this card is taken up to be thrown


NOTHING = Outcome()


@dataclass
class Picking:
    """The picks for one decision."""

    pos: Position[object]
    decision: Decision
    picked: Picked = ()
    _targets: tuple[frozenset[CardId], frozenset[Zone]] | None = field(default=None, repr=False)

    @property
    def options(self) -> tuple[Action, ...]:
        return self.decision.options

    def clear(self) -> None:
        self._pick(())

    def _pick(self, picked: Picked) -> None:
        self.picked = picked
        self._targets = None

    # -- questions ----------------------------------------------------------------------------

    def may_pick(self, thing: Thing) -> bool:
        """May it be picked first, or together with what is picked?"""
        return (
            pickable(self.options, self.pos, thing, self.picked)
            or pickable(self.options, self.pos, thing)
            or throwable(self.decision, thing.card)
        )

    def may_hold(self, thing: Thing) -> bool:
        """Is it something that is carried somewhere: part of an action with a target, or thrown?"""
        return throwable(self.decision, thing.card) or any(
            has_target(action) and complete_or_part(self.pos, action, (thing,))
            for action in self.options
        )

    @property
    def targets(self) -> tuple[frozenset[CardId], frozenset[Zone]]:
        """Cards and zones where what is picked may go."""
        if self._targets is None:
            self._targets = targets(self.options, self.pos, self.picked)
        return self._targets

    def is_target(self, thing: Thing) -> bool:
        cards, zones = self.targets
        return thing.card in cards or thing.zone in zones

    @property
    def ready(self) -> tuple[Action, ...]:
        """Actions that the picks complete although others would need more: a button says so."""
        if self.picked and more(self.options, self.pos, self.picked):
            return matches(self.options, self.pos, self.picked)
        return ()

    # -- answers ------------------------------------------------------------------------------

    def choose(self, thing: Thing) -> Outcome:
        """A click or Enter on something."""
        if self.picked and self.is_target(thing):
            return self.drop(thing)
        if thing in self.picked:
            self._pick(tuple(other for other in self.picked if other != thing))
            return NOTHING
        if self.picked and pickable(self.options, self.pos, thing, self.picked):
            return self._grow((*self.picked, thing))
        if pickable(self.options, self.pos, thing):
            return self._grow((thing,))
        if throwable(self.decision, thing.card):
            self._pick((thing,))
            return Outcome(throw=thing.card)
        if self.picked:
            return self.drop(thing)
        return Outcome(refused=attempt(self.options, self.pos, (thing,), Thing()))

    def _grow(self, picked: Picked) -> Outcome:
        found = matches(self.options, self.pos, picked)
        if found and not more(self.options, self.pos, picked):
            goal = any(
                has_target(action) and complete(self.pos, action, picked) for action in self.options
            )
            if not goal or not (picked[0].card >= 0 and self.may_hold(picked[0])):
                self._pick(())
                return Outcome(found)
        self._pick(picked)
        card = picked[0].card
        return Outcome(throw=card) if throwable(self.decision, card) else NOTHING

    def drop(self, thing: Thing) -> Outcome:
        """What is picked is put down on something. The picks are gone afterwards."""
        found = matches(self.options, self.pos, self.picked, thing)
        picked = self.picked
        self._pick(())
        if found:
            return Outcome(found)
        if thing.zone in {other.zone for other in picked} or thing == Thing():
            return NOTHING  # back where it was
        return Outcome(refused=attempt(self.options, self.pos, picked, thing))

    def only(self, thing: Thing) -> Outcome:
        """A double click: the one thing that may be done with it, if there is but one."""
        found = tuple(
            action
            for action in self.options
            if not is_button(action) and complete(self.pos, action, (thing,))
        )
        if len(found) == 1 and not throwable(self.decision, thing.card):
            self._pick(())
            return Outcome(found)
        return self.choose(thing) if thing not in self.picked else NOTHING

    def finish(self) -> Outcome:
        """The button that says the picks are enough."""
        found = self.ready
        self._pick(())
        return Outcome(found)

    def _own_right(self, thing: Thing) -> bool:
        """Is it offered as itself, or as the top of its pile?"""
        return (
            self.pos.zones[thing.zone][-1] == thing.card
            or any(
                thing.card in action.cards or action.onto == thing.card for action in self.options
            )
            or throwable(self.decision, thing.card)
        )

    def things(self) -> list[Thing]:
        """All that may be chosen now, for the keyboard: targets first once something is picked."""
        found: list[Thing] = []
        cards, zones = self.targets if self.picked else (frozenset(), frozenset())
        for zone, held in enumerate(self.pos.zones):
            if zone in zones:
                found.append(Thing(held[-1] if held else -1, zone))
            found += [Thing(card, zone) for card in held if card in cards and zone not in zones]
        for zone, held in enumerate(self.pos.zones):
            for card in held:
                thing = Thing(card, zone)
                if thing not in found and self.may_pick(thing) and self._own_right(thing):
                    found.append(thing)
            if not held and self.may_pick(Thing(-1, zone)) and Thing(-1, zone) not in found:
                found.append(Thing(-1, zone))
        return found


def complete_or_part(pos: Position[object], action: Action, picked: Picked) -> bool:
    """Does the action pick these things, perhaps with others?"""
    return covers(pos, action, picked) and bool(action.cards or action.zones)
