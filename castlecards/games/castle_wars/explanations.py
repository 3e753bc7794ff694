"""Explanations of actions in Castle Wars, from the knowledge of one seat.

Strengths are those of the moment: a resource played later can change them.
"""

from __future__ import annotations

from collections.abc import Iterator

from castlecards.core.action import ATTACK, PASS, Action
from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.core.view import View
from castlecards.games.castle_wars.resources import Window, relieved
from castlecards.games.castle_wars.rules import Attack, Battle, Move, Recruit
from castlecards.games.castle_wars.state import (
    ACE,
    JACK,
    KING,
    LEADER,
    QUEEN,
    Pos,
    Side,
    in_play,
    strength,
    tops,
)
from castlecards.texts import counted, plural

FEW = 7  # soldiers in play and in the hand; fewer are a reason to draw one
STRONG = 6  # value; the middle of 2 to 10


def reasons(view: View, action: Action) -> Iterator[str]:
    """Reasons for an action, each at most 40 letters."""
    pos = view.position
    sides = pos.state.ground.sides
    me, foe = sides[view.seat], sides[1 - view.seat]
    if action.verb == "attack" and action.zones and not pos.marks[0]:
        yield from _attack(pos, me, foe, action)
    elif action.verb == "play":
        yield from _play(pos, me, foe, action)
    elif action.verb in ("recruit", "move"):
        yield from _lay(pos, action)
    elif action.verb == "draw":
        yield from _draw(pos, me, action.zones[0])
    elif action == PASS:
        yield from _pass(pos, me, foe)


def _attack(pos: Pos, me: Side, foe: Side, action: Action) -> Iterator[str]:
    cards, target = tops(pos, action.zones), pos.zones[action.to][-1]
    mine = strength(pos, me, cards)
    if pos.faces[target] != UNSEEN:
        theirs = strength(pos, foe, bytes((target,)))
        if mine > theirs:
            yield f"{mine} beats the {theirs} that lies there"
    else:
        beaten, every = odds(pos, foe, mine, target)
        yield f"beats {beaten} of {counted(every, 'card')} it may be"
    if len(pos.zones[action.to]) == 1:
        yield "the last soldier of its pile"
    if all(pos.up >> card & 1 for card in cards):
        yield "shows no covered soldier of yours"


def odds(pos: Pos, foe: Side, mine: int, target: CardId) -> tuple[int, int]:
    """Number of possible faces of an unseen soldier that `mine` beats, and of all of them."""
    backs, values, seen = pos.box.backs, pos.state.ground.values, set(pos.faces)
    every = [
        face
        for face, back in enumerate(backs)
        if back == backs[target] and face not in seen and values[face]
    ]
    beaten = 0
    for face in every:
        guess = pos.supposing(pos.faces[:target] + bytes((face,)) + pos.faces[target + 1 :])
        beaten += mine > strength(guess, foe, bytes((target,)))
    return beaten, len(every)


def _battle(pos: Pos, me: Side, foe: Side) -> tuple[bytes, int, int] | None:
    """Own soldiers of a declared attack, own strength and the other side's; None without one."""
    battle = next((step for step in pos.steps if isinstance(step, Battle)), None)
    if battle is None or battle.off(pos):
        return None
    cards = relieved(battle.cards, pos.state.relief)
    ours, theirs = cards[:-1], cards[-1:]
    if me.seat != pos.state.active:
        ours, theirs = theirs, ours
    if any(pos.faces[card] == UNSEEN for card in cards) or pos.marks[0]:
        return None
    return ours, strength(pos, me, ours), strength(pos, foe, theirs)


def _play(pos: Pos, me: Side, foe: Side, action: Action) -> Iterator[str]:
    card = action.cards[0]
    rank = action.args[0] if action.args else me.ranks[pos.faces[card]]
    battle = _battle(pos, me, foe)
    if rank == QUEEN and battle is not None:
        ours, mine, theirs = battle
        south, north = pos.state.bonus
        more = (south + LEADER * (not me.seat), north + LEADER * me.seat)
        after = pos.supposing(state=pos.state.with_(bonus=more))
        yield f"{mine} becomes {strength(after, me, ours)} against {theirs}"
    elif rank == KING and not pos.zones[action.to]:
        yield "fills an empty place"
    elif rank == KING and battle is not None and pos.zones[action.to][-1] in battle[0]:
        yield "calls the attack off"
    elif rank == ACE and not (pos.state.ground.has_death_powers or pos.state.ground.can_swap):
        if pos.faces[action.onto] != UNSEEN:
            yield f"removes the {pos.box.faces[pos.faces[action.onto]].title}"
    elif rank == JACK:
        hidden = sum(pos.faces[top] == UNSEEN for top in tops(pos, foe.piles))
        if hidden:
            yield f"shows {counted(hidden, 'enemy top')}"


def _lay(pos: Pos, action: Action) -> Iterator[str]:
    pile = pos.zones[action.to]
    if not pile:
        yield "fills an empty place"
        return
    values, faces = pos.state.ground.values, pos.faces
    value, top = values[faces[action.cards[0]]], faces[pile[-1]]
    if top != UNSEEN and value > values[top]:
        yield f"{value} on top instead of {values[top]}"


def _draw(pos: Pos, me: Side, deck: Zone) -> Iterator[str]:
    if deck == me.soldiers:
        left = len(pos.zones[me.hand]) + len(in_play(pos, me))
        if left < FEW:
            yield f"only {counted(left, 'soldier')} left in play and hand"
        strong, every = _strong(pos, deck)
        if strong:
            of = counted(every, "unseen soldier")
            yield f"{strong} of {of} {plural(strong, 'is', 'are')} above {STRONG}"
        return
    back = pos.box.backs[pos.zones[deck][-1]]
    seen = set(pos.faces)
    unseen = [face for face, each in enumerate(pos.box.backs) if each == back and face not in seen]
    aces = sum(me.ranks[face] == ACE for face in unseen)
    if aces:
        yield f"{counted(aces, 'Ace')} among {counted(len(unseen), 'unseen resource')}"


def _strong(pos: Pos, deck: Zone) -> tuple[int, int]:
    """Number of unseen soldiers above `STRONG`, and of all unseen soldiers."""
    back, seen, values = pos.box.backs[pos.zones[deck][-1]], set(pos.faces), pos.state.ground.values
    unseen = [
        face
        for face, each in enumerate(pos.box.backs)
        if each == back and face not in seen and values[face]
    ]
    return sum(values[face] > STRONG for face in unseen), len(unseen)


def _pass(pos: Pos, me: Side, foe: Side) -> Iterator[str]:
    """Reasons to pass: an attack that is won as it stands, cards kept."""
    step = pos.steps[0] if pos.steps else None
    zones = pos.zones
    if isinstance(step, Window):
        if step.cause == ATTACK and step.off(pos):
            yield "the attack is off already"
        elif step.cause == ATTACK:
            battle = _battle(pos, me, foe)
            if battle is not None and battle[1] > battle[2]:
                yield f"{battle[1]} against {battle[2]}: yours as it stands"
        if held := len(zones[me.resource_hand]):
            yield f"keeps {counted(held, 'resource')} in your hand"
    elif isinstance(step, Attack):
        covered = sum(not pos.up >> card & 1 for card in tops(pos, me.piles))
        if covered:
            yield f"{counted(covered, 'top')} of yours {plural(covered, 'stays', 'stay')} covered"
    elif isinstance(step, Move) and all(zones[pile] for pile in me.piles):
        yield "no place of yours is empty"
    elif isinstance(step, Recruit):
        yield f"keeps {counted(len(zones[me.hand]), 'soldier')} in your hand"
