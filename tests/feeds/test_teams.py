"""The shipped teams and players: names, and colours that can be told apart on a dark ground."""

import re
from itertools import combinations

import pytest

from riichicast.assets import LANGUAGES, load_latin_names, load_teams

TEAMS = {
    "T001": "Akasaka Drivens",
    "T002": "EX Furinkazan",
    "T003": "KONAMI Mahjong Fight Club",
    "T004": "Shibuya ABEMAS",
    "T005": "Sega Sammy Phoenix",
    "T006": "TEAM Raiden",
    "T007": "U-NEXT Pirates",
    "T008": "KADOKAWA Sakura Knights",
}


def rgb(colour: str) -> tuple[int, int, int]:
    """Read `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast_on_black(colour: str) -> float:
    """Give the contrast ratio (WCAG 2) of a colour on black."""
    linear = [value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return (luminance + 0.05) / 0.05


def test_every_team_has_its_names() -> None:
    """The league's ids give the names on screen."""
    assert {team_id: team["names"]["en"] for team_id, team in load_teams().items()} == TEAMS
    assert all(set(team["names"]) == set(LANGUAGES) for team in load_teams().values())


def test_latin_names_are_of_one_form() -> None:
    """Four players a team, each once: family name and given name, in letters that every font of the page has."""
    names = load_latin_names()
    assert len(names) == len(set(names.values())) == 4 * len(TEAMS)
    assert [name for name in names.values() if not re.fullmatch("[A-Z][a-z]+ [A-Z][a-z]+", name)] == []
    assert [name for name in names if not re.fullmatch(r"[\u3005\u3040-\u30ff\u4e00-\u9fff]+", name)] == []


@pytest.mark.parametrize("team_id", TEAMS)
def test_a_team_colour_is_readable_on_dark(team_id: str) -> None:
    """Contrast is at least 4.5 to 1, on black and nearly so on dark grounds."""
    assert contrast_on_black(load_teams()[team_id]["colour"]) > 6


@pytest.mark.parametrize(("first", "second"), list(combinations(TEAMS, 2)))
def test_team_colours_can_be_told_apart(first: str, second: str) -> None:
    """Any two teams may sit at one table."""
    one, other = (rgb(load_teams()[team_id]["colour"]) for team_id in (first, second))

    assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 60
