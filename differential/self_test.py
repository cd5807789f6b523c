"""Tests of the comparison: planted faults are noticed and shrunk, and evaluators know textbook cases.

python3 differential --rely PATH --self-test
"""

import json
import os
import random
import stat
import sys
import tempfile
import unittest

import areas
import relation
import runner
from elaborate import Elaboration
from formula import has_run, is_likely
from lts import Invalid
from runner import Run, fresh, own_candidates
from runs import Observed, Runs
from shrink import shrink, size
from syntax import model_text
from system import Graph
from tables import process
from tool import Tool

BINARY = None


def drop_from_alphabet(report):
    report["alphabet"] = [label for label in report["alphabet"] if label != "c"]


def drop_from_output(report):
    """The file that was written loses a transition."""
    if report.get("output"):
        with open(report["folder"] + "/" + report["output"], encoding="utf-8") as file:
            document = json.load(file)
        document["transitions"] = document["transitions"][1:]
        with open(report["folder"] + "/" + report["output"], "w", encoding="utf-8") as file:
            json.dump(document, file)


def hide_deadlocks(report):
    for result in report["results"]:
        if result["kind"] == "deadlock" and result["verdict"] == "violated":
            result["verdict"] = "holds"


def believe(report):
    for result in report["results"]:
        if result["verdict"] == "violated":
            result["verdict"] = "holds"


def relate(report):
    report["verdict"] = "holds"


def forbid_more(report):
    if report.get("assumption"):
        report["assumption"]["transitions"].pop()


def lose_nothing(report):
    report["containment"].update(verdict="holds", missing=[])


def see_nothing(report):
    report["violations"] = report["violations"][1:]


# For every area: the command whose answer is falsified, and how.
FAULTS = {
    "fsp": ("compose", drop_from_alphabet),
    "check": ("check", hide_deadlocks),
    "ltl": ("check", believe),
    "constraints": ("compose", drop_from_output),
    "relations": ("compare", relate),
    "prove": ("prove", believe),
    "assume": ("assume", forbid_more),
    "compat": ("compat", lose_nothing),
    "monitors": ("watch", see_nothing),
    "code": ("check", believe),
}


class FaultyTool(Tool):
    """The binary, with one kind of answer falsified."""

    def __init__(self, folder, command, fault):
        super().__init__(BINARY, folder)
        self.command, self.fault = command, fault

    def run(self, *arguments, **options):
        answer = super().run(*arguments, **options)
        if arguments[0] == self.command and answer.code in (0, 1):
            answer.json["folder"] = self.folder
            self.fault(answer.json)
        return answer


class Faults(unittest.TestCase):
    """Every area notices a wrong answer, and shrinks it to a model whose right answer it accepts."""

    def test_every_area_has_a_fault(self):
        self.assertEqual(sorted(FAULTS), sorted(areas.ALL))

    def test_faults_are_found_and_shrunk(self):
        for name, (command, fault) in FAULTS.items():
            with self.subTest(area=name), tempfile.TemporaryDirectory() as folder:
                area, tool = areas.ALL[name], FaultyTool(folder, command, fault)
                case, key = self.first_difference(area, tool)
                smallest = shrink(case, key, lambda smaller: fresh(area, smaller, tool), *own_candidates(area))
                keys = [found for found, _ in fresh(area, smallest, tool).differences]
                self.assertIn(key, keys)
                self.assertLess(size(smallest), size(case))
                # A program in C begins with declarations that are always there.
                most = 1400 if name == "code" else 700
                self.assertLess(len("".join(tool.files.values())), most, tool.files)
                honest = Tool(BINARY, folder)
                self.assertEqual(fresh(area, smallest, honest).differences, [])

    def first_difference(self, area, tool):
        for index in range(300):
            case = area.generate_case(random.Random("fault/%s/%d" % (area.NAME, index)))
            try:
                outcome = fresh(area, case, tool)
            except Invalid:
                continue
            if outcome.differences:
                return case, outcome.differences[0][0]
        self.fail("the fault in %s is not noticed in 300 cases" % area.NAME)


