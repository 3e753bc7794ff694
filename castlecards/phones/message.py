"""Message to a phone: the whole state of one seat as JSON.

It is a function of the seat's view, its narration and what all may know, so it can be sent again at
any time: after a reload, an undo or a sleep. Keys are short, since each message is sent to a phone
after each change:

`id` of the question; `you`, `game`; `phases` [title, state]; `facts` [whose, texts]; `news`
sentences since the own last choice; `log` sentences of the last moves; `clash`; `hand` and `table`:
places {`t` title, `n` count, `c` cards}, cards {`i` number, `f` face in the picture of the deck, or
-1, `n` name, `x` text, `r` role}; and one of `ask` {`p` prompt, `w` true in a reaction window,
`form`, `o` options {`i` index, `t` words, `c` cards, `chip`, `tone`, `more`, `pass`}, `throw`},
`wait` a sentence, `over` sentences. `sheet`: columns and rows of the picture of the deck; `undo`,
`coach`: what can be asked for; `told`: what only this phone is told besides (`Notes`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any

from castlecards.core import narration
from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import NATURE, CardId, Seat, ZoneSpec, face_name
from castlecards.core.landing import METHOD_TITLES, METHODS, Limits
from castlecards.core.referee import Human, due
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.texts import tr
from castlecards.toss.flick import in_thrower_frame

COLUMNS = 10  # faces in a row of the picture of a deck
LOG = 12  # records that `log` tells


@dataclass(frozen=True)
class Notes:
    """Notes to one phone besides the state of its match; "" and 0: nothing."""

    foul: str = ""  # why the last answer was not played
    rule: str = ""  # id of the rule that forbids it
    thrown: str = ""  # what was read of the last flick
    consent: str = ""  # another player's wish that asks for a yes or no
    coach: str = ""  # answer of the coach
    clock: float = 0.0  # s that are left for the question
    practice: int = 0  # practice throws that are still asked for
    strength: float = 0.0  # of this device; 0: the usual one


NOTHING = Notes()


def question_id(session: Session[Any], epoch: int) -> str:
    """Id of the moment: an answer to any other is late. `epoch` rises with each match and undo."""
    return f"{epoch}.{session.at}"


def phone_message(
    session: Session[Any], seat: Seat, epoch: int = 0, notes: Notes = NOTHING, coach: bool = False
) -> bytes:
    """State of one seat as JSON. `coach`: True if the match allows hints."""
    seen, game, public = session.shown(seat), session.game, session.public
    roles = {**game.roles(seen)}
    places = [(spec, cards) for spec, cards in zip(public.box.zones, public.zones, strict=True)
              if cards and not spec.hidden]  # fmt: skip
    made = {
        "k": "state",
        "id": question_id(session, epoch),
        "game": game.title,
        "you": session.name(seat),
        "phases": [(phase.title, phase.state) for phase in game.phases(public)],
        "facts": list(_facts(session)),
        "news": narration.texts(*narration.recap(session, seat, seat)),
        "log": [each.text for each in
                narration.sentences(session, seat, max(session.at - LOG, 0), session.at)],
        "clash": narration.open_clash(session, seat),
        "hand": [_place(session, seen, spec, cards, roles)
                 for spec, cards in places if _is_own_hand(session, seat, spec)],
        "table": [_place(session, seen, spec, cards, {})
                  for spec, cards in places if not _is_own_hand(session, seat, spec)],
        "sheet": sheet_of(session),
        "undo": session.can_undo(seat, consent=True),
        "coach": coach,
        "told": {key: each for key, each in asdict(notes).items() if each},
    }  # fmt: skip
    return json.dumps(
        made | _asked(session, seen), ensure_ascii=False, separators=(",", ":")
    ).encode()


def sheet_of(session: Session[Any]) -> tuple[int, int]:
    """Columns and rows of the picture of all faces, which lie in it in the order of the box."""
    return COLUMNS, ceil(len(session.start.box.faces) / COLUMNS)


def _is_own_hand(session: Session[Any], seat: Seat, spec: ZoneSpec) -> bool:
    own = spec.owner is not None and session.owner(spec.owner) == session.owner(seat)
    return own and spec.shape == "fan"


def _place(
    session: Session[Any], seen: View, spec: ZoneSpec, cards: bytes, roles: Mapping[CardId, str]
) -> dict[str, Any]:
    """Place of cards; face-down cards that the seat does not know are only counted."""
    title = session.with_player_names(spec.title or spec.name)
    if spec.owner is not None and (name := session.name(spec.owner)) not in title:
        title = tr("{place} of {name}", place=title, name=name)
    found = [_card(seen, card, roles) for card in cards if seen.face(card) is not None]
    return {"t": title, "n": len(cards), "c": found}


def _card(seen: View, card: CardId, roles: Mapping[CardId, str]) -> dict[str, Any]:
    face = seen.face(card)
    if face is None:
        return {"i": card, "f": -1, "n": tr("Face-down card")}
    made = {"i": card, "f": seen.position.faces[card], "n": face_name(face)}
    return made | {
        key: text for key, text in (("x", face.text), ("r", roles.get(card, ""))) if text
    }


def _facts(session: Session[Any]) -> Iterable[tuple[str, str]]:
    """Public facts, one text for each side or seat."""
    facts = session.game.facts(session.public)
    for seat, side in dict.fromkeys((fact.seat, fact.side) for fact in facts):
        whose = session.name(seat) if seat >= 0 else ""
        if not whose and side >= 0:
            whose = ", ".join(session.names[player] for player in session.people(side))
        texts = [f"{fact.label} {fact.text}".rstrip() for fact in facts
                 if (fact.seat, fact.side) == (seat, side)]  # fmt: skip
        yield whose, session.with_player_names(" · ".join(texts))


def _asked(session: Session[Any], seen: View) -> dict[str, Any]:
    """Question to this seat, or who is asked, or how the match ended.

    A window that its player need not answer looks to all others like one that is answered.
    """
    decision = session.decision
    if decision is None:
        ends = session.game.outcome(session.position)
        return {"over": [narration.addressed(session, text, seen.seat) for text in ends]}
    if decision.seat != seen.seat:
        if decision.seat == NATURE:
            return {"wait": tr("The table shows what happens")}
        return {"wait": tr("{name} is choosing", name=session.name(decision.seat))}
    if not isinstance(due(session), Human):
        return {"wait": tr("There is nothing to choose now")}
    return {"ask": _question(session, seen, decision)}


def _question(session: Session[Any], seen: View, decision: Decision) -> dict[str, Any]:
    named = session.with_player_names
    made: dict[str, Any] = {
        "p": named(decision.prompt),
        "w": bool(decision.window),
        "o": [_option(session, seen, n, each) for n, each in enumerate(decision.options)],
    }
    form = session.game.form(seen)
    if form is not None:
        sockets = [
            {"t": named(each.label), "x": named(each.note)}
            | ({"c": _card(seen, each.card, {})} if each.card >= 0 and not each.paid else {})
            for each in form.sockets
        ]
        made["form"] = {"t": named(form.title), "x": named(form.note), "s": sockets}
    if isinstance(decision.aim, Limits):
        made["throw"] = _pad(decision.aim)
    return made


def _option(session: Session[Any], seen: View, index: int, action: Action) -> dict[str, Any]:
    tops = [seen.position.zones[zone][-1] for zone in action.zones if seen.position.zones[zone]]
    onto = [action.onto] if action.onto >= 0 else []
    made: dict[str, Any] = {
        "i": index,
        "t": session.with_player_names(session.game.describe(action, seen)),
        "c": [*action.cards, *tops, *onto],
    }
    outcome = session.game.outcome_preview(seen, action)
    if outcome is not None:
        made |= {"chip": outcome.text, "tone": outcome.tone}
        if outcome.more:
            made["more"] = outcome.more
    return made | ({"pass": True} if action == PASS else {})


def _pad(limits: Limits) -> dict[str, Any]:
    """Gate and release line for the pad of a flick, mm in the thrower's frame."""
    gate = [(0.0, end / 10, limits.gate[2] / 10) for end in limits.gate[:2]]
    (_, x1, line), (_, x2, _) = sorted(in_thrower_frame(gate, limits))
    methods = [METHOD_TITLES[method] for method in METHODS]
    return {"c": list(limits.cards), "gate": [x1, x2, line], "how": methods}
