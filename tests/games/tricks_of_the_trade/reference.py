"""Reference implementation of Tricks of the Trade, straight from the rule text: no shared code.

It has bids, trades, tricks, scores, the clean-up and the end, in plain lists. It does not know game
effects: after them it is told where the cards are. Cards are keys ("K05"). Questions are generators
that yield the asked seat with the texts of its options, and are sent one of them.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

DOMAINS = "KSTV"
Ask = Generator[tuple[int, set[str]], str, Any]


def value(card: str) -> int:
    return int(card[1:])


# -- a round --------------------------------------------------------------------------------------


def bidding(players: int, first: int) -> Ask:
    """Ask each seat for its bid, from the first player on; return the bids by seat."""
    bids = {}
    for n in range(players):
        seat = (first + n) % players
        answer = yield seat, {f"bid bid{seat}.{number} >{seat}.bid" for number in range(7)}
        bids[seat] = int(answer.split()[1].split(".")[1])
    return bids


def ask_trades(hands: dict[int, list[str]], first: int) -> Ask:
    """Ask for all trades; changes `hands`."""
    players = len(hands)
    for n in range(players):
        seat = (first + n) % players
        offers = 0
        traded = False
        while offers < 2 and not traded:
            options = {"pass"}
            for opponent in range(players):
                if opponent != seat:
                    options |= {f"offer {card} >{opponent}.offer" for card in hands[seat]}
            answer = yield seat, options
            if answer == "pass":
                break
            offers += 1
            card, opponent = answer.split()[1], int(answer.split(">")[1][0])
            hands[seat].remove(card)
            wishes = {f"wish wish.{d} >{opponent}.offer" for d in ("K", "S", "T", "V", "any")}
            answer = yield seat, wishes
            wish = answer.split()[1].split(".")[1]
            options = {"pass"}
            for other in hands[opponent]:
                fits = wish == "any" or other[0] == wish
                options.add(f"{'give' if fits else 'counter'} {other} >{seat}.offer")
            answer = yield opponent, options
            given = None
            if answer.startswith("give"):
                given = answer.split()[1]
            elif answer.startswith("counter"):
                other = answer.split()[1]
                answer = yield seat, {f"take {other} >{seat}.hand", "pass"}
                given = other if answer != "pass" else None
            if given is None:
                hands[seat].append(card)
            else:
                hands[opponent].remove(given)
                hands[opponent].append(card)
                hands[seat].append(given)
                traded = True


def follow(hand: list[str], led: str, copies: dict[str, str]) -> list[str]:
    """Return the cards that may be played on the card that was led."""
    wanted = copies.get(led, led[0])
    same = [card for card in hand if copies.get(card, card[0]) == wanted]
    return same if same else hand


def trick_winner(played: list[str], trump: str, copies: dict[str, str]) -> int:
    """Return the index of the winning card in the order of play."""
    trumps = [card for card in played if copies.get(card, card[0]) == trump]
    led = copies.get(played[0], played[0][0])
    counting = trumps or [card for card in played if copies.get(card, card[0]) == led]
    highest = sorted(counting, key=value)[-1]
    for card in counting:  # of equal cards the first wins; one of them is a copy
        if value(card) == value(highest):
            return played.index(card)
    raise AssertionError


def tricks(hands: dict[int, list[str]], first: int, trump: str, copies: dict[str, str]) -> Ask:
    """Ask for all tricks; return the tricks won by seat. Changes `hands`."""
    players, leader = len(hands), first
    won: dict[int, list[list[str]]] = {seat: [] for seat in hands}
    for _ in range(6):
        if any(not hand for hand in hands.values()):
            break
        played: list[str] = []
        for n in range(players):
            seat = (leader + n) % players
            cards = follow(hands[seat], played[0], copies) if played else hands[seat]
            card = hands[seat][0]
            if len(hands[seat]) > 1:
                answer = yield seat, {f"play {card} >{seat}.trick" for card in cards}
                card = answer.split()[1]
            hands[seat].remove(card)
            played.append(card)
        leader = (leader + trick_winner(played, trump, copies)) % players
        won[leader].append(played)
    return won


def points(
    bid: int, won: list[list[str]], goal: str, copies: dict[str, str], tiers: bool
) -> tuple[int, int]:
    """Return the points of a round, and the base points among them."""
    total = len(won)
    if len(won) == bid:
        total += 3 if tiers else 4
    elif len(won) > bid:
        total += 1
    for trick in won:
        if goal[0] in [copies.get(card, card[0]) for card in trick]:
            total += 1
    if len(won) == 6 or len(won) == 0:
        total += 2
    return total, len(won)


def clean_up(
    expelled: set[str], goals: set[str], trump: str, turned: str
) -> tuple[set[str], set[str], set[str]]:
    """Return expelled cards, Trump deck and draw deck of the next round."""
    leaving = f"{trump}02"
    if leaving in expelled:
        leaving = f"{turned}02"
    gone = expelled | {leaving}
    trumps = {f"{domain}02" for domain in DOMAINS} - gone
    every = {f"{domain}{number:02}" for domain in DOMAINS for number in range(1, 14)}
    return gone, trumps, every - gone - trumps - goals


# -- the end --------------------------------------------------------------------------------------


def shares(
    totals: list[int], base: list[int], goals: list[str], won: list[list[str]], last: str
) -> list[float]:
    """Return 1 for the winner, or 0.5 for each of several winners."""
    seats = [seat for seat in range(len(totals)) if totals[seat] == max(totals)]
    if len(seats) > 1:
        matching = [seat for seat in seats if goals[seat][0] == last[0]]
        seats = matching or seats
    if len(seats) > 1:
        most = max(base[seat] for seat in seats)
        seats = [seat for seat in seats if base[seat] == most]
    place = 0
    while len(seats) > 1 and place < len(won[seats[0]]):
        cards = {
            seat: sorted(won[seat], key=lambda c: (value(c), DOMAINS.index(c[0])))[-1 - place]
            for seat in seats
        }
        best = max((value(c), DOMAINS.index(c[0])) for c in cards.values())
        seats = [s for s in seats if (value(cards[s]), DOMAINS.index(cards[s][0])) == best]
        place += 1
    share = 1.0 if len(seats) == 1 else 0.5
    return [share if seat in seats else 0.0 for seat in range(len(totals))]
