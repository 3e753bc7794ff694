"""Explanations of actions in Castle Rampage, from the knowledge of one seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castlecards.core.action import PASS, Action
from castlecards.core.advice import SURE, belief_share
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.view import View
from castlecards.games.castle_rampage.attack import defence, forecast
from castlecards.games.castle_rampage.cards import Jester
from castlecards.games.castle_rampage.rules import ActionStep
from castlecards.games.castle_rampage.state import (
    CASTLES,
    DISCARD,
    DRAW,
    GATES,
    HANDS,
    CardType,
    Pos,
    structure_name,
)
from castlecards.texts import counted, ntr, times_in_ten, tr

LOWEST_ATTACK = tr("your weakest attacker")
KNOWN_WIN = tr("{mine} beats the known {theirs}")
KNOWN_TIE = tr("{mine} ties with the known {theirs}")
BETTER_AT_GATE = tr("defends {value} here, {other} in the castle")
BETTER_IN_CASTLE = tr("defends {value} here, {other} at the gate")


def reasons(view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
    """Reasons for an action, strongest first, from what the seat knows; `worlds` for the odds."""
    pos, me = view.position, view.seat
    verb = action.verb
    if verb in ("attack", "play"):
        yield from _attack(pos, me, action.cards[0], worlds)
        yield from _price(_kind(pos, action.cards[0]))
    elif verb in ("strengthen", "place"):
        yield from _lay(pos, me, action)
    elif verb in ("pay", "discard") and len(action.cards) == 1:
        yield from _give(pos, me, action.cards[0])
    elif action == PASS and isinstance(pos.steps[0], ActionStep) and (hand := pos.zones[HANDS[me]]):
        yield ntr(len(hand), "keeps {n} card in your hand", "keeps {n} cards in your hand")
    elif verb == "name":
        yield from _name(pos, me, action.args[0], worlds)


def _kind(pos: Pos, card: CardId) -> CardType:
    return pos.state.ground.kinds[pos.faces[card]]


def _attack(pos: Pos, me: Seat, card: CardId, worlds: Sequence[Pos]) -> Iterator[str]:
    kind = _kind(pos, card)
    if kind.attack is None:
        return
    target, mine = _aim(pos, me, kind)
    top = pos.zones[target][-1]
    attacks = [outcome(world, me, card) for world in worlds]
    if isinstance(kind, Jester):  # CR24
        yield from _jester(pos, me, card, worlds)
    elif pos.faces[top] != UNSEEN:
        theirs = defence(pos, target, top)
        if mine >= theirs:
            text = KNOWN_TIE if mine == theirs else KNOWN_WIN
            yield text.format(mine=mine, theirs=theirs)
    else:
        felled, every = odds(pos, mine, target, top)
        share = belief_share([fallen > 0 for fallen, _ in attacks], felled / every)
        if felled == every:
            yield tr("beats or ties anything it can be")
        elif share is not None:
            yield _believed_odds(share)
        else:
            yield tr("beats or ties {felled} of {every} cards", felled=felled, every=every)
    yield from _second(attacks)
    if len(pos.zones[target]) == 1:
        yield tr("the last card of their {place}", place=structure_name(target))
    elif not pos.zones[GATES[1 - me]]:
        yield tr("their gate is open")


def outcome(pos: Pos, me: Seat, card: CardId) -> tuple[int, bool]:
    """Number of cards that an attack destroys in this world, and True if it wins the match."""
    kind = _kind(pos, card)
    if isinstance(kind, Jester) and not _turns_up_attack(pos):  # CR24
        return 0, False
    target, mine = _aim(pos, me, kind)
    return forecast(pos, me, mine, target)


def _second(attacks: Sequence[tuple[int, bool]]) -> Iterator[str]:
    """Sentence on what follows the first card; `attacks`: the outcome in each world."""
    if not attacks:
        return
    won, more = (
        sum(found) / len(attacks)
        for found in ([wins for _, wins in attacks], [fallen > 1 for fallen, _ in attacks])
    )
    if won >= SURE:
        yield tr("almost always wins the match")
    elif won >= 1 - SURE:
        yield tr("wins the match {times} in 10", times=times_in_ten(won))
    elif more >= SURE:
        yield tr("almost always destroys the next card, too")
    elif more >= 1 - SURE:
        yield tr("also destroys the next card {times} in 10", times=times_in_ten(more))


def _believed_odds(share: float) -> str:
    """Sentence with the chance of destroying the top card, 0 to 1."""
    if share >= SURE:
        return tr("almost always destroys it, given their play")
    if share < 1 - SURE:
        return tr("hardly ever destroys it, given their play")
    return tr("destroys it {times} in 10, given their play", times=times_in_ten(share))


def _jester(pos: Pos, me: Seat, card: CardId, worlds: Sequence[Pos]) -> Iterator[str]:
    """Risk and odds of a Jester: the card that it turns over must have an attack value."""
    turned = _turned(pos)
    fails = sum(not attacks for attacks in turned)
    share = belief_share([not _turns_up_attack(world) for world in worlds], fails / len(turned))
    last = len(pos.zones[CASTLES[me]]) == 1  # CR34
    if share is not None and round(10 * share):
        if last:
            yield tr("fails {times} in 10 and loses the match", times=times_in_ten(share))
        else:
            yield tr("fails {times} in 10, costing a castle card", times=times_in_ten(share))
    elif fails and last:
        yield tr("fails on {n} of {all} and loses the match", n=fails, all=len(turned))
    elif fails:
        yield tr("fails on {n} of {all}, costing a castle card", n=fails, all=len(turned))
    even = chance(pos, me, card)
    share = belief_share([outcome(world, me, card)[0] > 0 for world in worlds], even)
    if share is not None:
        yield _believed_odds(share)
    elif percent := round(100 * even):
        yield tr("beats or ties {times} in 100", times=counted(percent, "time"))


def _turned(pos: Pos) -> list[bool]:
    """For each card that a Jester can turn over: True if it has an attack value."""
    kinds, draw = pos.state.ground.kinds, pos.zones[DRAW]
    faces = [pos.faces[card] for card in draw[-1:] or pos.zones[DISCARD]]
    if UNSEEN in faces:
        faces = _unseen(pos)
    return [kinds[face].attack is not None for face in faces]


def _turns_up_attack(world: Pos) -> bool:
    """True if a Jester turns over a card with an attack value in this world; one of the discard
    pile, drawn by the seed of the world, if no card is left to draw."""
    turned = _turned(world)
    return turned[world.seed % len(turned)]


def chance(pos: Pos, me: Seat, card: CardId) -> float:
    """Chance that an attack beats or ties the top card, from 0 to 1; unseen cards are equally
    likely. A Jester and its target are taken as independent."""
    kind = _kind(pos, card)
    target, mine = _aim(pos, me, kind)
    top = pos.zones[target][-1]
    if pos.faces[top] == UNSEEN:
        felled, every = odds(pos, mine, target, top)
    else:
        felled, every = int(mine >= defence(pos, target, top)), 1
    if not isinstance(kind, Jester):
        return felled / every
    turned = _turned(pos)
    return felled / every * sum(turned) / len(turned)


def _aim(pos: Pos, me: Seat, kind: CardType) -> tuple[Zone, int]:
    """Structure that an attack meets, and its strength there."""
    target = kind.target(pos, 1 - me)
    mine = kind.strength(pos, target)
    if target == GATES[1 - me]:
        mine += pos.state.ground.bonus(pos, me, "siege_ram")
    return target, mine


def _price(kind: CardType) -> Iterator[str]:
    if kind.price:
        yield ntr(kind.price, "costs {n} more hand card", "costs {n} more hand cards")
    else:
        yield tr("costs nothing extra")


def odds(pos: Pos, mine: int, target: Zone, top: CardId) -> tuple[int, int]:
    """Number of unseen faces that the strength `mine` beats or ties, and of all unseen faces."""
    every = _unseen(pos)
    felled = 0
    for face in every:
        guess = pos.supposing(pos.faces[:top] + bytes((face,)) + pos.faces[top + 1 :])
        felled += mine >= defence(guess, target, top)
    return felled, len(every)


def _unseen(pos: Pos) -> list[int]:
    """Faces that the seat has not seen."""
    seen = set(pos.faces)
    return [face for face in range(pos.box.size) if face not in seen]


def _lay(pos: Pos, me: Seat, action: Action) -> Iterator[str]:
    here = action.to
    there = GATES[me] if here == CASTLES[me] else CASTLES[me]
    if here == GATES[me] and not pos.zones[here] and action.verb == "strengthen":
        yield tr("fills your empty gate")
    card = action.cards[0]
    value, other = defence(pos, here, card), defence(pos, there, card)
    if value > other:
        text = BETTER_AT_GATE if here == GATES[me] else BETTER_IN_CASTLE
        yield text.format(value=value, other=other)
    count = len(pos.zones[here])
    yield tr(
        "your {place} grows from {count} to {more}",
        place=structure_name(here), count=count, more=counted(count + 1, "card"),
    )  # fmt: skip
    kind = _kind(pos, card)
    if kind.plays and kind.attack == min(_attacks(pos, me), default=-1):
        yield LOWEST_ATTACK


def _attacks(pos: Pos, me: Seat) -> list[int]:
    kinds = [_kind(pos, card) for card in pos.zones[HANDS[me]]]
    return [kind.attack for kind in kinds if kind.plays and kind.attack is not None]


def _give(pos: Pos, me: Seat, card: CardId) -> Iterator[str]:
    if pos.faces[card] == UNSEEN:
        return
    kind = _kind(pos, card)
    attacks = _attacks(pos, me)
    if not kind.plays:
        yield tr("you can never play it")
    elif kind.attack is None:
        yield tr("you can’t attack with it")
    elif kind.attack is not None and kind.attack == min(attacks, default=-1):
        yield LOWEST_ATTACK
    elif kind.attack is not None and (higher := sum(each > kind.attack for each in attacks)):
        yield ntr(
            higher, "{n} card in your hand attacks harder", "{n} cards in your hand attack harder"
        )


def _shares_in_words(share: float) -> str:
    """Sentence with the share of the enemy's hand cards that show the named unit, 0 to 1."""
    if share >= SURE:
        return tr("nearly all of their cards show it")
    if share < 1 - SURE:
        return tr("hardly any of their cards show it")
    return tr("about {n} in 10 of their cards show it", n=round(10 * share))


def _name(pos: Pos, me: Seat, unit: int, worlds: Sequence[Pos]) -> Iterator[str]:
    seen, symbols = set(pos.faces), pos.state.ground.symbols
    rest = [mask for face, mask in enumerate(symbols) if face not in seen]
    shown = sum(mask >> unit & 1 for mask in rest)
    hidden = [card for card in pos.zones[HANDS[1 - me]] if pos.faces[card] == UNSEEN]
    found = [bool(symbols[world.faces[card]] >> unit & 1) for world in worlds for card in hidden]
    share = belief_share(found, shown / len(rest)) if rest else None
    if share is not None:
        yield _shares_in_words(share)
        return
    yield ntr(
        shown, "{n} of {all} unseen cards shows it", "{n} of {all} unseen cards show it",
        all=len(rest),
    )  # fmt: skip
