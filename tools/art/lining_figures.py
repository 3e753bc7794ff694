"""Editor of a font with old-style figures: makes lining figures the default.

    python lining_figures.py FONT

Run by build_assets.py in the environment that has fontTools. A font without the feature `lnum`
is left as it is.
"""

from __future__ import annotations

import sys

from fontTools.ttLib import TTFont


def main(path: str) -> None:
    """Change the font file in place."""
    font = TTFont(path, recalcTimestamp=False)
    if "GSUB" not in font:
        return
    layout = font["GSUB"].table
    swap: dict[str, str] = {}
    for record in layout.FeatureList.FeatureRecord:
        if record.FeatureTag != "lnum":
            continue
        for number in record.Feature.LookupListIndex:
            for table in layout.LookupList.Lookup[number].SubTable:
                swap.update(getattr(table, "ExtSubTable", table).mapping)
    if not swap:
        return
    for table in font["cmap"].tables:
        table.cmap = {code: swap.get(name, name) for code, name in table.cmap.items()}
    font.save(path)


if __name__ == "__main__":
    main(sys.argv[1])
