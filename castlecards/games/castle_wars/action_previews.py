"""Previews of actions in Castle Wars, and badges with the current value of soldiers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.core.game import Badge, OutcomePreview, Tone
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.castle_wars.rules import declared_attack, infected_losses, pending
from castlecards.games.castle_wars.state import (
    ACE,
    JACK,
    KING,
    KNIGHT,
    LEADER,
    QUEEN,
    Pos,
    Side,
    in_play,
    owner,
    pile_of,
    strength,
    tops,
)
from castlecards.texts import ntr, signed, tr

# -- worth ----------------------------------------------------------------------------------------


def value_badges(pos: Position[Any]) -> tuple[Badge, ...]:
    """Badges of the top soldiers: face up their value, face down only what is added to it."""
    badges: list[Badge] = []
    for side in pos.state.ground.sides:
        added = _added(pos, side)
        for pile in side.piles:
            for card in tops(pos, (pile,)):
                if pos.up >> card & 1:
                    badges += _badges(pos, (card,))
                elif added.text:
                    badges.append(replace(added, zone=pile, card=card))
    return tuple(badges)


def own_value_badges(view: View) -> tuple[Badge, ...]:
    """Badges of face-down top soldiers that this seat can look at."""
    pos = view.position
    hidden = [card for card in _tops(pos) if not pos.up >> card & 1]
    return tuple(_badges(pos, [card for card in hidden if view.can_see(card)]))


def _added(pos: Pos, side: Side) -> Badge:
    """Badge of an unseen soldier: its bonus (`+3`), or its value (`9`) if all count alike."""
    bonus = pos.state.bonus[side.seat]
    low, high = (side.faction.strength(pos, side, value) for value in (5, 6))
    if low == high:
        worth = low + bonus
        return Badge(-1, -1, str(worth), tr("Worth {n} now, whatever its number.", n=worth), "same")
    more = low - 5 + bonus
    if not more:
        return Badge(-1)
    if more > 0:
        return Badge(-1, -1, signed(more), tr("Worth {n} more than its number.", n=more), "more")
    return Badge(-1, -1, signed(more), tr("Worth {n} less than its number.", n=-more), "less")


def _tops(pos: Pos) -> bytes:
    return b"".join([tops(pos, side.piles) for side in pos.state.ground.sides])


def _badges(pos: Pos, cards: Iterable[CardId]) -> Iterable[Badge]:
    for card in cards:
        if pos.faces[card] == UNSEEN:
            continue
        face, pile = pos.face(card), pile_of(pos, card)
        side = owner(pos, pile)
        printed, value = pos.state.ground.values[pos.faces[card]], _worth(pos, side, card)
        if value != printed or face.rank > KNIGHT or not face.suit:  # a king and a dragon say none
            tone: Any = "more" if value > printed else "less" if value < printed else "same"
            yield Badge(pile, card, str(value), _reasons(pos, side, printed, value), tone)


def _worth(pos: Pos, side: Side, card: CardId, more: int = 0) -> int:
    """Current value of a soldier; `more`: bonus of a Queen not played yet."""
    printed = pos.state.ground.values[pos.faces[card]]
    value: int = side.faction.strength(pos, side, printed) + pos.state.bonus[side.seat] + more
    return max(value, 0)  # CW42


def _called(pos: Pos, card: CardId) -> str:
    """Printed name of a soldier: `8`, `king`."""
    return pos.face(card).title.partition(" ")[0].lower()


def _reasons(pos: Pos, side: Side, printed: int, value: int) -> str:
    """Help of a badge: `Worth 12: 10 on the card, +2 as Golems.`"""
    own, queen = side.faction.strength(pos, side, printed) - printed, pos.state.bonus[side.seat]
    parts = [tr("{n} on the card", n=printed)]
    if own:
        parts.append(tr("{more} as {faction}", more=signed(own), faction=side.faction.title))
    if queen:
        bonus = signed(queen)
        parts.append(
            ntr(queen // LEADER, "{more} from a Queen", "{more} from {n} Queens", more=bonus)
        )
    if value > printed + own + queen:
        parts.append(tr("never below 0"))
    return tr("Worth {n}: {parts}.", n=value, parts=", ".join(parts))


# -- what would happen ----------------------------------------------------------------------------


def outcome_preview(view: View, action: Action) -> OutcomePreview | None:
    """Preview of an action; None if its label says everything."""
    match action.verb:
        case "attack" if action.zones:
            return _attack(view, action)
        case "play":
            return _play(view, action)
        case "recruit" | "move" | "lay":
            return _laid(view, action.to)
        case "swap":
            return _swap(view, action)
        case "instead":
            return _instead(view, action)
    return None


def _known(view: View, *cards: CardId) -> bool:
    return all(view.position.faces[card] != UNSEEN for card in cards)


def _attack(view: View, action: Action) -> OutcomePreview | None:  # CW8, CW9, CW40
    pos = view.position
    sides, me = pos.state.ground.sides, pos.state.active
    own, other = sides[me], sides[1 - me]
    fighters, target = tops(pos, action.zones), tops(pos, (action.to,))
    if not fighters or not target or not _known(view, *fighters):
        return None
    values, total = [_worth(pos, own, card) for card in fighters], strength(pos, own, fighters)
    sum_text = f"{' + '.join(map(str, values))} = {total}" if len(values) > 1 else ""
    if any(pos.marks[0] >> card & 1 for card in fighters + target):
        return replace(_infected_preview(view, fighters, target, own, other), sum_text=sum_text)
    if not _known(view, *target):
        return OutcomePreview(tr("{n} against ?", n=total), "open", sum_text=sum_text)
    preview = _compared(pos, total, strength(pos, other, target), len(values))
    return replace(preview, sum_text=sum_text)


def _compared(pos: Pos, ours: int, theirs: int, fighters: int) -> OutcomePreview:
    """Result of an attack, from the attacker's side."""
    if ours > theirs:
        return OutcomePreview(tr("{ours} beats {theirs}", ours=ours, theirs=theirs), "good")
    if ours < theirs:
        return OutcomePreview(tr("{ours} loses to {theirs}", ours=ours, theirs=theirs), "bad")
    if pos.state.ground.has_death_powers:
        tie = tr("{ours} = {theirs}: a tie", ours=ours, theirs=theirs)
    elif fighters > 1:
        tie = tr("{ours} = {theirs}: all fall", ours=ours, theirs=theirs)
    else:
        tie = tr("{ours} = {theirs}: both fall", ours=ours, theirs=theirs)
    return OutcomePreview(tie, "even")


