"""Generator of puzzles: positions of matches between computer players with one best plan.

    python tools/make_puzzles.py [--matches N] [GAME ...]

Writes a pack of `COUNTS` levels for each GAME, the easy ones first, and prints their themes and
difficulties. A position becomes a puzzle if the solver proves that one set of moves alone reaches
the goal in the fewest moves, apart from spare and equal cards in Castle; in Tricks of the Trade,
that one lead alone reaches it whatever the opponent plays. The difficulty of a puzzle is the number
of positions that Levin tree search expects to see before the solution, as a power of 2.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.fair_play import choice_by_weight, moves  # noqa: E402
from castlecards import data, levels, puzzles  # noqa: E402
from castlecards.core.action import Action  # noqa: E402
from castlecards.core.game import Game  # noqa: E402
from castlecards.core.narration import next_step  # noqa: E402
from castlecards.core.position import Position  # noqa: E402
from castlecards.core.view import view  # noqa: E402
from castlecards.games.castle.state import CODES  # noqa: E402

MATCHES = 3_000  # of each game, looked through
# puzzles by game
COUNTS = {"castle_wars": 12, "castle_rampage": 14, "tricks_of_the_trade": 14, "castle": 11}
MOST_ANSWERS = 1_500  # answers to look at for the proof of a puzzle
LENGTHS = range(2, 6)  # own answers of a solution
LONGEST_REASON = 300  # letters
DECK = 4  # cards of a deck that a table keeps
CHOICES = range(4, 21)  # options at the start
DIFFERENCE = 2  # least number of cards on the table by which two puzzles of a pack differ
Table = dict[str, tuple[str, ...]]


class Theme(NamedTuple):
    """Kind of task: its texts, with the slots of the goal and of the limits."""

    task: str
    teaches: str
    hint: str
    titles: tuple[str, ...]


class Source(NamedTuple):
    """Puzzles of a game: where they begin, and which goals they try, the hardest first."""

    pack: str
    title: str
    about: str
    begin: str
    phase: str  # of positions that are used
    zones: str  # pattern of the zones that are used
    goals: Callable[[PuzzleMaker], Iterator[Goal]]
    # equal for plans that differ in spare and equal cards alone
    kind: Callable[[Position[Any], puzzles.Plan], object] = lambda pos, plan: plan
    lengths: range = LENGTHS
    most: int = MOST_ANSWERS  # answers to look at for the proof of a puzzle
    difference: int = DIFFERENCE


class Goal(NamedTuple):
    """Goal of a theme. `slots`: numbers for its texts; `verbs`: of moves that a solution has, and
    with a minus those that it has not; `least`: moves."""

    theme: str
    goal: Mapping[str, int]
    never: Mapping[str, int]
    slots: Mapping[str, object] = {}
    verbs: frozenset[str] = frozenset()
    least: int = LENGTHS[0]

    def fits(self, plan: puzzles.Plan) -> bool:
        """True if a plan has the verbs and the length of this goal."""
        found = {action.verb for action in plan}
        return len(plan) >= self.least and all(
            verb[1:] not in found if verb.startswith("-") else verb in found for verb in self.verbs
        )


class Puzzle(NamedTuple):
    """Level, its theme and its difficulty."""

    level: levels.Level
    theme: str
    difficulty: float


THEMES = {
    "win": Theme(
        "It’s your attack phase. Destroy {piles} this turn.",
        "Plan all attacks of a turn before the first one.",
        "Which enemy soldier is the hardest to beat? Decide first who attacks it.",
        ("All at once", "The last assault", "Nobody left", "A clean sweep", "One turn is enough",
         "The final push"),
    ),
    "destroy": Theme(
        "It’s your attack phase. Destroy {piles} enemy piles this turn.",
        "A pile falls with its last soldier, so short piles are the best targets.",
        "Count the soldiers in each enemy pile. Which piles can’t fall this turn?",
        ("Short piles first", "Two towers down", "Where it is thin", "Break the line",
         "Weak spots", "Through the gap"),
    ),
    "kill": Theme(
        "It’s your attack phase. Beat {soldiers} enemy soldiers this turn and lose {lost}.",
        "A soldier that wins an attack survives; in a tie, both sides lose theirs.",
        "Each pile attacks only once. Which of your soldiers wins alone, and which need help?",
        ("No soldier wasted", "A cheap victory", "Careful hands", "Good trades", "Just enough",
         "Measure twice", "The right partner", "Strong and weak", "Who goes first?",
         "One by one", "Only the best trade", "Numbers decide"),
    ),
    "take": Theme(
        "Take the enemy castle this turn.",
        "Count the price of all attacks before the first one.",
        "Which attack beats the last card of the castle? Keep that card, and pay with others.",
        ("The way in", "Storm the castle", "Before they wake", "The last stone", "A short siege",
         "Now or never"),
    ),
    "open": Theme(
        "Open the enemy gate this turn and keep at least {cards} in your hand.",
        "The cheapest attack that succeeds is the best one.",
        "Which of your cards beat the top card at the gate, and what does each of them cost?",
        ("Knock, knock", "A cheap key", "The gate swings open", "Spare your hand", "Open sesame",
         "Little by little", "Hinges first", "Thrift", "The smaller sword", "Two blows",
         "The right tool", "A fair price", "Nothing to spare", "Locksmith"),
    ),
    "bid": Theme(
        "{trump} is trump and you lead. You bid {bid} and have won {won}. Make your bid exactly, "
        "whatever your opponent plays. They hold {hand}.",
        "To make a bid exactly, you must be able to win and to lose.",
        "Which card must go first? Think of the last trick, and play it backwards.",
        ("Exactly so", "Not one more", "The right order", "Which card first?", "A bid is a bid",
         "The safe lead", "Backwards", "One way only", "To the letter", "The careful lead",
         "Keep the door open", "As promised"),
    ),
    "most": Theme(
        "{trump} is trump and you lead. Win {tricks} of the last {cards} tricks, whatever your "
        "opponent plays. They hold {hand}.",
        "A high card wins only at the right time.",
        "What does your opponent want you to lead? Lead something else.",
        ("Every trick counts", "The long suit", "Patience", "Pull their teeth",
         "First things first", "The forcing lead"),
    ),
    "exchange": Theme(
        "You play {colour}. Be at least {lead} ahead at the end of this turn.",
        "A captured queen or king can join your own set in the same turn.",
        "Which card costs your opponent most, and where does it earn you most?",
        ("She changes sides", "From court to court", "A crown for a crown", "The captive",
         "Take and play"),
    ),
    "raid": Theme(
        "You play {colour}. Be at least {lead} ahead at the end of this turn.",
        "When a royal set loses one card, the rest goes back to its owner’s hand.",
        "Which enemy set is worth an attack, and how many knights does it take?",
        ("Ride out", "The weak plot", "One attack", "Where it hurts", "To horse"),
    ),
    "court": Theme(
        "You play {colour}. Have at least {points} by the end of this turn.",
        "One large royal set is worth more than two small ones.",
        "Which set does each queen and king join? Your colour must stay on top.",
        ("A place for each", "The larger set", "Court in session", "All the crowns",
         "Whose court?"),
    ),
    "muster": Theme(
        "You play {colour}. Have {knights} by the end of this turn, and a defence of {defence} or "
        "more for each royal set.",
        "Two cards of a rank make a wall, and two that add up to 10 a knight.",
        "Which cards can become a wall or part of a knight? You need both.",
        ("Wall or knight?", "Sword and stone", "Both at once", "On guard", "Shield and spear"),
    ),
}  # fmt: skip
DOMAINS = {"K": "Knowledge", "S": "Science", "T": "Technology", "V": "Services"}


def counted_noun(count: int, noun: str) -> str:
    """Number with a noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def greatest(numbers: Sequence[int], reached: Callable[[int], bool]) -> int | None:
    """Greatest number that can be reached, if all below it can, too; None if none can."""
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if reached(numbers[middle]):
            low = middle + 1
        else:
            high = middle
    return numbers[low - 1] if low else None


