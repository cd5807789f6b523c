// The client of `rely lsp`, and the documents that its commands open.

'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { page } = require('./page');

/** Where results are shown: read-only documents with this scheme. */
const SCHEME = 'rely-result';

let client;

/** The contents of the results that are open, by address. */
const results = new Map();

async function activate(context) {
  const changed = new vscode.EventEmitter();
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => results.get(uri.toString()) ?? '',
  };
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.workspace.onDidCloseTextDocument((document) => results.delete(document.uri.toString())),
    vscode.commands.registerCommand('rely.restart', () => restart(changed)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rely.path')) {
        restart(changed);
      }
    }),
  );
  await start(changed);
}

async function deactivate() {
  await client?.stop();
}

async function start(changed) {
  const command = vscode.workspace.getConfiguration('rely').get('path') || 'rely';
  const server = { command, args: ['lsp'] };
  client = new LanguageClient('rely', 'Rely', server, {
    documentSelector: [{ language: 'fsp' }],
    // The results of commands are shown here, not by the server.
    initializationOptions: { showsResults: true },
    middleware: {
      executeCommand: async (name, args, next) => {
        const known = args.length > 0 ? args : await ask(name);
        if (known === undefined) {
          return undefined;
        }
        const result = await next(name, known);
        if (result) {
          await show(result, changed);
        }
        return result;
      },
    },
  });
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `Rely could not be started as "${command}": ${error.message ?? error}`,
      'Open the setting',
    );
    if (choice) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'rely.path');
    }
  }
}

async function restart(changed) {
  try {
    await client?.dispose();
  } catch {
    // A server that never ran cannot be stopped.
  }
  await start(changed);
}

/** What a command from the palette is about: the thing that has such a lens, or one of several. */
async function ask(name) {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'fsp') {
    vscode.window.showInformationMessage('Rely: open a model first.');
    return undefined;
  }
  /** @type {import('vscode').CodeLens[] | undefined} */
  const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 1000);
  const items = (lenses ?? [])
    .filter((lens) => lens.command?.command === name)
    .map((lens) => ({ label: lens.command.arguments[0].name, arguments: lens.command.arguments }));
  if (items.length === 0) {
    vscode.window.showInformationMessage('Rely: there is nothing in this model that the command fits.');
    return undefined;
  }
  const choice = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items);
  return choice?.arguments;
}

/** Opens a result beside the model: pictures in a view of their own, everything else as a document. */
async function show({ title, language, content }, changed) {
  if (language === 'svg') {
    const panel = vscode.window.createWebviewPanel(
      'rely.picture',
      title,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false, enableForms: false, enableCommandUris: false, localResourceRoots: [] },
    );
    panel.webview.html = page(title, content);
    return;
  }
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}` });
  results.set(uri.toString(), content);
  changed.fire(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, await known(language));
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}

/** The language if the editor knows it. */
async function known(language) {
  const languages = await vscode.languages.getLanguages();
  return languages.includes(language) ? language : 'plaintext';
}

module.exports = { activate, deactivate };
