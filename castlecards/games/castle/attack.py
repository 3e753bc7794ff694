"""Attacks of Castle: knights against one card, the defence, the losses and the returned cards."""

from __future__ import annotations

from functools import cache, lru_cache

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.log_lines import Clash
from castlecards.core.position import Step
from castlecards.games.castle.plays import from_hand, put_plot
from castlecards.games.castle.state import (
    ALL_KNIGHTS,
    BARRACKS,
    DISCARD,
    HOVEL,
    KIND,
    OWN,
    PLOT,
    RETURNED,
    SIZE,
    WALL_MARK,
    CastleTable,
    Pos,
    defence,
    knights,
    survey,
    usable_knights,
)
from castlecards.games.castle.story import (
    attack_clash,
    declaration_line,
    discard_line,
    keep_line,
    loss_line,
    open_clash,
    return_line,
)
from castlecards.texts import ntr, tr


@cache
def attack_on(card: CardId) -> Action:
    """Action that attacks this card; cached."""
    return Action("attack", onto=card)


def attacks(pos: Pos, seat: Seat) -> tuple[Action, ...]:  # CA18, CA19
    """Attacks on every card that the usable knights can reach."""
    plots = pos.state.plots
    opponent = 1 - seat
    targets = survey(plots[opponent], opponent).targets
    if not targets or not pos.filled & ALL_KNIGHTS[seat]:
        return ()
    strength, zones = usable_knights(pos, seat, survey(plots[seat], seat)), pos.zones
    return tuple([
        attack_on(card)
        for level, zone, skip in targets
        if level <= strength
        for card in zones[zone][skip:]
    ])  # fmt: skip


def _plot_of(zone: Zone) -> tuple[Seat, int]:
    """Seat and number of a plot."""
    seat = zone // OWN
    return seat, zone - seat * OWN - PLOT


def defence_at(pos: Pos, zone: Zone) -> int:
    """Defence of a plot."""
    seat, n = _plot_of(zone)
    return defence(pos.state.plots[seat], n)


def declare_attack(table: CastleTable, seat: Seat, card: CardId) -> None:
    """Declare an attack; if the defender has guards, ask how many knights take part."""
    pos = table.pos
    plots, opponent = pos.state.plots, 1 - seat
    zone = next(
        z for _, z, skip in survey(plots[opponent], opponent).targets if card in pos.zones[z][skip:]
    )
    need = defence_at(pos, zone)
    guards = min(survey(plots[opponent], opponent).barracks, knights(pos, opponent))
    if guards and usable_knights(pos, seat, survey(plots[seat], seat)) > need:
        table.push(Commit(seat, card, zone))
    else:
        table.tell(declaration_line, seat, card, zone, need, need)
        table.push(Defend(opponent, card, zone, need))


@cache
def commits(least: int, most: int) -> tuple[Action, ...]:
    """Actions that send `least` to `most` knights."""
    return tuple(Action("commit", args=(n,)) for n in range(least, most + 1))


@value
class Commit(Step):  # CA19
    """Choice of the number of attacking knights."""

    seat: Seat
    card: CardId
    zone: Zone

    def ask(self, pos: Pos) -> Decision | None:
        seat = self.seat
        most = usable_knights(pos, seat, survey(pos.state.plots[seat], seat))
        options = commits(defence_at(pos, self.zone), most)
        return Decision(seat, tr("How many knights do you send?"), options, options[-1])

    def run(self, table: CastleTable, action: Action) -> None:
        count = action.args[0]
        need = defence_at(table.pos, self.zone)
        table.tell(declaration_line, self.seat, self.card, self.zone, count, need)
        table.push(Defend(1 - self.seat, self.card, self.zone, count))


@lru_cache(maxsize=1 << 12)
def pairs(verb: str, mask: int) -> tuple[Action, ...]:
    """One action per pair of people; `mask`: bit mask of their zones."""
    zones = range(mask.bit_length())
    return tuple(Action(verb, zones=(zone,)) for zone in zones if mask >> zone & 1)


def discard_pair(table: CastleTable, zone: Zone) -> None:
    """Discard both cards of a knight or peasant."""
    for card in table.pos.zones[zone]:
        table.move(card, zone, DISCARD)


