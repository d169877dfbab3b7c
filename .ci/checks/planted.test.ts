import { expect, test } from 'vitest';
import { boundaries } from './boundaries.mjs';
import { engines } from './engines.mjs';
import { entityNames } from './entity-names.mjs';
import { lockfile } from './lockfile.mjs';
import { names } from './names.mjs';
import { readmeCommands } from './readme-commands.mjs';
import { remarks } from './remarks.mjs';
import { sizes } from './sizes.mjs';
import { styles } from './styles.mjs';
import { noTraces } from './traces.mjs';
import { treeOf } from './tree.mjs';
import { words } from './words.mjs';

type Check = (tree: ReturnType<typeof treeOf>) => { findings: { file: string; line: number; message: string }[] };
type Files = Record<string, string>;

const core = 'packages/core/src';
const server = 'packages/server/src';
const cli = 'packages/cli/src';
const web = 'packages/web/src';

const filesOf = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${web}/ui/part-${at}.ts`, 'run();']));

const locked = (entries: Record<string, object>) => {
  const pinned = Object.entries(entries).map(([place, entry]) => [
    place,
    { integrity: 'sha512-x', license: 'MIT', ...entry },
  ]);
  return JSON.stringify({ packages: Object.fromEntries(pinned) });
};

/** A row: the fault, the check, the faulty files, the only expected finding, and corrected files. */
type Row = [what: string, check: Check, planted: Files, finding: string, clean: Files];

const rows: Row[] = [
  [
    'a package imports another face',
    boundaries,
    { [`${web}/main.tsx`]: "import { a } from '@gantry/server';" },
    `${web}/main.tsx:1 packages/web may not import @gantry/server`,
    { [`${web}/main.tsx`]: "import { a } from '@gantry/core';\nimport { b } from '@gantry/core/words/zh-CN';" },
  ],
  [
    "a package goes past the core's door",
    boundaries,
    { [`${server}/main.ts`]: "\nconst a = await import('@gantry/core/src/fields/text.ts');" },
    `${server}/main.ts:2 packages/server may not import @gantry/core/src/fields/text.ts`,
    { [`${server}/main.ts`]: "const a = await import('@gantry/core');" },
  ],
  [
    'a package is reached by a relative path, in a type',
    boundaries,
    { [`${server}/main.ts`]: "type A = import('../../cli/src/main.ts').A;" },
    `${server}/main.ts:1 packages/server reaches into packages/cli`,
    { [`${server}/main.ts`]: "type A = import('./app.ts').A;" },
  ],
  [
    'a test imports another face',
    boundaries,
    { [`${server}/http/auth.test.ts`]: "import { a } from '@gantry/cli';" },
    `${server}/http/auth.test.ts:1 packages/server may not import @gantry/cli`,
    { [`${server}/http/auth.test.ts`]: "import { a } from '../modules/orders/index.ts';" },
  ],
  [
    'a test of a face reaches into the server',
    boundaries,
    { [`${cli}/login.test.ts`]: "import { startServer } from '../../server/test/server-process.ts';" },
    `${cli}/login.test.ts:1 packages/cli reaches into packages/server`,
    { 'packages/cli/test/login.test.ts': "import { startServer } from '../../server/test/server-process.ts';" },
  ],
  [
    'a test of a whole face reaches into the source of the server',
    boundaries,
    { 'packages/cli/test/login.test.ts': "import { open } from '../../server/src/platform/store/open-database.ts';" },
    'packages/cli/test/login.test.ts:1 packages/cli reaches into packages/server',
    { 'packages/cli/test/login.test.ts': "import { run } from '../src/run.ts';" },
  ],
  [
    'the core imports a part of Node',
    boundaries,
    { [`${core}/fields/text.ts`]: "import { readFileSync } from 'node:fs';" },
    `${core}/fields/text.ts:1 packages/core may import only zod, i18next, saxes, yaml, not node:fs`,
    { [`${core}/fields/text.ts`]: "import * as z from 'zod/mini';" },
  ],
  [
    'a folder imports upwards',
    boundaries,
    { [`${core}/definition/resource.ts`]: "export type { Kind } from '../fields/kind.ts';" },
    `${core}/definition/resource.ts:1 definition may not import fields`,
    { [`${core}/fields/kind.ts`]: "export type { Resource } from '../definition/resource.ts';" },
  ],
  [
    'the engine imports a module',
    boundaries,
    { [`${core}/access/can.ts`]: "import { bannedWord } from '../modules/moderation/banned-word.ts';" },
    `${core}/access/can.ts:1 access may not import modules/moderation`,
    { [`${core}/access/can.test.ts`]: "import { bannedWord } from '../modules/moderation/banned-word.ts';" },
  ],
  [
    'a generic folder of a client imports a specific one',
    boundaries,
    { [`${web}/resource/page.tsx`]: "import { Login } from '../modules/auth/login.tsx';" },
    `${web}/resource/page.tsx:1 resource may not import modules/auth`,
    { [`${web}/modules/auth/login.tsx`]: "import { Page } from '../../resource/page.tsx';" },
  ],
  [
    'the store asks who is above it',
    boundaries,
    { [`${server}/platform/store/rows.ts`]: "import type { Services } from '../context/context.ts';" },
    `${server}/platform/store/rows.ts:1 platform/store may not import platform/context`,
    { [`${server}/platform/engine/list.ts`]: "import type { Services } from '../context/context.ts';" },
  ],
  [
    'the platform of the server imports a module',
    boundaries,
    { [`${server}/platform/engine/act.ts`]: "import { publish } from '../../modules/content/index.ts';" },
    `${server}/platform/engine/act.ts:1 platform/engine may not import modules/content`,
    { [`${server}/modules/content/publish.ts`]: "import { act } from '../../platform/engine/act.ts';" },
  ],
  [
    'a module imports a type of a module that imports it',
    boundaries,
    {
      [`${server}/modules/orders/pay.ts`]:
        "import { post } from '../ledger/index.ts';\nimport type { Lot } from '../ledger/index.ts';",
      [`${server}/modules/ledger/post.ts`]: "\nexport type { Order } from '../orders/index.ts';",
    },
    `${server}/modules/ledger/post.ts:2 imports ${server}/modules/orders, which closes a circle of ${server}/modules/ledger, ${server}/modules/orders`,
    {
      [`${server}/modules/orders/pay.ts`]: "import { post } from '../ledger/index.ts';",
      [`${server}/modules/ledger/post.test.ts`]: "import type { Order } from '../orders/order.ts';",
    },
  ],
  [
    'a module imports a file of another past its index, in a type',
    boundaries,
    {
      [`${server}/modules/orders/pay.ts`]:
        "import { post } from '../ledger/index.ts';\nimport type { Lot } from '../ledger/lots.ts';",
    },
    `${server}/modules/orders/pay.ts:2 imports ${server}/modules/ledger/lots.ts past ${server}/modules/ledger/index.ts`,
    {
      [`${server}/modules/orders/pay.ts`]:
        "import { post } from '../ledger/index.ts';\nimport { fee } from './fees/fee.ts';",
      [`${server}/modules/orders/pay.test.ts`]: "import { lots } from '../ledger/lots.ts';",
      [`${server}/commands/verify.ts`]: "import { verifyLedger } from '../modules/ledger/verify.ts';",
    },
  ],
  [
    'the list of modules imports a file past the index of a module',
    boundaries,
    { [`${server}/modules/server-modules.ts`]: "import { post } from './ledger/post.ts';" },
    `${server}/modules/server-modules.ts:1 imports ${server}/modules/ledger/post.ts past ${server}/modules/ledger/index.ts`,
    { [`${server}/modules/server-modules.ts`]: "import { ledgerModule } from './ledger/index.ts';" },
  ],
  [
    'a folder inside of a folder imports upwards',
    boundaries,
    { [`${cli}/tui/parts/menu.tsx`]: "import { Home } from '../screens/home.tsx';" },
    `${cli}/tui/parts/menu.tsx:1 tui/parts may not import tui/screens`,
    { [`${cli}/tui/screens/home.tsx`]: "import { Menu } from '../parts/menu.tsx';" },
  ],
  [
    'the terminal screens import a command',
    boundaries,
    { [`${cli}/tui/app/app.tsx`]: "import { fill } from '../../commands/tui.ts';" },
    `${cli}/tui/app/app.tsx:1 tui/app may not import commands`,
    { [`${cli}/commands/tui.ts`]: "import { start } from '../tui/app/start.tsx';" },
  ],
  [
    'a module has a name of its own',
    boundaries,
    { [`${server}/modules/attic/box.ts`]: 'export const a = 1;' },
    `${server}/modules/attic/box.ts:1 is in no part of packages/server that .ci/checks/package-layers.mjs lists`,
    { [`${core}/list/state.ts`]: 'export const a = 1;' },
  ],
  [
    'a folder is too full',
    sizes,
    filesOf(26),
    `${web}/ui:1 holds 26 source files, over 25`,
    { ...filesOf(25), [`${web}/ui/a.test.ts`]: 'run();' },
  ],
  ...['bannedWord', 'banned-word', 'banned_words', 'banned-word/list'].map((spelling): Row => {
    const catalogue = {
      [`${core}/modules/moderation/banned-word.ts`]: "export const a = defineResource({ name: 'bannedWord' });",
    };
    return [
      `a generic folder spells an entity as ${spelling}`,
      entityNames,
      { ...catalogue, [`${server}/platform/engine/list.ts`]: `if (path === \`${spelling}\`) run('other');` },
      `${server}/platform/engine/list.ts:1 a generic folder spells the entity bannedWord`,
      { ...catalogue, [`${server}/screens/words.ts`]: `if (path === '${spelling}') run();` },
    ];
  }),
  ...['TO' + 'DO', 'FIX' + 'ME'].map(
    (mark): Row => [
      `work is left as ${mark}`,
      remarks,
      { [`${core}/a.ts`]: `/* one\n ${mark}: later */` },
      `${core}/a.ts:1 ${mark}: finish it, or write it down where work is planned`,
      { [`${core}/a.ts`]: `const kind = '${mark}'; // the to-do list of a message box is called todo` },
    ],
  ),
  ...['@ts-' + 'ignore', 'biome-' + 'ignore lint: because'].map(
    (silence): Row => [
      `a tool is silenced by ${silence}`,
      remarks,
      { [`${core}/a.ts`]: `// ${silence}` },
      `${core}/a.ts:1 ${silence.split(' ')[0]}: do not silence tools`,
      { [`${core}/a.ts`]: '// we ignore this on purpose' },
    ],
  ),
  [
    'a word is missing in English',
    words,
    {
      [`${core}/i18n/zh-CN.ts`]: "export const a = {\n list: { empty: '空' } };",
      [`${core}/i18n/en-US.ts`]: 'export const a = {};',
    },
    `${core}/i18n/zh-CN.ts:2 list.empty is missing in ${core}/i18n/en-US.ts`,
    {
      [`${core}/i18n/zh-CN.ts`]: "export const a = { rows_other: '{{count}} 行' };",
      [`${core}/i18n/en-US.ts`]:
        "export const a = { rows_one: '{{count}} row', rows_other: '{{count}} rows' } satisfies A;",
    },
  ],
  [
    'a word fills in another place',
    words,
    {
      [`${core}/i18n/zh-CN.ts`]: "export const a = { n: '{{n}} 行' };",
      [`${core}/i18n/en-US.ts`]: "export const a = { n: 'rows' };",
    },
    `${core}/i18n/en-US.ts:1 n fills in other places than its twin`,
    {
      [`${core}/i18n/zh-CN.ts`]: "export const a = { n: '{{n}} 行' };",
      [`${core}/i18n/en-US.ts`]: "export const a = { n: '{{n, row|rows}}' };",
    },
  ],
  [
    'a word is empty',
    words,
    {
      [`${core}/i18n/zh-CN.ts`]: "export const a = { n: '行' };",
      [`${core}/i18n/en-US.ts`]: "export const a = { n: ' ' };",
    },
    `${core}/i18n/en-US.ts:1 n is empty`,
    {
      [`${core}/i18n/zh-CN.ts`]: "export const a = { n: '行' };",
      [`${core}/i18n/en-US.ts`]: "export const a = { n: 'row' };",
    },
  ],
  [
    'a language has no twin',
    words,
    { [`${core}/i18n/login/zh-CN.ts`]: 'export const a = {};' },
    `${core}/i18n/login/zh-CN.ts:1 has no en-US twin`,
    {
      [`${core}/i18n/login/zh-CN.ts`]: 'export const a = {};',
      [`${core}/i18n/login/en-US.ts`]: 'export const a = {};',
    },
  ],
  ...[
    ['redeemCode.ts', 'redeemCode.ts is not kebab-case'],
    ['utils.ts', 'utils.ts does not say what is inside'],
    ['helpers/a.ts', 'helpers does not say what is inside'],
  ].map(
    ([name, message]): Row => [
      `a file is called ${name}`,
      names,
      { [`${core}/${name}`]: '' },
      `${core}/${name}:1 ${message}`,
      { [`${core}/redeem-code.void.ts`]: '', [`${core}/i18n/zh-CN.ts`]: '', 'README.md': '', '.ci/run': '' },
    ],
  ),
  [
    'something new lies at the top',
    names,
    { 'notes/plan.md': '' },
    'notes/plan.md:1 notes has no place at the top level',
    { 'packages/core/docs/plan.md': '' },
  ],
  ...['/' + 'home/someone/gantry', '/' + 'Users/someone', '/' + 'root/.cache'].map(
    (place): Row => [
      `a file names ${place}`,
      noTraces,
      { 'README.md': `text\ncd ${place}` },
      'README.md:2 a path of one machine',
      { 'README.md': 'cd gantry; open /workplace, /user/user-table; ls /var/lib/gantry' },
    ],
  ),
  [
    'the lockfile names a registry',
    noTraces,
    { 'package-lock.json': '"resolved": "https://example.org/a.tgz"' },
    'package-lock.json:1 the address of a package registry',
    { 'package-lock.json': '"resolved": "packages/core"' },
  ],
  [
    'a package is not pinned',
    lockfile,
    { 'package-lock.json': JSON.stringify({ packages: { 'node_modules/a': { license: 'MIT' } } }, undefined, 1) },
    'package-lock.json:3 node_modules/a has no sha512',
    { 'package-lock.json': '{"packages":{"node_modules/a":{"integrity":"sha512-x","license":"(MIT OR WTFPL)"}}}' },
  ],
  [
    'a part for another platform is left out',
    lockfile,
    { 'package-lock.json': locked({ 'node_modules/a': { optionalDependencies: { 'a-mac': '1.0.0' } } }) },
    'package-lock.json:1 node_modules/a has no entry for its part a-mac',
    {
      'package-lock.json': locked({ 'node_modules/a': { optionalDependencies: { b: '1.0.0' } }, 'node_modules/b': {} }),
    },
  ],
  [
    'a package comes under a licence that binds us',
    lockfile,
    { 'package-lock.json': '{"packages":{"node_modules/a":{"integrity":"sha512-x","license":"MIT AND GPL-3.0"}}}' },
    'package-lock.json:1 node_modules/a comes under MIT AND GPL-3.0',
    { 'package-lock.json': '{"packages":{"node_modules/a":{"integrity":"sha512-x","license":"MIT AND ISC"}}}' },
  ],
  [
    'a package excludes a Node that is supported',
    engines,
    { 'package-lock.json': locked({ 'node_modules/a': { version: '2.0.2', engines: { node: '^20 || >=23' } } }) },
    'package-lock.json:1 node_modules/a 2.0.2 asks for Node ^20 || >=23, which excludes 22.0.0',
    { 'package-lock.json': locked({ 'node_modules/a': { optional: true, engines: { node: '>=22' } } }) },
  ],
  ...[
    ['npm run build', 'there is no npm script build'],
    ['gantry banned-words list', 'there is no command gantry banned-words list'],
    ['gantry banned-word list --sorted id', 'gantry banned-word list has no option --sorted'],
    ['npm start && gantry banned-word lists', 'there is no command gantry banned-word lists'],
    ['gantry-server restores a.gantry', 'there is no command gantry-server restores'],
    ['bin/gantry-server restore a.gantry --data-dir x', 'gantry-server has no option --data-dir'],
  ].map(([command, message]): Row => {
    const real = {
      'package.json': '{"scripts":{"start":"x","demo":"x"}}',
      '.ci/snapshots/commands.txt': 'gantry banned-word list [--sort]\n',
      'packages/core/src/i18n/en-US/server.ts': '  gantry-server restore FILE\n  --data DIR',
    };
    return [
      `the README shows ${command}`,
      readmeCommands,
      { ...real, 'README.md': `# A\n\`\`\`sh\n${command}\n\`\`\`\n` },
      `README.md:3 ${message}`,
      {
        ...real,
        'README.md':
          '```sh\nnpm start\nnpm run demo\ngantry banned-word list -o json --sort id\nbin/gantry-server restore a --data x\n```\nnpm run build',
      },
    ];
  }),
];

