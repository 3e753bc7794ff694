"""Mutants of storage, session, worker, screen and flick reading; for `tools.mutants`.

By group: the place, the tests that must notice, and rows like those of `mutants_of_rules`.
"""

from __future__ import annotations

FILES = "castlecards/files.py"
FLICK = "castlecards/toss/flick.py"
TABLE = "castlecards/ui/table"
TURNS = f"{TABLE}/flow/turns.py"
OVERLAY = f"{TABLE}/overlay/overlay.py"
VIEW = f"{TABLE}/render/table_view.py"
ANIMATION = f"{TABLE}/playback/animation.py"
POINTER = f"{TABLE}/pointer"

Rows = tuple[tuple[str, str, str], ...]

PROGRAM: dict[str, tuple[str, tuple[str, ...], Rows]] = {
    "store": (
        "castlecards/store.py",
        ("tests/data/test_store.py", "tests/bad_input/test_links.py"),
        (
            ("append", "os.ftruncate(handle, size)", "pass"),
            ("sync", "os.fsync(handle)", "pass"),
            ("_replace", "files.unlink(temporary)", "pass"),
            ("newest", "kept = put_aside(file)", "kept = file"),
            ("put_aside", " if not files.exists(name)", ""),
            ("new_file", "not files.exists(path)", "True"),
            ("_age", "files.duplicate(path, aged[1])", "pass"),
            ("_age", "if files.exists(younger):", "if False:"),
            ("_delete_old_temporaries", "> STALE", "> -STALE"),
            ("saves", "reverse=True", "reverse=False"),
            ("GENERATIONS", "= 3", "= 2"),
            ("content", "len(raw) <= MOST", "True"),
            ("write", "_delete_old_temporaries(path)", "pass"),
            (f"{FILES}:create", "os.fsync(handle)", "pass"),
            (
                f"{FILES}:write_all",
                "left[os.write(handle, left) :]",
                "os.write(handle, left) * b''",
            ),
            (f"{FILES}:descriptor", "if not stat.S_ISREG", "if False and stat.S_ISREG"),
            (f"{FILES}:_below", "folder.without_link(name)", "pass"),
        ),
    ),
    "music": (
        "castlecards/ui/kit/music.py",
        ("tests/ui/test_music.py",),
        (
            ("Music.apply", "not settings.other_player", "True"),
            ("Music.update", "if ducked", "if False"),
            ("Music._fade", "loop.level**0.5", "loop.level**2"),
            ("Music._fade", "if gain != loop.gain:", "if True:"),
            ("Music._fade", "if not kept:", "if True:"),
            ("Music._fade", "channel.unpause()", "pass"),
            ("Music._start", "loops=-1", "loops=0"),
            ("Music._start", "self._broken.add(name)", "pass"),
            ("Music._end", "pygame.mixer.Channel(loop.channel).stop()", "pass"),
        ),
    ),
    "writer": (
        "castlecards/ui/writer.py",
        ("tests/ui/test_writer.py", "tests/bad_input/test_two_windows.py"),
        (
            ("Writer._write", "self._appended < APPENDS_PER_REWRITE", "True"),
            ("Writer.put", "self._turn.wait_for(lambda: self._job is None)", "pass"),
            ("Writer._attempt", "bool(error) or not ours", "False"),
            ("Writer._write", "if job.whole:", "if False:"),
            ("Writer._write", "if not self.slot.ours:", "if False:"),
            ("Writer._work", "self._attempt(job, self._sync)", "written"),
            ("Slot.append", "store.content(self.path) != self._seen", "False"),
            (
                "Slot._preserve_foreign_game",
                "is None or now == self._seen",
                "is None or now is not None",
            ),
            ("Slot.clear", 'self._preserve_foreign_game("deleted")', "pass"),
        ),
    ),
    "database": (
        "castlecards/database.py",
        (
            "tests/data/test_database.py",
            "tests/data/test_database_locks.py",
            "tests/data/test_no_locks.py",
        ),
        (
            ("_whole", "BEGIN IMMEDIATE", "BEGIN"),
            ("_whole", 'con.execute("ROLLBACK")', "pass"),
            ("_renewed", "store.move(beside, aside.with_name(aside.name + end))", "pass"),
            ("_rescue", '("ASC", "DESC")', '("ASC",)'),
            ("_copied_rows", "store_import(new, name, counts[table])", "pass"),
            ("_copied_rows", "WHERE game NOT IN", "WHERE game IN"),
            ("Database._connected", " and self._inode == _inode(self.path)", ""),
            ("import_file", "if import_progress(con, name)[1]:", "if False:"),
            ("_opened", "(version := _version(con)) > schema.version", "(version := 0)"),
            ("_create", "if words not in made:", "if True:"),
        ),
    ),
    "session": (
        "castlecards/core/session.py",
        (
            "tests/core/test_session.py",
            "tests/core/test_stops.py",
            "tests/games/test_sessions.py",
        ),
        (
            ("Session.undo", "self.left = self.clock", "pass"),
            ("Session._undo_to", "== HUMAN", "not in (RANDOM, PASSIVE)"),
            ("Session._undo_to", "if not self.log[at].chosen:", "if False:"),
            ("Session.is_undo_barrier", "self.log[at].seat == NATURE", "False"),
            ("Session.is_undo_barrier", "before.shuffles != after.shuffles", "False"),
            ("Session.is_undo_barrier", " & self._remembered", ""),
            ("Session.submit", "del self.positions[self.at + 1 :]", "pass"),
            ("Session.redo", "self._undone.pop() if self._undone else ", ""),
            ("Session.jump", "self._undone.clear()", "pass"),
            ("Session.is_waived", "decision.options == (PASS,) or ", ""),
            ("Session._wants", "!= owner", "== owner"),
            ("Session.tick", "decision.seat == NATURE", "False"),
        ),
    ),
    "save": (
        "castlecards/core/save.py",
        (
            "tests/core/test_save.py",
            "tests/bad_input/test_saves.py",
            "tests/games/test_sessions.py",
            "tests/ui/test_writer.py",
        ),
        (
            ("Header.__post_init__", "2**63", "2**64"),
            ("_replay", "if number < at else", "if number <= at else"),
            (
                "IncrementalSave.appended_text",
                "self._follow(session) < known",
                "self._follow(session) < 0",
            ),
            ("IncrementalSave._follow", "log[len(records) - 1] is not records[-1]", "False"),
            ("_salvage", "error.problems[0].line - 1", "error.problems[0].line"),
            ("unasked", "len(asked.options) != 1", "not asked.options"),
            ("_above", "tuple(session.stops), ", ""),
        ),
    ),
    "worker": (
        "castlecards/players/worker.py",
        ("tests/players/test_worker.py",),
        (
            ("Child._wired", "next(changes, min(len(before), len(events)))", "0"),
            ("Server._results", "events[work.known :] = work.new", "events += work.new"),
            ("Child.replies", "if number == self._number:", "if True:"),
            ("_Pickler.persistent_id", "in enumerate(self._boxes)", "in ()"),
            ("Supervisor._begin", 'self.failed = ""', "pass"),
            ("Supervisor._fail", "self.start()", "pass"),
            ("Supervisor._replies", "not request.accepts(request.work, reply)", "False"),
            ("Supervisor._replies", "if request.waited >= request.due:", "if False:"),
            ("Supervisor._begin", "not self._child.transport.alive", "False"),
            ("_end_with_parent", "os._exit(1)", "pass"),
        ),
    ),
    "claim": (
        "castlecards/instance_lock.py",
        ("tests/bad_input/test_two_windows.py", "tests/bad_input/test_links.py"),
        (
            (
                "InstanceLock.take",
                "self.pid == 0 and self._is_stale() and self.take_over()",
                "False",
            ),
            ("InstanceLock.held", "self._lock.is_lock_held_by_us", "True"),
            ("InstanceLock._is_stale", "> STALE_AFTER", "> -STALE_AFTER"),
            ("InstanceLock.take", "error.errno not in UNWRITABLE", "True"),
            ("InstanceLock.take_over", "files.unlink(self.path)", "pass"),
        ),
    ),
    "settings": (
        "castlecards/settings.py",
        ("tests/data/test_settings.py",),
        (
            ("save", "if name not in ABOUT}", "if False}"),
            ("save", "and name not in names and", "and False and"),
            (
                "save",
                "raise store.StoreError(store.sentence(error, path)) from error",
                "entries = {}",
            ),
            ("Settings.__post_init__", "<= most or", "<= 2 * most or"),
            ("load", "_problem_text(entries.problems)", '""'),
            ("_check", "low <= value <= high", "low <= value"),
            ("Settings.strength", 'f"{self.pointer}_strength"', '"mouse_strength"'),
        ),
    ),
    "levels": (
        "castlecards/levels.py",
        ("tests/levels/test_format.py", "tests/levels/test_levels.py"),
        (
            ("judge", "counts[name] > most", "counts[name] >= most"),
            ("judge", "counts[name] >= least", "counts[name] > least"),
            ("judge", "counts[n] <= most", "counts[n] < most"),
            ("status", " and match.log[at].chosen", ""),
            ("judge", '"" if pos.result is None else "over"', '""'),
            ("_table_faults", "elif key in placed:", "elif False:"),
            ("position", 'up |= words.endswith(" up") << card', "pass"),
            ("_start_faults", ") < fewest", ") < 0"),
            ("_plain_faults", "2**63", "2**64"),
        ),
    ),
    "movement": (
        "castlecards/ui/table/input/flick_gesture.py",
        (
            "tests/ui/table/input/test_flick_gesture.py",
            "tests/toss/test_flick.py",
            "tests/ui/table/test_quick_flicks.py",
        ),
        (
            ("FlickGesture.add", "time <= self.samples[-1].t", "time < self.samples[-1].t"),
            ("FlickGesture.add", "del self._track[len(self.samples) - 1 :]", "pass"),
            ("FlickGesture.add", "self._track = []", "pass"),
            ("FlickGesture.throw_at_line", "if before or", "if"),
            ("FlickGesture._is_throw", "return end >= STILL_QUICK", "return self.is_quick()"),
            ("FlickGesture._was_unseen", "< LATELY", "< 0"),
            ("FlickGesture._is_deliberate", "abs(flick.heading) < 90.0", "True"),
            ("recent_speed", "old.t < end - MOMENT", "False"),
            (f"{FLICK}:measure", "if y > oy:", "if True:"),
            (f"{FLICK}:from_flick", "abs(flick.heading) >= 90.0", "False"),
            (f"{FLICK}:_until_line", "Sample(t, x, 0.0)", "sample"),
            (f"{FLICK}:_through_gate", "elif new.y <= line < old.y:", "elif False:"),
            (f"{FLICK}:track_of", "if new.t < track[-1].t:", "if False:"),
        ),
    ),
    "table": (
        f"{TABLE}/scene.py",
        (
            "tests/ui/test_invariants.py",
            "tests/ui/table/flow/test_computer_players.py",
            "tests/ui/table/test_handover.py",
            "tests/ui/table/layout/test_table_layout.py",
            "tests/ui/table/layout/test_pile_layout.py",
            "tests/ui/table/layout/test_round_table.py",
            "tests/ui/table/test_viewer.py",
        ),
        (
            ("TableScene.show_other_position", "self.computer_players.forget()", "pass"),
            ("TableScene.show_other_position", "self.model.selection = None", "pass"),
            ("TableScene.show_other_position", "self.pointer.release()", "pass"),
            ("TableScene.show_record", "self.model.selection = None", "pass"),
            ("TableScene._lower_curtain", "self.overlay.captions.shown = []", "pass"),
            ("TableScene._update_curtain", "self._sync_parts()", "pass"),
            ("TableScene.update", "if rests and model.curtain is None:", "if rests:"),
            ("TableScene.raise_curtain", "show(curtain.seat)", "show(1 - curtain.seat)"),
            ("TableScene.ask_next", " or self.playback.pause", ""),
            ("TableScene.cover_hands", "self.model.next_unasked = True", "pass"),
            (
                f"{TABLE}/playback_control.py:PlaybackControl._hold_captions",
                "max(self.playback.pause, self._unread)",
                "self.playback.pause",
            ),
            (f"{TURNS}:TurnFlow.lower_curtain", "model.viewer.hide()", "pass"),
            (f"{TURNS}:TurnFlow.lower_curtain", "self.forget()", "pass"),
            (f"{TURNS}:TurnFlow._ask_person", "model.viewer.ask(decision)", "pass"),
            (f"{TURNS}:TurnFlow.turn_table_to", "sides[seat]", "sides[1 - seat]"),
            (
                f"{TURNS}:TurnFlow.ask_next",
                "self.computer_players.ask(decision, self._delay)",
                "pass",
            ),
            (f"{TABLE}/viewer.py:Viewer.ask", "self.seat = NOBODY", "pass"),
            (f"{TABLE}/model.py:TableModel.view", " or self._view[1].seat != viewer", ""),
            (
                f"{TABLE}/model.py:TableModel.key",
                "self.busy, ById(self.window), ById(self.selection)",
                "ById(self.window)",
            ),
            (
                f"{POINTER}/pointer_tool.py:PointerTool._drop",
                "input_state.release_button()",
                "pass",
            ),
            (f"{POINTER}/targets.py:PointerTargets.highlighted", "lit += [", "lit = [] and ["),
            (
                f"{TABLE}/overlay/selection_hints.py:SelectionHints.bright_cards",
                "return found if",
                "return held if",
            ),
            (f"{POINTER}/drag.py:DraggedCards.send_home", "self.forget()", "pass"),
            (f"{POINTER}/drag.py:DraggedCards.start_layout", "self.homing = []", "pass"),
            (
                f"{TABLE}/input/selection.py:Selection._selectable_picks",
                "self.can_pick(target) and ",
                "",
            ),
            (f"{TABLE}/layout/camera_control.py:CameraControl.apply_to", "ease(1 - ", "ease("),
            (f"{TABLE}/layout/easing.py:ease", "(3 - 2 * t)", "(4 - 3 * t)"),
            (f"{ANIMATION}:AnimationPlayer.play", "self.now = 0.0", "pass"),
            (f"{ANIMATION}:AnimationPlayer.update", "<= self.now", "<= self.now + 0.5"),
            (
                f"{TABLE}/playback/state.py:PlaybackState.start_flight",
                "self.clip, self.t = clip, 0.0",
                "self.clip = clip",
            ),
            (
                f"{VIEW}:TableView.target_at",
                "reversed([s for s in spots if s.zone not in own])",
                "[s for s in spots if s.zone not in own]",
            ),
            (
                f"{VIEW}:TableView.target_at",
                "reversed([s for s in spots if s.zone in own])",
                "[s for s in spots if s.zone in own]",
            ),
            (
                f"{TABLE}/layout/form_layout.py:form_layout",
                "hand_middle(pos, viewport)",
                "0.25 * viewport.width",
            ),
            (
                f"{TABLE}/render/labels.py:_fitted_line",
                "look.fit(line, PILE_TITLE, room)",
                "(line, PILE_TITLE)",
            ),
            (
                f"{TABLE}/render/table_signs.py:badge_places",
                "area.x + area.width / 2 + look.px(6)",
                "area.x + 2 * area.width",
            ),
            (
                f"{OVERLAY}:TableOverlay._is_enabled",
                "self.model.undo_seat is not None",
                "self.session.at > 0",
            ),
            (
                f"{OVERLAY}:TableOverlay._update_reaction_bar",
                "or self.reaction_bar.decision is not decision",
                "",
            ),
            (f"{TABLE}/overlay/phase_bar.py:phases_for", "if session.over:", "if not session.at:"),
            (
                f"{TABLE}/overlay/decision_buttons.py:prompt_for",
                "session.name(decision.seat)",
                "session.name(0)",
            ),
            (f"{TABLE}/overlay/captions.py:Captions.update", "caption.left -= dt", "pass"),
        ),
    ),
}
