"""The sentence for a broken contract: what was tried, what came, and what the healthy function gives."""

import re

from lessons.text import Text

TRIED = re.compile(r"(?P<tried>[^:]+): (?P<came>.*)")
CAME = re.compile(r"(?P<part>[\w.]+(\[[\d, ]+\])?) (?P<mine>.+) ≠ (?P<right>.+)")


def contract_words(detail: str, text: Text) -> str:
    """Write the judge's detail in words: `SGD; momentum=0.9; steps=200: weight[0, 1] 1.05 ≠ 0.95`."""
    found = TRIED.fullmatch(detail)
    if found is None:
        return detail
    name, *settings = found["tried"].split("; ")
    tried = ", ".join(setting_words(each, text) for each in settings) or text("contract.plain")
    came = found["came"]
    if values := CAME.fullmatch(came):
        part = text("contract.differences") if values["part"].startswith("differences") else values["part"]
        came = text("contract.came", part=part, mine=values["mine"], right=values["right"])
    return text("contract.tried", name=name, tried=tried, came=came)


def setting_words(setting: str, text: Text) -> str:
    """Write one setting; what has no words of its own is written as in code."""
    key, _, value = setting.partition("=")
    return text(f"contract.{key}", value=value) if text.has(f"contract.{key}") else f"`{setting}`"
