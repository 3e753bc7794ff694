"""Rules of Castle: set-up and turns as steps, in playing order."""

from __future__ import annotations

from functools import cache

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.log_lines import turn_begins
from castlecards.core.position import Step
from castlecards.games.castle.attack import attacks, declare_attack, discard_pair, pairs
from castlecards.games.castle.plays import FEW, from_hand, late_plays, lay, others_of_rank, plays
from castlecards.games.castle.state import (
    ALL_KNIGHTS,
    ALL_PEASANTS,
    DECK,
    DISCARD,
    MARKET,
    OWN,
    RED,
    RETURNED,
    STALLS,
    STOCK,
    WALL_MARK,
    CastleTable,
    Pos,
    Realm,
    hand_limit_of,
    lower_pairs,
    mover,
    read_plots,
    survey,
)
from castlecards.games.castle.story import (
    COLOURS,
    colours_line,
    draw_line,
    end_line,
    last_turns_line,
)
from castlecards.texts import ntr, tr

HAND = 10  # cards dealt to each player, CA1
DRAWN = 2  # cards drawn in a turn, CA3
# Cards; with a larger hand the player first picks one card. Opponents can see that the pick comes,
# so it depends on the size of the hand alone, not on its cards.
LARGE = 20


# -- set-up -------------------------------------------------------------------------------------


@value
class Deal(Step):  # CA1, CA2
    """Deal of the match: hands, colours and market (CA1, CA2)."""

    def run(self, table: CastleTable, action: Action) -> None:
        pos = table.pos
        table.shuffle(DECK)
        first = table.roll(2)
        for seat in (first, 1 - first):
            table.draw(DECK, seat * OWN, HAND)
        second = 1 - first
        card = pos.zones[second * OWN][-1]
        table.flip(card, True)
        red = second if RED[pos.faces[card]] else first
        colour = COLOURS[red == second]
        table.tell(colours_line, second, card, colour)
        table.flip(card, False)
        for stall in range(MARKET, MARKET + STALLS):
            _refill_stall(table, stall)
        table.put(Realm(first, red))
        table.push(Turn())


def _refill_stall(table: CastleTable, stall: Zone) -> None:
    """Refill a market stall from the deck, while the deck has cards (CA3)."""
    deck = table.pos.zones[DECK]
    if deck:
        table.move(deck[-1], DECK, stall)
        table.flip(deck[-1], True)


@value
class Begin(Step):
    """Start from a position set up by hand: its buildings are read from the cards."""

    then: Step

    def run(self, table: CastleTable, action: Action) -> None:
        pos, state = table.pos, table.pos.state
        for card in (*lower_pairs(pos, 0), *lower_pairs(pos, 1)):
            table.mark(card, WALL_MARK, True)
        plots = (read_plots(pos, 0), read_plots(pos, 1))
        table.put(state.with_(plots=plots))
        table.push(self.then)


# -- a turn -------------------------------------------------------------------------------------


@value
class Turn(Step):  # CA3 to CA5, CA25
    """Start of a turn: the draws, then the plays."""

    def run(self, table: CastleTable, action: Action) -> None:
        state = table.pos.state
        table.tell(turn_begins, mover(state), state.turn + 1)
        if table.pos.filled & STOCK:
            table.push(DRAW[DRAWN], NEXT[False, False, False])
        else:
            table.push(NEXT[False, False, True])


@cache
def draws(stock: int) -> tuple[Action, ...]:
    """Draws from stalls and deck; `stock`: bit mask of those with cards, bit 0 is MARKET."""
    zones = range(MARKET, MARKET + STALLS + 1)
    return tuple(Action("draw", zones=(zone,)) for zone in zones if stock >> zone - MARKET & 1)


DRAW_FIRST = tr("Draw a card from the market or the deck")
DRAW_SECOND = tr("Draw a second card from the market or the deck")