def _infected_preview(
    view: View, ours: bytes, target: bytes, us: Side, them: Side
) -> OutcomePreview:  # CW40
    pos = view.position
    ill = pos.marks[0]
    if not _known(view, *target) and not ill >> target[0] & 1:
        if any(not ill >> card & 1 for card in ours):
            return OutcomePreview(tr("infected: ?"), "open")
        return OutcomePreview(tr("infected: fails"), "bad")
    losses = infected_losses(pos, us, ours, them, target)
    if target[0] not in losses:
        return OutcomePreview(tr("infected: fails"), "bad")
    if any(card in losses for card in ours):
        return OutcomePreview(tr("infected: both die"), "even")
    return OutcomePreview(tr("infected: it falls"), "good")


def _laid(view: View, pile: Zone) -> OutcomePreview | None:
    """Preview of a soldier laid on a pile."""
    pos = view.position
    top = tops(pos, (pile,))
    if not top:
        return OutcomePreview(tr("restores the pile"), "good")
    if not _known(view, *top):
        return None
    return OutcomePreview(tr("covers the {card}", card=_called(pos, top[0])))


def _swap(view: View, action: Action) -> OutcomePreview | None:  # CW35
    pos, card, old = view.position, action.cards[0], action.onto
    pile = pile_of(pos, old)
    if pile < 0 or not _known(view, card, old):
        return None
    side = owner(pos, pile)
    new, new_value = _worth(pos, side, card), _worth(pos, side, old)
    tone: Tone = "good" if new > new_value else "bad" if new < new_value else "even"
    return OutcomePreview(tr("{new} instead of {now}", new=new, now=new_value), tone)


def _instead(view: View, action: Action) -> OutcomePreview | None:  # CW39
    pos, card = view.position, action.cards[0]
    pile = pile_of(pos, card)
    if pile < 0 or not _known(view, card):
        return None
    return OutcomePreview(tr("loses the {card}", card=_called(pos, card)))


# -- resources ------------------------------------------------------------------------------------


