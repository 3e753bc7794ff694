"""Sentence templates: log lines and clashes as sentences in the past tense for one reader.

A sentence depends on the box, the game's templates, the names and one line or clash as the reader
has seen it. It gets no position, so it cannot reveal hidden cards. `fold` merges related lines into
one sentence; `recap` selects the most important sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from string import Formatter
from typing import Literal

from castlecards.core.cards import UNSEEN, CardId, Face, Seat, Value, Zone, ZoneSpec, value
from castlecards.core.log_lines import TURN, Clash, Line, NamedCard, Tellable
from castlecards.core.position import Box
from castlecards.texts import counted, ntr, plural, tr

YOU = ""  # name of the reader's own seats
LISTS = (5, 4, 3, 2)  # card names in one list; fewer if the sentence is too long
MOST_NAMES, *_, FEW_NAMES = LISTS  # a longer list ends in "3 more"
RECAP = 4  # lines of a recap
LONGEST = 110  # letters of a sentence; a longer chain is shortened
DETAIL = re.compile(r" \([^)]*\)$")  # of a tail, left out of a shortened sentence
OMITTED = "-"  # `joint_tail` of a tail that a shortened sentence leaves out

# Ranks of importance for a recap, lowest first.
DREW, RECRUITED, MOVED, BUILT, PLAYED, SCORED, FOUGHT, ENDED = range(1, 9)


# Kinds of sounds; the screen chooses the recording.
Sound = Literal["", "clash", "effect", "fall", "trick"]
Expression = Literal["calm", "glad", "worried", "cross"]  # of the face of a player


@value
class Template:
    """Sentence template of one kind of line. Texts have slots in braces; see `SLOTS`."""

    text: str = ""  # the sentence; "": none
    hidden: str = ""  # sentence for a reader who sees none of the faces
    many: str = ""  # sentence for several such lines in a row; "": one sentence each
    # Text appended to the sentence of the last line with a verb of `after`. A colon joins it unless
    # it begins with its own sign; "& beat {onto}" adds a verb: "attacked, beat it and fell". If
    # there is no such line, `text` is used.
    tail: str = ""
    after: tuple[str, ...] = ()
    needs_face: bool = False  # True: no tail for a reader who sees none of the faces
    # Tail that stands for several such tails of a shortened sentence, `{cards}` being all their
    # `onto`; OMITTED leaves even one out. Parentheses at the end of a tail are left out, too.
    joint_tail: str = ""
    # Verbs that this line replaces, also as tails: the last line of each, and all others about the
    # same cards.
    replaces: tuple[str, ...] = ()
    closes: bool = False  # True for a tail that ends what its line began: no line replaces that one
    title: str = ""  # the event in a few words, as the title of a decisive moment; "": none
    rank: int = PLAYED
    sound: Sound = ""
    waits: bool = False  # True if all players see it during playback, which halts until it is read
    collapses: Literal["", "gate", "keep"] = ""  # part of the other side's castle that collapses
    # Expressions of the actor, and of the other seat; without another seat, of all opponents.
    emotions: tuple[Expression, Expression] = ("calm", "calm")


SILENT = Template()


def key_of(event: Tellable) -> str:
    """Key of the template of a line or clash: its verb or kind."""
    return event.verb if isinstance(event, Line) else event.kind


HEADING = Template("Turn {0} · {Who}")  # default heading of a turn


def titled(face: Face) -> str:
    """Card in a sentence by its title, or else its key: `the 8 of clubs`."""
    return tr("the {name}", name=face.title or face.key)


def without_article(name: str) -> str:
    """Name of a card without its article: `8 of clubs`, `Archer`."""
    article, _, rest = name.partition(" ")
    return rest if article in ("the", "a", "an") else name


def lowercase_title(spec: ZoneSpec) -> str:
    """Zone in a sentence by its title: `pile 2`."""
    return spec.title[:1].lower() + spec.title[1:]


@dataclass(frozen=True)
class Story:
    """Sentence templates of a game by verb or kind of clash, and its names for cards and zones.

    Raises ValueError for an unknown slot in a template.
    """

    templates: Mapping[str, Template]
    card: Callable[[Face], str] = titled  # name of a card, with its article
    unseen: Callable[[str], str] = lambda back: "card"  # noun for an unseen card, by its back
    place: Callable[[ZoneSpec], str] = lowercase_title  # name of a zone, without its owner

    def __post_init__(self) -> None:
        for name, t in self.templates.items():
            texts = (t.text, t.hidden, t.many, t.tail, t.joint_tail, t.title)
            for text in texts:
                for slot, _ in slots(text):
                    if slot not in SLOTS and not slot.isdigit():
                        raise ValueError(f"{name!r} has a slot {{{slot}}} that there is not")

    def of(self, event: Tellable) -> Template:
        """Template of a line or clash; SILENT if the game has none for it."""
        key = key_of(event)
        return self.templates.get(key, HEADING if key == TURN else SILENT)


@value
class Sentence:
    """Sentence of the log with the events that it describes."""

    text: str
    at: int  # record index of its main event; -1: the deal
    event: Tellable  # main event as the reader has seen it; a clash if there is one
    rank: int
    parts: tuple[tuple[int, Tellable], ...]  # all its events with their record indices
    full_text: str = ""  # unshortened text; "": `text` is complete


# -- one sentence ---------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def pieces(text: str) -> tuple[tuple[str, str, str], ...]:
    """Parsed template: literal text, the slot after it and the slot's spec; "" for none."""
    parsed = Formatter().parse(text)
    return tuple((literal, slot or "", spec or "") for literal, slot, spec, _ in parsed)


