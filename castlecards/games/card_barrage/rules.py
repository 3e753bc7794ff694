"""Rules of Card Barrage: set-up and turn as steps, in playing order."""

from __future__ import annotations

from functools import lru_cache

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import NATURE, CardId, Pose, Seat, Zone, value
from castlecards.core.landing import FOULS, TABLE, Landing, Limits, Release, Throw
from castlecards.core.log_lines import cards_line, event_line
from castlecards.core.position import Step
from castlecards.core.proof import faces_up_to, prove
from castlecards.core.sentence_templates import joined_list
from castlecards.games.card_barrage.first_touch import verdict_text
from castlecards.games.card_barrage.scoring import (
    TARGET_SCORE,
    Verdict,
    judge,
    leader,
    points,
    pose_of,
    push_cards,
)
from castlecards.games.card_barrage.state import (
    BUILT,
    FRESH,
    UPGRADED,
    Barrage,
    BarrageTable,
    Pos,
    build,
    filled_places,
    mover,
    place_on_top,
    settle_cards,
    upgrade,
    wall_actions,
)
from castlecards.games.card_barrage.story import automaton_line, foul_line, verdict_line, wall_line
from castlecards.games.tech_effects import DECLINE, by_card, use
from castlecards.games.tech_effects.story import card_name
from castlecards.texts import nth, tr

HAND = 4  # cards dealt to each hand, CB6
FEW = 3  # CB12: with fewer cards than that, two are drawn
HARMLESS = 11  # CB36: from this value on the automaton's card does nothing
EFFECT_EVERY = 3  # scored cards from one effect to the next, CB28
MOST_TURNS = 100  # turns of a seat, CB33


# -- set-up -------------------------------------------------------------------------------------


