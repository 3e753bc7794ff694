"""Labels of Castle Wars: actions, facts, phases and the outcome, from the knowledge of a seat."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import ATTACK, Action
from castlecards.core.cards import SIDES, CardId, Face, Zone
from castlecards.core.game import Fact, Phase
from castlecards.core.position import Position, Step
from castlecards.core.view import View
from castlecards.games.castle_wars.faction_powers import ChoosePhase, OrderDeck
from castlecards.games.castle_wars.resources import DeathStep, Relay, Window
from castlecards.games.castle_wars.rules import (
    MOST_TURNS,
    Arrange,
    Attack,
    Battle,
    Draw,
    Move,
    Recruit,
    muster,
)
from castlecards.games.castle_wars.state import ACE, JACK, KING, QUEEN, Ground, Side, in_play
from castlecards.texts import counted

ROLES = {JACK: "the spy", QUEEN: "the leader", KING: "a knight", ACE: "artillery"}
PHASES = ("Draw", "Attack", "Move", "Recruit")
BUTTONS = {
    "mechanise": "Mechanise your soldiers",
    "infect": "Infect the enemy’s tops",
    "rest": "Deal the rest out evenly",
}


# -- cards and places -----------------------------------------------------------------------------


def card_name(face: Face | None, unknown: str = "a card") -> str:
    """Name of a card: `the 7 of hearts`."""
    if face is None:
        return unknown
    return f"the {face.title}"


def known(view: View, card: CardId) -> Face | None:
    return view.face(card) if 0 <= card < view.position.box.size else None


def place_name(view: View, zone: Zone) -> str:
    """Name of a zone: `pile 2`, `the enemy’s pile 2`; for an onlooker `South’s pile 2`."""
    if zone < 0:
        return "nowhere"
    spec = view.position.box.zones[zone]
    title = spec.title[:1].lower() + spec.title[1:]
    numbered = title.startswith("pile")
    if view.seat < 0:
        return f"{SIDES[spec.owner or 0]}’s {title}"
    if spec.owner == view.seat:
        return title if numbered else f"your {title}"
    return f"the enemy’s {title}"


def where(view: View, card: CardId) -> str:
    """Card with its place: `the 7 of hearts on pile 2`; an unseen one is `a soldier`."""
    pos = view.position
    zone = pos.zone_of(card)
    name = card_name(known(view, card), "a soldier")
    cards = pos.zones[zone]
    if cards[-1] == card:
        return f"{name} on {place_name(view, zone)}"
    depth = len(cards) - cards.index(card)
    return f"{name}, card {depth} from the top of {place_name(view, zone)}"


def own_place(view: View, zone: Zone) -> str:
    """Name of the acting player's pile: `pile 2`, also for an onlooker."""
    name = place_name(view, zone)
    return name.partition("’s ")[2] if view.seat < 0 else name


def _topped(view: View, zone: Zone) -> str:
    """Top card in brackets, ` (7 of hearts)`; "" if unknown."""
    cards = view.position.zones[zone]
    face = known(view, cards[-1]) if cards else None
    return f" ({face.title})" if face is not None else ""


# -- actions --------------------------------------------------------------------------------------


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb = action.verb
    if verb == "pass":
        return _pass(view)
    if verb in BUTTONS:
        return BUTTONS[verb]
    if verb == "phase":
        return f"{PHASES[action.args[0]]} phase"
    if verb == "draw":
        name = view.position.box.names[action.zones[0]]
        return "Draw a soldier" if name.endswith("soldiers") else "Draw a resource"
    if verb == "attack" and action.zones:
        return _attack(action, view)
    if not action.cards:
        return verb.capitalize()
    name = card_name(known(view, action.cards[0]))
    if verb == "play":
        return _play(action, view, name)
    texts = {
        "move": f"Move {name} to {own_place(view, action.to)}",
        "lay": f"Lay {name} on {own_place(view, action.to)}",
        "recruit": f"Recruit {name} onto {own_place(view, action.to)}",
        "arrange": f"Put {name} on top of the deck",
        "blood": f"Sacrifice {name} for a resource",
        "take": f"Take {name} into the hand",
        "top": f"Put {name} on top of the soldier deck",
        "bottom": f"Put {name} under the soldier deck",
        "reshuffle": "Shuffle the used resources into a new deck with the joker",
    }
    if verb == "swap":
        return f"Swap {name} for {where(view, action.onto)}"
    if verb == "instead":
        return f"Let {where(view, action.cards[0])} die instead of {where(view, action.onto)}"
    return texts.get(verb, verb.capitalize())