def slots(text: str) -> Iterator[tuple[str, str]]:
    """Yield the slots of a template with their specs."""
    return ((slot, spec) for _, slot, spec in pieces(text) if slot)


@value
class SlotFiller(Value):
    """Filler of the slots of one sentence, from its event, the names and the templates."""

    box: Box
    story: Story
    names: Sequence[str]  # by seat; YOU for the reader's own
    event: Tellable
    most: int = MOST_NAMES  # card names in one list

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
        """Name of a seat: `you`, `Ben`."""
        return (self.names[seat] or tr("you")) if seat >= 0 else tr("nobody")

    def team(self) -> str:
        """Names of the actor's side, the reader first: `you and Ben`."""
        sides = self.box.sides
        seats = [seat for seat, side in enumerate(sides) if side == sides[self.actor]]
        seats.sort(key=lambda seat: self.names[seat] != YOU)
        return joined_list(list(dict.fromkeys(map(self.name, seats))))

    def whose(self, seat: Seat) -> str:
        """Possessive of a seat: `your`, `Ben’s`."""
        if seat < 0:
            return tr("the")
        return tr("{name}’s", name=self.names[seat]) if self.names[seat] else tr("your")

    def own(self, seat: Seat) -> str:
        """Possessive of a seat already named in the sentence: `your`, `their`."""
        return tr("their") if seat >= 0 and self.names[seat] else tr("your")

    def were(self, seat: Seat) -> str:
        return tr("was") if seat >= 0 and self.names[seat] else tr("were")

    # -- cards, zones, numbers --------------------------------------------------------------------

    @property
    def cards(self) -> tuple[NamedCard, ...]:
        return self.event.cards if isinstance(self.event, Line) else self.event.sides[0].cards

    @property
    def onto(self) -> tuple[NamedCard, ...]:
        if isinstance(self.event, Line):
            return self.event.onto
        return self.event.sides[1].cards if len(self.event.sides) == 2 else ()

    @property
    def winning(self) -> tuple[NamedCard, ...]:
        clash = self.event
        return clash.sides[clash.winner].cards if isinstance(clash, Clash) else ()

    @property
    def fallen(self) -> tuple[NamedCard, ...]:
        return self.event.fallen if isinstance(self.event, Clash) else ()

    def card(self, card: NamedCard) -> str:
        """Name of a card, `the 8 of clubs`; "" if its face is unseen."""
        return "" if card.face == UNSEEN else self.story.card(self.box.faces[card.face])

    def list(self, cards: Iterable[NamedCard], noun: str = "") -> str:
        """List of cards: `the 8 of clubs, 2 Archers and 2 soldiers`."""
        seen: dict[str, int] = {}
        unseen: dict[str, int] = {}
        for card in cards:
            name = self.card(card)
            names = seen if name else unseen
            kind = name or noun or self.story.unseen(self.box.backs[card.card])
            names[kind] = names.get(kind, 0) + 1
        if len(seen) > self.most:
            more = list(seen)[self.most - 1 :]
            unseen = {"more": sum(unseen.values()) + sum(seen.pop(name) for name in more)}
        known = [_several(name, count) for name, count in seen.items()]
        for kind, count in unseen.items():
            if kind == "more" and known:
                known.append(tr("{n} more", n=count))
            else:
                known.append(counted_cards(count, noun or tr("card") if kind == "more" else kind))
        return joined_list(known)

    def bare(self) -> str:
        """List of cards without articles: `Witch and 2 Spies`."""
        names = [self.card(card) or tr("a card") for card in self.cards]
        return joined_list(
            [name if name == tr("a card") else without_article(name) for name in grouped(names)]
        )

    def group(self, side: int) -> str:
        """Cards of a side with their zones: `pile 1 (10 of clubs) and pile 2`.

        In a sentence that is too long, several are `2 piles`; then cards are not named.
        """
        event = self.event
        if isinstance(event, Line):
            cards, zones = ((event.cards, event.zones), (event.onto, (event.to,)))[side]
        else:
            cards, zones = event.sides[side].cards, event.sides[side].zones
        if len(cards) > 1 and self.most < MOST_NAMES:
            return ntr(len(cards), "{n} pile", "{n} piles")
        found = []
        for n, card in enumerate(cards):
            place = self.place(zones[n]) if n < len(zones) else ""
            name = without_article(self.card(card)) if self.most > FEW_NAMES else ""
            found.append(f"{place} ({name})" if name and place else place or name or tr("a card"))
        return joined_list(found)

    def place(self, zone: Zone) -> str:
        """Zone without its owner: `pile 2`."""
        return self.story.place(self.box.zones[zone]) if zone >= 0 else ""

    def placed(self, zone: Zone) -> str:
        """Zone with its owner: `their pile 2`, `your pile 2`, `Ben’s pile 2`, `the deck`."""
        if zone < 0:
            return ""
        owner, name = self.box.zones[zone].owner, self.place(zone)
        if owner is None:
            return tr("the {name}", name=name)
        return f"{self.own(owner) if owner == self.actor else self.whose(owner)} {name}"

    def placed_zones(self, zones: Sequence[Zone]) -> Sequence[str]:
        """Zones with their owners, each owner once: `Ben’s wall 2`, `wall 3`."""
        owners = [None, *[self.box.zones[zone].owner for zone in zones]]
        return [
            self.placed(zone) if owner is None or owner != before else self.place(zone)
            for zone, (before, owner) in zip(zones, pairwise(owners), strict=True)
        ]

    @property
    def goal(self) -> Zone:
        """Target zone of a line, or the zone of a clash's last side; -1: none."""
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
        """Number `at` as digits, or with a noun: `{0:knight}` gives `1 knight`; `?` if unknown."""
        if at >= len(self.totals):
            return "?"
        number = self.totals[at]
        if isinstance(self.event, Clash) and number < 0:
            return "?"
        return counted_cards(number, spec, digits=True) if spec else str(number)

    def fill(self, text: str, capital: bool = True) -> str:
        """Text with its slots filled."""
        filled = "".join([literal + self._slot(slot, spec) for literal, slot, spec in pieces(text)])
        return filled[:1].upper() + filled[1:] if capital else filled

    def _slot(self, slot: str, spec: str) -> str:
        if not slot:
            return ""
        return self.number(int(slot), spec) if slot.isdigit() else SLOTS[slot](self, spec)


