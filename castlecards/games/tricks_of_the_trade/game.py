"""Game class of Tricks of the Trade: options, set-up, and links to its other modules."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, Zone, ZoneSpec
from castlecards.core.form import Form
from castlecards.core.game import (
    Badge,
    Fact,
    Game,
    OutcomePreview,
    Phase,
    Refusal,
    Sheet,
    SumEnding,
    option,
)
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Box, Position, Step
from castlecards.core.sentence_templates import fraction_text, joined_list
from castlecards.core.view import View
from castlecards.games.decks import DOMAIN_NAMES, DOMAINS, TechDeck
from castlecards.games.tricks_of_the_trade.action_previews import outcome_preview
from castlecards.games.tricks_of_the_trade.forms import decision_form
from castlecards.games.tricks_of_the_trade.heuristics import TradeAdvice
from castlecards.games.tricks_of_the_trade.illegal_reasons import refuse
from castlecards.games.tricks_of_the_trade.labels import describe, roles
from castlecards.games.tricks_of_the_trade.observation import fields
from castlecards.games.tricks_of_the_trade.rules import (
    BiddingStep,
    Deal,
    Effects,
    Play,
    Round,
    TradingStep,
    Tricks,
    effect,
    pending,
)
from castlecards.games.tricks_of_the_trade.scoring import ROUNDS, TIE_BREAKS, total, winners
from castlecards.games.tricks_of_the_trade.state import (
    BID,
    DEAL,
    EFFECTS,
    GOAL_VALUE,
    NUMBERED,
    PHASE_TITLES,
    PLAY,
    TRICKS,
    TRUMP_VALUE,
    WISHES,
    Ground,
    Pos,
    RoundScore,
    Trade,
    bid_of,
    domain_name,
    ground,
    names,
    specs,
    token_faces,
    trump,
)
from castlecards.games.tricks_of_the_trade.story import STORY
from castlecards.texts import tr

PHASE_TEXTS = (
    tr("Everyone gets ten cards. One card is turned up: its domain is trump."),
    tr("Everyone secretly bids how many of the six tricks they will win."),
    tr("Each player may trade one card with one opponent."),
    tr("Each player may use the effect of one card."),
    tr("Six tricks: follow suit if you can. The highest trump wins."),
)
ITEMS = (
    tr("Round {n} · Won / bid"),
    tr("Round {n} · At least the bid"),
    tr("Round {n} · Exactly the bid"),
    tr("Round {n} · Tricks for the goal"),
    tr("Round {n} · All tricks or none"),
    tr("Round {n} · Total"),
)


@dataclass(frozen=True)
class Options:
    """Options of Tricks of the Trade."""

    hidden_goals: bool = option(
        False,
        tr("Hidden goals"),
        tr("Goal cards stay face down until the first round is scored. You see only your own."),
    )
    bid_bonus: str = option(
        "both",
        tr("Points for an exact bid"),
        tr("What you get for winning exactly as many tricks as you bid."),
        choices=(
            ("both", tr("4, and 1 for winning more")),
            ("tiers", tr("3, and 1 for winning more")),
        ),
    )


class TricksOfTheTrade(Game[Trade]):
    """Rules and texts of Tricks of the Trade for a deck; reads no file."""

    id = "tricks_of_the_trade"
    title = tr("Tricks of the Trade")
    tagline = tr("Bid, bargain and bend the trump card: three rounds of six tricks.")
    designer = tr("Benjamin Cheung, rules version 2, for his Tech Deck")
    minutes = (45, 60)
    players = range(2, 5)
    advice = TradeAdvice()
    story = STORY
    options = Options
    marks = tuple(tr("Counts as {domain}", domain=DOMAIN_NAMES[suit]) for suit in DOMAINS)
    entries: ClassVar[Mapping[str, Step]] = {
        "Round": Round(), "Bidding": BiddingStep(), "Trading": TradingStep(), "Effects": Effects(),
        "Tricks": Tricks(),
    }  # fmt: skip

    def __init__(self, deck: TechDeck) -> None:
        self.deck = deck

    @property
    def version(self) -> str:
        """Version of the rules, with a checksum of the deck."""
        cards = sorted((card.domain, card.value, card.id) for card in self.deck.cards)
        data = repr((cards, self.deck.does)).encode()
        return f"{self.rules_version}.{zlib.crc32(data):08x}"

    def ground(self, options: Options, players: int) -> Ground:
        """Fixed facts of a match. Raises ValueError for a number of players that does not fit."""
        if players not in self.players:
            raise ValueError(
                tr("Tricks of the Trade is for 2 to 4 players, not {players}", players=players)
            )
        return ground(self.deck.does, players, options.hidden_goals, options.bid_bonus == "tiers")

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        return specs(self.ground(options, players))

    def setup(self, options: Options, players: int) -> Position[Trade]:
        ground = self.ground(options, players)
        box, zones = box_and_zones(self.deck, ground)
        state = Trade(ground, won=(b"",) * ground.seats)
        return Position.new(box, zones, state, Deal(), len(self.marks))

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return names(seats)

    def describe(self, action: Action, view: View) -> str:
        return describe(action, view)

    def why_not(self, view: View, action: Action) -> Refusal:
        return refuse(view, action)

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        state: Trade = pos.state
        ground = state.ground
        facts: list[Fact] = []
        for seat, side in enumerate(pos.box.sides):
            alone = seat if ground.seats > 2 else -1
            facts.append(Fact(side, tr("Points"), str(total(pos, seat)), alone, final=True))
            if pos.result is None:
                facts.append(Fact(side, tr("Tricks"), won_of_bid(pos, seat), alone))
                continue
            met = self.tallies(pos, seat)["bids_met"]
            goals = sum(scores[seat].goal for scores in state.scores)
            facts += [
                Fact(side, tr("Exact bids"), str(met), alone, final=True),
                Fact(side, tr("Goals"), str(goals), alone, final=True),
            ]
        facts.append(Fact(-1, tr("Round"), fraction_text(min(state.round + 1, ROUNDS), ROUNDS)))
        if suit := trump(pos):
            facts.append(Fact(-1, tr("Trump"), domain_name(suit)))
        return tuple(facts)

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        """Badges of tricks won out of the bid, of bids made, and of the leader."""
        state: Trade = pos.state
        ground, seats = state.ground, range(state.ground.seats)
        badges: list[Badge] = []
        if suit := trump(pos):
            counts = tr("The highest trump wins the trick.")
            badges.append(
                Badge(ground.spot, -1, tr("Trump {domain}", domain=domain_name(suit)), counts)
            )
        if state.phase == BID:
            words = (tr("no bid yet"), tr("has bid"))
            bids = ground.bids
            return (*badges, *[Badge(bid, -1, words[bool(pos.zones[bid])]) for bid in bids])
        won = tr("Tricks won this round, out of the bid.")
        for seat in seats if state.phase != DEAL else ():
            have, goal = len(pos.zones[ground.won[seat]]) // ground.seats, bid_of(pos, seat)
            if pos.result is not None:  # what was won may have been gathered
                have, goal = state.scores[-1][seat].tricks, state.scores[-1][seat].bid
            text = won_of_bid(pos, seat)
            badges.append(Badge(ground.won[seat], -1, text, won, progress=have, goal=goal))
        step = pos.steps[0] if pos.steps else None
        if isinstance(step, Play):
            led = tr("Plays the first card of this trick.")
            badges.append(Badge(ground.hands[step.leader], -1, tr("leads"), led))
        return tuple(badges)

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        now = pos.state.phase if pos.result is None else PLAY + 1
        return tuple(
            Phase(title, "past" if n < now else "now" if n == now else "ahead", text)
            for n, (title, text) in enumerate(zip(PHASE_TITLES, PHASE_TEXTS, strict=True))
        )

    def form(self, view: View) -> Form | None:
        return decision_form(view)

    def effect(self, pos: Position[Any]) -> CardId:
        return effect(pos)

    def roles(self, view: View) -> Mapping[CardId, str]:
        return roles(view) if self.phase_now(view.position) == PHASE_TITLES[EFFECTS] else {}

    def outcome_preview(self, view: View, action: Action) -> OutcomePreview | None:
        return outcome_preview(view, action)

    def clash(self, pos: Position[Any]) -> Clash | None:
        return pending(pos)

    def observation_fields(self, pos: Position[Any]) -> tuple[ObservationField, ...]:
        return fields(pos.box.size, pos.box.seats)

    def tallies(self, pos: Position[Any], seat: Seat) -> Mapping[str, int]:
        """Counts for goals: tricks of this round, points and exact bids of the scored rounds.

        `led`: points ahead of the best opponent.
        """
        ground, scores = pos.state.ground, pos.state.scores
        totals = [total(pos, each) for each in range(ground.seats)]
        return {
            "tricks": len(pos.zones[ground.won[seat]]) // ground.seats,
            "points": totals[seat],
            "led": totals[seat] - max(totals[:seat] + totals[seat + 1 :]),
            "bids_met": sum(round_[seat].tricks == round_[seat].bid for round_ in scores),
            "hand": len(pos.zones[ground.hands[seat]]),
        }

    def sheet(self, pos: Position[Any]) -> Sheet | None:  # TT16
        """Score sheet with six rows for each round and one column for each seat."""
        state: Trade = pos.state
        rows: list[tuple[str, ...]] = []
        for n, scores in enumerate(state.scores):
            texts = [
                (
                    fraction_text(got.tricks, got.bid), f"+{got.reached}", f"+{got.exact}",
                    f"+{got.goal}", f"+{got.sweep}", str(got.total),
                )
                for got in scores
            ]  # fmt: skip
            rows += [
                (item.format(n=n + 1), *[text[at] for text in texts])
                for at, item in enumerate(ITEMS)
            ]
        if not rows:
            return None
        seats = range(state.ground.seats)
        if pos.result is not None:
            rows.append((tr("Whole game"), *[str(total(pos, seat)) for seat in seats]))
        ends = (0, len(ITEMS) - 1)  # tricks of the bid and total of a round
        main = [n for n in range(len(state.scores) * len(ITEMS)) if n % len(ITEMS) in ends]
        return Sheet(("", *state.ground.names), tuple(rows), tuple(main))

    def minimum_cards(self, pos: Position[Any]) -> Mapping[Zone, int]:
        """Minimum: a goal for each seat, equal hands, and bids or bid tokens."""
        state: Trade = pos.state
        ground, first = state.ground, pos.steps[0]
        fewest = dict.fromkeys(ground.goals, 1)
        if not isinstance(first, Round):
            most = max(len(pos.zones[hand]) for hand in ground.hands)
            fewest |= dict.fromkeys(ground.hands, max(1, most))
        bidden = not isinstance(first, (Round, BiddingStep))
        if bidden:
            fewest |= dict.fromkeys(ground.bids, 1)
        if not bidden or state.round < ROUNDS - 1:
            fewest |= dict.fromkeys(ground.resting, TRICKS + 1 - bidden)
        return fewest

    def ending(self, pos: Position[Any]) -> SumEnding:  # TT16
        """Tricks, bids and goals of all rounds, and sweeps if there were any."""
        state: Trade = pos.state
        seats = range(state.ground.seats)
        parts: tuple[tuple[str, Callable[[RoundScore], int]], ...] = (
            (tr("Tricks"), lambda got: got.tricks),
            (tr("Bids"), lambda got: got.reached + got.exact),
            (tr("Goals"), lambda got: got.goal),
            (tr("All tricks or none"), lambda got: got.sweep),
        )
        rows = [
            (label, tuple(sum(points(scores[seat]) for scores in state.scores) for seat in seats))
            for label, points in parts
        ]
        return SumEnding(tuple(row for n, row in enumerate(rows) if n < 3 or any(row[1])))

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        """Sentences on the totals and what decided the match."""
        names = pos.state.ground.names
        totals = [(total(pos, seat), name) for seat, name in enumerate(names)]
        totals.sort(key=lambda each: -each[0])
        points = "; ".join(f"{name} – {points}" for points, name in totals)
        sentences = [tr("Points after three rounds: {points}.", points=points)]
        won, reason = winners(pos)
        if len(won) > 1:
            shared = joined_list([names[seat] for seat in won])
            sentences.append(tr("{names} are tied in everything and share the win.", names=shared))
        else:
            text = TIE_BREAKS.get(reason, tr("{name} wins."))
            sentences.append(text.format(name=names[won[0]]))
        return tuple(sentences)


@lru_cache(maxsize=16)
def box_and_zones(deck: TechDeck, ground: Ground) -> tuple[Box, dict[Zone, bytes]]:
    """Box and start zones of a match (TT1 to TT3).

    There are no wild cards. The value-1 cards, which are dealt as goals, lie on the trump spot.
    """
    seats = ground.seats
    faces = (*deck.faces(1)[:NUMBERED], *token_faces(seats))
    cards = range(NUMBERED)
    zones = {
        ground.spot: bytes([card for card in cards if ground.ranks[card] == GOAL_VALUE]),
        ground.trumps: bytes([card for card in cards if ground.ranks[card] == TRUMP_VALUE]),
        ground.draw_deck: bytes([card for card in cards if ground.ranks[card] > TRUMP_VALUE]),
        ground.wishes: bytes(range(len(faces) - len(WISHES), len(faces))),
    }
    for seat, resting in enumerate(ground.resting):
        first = NUMBERED + seat * (TRICKS + 1)
        zones[resting] = bytes(range(first, first + TRICKS + 1))
    sides = (0, *(1,) * (seats - 1))
    return Box(faces, specs(ground), sides), zones


def won_of_bid(pos: Pos, seat: Seat) -> str:
    """Text such as `2 of 3`: tricks won in this round and the bid, if it is public."""
    state = pos.state
    if pos.result is not None:
        got = state.scores[-1][seat]
        return fraction_text(got.tricks, got.bid)
    bid = bid_of(pos, seat)
    won = len(pos.zones[state.ground.won[seat]]) // state.ground.seats
    return fraction_text(won, bid) if bid >= 0 else "–"
