"""Encode a wave file as Ogg Vorbis: to_ogg.py IN.wav OUT.ogg

Run by build_assets.py in the environment that has soundfile.
"""

from __future__ import annotations

import sys

import soundfile

COMPRESSION = 0.8  # 0 to 1, of libsndfile

samples, rate = soundfile.read(sys.argv[1], dtype="float32")
with soundfile.SoundFile(
    sys.argv[2], "w", rate, 1, format="OGG", subtype="VORBIS", compression_level=COMPRESSION
) as file:
    for start in range(0, len(samples), rate):  # libsndfile has its buffer on the stack
        file.write(samples[start : start + rate])
