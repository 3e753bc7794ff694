"""Choreographer: turns events into a script, with the start, path and visible face of each card.

A script only leads from one layout to the next. `build_script` is pure: it makes a track for every
card that moves, which ends exactly at its place in the new layout and never shows a face that the
viewing seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from castlecards.core.cards import CardId, Zone
from castlecards.core.events import (
    CardFlipped,
    CardMoved,
    Event,
)
from castlecards.core.log_lines import Clash, Tellable
from castlecards.core.site import Site
from castlecards.core.view import View
from castlecards.ui.table.clash.timeline import (
    Announcement,
    StagePlan,
    attackers_of,
    on_stage,
    reopened,
)
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.playback.animation import Script
from castlecards.ui.table.playback.events import (
    STAGGER,
    flips_before,
    masked_for,
    simultaneous_flips,
    stagger_times,
)
from castlecards.ui.table.playback.script_builder import ScriptBuilder


def build_script(
    before: Layout,
    after: Layout,
    old: View,
    new: View,
    events: Iterable[Event],
    announcements: Mapping[Tellable, Announcement] | None = None,
    plan: StagePlan | None = None,
    sites: tuple[Sequence[Site], Sequence[Site]] = ((), ()),
) -> Script:
    """Build the script that leads from `before` to `after`.

    `old` and `new`: what the same seat saw and sees; `announcements`: its captions of lines and
    clashes; `plan`: of the stage, with the clashes that are open at either end; `sites`: the
    buildings before and after.
    """
    sites_before, sites_after = ({site.zone: site for site in each} for each in sites)
    builder = ScriptBuilder(
        before, after, old, new, announcements or {}, plan, sites_before, sites_after
    )
    seen_events: list[Event] = [masked_for(event, old.seat) for event in events]
    steps = stagger_times(seen_events)
    clashes: dict[int, Clash] = {}
    if plan is not None:
        if plan.before is not None:
            builder.open_timeline = reopened(plan.before)
            builder.begin_ride(plan.before.steps[-1].clash, there=True)
        if plan.after is not None:
            seen_events.append(plan.after)
            steps.append(STAGGER)
        clashes = {n: e for n, e in enumerate(seen_events) if isinstance(e, Clash) and on_stage(e)}
    charges = _charges(seen_events, clashes, new) if plan and plan.tempo.slide else {}
    flips = {n: flips_before(seen_events, n) for n in clashes}
    later = {flip for found in flips.values() for flip in found}
    shown = simultaneous_flips(
        [e for n, e in enumerate(seen_events) if n not in later], new.position
    )
    for n, event in enumerate(seen_events):
        if n in later:
            continue
        if shown and event is shown[0]:
            builder.reveal([each for each in shown if isinstance(each, CardFlipped)])
        if any(event is each for each in shown):
            continue
        builder.stagger = steps[n]
        if isinstance(event, CardMoved) and n in charges:
            builder.charge(event, charges[n])
            continue
        if n not in clashes:
            builder.add_event(event)
            continue
        clash, follow = clashes[n], [other for m, other in clashes.items() if m >= n]
        rounds = sum(attackers_of(other) == attackers_of(clash) for other in follow)
        stay = {e.card for e in seen_events[n:] if isinstance(e, CardMoved)}
        builder.stage_clash(clash, dict(flips[n].values()), rounds, stay)
    return builder.finish()


def _charges(events: Sequence[Event], clashes: Mapping[int, Clash], new: View) -> dict[int, Zone]:
    """Zone of the attacked building, by the index of the last move of its attacker before.

    A lone card that comes from elsewhere crosses the table; one of several, or one that attacks
    from its pile, does not."""
    found: dict[int, Zone] = {}
    charged: set[CardId] = set()
    for n, clash in clashes.items():
        zones, cards = clash.sides[-1].zones, attackers_of(clash)
        if len(cards) != 1 or cards[0] in charged or not zones:
            continue
        charged.add(cards[0])
        moves = [
            m
            for m, event in enumerate(events[:n])
            if isinstance(event, CardMoved) and event.card == cards[0]
        ]
        if moves and new.position.box.zones[zones[0]].site:
            found[moves[-1]] = zones[0]
    return found
