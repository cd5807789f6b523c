"""Runs the cases of the areas in parallel, remembers how far they came, and writes down differences."""

import glob
import hashlib
import json
import multiprocessing
import os
import random
import resource
import shutil
import tempfile
import time
import traceback
from collections import Counter

from lts import Invalid
from shrink import shrink
from tool import Tool, working_folder

CHUNK = 25
MOST_SHRUNK = 3
# Of a worker and of each program that it starts: 8 GB.
MEMORY = 8 << 30


class Run:
    """One invocation: the binary, the seed, and the folder for state and findings."""

    def __init__(self, areas, binary, seed, folder, jobs):
        self.areas, self.binary, self.seed, self.folder, self.jobs = areas, binary, seed, folder, jobs
        os.makedirs(folder, exist_ok=True)
        self.state_file = os.path.join(folder, "state.json")
        self.digest = digest(binary)

    def key(self, name):
        """Cases count for one binary and one version of this program only."""
        return "%s/%s/%s" % (name, self.seed, self.digest)

    def load(self):
        try:
            with open(self.state_file, encoding="utf-8") as file:
                return json.load(file)
        except (OSError, ValueError):
            return {}

    def save(self, state):
        part = self.state_file + ".part"
        with open(part, "w", encoding="utf-8") as file:
            json.dump(state, file, indent=1, sort_keys=True)
        os.replace(part, self.state_file)

    def run(self, cases, restart, minutes=None):
        """All areas up to this number of cases, or until the time is over; returns the summaries by name."""
        begun = time.time()
        state = self.load()
        todo = []
        for name in self.areas:
            key = self.key(name)
            entry = state[key] = empty() if restart else state.get(key, empty())
            starts = range(entry["cases"], cases, CHUNK)
            todo += [(i, name, start, min(start + CHUNK, cases)) for i, start in enumerate(starts)]
        # In turns, so that an interrupted run has seen every area. The chunks of an area arrive in order.
        todo.sort()
        jobs = [(name, start, stop) for _, name, start, stop in todo]
        with multiprocessing.Pool(self.jobs, begin_worker, (self.areas, self.binary, self.seed)) as pool:
            for name, stop, part in pool.imap(run_chunk, jobs):
                entry = state[self.key(name)]
                add(entry, part)
                entry["cases"] = stop
                for found in part["found"]:
                    self.report(name, found, entry)
                self.save(state)
                if minutes and time.time() - begun > 60 * minutes:
                    break
        return {name: state[self.key(name)] for name in self.areas}

    def report(self, name, found, entry):
        """Writes a difference as files, with the commands that show it; each key is shrunk a few times."""
        count = entry["keys"].get(found["key"], 0) + 1
        entry["keys"][found["key"]] = count
        if count > MOST_SHRUNK:
            return
        area = self.areas[name]
        folder = os.path.join(self.folder, "%s-%s-%d" % (name, self.seed, found["index"]))
        os.makedirs(folder, exist_ok=True)
        text = write_finding(area, self.binary, found, folder)
        print("%s: case %d of seed %s: %s" % (name, found["index"], self.seed, found["key"]), flush=True)
        print("  " + text.replace("\n", "\n  "), flush=True)
        print("  " + folder, flush=True)


def digest(binary):
    """Identifies the binary and the sources of this program."""
    found = hashlib.sha256()
    sources = glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.py"))
    for path in sorted(sources) + [binary]:
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()[:16]


def empty():
    return {"cases": 0, "facts": 0, "differences": 0, "uninformative": 0, "verdicts": {}, "keys": {}}


def add(entry, part):
    for key in ("facts", "differences", "uninformative"):
        entry[key] += part[key]
    entry["verdicts"] = dict(Counter(entry["verdicts"]) + Counter(part["verdicts"]))


def write_finding(area, binary, found, folder):
    """Shrinks a case, and writes model, answers and commands."""
    scratch = tempfile.mkdtemp(prefix="rely-differential-")
    try:
        tool = Tool(binary, scratch)
        smallest = shrink(
            found["case"], found["key"], lambda case: fresh(area, case, tool), *own_candidates(area)
        )
        try:
            differences = fresh(area, smallest, tool).differences
        except Exception:
            differences = []  # The evaluator itself failed.
        texts = [text for key, text in differences if key == found["key"]] or [found["text"]]
        for file, content in tool.files.items():
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(content)
        with open(os.path.join(folder, "difference.txt"), "w", encoding="utf-8") as out:
            out.write("%s\n\n%s\n\n%s\n" % (found["key"], "\n".join(texts), "\n".join(tool.commands)))
        for file, case in (("case.json", found["case"]), ("smallest.json", smallest)):
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                json.dump(case, out, indent=1)
        shown = "".join(content for _, content in sorted(tool.files.items()))
        return texts[0] + "\n" + shown + "\n".join(tool.commands)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def own_candidates(area):
    return [area.smaller_programs] if hasattr(area, "smaller_programs") else []


def fresh(area, case, tool):
    tool.begin()
    return area.compare(case, tool)


WORKER = {}


def begin_worker(areas, binary, seed):
    """The state of a worker process. Its folder is removed when it ends. An evaluator that takes too much memory fails,
    which is a difference with its case, instead of ending the run."""
    # Sanitizers, which the area `code` needs, reserve more addresses than any limit.
    if "code" not in areas:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    folder = working_folder()
    WORKER.update(areas=areas, seed=seed, folder=folder, tool=Tool(binary, folder.name))


def run_chunk(job):
    """Runs some cases of an area; a failing evaluator is a difference, too."""
    name, start, stop = job
    area, tool = WORKER["areas"][name], WORKER["tool"]
    part = {"facts": 0, "differences": 0, "uninformative": 0, "verdicts": Counter(), "found": []}
    make = lambda index: area.generate_case(random.Random("%s/%s/%d" % (WORKER["seed"], name, index)))
    cases = [make(index) for index in range(start, stop)]
    if hasattr(area, "prepare"):
        try:
            area.prepare(cases, tool)
        except ValueError:
            pass  # Each case says what is wrong with it.
    for index, case in zip(range(start, stop), cases):
        try:
            outcome = fresh(area, case, tool)
        except Invalid:
            part["uninformative"] += 1
            continue
        except Exception:
            record(part, index, case, "evaluator", traceback.format_exc())
            continue
        part["facts"] += outcome.facts
        part["verdicts"].update(outcome.verdicts)
        part["uninformative"] += not outcome.facts
        for key in sorted({key for key, _ in outcome.differences}):
            record(part, index, case, key, dict(outcome.differences)[key])
    part["verdicts"] = dict(part["verdicts"])
    return name, stop, part


def record(part, index, case, key, text):
    part["differences"] += 1
    part["found"].append({"index": index, "case": case, "key": key, "text": text})
