"""Runs `rely` from the outside, in a folder of its own, and remembers what was run."""

import json
import os
import shlex
import signal
import subprocess
import tempfile

# A run without an answer is a difference; on a machine with much other work, a minute on the clock is too little.
SECONDS = 600
# Nothing else of the environment can matter then.
ENVIRONMENT = {"PATH": os.defpath, "NO_COLOR": "1", "RUST_BACKTRACE": "0"}


class Answer:
    """What one run printed."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        try:
            self.json = json.loads(out) if out.strip() else {}
        except ValueError:
            self.json = {}

    def codes(self):
        """The codes of the diagnostics of a refusal."""
        found = [d.get("code") or "?" for d in self.json.get("diagnostics", [])]
        return sorted(set(found)) or ["?"]

    def is_refusal(self):
        return self.code == 2

    def is_crash(self):
        """A panic, an internal error, a signal or a hang: never right."""
        return self.code not in (0, 1, 2, 3, 4) or "E1199" in self.out + self.err or "panicked" in self.err


class Tool:
    """The binary, and the folder in which models are written."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.files, self.commands = {}, []

    def begin(self):
        """Forgets what was run, and removes the files of the last case."""
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isfile(path):
                os.remove(path)
        self.files, self.commands = {}, []

    def write(self, name, text):
        if self.files.get(name) != text:
            self.files[name] = text
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def run(self, *arguments, compiler=None):
        """Runs a command; the result is JSON unless the command says otherwise. It uses this compiler for C."""
        command = list(arguments)
        if "--format" not in command:
            command += ["--format", "json"]
        line = "rely " + " ".join(shlex.quote(word) for word in command)
        environment = dict(ENVIRONMENT)
        if compiler:
            line, environment["RELY_CLANG"] = "RELY_CLANG=%s %s" % (compiler, line), compiler
        self.commands.append(line)
        # Files instead of pipes, and one wait that an alarm ends: nothing is polled.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            started = subprocess.Popen(
                [self.binary] + command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )
            try:
                code = waited(started)
            except TimeoutError:
                started.kill()
                started.wait()
                return Answer(-9, "", "no answer within %d seconds" % SECONDS)
            return Answer(code, content(out), content(err))


def waited(process):
    """The exit code; TimeoutError if there is none in time."""
    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return process.wait()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def too_late(_signal, _frame):
    raise TimeoutError


def content(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")
