"""Compares the two checkers on the certificates that tests have judged: `python3 checker/tests/agree.py FOLDER`.

The files of the folder have one certificate per line, after the verdict of the first checker, `accepted` or `rejected`,
and a tab. This checker must give the same verdicts.
"""
import collections
import concurrent.futures
import hashlib
import itertools
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from checker.claims import judge  # noqa: E402

SIZE = 50  # lines that a worker gets at once


def lines(folder):
    """All distinct lines of all files."""
    seen = set()
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as stream:
            for line in stream:
                key = hashlib.sha256(line).digest()
                if key not in seen:
                    seen.add(key)
                    yield name, line


def chunks(items):
    """The items, in lists that a worker gets at once."""
    items = iter(items)
    return iter(lambda: list(itertools.islice(items, SIZE)), [])


def compare_all(tasks):
    return [compare(*task) for task in tasks]


def compare(name, line):
    verdict, tab, text = line.rstrip(b"\n").partition(b"\t")
    if not tab or verdict not in (b"accepted", b"rejected"):
        return "broken", "%s: a line without a verdict" % name
    _, reason, internal = judge(text)
    if reason is not None and "too large to be checked" in reason:
        return "too large", None
    own = b"accepted" if reason is None else b"rejected"
    if internal or own != verdict:
        told = "accepted" if reason is None else reason
        return "different", "%s: the first checker: %s; this one: %s\n  %s" % (
            name, verdict.decode(), told, text.decode("utf-8", "replace")[:3000])
    return verdict.decode(), None


def main(arguments):
    if len(arguments) != 1:
        print("usage: agree.py FOLDER", file=sys.stderr)
        return 2
    counts, shown = collections.Counter(), 0
    # Unlike a pool of multiprocessing, an executor notices that a worker was killed, and raises an exception. Few lists
    # wait at a time, so that the file is not held in memory.
    with concurrent.futures.ProcessPoolExecutor() as workers:
        running, rest = set(), chunks(lines(arguments[0]))
        while True:
            running.update(workers.submit(compare_all, tasks) for tasks in itertools.islice(rest, 20 - len(running)))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for verdict, fault in itertools.chain.from_iterable(future.result() for future in done):
                counts[verdict] += 1
                if fault and shown < 20:
                    shown += 1
                    print(fault)
    wrong = counts["different"] + counts["broken"]
    print("the checkers agree on %d accepted and %d rejected certificates, and differ on %d; %d were too large for this one"
          % (counts["accepted"], counts["rejected"], wrong, counts["too large"]))
    return 0 if counts["accepted"] and counts["too large"] < 100 and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
