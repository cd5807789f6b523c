"""Runs `rely` from the outside, in a folder of its own, and remembers what was run."""

import json
import os
import shlex
import signal
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


def working_folder():
    """A new folder for the files of cases, in memory if there is such a place; it is removed with the object."""
    memory = "/dev/shm"
    place = memory if os.access(memory, os.W_OK | os.X_OK) else None
    return tempfile.TemporaryDirectory(prefix="rely-differential-", dir=place)


class Tool:
    """The binary, and the folder in which models are written."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.files, self.runs = {}, []
        # Files instead of pipes: nobody has to read while the command runs.
        self.outputs = [tempfile.TemporaryFile(buffering=0, dir=folder) for _ in range(2)]

    def begin(self):
        """Forgets what was run, and removes the files of the last case."""
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isfile(path):
                os.remove(path)
        self.files, self.runs = {}, []

    @property
    def commands(self):
        """What was run, as lines for a shell."""
        lines = []
        for command, compiler in self.runs:
            line = "rely " + " ".join(shlex.quote(word) for word in command)
            lines.append("RELY_CLANG=%s %s" % (compiler, line) if compiler else line)
        return lines

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
        environment = ENVIRONMENT
        if compiler:
            environment = dict(ENVIRONMENT, RELY_CLANG=compiler)
        self.runs.append((command, compiler))
        for file in self.outputs:
            os.ftruncate(file.fileno(), 0)
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        code = self.started([self.binary] + command, environment)
        if code is None:
            return Answer(-9, "", "no answer within %d seconds" % SECONDS)
        return Answer(code, *map(content, self.outputs))

    def started(self, command, environment):
        """The exit code of a command that runs in the folder; None if there is no end to it."""
        out, err = (file.fileno() for file in self.outputs)
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, out, 1),
            (os.POSIX_SPAWN_DUP2, err, 2),
        ]
        here = os.open(".", os.O_RDONLY)
        try:
            os.chdir(self.folder)
            process = os.posix_spawn(
                command[0], command, environment, file_actions=actions, setsigdef=[signal.SIGPIPE]
            )
        finally:
            os.fchdir(here)
            os.close(here)
        try:
            return waited(process)
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return None


def waited(process):
    """The exit code; TimeoutError if there is none in time. One wait that an alarm ends: nothing is polled."""
    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        status = os.waitpid(process, 0)[1]
        return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def too_late(_signal, _frame):
    raise TimeoutError


def content(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")
