"""The match in sentences: past tense, in the words of whoever reads.

A sentence is a function of the box, the game's templates, the names and one line or clash as the
reader has seen it. It gets no position, so it cannot tell what is hidden. `fold` makes one sentence
of what belongs together, `recap` chooses the few that matter most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from string import Formatter
from typing import Literal

from castlecards.core.cards import UNSEEN, CardId, Face, Seat, Value, Zone, ZoneSpec, value
from castlecards.core.log_lines import TURN, Clash, Line, NamedCard, Tellable
from castlecards.core.plurals import counted, plural
from castlecards.core.position import Box

YOU = ""  # the name of a seat that is the reader's own
MOST_NAMES = 5  # cards of one list; of more the first ones and how many are left
FEW_NAMES = 2  # where a sentence would become too long
RECAP = 4  # lines
LONGEST = 160  # letters of a sentence; of a longer chain the beginning, a sum and the end are told

# What a line weighs where there is room for a few only.
DREW, RECRUITED, MOVED, BUILT, PLAYED, SCORED, FOUGHT, ENDED = range(1, 9)


# What kind of thing is heard; how that sounds, the screen knows.
Sound = Literal["", "clash", "effect", "fall", "trick"]


@value
class Template:
    """How one kind of line is told. Texts have slots in braces: see `SLOTS`."""

    text: str = ""  # "": nothing is told of it by itself
    hidden: str = ""  # to whoever sees the face of none of its cards
    many: str = ""  # of several in a row, which are then told as one
    tail: str = ""  # said behind the last line of one of these verbs, to which it belongs, after a
    after: tuple[str, ...] = ()  # colon unless it has its own sign; if there is none: `text`
    sum: str = ""  # several such tails in a row of a long chain, counted; "": each is told
    instead: tuple[str, ...] = ()  # the last line of each of these verbs is not told any more once
    # this is, and no other one that is about the same cards
    rank: int = PLAYED
    sound: Sound = ""  # heard when it happens
    waits: bool = False  # told to everybody while it happens, and nothing goes on before it is read
    falls: Literal["", "gate", "keep"] = ""  # of the other side is seen to fall then


SILENT = Template()
HEADING = Template("Turn {0} · {Who}")  # of a game that does not say how it counts its turns


def titled(face: Face) -> str:
    """`the 8 of clubs`: a card in a sentence by its title, or its key where it has none."""
    return f"the {face.title or face.key}"


def lowercase_title(spec: ZoneSpec) -> str:
    """`pile 2`: a place in a sentence by its title."""
    return spec.title[:1].lower() + spec.title[1:]


@dataclass(frozen=True)
class Story:
    """How a game tells: its templates by verb or kind of clash, and what it calls things.

    Raises ValueError for a slot that there is not.
    """

    templates: Mapping[str, Template]
    card: Callable[[Face], str] = titled  # in a sentence, with its article
    unseen: Callable[[str], str] = lambda back: "card"  # one whose face is not known, by its back
    place: Callable[[ZoneSpec], str] = lowercase_title  # in a sentence, without its owner

    def __post_init__(self) -> None:
        for name, template in self.templates.items():
            for text in (template.text, template.hidden, template.many, template.tail):
                for slot, _ in slots(text):
                    if slot not in SLOTS and not slot.isdigit():
                        raise ValueError(f"{name!r} has a slot {{{slot}}} that there is not")

    def of(self, event: Tellable) -> Template:
        """SILENT where the game has nothing to say."""
        key = event.verb if isinstance(event, Line) else event.kind
        return self.templates.get(key, HEADING if key == TURN else SILENT)


@value
class Sentence:
    """What is told, and of what."""

    text: str
    at: int  # the record of its main event, -1 of the deal
    event: Tellable  # as the reader has seen it; a clash for the stage
    rank: int
    parts: tuple[tuple[int, Tellable], ...]  # all that is told in it, each with its record
    whole: str = ""  # the text with all that has been left out of it; "": nothing has


# -- one sentence ---------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def pieces(text: str) -> tuple[tuple[str, str, str], ...]:
    """Literal text and the slot behind it, with what it is given after a colon; "": none."""
    return tuple((told, slot or "", spec or "") for told, slot, spec, _ in Formatter().parse(text))


def slots(text: str) -> Iterator[tuple[str, str]]:
    return ((slot, spec) for _, slot, spec in pieces(text) if slot)


@value
class Teller(Value):
    """Who speaks of what to whom; the slots ask it."""

    box: Box
    story: Story
    names: Sequence[str]  # by seat; YOU for those of the reader
    event: Tellable
    most: int = MOST_NAMES  # cards of one list

    # -- people -----------------------------------------------------------------------------------

    @property
    def actor(self) -> Seat:
        return self.event.actor if isinstance(self.event, Line) else self.event.sides[0].seat

    @property
    def other(self) -> Seat:
        event, actor = self.event, self.actor
        if isinstance(event, Clash):
            return next((side.seat for side in event.sides if side.seat != actor), actor)
        if event.other < 0 and self.box.seats == 2 and actor >= 0:
            return 1 - actor
        return event.other

    @property
    def winner(self) -> Seat:
        clash = self.event
        return clash.sides[clash.winner].seat if isinstance(clash, Clash) else self.actor

    def name(self, seat: Seat) -> str:
        """`you`, `Ben`."""
        return (self.names[seat] or "you") if seat >= 0 else "nobody"

    def whose(self, seat: Seat) -> str:
        """`your`, `Ben’s`."""
        return (f"{self.names[seat]}’s" if self.names[seat] else "your") if seat >= 0 else "the"

    def own(self, seat: Seat) -> str:
        """`your`, `their`, of somebody who has been named."""
        return "their" if seat >= 0 and self.names[seat] else "your"

    def were(self, seat: Seat) -> str:
        return "was" if seat >= 0 and self.names[seat] else "were"

    # -- things -----------------------------------------------------------------------------------

    @property
    def cards(self) -> tuple[NamedCard, ...]:
        return self.event.cards if isinstance(self.event, Line) else self.event.sides[0].cards

    @property
    def onto(self) -> tuple[NamedCard, ...]:
        event = self.event
        if isinstance(event, Line):
            return event.onto
        return event.sides[1].cards if len(event.sides) == 2 else ()

    @property
    def winning(self) -> tuple[NamedCard, ...]:
        clash = self.event
        return clash.sides[clash.winner].cards if isinstance(clash, Clash) else ()

    @property
    def fallen(self) -> tuple[NamedCard, ...]:
        return self.event.fallen if isinstance(self.event, Clash) else ()

    def card(self, card: NamedCard) -> str:
        """`the 8 of clubs`; "" for one that is not known."""
        return "" if card.face == UNSEEN else self.story.card(self.box.faces[card.face])

    def list(self, cards: Iterable[NamedCard], noun: str = "") -> str:
        """`the 8 of clubs, the 9 of spades and 2 soldiers`."""
        known: list[str] = []
        unseen: dict[str, int] = {}
        for card in cards:
            if name := self.card(card):
                known.append(name)
            else:
                kind = noun or self.story.unseen(self.box.backs[card.card])
                unseen[kind] = unseen.get(kind, 0) + 1
        if len(known) > self.most:
            unseen = {"more": len(known) - self.most + 1 + sum(unseen.values())}
            known = known[: self.most - 1]
        for kind, count in unseen.items():
            known.append(f"{count} more" if kind == "more" else counted_cards(count, kind))
        return joined_list(known)

    def group(self, side: int) -> str:
        """`pile 1 (10 of clubs) and pile 2`: the cards of a side, and where they stood."""
        event = self.event
        if isinstance(event, Line):
            cards, zones = ((event.cards, event.zones), (event.onto, (event.to,)))[side]
        else:
            cards, zones = event.sides[side].cards, event.sides[side].zones
        found = []
        for n, card in enumerate(cards):
            place = self.place(zones[n]) if n < len(zones) else ""
            name = self.card(card).removeprefix("the ")
            found.append(f"{place} ({name})" if name and place else place or name or "a card")
        return joined_list(found)

    def place(self, zone: Zone) -> str:
        """`pile 2`, without its owner."""
        return self.story.place(self.box.zones[zone]) if zone >= 0 else ""

    def placed(self, zone: Zone) -> str:
        """`their pile 2`, `your pile 2`, `Ben’s pile 2`, `the deck`."""
        if zone < 0:
            return ""
        owner, name = self.box.zones[zone].owner, self.place(zone)
        if owner is None:
            return f"the {name}"
        return f"{self.own(owner) if owner == self.actor else self.whose(owner)} {name}"

    @property
    def goal(self) -> Zone:
        """Where it went, or where the last side of a clash stood; -1: nowhere."""
        if isinstance(self.event, Line):
            return self.event.to
        return (-1, *self.event.sides[-1].zones)[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        if isinstance(self.event, Line):
            return self.event.numbers
        return tuple(side.total for side in self.event.sides)

    @property
    def texts(self) -> tuple[str, ...]:
        if isinstance(self.event, Line):
            return self.event.words
        return (self.event.word,)

    def number(self, at: int, spec: str) -> str:
        """The number itself, or what it counts: `{0:knight}` is `1 knight`; `?` is not known."""
        if at >= len(self.totals):
            return "?"
        number = self.totals[at]
        if isinstance(self.event, Clash) and number < 0:
            return "?"
        return counted_cards(number, spec, digits=True) if spec else str(number)

    def fill(self, text: str, capital: bool = True) -> str:
        """The text with its slots filled."""
        found = "".join([literal + self._slot(slot, spec) for literal, slot, spec in pieces(text)])
        return found[:1].upper() + found[1:] if capital else found

    def _slot(self, slot: str, spec: str) -> str:
        if not slot:
            return ""
        return self.number(int(slot), spec) if slot.isdigit() else SLOTS[slot](self, spec)


def counted_cards(count: int, noun: str, digits: bool = False) -> str:
    """`a soldier`, `an archer`, `2 soldiers`; `1 knight` in digits; `box/boxes` has both forms."""
    one, _, many = noun.partition("/")
    if count == 1 and not digits:
        return f"{'an' if one[:1] in 'aeiou' else 'a'} {one}"
    return counted(count, one, many)


def joined_list(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _rest(teller: Teller, spec: str) -> str:
    """How far apart the two sides are."""
    ours, theirs = (*teller.totals, -1, -1)[:2]
    return "?" if min(ours, theirs) < 0 else str(abs(ours - theirs))


Slot = Callable[[Teller, str], str]
SLOTS: Mapping[str, Slot] = {
    # people; of a clash the first side is the actor
    "who": lambda t, _: t.name(t.actor),  # You, Ben
    "Who": lambda t, _: t.name(t.actor)[:1].upper() + t.name(t.actor)[1:],  # not at the beginning
    "whose": lambda t, _: t.whose(t.actor),  # Your, Ben’s
    "own": lambda t, _: t.own(t.actor),  # your, their
    "was": lambda t, _: t.were(t.actor),  # were, was
    "foe": lambda t, _: t.name(t.other),  # the other one of two, or to whom it was done
    "foes": lambda t, _: t.whose(t.other),
    "foe_own": lambda t, _: t.own(t.other),
    "foe_was": lambda t, _: t.were(t.other),
    "winner": lambda t, _: t.name(t.winner),
    "winners": lambda t, _: t.whose(t.winner),
    # cards: `{cards:soldier}` says what one is called whose face is not known
    "cards": lambda t, spec: t.list(t.cards, spec),
    "onto": lambda t, spec: t.list(t.onto, spec),
    "winning": lambda t, spec: t.list(t.winning, spec),
    "fallen": lambda t, spec: t.list(t.fallen, spec),
    "bare": lambda t, _: joined_list([t.card(c).removeprefix("the ") or "a card" for c in t.cards]),
    "group": lambda t, _: t.group(0),  # pile 1 (10 of clubs) and pile 2
    "target": lambda t, _: t.group(1),
    "n": lambda t, spec: (
        counted_cards(len(t.cards), spec, digits=True) if spec else str(len(t.cards))
    ),
    "them": lambda t, _: plural(len(t.cards), "it", "them"),
    # places: with their owner, or without
    "to": lambda t, _: t.placed(t.goal),  # of a clash where the last side stood
    "place": lambda t, _: t.place(t.goal),
    "zones": lambda t, _: joined_list(
        [t.placed(zone) for zone in (t.event.zones if isinstance(t.event, Line) else ())]
    ),
    # numbers are called by their place: `{0}`, or `{0:knight}` for `2 knights`; totals of a clash
    "rest": _rest,
    "word": lambda t, _: (*t.texts, "")[0],
    "second": lambda t, _: (*t.texts, "", "")[1],
}


def sentence_for(box: Box, story: Story, seen: Tellable, names: Sequence[str]) -> str:
    """One line or clash, as its reader has seen it, in words; "" where nothing is to be told.

    `names` by seat, YOU for the reader's own.
    """
    return _told(Teller(box, story, names, seen), story.of(seen), 1)


def _told(teller: Teller, template: Template, times: int) -> str:
    if times > 1 and template.many:
        return teller.fill(template.many)
    return teller.fill(_form(teller.event, template))


def _form(event: Tellable, template: Template) -> str:
    if not template.hidden:
        return template.text
    sides = [event.cards] if isinstance(event, Line) else [side.cards for side in event.sides]
    known = any(card.face != UNSEEN for cards in sides for card in cards)
    return template.text if known else template.hidden


# -- several --------------------------------------------------------------------------------------


@dataclass
class _Entry:
    """A sentence in the making."""

    at: int
    event: Tellable
    template: Template
    times: int = 1  # lines told as one
    tails: list[tuple[Tellable, Template, int]] = field(default_factory=list)
    parts: list[tuple[int, Tellable]] = field(default_factory=list)

    @property
    def key(self) -> str:
        return self.event.verb if isinstance(self.event, Line) else self.event.kind


def fold(
    box: Box, story: Story, seen: Iterable[tuple[int, Tellable]], names: Sequence[str]
) -> list[Sentence]:
    """The sentences of one part of a match: what belongs together is one of them.

    `seen`: lines and clashes in their order as the reader has seen them, each with its record.
    """
    entries: list[_Entry] = []
    for at, event in seen:
        template = story.of(event)
        if template is not SILENT and not begins_turn(event):
            _add(entries, at, event, template)
    found = [_sentence(box, story, names, entry) for entry in entries]
    return [sentence for sentence in found if sentence.text]


def begins_turn(event: Tellable) -> bool:
    """Is it the beginning of a turn?"""
    return isinstance(event, Line) and event.verb == TURN


def _replaced(entries: list[_Entry], event: Tellable, verbs: tuple[str, ...]) -> list[_Entry]:
    """What need not be told any more: the last line of each verb, and all about the same cards."""
    found = []
    ours, seen = set(_ids(event)), set()
    for entry in reversed(entries):
        if entry.key in verbs and (entry.key not in seen or ours & set(_ids(entry.event))):
            found.append(entry)
        seen.add(entry.key)
    return found[::-1]


def _ids(event: Tellable) -> list[CardId]:
    sides = [event.cards] if isinstance(event, Line) else [side.cards for side in event.sides]
    return [card.card for cards in sides for card in cards]


def _add(entries: list[_Entry], at: int, event: Tellable, template: Template) -> None:
    fresh = _Entry(at, event, template, parts=[(at, event)])
    if template.instead:
        for old in _replaced(entries, event, template.instead):
            fresh.tails += old.tails
            fresh.parts = [*old.parts, *fresh.parts]
            entries.remove(old)
    if template.tail:
        host = next((entry for entry in reversed(entries) if entry.key in template.after), None)
        if host is not None:
            host.parts += fresh.parts
            last = host.tails[-1] if host.tails else None
            one = merged_line(last[0], event, template.tail) if last is not None else None
            if last is not None and one is not None and last[1] is template:
                host.tails[-1] = one, template, last[2] + 1
            else:
                host.tails.append((event, template, 1))
            return
    last_entry = entries[-1] if entries else None
    if template.many and last_entry is not None and last_entry.template is template:
        one = merged_line(last_entry.event, event, template.many)
        if one is not None and not last_entry.tails:
            last_entry.event, last_entry.times = one, last_entry.times + 1
            last_entry.parts += fresh.parts
            return
    entries.append(fresh)


def merged_line(first: Tellable, second: Tellable, text: str) -> Line | None:
    """Two lines of the same kind as one; None where `text` would say what is not true of both."""
    if not isinstance(first, Line) or not isinstance(second, Line):
        return None
    if (first.verb, first.actor, first.other) != (second.verb, second.actor, second.other):
        return None
    named = {slot for slot, _ in slots(text)}
    asks = [
        (("to", "place"), first.to == second.to),
        (("0", "1", "2", "3", "rest"), first.numbers == second.numbers),
        (("word", "second"), first.words == second.words),
        (("onto",), first.onto == second.onto),
    ]
    if any(not same and named & set(names) for names, same in asks):
        return None
    return first.with_(
        cards=first.cards + second.cards,
        onto=first.onto if first.onto == second.onto else first.onto + second.onto,
        zones=first.zones + second.zones,
        to=first.to if first.to == second.to else -1,
    )


def _sentence(box: Box, story: Story, names: Sequence[str], entry: _Entry) -> Sentence:
    main = Teller(box, story, names, entry.event)
    text = _told(main, entry.template, entry.times)
    links: list[_Link] = []
    for event, template, times in entry.tails:
        teller = Teller(box, story, names, event)
        if text:
            links.append(_Link(teller, template))
        else:  # nothing is said of what it belongs to
            text = _told(teller, template, times)
    whole = ""
    if links:
        text, short = text.rstrip("."), text
        whole = f"{_joined(text, [link.told() for link in links])}."
        if len(whole) > LONGEST:
            short = _told(main.with_(most=FEW_NAMES), entry.template, entry.times).rstrip(".")
            text = f"{_chained(short or text, links)}."
        else:
            text, whole = whole, ""
    clash = next((e for e, _, _ in reversed(entry.tails) if isinstance(e, Clash)), entry.event)
    rank = max([entry.template.rank, *(template.rank for _, template, _ in entry.tails)])
    return Sentence(text, entry.at, clash, rank, tuple(entry.parts), whole if whole != text else "")


@dataclass(frozen=True)
class _Link:
    """A tail of a sentence."""

    teller: Teller
    template: Template

    def told(self, most: int = MOST_NAMES) -> str:
        return self.teller.with_(most=most).fill(self.template.tail, capital=False)


def _chained(text: str, links: Sequence[_Link]) -> str:
    """The text with what belongs to it, in few names; of a long chain the beginning and the end,
    and between them what can be counted only counted."""
    tails = [link.told(FEW_NAMES) for link in links]
    found = _joined(text, tails)
    kept = len(tails) - 2  # a sum of one would be no shorter
    while len(found) > LONGEST and kept > 1:
        kept -= 1
        between = [
            told
            for template, run in groupby(links[kept:-1], key=attrgetter("template"))
            for told in _summed(template, list(run))
        ]
        found = _joined(text, [*tails[:kept], *between, tails[-1]])
    return found


def _summed(template: Template, run: Sequence[_Link]) -> list[str]:
    if len(run) < 2 or not template.sum:
        return [link.told(FEW_NAMES) for link in run]
    return [counted_cards(len(run), template.sum, digits=True)]


def _joined(text: str, tails: Sequence[str]) -> str:
    marks = 0
    for tail in tails:
        if tail[0] in ",:;":
            text += tail
            continue
        text += f"{'; ' if marks else ': '}{tail}"
        marks += 1
    return text


def recap(sentences: Sequence[Sentence], most: int = RECAP) -> tuple[list[Sentence], int]:
    """The sentences that matter most, in their order, and how many more there were.

    With more than `most` the last line is left free to say how many.
    """
    if len(sentences) <= most:
        return list(sentences), 0
    ranked = sorted(range(len(sentences)), key=lambda n: (-sentences[n].rank, -n))
    kept = sorted(ranked[: most - 1])
    return [sentences[n] for n in kept], len(sentences) - len(kept)
