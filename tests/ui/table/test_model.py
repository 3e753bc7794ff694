"""Tests of the table model, without pictures and windows."""

import subprocess
import sys

import pytest

from castlecards.content import built_in
from castlecards.core.cards import NATURE
from castlecards.core.session import HUMAN, Session
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.viewer import Viewer

GAME = built_in()["card_barrage"]
ALONE = """
import sys
from castlecards.ui.table.model import TableModel
print([name for name in sys.modules if name.split(".")[0] == "pygame"])
"""


def test_the_model_is_made_without_pygame() -> None:
    said = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


@pytest.fixture
def model() -> TableModel:
    """Return the model of two people at one screen; the first one is the viewer."""
    session = Session(GAME, GAME.options(), 2, 7, (HUMAN, HUMAN))
    model = TableModel(session, Viewer(session))
    decision = session.decision
    assert decision.seat != NATURE
    model.viewer.show(decision.seat)
    model.ask(decision)
    return model


def test_a_card_has_a_name_only_for_who_may_see_it(model: TableModel) -> None:
    box = model.session.position.box
    zones = [z for z, spec in enumerate(box.zones) if spec.sight == "owner"]
    own = [z for z in zones if box.zones[z].owner == model.viewer.seat]
    mine = next(card for z in own for card in model.session.position.zones[z])
    name = model.card_name(mine)
    assert name != "a card"
    assert model.target_name(Target(mine, own[0])) == name
    seen = model.view
    assert model.view is seen
    model.viewer.hide()
    assert model.view is not seen
    assert model.card_name(mine) == "a card"


def test_whoever_has_answered_picks_no_longer(model: TableModel) -> None:
    decision = model.session.decision
    assert decision is not None
    assert model.selection.decision is decision
    model.window = model.waived = decision
    model.forget()
    assert (model.selection, model.window, model.waived) == (None, None, None)
    assert model.clock == -1.0