def _attack(action: Action, view: View) -> str:
    piles = " + ".join(f"{own_place(view, zone)}{_topped(view, zone)}" for zone in action.zones)
    target = place_name(view, action.to)
    if view.seat < 0:
        target = f"the enemy’s {own_place(view, action.to)}"
    return f"Attack {target}{_topped(view, action.to)} with {piles}"


def _pass(view: View) -> str:
    """Label of passing in the current step."""
    steps = view.position.steps
    step: Step | None = steps[0] if steps else None
    match step:
        case Window(_, cause):
            if cause != ATTACK:
                return "Play nothing"
            off = step.off(view.position)
            return "Let the attack be called off" if off else "Let the attack be decided"
        case Draw():
            return "Go on without drawing"
        case Attack():
            return "End your attacks"
        case Move():
            return "Move no soldier"
        case Relay():
            return "Leave them like this"
        case Recruit():
            return "End your recruiting"
        case ChoosePhase():
            return "End the turn"
        case DeathStep(victims, _, at, _):
            return f"Let {where(view, victims[at])} die"
        case OrderDeck():
            return "Leave the rest as it is"
    return "Pass"


def _play(action: Action, view: View, name: str) -> str:
    seat = max(view.seat, 0)
    pos = view.position
    side: Side = pos.state.ground.sides[seat]
    rank = action.args[0] if action.args else 0
    if not rank:
        index = pos.faces[action.cards[0]]
        rank = side.ranks[index] if index < len(side.ranks) else 0
    head = f"Play {name} as {ROLES[rank]}" if rank in ROLES else f"Play {name}"
    if action.onto >= 0:
        return f"{head}: discard {where(view, action.onto)}"
    if action.to >= 0:
        return f"{head} on {own_place(view, action.to)}"
    if rank == JACK:
        return f"{head}: reveal the enemy’s tops, hide and lay anew the own"
    return f"{head}: 3 more for each own soldier" if rank == QUEEN else head


# -- facts and phases -----------------------------------------------------------------------------


def facts(pos: Position[Any]) -> tuple[Fact, ...]:
    found: list[Fact] = []
    ground: Ground = pos.state.ground
    zones = pos.zones
    for side in ground.sides:
        seat = side.seat
        piles = sum(1 for pile in side.piles if zones[pile])
        if any(each.faction.title for each in ground.sides):
            title = side.faction.title
            about = side.faction.about if title else ""
            found.append(Fact(seat, "Faction", title or "None", about=about))
        found += [
            Fact(seat, "Soldiers in play", _standing(len(in_play(pos, side)), piles)),
            Fact(seat, "Soldiers to come", str(len(zones[side.hand]) + len(zones[side.soldiers]))),
            Fact(seat, "Soldiers lost", str(len(zones[side.dead]))),
            Fact(
                seat,
                "Resources left",
                str(len(zones[side.resource_hand]) + len(zones[side.resources])),
            ),
        ]
    found.append(Fact(-1, "Turn", str(pos.state.turn + 1)))
    if ground.stalemate and pos.state.quiet:
        found.append(Fact(-1, "Quiet turns", f"{pos.state.quiet} of {ground.stalemate}"))
    return tuple(found)


def _standing(soldiers: int, piles: int) -> str:
    if not piles:
        return "None"
    return f"{soldiers} on {counted(piles, 'pile')}"


