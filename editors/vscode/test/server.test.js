// The extension and the server: what the lenses of a model give is what the command line says. The server is the program that
// `RELY_BIN` names.

'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { test } = require('node:test');

const manifest = require('../package.json');
const { started } = require('../testing/editor');
const { start } = require('../testing/server');

const program = process.env.RELY_BIN;
const skip = program ? false : 'RELY_BIN does not name the program';

/** What Visual Studio Code says of itself, as far as the server looks at it. */
const capabilities = {
  window: { showDocument: { support: true }, workDoneProgress: true },
  workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    publishDiagnostics: { relatedInformation: true },
  },
};

/** More is forbidden here than a report explains. */
const MODEL = `const N = 4
range I = 1..N
import GATE = "gate.aut"
USER = (request -> enter -> leave -> USER).
LOCK = (user[i:I].enter -> user[i].leave -> LOCK).
property MUTEX = (user[i:I].enter -> user[i].leave -> MUTEX).
constraint QUIET = [](!alarm)
||SYSTEM = (user[I]:USER || LOCK || GATE || MUTEX).
assert SERVED = []<>user[1].enter
progress GO = {user[I].leave}
`;

/** How a question is asked on the command line; only composites and the whole file are targets. */
function asked(command, name, file) {
  const word = command.replace('rely.', '');
  const isTarget = name === 'SYSTEM' || name === 'DEFAULT';
  if (word === 'draw') {
    return [word, file, '--what', isTarget ? 'architecture' : 'machine', '--target', name];
  }
  const option = isTarget ? '--target' : word === 'assume' ? '--module' : '--property';
  return [word, file, option, name];
}

/** The server as the extension starts it, with a text that is open. */
async function opened(t, uri, text) {
  const { notes, run } = await started({ command: program });
  const [, , server, { initializationOptions }] = notes.started[0];
  const { request, notify, told, gone, stop } = start(server);
  t.after(stop);
  const { capabilities: served } = await request('initialize', {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: null,
    capabilities,
    initializationOptions,
  });
  notify('initialized', {});
  notify('textDocument/didOpen', { textDocument: { uri, languageId: 'fsp', version: 1, text } });
  const lenses = (await request('textDocument/codeLens', { textDocument: { uri } })).map((lens) => lens.command);
  const next = (command, args) => request('workspace/executeCommand', { command, arguments: args });
  const lens = (command, args) => run(command, args, next);
  const end = async () => {
    await request('shutdown');
    notify('exit');
    assert.equal(await gone, 0);
  };
  return { notes, served, told, lenses, lens, end };
}

test('every lens shows what the command line says of the text in the editor', { skip }, async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rely editor '));
  const file = path.join(folder, "user's model #1 (é).lts");
  fs.writeFileSync(path.join(folder, 'gate.aut'), 'des (0, 2, 2)\n(0, "open", 1)\n(1, "close", 0)\n');
  // What is in the file is not what the editor has.
  fs.writeFileSync(file, 'P = (a -> ');
  const { notes, served, told, lenses, lens, end } = await opened(t, pathToFileURL(file).href, MODEL);
  const own = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual([...served.executeCommandProvider.commands, 'rely.restart'].sort(), own.sort());
  assert.deepEqual([...new Set(lenses.map(({ title }) => title))].sort(), ['Assume', 'Check', 'Draw', 'Prove']);
  const answers = [];
  for (const { command, arguments: args } of lenses) {
    const [reports, pictures] = [notes.shown.length, notes.panels.length];
    const { title, content } = await lens(command, args);
    const isPicture = command === 'rely.draw';
    assert.deepEqual([notes.shown.length - reports, notes.panels.length - pictures], isPicture ? [0, 1] : [1, 0]);
    if (isPicture) {
      const panel = notes.panels.at(-1);
      assert.equal(panel.given[1], title);
      assert.ok(panel.webview.html.includes(content));
    } else {
      assert.deepEqual([notes.shown.at(-1).text, notes.shown.at(-1).language], [content, 'plaintext']);
    }
    assert.ok(title.endsWith(`${args[0].name} (${path.basename(file)})`), title);
    answers.push({ command, name: args[0].name, content });
  }
  // The extension shows results, and the server shows none.
  assert.deepEqual(told.filter(({ method }) => method === 'window/showDocument'), []);
  await end();
  fs.writeFileSync(file, MODEL);
  for (const { command, name, content } of answers) {
    const env = { ...process.env, COLUMNS: '110', NO_COLOR: '1' };
    const { stdout, stderr } = spawnSync(program, asked(command, name, file), { env, encoding: 'utf8' });
    assert.equal(content, stdout, `${command} ${name}: ${stderr}`);
  }
  fs.rmSync(folder, { recursive: true });
});

test('texts that are in no file of this system have lenses, too', { skip }, async (t) => {
  for (const uri of ['untitled:Untitled-1', 'file:///c%3A/models/lamp.lts', 'file:///c:/models/lamp.lts']) {
    const { notes, lenses, lens, end } = await opened(t, uri, 'LAMP = (on -> off -> LAMP).\n');
    for (const { command, arguments: args } of lenses) {
      await lens(command, args);
    }
    assert.deepEqual([notes.shown.length, notes.panels.length], [1, 1], uri);
    assert.match(notes.shown[0].text, /deadlock/);
    await end();
  }
});

test('a command that cannot be run is told of, and the next one is run', { skip }, async (t) => {
  const uri = 'untitled:Untitled-1';
  const { notes, lens, end } = await opened(t, uri, 'LAMP = (on -> ');
  await assert.rejects(lens('rely.check', [{ uri, name: 'DEFAULT' }]), /line 1: /);
  await assert.rejects(lens('rely.check', [{ uri: 'untitled:Untitled-2', name: 'DEFAULT' }]), /is not open/);
  await assert.rejects(lens('rely.check', [{}]), /the argument must be \{uri, name\}/);
  assert.equal(notes.shown.length, 0);
  await end();
});