const dependencies = (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  const home = { dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) };
  const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}]));
  return { 'package-lock.json': locked({ 'packages/web': home, ...packages }) };
};

rows.push([
  'a face runs on many packages',
  lockfile,
  dependencies(60),
  'package-lock.json:1 web runs on 60 packages, over 59',
  dependencies(59),
]);

const page = {
  [`${web}/start.tsx`]: "const page = import('./page.tsx');",
  [`${web}/page.css`]: '.note { color: red }',
  [`${web}/note.tsx`]: "export const Note = () => <p className={open ? 'note' : 'other'} />;",
};
rows.push([
  'a component wears a class whose style sheet another page brings',
  styles,
  { ...page, [`${web}/page.tsx`]: "import { Note } from './note.tsx';" },
  `${web}/note.tsx:1 .note is styled by ${web}/page.css, which nothing here has loaded`,
  { ...page, [`${web}/page.tsx`]: "import './page.css';\nimport { Note } from './note.tsx';" },
]);

const shownBy = (check: Check, files: Files) =>
  check(treeOf(files)).findings.map(({ file, line, message }) => `${file}:${line} ${message}`);

test.each(rows)('reports: %s', (_what, check, planted, finding) => {
  expect(shownBy(check, planted)).toEqual([finding]);
});

test.each(rows)('accepts corrected files: %s', (_what, check, _planted, _finding, clean) => {
  expect(shownBy(check, clean)).toEqual([]);
});
