"""Monitor of the @{kind} @{title}: @{n_states} states, @{n_actions} actions.

Written by `rely monitor`. Python 3.8 or later, no dependency.

    run = Monitor()
    if run.feed(@{example}) == VIOLATED:
        print(run.report())
"""

NAME = @{name}

# The actions, sorted; an action is its place.
ACTIONS = (
@{actions})

# The state after an action, a row per state; -1 where the language ends.
NEXT = (
@{rows})

# What an action did to a run: it is still in the language; the automaton does not have the action; the run has left the
# language with it; the run had left the language before, the action was counted and not judged.
KEPT, FREE, VIOLATED, AFTER = "kept", "free", "violated", "after"

# How many actions are remembered.
RECENT = @{recent}

_INDEX = {name: i for i, name in enumerate(ACTIONS)}


class Monitor:
    """A run."""

    __slots__ = ("state", "steps", "after", "violation", "_recent")

    def __init__(self):
        self.reset()

    def reset(self):
        """Begins again."""
        self.state = 0  # now; after a violation, the one before it
        self.steps = 0  # how many actions were kept
        self.after = 0  # how many came after the violation
        self.violation = None  # with which action the run left the language; it was number steps + 1
        self._recent = []

    def feed(self, action):
        """Judges the next action: a name, or a place in ACTIONS."""
        if isinstance(action, str):
            action = _INDEX.get(action)
        if action is None or not 0 <= action < len(ACTIONS):
            return FREE
        if self.violation is not None:
            self.after += 1
            return AFTER
        to = NEXT[self.state][action]
        if to < 0:
            self.violation = action
            return VIOLATED
        if len(self._recent) < RECENT:
            self._recent.append(action)
        else:
            self._recent[self.steps % RECENT] = action
        self.steps += 1
        self.state = to
        return KEPT

    def recent(self):
        """The names of the last kept actions, oldest first."""
        first = self.steps % RECENT if self.steps > RECENT else 0
        return [ACTIONS[action] for action in self._recent[first:] + self._recent[:first]]

    def report(self):
        """The violation in words, None if there is none."""
        if self.violation is None:
            return None
        text = @{subject} % (NAME, self.steps + 1)
        text += ": `%s` in state %d" % (ACTIONS[self.violation], self.state)
        if self.steps == 0:
            text += ", the first action"
        else:
            names = ["`%s`" % name for name in self.recent()]
            text += " after " + ", ".join(["\u2026"] * (self.steps > RECENT) + names)
        allowed = ["`%s`" % name for name, to in zip(ACTIONS, NEXT[self.state]) if to >= 0]
        if not allowed:
            return text + "; nothing was allowed"
        text += "; allowed were " + ", ".join(allowed[:8])
        return text + (" and %d others" % (len(allowed) - 8) if len(allowed) > 8 else "")