def cards_of(pos: Position[Any], zone: str) -> bytes:
    """Cards of a zone by its name."""
    return pos.zones[pos.box.zone(zone)]


def wars_goals(make: PuzzleMaker) -> Iterator[Goal]:
    """Goals in Castle Wars: win, destroy piles, beat soldiers with few losses."""
    piles = [cards for n in range(3) if (cards := cards_of(make.pos, f"1.pile{n}"))]
    left, soldiers = len(piles), sum(map(len, piles))
    turn = {"turns": 1}
    words = ("the last enemy pile", "both enemy piles", "all three enemy piles")
    yield Goal("win", {"won": 1}, turn, {"piles": words[left - 1]})
    if left == 3:
        yield Goal("destroy", {"destroyed": 2}, turn, {"piles": 2})
    numbers = range(2, min(soldiers, 5) + 1)
    most = greatest(numbers, lambda n: make.reaches(Goal("kill", {"killed": n}, turn))) or 0
    for lost in range(most):
        slots = {
            "soldiers": most,
            "lost": f"{counted_noun(lost, 'soldier')} at most" if lost else "none",
        }
        goal = Goal("kill", {"killed": most}, {**turn, "lost": lost}, slots)
        if make.reaches(goal):
            yield goal
            break


def rampage_goals(make: PuzzleMaker) -> Iterator[Goal]:
    """Goals in Castle Rampage: take the castle, or open the gate and keep cards."""
    turn, hand = {"turns": 1}, len(cards_of(make.pos, "0.hand"))
    yield Goal("take", {"won": 1}, turn)
    if cards_of(make.pos, "1.gate"):
        opens: Callable[[int], Goal] = lambda n: Goal(  # noqa: E731
            "open", {"gate_open": 1, "hand": n}, turn, {"cards": counted_noun(n, "card")}
        )
        most = greatest(range(1, hand), lambda n: make.reaches(opens(n)))
        if most is not None:
            yield opens(most)


