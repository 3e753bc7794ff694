"""Effects of the resources of Castle Wars: Ace, King, Queen and Jack (CW19 to CW22)."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import ONE
from castlecards.games.castle_wars.deaths import check_piles, discard_face_up, discard_soldier, kill
from castlecards.games.castle_wars.rearrangement import Rearrangement, cover
from castlecards.games.castle_wars.state import (
    ACE,
    JACK,
    KING,
    LEADER,
    QUEEN,
    Side,
    WarsTable,
    pile_of,
    tops,
)
from castlecards.games.castle_wars.story import pile_line, resource_line


def use(table: WarsTable, side: Side, action: Action) -> None:
    """Carry out a resource or power; the steps that it pushes happen first."""
    pos = table.pos
    if action.verb != "play":
        side.faction.use_power(table, side, action)
        return
    settle_swaps(table)
    card = action.cards[0]
    rank = action.args[0] if action.args else side.ranks[pos.faces[card]]
    if rank == KING:  # CW21
        if pos.state.loose is not None:
            cover(table, side, pos.zones[action.to][-1:] + ONE[card])
        filled_before = pos.filled
        table.move(card, side.resource_hand, action.to)
        table.flip(card, True)
        table.tell(resource_line, side.seat, rank, card, (), action.to)
        table.flip(card, False)
        if not filled_before >> action.to & 1:
            table.tell(pile_line, filled_before, 0)
        return
    discard_face_up(table, card, side.resource_hand, side.spent)
    if rank == ACE:  # CW22
        goal = action.onto
        pile = pile_of(pos, goal)
        if pos.state.ground.has_death_powers:
            table.tell(resource_line, side.seat, rank, card, (goal,), pile)
            kill(table, ONE[goal], (pile,), attack=False)
        else:
            filled_before = pos.filled
            discard_soldier(table, goal, pile)
            table.tell(resource_line, side.seat, rank, card, (goal,), pile)
            check_piles(table, filled_before)
        return
    table.tell(resource_line, side.seat, rank, card, (), -1)
    if rank == QUEEN:  # CW20
        state = pos.state
        ours, theirs = state.bonus
        bonus = (ours, theirs + LEADER) if side.seat else (ours + LEADER, theirs)
        table.put(state.with_(bonus=bonus, swapped=0))
    elif rank == JACK:  # CW19
        spy(table, side)


def spy(table: WarsTable, side: Side) -> None:
    """Carry out a Jack: enemy tops face up, own tops face down, to be rearranged (CW19)."""
    pos = table.pos
    other = pos.state.ground.sides[1 - side.seat]
    for card in tops(pos, other.piles):
        if not pos.up >> card & 1:
            table.flip(card, True)
    own = tops(pos, side.piles)
    for card in own:
        if pos.up >> card & 1:
            table.flip(card, False)
    table.forget(*own)  # CW32: they can be rearranged
    table.push(Rearrangement(side.seat, own, pos.filled))


def settle_swaps(table: WarsTable, over: bool = False) -> None:
    """Allow swaps on all piles again (CW35); `over`: no declared attack is pending any more."""
    state = table.pos.state
    if state.swapped or (over and state.relief):
        relief = b"" if over else state.relief
        table.put(state.with_(swapped=0, relief=relief))
