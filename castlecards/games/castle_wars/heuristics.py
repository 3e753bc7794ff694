"""Heuristics of Castle Wars for computer players: weights of actions and an evaluation.

The weights count the odds of an attack, keep resources until they turn a fight, and fill empty
piles. All figures come from matches of these heuristics against themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from typing import ClassVar

from castlecards.core.action import ATTACK, PASS, Action, Decision
from castlecards.core.advice import ActionKinds, Advice, WorldSampler, win_shares
from castlecards.core.belief import CLASH, Trace, Worlds, log_linear, trace
from castlecards.core.cards import NATURE, UNSEEN, CardId, Seat, Zone
from castlecards.core.events import Event
from castlecards.core.log_lines import OPEN, Clash
from castlecards.core.view import View
from castlecards.games.castle_wars import explanations
from castlecards.games.castle_wars.reaction_windows import Window
from castlecards.games.castle_wars.rules import Attack, Battle, Draw
from castlecards.games.castle_wars.state import (
    ACE,
    JACK,
    KING,
    KNIGHT,
    LEADER,
    QUEEN,
    Pos,
    Side,
    Wars,
    pile_of,
    strength,
    tops,
)

SHARPNESS = 3.0  # exponent per unit of gain in the weight of an action; passing has the weight 1
IN_PLAY = 0.5  # worth of a soldier in play
PER_POINT = 0.08  # worth of each point of its value
LAST_OF_PILE = 1.3  # extra worth of the last soldier of a pile, which is destroyed with it
SHOWN = 0.08  # cost of showing an own soldier
HOPELESS = -0.5  # gain below which an attack is never declared
MOST = 99  # more than any soldier's strength
HELD = {JACK: 0.25, QUEEN: 0.7, KING: 0.8, ACE: 1.0}  # worth of a resource in the hand
# Belief: slopes of the log-likelihood of a resource that its player still has, if it is a Queen, a
# King and an Ace (a Jack: 0). Fitted to the resources in 120 matches between searching players.
HELD_SLOPES = (0.18, -0.02, -0.48)  # always, and more if since it was drawn its player
LOST_ATTACK = (-0.57, 0.06, -1.48)  # attacked and did not win,
LOST_DEFENCE = (2.97, 2.31, -1.23)  # was attacked and did not win,
LOST_NARROWLY = (-3.87, 0.04, -1.49)  # lost or tied a fight that a Queen would have turned
# A player with search never spends an Ace on an open soldier worth LOW or less unless that wins,
# lays a King on an own soldier worth HIGH or more outside a fight, or recruits a soldier worth LOW
# or less on a hidden one worth STRONG or more (`python -m benchmarks blunders`).
LOW = 4
STRONG = 8
HIGH = 9
# Weights of the phases that Outcasts can begin: attacking last gives the attacks the new soldiers.
PHASES = (64.0, 0.5, 16.0, 4.0)
END_EARLY = 0.02  # weight of the end of a turn with phases left, which never gains anything
RELIABLE_TURN = 3  # turns after which the evaluation names the winner in 7 of 10 cases


class WarsAdvice(Advice[Wars]):
    """Advice for either side, from `known` alone: a face that the seat has not seen is a guess."""

    bias_cost: ClassVar[float] = 0.1  # tempers cost nothing: `python -m benchmarks tempers`
    slope: ClassVar[float] = 1.0  # 1.12 ± 0.27 in 260 matches of 16 simulations fits no better
    action_kinds: ClassVar[ActionKinds] = {
        "attack": "attack",
        "infect": "attack",
        "recruit": "build",
        "draw": "build",
        "lay": "build",
        "mechanise": "build",
    }
    feature_names: ClassVar[tuple[str, ...]] = (
        "soldiers in play", "strength in play", "strength on top", "piles that stand",
        "soldiers in hand", "strength in hand", "an Ace in hand", "a King in hand",
        "a Queen in hand", "a Jack in hand", "soldiers to draw", "resources to draw",
        "infected soldiers", "tops that lie open", "the turn", "piles of one soldier",
        "the last pile",
    )  # fmt: skip

    reason_worlds: ClassVar[int] = 400
    # Weights of the features (own minus other), fitted on games of these heuristics.
    fitted: ClassVar[tuple[float, ...]] = (
        0.120, 0.040, 0.057, -0.168, -0.113, 0.072, 0.613, 0.598, 0.737, 0.212, 0.326, 0.517,
        -0.300, -0.087, 0.136, -0.224, -0.714,
    )  # fmt: skip

    def is_routine(self, pos: Pos, decision: Decision) -> bool:
        """True in every window but that of a declared attack."""
        return bool(decision.window) and decision.window != ATTACK

    def is_quiet(self, pos: Pos) -> bool:
        """True if no attack is declared or can follow in this phase, and before all draws."""
        step = pos.steps[0]
        if type(step) is Draw or (type(step) is Window and step.cause == "draw"):
            return True
        for step in pos.steps:
            kind = type(step)
            if kind is Attack or kind is Battle:
                return False
        return True

    def evaluate(self, pos: Pos) -> tuple[float, float]:
        return win_shares(self.fitted, self.features(pos))

    def features(self, pos: Pos) -> tuple[float, ...]:
        ours, theirs = pos.state.ground.sides
        turn = 1.0 if pos.state.active == 0 else -1.0
        mine, other = _counts(pos, ours), _counts(pos, theirs)
        few = [a - b for a, b in zip(mine, other, strict=True)]
        return (*few[:14], turn, *few[14:])

    def is_reliable(self, pos: Pos) -> bool:
        return pos.state.turn >= RELIABLE_TURN

    def world_sampler(self, view: View, events: Sequence[Event]) -> WorldSampler:
        """Sampler of worlds that fit the fights that the other side lost despite its resources."""
        seen = trace(view, events)
        if seen is None:
            return super().world_sampler(view, events)
        pos = view.position
        opponent = pos.state.ground.sides[1 - view.seat]
        hidden = [card for card in pos.zones[opponent.resource_hand] if pos.faces[card] == UNSEEN]
        lost = _lost_fights(seen, events, opponent.seat, hidden)
        odds: dict[CardId, Sequence[float]] = {}
        for card in hidden:
            since = [
                slopes
                for number, fight in lost
                if number > seen.entered_at(card)
                for slopes in fight
            ]
            odds[card] = _likely_faces(opponent.ranks, frozenset(since))
        return Worlds(view, seen.allowed(pos), (), odds, self.even).deal

    def reasons(self, view: View, action: Action, worlds: Sequence[Pos] = ()) -> Iterator[str]:
        return explanations.reasons(view, action, worlds)

    def weights(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        seat = decision.seat
        sides = pos.state.ground.sides
        me, opponent = sides[seat], sides[1 - seat]
        battle = _battle(pos)
        fight = AttackBalance(pos, me, opponent, battle) if battle is not None else None
        soldiers: TopSoldiers | None = None
        groups: dict[tuple[Zone, ...], Group] = {}
        plays: dict[int, float] = {}  # by rank, of resources that are not aimed
        weights = []
        for action in options:
            verb = action.verb
            if verb == "attack":
                if soldiers is None:
                    soldiers = TopSoldiers(pos, me, opponent)
                group = groups.get(action.zones)
                if group is None:
                    group = groups[action.zones] = soldiers.group(action.zones)
                weights.append(soldiers.attack(group, action.to))
            elif verb == "pass":
                weights.append(1.0)
            elif verb == "play":
                rank = action.args[0] if action.args else me.ranks[pos.faces[action.cards[0]]]
                if rank == KING:
                    weights.append(_king(pos, me, action, fight))
                elif rank == ACE:
                    if soldiers is None:
                        soldiers = TopSoldiers(pos, me, opponent)
                    weights.append(_ace(soldiers, action, fight))
                else:
                    if rank not in plays:
                        plays[rank] = (
                            _queen(pos, me, fight)
                            if rank == QUEEN
                            else _jack(pos, me, opponent, fight, decision)
                        )
                    weights.append(plays[rank])
            else:
                rule = VERB_WEIGHTS.get(verb)
                weights.append(rule(pos, me, opponent, action) if rule is not None else 0.5)
        if options[0].verb == "phase" and PASS in options:
            weights[options.index(PASS)] = END_EARLY
        if decision.window == "" and options[0] == PASS and len(options) > 1:
            verb = options[1].verb
            if verb == "recruit":
                weights[0] = 0.05
            elif verb == "instead":
                weights[0] = 0.4
        return weights

    def prior(self, pos: Pos, decision: Decision, options: Sequence[Action]) -> list[float]:
        me = pos.state.ground.sides[decision.seat]
        return [
            0.0 if action.verb in ("play", "recruit") and _is_blunder(pos, me, action) else weight
            for weight, action in zip(self.weights(pos, decision, options), options, strict=True)
        ]


Slopes = tuple[float, float, float]  # of the log-likelihood of a Queen, a King and an Ace


def _lost_fights(
    seen: Trace, events: Sequence[Event], seat: Seat, cards: Sequence[CardId]
) -> list[tuple[int, tuple[Slopes, ...]]]:
    """Fights that a seat did not win since the first of these cards was drawn: event number, and
    the slopes that it adds."""
    if not cards:
        return []
    first = min([seen.entered_at(card) for card in cards])
    found: list[tuple[int, tuple[Slopes, ...]]] = []
    for number in reversed(seen.line_numbers(NATURE, CLASH)):
        clash = events[number]
        if number < first:
            break
        assert isinstance(clash, Clash)
        at = [side.seat for side in clash.sides].index(seat)
        if clash.winner in (OPEN, at):
            continue
        own, other = clash.sides[at], clash.sides[1 - at]
        slopes: tuple[Slopes, ...] = (LOST_DEFENCE if at else LOST_ATTACK,)
        if own.total + LEADER * len(own.cards) >= other.total:
            slopes += (LOST_NARROWLY,)
        found.append((number, slopes))
    return found


@cache
def _likely_faces(ranks: bytes, more: frozenset[Slopes]) -> tuple[float, ...]:
    """Likelihood of each face of a resource by its rank. `more`: slopes added to HELD_ON."""
    slopes = [sum(each) for each in zip(HELD_SLOPES, *sorted(more), strict=True)]
    features = [(rank == QUEEN, rank == KING, rank == ACE) for rank in ranks]
    return log_linear(slopes, features)


def _counts(pos: Pos, side: Side) -> list[float]:
    zones, faces, values = pos.zones, pos.faces, pos.state.ground.values
    ranks, up = side.ranks, pos.up
    count = total = best = piles = single = opened = 0
    for pile in side.piles:
        cards = zones[pile]
        if cards:
            piles += 1
            size = len(cards)
            count += size
            if size == 1:
                single += 1
            top = cards[-1]
            best += values[faces[top]]
            opened += up >> top & 1
            for card in cards:
                total += values[faces[card]]
    held = 0
    hand = zones[side.hand]
    for card in hand:
        held += values[faces[card]]
    aces = kings = queens = jacks = 0
    for card in zones[side.resource_hand]:
        rank = ranks[faces[card]]
        if rank == JACK:
            jacks += 1
        elif rank == QUEEN:
            queens += 1
        elif rank == KING:
            kings += 1
        else:
            aces += 1
    ill = 0
    if pos.marks[0]:
        for pile in side.piles:
            for card in zones[pile]:
                ill += pos.marks[0] >> card & 1
    return [
        count, total, best, piles, len(hand), held, aces, kings, queens, jacks,
        len(zones[side.soldiers]), len(zones[side.resources]), ill, opened, single,
        1 if piles == 1 else 0,
    ]  # fmt: skip


# -- odds -----------------------------------------------------------------------------------------


def _value(pos: Pos, seat: int, card: CardId) -> int:
    """Printed value of a soldier; -1 if this seat has not seen it."""
    if pos.known >> seat * pos.box.size + card & 1:
        return pos.state.ground.values[pos.faces[card]]
    return -1


def _worth(pos: Pos, side: Side, card: CardId, value: int) -> float:
    """Cost of losing a soldier from the top of its pile; `value` -1: unseen."""
    pile = pile_of(pos, card)
    last = LAST_OF_PILE if pile >= 0 and len(pos.zones[pile]) == 1 else 0.0
    return IN_PLAY + PER_POINT * (value if value >= 0 else 6) + last


@cache
def _chances(mine: int, least: int) -> tuple[float, float]:
    """Chances to beat and to tie a soldier of nine equally likely strengths from `least` up."""
    won = sum(mine > max(0, least + n) for n in range(9)) / 9
    return won, sum(mine == max(0, least + n) for n in range(9)) / 9


# Group of own piles: total strength, the same without the weakest (-1: one pile only), cost of
# losing them, number of face-down ones, True if one is infected.
Group = tuple[int, int, float, int, bool]


class TopSoldiers:
    """Top soldiers of both sides as one side sees them, evaluated once for a decision."""

    __slots__ = ("goals", "least", "me", "own", "pos")

    def __init__(self, pos: Pos, me: Side, opponent: Side) -> None:
        self.pos, self.me = pos, me
        ill, bonus = pos.marks[0], pos.state.bonus
        zones, faces, values, up = pos.zones, pos.faces, pos.state.ground.values, pos.up
        own: dict[Zone, tuple[int, float, bool, bool]] = {}
        for pile in me.piles:
            cards = zones[pile]
            if cards:
                card = cards[-1]
                value = values[faces[card]]
                worth = IN_PLAY + PER_POINT * value + (LAST_OF_PILE if len(cards) == 1 else 0.0)
                mine = (
                    strength(pos, me, cards[-1:])
                    if me.has_value_modifier
                    else value + bonus[me.seat]
                )
                own[pile] = mine, worth, not up >> card & 1, bool(ill >> card & 1)
        # by pile: strength of its top, cost of losing it, True if face down, True if infected
        self.own = own
        # strength of the weakest unseen soldier
        self.least = (
            opponent.faction.strength(pos, opponent, 2) if opponent.has_value_modifier else 2
        ) + bonus[opponent.seat]
        known = pos.known >> me.seat * pos.box.size
        goals: dict[Zone, tuple[int, int, float, bool]] = {}
        for pile in opponent.piles:
            cards = zones[pile]
            if cards:
                card = cards[-1]
                value, theirs = -1, 0
                if known >> card & 1:
                    value = theirs = values[faces[card]]
                    if opponent.has_value_modifier:
                        theirs = strength(pos, opponent, cards[-1:])
                    else:
                        theirs += bonus[opponent.seat]
                worth = IN_PLAY + PER_POINT * (value if value >= 0 else 6)
                worth += LAST_OF_PILE if len(cards) == 1 else 0.0
                goals[pile] = value, theirs, worth, bool(ill >> card & 1)
        # by pile of the other side: value of its top (-1: unseen), its strength, cost of losing it,
        # True if infected
        self.goals = goals

    def group(self, piles: tuple[Zone, ...]) -> Group:
        mine, least, at_stake, bared, ill = 0, MOST, 0.0, 0, False
        for pile in piles:
            power, worth, covered, sick = self.own[pile]
            mine += power
            at_stake += worth
            bared += covered
            ill = ill or sick
            if power < least:
                least = power
        return mine, mine - least if len(piles) > 1 else -1, at_stake, bared, ill

    def attack(self, group: Group, target: Zone) -> float:
        mine, spare, at_stake, bared, sick = group
        if sick:
            return 0.05
        value, theirs, worth, ill = self.goals[target]
        if ill:
            won, met = 1.0, 0.0
        elif value >= 0:
            won, met = float(mine > theirs), float(mine == theirs)
        else:
            won, met = _chances(mine, self.least)
        if value >= 0 and won and spare >= 0 and (ill or spare > theirs):
            return 0.0  # the weakest is not needed
        gain = (won + met) * worth - (1 - won) * at_stake - SHOWN * bared
        return exp(SHARPNESS * gain) if gain > HOPELESS else 0.0


# -- a declared attack ----------------------------------------------------------------------------


def _battle(pos: Pos) -> Battle | None:
    for step in pos.steps:
        if isinstance(step, Battle):
            return step
        if isinstance(step, Attack):
            return None
    return None


class AttackBalance:
    """A declared attack as one side counts it; all fighters lie face up."""

    __slots__ = ("balance", "called_off", "cards", "lost", "mine", "stake")

    def __init__(self, pos: Pos, me: Side, opponent: Side, battle: Battle) -> None:
        self.called_off = battle.is_called_off(pos)
        attackers, target = battle.cards[:-1], battle.cards[-1:]
        ours = me.seat == pos.state.active
        self.mine, theirs = (attackers, target) if ours else (target, attackers)
        self.cards = battle.cards
        self.lost = False
        self.balance, self.stake = 0, 0.0
        if self.called_off:
            return
        self.balance = strength(pos, me, self.mine) - strength(pos, opponent, theirs)
        if self.balance <= 0:  # a fight that is won needs no help
            self.lost = True
            values, faces = pos.state.ground.values, pos.faces
            for card in self.mine:
                self.stake += _worth(pos, me, card, values[faces[card]])
            at_stake = 0.0
            for card in theirs:
                at_stake += _worth(pos, opponent, card, values[faces[card]])
            self.stake += at_stake


def _queen(pos: Pos, me: Side, fight: AttackBalance | None) -> float:
    """Weight of a Queen: only if she turns a fight."""
    if fight is None or not fight.lost:
        return 0.0
    after = fight.balance + LEADER * len(fight.mine)
    if after < 0 or (after == 0 and fight.balance == 0):
        return 0.0
    gain = fight.stake * (1.0 if after > 0 else 0.5) - HELD[QUEEN]
    return exp(SHARPNESS * gain) if gain > 0 else 0.0


def _king(pos: Pos, me: Side, action: Action, fight: AttackBalance | None) -> float:
    """Weight of a King: into an empty pile, or over a soldier whose fight is lost."""
    zone = pos.zones[action.to]
    if not zone:
        bare = sum(not pos.zones[pile] for pile in me.piles)
        return 1.2 + 0.5 * bare if fight is None or fight.called_off or not fight.lost else 0.6
    if fight is not None and fight.lost and me.seat != pos.state.active and zone[-1:] == fight.mine:
        value = pos.state.ground.values[pos.faces[zone[-1]]]
        if value >= 8:
            return 0.3
        return exp(SHARPNESS * 0.35 * (fight.stake / 2 - 0.2))
    if fight is not None and not fight.called_off:
        return 0.0
    return 0.25


def _ace(soldiers: TopSoldiers, action: Action, fight: AttackBalance | None) -> float:
    pos, me, card = soldiers.pos, soldiers.me, action.onto
    zones = pos.zones
    for pile in soldiers.goals:
        cards = zones[pile]
        if card in cards:
            break
    else:  # an own soldier
        return 0.0
    value = _value(pos, me.seat, card)
    top = cards[-1] == card
    if not top and value < KNIGHT:
        return 0.0
    gain = soldiers.goals[pile][2] if top else IN_PLAY + PER_POINT * value
    if fight is not None and fight.lost and card in fight.cards:
        gain += fight.stake / 2
    elif value < 5 and len(cards) > 1:
        return 0.0
    if len(cards) == 1 and len(soldiers.goals) == 1:
        return 1e6
    gain -= HELD[ACE] + 0.4
    return exp(SHARPNESS * gain) if gain > -0.6 else 0.0


def _jack(
    pos: Pos, me: Side, opponent: Side, fight: AttackBalance | None, decision: Decision
) -> float:
    if fight is not None and not fight.called_off:
        return 1.5 if fight.lost and me.seat != pos.state.active else 0.0
    if decision.window or me.seat != pos.state.active:
        return 0.0
    hidden = sum(_value(pos, me.seat, card) < 0 for card in tops(pos, opponent.piles))
    return 1.6 if hidden >= 2 and isinstance(pos.steps[0], Attack) else 0.0


def _is_blunder(pos: Pos, me: Side, action: Action) -> bool:
    """True for a play or a recruit that a player with search never makes."""
    zones, faces, values = pos.zones, pos.faces, pos.state.ground.values
    if action.verb == "recruit":
        pile = zones[action.to]
        if not pile or pos.up >> pile[-1] & 1 or values[faces[action.cards[0]]] > LOW:
            return False
        return values[faces[pile[-1]]] >= STRONG
    rank = action.args[0] if action.args else me.ranks[faces[action.cards[0]]]
    if rank == KING:
        pile = zones[action.to]
        return bool(pile) and values[faces[pile[-1]]] >= HIGH and _battle(pos) is None
    if rank != ACE or not pos.up >> action.onto & 1 or values[faces[action.onto]] > LOW:
        return False
    opponent = pos.state.ground.sides[1 - me.seat]
    left = [zones[pile] for pile in opponent.piles if zones[pile]]
    return left != [bytes((action.onto,))]


# -- the other verbs ------------------------------------------------------------------------------


def _recruit(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    """Recruit every soldier, on empty piles first, the strong on top."""
    values, faces = pos.state.ground.values, pos.faces
    value = values[faces[action.cards[0]]]
    pile = pos.zones[action.to]
    if not pile:
        return 4.0 + 0.3 * value
    top = values[faces[pile[-1]]]
    return 1.0 + 0.12 * (value - top) + 0.3 * (len(pile) == 1) if value > top else 0.3


def _move(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    """Move onto an empty pile, from a pile that can spare one."""
    zones = pos.zones
    pile = pile_of(pos, action.cards[0])
    if not zones[action.to] and len(zones[pile]) > 1:
        return 2.5
    return 0.03 if len(zones[pile]) > 1 else 0.0


def _draw(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    zones = pos.zones
    soldiers = len(zones[me.hand]) + sum(len(zones[pile]) for pile in me.piles)
    return 1.2 if (action.zones[0] == me.soldiers) == (soldiers < 7) else 1.0


def _instead(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    values, faces = pos.state.ground.values, pos.faces
    kept, given = (_worth(pos, me, card, values[faces[card]]) for card in (
        action.onto, action.cards[0],
    ))  # fmt: skip
    return exp(SHARPNESS * (kept - given))


def _take(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    return {ACE: 6.0, KING: 4.0, QUEEN: 2.0}.get(me.ranks[pos.faces[action.cards[0]]], 0.5)


def _blood(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    card = action.cards[0]
    pile = pile_of(pos, card)
    value = pos.state.ground.values[pos.faces[card]]
    alone = len(pos.zones[pile]) == 1
    return 0.0 if value > 4 or alone else 0.12 * (5 - value)


def _swap(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    values, faces = pos.state.ground.values, pos.faces
    more = values[faces[action.cards[0]]] - values[faces[action.onto]]
    return 0.15 * more if more > 0 else 0.0


def _infect(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    return 0.9 * sum(not pos.marks[0] >> card & 1 for card in tops(pos, opponent.piles))


def _mechanise(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    values = [pos.state.ground.values[pos.faces[card]] for card in tops(pos, me.piles)]
    return 0.4 * (max(values, default=0) * len(values) - sum(values))


def _top(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    value = pos.state.ground.values[pos.faces[action.cards[0]]]
    return 2.0 if (action.verb == "top") == (value >= 5) else 0.5


def _phase(pos: Pos, me: Side, opponent: Side, action: Action) -> float:
    return PHASES[action.args[0]]


VERB_WEIGHTS = {
    "recruit": _recruit, "move": _move, "draw": _draw, "instead": _instead, "take": _take,
    "blood": _blood, "swap": _swap, "infect": _infect, "mechanise": _mechanise, "top": _top,
    "bottom": _top, "phase": _phase, "lay": lambda *_: 0.5, "rest": lambda *_: 1.0,
    "arrange": lambda *_: 0.5, "reshuffle": lambda *_: 0.2,
}  # fmt: skip