def tricks_goals(make: PuzzleMaker) -> Iterator[Goal]:
    """Goals in Tricks of the Trade: an exact bid, or many tricks."""
    pos = make.pos
    cards = len(cards_of(pos, "0.hand"))
    if (
        not 3 <= cards == len(cards_of(pos, "1.hand")) <= 4
        or cards_of(pos, "0.trick")
        or cards_of(pos, "1.trick")
    ):
        return
    bid = int(make.table["0.bid"][0].split()[0][-1])
    won = make.game.tallies(pos, 0)["tricks"]
    held = sorted(words.split()[0] for words in make.table["1.hand"])
    hand: dict[str, list[str]] = {}
    for key in held:
        hand.setdefault(DOMAINS[key[0]], []).append(str(int(key[1:])))
    texts = [word for domain, ranks in hand.items()
             for word in (f"{domain} {ranks[0]}", *ranks[1:])]  # fmt: skip
    slots = {
        "trump": DOMAINS[make.table["trump"][0][0]],
        "bid": bid,
        "won": won or "none",
        "hand": f"{', '.join(texts[:-1])} and {texts[-1]}",
        "cards": cards,
    }
    if won <= bid <= won + cards:
        yield Goal("bid", {"bids_met": 1}, {"tricks": bid}, slots)
    for n in range(cards, 0, -1):
        many = "all" if n == cards else n
        yield Goal("most", {"tricks": won + n}, {}, {**slots, "tricks": many})


def castle_goals(make: PuzzleMaker) -> Iterator[Goal]:
    """Goals in Castle: be ahead by an exchange or a raid, raise knights beside walls, or have
    points; each count at its most, and then the next one."""
    turn = make.level(Goal("court", {"turns": 2}, {"turns": 1}))
    now = make.game.tallies(levels.session(turn).position, 0)
    reached = [make.game.tallies(pos, 0) for pos in puzzles.reachable(turn, make.source.most)]
    during = [now, *[counts for counts in reached if counts["turns"] == 1]]

    def goals(theme: str, names: str, verbs: str, least: int) -> Iterator[Goal]:
        """Goal of these counts, unless one of them can't grow."""
        rest, most = during, dict[str, int]()
        for name in names.split():
            most[name] = max(counts[name] for counts in rest)
            rest = [counts for counts in rest if counts[name] == most[name]]
            if most[name] <= max(now[name], 0):
                return
        slots: dict[str, object] = {name: counted_noun(n, "point") for name, n in most.items()}
        slots["colour"] = ("black", "red")[make.pos.state.red == 0]
        slots["knights"] = counted_noun(most.get("knights", 0), "knight")
        slots["defence"] = most.get("defence", 0)
        yield Goal(theme, most, {"turns": 1}, slots, frozenset(verbs.split()), least)

    yield from goals("exchange", "lead", "attack keep royalty", 3)
    yield from goals("raid", "lead", "attack -royalty", 2)
    yield from goals("muster", "knights defence", "knight wall", 2)
    yield from goals("muster", "defence knights", "knight wall", 2)
    yield from goals("court", "points", "royalty -attack", 2)


