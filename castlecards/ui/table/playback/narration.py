"""Narrator: turns events into an animation script with captions, sounds and a tempo.

A match that is new to a person at the screen shows its first clashes slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from castlecards.core import narration
from castlecards.core.cards import Seat
from castlecards.core.events import Event
from castlecards.core.log_lines import OPEN, Clash, Line, Tellable
from castlecards.core.sentence_templates import BUILT, sentence_for, without_article
from castlecards.core.session import HUMAN, Session
from castlecards.core.site import Site
from castlecards.core.view import View, public
from castlecards.texts import capital
from castlecards.ui.cardart.seat_signs import sign_of
from castlecards.ui.table.clash.collapse import STILL_SECONDS, Collapse
from castlecards.ui.table.clash.layout import with_stage
from castlecards.ui.table.clash.timeline import (
    RESULT_PAUSE,
    TEMPOS,
    Announcement,
    ClashTimeline,
    Pace,
    SideLabel,
    StagePlan,
    on_stage,
    queued_cards,
    still_clash,
)
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.choreographer import build_script
from castlecards.ui.table.playback.events import masked_for
from castlecards.ui.table.playback.state import PlaybackState

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SLOW_CLASHES = 3  # clashes of a match that are shown slowly to new players
BRIEF = 0.2  # s at normal speed, a move in a brief match
NEW_MATCHES = 2  # matches of a game after which a player is not new any more


class Narrator:
    """Narrator of one match. `viewer` in its methods: the viewing seat, NATURE for public views."""

    def __init__(
        self,
        app: Services,
        session: Session[Any],
        known: bool = False,
        muted: Callable[[Tellable], bool] = lambda _: False,
        brief: bool = False,
    ) -> None:
        """`known`: the viewer has seen the match before; `muted`: events told elsewhere.

        `brief`: moves of players that the program plays take `BRIEF` s, minor ones have no caption,
        and no caption halts the playback.
        """
        self.app = app
        self.session = session
        self.muted = muted
        self.brief = brief
        self.seen: int | None = (
            SLOW_CLASHES if known else None
        )  # clashes of this match; None: not counted
        self._now: tuple[object, ...] = ()
        self._stands: ClashTimeline | None = None

    def open_clash(self, viewer: Seat, at: int = -1) -> ClashTimeline | None:
        """Return the open clash on the stage before line `at` of the log, or now; else None."""
        session = self.session
        pos = session.positions[session.at if at < 0 else at]
        if not self._now or self._now[0] is not pos or self._now[1:] != (viewer,):
            self._now = pos, viewer
            clash = narration.pending_clash(session, viewer, at)
            stands = clash is not None and on_stage(clash) and not session.over
            self._stands = (
                still_clash(
                    clash, *self._sentence_and_labels(clash, viewer), queued_cards(pos, clash)
                )
                if stands and clash is not None
                else None
            )
        return self._stands

    def still_clash(self, clash: Clash, viewer: Seat) -> ClashTimeline:
        """Still picture of a clash of the log as this seat has seen it, without its sentence."""
        return still_clash(clash, "", self._side_labels(clash))

    def script(
        self,
        layouts: tuple[Layout, Layout],
        views: tuple[View, View],
        stood: ClashTimeline | None,
        record: tuple[int, Sequence[Event]],
        aloud: bool = True,
    ) -> Script:
        """Return the script that leads to the position before the next line of the log.

        `layouts`, `views`: before and after; `stood`: the clash on the stage before; `record`: a
        line with its masked events; `aloud`: captions and sounds play, too.
        """
        (before, after), (old, new), (at, events) = layouts, views, record
        viewer, session = new.seat, self.session
        stays = self.open_clash(viewer, at + 1)
        if events:
            events = narration.masked_events(session, at, viewer, events)
        pending = stays.steps[-1].clash if stays is not None else None
        way = StagePlan(TEMPOS[self._pace()], stood, pending)
        before, after = with_stage(before, stood), with_stage(after, stays)
        seen = [masked_for(event, old.seat) for event in events]
        tells = [each for each in (*seen, pending) if isinstance(each, Line | Clash)]
        tellings = {each: self._announcement(each, viewer, aloud) for each in tells}
        sites = (self._sites(at), self._sites(at + 1)) if at >= 0 else ((), ())
        written = build_script(before, after, old, new, seen, tellings, way, sites)
        if self.brief and at >= 0 and self._is_automatic(narration.acting_seat(session, at)):
            written = written.shortened_to(BRIEF)
        if self.seen is not None:  # what is seen of clashes counts
            timelines = written.clips_of(ClashTimeline)
            fought = [not step.is_open for timeline in timelines for step in timeline.steps]
            self.seen += len(written.clips_of(TrickResult)) + sum(fought)
        return written

    def _sites(self, at: int) -> tuple[Site, ...]:
        """Buildings before line `at` of the log, without their damage."""
        return self.session.game.sites(public(self.session.positions[at]), {})

    def hold_result(self, playback: PlaybackState, script: Script) -> None:
        """Hold the result as a still picture for a while if animations are off."""
        decided = [] if self.app.settings.instant else [c for c in script.clips if c.decided]
        collapses = [clip for clip in decided if isinstance(clip, Collapse)]
        shown = (collapses or decided)[-1:]
        playback.held = shown[0].final_picture() if shown else None
        slow = 2 if self.app.settings.clashes == "slow" else 1
        for clip in decided:
            seconds = STILL_SECONDS if isinstance(clip, Collapse) else RESULT_PAUSE * slow
            playback.pause = max(playback.pause, seconds)

    def _announcement(self, event: Tellable, viewer: Seat, aloud: bool) -> Announcement:
        """Announcement of a line or clash as this seat has seen it.

        If not `aloud`, only texts that the animation waits for are kept, without sounds.
        """
        session = self.session
        settings = self.app.settings
        waits = narration.waits_for_reader(session, event) and not self.brief
        still = settings.reduced_motion and not settings.instant  # the verdict stands as a picture
        seen = still and isinstance(event, Clash) and on_stage(event)
        minor = session.game.story.of(event).rank <= BUILT
        passed_over = self.brief and minor and self._is_automatic(narration.actor(event))
        said = (aloud or waits) and not seen and not passed_over and not self.muted(event)
        text = narration.caption(session, event, reader=viewer) if said else ""
        sound = narration.sound_kind(session, event) if aloud else ""
        if isinstance(event, Clash):
            return Announcement(text, sound, waits, *self._sentence_and_labels(event, viewer))
        return Announcement(
            text, sound, waits, collapse=self._collapse(viewer, event) if aloud else None
        )

    def _is_automatic(self, seat: Seat) -> bool:
        """Return True if the program plays this seat; NATURE is no player."""
        return seat >= 0 and self.session.kinds[self.session.owner(seat)] != HUMAN

    def _collapse(self, viewer: Seat, line: Line) -> Collapse | None:
        """Return the collapse told by a line; the text before the colon is its headline."""
        session = self.session
        box, story = session.start.box, session.game.story
        kind = story.of(line).collapses
        if not kind:
            return None
        text = sentence_for(box, story, line, narration.seat_names(session, viewer)).removesuffix(
            "."
        )
        head, _, note = text.partition(": ")
        loser = line.other if line.other >= 0 or box.seats > 2 else 1 - line.actor
        sign = sign_of(session, loser) if loser >= 0 else None
        return Collapse(kind, capital(head), capital(note), sign)

    def _pace(self) -> Pace:
        pace = self.app.settings.clashes
        if pace != "full":
            return pace
        if self.seen is None:
            self.seen = self._clashes_shown() if self._is_new_to_players() else SLOW_CLASHES
        return "slow" if self.seen < SLOW_CLASHES else "full"

    def _is_new_to_players(self) -> bool:
        """Return True if a person at the screen has hardly played this game yet."""
        session = self.session
        kinds = zip(session.names, session.kinds, strict=False)
        people = [name for name, kind in kinds if kind == HUMAN]
        played = [self.app.keep.matches(session.game.id, name) for name in people]
        return min(played, default=NEW_MATCHES) < NEW_MATCHES

    def _clashes_shown(self) -> int:
        """Number of decided clashes in the log."""
        events = (event for record in self.session.log for event in record.events)
        return sum(isinstance(event, Clash) and event.winner != OPEN for event in events)

    def _sentence_and_labels(self, clash: Clash, viewer: Seat) -> tuple[str, tuple[SideLabel, ...]]:
        """Sentence of a clash and the labels of its sides."""
        session = self.session
        names = narration.seat_names(session, viewer)
        sentence = sentence_for(session.start.box, session.game.story, clash, names)
        return sentence, self._side_labels(clash)

    def _side_labels(self, clash: Clash) -> tuple[SideLabel, ...]:
        session = self.session
        box, story = session.start.box, session.game.story
        found = []
        for side in clash.sides:
            name = session.name(side.seat)
            zones = dict.fromkeys(z for z in side.zones if box.zones[z].owner is not None)
            place = " + ".join(story.place(box.zones[zone]) for zone in zones)
            known = [story.card(box.faces[card.face]) for card in side.cards if card.seen]
            whose = place or ", ".join(map(without_article, known))
            cards = tuple(
                without_article(story.card(box.faces[card.face])) if card.seen else ""
                for card in side.cards
            )
            sign = sign_of(session, side.seat)
            found.append(SideLabel(name, sign, session.with_player_names(whose), cards))
        return tuple(found)
