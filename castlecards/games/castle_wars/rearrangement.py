"""Rearranging of top soldiers in Castle Wars, in a move phase or by a Jack (CW11, CW19)."""

from __future__ import annotations

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import ONE, Seat, value
from castlecards.core.position import Step
from castlecards.games.castle_wars.deaths import tell_piles
from castlecards.games.castle_wars.state import Pos, Side, WarsTable, tops
from castlecards.texts import tr


def rearrange_actions(pos: Pos, side: Side, left: bytes) -> tuple[Action, ...]:
    """Actions that lay one of these cards on another pile (CW11)."""
    zones, moves = pos.zones, side.moves
    options: list[Action] = []
    for pile in side.piles:
        cards = zones[pile]
        if not cards:
            continue
        top = cards[-1]
        for card in left:
            if card == top:
                options += moves[card][pile]
            elif card in cards:
                options += moves[card][-1]
    return tuple(options)


@value
class Rearrangement(Step):  # CW11, CW19
    """Rearranging of top soldiers, card by card; no window opens until it ends."""

    seat: Seat
    left: bytes  # cards that can still be moved to another pile
    filled_before: int  # bit mask of the zones that were filled when it began
    phase: bool = False  # True in the move phase, False by a Jack

    def ask(self, pos: Pos) -> Decision | None:
        options = rearrange_actions(pos, pos.state.ground.sides[self.seat], self.left)
        if not options:
            return None
        prompt = tr("Rearrange your top soldiers, or keep them")
        return Decision(self.seat, prompt, (PASS, *options))

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb != "pass":
            rearrange(table, action, self.seat, self.left, self.filled_before, self.phase)
        else:
            end_rearrangement(table, self.seat, self.filled_before)


def end_rearrangement(table: WarsTable, seat: Seat, filled_before: int) -> None:
    """End the rearranging: a pile that was empty only in between is not destroyed (CW11)."""
    if table.pos.state.loose is not None:
        settle_tops(table, seat)
    if filled_before != table.pos.filled:
        tell_piles(table, filled_before, "left")


def rearrange(
    table: WarsTable, action: Action, seat: Seat, left: bytes, filled_before: int, phase: bool
) -> None:
    """Lay one card on another pile, then go on with the rest; arguments as of `Rearrangement`."""
    card = action.cards[0]
    pos = table.pos
    zones = pos.zones
    for pile in pos.state.ground.sides[seat].piles:
        if card in zones[pile]:
            table.move(card, pile, action.to)
            break
    remaining = left.replace(ONE[card], b"")
    if remaining:
        table.push(Rearrangement(seat, remaining, filled_before, phase))
    else:
        end_rearrangement(table, seat, filled_before)


# CW11: in a move phase the state's `loose` are the tops that can be laid elsewhere. It is None
# until something is played in the phase: until then they are all tops.


def loosen(table: WarsTable, loose: bytes | None) -> None:
    """Set the cards that can be laid elsewhere."""
    table.put(table.pos.state.with_(loose=loose))


def cover(table: WarsTable, side: Side, cards: bytes) -> None:
    """Take these cards out of `loose`: a knight, and the card that it covers."""
    loose = table.pos.state.loose
    if loose is not None and side.seat == table.pos.state.active:
        loosen(table, bytes([card for card in loose if card not in cards]))


def settle_tops(table: WarsTable, seat: Seat) -> None:
    """Take covered cards out of `loose` after a rearrangement."""
    state = table.pos.state
    if state.loose is not None and seat == state.active:
        top_cards = tops(table.pos, state.ground.sides[seat].piles)
        loosen(table, bytes([card for card in state.loose if card in top_cards]))
