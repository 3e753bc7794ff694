"""Checks of the coach’s reasons in three games against the real table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.action import PASS, Action
from castlecards.core.events import apply
from castlecards.core.position import Position
from castlecards.games.castle_rampage.rules import Pay
from castlecards.games.castle_rampage.state import CASTLES, DISCARD, DRAW, GATES, HANDS
from castlecards.games.castle_wars.rules import Battle
from castlecards.games.castle_wars.state import strength
from castlecards.games.tricks_of_the_trade.heuristics import expected
from castlecards.games.tricks_of_the_trade.scoring import total, winning
from castlecards.games.tricks_of_the_trade.state import domain, trump

Pos = Position[Any]
Check = Callable[[Pos, Action, tuple[str, ...]], bool]


def asked_seat(pos: Pos) -> int:
    return pos.decision.seat if pos.decision is not None else 0


def value(pos: Pos, card: int) -> int:
    return int(pos.state.ground.ranks[pos.faces[card]])


def is_extreme(end: Callable[..., int]) -> Check:
    """Return a check that the card is the lowest or highest of the hand; `end`: min or max."""

    def check(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
        hand = pos.zones[pos.state.ground.hands[asked_seat(pos)]]
        return value(pos, action.cards[0]) == end(value(pos, card) for card in hand)

    return check


# -- castle wars ----------------------------------------------------------------------------------


def sides(pos: Pos) -> tuple[Any, Any]:
    me = pos.decision.seat if pos.decision is not None else 0
    return pos.state.ground.sides[me], pos.state.ground.sides[1 - me]


def top_cards(pos: Pos, action: Action) -> tuple[bytes, int]:
    return bytes(pos.zones[zone][-1] for zone in action.zones), pos.zones[action.to][-1]


def beats_known(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    (me, opponent), (mine, target) = sides(pos), top_cards(pos, action)
    counts = strength(pos, me, mine), strength(pos, opponent, bytes((target,)))
    return counts == (int(said[0]), int(said[1])) and counts[0] > counts[1]


def count_outcomes(pos: Pos, action: Action) -> tuple[int, int, int]:
    """Put every possible face on the target; return the numbers of wins, ties, and cases."""
    (me, opponent), (mine, target) = sides(pos), top_cards(pos, action)
    seat, box, backs = me.seat, pos.box, pos.box.backs
    known = {pos.faces[card] for card in range(box.size) if pos.knows(seat, card)}
    worlds = []
    for face in range(box.size):
        if face not in known and backs[face] == backs[target] and pos.state.ground.values[face]:
            world = pos.copy()
            faces = bytearray(pos.faces)
            faces[target] = face
            world.faces = bytes(faces)
            worlds.append(world)
    assert not pos.knows(seat, target)
    balance = [strength(w, me, mine) - strength(w, opponent, bytes((target,))) for w in worlds]
    return sum(each > 0 for each in balance), balance.count(0), len(balance)


def beats_some_cases(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    wins, tied, every = count_outcomes(pos, action)
    return (wins, every, *((tied,) if tied else ())) == tuple(map(int, said)) and wins < every


def battle_cards(pos: Pos) -> tuple[bytes, bytes]:
    """Return own and enemy soldiers of the declared attack."""
    battle = next(step for step in pos.steps if isinstance(step, Battle))
    (me, _), cards = sides(pos), b"".join(pos.zones[zone][-1:] for zone in battle.piles)
    return (cards[:-1], cards[-1:]) if me.seat == pos.state.active else (cards[-1:], cards[:-1])


def queen_changes_values(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if a Queen has the stated effect on the values of the soldiers."""
    before, (me, opponent) = battle_cards(pos), sides(pos)
    after, _ = apply(pos, action)
    counts = strength(pos, me, before[0]), strength(after, me, before[0])
    if after.state.turn != pos.state.turn or not any(isinstance(s, Battle) for s in after.steps):
        return counts[0] == int(said[0])  # the fight ends at once
    return (*counts, strength(pos, opponent, before[1])) == tuple(map(int, said))