def counted_cards(count: int, noun: str, digits: bool = False) -> str:
    """Count with a noun: `an archer`, `2 soldiers`, or `1 archer` if `digits`.

    `noun` gives an irregular plural after a slash: `box/boxes`.
    """
    one, _, many = noun.partition("/")
    if count == 1 and not digits:
        return f"{'an' if one[:1] in 'aeiou' else 'a'} {one}"
    return counted(count, one, many)


def grouped(names: Iterable[str]) -> list[str]:
    """Names of cards with equal ones together: `the 2 of clubs`, `two kings of clubs`."""
    return [_several(name, count) for name, count in Counter(names).items()]


def _several(name: str, count: int) -> str:
    """Cards of one name: `an Archer`, `2 Spies`, `two kings of clubs`; other names are repeated."""
    article, _, noun = name.partition(" ")
    if count == 1:
        return name
    if article == "the" and count == 2:
        return tr("two {cards}", cards=_plural(noun))
    if article not in ("a", "an"):
        return joined_list([name] * count)
    return f"{count} {_plural(noun)}"


def _plural(noun: str) -> str:
    """Plural of the name of a card: `Axe men`, `Spies`, `kings of clubs`."""
    rank, of, suit = noun.partition(" of ")
    if of:
        return f"{_plural(rank)}{of}{suit}"
    if noun.endswith("man"):
        return f"{noun[:-2]}en"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('ch', 'sh', 's', 'x')) else 's'}"


