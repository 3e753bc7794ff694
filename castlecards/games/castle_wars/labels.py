"""Labels of Castle Wars: actions, facts, phases and the outcome, from the knowledge of a seat."""

from __future__ import annotations

from typing import Any

from castlecards.core.action import ATTACK, Action
from castlecards.core.cards import SIDES, CardId, Face, Seat, Zone
from castlecards.core.game import Fact, Phase
from castlecards.core.position import Position, Step
from castlecards.core.sentence_templates import joined_list
from castlecards.core.view import View
from castlecards.games.castle_wars import story
from castlecards.games.castle_wars.deaths import DeathStep
from castlecards.games.castle_wars.faction_powers import ChoosePhase, OrderDeck
from castlecards.games.castle_wars.reaction_windows import Window
from castlecards.games.castle_wars.rearrangement import Rearrangement
from castlecards.games.castle_wars.rules import (
    MOST_TURNS,
    Arrange,
    Attack,
    Battle,
    Draw,
    Move,
    Recruit,
    army_size,
)
from castlecards.games.castle_wars.state import ACE, JACK, KING, QUEEN, Ground, Side, in_play
from castlecards.texts import ntr, tr

ROLES = {JACK: tr("spy"), QUEEN: tr("leader"), KING: tr("knight"), ACE: tr("artillery")}
PHASES = (
    tr("Draw", context="phase"), tr("Attack", context="phase"), tr("Move", context="phase"),
    tr("Recruit", context="phase"),
)  # fmt: skip
PHASE_BUTTONS = (
    tr("Start draw phase"), tr("Start attack phase"), tr("Start move phase"),
    tr("Start recruit phase"),
)  # fmt: skip
BUTTONS = {
    "mechanise": tr("Mechanise"),
    "infect": tr("Infect the enemy"),
    "rest": tr("Deal the rest"),
}
ACTIONS = {  # by verb; slots: the card and its pile
    "move": tr("Move {card} to {pile}"),
    "lay": tr("Put {card} on {pile}"),
    "recruit": tr("Recruit {card} to {pile}"),
    "arrange": tr("Put {card} on top of the deck"),
    "blood": tr("Sacrifice {card} for a resource"),
    "take": tr("Take {card} into your hand"),
    "top": tr("Put {card} on top of your soldier deck"),
    "bottom": tr("Put {card} at the bottom of your soldier deck"),
    "reshuffle": tr("Play the joker: shuffle your used resources into a new deck"),
}
PLAYS = {  # by rank of the resource
    JACK: tr("Play {card} (spy): reveal the enemy’s top soldiers, hide and rearrange your own"),
    QUEEN: tr("Play {card} (leader): +3 to each of your soldiers"),
    KING: tr("Play {card} as a knight on {pile}"),
    ACE: tr("Fire {card} at {target}"),
}


# -- cards and places -----------------------------------------------------------------------------


def card_name(face: Face | None, unknown: str = "a card") -> str:
    """Name of a card as in the log: `the 7 of hearts`, `the jack of spades`."""
    return unknown if face is None else story.card_name(face)


def place_name(view: View, zone: Zone) -> str:
    """Name of a zone: `pile 2`, `the enemy’s pile 2`; for an onlooker `South’s pile 2`."""
    if zone < 0:
        return tr("no pile")
    spec = view.position.box.zones[zone]
    title = spec.title[:1].lower() + spec.title[1:]
    numbered = title.startswith("pile")
    if view.seat < 0:
        return tr("{name}’s {pile}", name=SIDES[spec.owner or 0], pile=title)
    if spec.owner == view.seat:
        return title if numbered else tr("your {pile}", pile=title)
    return tr("the enemy’s {pile}", pile=title)


def where(view: View, card: CardId) -> str:
    """Card with its place: `the 7 of hearts on pile 2`; an unseen one is `a soldier`."""
    pos = view.position
    zone = pos.zone_of(card)
    name = card_name(view.face_named(card), "a soldier")
    cards, pile = pos.zones[zone], place_name(view, zone)
    if cards[-1] == card:
        return tr("{card} on {pile}", card=name, pile=pile)
    depth = len(cards) - cards.index(card)
    return tr("{card}, card {depth} from the top of {pile}", card=name, depth=depth, pile=pile)


