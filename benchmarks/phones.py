"""Hands on phones: time from an answer to the next state, CPU of a message, leaks, memory.

    python -m benchmarks phones [--answers N] [--moments N]

Six phones of Card Barrage answer through real sockets on the loopback address, while the table
takes answers once a frame of 60 Hz. Messages to a seat are compared in two worlds that differ only
in what it may not know. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from statistics import median, quantiles
from time import perf_counter, thread_time
from typing import Any

from benchmarks.rows import Row, print_rows
from castlecards.core.referee import Human, due
from castlecards.core.session import HUMAN
from castlecards.phones.message import phone_message
from tests.conftest import resident_memory
from tests.games.play import GAME_BY_ID, configurations
from tests.games.worlds import moments, two_worlds
from tests.phones.table import phone_table

ANSWERS, MOMENTS = 400, 20_000
PHONES = 6
FRAME = 1 / 60  # s
LATENCY_BAR = 0.030  # s, bar of the 95th percentile
CPU_BAR = 0.001  # s of CPU for a message, bar
MEMORY_BAR = 25.0  # MB that the server and its libraries may take
STEPS = 70  # moments of two worlds, at most
GAMES = ("tricks_of_the_trade", "castle_wars", "castle", "castle_rampage", "card_barrage")


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--answers", type=int, default=ANSWERS, metavar="N")
    parser.add_argument("--moments", type=int, default=MOMENTS, metavar="N")
    args = parser.parse_args(words)
    return print_rows(rows(args.answers, args.moments))


def rows(answers: int, most: int) -> Iterator[Row]:
    """Measure one figure after the other."""
    yield from latency_rows(answers)
    for game in GAMES:
        yield cost_row(game)
    yield difference_row(most)


def latency_rows(answers: int) -> Iterator[Row]:
    """Time from the answer of a phone to the state that follows it, and the memory for all."""
    before = resident_memory()
    # Imported here, as by the lobby: their memory is measured.
    from castlecards.phones.page import page
    from castlecards.phones.server import PhoneServer, ServerLimits
    from tests.phones.client import join

    table, random = phone_table(GAME_BY_ID["card_barrage"], PHONES, 3), Random(3)
    times: list[float] = []  # s until the answer is played
    shown: list[float] = []  # s until all phones show what follows
    limits = ServerLimits(rate=1e6, burst=1e6)  # robots answer faster than people may
    server = PhoneServer("127.0.0.1", 0, range(PHONES), page(), limits=limits)
    server.start()
    try:
        with ExitStack() as stack:
            phones = [stack.enter_context(join(server, seat)) for seat in range(PHONES)]
            server.publish(table.states())
            states: list[Any] = [json.loads(phone.recv(timeout=10)) for phone in phones]
            while len(times) < answers:
                asked = due(table.session)
                if not isinstance(asked, Human):
                    table = phone_table(GAME_BY_ID["card_barrage"], PHONES, len(times))
                    server.publish(table.states())
                    states = [json.loads(phone.recv(timeout=10)) for phone in phones]
                    continue
                seat = asked.decision.seat
                time.sleep(random.random() * FRAME)  # at any moment of a frame
                began = perf_counter()
                options = states[seat]["ask"]["o"]
                answer = {"id": states[seat]["id"], "i": random.choice(options)["i"]}
                phones[seat].send(json.dumps(answer))
                frame = began + random.random() * FRAME
                while True:
                    time.sleep(max(0.0, frame - perf_counter()))
                    if table.take(server.answers()):
                        break
                    frame += FRAME
                times.append(perf_counter() - began)
                server.publish(table.states())
                states = [json.loads(phone.recv(timeout=10)) for phone in phones]
                shown.append(perf_counter() - began)
    finally:
        server.close()
    worst = quantiles(times, n=20)[-1]
    yield Row(f"{answers} answers of {PHONES} phones, until they are played", in_ms(times),
              f"p95 <= {1000 * LATENCY_BAR:.0f} ms", worst <= LATENCY_BAR)  # fmt: skip
    yield Row("the same, until all phones have the next state", in_ms(shown), "", True)
    grown = (resident_memory() - before) / 2**20
    yield Row("memory of the server, its libraries and a match", f"+{grown:.1f} MB",
              f"<= {MEMORY_BAR:.0f} MB", grown <= MEMORY_BAR)  # fmt: skip


def in_ms(times: list[float]) -> str:
    """Median and 95th percentile of times in seconds."""
    return f"median {1000 * median(times):.1f} ms, p95 {1000 * quantiles(times, n=20)[-1]:.1f} ms"


def cost_row(game: str) -> Row:
    """CPU of a message, over a whole match of random players."""
    table, random = phone_table(GAME_BY_ID[game], 2, 3), Random(3)
    spent: list[float] = []
    sizes: list[int] = []
    table.states()  # loads the story and the cards
    for _ in range(150):
        asked = due(table.session)
        if not isinstance(asked, Human):
            break
        for seat in (0, 1):
            began = thread_time()
            message = phone_message(table.session, seat)
            spent.append(thread_time() - began)
            sizes.append(len(message))
        decision = asked.decision
        table.session.submit(decision.seat, random.choice(decision.options))
        table.settle()
    each = sum(spent) / len(spent)
    figure = f"{1000 * each:.2f} ms; {median(sizes):,.0f} bytes, largest {max(sizes):,}"
    return Row(
        f"CPU of a message of {game}", figure, f"<= {1000 * CPU_BAR:.0f} ms", each <= CPU_BAR
    )


def difference_row(most: int) -> Row:
    """Messages of a seat that differ in two worlds that it cannot tell apart."""
    read = faults = others = 0
    n = 0
    while read < most:
        game = GAME_BY_ID[GAMES[n % len(GAMES)]]
        every = configurations(game)
        options, players = every[n * 89 % len(every)]
        seats = [seat for seat, owner in enumerate(game.owners(options, players)) if owner >= 0]
        seat = seats[n % len(seats)]
        worlds = two_worlds(game, options, players, n, seat, (HUMAN,) * players)
        n += 1
        if worlds is None:
            continue
        for each in moments(worlds, STEPS):
            here, there = [phone_message(session, seat) for session in each.sessions]
            faults += here != there
            here, there = [phone_message(session, seats[seat - 1]) for session in each.sessions]
            others += here != there
            read += 1
    figure = f"{faults} of {read:,} moments; of the next seat {others:,}"
    return Row("messages that tell what is hidden", figure, "0, and many", faults == 0 < others)
