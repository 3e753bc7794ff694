"""Clicks, drags and keys at the table become one answer to a decision: pure, no screen.

Whether the player clicks and clicks, drags and drops, or walks with the keys, it comes to the same
two questions: what does choosing this thing mean now, and what does dropping what is picked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Zone
from castlecards.core.position import Position
from castlecards.ui.table.input.action_matching import (
    Picked,
    Target,
    covers_picks,
    has_longer,
    has_target,
    illegal_attempt,
    is_button,
    is_complete,
    is_throwable,
    matches,
    pickable,
    targets,
)


@dataclass(frozen=True, slots=True)
class SelectionResult:
    """What a choice came to. All empty: only the picks have changed."""

    actions: tuple[Action, ...] = ()  # one: submit it; several: let the player choose
    refused: tuple[Action, ...] = ()  # what the player may have meant and may not
    throw: CardId = -1  # this card is taken up to be thrown
    returned: Picked = ()  # picks that went back, for what was chosen then does not go with them


NOTHING = SelectionResult()


@dataclass
class Selection:
    """The picks for one decision."""

    pos: Position[object]
    decision: Decision
    picked: Picked = ()
    waits: bool = False  # a button plays what is picked, for it is laid out to be thought over
    _targets: tuple[frozenset[CardId], frozenset[Zone]] | None = field(default=None, repr=False)
    _things: list[Target] | None = field(default=None, repr=False)
    _partners: tuple[Target, ...] | None = field(default=None, repr=False)
    _naming: dict[tuple[str, int], list[Action]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for action in self.decision.options:
            if is_button(action):
                continue
            names = [("card", card) for card in action.cards]
            names += [("zone", zone) for zone in action.zones]
            if not names:
                names = [("card", action.onto)] if action.onto >= 0 else [("zone", action.to)]
            for name in names:
                self._naming.setdefault(name, []).append(action)

    @property
    def options(self) -> tuple[Action, ...]:
        return self.decision.options

    def clear(self) -> None:
        self._pick(())

    def _pick(self, picked: Picked) -> None:
        self.picked = picked
        self._targets = self._things = self._partners = None

    def _naming_it(self, target: Target) -> Sequence[Action]:
        """The options that pick this thing, or go there and pick nothing."""
        card = self._naming.get(("card", target.card), ()) if target.card >= 0 else ()
        return [*card, *self._naming.get(("zone", target.zone), ())]

    def every(self) -> list[Target]:
        """All cards and places that an answer may name, first or last."""
        cards = {card for action in self.options for card in (*action.cards, action.onto)}
        zones = {zone for action in self.options for zone in (*action.zones, action.to)}
        found = [Target(card, self.pos.zone_of(card)) for card in cards if card >= 0]
        return found + [Target(-1, zone) for zone in zones if zone >= 0]

    # -- questions ----------------------------------------------------------------------------

    def may_pick(self, target: Target) -> bool:
        """May it be picked first, or together with what is picked?"""
        options = self._naming_it(target)
        return (
            pickable(options, self.pos, target, self.picked)
            or pickable(options, self.pos, target)
            or is_throwable(self.decision, target.card)
        )

    def may_join(self, target: Target) -> bool:
        """May it be picked together with what is picked?"""
        return pickable(self._naming_it(target), self.pos, target, self.picked)

    def may_hold(self, target: Target) -> bool:
        """Is it something that is carried somewhere: part of an action with a target, or thrown?"""
        return is_throwable(self.decision, target.card) or any(
            has_target(action) and complete_or_part(self.pos, action, (target,))
            for action in self._naming_it(target)
        )

    @property
    def targets(self) -> tuple[frozenset[CardId], frozenset[Zone]]:
        """Cards and zones where what is picked may go."""
        if self._targets is None:
            self._targets = targets(self.options, self.pos, self.picked)
        return self._targets

    def is_target(self, target: Target) -> bool:
        cards, zones = self.targets
        return target.card in cards or target.zone in zones

    @property
    def ready(self) -> tuple[Action, ...]:
        """Actions that the picks complete although others need more, or a goal: a button each."""
        return matches(self.options, self.pos, self.picked) if self.picked else ()

    @property
    def whole(self) -> tuple[Action, ...]:
        """The options that pick exactly what is picked, wherever they go."""
        found = self._naming_it(self.picked[0]) if self.picked else ()
        return tuple(each for each in found if is_complete(self.pos, each, self.picked))

    def with_it(self, target: Target) -> tuple[Action, ...]:
        """What could become of the picks and this: where they go if it is a goal for them, else
        what picks just these, wherever that goes."""
        if self.picked and self.is_target(target):
            return matches(self.options, self.pos, self.picked, target)
        both = (*self.picked, target)
        return tuple(each for each in self._naming_it(target) if is_complete(self.pos, each, both))

    @property
    def partners(self) -> tuple[Target, ...]:
        """What may be picked together with what is picked."""
        if self._partners is None:
            free = [target for target in self.things() if target not in self.picked]
            found = [each for each in free if self.may_join(each) and not self.is_target(each)]
            self._partners = tuple(found) if self.picked else ()
        return self._partners

    @property
    def wider(self) -> bool:
        """Does some action pick what is picked, and more?"""
        return bool(self.picked) and has_longer(self.options, self.pos, self.picked)

    @property
    def groups(self) -> bool:
        """Does some action pick several things?"""
        return any(len(action.cards) + len(action.zones) > 1 for action in self.options)

    def inside(self, zone: Zone) -> frozenset[CardId]:
        """Cards in `zone` that are chosen as themselves: as targets, or to be picked."""
        held = self.pos.zones[zone]
        if self.picked:
            cards, zones = self.targets
            if zone in zones:
                return frozenset()
            joined = [c for c in held if ("card", c) in self._naming and c not in cards]
            return cards.intersection(held) | {c for c in joined if self.may_join(Target(c, zone))}
        return frozenset(
            card
            for card in held
            if ("card", card) in self._naming and self.may_pick(Target(card, zone))
        )

    def picks_pile(self, zone: Zone) -> bool:
        """Is the pile itself, or what lies on top of it, picked or gone to by an action?"""
        if self.picked and zone in self.targets[1]:
            return True
        held = self.pos.zones[zone]
        top = Target(held[-1] if held else -1, zone)
        joins = self.may_join(top) if self.picked else self.may_pick(top)
        return ("zone", zone) in self._naming and joins

    # -- answers ------------------------------------------------------------------------------

    def choose(self, target: Target) -> SelectionResult:
        """A click or Enter on something."""
        if self.picked and self.is_target(target):
            return self.drop(target)
        if target in self.picked:
            self._pick(tuple(other for other in self.picked if other != target))
            return NOTHING
        if self.picked and pickable(self.options, self.pos, target, self.picked):
            return self._alone(self._grow((*self.picked, target)))
        if pickable(self.options, self.pos, target):
            group = self.picked if len(self.picked) > 1 else ()
            return self._alone(replace(self._grow((target,)), returned=group))
        if is_throwable(self.decision, target.card):
            self._pick((target,))
            return SelectionResult(throw=target.card)
        if self.picked:
            return self.drop(target)
        return SelectionResult(refused=illegal_attempt(self.options, (target,), Target()))

    def _alone(self, grown: SelectionResult) -> SelectionResult:
        """If what has just been picked leaves but one answer, and where it goes was never a choice
        (there is no other place, or several picks have settled it), that is it."""
        whole = self.whole
        done = grown.actions or grown.throw >= 0
        if done or self.waits or self.wider or len(whole) != 1:
            return grown
        if len(self.picked) < 2 and len({(each.to, each.onto) for each in self._going}) > 1:
            return grown
        self._pick(())
        return replace(grown, actions=whole)

    @property
    def _going(self) -> list[Action]:
        """The options that lead somewhere."""
        return [action for action in self.options if has_target(action)]

    def hold(self, target: Target) -> None:
        """It is taken up, to be carried somewhere."""
        if target not in self.picked:
            self._pick((target,))

    def barred(self, thing: Target, target: Target) -> SelectionResult:
        """Something that cannot be picked was drawn to a place all the same: why is it refused?"""
        if target.zone == thing.zone:
            target = Target()
        return SelectionResult(refused=illegal_attempt(self.options, (thing,), target))

    def add(self, target: Target) -> SelectionResult:
        """A click with Ctrl or Shift: to the picks, or out of them; it never goes anywhere."""
        if target in self.picked:
            self._pick(tuple(other for other in self.picked if other != target))
            return NOTHING
        if self.may_join(target):
            return self._grow((*self.picked, target))
        return NOTHING if self.picked else self.choose(target)

    def gather(self, targets: Iterable[Target], more_: bool = False) -> None:
        """Picks as many of these as one action picks together; `more_`: besides the picks."""
        kept = self.picked if more_ else ()
        given = [target for target in targets if target not in kept]
        best: Picked = kept
        for action in self.options:
            group = kept
            if not covers_picks(self.pos, action, group):
                continue
            for target in given:
                if covers_picks(self.pos, action, (*group, target)):
                    group = (*group, target)
            if len(group) > len(best):
                best = group
        self._pick(best)

    def _grow(self, picked: Picked) -> SelectionResult:
        found = matches(self.options, self.pos, picked)
        if found and not has_longer(self.options, self.pos, picked):
            goal = any(
                has_target(action) and is_complete(self.pos, action, picked)
                for action in self.options
            )
            if not goal or not (picked[0].card >= 0 and self.may_hold(picked[0])):
                self._pick(())
                return SelectionResult(found)
        self._pick(picked)
        card = picked[0].card
        return SelectionResult(throw=card) if is_throwable(self.decision, card) else NOTHING

    def drop(self, target: Target) -> SelectionResult:
        """What is picked is put down on something. The picks are gone afterwards."""
        found = matches(self.options, self.pos, self.picked, target)
        picked = self.picked
        bare = self.ready if target == Target() and not self.wider else ()
        self._pick(())
        if found or len(bare) > 1:  # on the bare table: which of those that need no goal?
            return SelectionResult(found or bare)
        if target.zone in {other.zone for other in picked} or target == Target():
            return NOTHING  # back where it was
        return SelectionResult(refused=illegal_attempt(self.options, picked, target))

    def only(self, target: Target) -> SelectionResult:
        """A double click: the one thing that may be done with it, if there is but one."""
        found = tuple(
            action
            for action in self.options
            if not is_button(action) and is_complete(self.pos, action, (target,))
        )
        if len(found) == 1 and not is_throwable(self.decision, target.card):
            self._pick(())
            return SelectionResult(found)
        return self.choose(target) if target not in self.picked else NOTHING

    def finish(self) -> SelectionResult:
        """The button that says the picks are enough."""
        found = self.ready
        self._pick(())
        return SelectionResult(found)

    def _own_right(self, target: Target) -> bool:
        """Is it offered as itself, or as the top of its pile?"""
        return (
            self.pos.zones[target.zone][-1] == target.card
            or ("card", target.card) in self._naming
            or any(action.onto == target.card for action in self._naming_it(target))
            or is_throwable(self.decision, target.card)
        )

    def things(self) -> list[Target]:
        """All that may be chosen now, for the keyboard: targets first once something is picked."""
        if self._things is None:
            self._things = list(dict.fromkeys([*self._goals(), *self._picks()]))
        return self._things

    def _goals(self) -> Iterable[Target]:
        cards, zones = self.targets if self.picked else (frozenset(), frozenset())
        for zone, held in enumerate(self.pos.zones):
            if zone in zones:
                yield Target(held[-1] if held else -1, zone)
            else:
                yield from (Target(card, zone) for card in held if card in cards)

    def _picks(self) -> Iterable[Target]:
        for zone, held in enumerate(self.pos.zones):
            for card in held:
                target = Target(card, zone)
                if self.may_pick(target) and self._own_right(target):
                    yield target
            if not held and self.may_pick(Target(-1, zone)):
                yield Target(-1, zone)


def complete_or_part(pos: Position[object], action: Action, picked: Picked) -> bool:
    """Does the action pick these things, perhaps with others?"""
    return covers_picks(pos, action, picked) and bool(action.cards or action.zones)
