import path from 'node:path';
import { Visitor } from 'vite';
import { isCode, isProduct, isTest } from './file-kinds.mjs';

/** @typedef {import('vite').ESTree.Node} Node */
/** @typedef {import('vite').VisitorObject} Visits */
/** @typedef {(node: {start: number}, message: string) => void} Report */

/** The tables of the checks name what they reject. @param {string} file */
const isTooling = (file) => file.startsWith('.ci/');
/** @param {string} file */
const mayEndProcess = (file) => ['exit.ts', 'main.ts'].includes(path.posix.basename(file));
/** The server opens connections to other hosts in one folder. @param {string} file */
const isBehindGate = (file) => /^packages\/(server|demo)\/src\/(?!platform\/outbound\/)/.test(file) && isProduct(file);
/** What opens connections, by the module that has it. @type {Record<string, string[]>} */
const openers = {
  'node:http': ['request', 'get', 'default'],
  'node:https': ['request', 'get', 'default'],
  'node:net': ['connect', 'createConnection', 'default'],
  'node:tls': ['connect', 'default'],
  'node:http2': ['connect', 'default'],
  undici: ['fetch', 'request', 'default'],
};

const writesHtml = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'createContextualFragment',
];
const pastGate = 'opens a connection past the outbound gate';
const skips = ['skip', 'only', 'todo', 'skipIf', 'runIf', 'fails'];
const testers = ['it', 'test', 'describe', 'suite', 'bench'];
const unfinished = /\b(TO-?DO|FIX-?ME|XXX)\b/;
const silenced = /@ts-(ignore|nocheck|expect-error)|(biome|eslint|prettier|knip|v8|c8|istanbul)-?\s?(ignore|disable)/;

/**
 * What may stand nowhere, or only in the places named: each row says where it looks and what it visits there.
 * @type {{where: (file: string) => boolean, visits: (report: Report) => Visits}[]}
 */
const rules = [
  {
    where: (file) => !isTooling(file) && !isTest(file),
    visits: (report) => ({
      MemberExpression(node) {
        const name = propertyOf(node);
        if (writesHtml.includes(name)) report(node, `${name} writes HTML that is not escaped`);
        if (objectOf(node) === 'document' && name === 'write') report(node, 'document.write writes HTML');
      },
      JSXAttribute({ name }) {
        if (writesHtml.includes(String(name.name))) report(name, `${name.name} writes HTML that is not escaped`);
      },
      Property({ key }) {
        if (key.type === 'Identifier' && writesHtml.includes(key.name)) report(key, `${key.name} writes HTML`);
      },
      Literal(node) {
        if (typeof node.value === 'string' && /^\s*javascript:/i.test(node.value))
          report(node, 'an address that is code');
      },
    }),
  },
  {
    where: () => true,
    visits: (report) => ({
      CallExpression({ callee }) {
        if (callee.type === 'Identifier' && ['eval', 'Function'].includes(callee.name))
          report(callee, 'text run as code');
      },
      NewExpression({ callee }) {
        if (callee.type === 'Identifier' && callee.name === 'Function') report(callee, 'text run as code');
      },
    }),
  },
  {
    where: (file) => !mayEndProcess(file) && !isTest(file),
    visits: (report) => ({
      MemberExpression(node) {
        if (objectOf(node) !== 'process' || !['exit', 'reallyExit', 'abort'].includes(propertyOf(node))) return;
        report(node, 'only exit.ts and main.ts may end the process: throw, or set process.exitCode');
      },
    }),
  },
  {
    where: isTest,
    visits: unrunTests,
  },
  {
    where: isBehindGate,
    visits: (report) => ({
      CallExpression({ callee }) {
        if (callee.type === 'Identifier' && callee.name === 'fetch') report(callee, `fetch ${pastGate}`);
      },
      ImportDeclaration({ source, specifiers, importKind }) {
        const names = openers[source.value] ?? [];
        if (importKind === 'type') return;
        for (const specifier of specifiers) {
          const isWhole = specifier.type !== 'ImportSpecifier';
          const name = isWhole || specifier.imported.type !== 'Identifier' ? 'default' : specifier.imported.name;
          if (names.includes(name)) report(specifier, `${source.value} ${pastGate}`);
        }
      },
    }),
  },
];

/**
 * Tests that do not run. A function of ours may well be called `fit`.
 * @param {Report} report
 * @returns {Visits}
 */
function unrunTests(report) {
  /** @type {Set<string>} */
  const ours = new Set();
  return {
    ImportDeclaration({ source, specifiers }) {
      if (source.value.startsWith('.')) for (const { local } of specifiers) ours.add(local.name);
    },
    MemberExpression(node) {
      const isSkip = skips.includes(propertyOf(node)) && testers.includes(rootOf(node));
      if (isSkip) report(node, `${rootOf(node)}.${propertyOf(node)}: every test runs`);
    },
    CallExpression({ callee }) {
      const name = callee.type === 'Identifier' ? callee.name : '';
      if (/^(x|f)(it|test|describe)$/.test(name) && !ours.has(name)) report(callee, `${name}: every test runs`);
      const skipsItself =
        callee.type === 'MemberExpression' && propertyOf(callee) === 'skip' && /^(ctx|context)$/.test(objectOf(callee));
      if (skipsItself) report(callee, 'a test that skips itself: every test runs');
    },
  };
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function forbidden(tree) {
  return {
    findings: tree.files.filter(isCode).flatMap((file) => [...forbiddenCode(tree, file), ...remarks(tree, file)]),
  };
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 */
function forbiddenCode(tree, file) {
  const { program, lineAt } = tree.parse(file);
  /** @type {import('./tree.mjs').Finding[]} */
  const findings = [];
  const report = (/** @type {{start: number}} */ { start }, /** @type {string} */ message) => {
    findings.push({ file, line: lineAt(start), message });
  };
  for (const { where, visits } of rules) {
    if (where(file)) new Visitor(visits(report)).visit(program);
  }
  return findings;
}

/**
 * Comments that leave work for later, or tell a tool to look away.
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 */
function remarks(tree, file) {
  const { comments, lineAt } = tree.parse(file);
  return comments.flatMap(({ value, start }) => {
    const line = lineAt(start);
    const later = unfinished.exec(value);
    if (later) return [{ file, line, message: `${later[0]}: finish it, or write it down where work is planned` }];
    const silence = silenced.exec(value);
    return silence ? [{ file, line, message: `${silence[0]}: no tool is told to look away` }] : [];
  });
}

/** @param {import('vite').ESTree.MemberExpression} node */
function propertyOf({ property, computed }) {
  if (computed) return property.type === 'Literal' && typeof property.value === 'string' ? property.value : '';
  return property.type === 'Identifier' ? property.name : '';
}

/** @param {import('vite').ESTree.MemberExpression} node */
function objectOf({ object }) {
  return object.type === 'Identifier' ? object.name : '';
}

/**
 * The first name of a chain: `it` of it.concurrent.skip.
 * @param {import('vite').ESTree.MemberExpression} node
 * @returns {string}
 */
function rootOf(node) {
  return node.object.type === 'MemberExpression' ? rootOf(node.object) : objectOf(node);
}