@value
class Draw(Step):  # CA3
    """Draw of one card; `left`: draws still to come, this one included (CA3)."""

    left: int

    def ask(self, pos: Pos) -> Decision | None:
        options = draws((pos.filled & STOCK) >> MARKET)
        if len(options) < 2:
            return None
        prompt = DRAW_FIRST if self.left == DRAWN else DRAW_SECOND
        return Decision(mover(pos.state), prompt, options, options[-1])

    def run(self, table: CastleTable, action: Action) -> None:
        pos = table.pos
        chosen = bool(action.zones)
        if not chosen:
            if not pos.filled & STOCK:
                return
            action = draws((pos.filled & STOCK) >> MARKET)[0]
        zone, seat = action.zones[0], mover(pos.state)
        card = pos.zones[zone][-1]
        table.move(card, zone, seat * OWN)
        if not chosen:
            table.tell(draw_line, seat, card, zone)
        if zone != DECK:
            table.flip(card, False)
            _refill_stall(table, zone)
        if self.left > 1:
            table.push(DRAW[self.left - 1])


DRAW = {left: Draw(left) for left in range(1, DRAWN + 1)}
PLAY_OR_ATTACK = tr("Play cards, attack, or end your turn")
PLAY_ONLY = tr("Play cards, or end your turn")
ATTACK_ONLY = tr("Attack, or end your turn")
NOTHING_LEFT = tr("Nothing left to do: end your turn")
PROMPTS = {  # (can play, can attack) -> prompt
    (True, True): PLAY_OR_ATTACK, (True, False): PLAY_ONLY,
    (False, True): ATTACK_ONLY, (False, False): NOTHING_LEFT,
}  # fmt: skip
LAST_PROMPTS = {  # the same where the game ends once both pass
    (True, True): tr("Play cards, attack, or pass"), (True, False): tr("Play cards, or pass"),
    (False, True): tr("Attack, or pass"), (False, False): tr("Nothing left to do: pass"),
}  # fmt: skip


@value
class Play(Step):  # CA4
    """Main decision of a turn, asked also if only passing is left: else opponents would learn what
    the hand lacks."""

    attacked: bool
    acted: bool
    late: bool  # CA25: the stock is empty, nothing is drawn any more

    def options(self, pos: Pos, seat: Seat) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """Legal plays, and legal attacks."""
        lays = late_plays(pos, seat) if self.late else plays(pos, seat)
        return lays, () if self.attacked else attacks(pos, seat)

    def ask(self, pos: Pos) -> Decision | None:
        seat = mover(pos.state)
        lays, raids = self.options(pos, seat)
        if len(pos.zones[seat * OWN]) > LARGE:
            lays = tuple([_pick(card) for card in sorted({c for a in lays for c in a.cards})])
        prompts = LAST_PROMPTS if self.late and not self.acted else PROMPTS
        prompt = prompts[bool(lays), bool(raids)]
        return Decision(seat, prompt, (PASS, *lays, *raids), ends=True)

    def run(self, table: CastleTable, action: Action) -> None:
        verb = action.verb
        if verb == "pass":
            table.push(TURN_END[self.acted, self.late])
        elif verb == "pick":
            table.push(ChoosePlayStep(action.cards[0], self))
        elif verb == "attack":
            table.push(NEXT[True, True, self.late])
            declare_attack(table, mover(table.pos.state), action.onto)
        else:
            self.play(table, action)

    def play(self, table: CastleTable, action: Action) -> None:
        after = NEXT[self.attacked, True, self.late]
        if self.late and action.verb == "royalty":
            table.push(Extend(action.to), after)
        else:
            table.push(after)
        lay(table, mover(table.pos.state), action)


_FLAGS = [(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)]
NEXT = {flags: Play(*flags) for flags in _FLAGS}


@cache
def _pick(card: CardId) -> Action:
    return Action("pick", (card,))


@value
class ChoosePlayStep(Step):
    """Choice of a play with the picked card, in a large hand."""

    card: CardId
    play: Play

    def ask(self, pos: Pos) -> Decision | None:
        seat = mover(pos.state)
        lays = [a for a in self.play.options(pos, seat)[0] if self.card in a.cards]
        return Decision(seat, tr("Play this card, or put it back"), (PASS, *lays))

    def run(self, table: CastleTable, action: Action) -> None:
        if action.verb == "pass":
            table.push(self.play)
        else:
            self.play.play(table, action)