def castle_plan_key(pos: Position[Any], plan: puzzles.Plan) -> object:
    """Moves of a plan by rank and colour of their cards; without the knights that fall, the card
    that a captured one costs, and what becomes of a captured card that is not played."""
    codes, faces = CODES[pos.state.red == 0], pos.faces
    target = next((action.onto for action in plan if action.verb == "attack"), -1)
    played = any(target in action.cards for action in plan)
    moves = []
    for action in plan:
        verb = action.verb
        if verb == "lose" or (target >= 0 and not played and verb in ("keep", "pass")):
            continue
        cards = sorted(codes[faces[card]] for card in action.cards if verb != "keep")
        onto = pos.zone_of(target) if verb == "attack" else -1
        captured = codes[faces[target]] if verb == "attack" and played else -1
        moves.append((verb, tuple(cards), action.zones, action.args, action.to, onto, captured))
    return tuple(sorted(moves))


class PuzzleMaker:
    """Maker of puzzles from one position, in which seat 0 is asked."""

    def __init__(self, game: Game[Any], source: Source, pos: Position[Any]) -> None:
        self.game = game
        self.source = source
        self.pos = pos
        self.table = table_of(pos, source.zones)

    def level(self, goal: Goal, **texts: Any) -> levels.LoadedLevel:
        """Level with a goal; without texts, for the solver."""
        state = {"phase": 4, "round": 2} if self.source.begin == "Tricks" else {}
        if self.source.begin == "Play":
            state = {"red": self.pos.state.red}
        usual = {"title": "-", "teaches": "-", "task": "-"}
        kind = levels.with_options(self.game, levels.Level)
        level = kind(
            level=levels.FORMAT, game=self.game.id, table=self.table, state=state,
            begin=self.source.begin, goal=dict(goal.goal), never=dict(goal.never),
            **{**usual, **texts},
        )  # fmt: skip
        return levels.LoadedLevel("", level, level.options, self.game)

    def shows_walls(self) -> bool:
        """True if a table of Castle has the same plots without the marks of its walls."""
        start = levels.session(self.level(Goal("raid", {"won": 1}, {}))).position
        return bool(start.state.plots == self.pos.state.plots)

    def reaches(self, goal: Goal) -> bool:
        """True if the solver finds a shortest solution."""
        return bool(puzzles.shortest_plans(self.level(goal), self.source.most))

    def puzzle(self, goal: Goal) -> Puzzle | None:
        """Puzzle with this goal, without its title; None if its solution is not unique."""
        loaded, swaps = self.level(goal), False
        if self.source.begin == "Tricks":
            answers = self._safe_play(loaded)
        else:
            plans = puzzles.shortest_plans(loaded, self.source.most)
            swaps = len(plans) > 1
            if len({self.source.kind(self.pos, plan) for plan in plans}) != 1:
                return None
            shortest = self.level(goal, stars=star_limits(len(next(iter(plans)))))
            if not goal.fits(next(iter(plans))):
                return None
            found = puzzles.solution(shortest, levels.session(shortest))
            answers = found if found and tuple(sorted(found)) in plans else None
        if answers is None or len(answers) not in self.source.lengths:
            return None
        match = levels.session(loaded)
        lines, texts = self._played(loaded, match, answers)
        theme = THEMES[goal.theme]
        if not lines:
            return None
        reason = solution_reason(texts, self.source.begin == "Tricks", swaps)
        if len(reason) > LONGEST_REASON:
            return None
        level = self.level(
            goal,
            task=theme.task.format(**goal.slots), teaches=theme.teaches, hint=theme.hint,
            why=reason, stars=star_limits(len(answers)), solution=tuple(lines),
        ).level  # fmt: skip
        return Puzzle(level, goal.theme, puzzles.difficulty(loaded, answers))

    def _safe_play(self, loaded: levels.LoadedLevel) -> tuple[Action, ...] | None:
        """Own answers that reach the goal against the default play, from the only lead that reaches
        it against any play; None if several do or a shorter way beats the default play."""
        start = levels.session(loaded)
        assert start.decision is not None
        safe = [a for a in start.decision.options if puzzles.holds(loaded, start.position, a)]
        if len(safe) != 1 or len(start.decision.options) < 3:
            return None
        answers: list[Action] = []
        match = levels.session(loaded)
        while (decision := match.decision) and not levels.status(loaded, match).over:
            if decision.seat:
                match.submit(decision.seat, decision.default)
                continue
            answer = next(a for a in decision.options if puzzles.holds(loaded, match.position, a))
            answers.append(answer)
            match.submit(0, answer)
        plans = puzzles.shortest_plans(loaded, MOST_ANSWERS)
        return tuple(answers) if plans and len(next(iter(plans))) == len(answers) else None

    def _played(
        self, loaded: levels.LoadedLevel, match: Any, answers: Sequence[Action]
    ) -> tuple[list[str], list[str]]:
        """Lines of the solution with the names of cards, and the texts of its own answers; no lines
        if the others have a choice before the last trick."""
        texts = []
        for answer in answers:
            while match.decision.seat or match.decision.window:
                if len(match.decision.options) > 1 and self.source.begin != "Tricks":
                    return [], []
                match.submit(match.decision.seat, match.decision.default)
            seen = view(match.position, 0)
            texts.append(match.with_player_names(self.game.describe(answer, seen)))
            match.submit(0, answer)
        while match.decision and not levels.status(loaded, match).over:
            match.submit(match.decision.seat, match.decision.default)
        positions = zip(match.positions, levels.solution(match), strict=False)
        return [with_names(pos, line) for pos, line in positions], texts


