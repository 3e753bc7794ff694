"""Deaths of soldiers in Castle Wars, destroyed piles, and the end of the match."""

from __future__ import annotations

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import NATURE, CardId, Zone, value
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Step
from castlecards.games.castle_wars.state import Pos, Side, Steps, WarsTable, in_play, owner, pile_of
from castlecards.games.castle_wars.story import end_line, pile_line
from castlecards.texts import tr

DYING = tr("Save your soldier by sacrificing another, or let it die")


def kill(table: WarsTable, cards: bytes, piles: tuple[Zone, ...], attack: bool) -> None:
    """Kill these cards on these piles at the same moment; step by step if a faction has
    `has_death_powers`."""
    pos = table.pos
    state = pos.state
    if not state.ground.has_death_powers:
        filled_before = pos.filled
        for n, card in enumerate(cards):
            discard_soldier(table, card, piles[n])
        check_piles(table, filled_before)
        return
    own = state.ground.sides[state.active].piles_mask  # CW42: the player to move decides first
    both = list(zip(cards, piles, strict=True))
    order = bytes([card for card, pile in both if own >> pile & 1])
    order += bytes([card for card, pile in both if not own >> pile & 1])
    table.push(DeathStep(order, order, 0, attack))


def discard_face_up(table: WarsTable, card: CardId, source: Zone, to: Zone) -> None:
    """Discard face up, to the dead soldiers or used resources."""
    table.move(card, source, to)
    if not table.pos.up >> card & 1:
        table.flip(card, True)


def discard_soldier(table: WarsTable, card: CardId, pile: Zone) -> None:
    """Discard a soldier to the owner of its pile (CW21, CW26)."""
    pos = table.pos
    if pos.marks[0] >> card & 1:
        table.mark(card, 0, False)
    ground = pos.state.ground
    discard_face_up(table, card, pile, ground.discard_zones[pile][ground.knights[pos.faces[card]]])


@value
class DeathStep(Step):
    """Deaths of one moment; card by card another soldier can die instead (CW39)."""

    victims: bytes
    dying: bytes  # the victims or their substitutes
    at: int  # index of the victim that is asked about
    attack: bool

    def ask(self, pos: Pos) -> Decision | None:
        card = self.victims[self.at]
        side = owner(pos, pile_of(pos, card))
        if not side.faction.has_death_powers:
            return None
        substitutes = side.faction.on_loss(pos, side, card, self.victims + self.dying)
        if not substitutes:
            return None
        return Decision(side.seat, DYING, (PASS, *substitutes))

    def run(self, table: WarsTable, action: Action) -> None:
        dying, at = self.dying, self.at
        if action.verb != "pass":
            dying = dying[:at] + bytes(action.cards) + dying[at + 1 :]
        if at + 1 < len(dying):
            table.push(self.with_(dying=dying, at=at + 1))
        else:
            discard_dead(table, dying, self.attack)


def discard_dead(table: WarsTable, cards: bytes, attack: bool) -> None:
    """Discard the dead, or let the killer's faction take them (CW26); then survey the piles."""
    pos = table.pos
    filled_before = pos.filled
    sides = pos.state.ground.sides
    captures: tuple[Steps, Steps] = ((), ())  # by capturing seat
    for card in cards:
        pile = pile_of(pos, card)
        seat = owner(pos, pile).seat
        killer = sides[1 - seat]
        taken = killer.faction.on_kill(killer, card) if attack else ()
        if not taken:
            discard_soldier(table, card, pile)
        elif seat:
            captures = captures[0] + taken, captures[1]
        else:
            captures = captures[0], captures[1] + taken
    if not attack:
        table.tell(cards_line, "fell", pos.state.active, *cards)
    tell_piles(table, filled_before)
    active = pos.state.active
    steps = captures[active] + captures[1 - active]  # CW42
    if steps and all(has_survivor(pos, side, cards) for side in sides):
        table.push(*steps, PileCheck())
        return
    for step in steps:  # CW15: the game is over: no decision where the dead go
        step.run(table, PASS)
    check_piles(table, pos.filled)


def tell_piles(table: WarsTable, filled_before: int, lost: str = "destroyed") -> None:
    """Log the piles destroyed or restored since a moment (CW14).

    `filled_before`: bit mask of the zones that were filled at that moment.

    If a side has none left, the line of the match's end reports it. `lost`: as in `pile_line`.
    """
    pos = table.pos
    filled = pos.filled
    ours, theirs = pos.state.ground.sides
    if filled & ours.piles_mask and filled & theirs.piles_mask:
        for n in range(
            ((filled_before ^ filled) & (ours.piles_mask | theirs.piles_mask)).bit_count()
        ):
            table.tell(pile_line, filled_before, n, lost)


def has_survivor(pos: Pos, side: Side, dying: bytes) -> bool:
    """True if a soldier of this side stays in play without the dying ones."""
    return any(card not in dying for card in in_play(pos, side))


def check_piles(table: WarsTable, filled_before: int) -> None:  # CW15
    """End the match if a side has no pile left, else log the destroyed piles by `tell_piles`."""
    pos = table.pos
    ours, theirs = pos.state.ground.sides
    if not pos.filled & ours.piles_mask:
        won = bool(pos.filled & theirs.piles_mask)
        table.tell(end_line, 1 if won else NATURE)
        table.end(*((0.0, 1.0) if won else (0.5, 0.5)))
    elif not pos.filled & theirs.piles_mask:
        table.tell(end_line, 0)
        table.end(1.0, 0.0)
    elif filled_before & ~pos.filled:
        tell_piles(table, filled_before)


@value
class PileCheck(Step):
    """Check whether a side has lost its last pile (CW15)."""

    def run(self, table: WarsTable, action: Action) -> None:
        check_piles(table, table.pos.filled)
