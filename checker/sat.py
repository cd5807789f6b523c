"""Is a list of clauses satisfiable? A small search that learns from conflicts.

A literal is a number other than 0, its negation the negative number. Clauses are lists of literals.
"""
import heapq

from checker.reading import spend

COST = 10  # what a visit of a clause counts, compared with the steps of other checks

def satisfiable(n, clauses):
    """Can all clauses over the variables 1, ..., n be true?"""
    return _Search(n).run(clauses)

class _Search:
    def __init__(self, n):
        self.value = [0] * (n + 1)  # of variables: 1 true, -1 false, 0 open
        self.level, self.reason = [0] * (n + 1), [None] * (n + 1)
        # What comes last is nearest to the question.
        self.phase, self.activity = [-1] * (n + 1), [v * 1e-7 for v in range(n + 1)]
        # Every open variable is in the heap, with its activity; older entries of it are passed over.
        self.heap, self.queued = [(-self.activity[v], v) for v in range(n, 0, -1)], list(self.activity)
        self.watch = {}
        self.trail, self.starts, self.done, self.step, self.n = [], [], 0, 1.0, n

    def of(self, literal):
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def assign(self, literal, reason):
        v = abs(literal)
        self.value[v] = 1 if literal > 0 else -1
        self.level[v], self.reason[v] = len(self.starts), reason
        self.trail.append(literal)

    def run(self, clauses):
        for clause in clauses:
            clause = sorted(set(clause))
            if any(-a in clause for a in clause):
                continue
            if not clause or len(clause) == 1 and self.of(clause[0]) < 0:
                return False
            if len(clause) > 1:
                self.attach(clause)
            elif self.of(clause[0]) == 0:
                self.assign(clause[0], None)
        conflicts, limit = 0, 100
        while True:
            conflict = self.propagate()
            if conflict is not None:
                if not self.starts:
                    return False
                learned, back = self.learn(conflict)
                self.undo(back)
                if len(learned) > 1:
                    self.attach(learned)
                self.assign(learned[0], learned if len(learned) > 1 else None)
                self.step, conflicts = self.step / 0.95, conflicts + 1
            elif conflicts >= limit:
                conflicts, limit = 0, limit + 50
                self.undo(0)
            else:
                v = self.most_active()
                if v is None:
                    return True
                self.starts.append(len(self.trail))
                self.assign(v * self.phase[v], None)

    def most_active(self):
        """The open variable with the highest activity, the first of several; None if there is none."""
        while self.heap:
            spend(COST)
            activity, v = heapq.heappop(self.heap)
            if self.queued[v] == -activity:
                self.queued[v] = None
                if not self.value[v]:
                    return v
        return None

    def queue(self, v):
        if self.queued[v] != self.activity[v]:
            self.queued[v] = self.activity[v]
            heapq.heappush(self.heap, (-self.activity[v], v))

    def attach(self, clause):
        for literal in clause[:2]:
            self.watch.setdefault(literal, []).append(clause)

    def propagate(self):
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            watching, kept = self.watch.get(false, []), []
            spend(COST * (1 + len(watching)))
            for i, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if self.of(clause[0]) > 0:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if self.of(clause[k]) >= 0:
                        clause[1], clause[k] = clause[k], false
                        self.watch.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if self.of(clause[0]) < 0:
                        self.watch[false] = kept + watching[i + 1:]
                        return clause
                    self.assign(clause[0], clause)
            self.watch[false] = kept
        return None

    def learn(self, clause):
        """The resolvent with one literal of this level, which comes first; and the highest other level."""
        seen, others, open_, at = set(), [], 0, len(self.trail)
        while True:
            spend(COST * len(clause))
            for literal in clause:
                v = abs(literal)
                if v in seen or self.level[v] == 0:
                    continue
                seen.add(v)
                self.activity[v] += self.step
                if self.level[v] == len(self.starts):
                    open_ += 1
                else:
                    others.append(literal)
            while True:
                at -= 1
                if abs(self.trail[at]) in seen:
                    break
            open_ -= 1
            if not open_:
                break
            clause = self.reason[abs(self.trail[at])]
        if self.step > 1e100:
            self.activity, self.step = [a * 1e-100 for a in self.activity], self.step * 1e-100
            self.heap, self.queued = [], [None] * (self.n + 1)
            for v in range(1, self.n + 1):
                self.queue(v)
        others.sort(key=lambda literal: -self.level[abs(literal)])
        return [-self.trail[at]] + others, self.level[abs(others[0])] if others else 0

    def undo(self, level):
        if level < len(self.starts):
            for literal in self.trail[self.starts[level]:]:
                self.phase[abs(literal)] = 1 if literal > 0 else -1
                self.value[abs(literal)] = 0
                self.queue(abs(literal))
            del self.trail[self.starts[level]:]
            del self.starts[level:]
            self.done = min(self.done, len(self.trail))