def own_place(view: View, zone: Zone) -> str:
    """Name of the acting player's pile: `pile 2`, also for an onlooker."""
    name = place_name(view, zone)
    return name.partition("’s ")[2] if view.seat < 0 else name


def _topped(view: View, zone: Zone, place: str) -> str:
    """Place with its top card, `pile 2 (7 of hearts)`; without it if unknown."""
    cards = view.position.zones[zone]
    face = view.face_named(cards[-1]) if cards else None
    if face is None:
        return place
    return tr("{pile} ({card})", pile=place, card=card_name(face).removeprefix("the "))


# -- actions --------------------------------------------------------------------------------------


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb = action.verb
    if verb == "pass":
        return _pass(view)
    if verb in BUTTONS:
        return BUTTONS[verb]
    if verb == "phase":
        return PHASE_BUTTONS[action.args[0]]
    if verb == "draw":
        name = view.position.box.names[action.zones[0]]
        return tr("Draw a soldier") if name.endswith("soldiers") else tr("Draw a resource")
    if verb == "attack" and action.zones:
        return _attack(action, view)
    if not action.cards:
        return verb.capitalize()
    name = card_name(view.face_named(action.cards[0]))
    if verb == "play":
        return _play(action, view, name)
    if verb == "swap":
        return tr("Swap {old} for {new}", old=where(view, action.onto), new=name)
    if verb == "instead":
        card, saved = where(view, action.cards[0]), where(view, action.onto)
        return tr("Sacrifice {card} to save {saved}", card=card, saved=saved)
    if verb not in ACTIONS:
        return verb.capitalize()
    return ACTIONS[verb].format(card=name, pile=own_place(view, action.to))


def _attack(action: Action, view: View) -> str:
    piles = [_topped(view, zone, own_place(view, zone)) for zone in action.zones]
    target = place_name(view, action.to)
    if view.seat < 0:
        target = tr("the enemy’s {pile}", pile=own_place(view, action.to))
    target = _topped(view, action.to, target)
    return tr("Attack {target} with {piles}", target=target, piles=joined_list(piles))


def _pass(view: View) -> str:
    """Label of passing in the current step."""
    steps = view.position.steps
    step: Step | None = steps[0] if steps else None
    match step:
        case Window(_, cause):
            if cause != ATTACK:
                return tr("Skip")
            return tr("Go on") if step.is_called_off(view.position) else tr("Resolve the attack")
        case Draw():
            return tr("Skip drawing")
        case Attack():
            return tr("End attack phase")
        case Move():
            return tr("Skip moving")
        case Rearrangement():
            return tr("Keep as they are")
        case Recruit(seat):
            faction = view.position.state.ground.sides[seat].faction
            return tr("End recruit phase") if faction.chooses_phases else tr("End turn")
        case ChoosePhase():
            return tr("End turn")
        case DeathStep():
            return tr("Let it die")
        case OrderDeck():
            return tr("Keep the rest as is")
    return tr("Skip")


def _play(action: Action, view: View, name: str) -> str:
    seat = max(view.seat, 0)
    pos = view.position
    side: Side = pos.state.ground.sides[seat]
    rank = action.args[0] if action.args else 0
    if not rank:
        index = pos.faces[action.cards[0]]
        rank = side.ranks[index] if index < len(side.ranks) else 0
        if rank not in PLAYS and action.onto >= 0:
            rank = ACE  # the face is unseen, the target is not
        elif rank not in PLAYS and action.to >= 0:
            rank = KING
    target = where(view, action.onto) if action.onto >= 0 else tr("a soldier")
    pile = own_place(view, action.to)
    text = PLAYS.get(rank, tr("Play {card}"))
    return text.format(card=name, pile=pile, target=target)


# -- facts and phases -----------------------------------------------------------------------------