def wins_battle(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    (me, opponent), (ours, theirs) = sides(pos), battle_cards(pos)
    counts = strength(pos, me, ours), strength(pos, opponent, theirs)
    return counts == tuple(map(int, said)) and counts[0] > counts[1]


def count_unseen_aces(pos: Pos, action: Action) -> tuple[int, int]:
    """Return the number of Aces among the unseen cards of the deck's back, and of these cards."""
    (me, _), back = sides(pos), pos.box.backs[pos.zones[action.zones[0]][-1]]
    unseen = [
        card
        for card in range(pos.box.size)
        if pos.box.backs[card] == back and not pos.knows(me.seat, card)
    ]
    return sum(pos.box.faces[pos.faces[card]].key[:1] == "A" for card in unseen), len(unseen)


def aces_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    return count_unseen_aces(pos, action) == tuple(map(int, said))


def top_gets_higher(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    values = pos.state.ground.values
    new, old = pos.faces[action.cards[0]], pos.faces[pos.zones[action.to][-1]]
    return values[new] == int(said[0]) > values[old] == int(said[1])


def covers_higher(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    values = pos.state.ground.values
    new, old = pos.faces[action.cards[0]], pos.faces[pos.zones[action.to][-1]]
    return values[new] < values[old] == int(said[0])


def uncovers_higher(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if moving the card uncovers a stronger soldier, as stated."""
    values, card = pos.state.ground.values, action.cards[0]
    zone = next(zone for zone in sides(pos)[0].piles if pos.zones[zone][-1:] == bytes((card,)))
    after, _ = apply(pos, action)
    under = pos.zones[zone][-2]
    return values[pos.faces[under]] == int(said[0]) > values[pos.faces[card]] and (
        after.zones[zone][-1:] == bytes((under,))
    )


def tops_are_highest(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if no soldier that the seat knows lies under a weaker one."""
    me, values = sides(pos)[0], pos.state.ground.values
    return action == PASS and not any(
        pos.knows(me.seat, card) and values[pos.faces[card]] > values[pos.faces[pile[-1]]]
        for pile in (pos.zones[zone] for zone in me.piles)
        for card in pile
    )


def pile_grows(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    after, _ = apply(pos, action)
    return (len(pos.zones[action.to]), len(after.zones[action.to])) == tuple(map(int, said))


def calls_off_attack(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    after, _ = apply(pos, action)
    return any(
        isinstance(step, Battle) and step.is_called_off(after) for step in after.steps
    ) or not any(isinstance(step, Battle) for step in after.steps)


def removes_card(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the named card leaves the table."""
    after, _ = apply(pos, action)
    (me, opponent), left = sides(pos), after.zones
    title = pos.face(action.onto).title
    title = title[:1].lower() + title[1:]
    there = [card for side in (me, opponent) for zone in side.piles for card in left[zone]]
    return title == said[0] and action.onto not in there


def passes_keeping(question: Callable[[Pos], int]) -> Check:
    """Return a check of a pass: `question` gives the stated number, which is not 0."""
    return lambda pos, action, said: action == PASS and question(pos) == int(said[0]) > 0


def count_unseen_strong(pos: Pos, action: Action) -> tuple[int, int]:
    """Return the number of unseen soldiers of 7 or more, and of all with the deck's back."""
    (me, _), back = sides(pos), pos.box.backs[pos.zones[action.zones[0]][-1]]
    worths = [
        pos.state.ground.values[pos.faces[card]]
        for card in range(pos.box.size)
        if pos.box.backs[card] == back and not pos.knows(me.seat, card)
    ]
    return sum(worth > 6 for worth in worths), sum(worth > 0 for worth in worths)


def strong_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    return (*count_unseen_strong(pos, action), 7) == tuple(map(int, said))


def count_resources(pos: Pos) -> int:
    return len(pos.zones[sides(pos)[0].resource_hand])


def soldiers_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    me, _ = sides(pos)
    return int(said[0]) == sum(len(pos.zones[zone]) for zone in (me.hand, *me.piles))


WARS: dict[str, Check] = {
    r"(\d+) beats the (\d+)": beats_known,
    r"beats anything it can be": lambda pos, a, _: (
        count_outcomes(pos, a)[0] == count_outcomes(pos, a)[2]
    ),
    r"wins (\d+) of (\d+) cases": beats_some_cases,
    r"wins (\d+) of (\d+), ties (\d+)": beats_some_cases,
    r"the last soldier in its pile": lambda pos, a, _: len(pos.zones[a.to]) == 1,
    r"reveals nothing of yours": lambda pos, a, _: (
        not any(not pos.up >> card & 1 for card in top_cards(pos, a)[0])
    ),
    r"(\d+) becomes (\d+) against (\d+)": queen_changes_values,
    r"restores a pile": lambda pos, a, _: not pos.zones[a.to],
    r"calls off the attack": calls_off_attack,
    r"removes the (.+)": removes_card,
    r"reveals (\d+) enemy soldiers?": lambda pos, a, said: (
        int(said[0])
        == sum(
            not pos.knows(sides(pos)[0].seat, pos.zones[zone][-1])
            for zone in sides(pos)[1].piles
            if pos.zones[zone]
        )
    ),
    r"(\d+) on top instead of (\d+)": top_gets_higher,
    r"covers your (\d+)": covers_higher,
    r"uncovers your (\d+)": uncovers_higher,
    r"you know of no stronger soldier below": tops_are_highest,
    r"this pile grows from (\d+) cards? to (\d+)": pile_grows,
    r"only (\d+) soldiers? in play and in hand": soldiers_are_counted,
    r"(\d+) of (\d+) unseen (?:is an Ace|are Aces)": aces_are_counted,
    r"every unseen resource is an Ace": lambda pos, a, _: len(set(count_unseen_aces(pos, a))) == 1,
    r"the attack is already called off": lambda pos, a, _: calls_off_attack(pos, PASS, ()),
    r"you win this, (\d+) to (\d+)": wins_battle,
    r"saves your (\d+) resources": passes_keeping(count_resources),
    r"saves your resource": lambda pos, a, _: a == PASS and count_resources(pos) == 1,
    r"keeps (\d+) soldiers? in your hand": passes_keeping(
        lambda pos: len(pos.zones[sides(pos)[0].hand])
    ),
    r"keeps (\d+) top soldiers? hidden": passes_keeping(
        lambda pos: sum(
            not pos.up >> pos.zones[zone][-1] & 1 for zone in sides(pos)[0].piles if pos.zones[zone]
        )
    ),
    r"(\d+) of (\d+) unseen (?:is|are) (7) or higher": strong_are_counted,
    r"every unseen soldier is 7 or higher": lambda pos, a, _: (
        len(set(count_unseen_strong(pos, a))) == 1
    ),
}

# -- castle rampage -------------------------------------------------------------------------------


def attack_strength(pos: Pos, action: Action) -> tuple[int, int, Any]:
    """Return the strength of the card, the zone it attacks, and the top card there."""
    me = pos.decision.seat if pos.decision is not None else 0
    kind = pos.state.ground.kinds[pos.faces[action.cards[0]]]
    target = kind.target(pos, 1 - me)
    more = pos.state.ground.bonus(pos, me, "siege_ram") if target in GATES else 0
    return kind.strength(pos, target) + more, target, pos.zones[target][-1]


def defence_of(pos: Pos, zone: int, face: int) -> int:
    inner = zone in CASTLES
    name = "castellan" if inner else "palisade"
    seat = int(zone >= GATES[1])
    return int(pos.state.ground.defences[inner][face]) + pos.state.ground.bonus(pos, seat, name)


def compares_with_known(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the strength and a known defence are as stated."""
    mine, zone, top = attack_strength(pos, action)
    found = mine, defence_of(pos, zone, pos.faces[top])
    ties = said[1] == "ties with"
    return (
        found == (int(said[0]), int(said[2]))
        and found[0] >= found[1]
        and ties == (len(set(found)) == 1)
    )


def beats_some_unseen(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the card beats the stated number of unseen cards."""
    mine, zone, top = attack_strength(pos, action)
    me = pos.decision.seat if pos.decision is not None else 0
    unseen = [pos.faces[card] for card in range(pos.box.size) if not pos.knows(me, card)]
    felled = sum(mine >= defence_of(pos, zone, face) for face in unseen)
    return not pos.knows(me, top) and (felled, len(unseen)) == tuple(map(int, said))


def beats_all_unseen(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    me = pos.decision.seat if pos.decision is not None else 0
    unseen = str(sum(not pos.knows(me, card) for card in range(pos.box.size)))
    return beats_some_unseen(pos, action, (unseen, unseen))


def jester_results(pos: Pos) -> list[bool]:
    """Return, for each card that a Jester may turn over, whether it has an attack value."""
    me = pos.decision.seat if pos.decision is not None else 0
    cards = pos.zones[DRAW][-1:] or pos.zones[DISCARD]
    if not all(pos.knows(me, card) for card in cards):
        cards = [card for card in range(pos.box.size) if not pos.knows(me, card)]
    return [kind_of(pos, card).attack is not None for card in cards]


def jester_failures_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    turned = jester_results(pos)
    return (turned.count(False), len(turned)) == tuple(map(int, said)) and False in turned


def jester_success_is_right(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the stated percentage of a Jester's success is right."""
    mine, zone, top = attack_strength(pos, action)
    me, turned = asked_seat(pos), jester_results(pos)
    cards = [top]
    if not pos.knows(me, top):
        cards = [card for card in range(pos.box.size) if not pos.knows(me, card)]
    felled = sum(mine >= defence_of(pos, zone, pos.faces[card]) for card in cards)
    return round(100 * felled * turned.count(True) / len(turned) / len(cards)) == int(said[0])


def is_last_card(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    _, zone, _ = attack_strength(pos, action)
    return len(pos.zones[zone]) == 1 and (said[0] == "gate") == (zone in GATES)


def defends_better_here(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the card defends better there than in the other structure, as stated."""
    me = pos.decision.seat if pos.decision is not None else 0
    other = GATES[me] if action.to == CASTLES[me] else CASTLES[me]
    face = pos.faces[action.cards[0]]
    found = defence_of(pos, action.to, face), defence_of(pos, other, face)
    named = said[2] == ("gate" if other in GATES else "castle")
    return named and found == (int(said[0]), int(said[1])) and found[0] > found[1]


def is_lowest_attack(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if no attack in the hand is lower."""
    me = pos.decision.seat if pos.decision is not None else 0
    kinds = pos.state.ground.kinds
    held = [kinds[pos.faces[card]] for card in pos.zones[HANDS[me]]]
    attack = kinds[pos.faces[action.cards[0]]].attack
    return attack is not None and all(
        k.attack is None or not k.plays or k.attack >= attack for k in held
    )


def hand_cost(pos: Pos, action: Action) -> int:
    """Return the number of hand cards that must be paid."""
    kind, paid = kind_of(pos, action.cards[0]), 0
    after, _ = apply(pos, action)
    while after.steps and isinstance(after.steps[0], Pay) and after.steps[0].remaining_cost(kind):
        paid += len(after.decision.options[0].cards)
        after, _ = apply(after, after.decision.options[0])
    return paid


def kind_of(pos: Pos, card: int) -> Any:
    return pos.state.ground.kinds[pos.faces[card]]


def structure_grows(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if a card placed in the own gate or castle makes it grow as stated."""
    zones = CASTLES if said[0] == "castle" else GATES
    count = len(pos.zones[action.to])
    return action.to == zones[asked_seat(pos)] and (count, count + 1) == (
        int(said[1]),
        int(said[2]),
    )


def count_higher_attacks(pos: Pos, action: Action) -> int:
    kinds = [kind_of(pos, card) for card in pos.zones[HANDS[asked_seat(pos)]]]
    mine = kind_of(pos, action.cards[0]).attack
    return sum(k.plays and k.attack is not None and k.attack > mine for k in kinds)


def symbols_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the stated number of unseen cards shows the named unit."""
    me = pos.decision.seat if pos.decision is not None else 0
    symbols, unit = pos.state.ground.symbols, action.args[0]
    unseen = [pos.faces[card] for card in range(pos.box.size) if not pos.knows(me, card)]
    found = sum(symbols[face] >> unit & 1 for face in unseen)
    return (found, len(unseen)) == tuple(map(int, said))


RAMPAGE: dict[str, Check] = {
    r"(\d+) (beats|ties with) the known (\d+)": compares_with_known,
    r"beats or ties (\d+) of (\d+) cards": beats_some_unseen,
    r"beats or ties anything it can be": beats_all_unseen,
    r"the last card of their (gate|castle)": is_last_card,
    r"their gate is open": lambda pos, a, _: not pos.zones[GATES[1 - asked_seat(pos)]],
    r"fails on (\d+) of (\d+), costing a castle card": jester_failures_are_counted,
    r"fails on (\d+) of (\d+) and loses the match": lambda pos, a, said: (
        jester_failures_are_counted(pos, a, said) and len(pos.zones[CASTLES[asked_seat(pos)]]) == 1
    ),
    r"beats or ties (\d+) times? in 100": jester_success_is_right,
    r"you can’t attack with it": lambda pos, a, _: kind_of(pos, a.cards[0]).attack is None,
    r"fills your empty gate": lambda pos, a, _: (
        a.to in GATES and not pos.zones[a.to] and a.verb == "strengthen"
    ),
    r"defends (\d+) here, (\d+) (?:at|in) the (gate|castle)": defends_better_here,
    r"your weakest attacker": is_lowest_attack,
    r"(\d+) of (\d+) unseen cards? shows? it": symbols_are_counted,
    r"costs nothing extra": lambda pos, a, _: hand_cost(pos, a) == 0,
    r"costs (\d+) more hand cards?": lambda pos, a, said: hand_cost(pos, a) == int(said[0]),
    r"your (gate|castle) grows from (\d+) to (\d+) cards?": structure_grows,
    r"keeps (\d+) cards? in your hand": passes_keeping(
        lambda pos: len(pos.zones[HANDS[asked_seat(pos)]])
    ),
    r"you can never play it": lambda pos, a, _: (
        not pos.state.ground.kinds[pos.faces[a.cards[0]]].plays
    ),
    r"(\d+) cards? in your hand attacks? harder": lambda pos, a, said: (
        count_higher_attacks(pos, a) == int(said[0]) > 0
    ),
}

# -- tricks of the trade --------------------------------------------------------------------------


def tricks_won(pos: Pos) -> int:
    ground = pos.state.ground
    return len(pos.zones[ground.won[asked_seat(pos)]]) // int(ground.seats)


def own_bid(pos: Pos) -> int:
    ground = pos.state.ground
    return int(ground.ranks[pos.faces[pos.zones[ground.bids[asked_seat(pos)]][0]]])


def leads_trick(pos: Pos, card: int) -> bool:
    """Return True if the card, once played, leads the trick."""
    action = next(a for a in card_options(pos) if a.cards == (card,))
    ground, me = pos.state.ground, asked_seat(pos)
    laid = [seat for seat in range(ground.seats) if pos.zones[ground.tricks[seat]]]
    first = (laid[0] - 1) % ground.seats
    while first in laid:
        first = (first - 1) % ground.seats
    order = tuple((first + 1 + n) % ground.seats for n in range(ground.seats))
    table = pos.copy()
    table.zones[ground.tricks[me]] += bytes(action.cards)
    return winning(table, order) == me


def card_options(pos: Pos) -> list[Action]:
    return [a for a in (pos.decision.options if pos.decision else ()) if a.verb == "play"]


def card_order(pos: Pos, card: int) -> tuple[bool, int]:
    return domain(pos, card) == trump(pos), int(pos.state.ground.ranks[pos.faces[card]])


def is_extreme_of(takes: bool, end: Callable[..., Any]) -> Check:
    """Return a check that the card is the lowest or highest of those that take the lead or not."""

    def check(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
        cards = [a.cards[0] for a in card_options(pos) if leads_trick(pos, a.cards[0]) == takes]
        found = end([card_order(pos, card) for card in cards])
        return action.cards[0] in cards and bool(card_order(pos, action.cards[0]) == found)

    return check


def wins_as_last(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    laid = sum(bool(pos.zones[zone]) for zone in pos.state.ground.tricks)
    return laid == pos.state.ground.seats - 1 and leads_trick(pos, action.cards[0])


def beating_cards_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the stated number of unseen cards beats this card."""
    ground, me, card = pos.state.ground, asked_seat(pos), action.cards[0]
    order = [seat for seat in range(ground.seats) if pos.zones[ground.tricks[seat]]]
    laid = [pos.zones[ground.tricks[seat]][-1] for seat in order]
    suits = {ground.suits[pos.faces[other]] for other in laid}
    led = next((s for s in suits if len(suits) == 1), 0) if laid else ground.suits[pos.faces[card]]
    unseen = [
        pos.faces[other]
        for other in range(pos.box.size)
        if pos.box.backs[other] == pos.box.backs[card] and not pos.knows(me, other)
    ]
    if not led:  # two domains were played: the table alone does not show which was led
        return True

    def order_of(face: int) -> tuple[bool, bool, int]:
        suit = ground.suits[face]
        return suit == trump(pos), suit == led, int(ground.ranks[face])

    count = sum(order_of(face) > order_of(pos.faces[card]) for face in unseen)
    return (count, len(unseen))[: len(said)] == tuple(map(int, said)) and (count > 0) == bool(said)


def high_cards_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    hand = pos.zones[pos.state.ground.hands[asked_seat(pos)]]
    return int(said[0]) == sum(
        trumps or number > 9 for trumps, number in (card_order(pos, c) for c in hand)
    )


def trumps_are_counted(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if another card than a trump is played, with as many trumps in the hand."""
    hand = pos.zones[pos.state.ground.hands[asked_seat(pos)]]
    found = sum(domain(pos, card) == trump(pos) for card in hand)
    return domain(pos, action.cards[0]) != trump(pos) and found == int(said[0] or 1)


def draws_a_card(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the seat holds as many cards after it gives one, if any is left to draw."""
    hand, after = pos.state.ground.hands[asked_seat(pos)], apply(pos, action)[0]
    stock = pos.zones[pos.state.ground.draw_deck] + pos.zones[pos.state.ground.discard]
    return not stock or len(after.zones[hand]) == len(pos.zones[hand])


TRICKS: dict[str, Check] = {
    r"you play last and win the trick": wins_as_last,
    r"it can’t win the trick": lambda pos, a, _: not leads_trick(pos, a.cards[0]),
    r"your lowest card that takes the lead": is_extreme_of(True, min),
    r"your highest card that loses": is_extreme_of(False, max),
    r"wins the trick: you need (\d+) more": lambda pos, a, said: (
        wins_as_last(pos, a, ()) and own_bid(pos) - tricks_won(pos) == int(said[0])
    ),
    r"loses the trick: your bid is met": lambda pos, a, _: (
        not leads_trick(pos, a.cards[0]) and own_bid(pos) == tricks_won(pos)
    ),
    r"loses a trick you don’t want": lambda pos, a, _: (
        not leads_trick(pos, a.cards[0]) and own_bid(pos) < tricks_won(pos)
    ),
    r"saves your (?:trump|(\d+) trumps)": trumps_are_counted,
    r"you draw a card for it": draws_a_card,
    r"gets rid of a trump": lambda pos, a, _: (
        domain(pos, a.cards[0]) == trump(pos) and own_bid(pos) <= tricks_won(pos)
    ),
    r"an offer would show one of your cards": lambda pos, a, _: (
        a == PASS and any(option.verb == "offer" for option in pos.decision.options)
    ),
    r"they lead with (\d+) points?": lambda pos, a, said: (
        total(pos, pos.state.ground.owner[a.zones[0]])
        == max(total(pos, n) for n in range(pos.state.ground.seats) if n != asked_seat(pos))
        == int(said[0])
    ),
    r"(\d+) of (\d+) unseen cards beats? it": beating_cards_are_counted,
    r"no unseen card beats it": beating_cards_are_counted,
    r"about as many tricks as your hand wins": lambda pos, a, _: (
        abs(value(pos, a.cards[0]) - expected(pos, asked_seat(pos))) <= 0.5
    ),
    r"you hold (\d+) trumps? or cards? above 9": high_cards_are_counted,
    r"you have (\d+) cards? to spare": lambda pos, a, said: (
        int(said[0]) == len(pos.zones[pos.state.ground.hands[asked_seat(pos)]]) - 6
    ),
    r"the lowest card in your hand": is_extreme(min),
    r"the highest card in your hand": is_extreme(max),
    r"keeps (\d+) cards? in your hand": passes_keeping(
        lambda pos: len(pos.zones[pos.state.ground.hands[asked_seat(pos)]])
    ),
}
