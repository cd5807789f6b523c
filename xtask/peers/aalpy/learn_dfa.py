"""Learns a DFA with one of AALpy's learners and prints what it took, one `key value` per line.

The file has states and letters on the first line, then a line per state: 1 if it accepts, and the states after each letter. The
equivalence oracle walks both machines side by side, so every round is exact. Learning is repeated for half a second; the mean counts.
"""

import sys
import time
from collections import deque

from aalpy.base import Oracle, SUL
from aalpy.learning_algs import run_KV, run_Lsharp, run_Lstar


def read(path):
    with open(path) as file:
        rows = [[int(word) for word in line.split()] for line in file if line.strip()]
    (_, letters), states = rows[0], rows[1:]
    return letters, [row[0] == 1 for row in states], [row[1:] for row in states]


class Machine(SUL):
    def __init__(self, accepting, following):
        super().__init__()
        self.accepting, self.following, self.state = accepting, following, 0

    def pre(self):
        self.state = 0

    def post(self):
        pass

    def step(self, letter):
        if letter is not None:
            self.state = self.following[self.state][letter]
        return self.accepting[self.state]


class Exact(Oracle):
    def __init__(self, alphabet, machine):
        super().__init__(alphabet, machine)
        self.machine = machine

    def find_cex(self, hypothesis):
        accepting, following = self.machine.accepting, self.machine.following
        start = (0, hypothesis.initial_state)
        seen, queue = {(0, hypothesis.initial_state.state_id)}, deque([(start, ())])
        while queue:
            (mine, theirs), word = queue.popleft()
            for letter in self.alphabet:
                pair = (following[mine][letter], theirs.transitions[letter])
                if accepting[pair[0]] != pair[1].is_accepting:
                    return word + (letter,)
                key = (pair[0], pair[1].state_id)
                if key not in seen:
                    seen.add(key)
                    queue.append((pair, word + (letter,)))
        return None


def main():
    letters, accepting, following = read(sys.argv[2])
    run = {"lstar": run_Lstar, "kv": run_KV, "lsharp": run_Lsharp}[sys.argv[1]]
    alphabet = list(range(letters))
    start, runs = time.process_time(), 0
    while True:
        machine = Machine(accepting, following)
        oracle = Exact(alphabet, machine)
        model, about = run(alphabet, machine, oracle, automaton_type="dfa", print_level=0, return_data=True)
        runs += 1
        seconds = time.process_time() - start
        if seconds > 0.5:
            break
    print("states", len(model.states))
    print("learn_seconds", f"{seconds / runs:.6f}")
    print("queries", about["queries_learning"])
    print("letters", about["steps_learning"])
    print("rounds", about["learning_rounds"])


main()
