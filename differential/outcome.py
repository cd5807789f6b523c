"""What came out of one case."""

from collections import Counter


class Outcome:
    """Facts compared, verdicts seen, and differences: pairs of a key, which shrinking keeps, and a text."""

    def __init__(self):
        self.facts = 0
        self.verdicts = Counter()
        self.differences = []

    def fact(self, key, ours, theirs, text=""):
        """Compares one fact."""
        self.facts += 1
        if ours != theirs:
            self.differ(key, "%s: by definition %r, rely %r" % (text or key, ours, theirs))
        return ours == theirs

    def verdict(self, key, ours, theirs, text=""):
        """Compares a verdict, and counts it. The key says which way it is wrong."""
        self.verdicts[str(theirs)] += 1
        return self.fact("%s %s instead of %s" % (key, theirs, ours), ours, theirs, text or key)

    def differ(self, key, text):
        self.differences.append((key, text))

    def refused(self, answer, allowed=()):
        """Judges a refusal or a crash; returns whether it was one, so that there is nothing more to compare."""
        if answer.is_crash():
            self.differ("crash", "exit code %s: %s" % (answer.code, (answer.err or answer.out)[-400:]))
            return True
        if answer.is_refusal():
            codes = answer.codes()
            self.verdicts["refused"] += 1
            if not set(codes) & set(allowed):
                self.differ("refused " + codes[0], "a valid question is refused: %s" % answer.out[:400])
            return True
        return False

    def must_refuse(self, answer, why):
        """The model is an error: anything but a diagnostic is wrong."""
        self.verdicts["refused, rightly" if answer.is_refusal() else "accepted"] += 1
        if answer.is_crash():
            self.differ("crash", "exit code %s: %s" % (answer.code, (answer.err or answer.out)[-400:]))
        else:
            self.fact("not refused: " + why, 2, answer.code, "the exit code for " + why)
