"""Selection: turns clicks, drags and keys into one answer to a decision. Pure, no screen.

Every input method uses the same two operations: `choose` a target, and `drop` the selection on one.
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
    """Result of a choice. All fields empty: only the picks have changed."""

    actions: tuple[Action, ...] = ()  # one: submit it; several: let the player choose
    refused: tuple[Action, ...] = ()  # illegal actions that the player may have meant
    throw: CardId = -1  # card that is picked up to be thrown
    returned: Picked = ()  # picks that were put back, because no action joins them to the new one


NOTHING = SelectionResult()


@dataclass
class Selection:
    """Selected targets (`picked`) for one decision, and the choices that they allow."""

    pos: Position[object]
    decision: Decision
    picked: Picked = ()
    waits: bool = False  # only a button plays the picks, so that the player can think them over
    _targets: tuple[frozenset[CardId], frozenset[Zone]] | None = field(default=None, repr=False)
    _selectable: list[Target] | None = field(default=None, repr=False)
    _partners: tuple[Target, ...] | None = field(default=None, repr=False)
    _options_by_name: dict[tuple[str, int], list[Action]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for action in self.decision.options:
            if is_button(action):
                continue
            names = [("card", card) for card in action.cards]
            names += [("zone", zone) for zone in action.zones]
            if not names:
                names = [("card", action.onto)] if action.onto >= 0 else [("zone", action.to)]
            for name in names:
                self._options_by_name.setdefault(name, []).append(action)

    @property
    def options(self) -> tuple[Action, ...]:
        return self.decision.options

    def clear(self) -> None:
        self._pick(())

    def _pick(self, picked: Picked) -> None:
        self.picked = picked
        self._targets = self._selectable = self._partners = None

    def _options_naming(self, target: Target) -> Sequence[Action]:
        """Options that pick this target, or go to it and pick nothing."""
        card = self._options_by_name.get(("card", target.card), ()) if target.card >= 0 else ()
        return [*card, *self._options_by_name.get(("zone", target.zone), ())]

    def nameable_targets(self) -> list[Target]:
        """Every card and place that an answer can name as pick or target."""
        cards = {card for action in self.options for card in (*action.cards, action.onto)}
        zones = {zone for action in self.options for zone in (*action.zones, action.to)}
        found = [Target(card, self.pos.zone_of(card)) for card in cards if card >= 0]
        return found + [Target(-1, zone) for zone in zones if zone >= 0]

    # -- questions ----------------------------------------------------------------------------

    def can_pick(self, target: Target) -> bool:
        """True if the target can be picked alone or with the present picks."""
        options = self._options_naming(target)
        return (
            pickable(options, self.pos, target, self.picked)
            or pickable(options, self.pos, target)
            or is_throwable(self.decision, target.card)
        )

    def can_join(self, target: Target) -> bool:
        """True if the target can be added to the present picks."""
        return pickable(self._options_naming(target), self.pos, target, self.picked)

    def can_hold(self, target: Target) -> bool:
        """True if it can be dragged: a pick of an action with a target, or a card to throw."""
        return is_throwable(self.decision, target.card) or any(
            has_target(action) and complete_or_part(self.pos, action, (target,))
            for action in self._options_naming(target)
        )

    @property
    def targets(self) -> tuple[frozenset[CardId], frozenset[Zone]]:
        """Cards and zones that are legal targets of the picks."""
        if self._targets is None:
            self._targets = targets(self.options, self.pos, self.picked)
        return self._targets

    def is_target(self, target: Target) -> bool:
        cards, zones = self.targets
        return target.card in cards or target.zone in zones

    @property
    def complete_actions(self) -> tuple[Action, ...]:
        """Actions that the picks complete without a target; each gets a button."""
        return matches(self.options, self.pos, self.picked) if self.picked else ()

    @property
    def options_with_picks(self) -> tuple[Action, ...]:
        """Options with exactly these picks, with any target."""
        found = self._options_naming(self.picked[0]) if self.picked else ()
        return tuple(each for each in found if is_complete(self.pos, each, self.picked))

    def options_with(self, target: Target) -> tuple[Action, ...]:
        """Options for the picks and this target: those that go to it if it is a legal target, else
        those that pick exactly these, with any target."""
        if self.picked and self.is_target(target):
            return matches(self.options, self.pos, self.picked, target)
        both = (*self.picked, target)
        return tuple(
            each for each in self._options_naming(target) if is_complete(self.pos, each, both)
        )

    @property
    def partners(self) -> tuple[Target, ...]:
        """Targets that can be added to the picks."""
        if self._partners is None:
            free = [target for target in self.selectable_targets() if target not in self.picked]
            found = [each for each in free if self.can_join(each) and not self.is_target(each)]
            self._partners = tuple(found) if self.picked else ()
        return self._partners

    @property
    def can_grow(self) -> bool:
        """True if some action picks the present picks and more."""
        return bool(self.picked) and has_longer(self.options, self.pos, self.picked)

    @property
    def picks_several(self) -> bool:
        """True if some action has several picks."""
        return any(len(action.cards) + len(action.zones) > 1 for action in self.options)

    def selectable_in(self, zone: Zone) -> frozenset[CardId]:
        """Cards in `zone` that can be chosen individually, as targets or picks."""
        held = self.pos.zones[zone]
        if self.picked:
            cards, zones = self.targets
            if zone in zones:
                return frozenset()
            joined = [c for c in held if ("card", c) in self._options_by_name and c not in cards]
            return cards.intersection(held) | {c for c in joined if self.can_join(Target(c, zone))}
        return frozenset(
            card
            for card in held
            if ("card", card) in self._options_by_name and self.can_pick(Target(card, zone))
        )

    def can_pick_pile(self, zone: Zone) -> bool:
        """True if the pile as a whole can be picked or is a legal target."""
        if self.picked and zone in self.targets[1]:
            return True
        held = self.pos.zones[zone]
        top = Target(held[-1] if held else -1, zone)
        joins = self.can_join(top) if self.picked else self.can_pick(top)
        return ("zone", zone) in self._options_by_name and joins

    # -- answers ------------------------------------------------------------------------------

    def choose(self, target: Target) -> SelectionResult:
        """Handle a click or Enter on a target."""
        if self.picked and self.is_target(target):
            return self.drop(target)
        if target in self.picked:
            self._pick(tuple(other for other in self.picked if other != target))
            return NOTHING
        if self.picked and pickable(self.options, self.pos, target, self.picked):
            return self._submit_if_forced(self._grow((*self.picked, target)))
        if pickable(self.options, self.pos, target):
            group = self.picked if len(self.picked) > 1 else ()
            return self._submit_if_forced(replace(self._grow((target,)), returned=group))
        if is_throwable(self.decision, target.card):
            self._pick((target,))
            return SelectionResult(throw=target.card)
        if self.picked:
            return self.drop(target)
        return SelectionResult(refused=illegal_attempt(self.options, (target,), Target()))

    def _submit_if_forced(self, grown: SelectionResult) -> SelectionResult:
        """Submit the only action left if its target was never a choice: there is no other place,
        or several picks have settled it."""
        whole = self.options_with_picks
        done = grown.actions or grown.throw >= 0
        if done or self.waits or self.can_grow or len(whole) != 1:
            return grown
        if (
            len(self.picked) < 2
            and len({(each.to, each.onto) for each in self._targeted_options}) > 1
        ):
            return grown
        self._pick(())
        return replace(grown, actions=whole)

    @property
    def _targeted_options(self) -> list[Action]:
        """Options with a target."""
        return [action for action in self.options if has_target(action)]

    def pick_up(self, target: Target) -> None:
        """Pick a target up for a drag."""
        if target not in self.picked:
            self._pick((target,))

    def refuse_drag(self, dragged: Target, target: Target) -> SelectionResult:
        """Refuse the drag of something that cannot be picked, with the actions it could mean."""
        if target.zone == dragged.zone:
            target = Target()
        return SelectionResult(refused=illegal_attempt(self.options, (dragged,), target))

    def add(self, target: Target) -> SelectionResult:
        """Handle a click with Ctrl or Shift: add to the picks or remove; never drop."""
        if target in self.picked:
            self._pick(tuple(other for other in self.picked if other != target))
            return NOTHING
        if self.can_join(target):
            return self._grow((*self.picked, target))
        return NOTHING if self.picked else self.choose(target)

    def gather(self, targets: Iterable[Target], extend: bool = False) -> None:
        """Pick as many of these as one action allows; `extend`: in addition to the picks."""
        kept = self.picked if extend else ()
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
            if not goal or not (picked[0].card >= 0 and self.can_hold(picked[0])):
                self._pick(())
                return SelectionResult(found)
        self._pick(picked)
        card = picked[0].card
        return SelectionResult(throw=card) if is_throwable(self.decision, card) else NOTHING

    def drop(self, target: Target) -> SelectionResult:
        """Drop the picks on a target and clear them."""
        found = matches(self.options, self.pos, self.picked, target)
        picked = self.picked
        bare = self.complete_actions if target == Target() and not self.can_grow else ()
        self._pick(())
        if found or len(bare) > 1:  # on the bare table: which of those that need no goal?
            return SelectionResult(found or bare)
        if target.zone in {other.zone for other in picked} or target == Target():
            return NOTHING  # back where it was
        return SelectionResult(refused=illegal_attempt(self.options, picked, target))

    def submit_only(self, target: Target) -> SelectionResult:
        """Handle a double click: submit the only action with this target, else choose it."""
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
        """Handle the button that completes the picks."""
        found = self.complete_actions
        self._pick(())
        return SelectionResult(found)

    def _is_selectable(self, target: Target) -> bool:
        """True if it can be chosen individually, or as the top of its pile."""
        return (
            self.pos.zones[target.zone][-1] == target.card
            or ("card", target.card) in self._options_by_name
            or any(action.onto == target.card for action in self._options_naming(target))
            or is_throwable(self.decision, target.card)
        )

    def selectable_targets(self) -> list[Target]:
        """Every target that can be chosen now, for the keyboard; legal targets of picks first."""
        if self._selectable is None:
            self._selectable = list(
                dict.fromkeys([*self._selectable_goals(), *self._selectable_picks()])
            )
        return self._selectable

    def _selectable_goals(self) -> Iterable[Target]:
        cards, zones = self.targets if self.picked else (frozenset(), frozenset())
        for zone, held in enumerate(self.pos.zones):
            if zone in zones:
                yield Target(held[-1] if held else -1, zone)
            else:
                yield from (Target(card, zone) for card in held if card in cards)

    def _selectable_picks(self) -> Iterable[Target]:
        for zone, held in enumerate(self.pos.zones):
            for card in held:
                target = Target(card, zone)
                if self.can_pick(target) and self._is_selectable(target):
                    yield target
            if not held and self.can_pick(Target(-1, zone)):
                yield Target(-1, zone)


def complete_or_part(pos: Position[object], action: Action, picked: Picked) -> bool:
    """True if the action picks these targets, alone or with others."""
    return covers_picks(pos, action, picked) and bool(action.cards or action.zones)
