"""Level codes: a level as a short text for messages, compressed, without its solution."""

from __future__ import annotations

import base64
import binascii
import zlib

from castlecards.texts import tr

MARK = "CC1-"  # begins every code; the number changes with WORDS
LONGEST = 6000  # letters of a code
LARGEST = 2**15  # bytes of a level's text
# Preset dictionary of the compression (RFC 1950): words that most levels have.
WORDS = (
    b"angle: 180}\n- {kind: castle, x: 0, y: 0, angle: 0}\nfalls: true\nwind: gust: strict_fouls: "
    b"layout: ladder\nlevel: 1\ngame: range\nseed: 1\nleft: true\ntitle: teaches: task: hint: "
    b"options:\n  cards: 12\n  spots:\n  - {kind: wall, x: 0, y: 200, angle: 180}\n"
    b"goal: {lob_hits: 1, frisbee_hits: 1, flip_hits: 1, hits: 1}\n"
    b"stars: [{throws: 4}, {throws: 2}]\n"
)


def encode(text: str) -> str:
    """Code of a level's text. Raises ValueError, a sentence for the player, if it is too long."""
    packer = zlib.compressobj(9, zdict=WORDS)
    raw = packer.compress(text.encode()) + packer.flush()
    code = MARK + base64.urlsafe_b64encode(raw).decode().rstrip("=")
    if len(code) > LONGEST or len(text.encode()) > LARGEST:
        raise ValueError(tr("This level is too large for a code. Send its file instead."))
    return code


def decode(code: str) -> str:
    """Text of the level of a code, still to be checked like any file.

    Spaces and line breaks are ignored. Raises ValueError, a sentence for the player.
    """
    fault = ValueError(tr("This is not a level code. A code begins with {mark}.", mark=MARK))
    if len(code) > 2 * LONGEST:
        raise fault
    letters = "".join(code.split())
    if not letters.startswith(MARK) or len(letters) > LONGEST:
        raise fault
    letters = letters.removeprefix(MARK)
    damaged = ValueError(tr("This level code is damaged. Copy the whole code."))
    try:
        padding = "=" * (-len(letters) % 4)
        raw = base64.b64decode(letters + padding, altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(zdict=WORDS)
        text = unpacker.decompress(raw, LARGEST)  # never more, whatever the code claims
        if not unpacker.eof or unpacker.unused_data:
            raise damaged
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise damaged from error
