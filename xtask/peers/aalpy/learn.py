"""Learns a deterministic LTS in .aut form with AALpy's L* and prints what it took, one `key value` per line.

The LTS is a DFA all of whose states accept, with one more state for what it cannot do; the equivalence oracle walks both
machines side by side, so every round is exact.
"""

import re
import sys
import time
from collections import deque

from aalpy.base import Oracle, SUL
from aalpy.learning_algs import run_Lstar


def read(path):
    with open(path) as file:
        lines = file.read().splitlines()
    initial = int(re.match(r"des\s*\(\s*(\d+)", lines[0]).group(1))
    steps = {}
    for line in lines[1:]:
        match = re.match(r'\(\s*(\d+)\s*,\s*"?([^"]*?)"?\s*,\s*(\d+)\s*\)', line)
        if match:
            source, label, target = match.groups()
            steps[int(source), label] = int(target)
    return initial, steps


class Machine(SUL):
    def __init__(self, initial, steps):
        super().__init__()
        self.initial, self.steps, self.state = initial, steps, initial

    def pre(self):
        self.state = self.initial

    def post(self):
        pass

    def step(self, letter):
        if letter is not None and self.state is not None:
            self.state = self.steps.get((self.state, letter))
        return self.state is not None


class Exact(Oracle):
    def __init__(self, alphabet, machine):
        super().__init__(alphabet, machine)
        self.machine = machine

    def find_cex(self, hypothesis):
        start = (self.machine.initial, hypothesis.initial_state)
        seen, queue = {start}, deque([(start, ())])
        while queue:
            (mine, theirs), word = queue.popleft()
            if (mine is not None) != theirs.is_accepting:
                return word
            for letter in self.alphabet:
                after = None if mine is None else self.machine.steps.get((mine, letter))
                pair = (after, theirs.transitions[letter])
                if pair not in seen:
                    seen.add(pair)
                    queue.append((pair, word + (letter,)))
        return None


def main():
    initial, steps = read(sys.argv[1])
    alphabet = sorted({label for _, label in steps})
    machine = Machine(initial, steps)
    start = time.perf_counter()
    model, about = run_Lstar(
        alphabet, machine, Exact(alphabet, machine), automaton_type="dfa", print_level=0, return_data=True
    )
    seconds = time.perf_counter() - start
    print("states", sum(state.is_accepting for state in model.states))
    print("learn_seconds", f"{seconds:.3f}")
    print("queries", about["queries_learning"])
    print("rounds", about["learning_rounds"])


main()