def with_names(pos: Position[Any], line: str) -> str:
    """Line of a solution with the names of its cards in place of their numbers."""
    return re.sub(r"\bc(\d+)\b", lambda id: pos.box.faces[pos.faces[int(id[1])]].key, line)


def star_limits(moves: int) -> tuple[dict[str, int], dict[str, int]]:
    """Limits of the second and the third star of a solution of this length."""
    return {"actions": moves + 1}, {"actions": moves}


def solution_reason(texts: Sequence[str], lead: bool, swaps: bool) -> str:
    """Explanation of a solution from the texts of its moves; `swaps`: cards can be exchanged."""
    if lead:
        return f"{texts[0]} first. After any other lead, your opponent can stop you."
    plain_texts = [f"{text[:1].lower()}{text[1:]}" for text in texts]
    steps = [texts[0], *map(next_step, plain_texts, plain_texts[1:])]
    alone = f"{', then '.join(steps)}. Only these {len(texts)} moves work."
    return f"{alone} Spare or equal cards are just as good." if swaps else alone


def table_of(pos: Position[Any], zones: str) -> Table:
    """Cards of the zones that match a pattern, by zone; those of the opponent face up."""
    table: Table = {}
    for name, cards in zip(pos.box.names, pos.zones, strict=True):
        if not cards or not re.fullmatch(zones, name):
            continue
        own = name in ("0.hand", "0.sleeve") or re.fullmatch(r"0\.pile\d|trumps|deck", name)
        words = []
        for card in cards[-DECK:] if name == "deck" else cards:
            up = " up" if pos.up >> card & 1 or not own else ""
            words.append(f"{pos.box.faces[pos.faces[card]].key}{up}")
        table[name] = tuple(words)
    return table


SOURCES = {
    "castle_wars": Source(
        "18-wars-matches", "Castle Wars: from matches",
        "Positions from matches, the easy ones first. Only one plan works.",
        "Attack", "Attack, or end the attack phase", r"\d\.(pile\d|sleeve)", wars_goals,
    ),
    "castle_rampage": Source(
        "19-rampage-matches", "Castle Rampage: from matches",
        "Positions from matches, the easy ones first. Only one plan works.",
        "Act", "", r"0\.(hand|gate|castle|permanents)|1\.(gate|castle|permanents)", rampage_goals,
    ),
    "tricks_of_the_trade": Source(
        "20-tricks-matches", "Tricks of the Trade: from matches",
        "The last tricks of matches, the easy ones first. Only one lead works.",
        "Tricks", "Lead a card", r"\d\.(hand|goal|bid|won)|trump|trumps", tricks_goals,
    ),
    "castle": Source(
        "21-castle-matches", "Castle: from matches",
        "Positions from matches, the easy ones first. Only one plan works.",
        "Play", "Play cards", r"0\.hand|\d\.(plot|knight|peasant)\d+|market\d|deck", castle_goals,
        castle_plan_key, range(2, 7), 6_000, 16,
    ),
}  # fmt: skip


