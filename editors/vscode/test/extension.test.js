// `npm test`: what can be said of the extension without an editor.

'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { page, escaped } = require('../page');

const folder = path.join(__dirname, '..');
const json = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
const manifest = json('package.json');
const grammar = json('syntaxes/fsp.tmLanguage.json');

/** All rules of the grammar, with those inside. */
function rules(node) {
  return [node, ...(node.patterns ?? []).flatMap(rules), ...Object.values(node.repository ?? {}).flatMap(rules)];
}

/** The scope of the first token of a text. */
function scope(text) {
  for (const { include } of grammar.patterns) {
    for (const rule of grammar.repository[include.slice(1)].patterns) {
      const found = new RegExp(rule.match ?? rule.begin, 'm').exec(text);
      if (found?.index === 0 && found[0].trim() !== '') {
        return rule.name ?? rule.captures['2'].name;
      }
    }
  }
  return undefined;
}

test('every pattern of the grammar can be read', () => {
  for (const { match, begin, end } of rules(grammar)) {
    [match, begin, end].filter(Boolean).forEach((pattern) => new RegExp(pattern));
  }
});

test('words have the scopes that themes know', () => {
  for (const [text, expected] of [
    ['// comment', 'comment.line.double-slash.fsp'],
    ['/* comment */', 'comment.block.fsp'],
    ['"machine.aut"', 'string.quoted.double.fsp'],
    ['0x1F', 'constant.numeric.fsp'],
    ['when (x)', 'keyword.control.fsp'],
    ['property P', 'storage.modifier.fsp'],
    ['const N', 'keyword.declaration.fsp'],
    ['constraint C', 'keyword.declaration.fsp'],
    ['settle -> P', 'variable.other.fsp'],
    ['STOP', 'constant.language.fsp'],
    ['STOPPED', 'entity.name.type.fsp'],
    ['P = (a -> P).', 'entity.name.class.fsp'],
    ['L[i:0..2] = (a -> L[0]).', 'entity.name.class.fsp'],
    ['||SYS = (P || Q).', 'entity.name.class.fsp'],
    ['-> P', 'keyword.operator.fsp'],
    ['|| Q)', 'keyword.operator.fsp'],
  ]) {
    assert.equal(scope(text), expected, text);
  }
});

test('the words and symbols of the language have colors', () => {
  const source = (name) => fs.readFileSync(path.join(folder, '../../crates/fsp/src', name), 'utf8');
  const keywords = [...source('keyword.rs').matchAll(/^ +[A-Z]\w+ "(\w+)" [A-Z]\w+ \[/gm)].map(([, word]) => word);
  const [, list] = /symbols \{\n([^]*?)\n +\}\n/.exec(source('token.rs'));
  const symbols = [...list.matchAll(/ "(\S+)"/g)].map(([, text]) => text.replace('\\\\', '\\'));
  assert.ok(keywords.includes('const') && keywords.includes('forall') && symbols.includes('<->') && symbols.includes('\\'));
  for (const word of keywords) {
    assert.match(scope(`${word} `), /^(keyword|storage)\./, word);
  }
  for (const symbol of symbols) {
    assert.match(scope(symbol) ?? '', /^(keyword\.operator|punctuation)\./, symbol);
  }
});

test('the manifest names files that are there', () => {
  const { languages, grammars } = manifest.contributes;
  for (const name of [manifest.main, languages[0].configuration, grammars[0].path]) {
    assert.ok(fs.existsSync(path.join(folder, name)), name);
  }
});

test('a page shows a picture and can do nothing else', () => {
  const html = page('<b>"A"</b> & \'B\'', '<svg></svg>');
  assert.match(html, /content="default-src 'none'; style-src 'unsafe-inline'"/);
  assert.doesNotMatch(html, /<b>|script/);
  assert.equal(escaped('<a href="x">&\'</a>'), '&#60;a href=&#34;x&#34;&#62;&#38;&#39;&#60;/a&#62;');
});
