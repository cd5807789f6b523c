"""The command line: `python3 checker FILE...` or `python3 -m checker FILE...`."""
import os
import sys

if not __package__:  # started as a folder: replace it by its parent in the search path
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from checker.claims import judge  # noqa: E402

def main(files):
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    codes = {0}
    if not files or any(a.startswith("-") and a != "-" for a in files):
        print("usage: checker FILE...   (- is standard input)", file=sys.stderr)
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
        told = "accepted: " + "; ".join(sentences) if reason is None else "rejected: " + reason
        prefix = "".join(c if c.isprintable() else "?" for c in file) + ": " if len(files) > 1 else ""
        print(prefix + told)
    return max(codes)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
