"""Formulas of a report as pictures that need neither a script nor a network."""

from __future__ import annotations

import base64
import io
import re
from functools import lru_cache
from html import escape

__all__ = ["formula_html"]

_SIZE_PT = 10.0
_SIZE = re.compile(
    r'<svg[^>]*?width="([\d.]+)pt" height="([\d.]+)pt"|<svg[^>]*?'
    r'height="([\d.]+)pt"[^>]*?width="([\d.]+)pt"'
)


@lru_cache(maxsize=512)
def formula_html(tex: str, *, display: bool = False) -> str:
    r"""A formula as an image with its TeX as the text alternative; TeX as code if it is too rich.

    Parameters
    ----------
    tex : str
        Without the dollar signs.
    display : bool
        Whether it stands on a line of its own.

    Examples
    --------
    >>> formula_html(r"\nosuchcommand")
    '<code>\\nosuchcommand</code>'
    """
    laid_out = " ".join(tex.split())
    shown = _image(laid_out.replace(r"\frac", r"\dfrac") if display else laid_out)
    if shown is None:
        shown = f"<code>{escape(tex.strip())}</code>"
    return f'<p class="display-formula">{shown}</p>' if display else shown


def _image(tex: str) -> str | None:
    import matplotlib as mpl  # noqa: PLC0415 - only reports with formulas need it
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.mathtext import math_to_image  # noqa: PLC0415

    buffer = io.StringIO()
    try:
        with mpl.rc_context(
            {
                "mathtext.fontset": "cm",
                "savefig.transparent": True,
                "svg.fonttype": "path",
                "svg.hashsalt": "contention",
            }
        ):
            depth = math_to_image(
                f"${tex}$", buffer, prop=FontProperties(size=_SIZE_PT), dpi=72, format="svg"
            )
    except (ValueError, RuntimeError, KeyError):
        return None
    svg = re.sub(r"<metadata>.*?</metadata>", "", buffer.getvalue(), flags=re.S)
    found = _SIZE.search(svg)
    if found is None:
        return None
    height = float(found[2] or found[3])
    data = base64.b64encode(svg.encode()).decode()
    style = f"height:{height / _SIZE_PT:.3f}em;vertical-align:-{depth / _SIZE_PT:.3f}em"
    alternative = escape(tex, quote=True)
    return (
        f'<img class="formula" alt="{alternative}" style="{style}" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