class Whole(unittest.TestCase):
    """A run with a falsifying program in place of the binary, from cases to files."""

    SCRIPT = """#!%s
import json, subprocess, sys
done = subprocess.run([%r] + sys.argv[1:], stdout=subprocess.PIPE)
try:
    report = json.loads(done.stdout)
    for result in report.get("results", []):
        if result["kind"] == "progress" and result["verdict"] == "violated":
            result["verdict"] = "holds"
    print(json.dumps(report))
except ValueError:
    sys.stdout.buffer.write(done.stdout)
sys.exit(done.returncode)
"""

    def test_differences_become_files_and_runs_resume(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "falsified")
            with open(program, "w", encoding="utf-8") as file:
                file.write(self.SCRIPT % (sys.executable, BINARY))
            os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
            out = os.path.join(folder, "out")
            chosen = {"check": areas.ALL["check"]}
            most, runner.MOST_SHRUNK = runner.MOST_SHRUNK, 1
            with open(os.devnull, "w", encoding="utf-8") as quiet:
                printed, sys.stdout = sys.stdout, quiet
                try:
                    first = Run(chosen, program, "1", out, 2).run(3, True)["check"]
                    again = Run(chosen, program, "1", out, 2).run(3, False)["check"]
                finally:
                    sys.stdout, runner.MOST_SHRUNK = printed, most
            self.assertEqual(first["cases"], 3)
            self.assertGreater(first["differences"], 0)
            self.assertEqual(first, again)
            found = [name for name in os.listdir(out) if name.startswith("check-1-")]
            self.assertTrue(found)
            files = os.listdir(os.path.join(out, found[0]))
            self.assertTrue(
                {"model.lts", "difference.txt", "case.json", "smallest.json"} <= set(files), files
            )
            with open(os.path.join(out, found[0], "smallest.json"), encoding="utf-8") as file:
                smallest = json.load(file)
            self.assertLess(len(smallest["model"]["defs"]), 4)


class Generators(unittest.TestCase):
    def test_cases_depend_on_the_seed_alone(self):
        for area in areas.ALL.values():
            make = lambda seed: json.dumps(
                [area.generate_case(random.Random("%d/%d" % (seed, i))) for i in range(20)]
            )
            self.assertEqual(make(1), make(1))
            self.assertNotEqual(make(1), make(2))


class Textbook(unittest.TestCase):
    """The evaluators on examples whose answers are known."""

    def lts(self, rows):
        return Elaboration({"defs": [process("P", rows)]}).lts("P")

    def test_the_classic_example_of_relations(self):
        early = self.lts([[0, "a", 1], [0, "a", 2], [1, "b", "STOP"], [2, "c", "STOP"]])
        late = self.lts([[0, "a", 1], [1, "b", "STOP"], [1, "c", "STOP"]])
        answers = {name: relation.holds(name, early, late) for name in relation.ALL}
        expected = {"trace", "trace-inclusion", "simulation"}
        self.assertEqual({name for name, answer in answers.items() if answer}, expected)
        self.assertFalse(relation.holds("simulation", late, early))
        self.assertTrue(relation.holds("failures", late, early))

    def violations(self, rows, formula):
        """Under fair choice, and on all runs."""
        model = {"defs": [process("P", rows, extend=["a", "b", "c"])]}
        runs = Runs(Graph(*Elaboration(model).target("P")), Observed(formula, []))
        likely = is_likely(runs.chain(True), runs.observed.formula, False)
        return likely, has_run(runs.chain(False), runs.observed.formula, False)

    def test_fair_choice(self):
        choice = [[0, "a", 0], [0, "b", 0]]
        a, b, c = ["a", ["a"]], ["a", ["b"]], ["a", ["c"]]
        self.assertEqual(self.violations(choice, ["G", ["F", b]]), (False, True))
        self.assertEqual(self.violations(choice, ["F", ["and", a, ["X", a]]]), (False, True))
        self.assertEqual(self.violations(choice, ["F", ["and", c, ["F", a]]]), (True, True))
        self.assertEqual(self.violations(choice, ["or", a, b]), (False, False))

    def test_runs_that_stop(self):
        stops = [[0, "a", "STOP"]]
        a, b = ["a", ["a"]], ["a", ["b"]]
        self.assertEqual(self.violations(stops, ["F", b]), (True, True))
        self.assertEqual(self.violations(stops, ["G", ["imp", a, ["X", b]]]), (True, True))
        self.assertEqual(self.violations(stops, ["G", ["imp", a, ["not", ["X", b]]]]), (False, False))

    def test_what_is_violated_with_fair_choice_is_violated_without(self):
        make, count = areas.ALL["ltl"].generate_case, 0
        for index in range(150):
            model = make(random.Random("both/%d" % index))["model"]
            try:
                graph = Graph(*Elaboration(model).target("S"))
            except Invalid:
                continue
            for _, formula in model["asserts"]:
                runs = Runs(graph, Observed(formula, model["fluents"]))
                likely = is_likely(runs.chain(True), runs.observed.formula, False)
                possible = has_run(runs.chain(False), runs.observed.formula, False)
                self.assertLessEqual(likely, possible, model_text(model))
                count += likely != possible
        self.assertGreater(count, 5)


def run(binary):
    """Runs the tests; the exit code."""
    global BINARY
    BINARY = binary
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1