TEXTS = (
    "Draw two cards, each from either of your decks.",
    "Each pile may attack once: pick one or more of your piles and an enemy pile.",
    "Lay the top soldiers of your piles on any of your piles.",
    "Lay soldiers from your hand face down on your piles.",
)
WATCHING = (
    "The other side draws two cards.",
    "The other side attacks.",
    "The other side may move its top soldiers.",
    "The other side may recruit.",
)


def phases(pos: Position[Any]) -> tuple[Phase, ...]:
    """Phases of the turn with their states; () before and after the game."""
    now, done = current(pos.steps)
    if now is None and done is None:
        return ()
    found = []
    for n, (title, text) in enumerate(zip(PHASES, TEXTS, strict=True)):
        if n == now:
            found.append(Phase(title, "now", _possible(pos, n)))
        elif done is not None:
            found.append(Phase(title, "past" if done >> n & 1 else "free", text))
        else:
            found.append(Phase(title, "past" if now is None or n < now else "ahead", text))
    return tuple(found)


def _possible(pos: Position[Any], phase: int) -> str:
    """Text of a phase for the player who is asked, with the hint of the faction."""
    step = pos.steps[0] if pos.steps else None
    seat = step.seat if isinstance(step, Window) else pos.state.active
    own, faction = seat == pos.state.active, pos.state.ground.sides[seat].faction
    how = faction.phase_hints[phase] if own or faction.has_any_time_powers else ""
    return f"{(TEXTS if own else WATCHING)[phase]} {how}".rstrip()


def current(steps: tuple[Step, ...]) -> tuple[int | None, int | None]:
    """Number of the current phase and, for Outcasts, the bit mask of the phases done.

    (4, None) at the end of a turn, (None, None) outside of one.
    """
    now: int | None = None
    for step in steps:
        match step:
            case ChoosePhase(_, done):
                return now, done
            case Arrange() | OrderDeck():
                return None, None
        if now is None:
            now = _phase_of(step)
    return (now, None) if now is not None else (None, None)


def _phase_of(step: Step) -> int | None:
    match step:
        case Draw():
            return 0
        case Attack() | Battle():
            return 1
        case Move() | Relay(_, _, _, True):
            return 2
        case Recruit():
            return 3
        case Window(_, "end"):
            return 4
    return None


# -- the end --------------------------------------------------------------------------------------


def outcome(pos: Position[Any]) -> tuple[str, ...]:
    """Sentences on why the match ended and who won; () while it goes on."""
    ground: Ground = pos.state.ground
    if pos.result is None:
        return ()
    fallen = [n for n, side in enumerate(ground.sides) if not pos.filled & side.piles_mask]
    sentences: list[str] = []
    for loser in fallen:
        sentences.append(f"All piles of {SIDES[loser]} are destroyed.")
    if not fallen:
        quiet = pos.state.quiet
        if quiet and quiet == ground.stalemate:
            sentences.append(
                f"For {counted(quiet, 'turn')} nothing was drawn, recruited or discarded."
            )
            for name, side in zip(SIDES, ground.sides, strict=True):
                count, total = muster(pos, side)
                together = " together" if count > 1 else ""
                left = f"{counted(count, 'soldier')} left, worth {total}{together}"
                sentences.append(f"{name} has {left}.")
        else:
            sentences.append(f"{MOST_TURNS} turns have been played.")
    if 1.0 in pos.result:
        sentences.append(f"{SIDES[pos.result.index(1.0)]} wins.")
    else:
        sentences.append("Both fall at the same moment: a draw." if fallen else "A draw.")
    return tuple(sentences)


def roles(view: View) -> dict[CardId, str]:  # CW19 to CW22
    """Roles of the resources in the own hand; a joker has none until it is played."""
    pos = view.position
    side = pos.state.ground.sides[view.seat]
    ranks = {
        card: side.ranks[pos.faces[card]]
        for card in pos.zones[side.resource_hand]
        if view.face(card) is not None
    }
    return {card: ROLES[rank] for card, rank in ranks.items() if rank in ROLES}