def facts(pos: Position[Any]) -> tuple[Fact, ...]:
    """Facts for the score panel: factions, soldiers, piles, turns."""
    facts: list[Fact] = []
    ground: Ground = pos.state.ground
    zones = pos.zones
    for side in ground.sides:
        seat = side.seat
        piles = sum(1 for pile in side.piles if zones[pile])
        if any(other_side.faction.title for other_side in ground.sides):
            title = side.faction.title
            about = side.faction.about if title else ""
            facts.append(Fact(seat, tr("Faction"), title or tr("None"), about=about))
        facts += [
            Fact(seat, tr("Soldiers in play"), str(len(in_play(pos, side))), final=True),
            Fact(seat, tr("Piles left"), str(piles), final=True),
            Fact(
                seat,
                tr("Soldiers in reserve"),
                str(len(zones[side.hand]) + len(zones[side.soldiers])),
                about=tr("Soldiers in the hand and in the soldier deck."),
            ),
            Fact(
                seat,
                tr("Soldiers lost"),
                str(len(zones[side.dead]) - side.handicap),
                final=True,
                least=True,
            ),
            Fact(
                seat,
                tr("Resources left"),
                str(len(zones[side.resource_hand]) + len(zones[side.resources])),
                about=tr("Resources in the hand and in the resource deck."),
                final=True,
            ),
        ]
    facts.append(Fact(-1, tr("Turn"), str(pos.state.turn + 1)))
    if ground.stalemate and pos.state.quiet:
        quiet = tr("{n} of {most}", n=pos.state.quiet, most=ground.stalemate)
        about = tr("Turns in a row in which no card was drawn, recruited or discarded.")
        facts.append(Fact(-1, tr("Quiet turns"), quiet, about=about))
    return tuple(facts)


TEXTS = (
    tr("Draw two cards, each from either of your decks."),
    tr("Each pile can attack once: pick one or more of your piles, then an enemy pile."),
    tr("Move the top soldiers of your piles to any of your piles."),
    tr("Put soldiers from your hand face down on your piles."),
)
WATCHING = (
    tr("{name} draws two cards."),
    tr("{name} can attack."),
    tr("{name} can move top soldiers."),
    tr("{name} can recruit."),
)


def phases(pos: Position[Any]) -> tuple[Phase, ...]:
    """Phases of the turn with their states; () before and after the game."""
    now, done = current(pos.steps)
    if now is None and done is None:
        return ()
    phases = []
    for n, (title, text) in enumerate(zip(PHASES, TEXTS, strict=True)):
        if n == now:
            active = pos.state.active
            watching = WATCHING[n].format(name=SIDES[active])
            texts = _with_hint(pos, n, active, text), _with_hint(pos, n, 1 - active, watching)
            phases.append(Phase(title, "now", texts[0], active, texts[1]))
        elif done is not None:
            phases.append(Phase(title, "past" if done >> n & 1 else "free", text))
        else:
            phases.append(Phase(title, "past" if now is None or n < now else "ahead", text))
    return tuple(phases)


def _with_hint(pos: Position[Any], phase: int, seat: Seat, text: str) -> str:
    """Text of the present phase for a seat, with the hint of its faction if it can act."""
    own, faction = seat == pos.state.active, pos.state.ground.sides[seat].faction
    how = faction.phase_hints[phase] if own or faction.has_any_time_powers else ""
    return f"{text} {how}".rstrip()


def current(steps: tuple[Step, ...]) -> tuple[int | None, int | None]:
    """Number of the current phase and, for Outcasts, the bit mask of the finished phases.

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
        case Move() | Rearrangement(_, _, _, True):
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
    sentences = [tr("{name}’s piles are all destroyed.", name=SIDES[n]) for n in fallen]
    quiet = pos.state.quiet
    if not fallen and quiet and quiet == ground.stalemate:
        sentences.append(
            ntr(
                quiet,
                "No card was drawn, recruited or discarded for {n} turn.",
                "No card was drawn, recruited or discarded for {n} turns.",
            )
        )
        for name, side in zip(SIDES, ground.sides, strict=True):
            count, total = army_size(pos, side)
            sentences.append(
                ntr(
                    count,
                    "{name} has {n} soldier left, worth {total}.",
                    "{name} has {n} soldiers left, worth {total} in all.",
                    name=name,
                    total=total,
                )
            )
    elif not fallen:
        sentences.append(ntr(MOST_TURNS, "{n} turn was played.", "{n} turns were played."))
    if 1.0 in pos.result:
        sentences.append(tr("{name} wins.", name=SIDES[pos.result.index(1.0)]))
    elif fallen:
        sentences.append(tr("Both sides fell at the same moment: it’s a draw."))
    else:
        sentences.append(tr("It’s a draw."))
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