def find_puzzles(game: Game[Any], source: Source, matches: int) -> Iterator[Puzzle]:
    """Yield the puzzles in the matches of seat 0, at most one of a position."""
    last = -1, -1
    for move in moves(game, choice_by_weight(game), range(matches)):
        decision = move.pos.decision
        if move.action is None or decision is None or decision.seat or decision.window:
            continue
        turn = move.match, game.turn(move.pos)
        fits = source.phase in decision.prompt and len(decision.options) in CHOICES
        if source.begin != "Tricks" and (turn == last or not fits):
            continue
        if source.begin == "Act" and "play cards" not in decision.prompt.lower():
            continue
        last = turn
        make = PuzzleMaker(game, source, move.pos.copy())
        try:
            if source.begin == "Play" and not make.shows_walls():
                continue
            puzzle = next(filter(None, map(make.puzzle, source.goals(make))), None)
        except (ValueError, KeyError) as error:
            print(f"left out: {error}", flush=True)
            continue
        if puzzle is not None:
            yield puzzle


def choose_puzzles(puzzles_found: Sequence[Puzzle], count: int, least: int) -> list[Puzzle]:
    """`count` puzzles, the easy ones first, evenly over the difficulties; of each theme at most as
    many as it has titles, evenly too, and no two with tables that differ in fewer than `least`
    cards."""
    distinct = list[Puzzle]()
    for puzzle in sorted(puzzles_found, key=lambda each: each.difficulty):
        cards = {key for words in puzzle.level.table.values() for key in words}
        others = ({key for words in each.level.table.values() for key in words}
                  for each in distinct)  # fmt: skip
        if all(len(cards ^ other) >= least for other in others):
            distinct.append(puzzle)
    kept = list[Puzzle]()
    for theme, texts in THEMES.items():
        own = [puzzle for puzzle in distinct if puzzle.theme == theme]
        kept += evenly(own, len(texts.titles))
    return evenly(sorted(kept, key=lambda each: each.difficulty), count)


def evenly(ordered: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """`count` puzzles at equal distances in their order; all if there are no more."""
    count = min(count, len(ordered))
    return [ordered[n * len(ordered) // count] for n in range(count)]


def level_text(level: levels.Level) -> str:
    """Text of a level file, without values that are the default."""
    every = {field.name: field for field in fields(level)}
    usual = {
        name: field.default_factory() if field.default_factory is not MISSING else field.default
        for name, field in every.items()
    }
    used = {name: getattr(level, name) for name in every}
    return data.dump({name: one for name, one in used.items() if one != usual[name]})


def write(source: Source, pack: Sequence[Puzzle]) -> None:
    """Write the levels of a pack and its pack.yaml in place of the old ones."""
    folder = ROOT / "levels" / source.pack
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.yaml"):
        old.unlink()
    about = levels.AboutPack(source.title, source.about)
    (folder / "pack.yaml").write_text(data.dump(about), encoding="utf-8")
    used = dict.fromkeys(THEMES, 0)
    for number, puzzle in enumerate(pack, 1):
        title = THEMES[puzzle.theme].titles[used[puzzle.theme]]
        used[puzzle.theme] += 1
        path = folder / f"{number:02}-{puzzle.theme}.yaml"
        path.write_text(level_text(replace(puzzle.level, title=title)), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: difficulty {puzzle.difficulty:.1f}", flush=True)


def main(words: list[str]) -> int:
    """Write the packs. Return 1 if a pack is not full."""
    parser = argparse.ArgumentParser(description="puzzles from matches")
    parser.add_argument("games", nargs="*", help=", ".join(SOURCES))
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each game")
    parser.add_argument("--most", type=int, default=40, help="puzzles to choose from")
    args = parser.parse_args(words)
    short = 0
    for id in args.games or SOURCES:
        source = SOURCES[id]
        pack = choose_puzzles(
            [*islice(find_puzzles(levels.shelf()[id], source, args.matches), args.most)],
            COUNTS[id], source.difference,
        )  # fmt: skip
        write(source, pack)
        short += len(pack) < COUNTS[id]
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
