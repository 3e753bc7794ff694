"""Tests of the coach's reasons: each sentence is checked on the real table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import PASS, Action
from castlecards.core.advice import LETTERS
from castlecards.core.events import apply
from castlecards.core.view import view
from castlecards.games.card_barrage import heuristics as barrage
from castlecards.games.card_barrage.outcome_odds import throw_options
from castlecards.games.castle import state
from castlecards.games.castle_rampage.deck import UNITS
from castlecards.games.castle_rampage.explanations import outcome
from castlecards.games.castle_rampage.state import CASTLES, GATES
from castlecards.games.castle_wars.state import ACE, strength, tops
from castlecards.playout import opening
from tests.games.card_barrage.build import barrage as tabled
from tests.games.castle_rampage.build import rampage
from tests.games.play import configurations, random_game, sample_world
from tests.games.reason_checks import (
    RAMPAGE,
    TRICKS,
    WARS,
    Check,
    Pos,
    asked_seat,
    is_extreme,
    jester_results,
    kind_of,
    passes_keeping,
    value,
)
from tests.marks import rule

OPTIONS = 24  # checked per decision
MATCHES, STEPS = 14, 300

# -- castle ---------------------------------------------------------------------------------------


def grows(question: Callable[[Pos, int], int]) -> Check:
    """Return a check that an action raises a number from the first stated value to the second."""

    def check(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
        after, _ = apply(pos, action)
        me, numbers = asked_seat(pos), tuple(map(int, said))
        found = question(pos, me), question(after, me)
        return found == numbers and found[0] < found[1]

    return check


def set_points(pos: Pos, me: int) -> int:
    """Count the points of the sets on the plots."""
    found = 0
    for zone in range(me * state.OWN + state.PLOT, me * state.OWN + state.KNIGHT):
        cards = [c for c in pos.zones[zone] if not pos.marks[state.WALL_MARK] >> c & 1]
        if cards and state.RANKS[pos.faces[cards[-1]]] >= 12:
            found += state.POINTS[len(cards)]
    return found


def count_guards(pos: Pos, me: int) -> int:
    plots = range(me * state.OWN + state.PLOT, me * state.OWN + state.KNIGHT)
    jacks = 0
    for zone in plots:
        cards = [c for c in pos.zones[zone] if not pos.marks[state.WALL_MARK] >> c & 1]
        ranks = {state.RANKS[pos.faces[card]] for card in cards}
        jacks += len(cards) if ranks == {11} else 0
    return min(jacks, count_knights(pos, me))


def count_knights(pos: Pos, me: int) -> int:
    row = range(me * state.OWN + state.KNIGHT, me * state.OWN + state.PEASANT)
    return sum(bool(pos.zones[zone]) for zone in row)


def plot_of(pos: Pos, zone: int) -> tuple[int, int]:
    seat = zone // state.OWN
    return seat, zone - seat * state.OWN - state.PLOT


def defence_grows(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    after, _ = apply(pos, action)
    seat, n = plot_of(pos, action.to)
    now, then = (state.defence(each.state.plots[seat], n) for each in (after, pos))
    return (then, now) == tuple(map(int, said)) and now > then


def points_at_stake(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    seat, n = plot_of(pos, pos.zone_of(action.onto))
    return dict(state.royalty(pos.state.plots[seat]))[n] == int(said[0])


def knights_and_defence(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    seat, n = plot_of(pos, pos.zone_of(action.onto))
    me = asked_seat(pos)
    able = count_knights(pos, me) if count_knights(pos, me) < 3 or count_guards(pos, me) else 2
    return (able, state.defence(pos.state.plots[seat], n)) == tuple(map(int, said))


def attack_fails(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if the attacked card stays when both players pass from now on."""
    step: Any = pos.steps[0]
    after, _ = apply(pos, action)
    while after.steps and type(after.steps[0]) is type(step):
        after, _ = apply(after, PASS)
    return step.card in after.zones[step.zone]


def pair_kinds(pos: Pos, card: int) -> set[str]:
    """Return what can be built with a hand card and any other one by the rules CA11 to CA15."""
    me, found = asked_seat(pos), set()
    red = pos.state.red == me
    for other in pos.zones[me * state.OWN]:
        if other != card:
            ranks = sorted(state.RANKS[pos.faces[each]] for each in (card, other))
            ours = [state.RED[pos.faces[each]] == red for each in (card, other)]
            if any(ours) and sum(ranks) == 10:
                found.add("knight")
            if any(ours) and sum(ranks) == 5:
                found.add("peasant")
            if any(ours) and ranks[0] == ranks[1]:
                found.add("wall")
            if all(ours) and ranks == [10, 11]:
                found.add("castle")
    return found


