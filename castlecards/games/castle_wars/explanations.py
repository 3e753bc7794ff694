"""Explanations of actions in Castle Wars, from the knowledge of one seat.

Strengths are those of the moment: a resource played later can change them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castlecards.core.action import ATTACK, PASS, Action
from castlecards.core.advice import SURE, belief_share
from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.core.view import View
from castlecards.games.castle_wars.reaction_windows import Window, after_swaps
from castlecards.games.castle_wars.rearrangement import Rearrangement
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
from castlecards.games.castle_wars.story import card_name
from castlecards.texts import ntr, times_in_ten, tr

FEW = 7  # soldiers in play and in the hand; fewer are a reason to draw one
STRONG = 6  # value, the middle of 2 to 10; the texts say "7 or higher"


def reasons(view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
    """Reasons for an action, each at most 44 letters; `worlds` for the odds of an attack."""
    pos = view.position
    sides = pos.state.ground.sides
    me, opponent = sides[view.seat], sides[1 - view.seat]
    if action.verb == "attack" and action.zones and not pos.marks[0]:
        yield from _attack(pos, me, opponent, action, worlds)
    elif action.verb == "play":
        yield from _play(pos, me, opponent, action)
    elif action.verb in ("recruit", "move"):
        yield from _lay(pos, action)
    elif action.verb == "draw":
        yield from _draw(pos, me, action.zones[0], worlds)
    elif action == PASS:
        yield from _pass(pos, me, opponent)


def _attack(
    pos: Pos, me: Side, opponent: Side, action: Action, worlds: Sequence[Pos]
) -> Iterator[str]:
    cards, target = tops(pos, action.zones), pos.zones[action.to][-1]
    mine = strength(pos, me, cards)
    if pos.faces[target] != UNSEEN:
        theirs = strength(pos, opponent, bytes((target,)))
        if mine > theirs:
            yield tr("{mine} beats the {theirs}", mine=mine, theirs=theirs)
    else:
        won, tied, all_faces = odds(pos, opponent, mine, target)
        share = belief_share(wins(worlds, me, opponent, cards, target), won / all_faces)
        if won == all_faces:
            yield tr("beats anything it can be")
        elif share is not None:
            yield _believed_odds(share)
        elif tied and won:
            yield tr("wins {n} of {all}, ties {ties}", n=won, all=all_faces, ties=tied)
        elif won:
            yield tr("wins {n} of {all} cases", n=won, all=all_faces)
    if len(pos.zones[action.to]) == 1:
        yield tr("the last soldier in its pile")
    if all(pos.up >> card & 1 for card in cards):
        yield tr("reveals nothing of yours")


def wins(
    worlds: Sequence[Pos], me: Side, opponent: Side, cards: bytes, target: CardId
) -> list[bool]:
    """True for each world in which an attack of these soldiers wins."""
    return [
        strength(world, me, cards) > strength(world, opponent, bytes((target,))) for world in worlds
    ]


def _believed_odds(share: float) -> str:
    """Sentence with the chance of an attack, 0 to 1."""
    if share >= SURE:
        return tr("almost always wins, given their play")
    if share < 1 - SURE:
        return tr("hardly ever wins, given their play")
    return tr("wins {times} in 10, given their play", times=times_in_ten(share))


def odds(pos: Pos, opponent: Side, mine: int, target: CardId) -> tuple[int, int, int]:
    """Number of possible faces of an unseen soldier that `mine` beats, ties with, and of all."""
    backs, values, seen = pos.box.backs, pos.state.ground.values, set(pos.faces)
    all_faces = [
        face
        for face, back in enumerate(backs)
        if back == backs[target] and face not in seen and values[face]
    ]
    won = tied = 0
    for face in all_faces:
        guess = pos.supposing(pos.faces[:target] + bytes((face,)) + pos.faces[target + 1 :])
        theirs = strength(guess, opponent, bytes((target,)))
        won += mine > theirs
        tied += mine == theirs
    return won, tied, len(all_faces)


def _battle(pos: Pos, me: Side, opponent: Side) -> tuple[bytes, int, int] | None:
    """Own soldiers of a declared attack, own strength and the other side's; None without one."""
    battle = next((step for step in pos.steps if isinstance(step, Battle)), None)
    if battle is None or battle.is_called_off(pos):
        return None
    cards = after_swaps(battle.cards, pos.state.relief)
    ours, theirs = cards[:-1], cards[-1:]
    if me.seat != pos.state.active:
        ours, theirs = theirs, ours
    if any(pos.faces[card] == UNSEEN for card in cards) or pos.marks[0]:
        return None
    return ours, strength(pos, me, ours), strength(pos, opponent, theirs)


