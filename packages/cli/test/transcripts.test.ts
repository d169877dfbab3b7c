import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import type { Finished, Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

/**
 * `transcripts/script.txt` contains command lines in sections, which run in order on an empty server. `< file`, `> file` and
 * words that start with `./` refer to files of the run. The output is compared with `transcripts/<locale>/<section>.txt`. Run the
 * tests with `-u` to record it again, and review the difference.
 */
const folder = fileURLToPath(new URL('transcripts', import.meta.url));

const script = new Map<string, string[]>();
let section: string[] = [];
for (const line of readFileSync(path.join(folder, 'script.txt'), 'utf8').split('\n')) {
  const [, name] = /^\[([\w-]+)\]$/.exec(line) ?? [];
  if (name !== undefined) {
    section = [];
    script.set(name, section);
  } else if (line.trim() !== '' && !line.startsWith('#')) section.push(line);
}

const files: Readonly<Record<string, string>> = {
  password: `${firstAdmin.password}\n`,
  'words.csv': 'word,category,level\ncasino,ad,2\nlottery,ad,1\n"fake, invoice",illegal,3\n',
  'bad.csv': 'word,category,level\nfine,ad,1\n,ad,1\nloud,ad,9\n',
  'settings.json': JSON.stringify({ system: { site: { name: 'Acme' } } }),
  'bad-settings.json': JSON.stringify({ system: { site: { title: 'Acme' } } }),
  'platform/settings/site.yaml': 'system:\n  site:\n    name: Gantry\n    timezone: Asia/Seoul\n',
  'platform/content/words.yaml': 'banned-word:\n  - { word: roulette, category: ad, level: "2" }\n',
  // Not in a folder that configuration is read from.
  'unreadable/site.yaml': 'system:\n  site:\n    name: Gantry\n',
};

/** Splits a command line into words; quotes keep spaces together. */
const splitWords = (line: string) =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

/** The idempotency key that was printed last: `CALL` in a command line. */
let lastCall = '';

/** Replaces values that differ between runs. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, 'UUID'],
  [/\b\d{4}-\d\d-\d\d(T| )\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?/g, 'TIME'],
  [/\b\d{4}-\d\d-\d\d\b/g, 'DATE'],
  [/\b1\d{12}\b/g, 'MS'],
  [/--command \d{5}/g, '--command NUMBER'],
  [/\b(?:adm|pat)_[\w-]+/g, 'TOKEN'],
  [/\bRB\w{6,}/g, 'NUMBER'],
];

let space: SignedIn;
let gantry: Gantry;
let runFolder: string;

const fileAt = (name: string) => path.join(runFolder, name.replace(/^\.\//, ''));

async function runLine(line: string): Promise<Finished> {
  const words = splitWords(line).slice(1);
  const redirected = (sign: string) => words.find((_, at) => words[at - 1] === sign);
  const [from, to] = [redirected('<'), redirected('>')];
  const args = words
    .filter((word, at) => !['<', '>'].includes(word) && !['<', '>'].includes(words[at - 1] ?? ''))
    .map((word) =>
      word.startsWith('./') ? fileAt(word) : word === 'SERVER' ? space.server.url : word === 'CALL' ? lastCall : word,
    );
  const input = from === undefined ? '' : readFileSync(fileAt(from), 'utf8');
  const done = await gantry.run(args, input);
  lastCall = /--call (\S+)/.exec(done.stderr)?.[1] ?? lastCall;
  if (to === undefined) return done;
  writeFileSync(fileAt(to), done.stdout);
  return { ...done, stdout: '' };
}

/** The output of a command without values that differ between runs. Columns that a mask has moved are joined. */
function maskOutput(text: string): string {
  const own = text
    .replaceAll(space.server.url, 'SERVER')
    .replaceAll(`${runFolder}/`, './')
    .replaceAll(gantry.directory, 'HOME');
  return masks.reduce((known, [pattern, name]) => known.replace(pattern, name), own).replaceAll('\r\n', '\n');
}

async function record(lines: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const line of lines) {
    const { code, stdout, stderr } = await runLine(line);
    const errors = maskOutput(stderr).replace(/^(?=.)/gm, '2> ');
    parts.push(`$ ${line}\n${maskOutput(stdout)}${errors}${code === 0 ? '' : `[exit ${code}]\n`}`);
  }
  return parts.join('\n');
}

describe.each(['en-US', 'zh-CN'] as const)('the CLI in %s', (locale) => {
  beforeAll(async () => {
    space = await signedIn({ env: { GANTRY_LOCALE: locale, LANG: 'C.UTF-8', TZ: 'Asia/Shanghai' } });
    gantry = space.gantry;
    runFolder = path.join(gantry.directory, 'files');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(fileAt(name)), { recursive: true });
      writeFileSync(fileAt(name), text);
    }
  });
  afterAll(() => space.close());

  it.each([...script.keys()])('prints the recorded output of %s', async (name) => {
    await expect(await record(script.get(name) ?? [])).toMatchFileSnapshot(path.join(folder, locale, `${name}.txt`));
  });
});