def _play(view: View, action: Action) -> OutcomePreview | None:
    pos, card = view.position, action.cards[0]
    if view.seat < 0 or not _known(view, card):
        return None
    sides = pos.state.ground.sides
    us, them = sides[view.seat], sides[1 - view.seat]
    rank = action.args[0] if action.args else us.ranks[pos.faces[card]]
    if rank == QUEEN:
        return replace(_leader(pos, us), rule="CW20")
    if rank == JACK:
        return replace(_spy(pos, them), rule="CW19")
    if rank == KING:
        return replace(_knight(pos, us, action.to), rule="CW21")
    if rank == ACE and action.onto >= 0:
        return replace(_artillery(view, us, action.onto), rule="CW22")
    return None


def _leader(pos: Pos, us: Side) -> OutcomePreview:  # CW20
    """Preview of a Queen: the new balance of a declared attack, else the new values of the own
    tops."""
    cards = tops(pos, us.piles)
    if not cards:
        return OutcomePreview(tr("no effect now"), "even")
    now, then = (", ".join(str(_worth(pos, us, card, n)) for card in cards) for n in (0, LEADER))
    more = ntr(
        len(cards),
        "your top soldier {now} becomes {then}",
        "your top soldiers {now} become {then}",
        now=now,
        then=then,
    )
    clash = pending(pos)
    if clash is None:
        return OutcomePreview(tr("{more}: {then}", more=signed(LEADER), then=then), "good", more)
    own, enemy = clash.sides if us.seat == pos.state.active else clash.sides[::-1]
    mine = sum(_worth(pos, us, each.card, LEADER) for each in own.cards)
    chip = tr("{ours} against {theirs}", ours=mine, theirs=enemy.total)
    return OutcomePreview(chip, _tone(mine, enemy.total), more)


def _tone(mine: int, other: int) -> Tone:
    return "good" if mine > other else "bad" if mine < other else "even"


def _spy(pos: Pos, them: Side) -> OutcomePreview:  # CW19
    """Preview of a Jack; in a declared attack the own soldier can be laid elsewhere, which calls it
    off (CW23)."""
    hidden = sum(not pos.up >> card & 1 for card in tops(pos, them.piles))
    if hidden:
        more = ntr(
            hidden,
            "{n} enemy top soldier turns face up, and you can rearrange yours",
            "{n} enemy top soldiers turn face up, and you can rearrange yours",
        )
    else:
        more = tr("no enemy top soldier is face down, but you can rearrange yours")
    if declared_attack(pos) is not None:
        return OutcomePreview(tr("can call it off"), "open", more)
    if not hidden:
        return OutcomePreview(tr("reveals nothing"), "even", more)
    return OutcomePreview(ntr(hidden, "reveals {n} soldier", "reveals {n} soldiers"), "good", more)


def _knight(pos: Pos, us: Side, to: Zone) -> OutcomePreview:  # CW21
    """Preview of a King on a pile; on a soldier of a declared attack it calls that off (CW23)."""
    worth = us.faction.strength(pos, us, KNIGHT) + pos.state.bonus[us.seat]
    more = tr("a soldier worth {n} on one of your piles", n=worth)
    battle = declared_attack(pos)
    if battle is not None and to in battle.piles:
        return OutcomePreview(tr("calls it off"), "open", more)
    return OutcomePreview(tr("{n} on top", n=worth), "good", more)


def _artillery(view: View, us: Side, goal: CardId) -> OutcomePreview:  # CW22
    """Preview of an Ace: the soldier hit, before Fateweavers choose a substitute."""
    pos = view.position
    pile = pile_of(pos, goal)
    side = owner(pos, pile)
    targets = sum(len(in_play(pos, each)) for each in pos.state.ground.sides)
    more = ntr(
        targets,
        "you discard the only soldier in play",
        "you discard any one of the {n} soldiers in play",
    )
    tone: Tone = "bad" if side is us else "good"
    substitutes = pos.state.ground.has_death_powers
    if len(pos.zones[pile]) == 1 and not substitutes:
        return OutcomePreview(tr("destroys the pile"), tone, more)
    if not _known(view, goal):
        return OutcomePreview(
            tr("a soldier is hit") if substitutes else tr("a soldier falls"), tone, more
        )
    card = _called(pos, goal)
    if substitutes:
        return OutcomePreview(tr("the {card} is hit", card=card), tone, more)
    return OutcomePreview(tr("the {card} falls", card=card), tone, more)