def set_can_grow(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    """Return True if a card of the market belongs to the largest own set of its rank."""
    me, rank = asked_seat(pos), state.RANKS[top_face(pos, action)]
    sizes = []
    for zone in range(me * state.OWN + state.PLOT, me * state.OWN + state.KNIGHT):
        cards = [c for c in pos.zones[zone] if not pos.marks[state.WALL_MARK] >> c & 1]
        sizes += [len(cards)] * ({state.RANKS[pos.faces[card]] for card in cards} == {rank})
    found = state.POINTS[max(sizes)], state.POINTS[max(sizes) + 1]
    return rank > 11 and found == tuple(map(int, said))


CASTLE: dict[str, Check] = {
    r"points up from (\d+) to (\d+)": grows(set_points),
    r"hand limit up from (\d+) to (\d+)": grows(state.hand_limit),
    r"knights up from (\d+) to (\d+)": grows(count_knights),
    r"guards up from (\d+) to (\d+)": grows(count_guards),
    r"defence there up from (\d+) to (\d+)": defence_grows,
    r"makes your other plots harder to take": lambda pos, a, _: any(
        new > old
        for (new, zone, _), (old, same, _) in zip(
            [t for t in targets(apply(pos, a)[0], asked_seat(pos)) if t[1] != a.to],
            targets(pos, asked_seat(pos)),
            strict=True,
        )
        if zone == same
    ),
    r"costs them (\d+) points? if it works": points_at_stake,
    r"no knight can guard it": lambda pos, a, _: not count_guards(pos, 1 - asked_seat(pos)),
    r"(\d+) knights? against a defence of (\d+)": knights_and_defence,
    r"leaves (?:no attacker|\d+ attackers?, and it takes \d+)": attack_fails,
    r"barracks up from (\d+) to (\d+)": grows(
        lambda pos, me: state.survey(pos.state.plots[me], me).barracks
    ),
    r"it isn’t of your colour": lambda pos, a, _: (
        state.RED[pos.faces[a.cards[0]]] != (pos.state.red == asked_seat(pos))
    ),
    r"the lowest card in your hand": lambda pos, a, _: (
        state.RANKS[pos.faces[a.cards[0]]]
        == min(state.RANKS[pos.faces[each]] for each in pos.zones[asked_seat(pos) * state.OWN])
    ),
    r"a card of your colour": lambda pos, a, _: (
        state.RED[top_face(pos, a)] == (pos.state.red == asked_seat(pos))
    ),
    r"pairs with nothing in your hand": lambda pos, a, _: not pair_kinds(pos, a.cards[0]),
    r"makes a (\w+) with one of your cards": lambda pos, a, said: (
        said[0] in pair_kinds(pos, pos.zones[a.zones[0]][-1])
    ),
    r"no market card pairs with yours": lambda pos, a, _: (
        not any(pair_kinds(pos, pos.zones[zone][-1]) for zone in market_zones(pos))
    ),
    r"they can’t see what you draw": lambda pos, a, _: (
        not pos.knows(1 - asked_seat(pos), pos.zones[a.zones[0]][-1])
    ),
    r"can raise a set from (\d+) to (\d+) points": set_can_grow,
    r"a (10|jack|queen|king) of your colour": lambda pos, a, said: (
        state.RANKS[top_face(pos, a)] == {"10": 10, "jack": 11, "queen": 12, "king": 13}[said[0]]
        and state.RED[top_face(pos, a)] == (pos.state.red == asked_seat(pos))
    ),
    r"there is nothing to play or attack": lambda pos, a, _: pos.decision.options == (PASS,),
    r"you can keep all (\d+) cards": passes_keeping(
        lambda pos: hand_size(pos) * (hand_size(pos) <= state.hand_limit(pos, asked_seat(pos)))
    ),
    r"you can keep both cards": lambda pos, a, _: (
        a == PASS and hand_size(pos) == 2 <= state.hand_limit(pos, asked_seat(pos))
    ),
    r"keeps (\d+) royal cards? out of reach": passes_keeping(
        lambda pos: sum(
            state.RANKS[pos.faces[card]] > 11 for card in pos.zones[asked_seat(pos) * state.OWN]
        )
    ),
    r"you can keep your last card": lambda pos, a, _: hand_size(pos) == 1,
    r"you discard only (\d+) cards?": passes_keeping(
        lambda pos: hand_size(pos) - state.hand_limit(pos, asked_seat(pos))
    ),
}


def market_zones(pos: Pos) -> list[int]:
    return [zone for zone in range(state.MARKET, state.DECK) if pos.zones[zone]]


def top_face(pos: Pos, action: Action) -> int:
    return pos.faces[pos.zones[action.zones[0]][-1]]


def hand_size(pos: Pos) -> int:
    return len(pos.zones[asked_seat(pos) * state.OWN])


def targets(pos: Pos, seat: int) -> tuple[tuple[int, int, int], ...]:
    return state.survey(pos.state.plots[seat], seat).targets


# -- card barrage ---------------------------------------------------------------------------------


def hit_percentage(pos: Pos, action: Action, least: int) -> int:
    """Return the percentage of hits in the odds table for a practised hand (error 1)."""
    found = throw_options(ADVICES["card_barrage"].odds, pos.state.ground, asked_seat(pos))[
        action.args
    ]
    hits = [
        share
        for share, first, on in found.outcomes[1]
        if pos.zones[first] and len([zone for zone, _ in on if pos.zones[zone]]) >= least
    ]
    return round(100 * sum(hits))


def enemy_walls(pos: Pos) -> list[int]:
    ground = pos.state.ground
    zones = [
        zone
        for seat in range(1 - asked_seat(pos) % 2, ground.seats, 2)
        for zone in ground.walls[seat]
    ]
    return [zone for zone in zones if pos.zones[zone]]


def aims_at_highest(pos: Pos, action: Action, said: tuple[str, ...]) -> bool:
    goal = ADVICES["card_barrage"].goal(pos, action)
    best = max(value(pos, pos.zones[zone][0]) for zone in enemy_walls(pos))
    return value(pos, pos.zones[goal][0]) == best


BARRAGE: dict[str, Check] = {
    r"(\d+) of 100 such throws hit": lambda pos, a, said: hit_percentage(pos, a, 1) == int(said[0]),
    r"(\d+) of 100 hit two cards": lambda pos, a, said: hit_percentage(pos, a, 2) == int(said[0]),
    r"they have no walls left": lambda pos, a, _: not enemy_walls(pos),
    r"their highest wall": aims_at_highest,
    r"their last wall": lambda pos, a, _: (
        enemy_walls(pos) == [ADVICES["card_barrage"].goal(pos, a)]
    ),
    r"a wall of (\d+) instead of (\d+)": lambda pos, a, said: (
        (value(pos, a.cards[0]), value(pos, pos.zones[a.to][0])) == tuple(map(int, said))
    ),
    r"your lowest card": is_extreme(min),
    r"keeps (\d+) higher cards?": lambda pos, a, said: (
        int(said[0])
        == sum(
            value(pos, card) > value(pos, a.cards[0])
            for card in pos.zones[pos.state.ground.hands[asked_seat(pos)]]
        )
        > 0
    ),
    r"a wall of (\d+)": lambda pos, a, said: (
        value(apply(pos, a)[0], apply(pos, a)[0].zones[a.to][0]) == int(said[0])
    ),
    r"you have (\d+) walls?, not (\d+)": lambda pos, a, said: (
        (count_own_walls(apply(pos, a)[0], asked_seat(pos)), count_own_walls(pos, asked_seat(pos)))
        == tuple(map(int, said))
    ),
    r"keeps (\d+) cards? in your hand": passes_keeping(
        lambda pos: len(pos.zones[pos.state.ground.hands[asked_seat(pos)]])
    ),
}


def count_own_walls(pos: Pos, me: int) -> int:
    return sum(bool(pos.zones[zone]) for zone in pos.state.ground.walls[me])


EVERY = {
    "castle_wars": WARS, "castle_rampage": RAMPAGE, "castle": CASTLE, "card_barrage": BARRAGE,
    "tricks_of_the_trade": TRICKS,
}  # fmt: skip
ADVICES: dict[str, Any] = {id: games()[id].advice for id in EVERY}
# do not occur in these matches
RARE = {
    "calls off the attack", "every unseen resource is an Ace",
    "every unseen soldier is 7 or higher",
    "they have no walls left", "their last wall",
    r"fails on (\d+) of (\d+) and loses the match",
}  # fmt: skip


def played(id: str, choice: Any, players: int, seed: int) -> Iterator[Pos]:
    """Yield positions of a match; with an odd seed at random, else by the heuristics."""
    game, advice = games()[id], ADVICES[id]
    if seed % 2:
        yield from (pos for pos, *_ in random_game(game, choice, players, seed))
        return
    pos, random = opening(game, choice, players, seed), Random(seed)
    while pos.decision is not None:
        yield pos
        decision = pos.decision
        if decision.seat < 0:
            pos, _ = apply(pos, advice.chance(pos, decision, random))
            continue
        found = advice.options(pos, decision)
        weights = advice.weights(pos, decision, found)
        pos, _ = apply(pos, random.choices(found, weights if any(weights) else None)[0])


def decisions(id: str, matches: int) -> Iterator[tuple[Pos, list[Action]]]:
    """Yield decisions of matches, with some of their options."""
    game, advice = games()[id], ADVICES[id]
    every = configurations(game)
    for seed in range(matches):
        choice, players = every[seed * 13 % len(every)]
        for n, pos in enumerate(played(id, choice, players, seed)):
            if n > STEPS:
                break
            if pos.decision is not None and pos.decision.seat >= 0:
                found = advice.options(pos, pos.decision)
                step = 1 + len(found) // OPTIONS
                yield pos, list(found[seed % step :: step])


def check(id: str, matches: int) -> Counter[str]:
    """Count how often each sentence occurs; fail if one is not true."""
    count: Counter[str] = Counter()
    advice = ADVICES[id]
    for pos, actions in decisions(id, matches):
        seen = view(pos, asked_seat(pos))
        for action in actions:
            for text in advice.reasons(seen, action):
                found = [(p, m) for p in EVERY[id] if (m := re.fullmatch(p, text.replace(",", "")))]
                found = found or [(p, m) for p in EVERY[id] if (m := re.fullmatch(p, text))]
                assert len(found) == 1, f"{text!r} is no sentence that can be looked up"
                pattern, match = found[0]
                assert EVERY[id][pattern](pos, action, match.groups()), f"{text!r} is not true"
                count[pattern] += 1
    return count


@pytest.mark.parametrize("id", EVERY)
def test_every_reason_is_true(id: str) -> None:
    count = check(id, 4)
    assert len(count) > 3


@pytest.mark.long
@pytest.mark.parametrize("id", EVERY)
def test_every_reason_is_true_in_many_matches_and_is_given_in_some(id: str) -> None:
    count = check(id, MATCHES)
    assert set(EVERY[id]) - set(count) <= RARE


@pytest.mark.parametrize("id", EVERY)
def test_reasons_are_short_and_given_once(id: str) -> None:
    advice, given = ADVICES[id], 0
    for pos, actions in decisions(id, 3):
        seen = view(pos, asked_seat(pos))
        for action in actions:
            found = advice.short_reasons(seen, action)
            given += bool(found)
            assert all(0 < len(text) <= LETTERS for text in found)
            assert len(set(found)) == len(found)
    assert given > 10


@pytest.mark.parametrize("id", EVERY)
def test_reasons_are_the_same_in_every_world_that_looks_alike(id: str) -> None:
    advice = ADVICES[id]
    for n, (pos, actions) in enumerate(decisions(id, 2)):
        if n % 7:
            continue
        seat = asked_seat(pos)
        other = sample_world(view(pos, seat), n)
        other.decision = pos.decision
        for action in actions:
            here, there = (advice.short_reasons(view(each, seat), action) for each in (pos, other))
            assert here == there


@pytest.mark.parametrize(
    ("castle", "text"), [("spy witch", "costing a castle card"), ("spy", "and loses the match")]
)
@rule("CR24")
def test_the_risk_of_a_jester_is_told_before_its_odds(castle: str, text: str) -> None:
    match = rampage(hands={0: "jester axe_man"}, gates={1: "ogre"}, castles={0: castle})
    action = match.action("attack jester >1.gate")
    found = ADVICES["castle_rampage"].short_reasons(match.view(), action)
    count = sum(not each for each in jester_results(match.pos))
    assert found[0].startswith(f"fails on {count} of ")
    assert found[0].endswith(text)
    assert 0.2 < count / len(jester_results(match.pos)) < 0.3
    assert RAMPAGE[r"beats or ties (\d+) times? in 100"](match.pos, action, (found[1].split()[3],))


def worlds_with_top(pos: Pos, zone: int, count: int, face: int) -> list[Pos]:
    """Return copies of this position with other faces of the top card of a zone."""
    faces, card = bytearray(pos.faces), pos.zones[zone][-1]
    other = faces.index(face)
    faces[card], faces[other] = faces[other], faces[card]
    return [pos.supposing(bytes(faces))] * count


def face_of(pos: Pos, key: str) -> int:
    return next(n for n, face in enumerate(pos.box.faces) if face.key == key)


@pytest.mark.parametrize(
    ("strong", "text"),
    [
        (320, "destroys it 2 times in 10, given their play"),
        (395, "hardly ever destroys it, given their play"),
        (5, "almost always destroys it, given their play"),
        (80, "beats or ties"),
    ],
)
def test_odds_are_those_of_the_worlds_unless_these_are_even(strong: int, text: str) -> None:
    """80 % of all cards fall, and the same share of 400 worlds, so the reason names no worlds."""
    match = rampage(hands={0: "archer"}, gates={1: "mercenary"})
    action, gate = match.action("attack archer >1.gate"), match.pos.box.zone("1.gate")
    worlds = worlds_with_top(match.pos, gate, strong, face_of(match.pos, "ogre"))
    worlds += [match.pos] * (400 - strong)
    advice = ADVICES["castle_rampage"]
    found = advice.short_reasons(match.view(), action, worlds)
    assert found[0].startswith(text)
    assert advice.short_reasons(match.view(), action)[0].startswith("beats or ties")


@pytest.mark.parametrize(("low", "text"), [(300, "wins 8 times in 10, given their play")])
def test_odds_in_castle_wars_are_those_of_the_worlds(low: int, text: str) -> None:
    advice = ADVICES["castle_wars"]
    for pos, actions in decisions("castle_wars", 4):
        seen = view(pos, asked_seat(pos))
        for action in actions:
            even = re.match(r"wins (\d+) of (\d+) cases", next(advice.reasons(seen, action), ""))
            if even is None or int(even[1]) * 2 > int(even[2]):
                continue
            worlds = [sample_world(seen, n) for n in range(400)]
            wins = [w for w in worlds if attack_wins(w, action)]
            lost = [w for w in worlds if not attack_wins(w, action)]
            found = advice.short_reasons(seen, action, [*wins, *lost])
            assert found[0].startswith("wins")
            assert "played" not in found[0], "even worlds"
            chosen = [wins[n % len(wins)] for n in range(low)]
            chosen += [lost[n % len(lost)] for n in range(400 - low)]
            assert advice.short_reasons(seen, action, chosen)[0] == text
            return
    raise AssertionError("no such attack")


@pytest.mark.parametrize(("deck", "text"), [
    ("soldiers", "hardly any here are 7 or higher"), ("resources", "nearly all here are Aces"),
])  # fmt: skip
def test_what_a_deck_holds_is_told_by_the_worlds(deck: str, text: str) -> None:
    """In all worlds the top card is weak, or an Ace; in even worlds all unseen cards count."""
    advice = ADVICES["castle_wars"]
    for pos, actions in decisions("castle_wars", 6):
        seen, me = view(pos, asked_seat(pos)), pos.state.ground.sides[asked_seat(pos)]
        zone = getattr(me, deck)
        for action in actions:
            if action.verb != "draw" or action.zones[0] != zone:
                continue
            even = [sample_world(seen, n) for n in range(400)]
            top = pos.zones[zone][-1]
            values, ranks = pos.state.ground.values, me.ranks
            faces = [world.faces[top] for world in even]
            fits = [values[f] <= 6 if deck == "soldiers" else ranks[f] == ACE for f in faces]
            chosen = [world for world, fit in zip(even, fits, strict=True) if fit]
            said = list(advice.reasons(seen, action, even))
            if len(chosen) < 20 or not any(" unseen " in each for each in said):
                continue
            assert text in advice.reasons(seen, action, (chosen * 20)[:400])
            return
    raise AssertionError("no such draw")


def test_what_the_enemy_holds_is_told_by_the_worlds() -> None:
    """In all worlds the hand is two knights; the Priest that names a unit uses that."""
    advice = ADVICES["castle_rampage"]
    match = rampage(hands={0: "priest archer", 1: "knight knight"}).play("play priest >play")
    for action in match.decision.options:
        found = next(advice.reasons(match.view(), action, [match.pos] * 40))
        many = "nearly all" if UNITS[action.args[0]] == "K" else "hardly any"
        assert found == f"{many} of their cards show it"
        assert "unseen" in next(advice.reasons(match.view(), action))


def attack_wins(pos: Pos, action: Action) -> bool:
    sides = pos.state.ground.sides
    me, opponent = sides[asked_seat(pos)], sides[1 - asked_seat(pos)]
    mine = strength(pos, me, tops(pos, action.zones))
    return mine > strength(pos, opponent, pos.zones[action.to][-1:])


def test_what_follows_the_first_card_of_an_attack_is_what_the_rules_do() -> None:
    """Attacks are played by the rules, except those with an extra choice before the first blow."""
    falls, wins = Counter[int](), 0
    for pos, actions in decisions("castle_rampage", 6):
        me = asked_seat(pos)
        opponent = [*CASTLES[1 - me : 2 - me], *GATES[1 - me : 2 - me]]
        for action in actions:
            kind = action.verb == "attack" and kind_of(pos, action.cards[0])
            if not kind or kind.id in ("arsonist", "dragon", "jester"):
                continue
            after, _ = apply(pos, action)
            while after.result is None and type(after.steps[0]) is not type(pos.steps[0]):
                offered = after.decision.options
                after, _ = apply(after, PASS if PASS in offered else offered[0])
            fallen = sum(len(pos.zones[zone]) - len(after.zones[zone]) for zone in opponent)
            victory = after.result is not None and after.result[me] == 1.0
            assert outcome(pos, me, action.cards[0]) == (fallen, victory)
            falls[fallen] += 1
            wins += victory
    assert min(falls[n] for n in range(3)) > 5
    assert wins


def test_what_follows_the_first_card_of_an_attack_is_told() -> None:
    """A giant (6) meets two mercenaries (1) at the gate, then an ogre (6) in the castle."""
    advice = ADVICES["castle_rampage"]
    match = rampage(hands={0: "giant witch"}, gates={1: "mercenary mercenary"}, castles={1: "ogre"})
    action = match.action("attack giant >1.gate")
    said = advice.short_reasons(match.view(), action, [match.pos] * 400)
    assert "almost always destroys the next card, too" in said
    ogre = face_of(match.pos, "ogre.2")
    worlds = worlds_with_top(match.pos, match.pos.box.zone("1.gate"), 280, ogre) + [match.pos] * 120
    said = advice.short_reasons(match.view(), action, worlds)
    assert "also destroys the next card 3 times in 10" in said
    bare = rampage(hands={0: "giant witch"}, castles={1: "mercenary"})
    action = bare.action("attack giant >1.castle")
    assert "almost always wins the match" in advice.short_reasons(
        bare.view(), action, [bare.pos] * 400
    )


@rule("CR24")
def test_what_the_next_card_to_draw_may_be_decides_the_believed_risk_of_a_jester() -> None:
    """In 6 of 10 worlds the card turned over has no attack value; else the Jester (7) succeeds."""
    hands, gates = {0: "jester axe_man"}, {1: "mercenary mercenary"}
    match = rampage(hands=hands, gates=gates, castles={0: "spy witch"})
    draw = match.pos.box.zone("draw")
    worlds = worlds_with_top(match.pos, draw, 240, face_of(match.pos, "priest"))
    worlds += worlds_with_top(match.pos, draw, 160, face_of(match.pos, "knight"))
    action = match.action("attack jester >1.gate")
    said = ADVICES["castle_rampage"].short_reasons(match.view(), action, worlds)
    assert said[0] == "fails 6 times in 10, costing a castle card"
    assert said[1] == "destroys it 4 times in 10, given their play"


@pytest.mark.parametrize(
    ("walls", "text"),
    [("T02 - - - -", "their last wall"), ("- - - - -", "they have no walls left")],
)
def test_the_last_wall_and_the_bare_castle_are_told(walls: str, text: str) -> None:
    match = tabled(walls={0: "K02 K03 K04 K05 K06", 1: walls}, hands={0: "S01", 1: "S02"})
    said = 0
    for action in ADVICES["card_barrage"].options(match.pos, match.decision):
        if text in ADVICES["card_barrage"].reasons(match.view(), action):
            assert BARRAGE[text](match.pos, action, ())
            said += 1
    assert said


def test_the_hand_that_throws_decides_what_a_throw_comes_to() -> None:
    advice = ADVICES["card_barrage"]
    steady, rash = (advice.for_thrower(barrage.Thrower(error)) for error in (0.5, 2.0))
    for pos, actions in decisions("card_barrage", 1):
        for action in actions:
            if action.verb == "toss":
                seen = view(pos, asked_seat(pos))
                first, second = (next(a.reasons(seen, action)) for a in (steady, rash))
                assert int(first.split()[0]) >= int(second.split()[0])
                return
    raise AssertionError("nothing was thrown")
