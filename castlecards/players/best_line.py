"""Best line: the moves that a search expects after an option, and the answer to fear.

The search samples its worlds by what the reader knows. A move is described by the view of its seat,
but without the faces that the reader does not know now, so that no sampled face is told as a fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from castlecards.core.action import PASS, Action
from castlecards.core.advice import Advice, WorldSampler
from castlecards.core.cards import NATURE, UNSEEN, Seat, Zone
from castlecards.core.narration import as_done, next_step, seat_names
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.view import View, view
from castlecards.players.duplicates import wording_key
from castlecards.players.search import CHECK_INTERVAL, Node, SearchTable, simulate
from castlecards.texts import tr

LENGTH = 2  # most moves of a line after the option
MOST_WALKED = 12  # most decisions until its end
LEAST_VISITS = 8  # least visits of a move to be shown
MOVE_VISIT_SHARE = 0.25  # least share of a told move in the visits of its node
WORLDS = 6  # worlds in which a line is searched; the longest one is shown


@dataclass(frozen=True)
class LineMove:
    """Expected move. `seen`: view of its seat before it, without faces hidden from the reader."""

    seat: Seat
    action: Action
    seen: View
    target: Zone = -1  # place at which it aims; -1 for none


@dataclass(frozen=True)
class BestLine:
    """At most LENGTH moves expected after an option, and the first one against the reader's side.

    A move is against a side if it aims at a place of that side other than a hand.
    """

    moves: tuple[LineMove, ...] = ()
    fear: LineMove | None = None


NO_LINE = BestLine()


def is_best_line(reply: Any) -> bool:
    """True if `reply` is a well-formed BestLine."""
    if not isinstance(reply, BestLine) or not isinstance(reply.moves, tuple):
        return False
    return all(
        isinstance(move, LineMove)
        and isinstance(move.seat, int)
        and isinstance(move.action, Action)
        and isinstance(move.target, int)
        and isinstance(move.seen, View)
        and move.seen.seat == move.seat
        for move in (*reply.moves, *([] if reply.fear is None else [reply.fear]))
    )


def best_line(
    advice: Advice[Any],
    reader: View,
    sample: WorldSampler,
    random: Random,
    option: Action,
    simulations: int,
    stop: Callable[[], bool] | None = None,
) -> BestLine:
    """Most visited moves after an option of the reader, from a search of worlds from `sample`."""
    root = Node()
    for done in range(simulations):
        if done % CHECK_INTERVAL == CHECK_INTERVAL - 1 and stop is not None and stop():
            break
        table = _world_after(advice, sample, random, option)
        if table.pos.result is None:
            simulate(advice, root, table.pos, random)
    lines = [
        _line_in_world(advice, reader, root, _world_after(advice, sample, random, option))
        for _ in range(WORLDS)
    ]
    return max(lines, key=lambda line: (len(line.moves), line.fear is not None))


def _world_after(
    advice: Advice[Any], sample: WorldSampler, random: Random, option: Action
) -> SearchTable:
    """World of the search after an option."""
    table = SearchTable(sample(random))
    table.boundary = advice.boundary
    table.play(option)
    return table


def _line_in_world(
    advice: Advice[Any], reader: View, node: Node | None, table: SearchTable
) -> BestLine:
    """Line along the most visited moves that are legal in one world.

    Passing is not told, nor a line in which others play unseen cards and nothing else is said.
    """
    pos, moves, fear = table.pos, list[LineMove](), None
    side, tells = pos.box.sides[reader.seat], False  # `tells`: more than that a card is played
    for _ in range(MOST_WALKED):
        decision = pos.decision
        if decision is None or decision.seat == NATURE or (len(moves) == LENGTH and fear):
            break
        options = advice.options(pos, decision)
        if len(options) > 1:
            options = advice.branches(pos, decision, options)
        seen = _seen_by_reader(pos, decision.seat, reader)
        action = options[0]
        if len(options) > 1:
            found = _most_visited(node, seen.position, options) if node is not None else None
            if found is None:
                break
            action, node = found
        if action != PASS:
            faces = seen.position.faces
            if decision.seat == reader.seat and any(faces[card] == UNSEEN for card in action.cards):
                break  # a card that the reader does not have yet
            move = LineMove(decision.seat, action, seen, _target(advice, pos, action))
            against = pos.box.sides[decision.seat] != side and _is_at(pos, move.target, side)
            if len(moves) < LENGTH:
                moves.append(move)
                tells = tells or against or any(faces[card] != UNSEEN for card in action.cards)
            if fear is None and against:
                fear = move
        table.play(action)
    return BestLine(tuple(moves) if tells else (), fear)


def _is_at(pos: Position[Any], target: Zone, side: int) -> bool:
    """True if a target is a place of a side, other than a hand."""
    aim = pos.box.zones[target] if target >= 0 else None
    if aim is None or aim.shape == "fan" or aim.owner is None:
        return False
    return pos.box.sides[aim.owner] == side


def _target(advice: Advice[Any], pos: Position[Any], action: Action) -> Zone:
    """Place at which a move aims; -1 for none."""
    if action.to >= 0:
        return action.to
    return pos.zone_of(action.onto) if action.onto >= 0 else advice.goal(pos, action)


def _most_visited(
    node: Node, seen: Position[Any], options: tuple[Action, ...]
) -> tuple[Action, Node] | None:
    """Most visited move of a node among those that read alike, and the node after it; None if it
    has few visits or is not legal in this world."""
    groups: dict[tuple[object, ...], list[tuple[int, Action]]] = {}
    for action, edge in node.edges.items():
        if edge is not None and edge.visits:
            groups.setdefault(wording_key(seen, action), []).append((edge.visits, action))
    if not groups:
        return None
    group = max(groups.values(), key=lambda each: sum(visits for visits, _ in each))
    visits = sum(count for count, _ in group)
    every = sum(count for each in groups.values() for count, _ in each)
    legal = [pair for pair in group if pair[1] in options]
    if visits < max(LEAST_VISITS, MOVE_VISIT_SHARE * every) or not legal:
        return None
    action = max(legal, key=lambda pair: pair[0])[1]
    edge = node.edges[action]
    assert edge is not None
    return action, edge.child


def _seen_by_reader(pos: Position[Any], seat: Seat, reader: View) -> View:
    """View of a seat in a sampled world, without faces that the reader does not know."""
    seen = view(pos, seat).position
    known = reader.position.faces
    seen.faces = bytes([UNSEEN if known[n] == UNSEEN else seen.faces[n] for n in range(len(known))])
    seen.decision = None
    return View(seat, seen)


def line_text(session: Session[Any], reader: Seat, line: BestLine) -> str:
    """Sentence about the moves of a line; "" without any."""
    words = [_move_words(session, reader, move) for move in line.moves]
    if not words:
        return ""
    (name, move), (other, answer) = words[0], words[-1]
    if name == other:
        answer = next_step(move, answer)
    slots = {"name": name, "move": move, "other": other, "answer": answer}
    if len(words) == 1:
        text = tr("Then {name} will probably {move}.") if name else tr("Then you can {move}.")
    elif name and name == other:
        text = tr("Then {name} will probably {move} and then {answer}.")
    elif name and other:
        text = tr("Then {name} will probably {move}, and then {other} will probably {answer}.")
    elif name:
        text = tr("Then {name} will probably {move}, and then you can {answer}.")
    elif other:
        text = tr("Then you can {move}, and then {other} will probably {answer}.")
    else:
        text = tr("Then you can {move}, and then {answer}.")
    return text.format_map(slots)


def fear_text(session: Session[Any], reader: Seat, line: BestLine) -> str:
    """Sentence about the move to fear; "" if there is none or the line tells it."""
    if line.fear is None or line.fear in line.moves:
        return ""
    name, move = _move_words(session, reader, line.fear)
    return tr("Watch out: {name} could {move}.", name=name, move=move)


def _move_words(session: Session[Any], reader: Seat, move: LineMove) -> tuple[str, str]:
    """Name of a move's player, "" for the reader, and the move in words within a sentence."""
    text = as_done(session, session.game.describe(move.action, move.seen), move.seat, reader)
    text = text.removesuffix(tr(" with a card"))  # an unseen card tells nothing
    own = session.owner(move.seat) == session.owner(reader)
    name = "" if own else seat_names(session, reader)[move.seat]
    return name, f"{text[:1].lower()}{text[1:]}"
