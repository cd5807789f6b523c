"""Compares `rely` with evaluators that work by definition, on random models.

    python3 differential --rely PATH [--cases N] [--minutes M] [--seed S] [--only AREA[,AREA]] [--restart] [--jobs N]
    python3 differential --rely PATH --self-test

Needs Python 3.8 or later and no packages.
"""

import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import areas
from runner import Run


def arguments():
    parser = argparse.ArgumentParser(prog="differential", description=__doc__.split("\n")[0])
    parser.add_argument("--rely", required=True, help="the binary")
    parser.add_argument("--cases", type=int, default=1000, help="cases of each area")
    parser.add_argument("--minutes", type=float, help="stop after this time; the next run continues")
    parser.add_argument("--seed", default="1", help="the cases depend on it alone")
    parser.add_argument("--only", help="areas, separated by commas: " + ", ".join(areas.ALL))
    parser.add_argument("--restart", action="store_true", help="begin again, forgetting earlier runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="parallel processes")
    parser.add_argument("--folder", default="target/differential", help="for state and findings")
    parser.add_argument("--complete", action="store_true", help="an area that cannot run is an error")
    parser.add_argument("--self-test", action="store_true", help="test the comparison itself")
    return parser.parse_args()


def summary(name, entry):
    verdicts = ", ".join("%s %d" % pair for pair in sorted(entry["verdicts"].items()))
    line = "%-10s %7d cases, %8d facts, %d differences, %d cases without information (%s)"
    return line % (
        name,
        entry["cases"],
        entry["facts"],
        entry["differences"],
        entry["uninformative"],
        verdicts,
    )


def main():
    options = arguments()
    binary = os.path.abspath(options.rely)
    if not os.access(binary, os.X_OK):
        sys.exit("%s cannot be run" % binary)
    if options.self_test:
        import self_test

        return self_test.run(binary)
    names = options.only.split(",") if options.only else list(areas.ALL)
    unknown = [name for name in names if name not in areas.ALL]
    if unknown:
        sys.exit("there is no area %s; areas: %s" % (", ".join(unknown), ", ".join(areas.ALL)))
    chosen = {name: areas.ALL[name] for name in names}
    for name in names:
        why = getattr(areas.ALL[name], "missing", str)()
        if why:
            del chosen[name]
            print("%s is skipped: %s" % (name, why))
            if options.complete:
                return 1
    begun = time.time()
    done = Run(chosen, binary, options.seed, options.folder, options.jobs).run(
        options.cases, options.restart, options.minutes
    )
    for name, entry in done.items():
        print(summary(name, entry))
    print("%.0f seconds" % (time.time() - begun))
    return 1 if any(entry["differences"] for entry in done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