@value
class Deal(Step):
    """Set-up: castles, draw decks, walls, hands, and who begins (CB3 to CB7)."""

    def run(self, table: BarrageTable, action: Action) -> None:
        pos = table.pos
        ground = pos.state.ground
        for castle in ground.castles:
            card = pos.zones[castle][0]
            table.flip(card, True)
            table.place(card, ground.mark(castle))
            table.flip(card, False)
        south, north = ground.draws[:2]
        table.shuffle(south)
        table.draw(south, north, len(pos.zones[south]) // 2)
        for seat in range(ground.seats):
            deck = ground.draws[seat]
            for wall in ground.walls[seat]:
                card = pos.zones[deck][-1]
                table.move(card, deck, wall)
                table.flip(card, True)
                table.place(card, ground.mark(wall))
        for seat in range(ground.seats):
            if seat != ground.automaton:  # CB36
                table.draw(ground.draws[seat], ground.hands[seat], HAND)
        table.put(Barrage(ground, table.roll(2)))
        table.tell(event_line, "began", mover(pos.state))
        table.push(Turn())


# -- a turn -------------------------------------------------------------------------------------


@value
class Turn(Step):
    """Start of a turn: the mover draws, or the automaton turns up a card (CB12, CB36)."""

    draws: bool = True  # a level may begin after the draw

    def run(self, table: BarrageTable, action: Action) -> None:
        pos = table.pos
        ground, seat = pos.state.ground, mover(pos.state)
        if seat == ground.automaton:
            automaton_turn(table, seat)
            return
        if self.draws:
            ground.draw(table, seat, 2 if len(pos.zones[ground.hands[seat]]) < FEW else 1)
        table.push(PLAYS[FRESH], END)


PROMPTS = (
    tr("Build a wall, upgrade one, throw a card, or end your turn"),
    tr("Throw a card, or end your turn"),
    tr("Upgrade a wall, or end your turn"),
)
NO_GAP = tr("Upgrade a wall, throw a card, or end your turn")
NO_WALL = tr("Build a wall, throw a card, or end your turn")


@value
class Play(Step):
    """Decision of a turn: build, upgrade, throw or end it (CB13 to CB15).

    `stage`: FRESH, BUILT or UPGRADED, what has been done before in this turn.
    """

    stage: int

    def ask(self, pos: Pos) -> Decision | None:
        state = pos.state
        ground, seat, stage = state.ground, mover(state), self.stage
        hand = pos.zones[ground.hands[seat]]
        if not hand:  # CB35
            return None
        found = [PASS]
        prompt, row = PROMPTS[stage], ground.rows[seat]
        if stage != UPGRADED:
            walls = pos.filled & row
            moves = wall_actions(ground.walls[seat], walls, stage)
            for card in hand:
                found += moves[card]
            if stage == FRESH and (walls == row or not walls):
                prompt = NO_GAP if walls else NO_WALL
        options = tuple(found)
        if stage == BUILT:
            return Decision(seat, prompt, options) if len(options) > 1 else None
        start, gate = ground.starts[seat], ground.gates[seat]
        aim = Limits(hand, start, gate, ground.field, ground.strict)
        return Decision(seat, prompt, options, PASS, "", aim, ends=True)

    def run(self, table: BarrageTable, action: Action) -> None:
        verb = action.verb
        if verb == "pass":
            return
        state = table.pos.state
        ground, seat = state.ground, mover(state)
        card, hand = action.cards[0], ground.hands[seat]
        if verb == "toss":
            table.move(card, hand, ground.thrown)
            table.flip(card, True)
            start, release = ground.starts[seat], Release(*action.args)
            table.push(Flight(Throw(card, start, release, ground.field)))
        elif verb == "build":
            build(table, card, hand, action.to)
            table.push(PLAYS[BUILT])
        elif verb == "upgrade":
            if self.stage == FRESH:
                table.push(PLAYS[UPGRADED])
            upgrade(table, seat, card, action.to)
        else:  # CB19: a foul counts as a miss
            table.move(card, hand, ground.discards[seat])
            table.flip(card, True)
            table.tell(foul_line, seat, card, FOUL_WORDS[FOULS[action.args[0]]])


FOUL_WORDS = {
    "gate": tr("Passed beside the castle"),
    "line": tr("Let go past the wall row"),
    "backward": tr("Thrown backwards"),
    "slow": tr("Dropped, not thrown"),
}


@value
class EndTurn(Step):
    """End of a turn; after a round it may end the match (CB16, CB32, CB33)."""

    def run(self, table: BarrageTable, action: Action) -> None:
        pos = table.pos
        state = pos.state
        ground, turn = state.ground, state.turn + 1
        table.put(state.with_(turn=turn))
        if turn % ground.seats == 0 and (ending(pos) or turn >= MOST_TURNS * ground.seats):
            finish(table)
        else:
            table.push(TURN)


TURN, END = Turn(), EndTurn()
PLAYS = (Play(FRESH), Play(UPGRADED), Play(BUILT))


# -- the throw ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def dropped(card: CardId, start: Pose) -> Action:
    """Fallback landing: a short throw, flat on the table."""
    return Landing(card, Pose(start.x, 0, start.angle), True, False, TABLE).action()


@value
class Flight(Step):
    """Flight of a thrown card, which physics answers with a landing (CB20 to CB26, CB31)."""

    throw: Throw

    def ask(self, pos: Pos) -> Decision | None:
        throw = self.throw
        default = dropped(throw.card, throw.start)
        return Decision(NATURE, tr("Flying …"), (), default, "", throw)

    def run(self, table: BarrageTable, action: Action) -> None:
        pos, card, args = table.pos, self.throw.card, action.args
        ground, seat = pos.state.ground, mover(pos.state)
        pushed, castles = push_cards(table, args)
        table.place(card, pose_of(args[:4]))
        if not args[4] & 1:
            table.flip(card, False)
        verdict = judge(pos, seat, action)
        announce(table, seat, card, verdict, verdict_text(pos, seat, self.throw, action, verdict))
        steps = score(table, seat, verdict) if verdict.hits else ()
        for castle in castles:  # CB24
            place_on_top(table, castle, ground.mark(pos.zone_of(castle)))
        table.move(card, ground.thrown, ground.discards[seat])  # CB31
        if not args[4] & 1:
            table.flip(card, True)
        if pushed or steps:
            settle_cards(table)
        if steps:
            table.push(*steps)


def announce(table: BarrageTable, seat: Seat, card: CardId, verdict: Verdict, words: str) -> None:
    """Log the verdict in words, with its points and cards."""
    pos = table.pos
    ground = pos.state.ground
    gained = 0
    for zone in verdict.hits:
        gained += zone not in ground.castles or tribute(pos, zone)
    hits = [pos.zones[zone][0] for zone in verdict.hits]
    table.tell(verdict_line, seat, words, gained, verdict.hits, card, *hits)


def tribute(pos: Pos, castle: Zone) -> bool:
    """CB26, CB37: True if the owner of this castle has a card to give."""
    ground, zones = pos.state.ground, pos.zones
    owner = ground.owner[castle]
    if owner == ground.automaton:
        return bool(zones[ground.draws[owner]] or zones[ground.discards[owner]])
    return bool(zones[ground.hands[owner]])


def score(table: BarrageTable, seat: Seat, verdict: Verdict) -> tuple[Step, ...]:
    """CB25 to CB27, CB32: move the walls to the score pile; returns the steps of their owners."""
    pos = table.pos
    state, zones = pos.state, pos.zones
    ground, team = state.ground, seat % 2
    bare = not pos.filled & ground.wall_mask[1 - team]  # before the throw
    score_pile = ground.scores[team]
    before = len(zones[score_pile])
    stormed = 0  # bit mask of seats
    gaps: list[tuple[Zone, int]] = []
    for zone in verdict.hits:
        if zone in ground.castles:
            stormed |= 1 << ground.owner[zone]
            continue
        wall = zones[zone][0]
        table.move(wall, zone, score_pile)
        if not verdict.perfect >> zone & 1:
            gaps.append((zone, ground.ranks[pos.faces[wall]]))
    if stormed and bare:
        mark_stormed(table, team)
    opponents = ground.opponents_of[state.first][seat]
    steps: list[Step] = [Tribute(each, score_pile) for each in opponents if stormed >> each & 1]
    for opponent in opponents:
        own = tuple([gap for gap in gaps if ground.owner[gap[0]] == opponent])
        if own:
            steps.append(Replace(opponent, own))
    return (*steps, EffectChoice(seat, before))


def mark_stormed(table: BarrageTable, team: int) -> None:  # CB32
    """Record that a team has hit a castle without walls, which ends the match after this round."""
    state = table.pos.state
    table.put(state.with_(stormed=state.stormed | 1 << team))
    table.tell(event_line, "stormed", mover(state))


# -- the aftermath ------------------------------------------------------------------------------


@value
class Tribute(Step):
    """Choice of the card that the owner of a castle gives away after a hit (CB26, CB37)."""

    seat: Seat  # whose castle was hit
    pile: Zone  # the attacker's score pile

    def ask(self, pos: Pos) -> Decision | None:
        hand = pos.zones[pos.state.ground.hands[self.seat]]
        if not hand:
            return None
        gives = by_card("give", self.pile)
        options = tuple([gives[card] for card in hand])
        prompt = tr("Your castle was hit: give the attackers a card")
        return Decision(self.seat, prompt, options, options[0])

    def run(self, table: BarrageTable, action: Action) -> None:
        ground = table.pos.state.ground
        if action.verb == "give":
            card, source = action.cards[0], ground.hands[self.seat]
        elif self.seat == ground.automaton and can_draw(table, self.seat):
            source = ground.draws[self.seat]
            card = table.pos.zones[source][-1]
        else:
            table.tell(event_line, "empty", self.seat)
            return
        table.move(card, source, self.pile)
        table.flip(card, True)
        table.tell(cards_line, "tribute", self.seat, card)


def can_draw(table: BarrageTable, seat: Seat) -> bool:
    """True if the draw deck, refilled if needed, has a card."""
    ground = table.pos.state.ground
    return bool(table.pos.zones[ground.draws[seat]]) or ground.refill(table, seat)


NO_REPLACEMENT = tr("You have no card low enough. (Only you see this.)")


@value
class Replace(Step):  # CB27, CB37
    """Replacement of lost walls; asked of each owner with a card, also if none fits, as skipping it
    would reveal the hand."""

    seat: Seat
    gaps: tuple[tuple[Zone, int], ...]  # locations, and the values of the walls that stood there

    def ask(self, pos: Pos) -> Decision | None:
        ground, faces = pos.state.ground, pos.faces
        ranks = ground.ranks
        hand = pos.zones[ground.hands[self.seat]]
        if not hand:
            return None
        options: list[Action] = []
        for zone, most in self.gaps:
            replaces = by_card("replace", zone)
            options += [replaces[card] for card in hand if ranks[faces[card]] <= most]
        if not options:
            alone = ground.automaton >= 0
            return None if alone else Decision(self.seat, NO_REPLACEMENT, (DECLINE,), DECLINE)
        prompt = tr("Replace the lost {value}: {value} or lower", value=self.gaps[0][1])
        if len(self.gaps) > 1:
            values = joined_list([str(value) for _, value in self.gaps])
            prompt = tr("Replace the lost {values}: same value or lower", values=values)
        return Decision(self.seat, prompt, tuple(options), options[0])

    def run(self, table: BarrageTable, action: Action) -> None:
        ground = table.pos.state.ground
        if action.verb == "replace":
            build(table, action.cards[0], ground.hands[self.seat], action.to)
            rest = tuple([gap for gap in self.gaps if gap[0] != action.to])
            if rest:
                table.push(Replace(self.seat, rest))
        elif action.verb == "decline":
            most = max([value for _, value in self.gaps])
            fitting = faces_up_to(ground.ranks, most)
            hand = table.pos.zones[ground.hands[self.seat]]
            prove(table, hand, len(hand), fitting)
        elif self.seat == ground.automaton:
            for zone, _ in self.gaps:
                if can_draw(table, self.seat):
                    deck = ground.draws[self.seat]
                    card = table.pos.zones[deck][-1]
                    build(table, card, deck, zone)
                    table.tell(wall_line, "replace", self.seat, card, zone)


@value
class EffectChoice(Step):  # CB28
    """Use of the effect of every third scored card; the attacker chooses which card that is."""

    seat: Seat
    before: int  # cards in the score pile before the attack
    used: bytes = b""

    def new(self, pos: Pos) -> list[CardId]:
        """Cards of this attack that have been scored and not used yet."""
        scored = pos.zones[pos.state.ground.scores[self.seat % 2]]
        return [card for card in scored[self.before :] if card not in self.used]

    def ask(self, pos: Pos) -> Decision | None:
        scored = pos.zones[pos.state.ground.scores[self.seat % 2]]
        uses = len(scored) // EFFECT_EVERY - self.before // EFFECT_EVERY
        if uses <= len(self.used):
            return None
        effects, new = by_card("effect"), self.new(pos)
        options = (*[effects[card] for card in new], PASS)
        which = nth(EFFECT_EVERY * (self.before // EFFECT_EVERY + 1 + len(self.used)))
        if len(new) > 1:
            prompt = tr("Choose the {nth} scored card to use its effect", nth=which)
        else:
            card = card_name(pos.box.faces[pos.faces[new[0]]])
            prompt = tr("{nth} card: use {card}?", nth=which, card=card)
        return Decision(self.seat, prompt, options)

    def run(self, table: BarrageTable, action: Action) -> None:
        if action.verb != "effect":
            return
        card = action.cards[0]
        table.push(self.with_(used=self.used + bytes((card,))))
        use(table, self.seat, card)


def lost_walls(pos: Pos) -> tuple[tuple[Zone, int], ...]:
    """Places of the lost walls that must still be replaced, with the values that stood there."""
    return tuple([gap for step in pos.steps if isinstance(step, Replace) for gap in step.gaps])


def effect(pos: Pos) -> CardId:
    """Card whose effect is or can be carried out; -1 if there is none, or a choice of several."""
    for n, step in enumerate(pos.steps):
        if isinstance(step, EffectChoice):
            if n:
                return step.used[-1] if step.used else -1
            new = step.new(pos)
            return new[0] if len(new) == 1 else -1
    return -1


# -- the automaton ------------------------------------------------------------------------------


def automaton_turn(table: BarrageTable, seat: Seat) -> None:
    """Turn of the automaton: turn up a card and carry out what it stands for (CB36)."""
    pos = table.pos
    ground, team = pos.state.ground, seat % 2
    table.push(END)
    if not can_draw(table, seat):
        table.tell(event_line, "idle", seat)
        return
    card = pos.zones[ground.draws[seat]][-1]
    table.move(card, ground.draws[seat], ground.discards[seat])
    table.flip(card, True)
    opponent = ground.opponents_of[pos.state.first][seat][0]
    if ground.ranks[pos.faces[card]] >= HARMLESS:
        table.tell(automaton_line, "harmless", seat, opponent, card)
        return
    walls = filled_places(ground.walls[opponent], pos)
    if not walls:
        table.tell(automaton_line, "castle_hit", seat, opponent, card)
        mark_stormed(table, team)
        table.push(Tribute(opponent, ground.scores[team]))
        return
    faces, zones, worth = pos.faces, pos.zones, ground.worth
    lowest = min(walls, key=lambda zone: worth[faces[zones[zone][0]]])
    wall = zones[lowest][0]
    table.tell(automaton_line, "wall_hit", seat, opponent, card, wall)
    table.move(wall, lowest, ground.scores[team])
    settle_cards(table)
    table.push(Replace(opponent, ((lowest, ground.ranks[faces[wall]]),)))


# -- the end ------------------------------------------------------------------------------------


def ending(pos: Pos) -> bool:  # CB32
    return bool(pos.state.stormed) or max(points(pos, 0), points(pos, 1)) >= TARGET_SCORE


def finish(table: BarrageTable) -> None:
    """End the match with the winner by points (CB33, CB34)."""
    winner = leader(table.pos)
    seats = range(table.pos.state.ground.seats)
    ours, theirs = points(table.pos, 0), points(table.pos, 1)
    if winner < 0:
        table.tell(event_line, "even", NATURE, ours)
    else:
        verb = "won_by_card" if ours == theirs else "won"
        table.tell(event_line, verb, winner, *((ours, theirs) if winner == 0 else (theirs, ours)))
    table.end(*[0.5 if winner < 0 else float(seat % 2 == winner) for seat in seats])