def _play(pos: Pos, me: Side, opponent: Side, action: Action) -> Iterator[str]:
    card = action.cards[0]
    rank = action.args[0] if action.args else me.ranks[pos.faces[card]]
    battle = _battle(pos, me, opponent)
    if rank == QUEEN and battle is not None:
        ours, mine, theirs = battle
        south, north = pos.state.bonus
        more = (south + LEADER * (not me.seat), north + LEADER * me.seat)
        after = pos.supposing(state=pos.state.with_(bonus=more))
        raised = strength(after, me, ours)
        yield tr(
            "{mine} becomes {raised} against {theirs}",
            mine=mine, raised=raised, theirs=theirs,
        )  # fmt: skip
    elif rank == KING and not pos.zones[action.to]:
        yield tr("restores a pile")
    elif rank == KING and battle is not None and pos.zones[action.to][-1] in battle[0]:
        yield tr("calls off the attack")
    elif rank == KING:
        yield from _height(pos, action.to)
    elif rank == ACE and not (pos.state.ground.has_death_powers or pos.state.ground.can_swap):
        if pos.faces[action.onto] != UNSEEN:
            face = pos.box.faces[pos.faces[action.onto]]
            yield tr("removes {card}", card=card_name(face))
    elif rank == JACK:
        hidden = sum(pos.faces[top] == UNSEEN for top in tops(pos, opponent.piles))
        if hidden:
            yield ntr(hidden, "reveals {n} enemy soldier", "reveals {n} enemy soldiers")


def _lay(pos: Pos, action: Action) -> Iterator[str]:
    pile = pos.zones[action.to]
    if not pile:
        yield tr("restores a pile")
        return
    values, faces = pos.state.ground.values, pos.faces
    value, top = values[faces[action.cards[0]]], faces[pile[-1]]
    if top != UNSEEN and value > values[top]:
        yield tr("{new} on top instead of {old}", new=value, old=values[top])
    elif top != UNSEEN and value < values[top]:
        yield tr("covers your {old}", old=values[top])
    own = pos.zone_of(action.cards[0])
    if own == action.to:  # a rearranged soldier goes back on top of its pile
        return
    *below, card = pos.zones[own]
    if action.verb == "move" and below and card == action.cards[0]:
        under = faces[below[-1]]
        if under != UNSEEN and values[under] > value:
            yield tr("uncovers your {under}", under=values[under])
    yield from _height(pos, action.to)


def _height(pos: Pos, to: Zone) -> Iterator[str]:
    """Growth of a pile by one card."""
    count = len(pos.zones[to])
    yield ntr(
        count,
        "this pile grows from {n} card to {more}",
        "this pile grows from {n} cards to {more}",
        more=count + 1,
    )