def fraction_text(part: int, whole: int) -> str:
    """Text such as `2 of 3`."""
    return tr("{part} of {whole}", part=part, whole=whole)


def joined_list(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return tr("{list} and {last}", list=", ".join(words[:-1]), last=words[-1])


def _rest(filler: SlotFiller, spec: str) -> str:
    """Difference of the totals of the first two sides; `?` if one is unknown."""
    ours, theirs = (*filler.totals, -1, -1)[:2]
    return "?" if min(ours, theirs) < 0 else str(abs(ours - theirs))


Slot = Callable[[SlotFiller, str], str]
SLOTS: Mapping[str, Slot] = {
    # People; in a clash the first side is the actor.
    "who": lambda t, _: t.name(t.actor),  # You, Ben
    "Who": lambda t, _: t.name(t.actor)[:1].upper() + t.name(t.actor)[1:],  # capital inside a text
    "whose": lambda t, _: t.whose(t.actor),  # Your, Ben’s
    "own": lambda t, _: t.own(t.actor),  # your, their
    "was": lambda t, _: t.were(t.actor),  # were, was
    "team": lambda t, _: t.team(),  # you and Ben
    "opponent": lambda t, _: t.name(t.other),  # the other of two seats, or the line's `other`
    "opponents": lambda t, _: t.whose(t.other),
    "opponent_own": lambda t, _: t.own(t.other),
    "opponent_was": lambda t, _: t.were(t.other),
    "winner": lambda t, _: t.name(t.winner),
    "winners": lambda t, _: t.whose(t.winner),
    # Cards; in `{cards:soldier}` the spec is the noun for unseen cards.
    "cards": lambda t, spec: t.list(t.cards, spec),
    "onto": lambda t, spec: t.list(t.onto, spec),
    "winning": lambda t, spec: t.list(t.winning, spec),
    "fallen": lambda t, spec: t.list(t.fallen, spec),
    "bare": lambda t, _: t.bare(),
    "group": lambda t, _: t.group(0),  # pile 1 (10 of clubs) and pile 2
    "target": lambda t, _: t.group(1),
    "n": lambda t, spec: (
        counted_cards(len(t.cards), spec, digits=True) if spec else str(len(t.cards))
    ),
    "them": lambda t, _: plural(len(t.cards), tr("it"), tr("them")),
    # Zones, with or without their owner.
    "to": lambda t, _: t.placed(t.goal),  # in a clash the zone of the last side
    "place": lambda t, _: t.place(t.goal),
    "zones": lambda t, _: joined_list(
        t.placed_zones(t.event.zones if isinstance(t.event, Line) else ())
    ),
    # Numbers have their index as a slot: `{0}`, or `{0:knight}` for `2 knights`; totals of a clash.
    "rest": _rest,
    "word": lambda t, _: (*t.texts, "")[0],
    "second": lambda t, _: (*t.texts, "", "")[1],
}


def sentence_for(box: Box, story: Story, seen: Tellable, names: Sequence[str]) -> str:
    """Sentence for one line or clash as its reader has seen it; "" if it has none.

    `names`: by seat, YOU for the reader's own.
    """
    filler, template = SlotFiller(box, story, names, seen), story.of(seen)
    return _fitting(_fill_template(filler.with_(most=most), template, 1) for most in LISTS)


def title_for(box: Box, story: Story, seen: Tellable, names: Sequence[str]) -> str:
    """Title of one line or clash as its reader has seen it, in lower case; "" if it has none."""
    filler = SlotFiller(box, story, names, seen, 1)
    return filler.fill(story.of(seen).title, capital=False)


def _fitting(forms: Iterable[str]) -> str:
    """First of the forms of a sentence that is not too long, or else the shortest."""
    found = ""
    for form in forms:
        if len(form) <= LONGEST:
            return form
        found = min(found or form, form, key=len)
    return found


def _fill_template(filler: SlotFiller, template: Template, times: int) -> str:
    if times > 1 and template.many:
        return filler.fill(template.many)
    return filler.fill(_form(filler.event, template))


def _form(event: Tellable, template: Template) -> str:
    return template.text if not template.hidden or _is_known(event) else template.hidden


def _is_known(event: Tellable) -> bool:
    """True if the reader sees a face of the event."""
    return any(card.face != UNSEEN for card in _cards(event))


# -- merged sentences -----------------------------------------------------------------------------


@dataclass
class _Entry:
    """Sentence under construction: a main event and the tails appended to it."""

    at: int
    event: Tellable
    template: Template
    times: int = 1  # number of merged lines
    tails: list[tuple[Tellable, Template, int]] = field(default_factory=list)
    parts: list[tuple[int, Tellable]] = field(default_factory=list)

    @property
    def key(self) -> str:
        return key_of(self.event)


def fold(
    box: Box, story: Story, seen: Iterable[tuple[int, Tellable]], names: Sequence[str]
) -> list[Sentence]:
    """Sentences of a part of the match; related lines merge into one.

    `seen`: lines and clashes in order, as the reader has seen them, with their record indices.
    """
    entries: list[_Entry] = []
    for at, event in seen:
        template = story.of(event)
        if template is not SILENT and not begins_turn(event):
            _add(entries, at, event, template)
    sentences = [_sentence(box, story, names, entry) for entry in entries]
    return [sentence for sentence in sentences if sentence.text]


def begins_turn(event: Tellable) -> bool:
    """True if the line begins a turn."""
    return isinstance(event, Line) and event.verb == TURN


def _replaced(entries: list[_Entry], event: Tellable, verbs: tuple[str, ...]) -> list[_Entry]:
    """Entries that `event` replaces: the last of each verb, and all about the same cards."""
    replaced = []
    cards, seen = set(_ids(event)), set()
    for entry in reversed(entries):
        if any(tail.closes for _, tail, _ in entry.tails):
            continue
        if entry.key in verbs and (entry.key not in seen or cards & set(_ids(entry.event))):
            replaced.append(entry)
        seen.add(entry.key)
    return replaced[::-1]


def _ids(event: Tellable) -> list[CardId]:
    return [card.card for card in _cards(event)]


def _cards(event: Tellable) -> Sequence[NamedCard]:
    if isinstance(event, Line):
        return event.cards
    return [card for side in event.sides for card in side.cards]


def _add(entries: list[_Entry], at: int, event: Tellable, template: Template) -> None:
    fresh = _Entry(at, event, template, parts=[(at, event)])
    if template.replaces:
        for old in _replaced(entries, event, template.replaces):
            fresh.tails += [tail for tail in old.tails if key_of(tail[0]) not in template.replaces]
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
    """Merge two lines of the same kind; None if `text` would not be true of both."""
    if not isinstance(first, Line) or not isinstance(second, Line):
        return None
    if (first.verb, first.actor, first.other) != (second.verb, second.actor, second.other):
        return None
    named = {slot for slot, _ in slots(text)}
    conditions = [
        (("to", "place"), first.to == second.to),
        (("0", "1", "2", "3", "rest"), first.numbers == second.numbers),
        (("word", "second"), first.words == second.words),
        (("onto",), first.onto == second.onto),
    ]
    if any(not is_equal and named & set(names) for names, is_equal in conditions):
        return None
    return first.with_(
        cards=first.cards + second.cards,
        onto=first.onto if first.onto == second.onto else first.onto + second.onto,
        zones=first.zones + second.zones,
        to=first.to if first.to == second.to else -1,
    )


def _sentence(box: Box, story: Story, names: Sequence[str], entry: _Entry) -> Sentence:
    main = SlotFiller(box, story, names, entry.event)
    text = _fill_template(main, entry.template, entry.times)
    links: list[_Link] = []
    for event, template, times in entry.tails:
        filler = SlotFiller(box, story, names, event)
        if template.needs_face and not _is_known(event):
            continue
        if text:
            links.append(_Link(filler, template))
        else:  # the main line has no text of its own
            text = _fill_template(filler, template, times)
    links = _merged(links)
    full_text = _joined(text, [link.filled() for link in links])
    text = _fitting(_forms(main, entry, text, links))
    clash = next((e for e, _, _ in reversed(entry.tails) if isinstance(e, Clash)), entry.event)
    rank = max([entry.template.rank, *(template.rank for _, template, _ in entry.tails)])
    return Sentence(
        text, entry.at, clash, rank, tuple(entry.parts), full_text if full_text != text else ""
    )


@dataclass(frozen=True)
class _Link:
    """Tail of a sentence with the filler of its slots."""

    filler: SlotFiller
    template: Template

    def filled(self, most: int = MOST_NAMES) -> str:
        return self.filler.with_(most=most).fill(self.template.tail, capital=False)


def _merged(links: Sequence[_Link]) -> list[_Link]:
    """Links with one for each run of clashes that are told alike, but for what was attacked."""
    merged: list[_Link] = []
    for template, group in groupby(links, key=attrgetter("template")):
        run = list(group)
        alike = {slot for slot, _ in slots(template.tail)} == {"onto"}
        if alike and all(isinstance(link.filler.event, Clash) for link in run):
            merged.append(_Link(run[0].filler.with_(event=_several_clashes(run)), template))
        else:
            merged += run
    return merged


def _several_clashes(run: Sequence[_Link]) -> Line:
    first = run[0].filler
    return Line("", first.actor, first.cards, tuple(c for link in run for c in link.filler.onto))


def _forms(main: SlotFiller, entry: _Entry, text: str, links: Sequence[_Link]) -> Iterator[str]:
    """Forms of a sentence, the longest first: whole, with fewer names and no details, with sums,
    without the middle of its chain.

    `text`: the sentence without its tails.
    """
    yield _joined(text, [link.filled() for link in links])
    kept = [_Link(link.filler, _brief(link.template)) for link in links]
    kept = [link for link in kept if link.template.tail]
    for most in LISTS[1:]:
        short = _fill_template(main.with_(most=most), entry.template, entry.times) or text
        yield _joined(short, [link.filled(most) for link in kept])
    tails: dict[object, str] = {}
    for n, link in enumerate(kept):
        same = [other for other in kept if other.template is link.template]
        cards = _several_clashes(same).onto
        if link.template.joint_tail and len(cards) > 1:
            filler = link.filler.with_(event=Line("", link.filler.actor, cards))
            tails.setdefault(link.template, filler.fill(link.template.joint_tail, capital=False))
        else:
            tails[n] = link.filled(FEW_NAMES)
    texts = list(tails.values())
    yield _joined(short, texts)
    while len(texts) > 1:
        del texts[(len(texts) - 1) // 2]
        yield _joined(short, texts)


@lru_cache
def _brief(template: Template) -> Template:
    """Template without details: no tail if `joint_tail` is OMITTED, nothing in parentheses."""
    tail = "" if template.joint_tail == OMITTED else DETAIL.sub("", template.tail)
    return replace(template, tail=tail)


def _joined(text: str, tails: Sequence[str]) -> str:
    """Sentence with its tails; without any, the text as it is."""
    if not tails:
        return text
    verbs, marks = [text.rstrip(".")], 0
    for tail in tails:
        if tail.startswith("& "):
            verbs.append(tail[2:])
        elif tail.startswith((",", ":", ";", " (")):
            verbs[-1] += tail
        else:
            verbs[-1] += f"{'; ' if marks else ': '}{tail}"
            marks += 1
    return f"{joined_list(verbs)}."


def recap(sentences: Sequence[Sentence], most: int = RECAP) -> tuple[list[Sentence], int]:
    """Most important sentences in their order, and the number left out.

    If there are more than `most`, one line stays free for that number.
    """
    if len(sentences) <= most:
        return list(sentences), 0
    ranked = sorted(range(len(sentences)), key=lambda n: (-sentences[n].rank, -n))
    kept = sorted(ranked[: most - 1])
    return [sentences[n] for n in kept], len(sentences) - len(kept)
