// An editor and a client that only take notes, around the extension.

'use strict';

// `_load` has no types: it is not a public part of node.
const Module = /** @type {any} */ (require('node:module'));

/** The extension with a pretended editor around it. */
function extension({ lenses = [], pick = 0, languageId = 'fsp', fails = false, command = '/opt/rely' } = {}) {
  const notes = { panels: [], shown: [], messages: [], started: [], stopped: 0 };
  let provider;
  const disposable = { dispose() {} };
  const uri = (parts) => ({ ...parts, toString: () => `${parts.scheme}:${parts.path}` });
  const vscode = {
    EventEmitter: class {
      fire() {}
      dispose() {}
    },
    Uri: { from: uri },
    ViewColumn: { Beside: -2 },
    workspace: {
      getConfiguration: () => ({ get: () => command }),
      registerTextDocumentContentProvider: (_, given) => ((provider = given), disposable),
      onDidCloseTextDocument: () => disposable,
      onDidChangeConfiguration: () => disposable,
      openTextDocument: async (address) => ({ uri: address, text: provider.provideTextDocumentContent(address) }),
    },
    commands: {
      registerCommand: (name, run) => ((notes[name] = run), disposable),
      executeCommand: async () => lenses,
    },
    languages: {
      getLanguages: async () => ['fsp', 'json'],
      setTextDocumentLanguage: async (document, language) => (document.language = language),
    },
    window: {
      activeTextEditor: { document: { uri: uri({ scheme: 'file', path: '/m.lts' }), languageId } },
      showInformationMessage: (text) => notes.messages.push(text),
      showErrorMessage: async (text) => void notes.messages.push(text),
      showQuickPick: async (items) => items[pick],
      showTextDocument: async (document) => notes.shown.push(document),
      createWebviewPanel: (...given) => {
        const panel = { given, webview: {} };
        notes.panels.push(panel);
        return panel;
      },
    },
  };
  class LanguageClient {
    constructor(...given) {
      this.given = given;
    }
    async start() {
      if (fails) {
        throw new Error('there is no such program');
      }
      notes.started.push(this.given);
    }
    async dispose() {
      notes.stopped += 1;
    }
    async stop() {
      notes.stopped += 1;
    }
  }
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (name === 'vscode') return vscode;
    if (name === 'vscode-languageclient/node') return { LanguageClient };
    return load(name, ...rest);
  };
  try {
    delete require.cache[require.resolve('../extension')];
    return { ...require('../extension'), notes };
  } finally {
    Module._load = load;
  }
}

/** The extension, activated: what it asked for, and what runs its commands. */
async function started(options) {
  const { activate, deactivate, notes } = extension(options);
  await activate({ subscriptions: [] });
  const run = notes.started[0]?.[3].middleware.executeCommand;
  return { notes, run, deactivate };
}

module.exports = { started };
