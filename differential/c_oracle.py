"""Which checks of programs fail, by execution on all inputs."""

import os
import shutil
import subprocess

from c_text import for_driver, for_rely_together
from lts import Invalid

# As in the driver.
KINDS = {1: "error-call", 2: "assertion", 4: "memory", 8: "division", 16: "overflow", 32: "shift"}
TOO_MANY, ODD = 64, 128
SANITIZERS = [
    # What is far outside of an array on the stack is not seen by the sanitizer of addresses.
    "-fsanitize=address,array-bounds,signed-integer-overflow,shift-exponent",
    "-fsanitize-trap=array-bounds,signed-integer-overflow,shift-exponent",
]
OPTIONS = "symbolize=0:detect_leaks=0:handle_segv=0:handle_sigill=0:handle_sigfpe=0:handle_sigbus=0:allow_user_segv_handler=1"


def compilers():
    """All versions of clang that are installed, the usual one first."""
    names = ["clang"] + ["clang-%d" % version for version in range(25, 13, -1)]
    paths = [shutil.which(name) for name in names]
    seen, found = set(), []
    for path in paths:
        if path and os.path.realpath(path) not in seen:
            seen.add(os.path.realpath(path))
            found.append(path)
    return found


def execute(programs, folder, compiler):
    """For each program the checks that fail, and whether all executions were seen."""
    driver = os.path.join(os.path.dirname(os.path.abspath(__file__)), "c_driver.c")
    with open(driver, encoding="utf-8") as file:
        text = file.read()
    text += "#define memmove moved\n#define memset filled\n"
    text += "".join(for_driver(program, k) for k, program in enumerate(programs))
    rows = ", ".join("{ x%d_main, x%d_reset }" % (k, k) for k in range(len(programs)))
    text += "int main(void) { static const struct program all[] = { %s }; judge_all(all, %d); return 0; }\n" % (
        rows,
        len(programs),
    )
    source, binary = os.path.join(folder, "driver.c"), os.path.join(folder, "driver")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    build = [compiler, "-O0", "-w"] + SANITIZERS + [source, "-o", binary]
    built = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if built.returncode != 0:
        raise ValueError(built.stdout.decode("utf-8", "replace")[:2000])
    environment = dict(os.environ, ASAN_OPTIONS=OPTIONS)
    done = subprocess.run([binary], stdout=subprocess.PIPE, env=environment)
    lines = done.stdout.decode().split("\n")[: len(programs)]
    return [read(line) for line in lines]


# What Rely asks of the compiler.
TRANSLATION = ["-S", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-x", "c"]
# Programs with constants that are undefined are refused by Rely: the translation does not show what is wrong.
UNDEFINED = ["-Wno-everything", "-Winteger-overflow", "-Wshift-count-overflow", "-Wshift-count-negative"]


def translate(programs, folder, compiler):
    """LLVM's text of all programs, and the numbers of those that Rely would not accept as C."""
    text, begins = for_rely_together(programs)
    source, output = os.path.join(folder, "together.c"), os.path.join(folder, "together.ll")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    command = [compiler] + TRANSLATION + UNDEFINED + ["-fno-caret-diagnostics", source, "-o", output]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise ValueError(done.stdout.decode("utf-8", "replace")[:2000])
    refused = set()
    for line in done.stdout.decode("utf-8", "replace").split("\n"):
        if ": warning: " in line:
            number = int(line.split(":")[1])
            refused.add(max(k for k, begin in enumerate(begins) if begin <= number))
    with open(output, encoding="utf-8") as file:
        return file.read(), refused


def read(line):
    found, executions = (int(word) for word in line.split())
    return {
        "is_odd": bool(found & ODD),
        "is_complete": not found & TOO_MANY,
        "failing": sorted(name for bit, name in KINDS.items() if found & bit),
        "executions": executions,
    }
