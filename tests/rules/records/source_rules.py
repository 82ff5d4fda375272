"""The rule sets that the sources were played under."""

from __future__ import annotations

from riichicast.assets import load_rule_set

TENHOU = load_rule_set("tenhou")
MAHJONG_SOUL = load_rule_set("mahjongsoul")
MAJIANG = load_rule_set("majiang")
MLEAGUE = load_rule_set("mleague")
