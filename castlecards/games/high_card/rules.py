"""High Card: a complete small game in one file, the pattern for new games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, Face, Seat, Value, Zone, ZoneSpec, value
from castlecards.core.game import Fact, Game, Refusal, option
from castlecards.core.log_lines import TURN, Clash, Line, Party, named_cards, turn_begins
from castlecards.core.observation import ObservationField, bits, scalar
from castlecards.core.position import Box, Position, Step
from castlecards.core.sentence_templates import DREW, ENDED, FOUGHT, Story, Template
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.games.decks import standard
from castlecards.texts import tr

HAND, BID, TRICKS = 0, 1, 2
OWN = 3  # zones a seat: hand, bid, tricks
DECK: Zone = 6


@value
class High(Value):
    """State of a match besides its cards; it is public."""

    lead: Seat = 0
    redrawn: int = 0  # bit mask of the seats that used HC5
    redraws: bool = True


Pos = Position[High]
HighTable = Table[High]


@dataclass(frozen=True)
class Options:
    """Options of a match of High Card."""

    redraw: bool = option(
        True, tr("Fresh hand"), tr("Once in the game each player may redraw the whole hand.")
    )


@cache
def lay(card: int, seat: Seat) -> Action:
    return Action("lay", (card,), to=seat * OWN + BID)


REDRAW = Action("redraw")


@value
class Deal(Step):
    """Set-up: shuffle, deal four cards each, and draw the leader by lot (HC1, HC7)."""

    def run(self, table: HighTable, action: Action) -> None:
        table.shuffle(DECK)
        for seat in (0, 1):
            table.draw(DECK, seat * OWN + HAND, 4)
        state = table.pos.state
        table.put(High(table.roll(2), 0, state.redraws))
        table.push(Round())


@value
class Round(Step):
    """Start of a round, or the end of the match if both hands are empty (HC2, HC6)."""

    def run(self, table: HighTable, action: Action) -> None:
        pos = table.pos
        if pos.zones[HAND] or pos.zones[OWN + HAND]:
            lead = pos.state.lead
            table.tell(turn_begins, lead, tricks_of(pos) + 1)
            table.push(Lay(lead), Lay(1 - lead), Compare())
            return
        ours, theirs = len(pos.zones[TRICKS]), len(pos.zones[OWN + TRICKS])
        table.tell(counted)
        share = 0.5 if ours == theirs else float(ours > theirs)
        table.end(share, 1 - share)


@value
class Lay(Step):
    """Choice of a hand card, or of a fresh hand (HC2, HC5)."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        hand = pos.zones[self.seat * OWN + HAND]
        options = tuple([lay(card, self.seat) for card in hand])
        if pos.state.redraws and not pos.state.redrawn >> self.seat & 1 and pos.zones[DECK]:
            options += (REDRAW,)
        return Decision(self.seat, tr("Play a card face down"), options, options[0])

    def run(self, table: HighTable, action: Action) -> None:
        pos = table.pos
        hand = self.seat * OWN + HAND
        if action.verb == "lay":
            table.move(action.cards[0], hand, action.to)
            return
        cards = pos.zones[hand]
        for card in cards:
            table.tuck(card, hand, DECK)
        table.shuffle(DECK)
        table.draw(DECK, hand, len(cards))
        state = pos.state
        table.put(state.with_(redrawn=state.redrawn | 1 << self.seat))
        table.push(self)


@value
class Compare(Step):
    """Comparison of the two cards; the winner takes them, then both draw (HC3, HC4)."""

    def run(self, table: HighTable, action: Action) -> None:
        pos = table.pos
        cards = [pos.zones[seat * OWN + BID][0] for seat in (0, 1)]
        for card in cards:
            table.flip(card, True)
        ours, theirs = (pos.face(card) for card in cards)
        state = pos.state
        winner = 0 if (ours.rank, ours.suit == "H") > (theirs.rank, theirs.suit == "H") else 1
        table.tell(taken, state.lead, winner)
        for seat, card in enumerate(cards):
            table.move(card, seat * OWN + BID, winner * OWN + TRICKS)
        for seat in (winner, 1 - winner):
            table.draw(DECK, seat * OWN + HAND)
        table.put(state.with_(lead=winner))
        table.push(Round())