def _draw(pos: Pos, me: Side, deck: Zone, worlds: Sequence[Pos]) -> Iterator[str]:
    top, values = pos.zones[deck][-1], pos.state.ground.values
    if deck == me.soldiers:
        left = len(pos.zones[me.hand]) + len(in_play(pos, me))
        if left < FEW:
            yield ntr(
                left,
                "only {n} soldier in play and in hand",
                "only {n} soldiers in play and in hand",
            )
        strong, all_faces = _strong(pos, deck)
        found = [values[world.faces[top]] > STRONG for world in worlds]
        share = belief_share(found, strong / all_faces) if all_faces else None
        if strong and strong == all_faces:
            yield tr("every unseen soldier is 7 or higher")
        elif share is not None:
            yield _strong_in_words(share)
        elif strong:
            yield ntr(
                strong,
                "{n} of {all} unseen is 7 or higher",
                "{n} of {all} unseen are 7 or higher",
                all=all_faces,
            )  # fmt: skip
        return
    back = pos.box.backs[top]
    seen = set(pos.faces)
    unseen = [
        face
        for face, other_back in enumerate(pos.box.backs)
        if other_back == back and face not in seen
    ]
    aces = sum(me.ranks[face] == ACE for face in unseen)
    found = [me.ranks[world.faces[top]] == ACE for world in worlds]
    share = belief_share(found, aces / len(unseen)) if unseen else None
    if aces and aces == len(unseen):
        yield tr("every unseen resource is an Ace")
    elif share is not None:
        yield _aces_in_words(share)
    elif aces:
        yield ntr(
            aces, "{n} of {all} unseen is an Ace", "{n} of {all} unseen are Aces", all=len(unseen)
        )


def _strong_in_words(share: float) -> str:
    """Sentence with the share of soldiers above `STRONG` in a deck, 0 to 1."""
    if share >= SURE:
        return tr("nearly all here are 7 or higher")
    if share < 1 - SURE:
        return tr("hardly any here are 7 or higher")
    return tr("about {n} in 10 here are 7 or higher", n=round(10 * share))


def _aces_in_words(share: float) -> str:
    """Sentence with the share of Aces in a deck, 0 to 1."""
    if share >= SURE:
        return tr("nearly all here are Aces")
    if share < 1 - SURE:
        return tr("hardly any here are Aces")
    return tr("about {n} in 10 here are Aces", n=round(10 * share))


def _strong(pos: Pos, deck: Zone) -> tuple[int, int]:
    """Number of unseen soldiers above `STRONG`, and of all unseen soldiers."""
    back, seen, values = pos.box.backs[pos.zones[deck][-1]], set(pos.faces), pos.state.ground.values
    unseen = [
        face
        for face, other_back in enumerate(pos.box.backs)
        if other_back == back and face not in seen and values[face]
    ]
    return sum(values[face] > STRONG for face in unseen), len(unseen)


def _pass(pos: Pos, me: Side, opponent: Side) -> Iterator[str]:
    """Reasons to pass: an attack that is won as it stands, cards kept."""
    step = pos.steps[0] if pos.steps else None
    zones, values = pos.zones, pos.state.ground.values
    if isinstance(step, Window):
        if step.cause == ATTACK and step.is_called_off(pos):
            yield tr("the attack is already called off")
        elif step.cause == ATTACK:
            battle = _battle(pos, me, opponent)
            if battle is not None and battle[1] > battle[2]:
                yield tr("you win this, {mine} to {theirs}", mine=battle[1], theirs=battle[2])
        if held := len(zones[me.resource_hand]):
            yield ntr(held, "saves your resource", "saves your {n} resources")
    elif isinstance(step, Attack):
        covered = sum(not pos.up >> card & 1 for card in tops(pos, me.piles))
        if covered:
            yield ntr(covered, "keeps {n} top soldier hidden", "keeps {n} top soldiers hidden")
    elif isinstance(step, Move | Rearrangement):
        piles = [[pos.faces[card] for card in zones[zone]] for zone in me.piles if zones[zone]]
        known = [[values[face] for face in pile if face != UNSEEN] for pile in piles]
        if all(pile[-1] != UNSEEN for pile in piles) and all(p[-1] == max(p) for p in known):
            yield tr("you know of no stronger soldier below")
    elif isinstance(step, Recruit):
        held = len(zones[me.hand])
        yield ntr(held, "keeps {n} soldier in your hand", "keeps {n} soldiers in your hand")
