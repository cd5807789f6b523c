"""Runs `rely` from the outside, in a folder of its own, and remembers what was run."""

import json
import os
import shlex
import subprocess

SECONDS = 60


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
        environment = dict(os.environ, NO_COLOR="1", RUST_BACKTRACE="0")
        if compiler:
            line, environment["RELY_CLANG"] = "RELY_CLANG=%s %s" % (compiler, line), compiler
        self.commands.append(line)
        try:
            done = subprocess.run(
                [self.binary] + command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return Answer(-9, "", "no answer within %d seconds" % SECONDS)
        return Answer(
            done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        )
