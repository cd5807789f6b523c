"""Monitor of the @{kind} @{title}: @{n_states} states, @{n_actions} actions.

Written by `rely monitor`. Python 3.8 or later, no dependency.

    run = Monitor()
    if run.feed(@{example}) == VIOLATED:
        print(run.report())
"""

NAME = @{name}

# The actions, sorted; an action is its index.
ACTIONS = (
@{actions})

# The state after an action, one row per state; -1 for a violation.
NEXT = (
@{rows})

# The result of an action: allowed; not in the alphabet, so nothing changed; a violation; counted and not checked, since the
# run was violated before.
KEPT, FREE, VIOLATED, AFTER = "kept", "free", "violated", "after"

# The number of actions that a run remembers.
RECENT = @{recent}

_INDEX = {name: i for i, name in enumerate(ACTIONS)}


class Monitor:
    """A run."""

    __slots__ = ("state", "steps", "after", "violation", "_recent")

    def __init__(self):
        self.reset()

    def reset(self):
        """Starts a new run."""
        self.state = 0  # current; after a violation, the state before it
        self.steps = 0  # number of allowed actions
        self.after = 0  # number of actions after the violation
        self.violation = None  # the violating action; it was number steps + 1
        self._recent = []

    def feed(self, action):
        """Checks the next action: a name, or an index of ACTIONS."""
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
        """The names of the last allowed actions, oldest first."""
        first = self.steps % RECENT if self.steps > RECENT else 0
        return [ACTIONS[action] for action in self._recent[first:] + self._recent[:first]]

    def report(self):
        """The violation as a sentence, None if there is none."""
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
            return text + "; no action was allowed"
        text += "; allowed: " + ", ".join(allowed[:8])
        return text + (" and %d others" % (len(allowed) - 8) if len(allowed) > 8 else "")