EXTEND = tr("Add more cards to this set, or skip")
EXTEND_NOT = tr("You have nothing to add to this set")


@value
class Extend(Step):  # CA25
    """Addition of more cards of its rank to a set laid with a returned card, in the same play.

    Asked while the hand holds a card that has not been returned: a returned card can be laid
    later.
    """

    zone: Zone

    def ask(self, pos: Pos) -> Decision | None:
        seat = mover(pos.state)
        returned = pos.marks[RETURNED]
        if all(returned >> card & 1 for card in pos.zones[seat * OWN]):
            return None
        options = others_of_rank(pos, seat, self.zone)
        prompt = EXTEND if options else EXTEND_NOT
        return Decision(seat, prompt, (PASS, *options))

    def run(self, table: CastleTable, action: Action) -> None:
        if action.verb == "royalty":
            lay(table, mover(table.pos.state), action)
            table.push(self)


# -- the end of a turn --------------------------------------------------------------------------


DISCARDS = tuple([Action("discard", (card,)) for card in range(256)])


def discards(hand: bytes) -> tuple[Action, ...]:
    """Actions that discard one of these cards."""
    return tuple([DISCARDS[card] for card in hand])


@cache
def discard_prompt(surplus: int, kept: int) -> str:
    """Prompt for discarding down to the hand limit."""
    return ntr(
        surplus,
        "Discard {n} card: you can keep {kept}",
        "Discard {n} cards: you can keep {kept}",
        kept=kept,
    )


NO_HOVEL = tr("You have no hovel left: discard a peasant")
NO_BARRACKS = tr("You have no barracks left: discard a knight")


def _surplus_decision(seat: Seat, what: str, people: int) -> Decision:
    options = pairs("dismiss", people)
    return Decision(seat, what, options, options[-1])


@value
class TurnEnd(Step):  # CA5, CA17, CA24, CA25
    """End of a turn: dismissals without a house, discards above the hand limit, then the next."""

    acted: bool
    late: bool

    def ask(self, pos: Pos) -> Decision | None:
        seat = mover(pos.state)
        estate = survey(pos.state.plots[seat], seat)
        filled = pos.filled
        if not estate.hovels and (filled & ALL_PEASANTS[seat]).bit_count() > FEW:
            return _surplus_decision(seat, NO_HOVEL, filled & ALL_PEASANTS[seat])
        if not estate.barracks and (filled & ALL_KNIGHTS[seat]).bit_count() > FEW:
            return _surplus_decision(seat, NO_BARRACKS, filled & ALL_KNIGHTS[seat])
        hand = pos.zones[seat * OWN]
        surplus = 0 if self.late else len(hand) - hand_limit_of(pos, seat, estate)
        if surplus <= 0:
            return None
        cards = discards(hand)
        return Decision(seat, discard_prompt(surplus, len(hand) - surplus), cards, cards[0])

    def run(self, table: CastleTable, action: Action) -> None:
        pos = table.pos
        if action.verb == "discard":
            from_hand(table, action.cards[0], mover(pos.state), DISCARD)
            table.push(self)
        elif action.verb == "dismiss":
            discard_pair(table, action.zones[0])
            table.push(self)
        else:
            self.close(table)

    def close(self, table: CastleTable) -> None:
        pos, state = table.pos, table.pos.state
        passed = self.late and not self.acted
        if passed and state.passed:
            finish(table)
            return
        if not self.late and not pos.filled & STOCK:
            table.tell(last_turns_line, mover(state))
        table.put(state.with_(turn=state.turn + 1, passed=passed))
        table.push(TURN)


TURN = Turn()
TURN_END = {
    (acted, late): TurnEnd(acted, late) for acted in (False, True) for late in (False, True)
}


def points(pos: Pos, seat: Seat) -> int:
    """Points of a seat from its royalty sets (CA26)."""
    return survey(pos.state.plots[seat], seat).points


def finish(table: CastleTable) -> None:  # CA26
    """End the match; more points win."""
    ours, theirs = points(table.pos, 0), points(table.pos, 1)
    share = 0.5 if ours == theirs else float(ours > theirs)
    table.tell(end_line, (ours, theirs))
    table.end(share, 1 - share)