def tricks_of(pos: Pos) -> int:
    """Tricks that have been taken."""
    return (len(pos.zones[TRICKS]) + len(pos.zones[OWN + TRICKS])) // 2


# -- told -----------------------------------------------------------------------------------------


def taken(pos: Pos, lead: Seat, winner: Seat) -> Clash:
    """Both cards of a trick, the leader's first, when they lie face up."""
    sides = tuple(
        Party(seat, named_cards(pos.zones[seat * OWN + BID]), (seat * OWN + BID,), (rank,), rank)
        for seat in (lead, 1 - lead)
        for rank in [pos.face(pos.zones[seat * OWN + BID][0]).rank]
    )
    loser = sides[1 - int(winner != lead)]
    return Clash("taken", sides, int(winner != lead), loser.cards, tr("beats"), "HC3")


def counted(pos: Pos) -> Line:
    return Line("counted", NATURE)


def card_name(face: Face) -> str:
    if face.suit == "H":
        return tr("the {rank} of hearts", rank=face.rank)
    return tr("the {rank} of spades", rank=face.rank)


STORY = Story(
    {
        TURN: Template("Trick {0} · {Who}"),
        "lay": Template("{who} played {cards}.", hidden="{who} played a card face down."),
        "redraw": Template("{who} drew a fresh hand.", rank=DREW),
        "taken": Template(
            "{winner} won the trick: {winning} beat {fallen}.",
            replaces=("lay",), rank=FOUGHT, title="{winner} wins the trick",
        ),
        "counted": Template("All cards were played.", rank=ENDED),
    },
    card_name,
)  # fmt: skip


class HighCard(Game[High]):
    """Rules of High Card behind the interface of all games."""

    id = "high_card"
    title = tr("High Card")
    tagline = tr("Four cards, one trick at a time: a quick warm-up for the table.")
    minutes = (1, 3)
    players = range(2, 3)
    options = Options
    listed = False
    story = STORY

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        zones: list[ZoneSpec] = []
        for seat in (0, 1):
            zones += [
                ZoneSpec(
                    f"{seat}.hand", (0, 0.1), seat, None, "fan", (0.7, 0), 5, "owner", tr("Hand")
                ),
                ZoneSpec(f"{seat}.bid", (0, 1.4), seat, title=tr("Card played")),
                ZoneSpec(f"{seat}.tricks", (4, 0.6), seat, sight="all", title=tr("Tricks")),
            ]
        return (*zones, ZoneSpec("deck", (-4, 0), title=tr("Deck")))

    def setup(self, options: Options, players: int) -> Position[High]:
        box = Box(standard(range(2, 10), "HS"), self.layout(options, players), (0, 1))
        return Position.new(box, {DECK: bytes(range(16))}, High(redraws=options.redraw), Deal())

    def describe(self, action: Action, view: View) -> str:
        if action.verb == "redraw":
            return tr("Redraw your hand")
        face = view.face(action.cards[0])
        return tr("Play {card}", card=card_name(face) if face else tr("a card"))

    def why_not(self, view: View, action: Action) -> Refusal:
        if view.decision is None:
            return Refusal("HC2", tr("Wait for the other player to play a card."))
        if action.verb == "redraw":
            return Refusal("HC5", tr("You can redraw your hand once, while the deck has cards."))
        return Refusal("HC2", tr("Play one card from your hand on your own place."))

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        tricks = [len(pos.zones[seat * OWN + TRICKS]) // 2 for seat in (0, 1)]
        return tuple(Fact(seat, tr("Tricks"), str(n), final=True) for seat, n in enumerate(tricks))

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        ours, theirs = (len(pos.zones[seat * OWN + TRICKS]) // 2 for seat in (0, 1))
        return (tr("Both hands are empty. Tricks: {ours} to {theirs}.", ours=ours, theirs=theirs),)

    def observation_fields(self, pos: Position[High]) -> tuple[ObservationField, ...]:
        redrawn = ObservationField("redrawn", 2, "by seat", lambda pos: bits(pos.state.redrawn, 2))
        return (scalar("lead"), redrawn, scalar("redraws"))
