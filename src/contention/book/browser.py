"""The checks of the built book that need a browser, over every page.

Each page is opened from disk in Chromium. No request may leave the disk, the console must stay
silent, axe must find nothing in light and in dark, and nothing may stick out at phone width.
"""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contention.book.checks.finding import Finding
from contention.errors import CheckFailed, UsageError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["DESKTOP_PX", "PHONE_PX", "check_in_browser", "find_browser", "open_browser"]

DESKTOP_PX = 1280
PHONE_PX = 360

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_LOCAL = ("file:", "data:", "blob:", "about:")
_SETTLED = "async () => { await window.MathJax?.startup?.promise; await document.fonts.ready; }"
_UNFOLD = "document.querySelectorAll('main details').forEach(part => { part.open = true; })"
_STILL = "*, *::before, *::after { animation: none !important; transition: none !important; }"
_WIDTHS = """() => {
  const width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth;
  if (wide <= width) return null;
  const outside = [...document.querySelectorAll('main *')].filter(part => {
    const box = part.getBoundingClientRect();
    return box.right > width + 1 && !part.closest('.table-scroll, pre, .math, svg');
  });
  const first = outside[0] ? outside[0].outerHTML.slice(0, 120) : '';
  return {wide, first};
}"""
_AXE = """async options => {
  const result = await axe.run({preload: false, resultTypes: ['violations'], ...options});
  return result.violations;
}"""


@dataclass(frozen=True)
class _View:
    """How a page is looked at, and which rules of axe can differ from the view before."""

    scheme: str
    width_px: int
    height_px: int
    rules: Mapping[str, Any]


_COLOUR_RULES = ("color-contrast", "link-in-text-block")
_VIEWS = (
    _View("light", DESKTOP_PX, 900, {}),
    _View("dark", DESKTOP_PX, 900, {"runOnly": list(_COLOUR_RULES)}),
    _View("light", PHONE_PX, 740, {"rules": {"color-contrast": {"enabled": False}}}),
)


def find_browser() -> str:
    """Path of a Chromium or Chrome.

    Raises
    ------
    UsageError
        When none is installed; the message says what to install.
    """
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise UsageError(
        "no Chromium was found, so the pages cannot be opened",
        expected="one of " + ", ".join(_NAMES),
        hint="install it (Debian: apt install chromium), or leave the browser checks out",
    )


@contextlib.contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser without a window, closed at the end.

    Raises
    ------
    UsageError
        When there is no Chromium, or playwright is not installed.
    """
    executable = find_browser()
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a tool of the checkout
    except ModuleNotFoundError as error:
        raise UsageError(
            "playwright is not installed", hint="use the checkout's environment: make .venv"
        ) from error
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def check_in_browser(html: Path, names: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Open pages of a built book and collect what is wrong with them.

    Parameters
    ----------
    html : Path
        The folder of the book, or of any pages.
    names : sequence of str, optional
        Pages relative to it; every page by default.

    Returns
    -------
    tuple of Finding
        Without repetitions, in the order of pages and rules.

    Raises
    ------
    UsageError
        When there is no browser or no axe.
    CheckFailed
        When there is no page.
    """
    static = html / "_static"
    pages = list(names) or [
        path.relative_to(html).as_posix()
        for path in sorted(html.rglob("*.html"))
        if static not in path.parents
    ]
    if not pages:
        raise CheckFailed("there is no page to open", path=html.name, hint="contention build")
    axe = _axe_script()
    findings: set[Finding] = set()
    with open_browser() as browser:
        for view in _VIEWS:
            findings.update(_check_view(browser, view, html, pages, axe))
    return tuple(sorted(findings))


def _check_view(
    browser: Browser, view: _View, html: Path, names: Sequence[str], axe: str
) -> Iterator[Finding]:
    context = browser.new_context(
        color_scheme="dark" if view.scheme == "dark" else "light",
        reduced_motion="reduce",
        viewport={"width": view.width_px, "height": view.height_px},
    )
    try:
        page = context.new_page()
        heard = _listen(page)
        for name in names:
            page.goto((html / name).resolve().as_uri())
            page.evaluate(_SETTLED)
            page.add_style_tag(content=_STILL)
            page.evaluate(_UNFOLD)
            if view.width_px == PHONE_PX:
                yield from _overflow(page, name)
            page.evaluate(axe)
            yield from _violations(page, name, view)
            yield from (Finding(name, *rest) for rest in heard)
            heard.clear()
    finally:
        context.close()


def _listen(page: Page) -> list[tuple[str, str, str]]:
    """Rule, what and fix of everything that the page asks for or complains about."""
    heard: list[tuple[str, str, str]] = []

    def request(url: str) -> None:
        if not url.startswith(_LOCAL):
            heard.append(("request", f"asks for {url}", "keep a copy in the book"))

    def failed(url: str) -> None:
        heard.append(("request", f"cannot load {_short(url)}", "mend or drop the reference"))

    def message(kind: str, text: str) -> None:
        if kind == "error":
            heard.append(("console", text[:200], "mend the script or the reference"))

    page.on("request", lambda event: request(event.url))
    page.on("requestfailed", lambda event: failed(event.url))
    page.on("console", lambda event: message(event.type, event.text))
    page.on("pageerror", lambda error: message("error", str(error)))
    return heard


def _overflow(page: Page, name: str) -> Iterator[Finding]:
    found: dict[str, Any] | None = page.evaluate(_WIDTHS)
    if found:
        yield Finding(
            name,
            "phone width",
            f"{found['wide']} px wide at {PHONE_PX}: {found['first']}",
            "let the part wrap, or scroll in a box of its own",
        )


def _violations(page: Page, name: str, view: _View) -> Iterator[Finding]:
    violations: list[dict[str, Any]] = page.evaluate(_AXE, dict(view.rules))
    for violation in violations:
        nodes = violation["nodes"]
        places = ", ".join(str(node["target"][-1]) for node in nodes[:3])
        more = f" and {len(nodes) - 3} more" if len(nodes) > 3 else ""
        summary = " ".join(str(nodes[0].get("failureSummary", "")).split())
        yield Finding(
            name,
            f"axe {violation['id']}",
            f"{violation['help']} ({violation['impact']}, {view.scheme}, {view.width_px} px) "
            f"at {places}{more}",
            summary[:240] or "see the rule",
        )


def _short(url: str) -> str:
    return url.rsplit("/", 1)[-1] if url.startswith("file:") else url


def _axe_script() -> str:
    spec = importlib.util.find_spec("axe_playwright_python")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "axe.min.js"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise UsageError(
        "axe is not installed, so accessibility cannot be checked",
        expected="the package axe-playwright-python",
        hint="use the checkout's environment: make .venv",
    )
