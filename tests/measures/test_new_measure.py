"""A measure that somebody adds is one entry in ``metrics.yaml``: from it follow tables, sentences and the page."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

# Two entries with words that follow from no rule: "1 loss", and "the pace is" beside "losses are".
ENTRIES = """
lost_leads:
  title: losses of the lead per game
  group: Lead and comebacks
  unit: losses
  kind: count
  top: lead_changes
  bottom: games
  matters: 1
  meaning: gambits after which another player is richest
  formula: Σ lead_changes / games
  shown: [glance, curve]
  short: losses of the lead
  page: Losses of the lead
  words: {one: loss, more: more frequent, less: less frequent, like: frequent}
pace:
  title: pace
  group: Length
  unit: cards
  top: plays
  bottom: gambits
  matters: 1
  meaning: cards played per gambit
  formula: Σ plays / Σ gambits
  shown: [glance, curve]
  page: Pace
  words: {name: the pace, plural: false, spoken: cards per gambit}
"""

ASKED = """
import json, sys
from pathlib import Path

read = Path.read_text
Path.read_text = lambda file, *how, **more: read(file, *how, **more) + sys.argv[1] * (file.name == "metrics.yaml")

import tda_sim
from tda_sim.lab.measures import measures

how = {"players": 3, "games": 400, "strategies": "balanced", "progress": False}
rule = tda_sim.house_rule("original", "four-rounds", out=sys.argv[2] + "/rule", **how)
sweep = tda_sim.sweep("original", "rules.starting_gold.each=30,50", out=sys.argv[2] + "/sweep", **how)
page = measures()
words = {name: page["headlines"][name] for name in ("lost_leads", "pace")}
one = {each["name"]: each["one"] for each in page["metrics"]}
said = {"rule": repr(rule), "sweep": repr(sweep), "words": words, "one": one, "main": page["main"]}
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("new")
    done = subprocess.run(
        [sys.executable, "-c", ASKED, ENTRIES, str(folder)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_sentences_have_its_words_its_verbs_and_its_plurals(asked: dict[str, Any]) -> None:
    rule, sweep = (" ".join(asked[name].split()) for name in ("rule", "sweep"))
    assert re.search(r"the pace is \d+ % higher \(from [\d.]+ to [\d.]+ cards per gambit\)", rule)
    assert "1 loss and 1 card of pace." in rule and "1 loss and 1 card of pace." in sweep
    assert re.search(r"losses of the lead rise from [\d.]+ to [\d.]+ losses", sweep)
    assert re.search(r"Cannot tell yet for .*losses of the lead", rule)


def test_tables_and_curves_show_it(asked: dict[str, Any]) -> None:
    for answer in (asked["rule"], asked["sweep"]):
        assert "pace, cards  " in answer and "losses of the lead  " in answer


def test_the_page_has_it_among_its_main_measures_with_the_same_words(asked: dict[str, Any]) -> None:
    assert asked["main"][-2:] == ["lost_leads", "pace"]
    assert (asked["one"]["lost_leads"], asked["one"]["pace"]) == ("loss", "card")
    assert asked["words"]["pace"]["subject"] == "the pace is"
    assert asked["words"]["lost_leads"] == {
        "name": "losses of the lead",
        "subject": "losses of the lead are",
        "more": "more frequent",
        "less": "less frequent",
        "like": "frequent",
        "sized": True,
        "unit": "losses",
    }
