"""Counts the statements of a family: those that hold, those that do not, and what is left out of them."""

import re
from collections import Counter, defaultdict


class Wrong(Exception):
    """Says what about a statement does not hold."""


class LeftOut(Exception):
    """Says why a statement is no statement about minimodel."""


class Tally:
    """Keeps the result of each statement of one family."""

    def __init__(self, family):
        self.family, self.held, self.failed, self.left_out = family, 0, [], Counter()

    def state(self, name, check, *inputs):
        """Counts a statement, which holds when its check raises nothing."""
        try:
            check(*inputs)
        except LeftOut as why:
            self.left_out[str(why)] += 1
        except Wrong as wrong:
            self.failed.append((name, str(wrong)))
        except Exception as error:
            self.failed.append((name, f"{type(error).__name__}: {error!s:.200}"))
        else:
            self.held += 1

    def report(self):
        """Prints the counts and one example of each kind of failure; says whether all hold."""
        print(f"{self.family}: {self.held} of {self.held + len(self.failed)} hold", flush=True)
        for why, count in self.left_out.most_common():
            print(f"  left out: {count} ({why})")
        for alike in sorted(self.kinds(), key=len, reverse=True):
            name, wrong = min(alike, key=lambda failure: len(failure[1]))
            lines = [f"{line:.200}" for line in wrong.split("\n")]
            print(f"  {len(alike)} like:  {name:.120}: " + "\n      ".join(lines), flush=True)
        return not self.failed

    def kinds(self):
        """Sorts the failures by the first word of their name, and by the words of what is wrong."""
        alike = defaultdict(list)
        for name, wrong in self.failed:
            words = re.sub(r"nan|inf|[^a-zA-Z]", "", wrong.split("\n")[0])
            alike[re.match(r"\w*", name)[0], words[:60]].append((name, wrong))
        return alike.values()