@value
class Defend(Step):  # CA20, CA23
    """Defence against an attack: each knight that the defender discards stops an attacking one."""

    seat: Seat  # the defender
    card: CardId
    zone: Zone
    count: int  # attacking knights
    fallen: int = 0  # fallen knights of each side

    def ask(self, pos: Pos) -> Decision | None:
        seat = self.seat
        barracks = survey(pos.state.plots[seat], seat).barracks
        mask = pos.filled & ALL_KNIGHTS[seat]
        if not mask or self.fallen >= min(barracks, self.count):
            return None
        standing = self.count - self.fallen
        prompt = ntr(
            standing,
            "Attack: {n} knight against {need}. Discard a knight to stop it?",
            "Attack: {n} knights against {need}. Discard a knight to stop one?",
            need=defence_at(pos, self.zone),
        )
        return Decision(seat, prompt, (PASS, *pairs("guard", mask)))

    def run(self, table: CastleTable, action: Action) -> None:
        if action.verb == "guard":
            discard_pair(table, action.zones[0])
            table.push(self.with_(fallen=self.fallen + 1))
            return
        need = defence_at(table.pos, self.zone)
        won = self.count - self.fallen >= need
        table.tell(attack_clash, 1 - self.seat, self.card, self.zone, self.count, self.fallen)
        if won:  # CA21
            capture = Capture(1 - self.seat, self.card, self.zone)
            table.push(KnightLoss(1 - self.seat, self.fallen + 1), capture)
        else:
            table.push(KnightLoss(1 - self.seat, self.fallen))


def pending(pos: Pos) -> Clash | None:
    """Clash of the attack that waits for its defender; None without one."""
    for step in pos.steps:
        if isinstance(step, Defend):
            return open_clash(pos, 1 - step.seat, step.card, step.zone, step.count, step.fallen)
    return None


@value
class KnightLoss(Step):  # CA20, CA21
    """Discard of the attacker's lost knights, by choice if there is one."""

    seat: Seat
    count: int

    def ask(self, pos: Pos) -> Decision | None:
        mask = pos.filled & ALL_KNIGHTS[self.seat]
        if not self.count or mask.bit_count() <= self.count:
            return None
        options = pairs("lose", mask)
        prompt = ntr(
            self.count,
            "Choose a knight to discard",
            "{n} of your knights fall: choose one to discard",
        )
        return Decision(self.seat, prompt, options, options[-1])

    def run(self, table: CastleTable, action: Action) -> None:
        if action.zones:
            discard_pair(table, action.zones[0])
            table.push(KnightLoss(self.seat, self.count - 1))
        elif self.count:
            for loss in pairs("lose", table.pos.filled & ALL_KNIGHTS[self.seat]):
                table.tell(loss_line, self.seat, loss.zones[0])
                discard_pair(table, loss.zones[0])


@cache
def keeps(card: CardId) -> Action:
    """Action that keeps the captured card and discards this one."""
    return Action("keep", (card,))


@value
class Capture(Step):  # CA21, CA22
    """Capture of the target: it is discarded, or the attacker keeps it and discards a hand card."""

    seat: Seat  # the attacker
    card: CardId
    zone: Zone

    def ask(self, pos: Pos) -> Decision | None:
        hand = pos.zones[self.seat * OWN]
        if not hand:
            return None
        prompt = tr("Discard a card from your hand to keep the captured card?")
        return Decision(self.seat, prompt, (PASS, *[keeps(card) for card in hand]))

    def run(self, table: CastleTable, action: Action) -> None:
        if action.verb == "keep":
            price = action.cards[0]
            from_hand(table, price, self.seat, DISCARD)
            table.move(self.card, self.zone, self.seat * OWN)
            table.tell(keep_line, self.seat, self.card, price)
            table.flip(self.card, False)
        else:
            table.move(self.card, self.zone, DISCARD)
            table.tell(discard_line, self.seat, self.card)
        self.break_up(table)

    def break_up(self, table: CastleTable) -> None:
        """Return the cards played on or with the target to their owner's hand (CA21)."""
        pos = table.pos
        owner, n = _plot_of(self.zone)
        plot = pos.state.plots[owner][n]
        if plot & KIND in (HOVEL, BARRACKS) and plot >> SIZE > 1:
            put_plot(table, owner, n, plot - (1 << SIZE))
            return
        back = pos.zones[self.zone]
        for card in back:
            table.move(card, self.zone, owner * OWN)
        if back:
            table.tell(return_line, owner, back)
        for card in back:
            table.flip(card, False)
            if pos.marks[WALL_MARK] >> card & 1:
                table.mark(card, WALL_MARK, False)
            table.mark(card, RETURNED, True)
        put_plot(table, owner, n, 0)
