// What the extension asks of the editor, with an editor and a client that only take notes.

'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');

const { started } = require('../testing/editor');

const argument = { uri: 'file:///m.lts', name: 'SYS' };

test('the server is started as the setting says, and told who shows results', async () => {
  const { notes, deactivate } = await started();
  const [, , server, options] = notes.started[0];
  assert.deepEqual(server, { command: '/opt/rely', args: ['lsp'] });
  assert.deepEqual(options.documentSelector, [{ language: 'fsp' }]);
  assert.deepEqual(options.initializationOptions, { showsResults: true });
  await notes['rely.restart']();
  assert.equal(notes.started.length, 2);
  await deactivate();
  assert.equal(notes.stopped, 2);
});

test('a server that cannot be started is told of', async () => {
  const { notes } = await started({ fails: true });
  assert.match(notes.messages[0], /"\/opt\/rely": there is no such program/);
});

test('a report opens as a document in its language', async () => {
  const { notes, run } = await started();
  const answer = { title: 'SYS: check', language: 'json', content: '{}' };
  assert.equal(await run('rely.check', [argument], async (_, args) => (assert.deepEqual(args, [argument]), answer)), answer);
  assert.equal(notes.shown[0].text, '{}');
  assert.equal(notes.shown[0].language, 'json');
  await run('rely.check', [argument], async () => ({ ...answer, language: 'unheard-of' }));
  assert.equal(notes.shown[1].language, 'plaintext');
  await run('rely.check', [argument], async () => null);
  assert.equal(notes.shown.length, 2);
});

test('a picture opens in a view without scripts', async () => {
  const { notes, run } = await started();
  await run('rely.draw', [argument], async () => ({ title: 'SYS', language: 'svg', content: '<svg/>' }));
  const [, title, , options] = notes.panels[0].given;
  assert.equal(title, 'SYS');
  assert.deepEqual(options, {
    enableScripts: false,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [],
  });
  assert.match(notes.panels[0].webview.html, /default-src 'none'[^]*<svg\/>/);
  assert.equal(notes.shown.length, 0);
});

test('a command from the palette asks what it is about', async () => {
  const lens = (command, name) => ({ command: { command, arguments: [{ uri: 'file:///m.lts', name }] } });
  const lenses = [lens('rely.check', 'P'), lens('rely.draw', 'P'), lens('rely.check', 'SYS'), {}];
  const asked = async (name, options) => {
    const { notes, run } = await started({ lenses, ...options });
    let given;
    await run(name, [], async (_, args) => void (given = args[0].name));
    return given ?? notes.messages[0];
  };
  assert.equal(await asked('rely.check', { pick: 1 }), 'SYS');
  assert.equal(await asked('rely.draw'), 'P');
  assert.match(await asked('rely.prove'), /nothing in this model/);
  assert.match(await asked('rely.check', { languageId: 'plaintext' }), /open a model first/);
  assert.equal(await asked('rely.check', { pick: 7 }), undefined);
});
