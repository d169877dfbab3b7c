import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root as home } from '../setup/setup.mjs';
import { biome } from './tools.mjs';
import { treeAt } from './tree.mjs';

const lines = (count: number) => 'run();\n'.repeat(count);
const body = (count: number) => `{\n${'  run();\n'.repeat(count - 2)}}`;
const [core, server, cli, web] = ['core', 'server', 'cli', 'web'].map((name) => `packages/${name}/src`);

/** A row: the fault, its file and text, the rule that finds it, and a text without the fault. */
type Row = [what: string, file: string, planted: string, rule: string, clean: string, cleanFile?: string];

const inTest = (call: string, rule: string): Row => [
  `a test does not run by ${call}`,
  `${core}/${call.replace(/\W/g, '-')}.test.ts`,
  `${call}('works', () => {});\n`,
  rule,
  "it('works', () => {});\nlist.skip(2);\n",
];
const skipped = 'lint/suspicious/noSkippedTests';
const restricted = 'lint/nursery/noJsRestrictedProperties';

const rows: Row[] = [
  ['a file is too long', 'bin/long.mjs', lines(401), 'lint/style/noExcessiveLinesPerFile', lines(400)],
  ['a test is too long', 'bin/long.test.ts', lines(601), 'lint/style/noExcessiveLinesPerFile', lines(600)],
  [
    'a function is too long',
    'bin/function.mjs',
    `export const start = async () => ${body(61)};\n`,
    'lint/complexity/noExcessiveLinesPerFunction',
    `export const start = async () => ${body(60)};\n`,
  ],
  [
    'a component is too long',
    'bin/component.tsx',
    `export const Page = memo(() => ${body(101)});\n`,
    'lint/complexity/noExcessiveLinesPerFunction',
    `export function Page() ${body(100)}\n`,
  ],
  ...['node.innerHTML = text;', 'node.outerHTML += text;'].map(
    (code, at): Row => [
      `HTML is written by ${code}`,
      `${web}/html-${at}.ts`,
      `${code}\n`,
      'plugin',
      'node.textContent = text;\n',
    ],
  ),
  ...["node.insertAdjacentHTML('a', text);", 'document.write(text);'].map(
    (code, at): Row => [
      `HTML is written by ${code}`,
      `${web}/call-${at}.ts`,
      `${code}\n`,
      restricted,
      'node.append(text);\n',
    ],
  ),
  [
    'HTML is written by React',
    `${web}/react.tsx`,
    'export const a = <p dangerouslySetInnerHTML={given} />;\n',
    'lint/security/noDangerouslySetInnerHtml',
    'export const a = <p>{given}</p>;\n',
  ],
  [
    'an address is code',
    `${web}/address.tsx`,
    'export const a = <Link href="javascript:run()">go</Link>;\n',
    'lint/security/noScriptUrl',
    'export const a = <Link href="/run">go</Link>;\n',
  ],
  ...['new Function(text)', 'Function(text)'].map(
    (code, at): Row => [
      `text is run as code by ${code}`,
      `${server}/code-${at}.ts`,
      `export const a = ${code};\n`,
      'plugin',
      'export const a = JSON.parse(text);\n',
    ],
  ),
  [
    'text is run as code by eval',
    `${server}/eval.ts`,
    'export const a = eval(text);\n',
    'lint/security/noGlobalEval',
    'export const a = JSON.parse(text);\n',
  ],
  [
    'the process is ended in the middle',
    `${server}/open.ts`,
    'process.exit(1);\n',
    restricted,
    'process.exit(1);\n',
    `${cli}/exit.ts`,
  ],
  ...['it.skip', 'it.concurrent.skip', 'xit'].map((call) => inTest(call, skipped)),
  ...['test.todo', 'it.fails'].map((call) => inTest(call, restricted)),
  ...['it.skipIf(slow)', 'it.runIf(fast)'].map((call) => inTest(call, 'plugin')),
  ...['describe.only', 'fit'].map((call) => inTest(call, 'lint/suspicious/noFocusedTests')),
  [
    'a test skips itself',
    `${core}/itself.test.ts`,
    "it('works', (context) => {\n  context.skip();\n});\n",
    'plugin',
    "it('works', () => {});\n",
  ],
  [
    'the server calls another host past its gate',
    `${server}/ai/call.ts`,
    "import { request } from 'node:https';\n\nrequest();\n",
    'lint/style/noRestrictedImports',
    "import { createServer } from 'node:http';\n\ncreateServer();\n",
  ],
  [
    'the server fetches past its gate',
    `${server}/ai/fetch.ts`,
    "await fetch('https://example.com');\n",
    'lint/style/noRestrictedGlobals',
    "await fetch('https://example.com');\n",
    `${server}/platform/outbound/fetch.ts`,
  ],
];

const folder = mkdtempSync(path.join(tmpdir(), 'gantry-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function lint(place: string, files: [file: string, text: string][]) {
  const root = path.join(folder, place);
  for (const name of [
    'biome.json',
    '.ci/checks/code-from-text.grit',
    '.ci/checks/unsafe-html.grit',
    '.ci/checks/unrun-tests.grit',
  ])
    cpSync(path.join(home, name), path.join(root, name));
  for (const [file, text] of [['.gitignore', ''] as const, ...files]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  execFileSync('git', ['init', '-q'], { cwd: root });
  return (await biome(treeAt(root))).findings;
}

describe('biome.json', () => {
  let found: Awaited<ReturnType<typeof lint>>;
  beforeAll(async () => {
    found = await lint(
      'planted',
      rows.map(([, file, planted]) => [file, planted]),
    );
  });

  test.each(rows)('reports that %s', (_what, file, _planted, rule) => {
    const own = found.filter((finding) => finding.file === file);
    expect(own.map(({ message }) => /\(([^()]+)\)$/.exec(message)?.[1])).toContain(rule);
  });

  test('accepts the corrected text of each row', async () => {
    expect(
      await lint(
        'clean',
        rows.map(([, file, , , clean, cleanFile]) => [cleanFile ?? file, clean]),
      ),
    ).toEqual([]);
  });
});
