"""The command line: `python3 checker [--json] FILE...` or `python3 -m checker [--json] FILE...`."""
import json
import os
import sys

if not __package__:  # started as a folder: replace it by its parent in the search path
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from checker.claims import judge  # noqa: E402

def main(arguments):
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    files, codes = [a for a in arguments if a != "--json"], {0}
    if not files or any(a.startswith("-") and a != "-" for a in files):
        print("usage: checker [--json] FILE...   (- is standard input)", file=sys.stderr)
        return 2
    for file in files:
        try:
            with open(0 if file == "-" else file, "rb") as stream:
                raw = stream.read()
        except (OSError, ValueError, MemoryError) as error:
            print("%s: cannot be read: %s" % (file, str(error) or "it is too large"), file=sys.stderr)
            codes.add(2)
            continue
        sentences, reason, internal = judge(raw)
        codes.add(70 if internal else 0 if reason is None else 1)
        verdict = "accepted" if reason is None else "rejected"
        if "--json" in arguments:
            print(json.dumps({"file": file, "verdict": verdict, "claims": sentences or [], "reason": reason}))
        else:
            prefix = "".join(c if c.isprintable() else "?" for c in file) + ": " if len(files) > 1 else ""
            print("%s%s: %s" % (prefix, verdict, "; ".join(sentences) if reason is None else reason))
    return max(codes)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
