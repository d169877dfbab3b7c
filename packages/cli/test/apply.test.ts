import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, firstAdmin } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

const colleague = { username: 'only-orders', password: 'granite-pillow-58-otter-moss', role: 'user' } as const;
const mailPassword = 'lantern-quarry-71-sable';

let space: SignedIn;
/** A pipeline: it has an access token in the environment, no terminal and no sign-in. */
let pipeline: Gantry;
let folder: string;

beforeAll(async () => {
  space = await signedIn();
  await createPerson(['--data', space.server.data], colleague);
  const created = await space.gantry.run(
    ['token', 'create', 'pipeline', '--scope', 'full', '--password-stdin'],
    firstAdmin.password,
  );
  const token = created.stdout.trim();
  const env = { GANTRY_SERVER: space.server.url, GANTRY_TOKEN: token, MAIL_PASSWORD: mailPassword };
  pipeline = space.gantry.another(env);
  folder = path.join(space.gantry.directory, 'platform');
  write('README.yaml.md', 'not configuration');
  write('settings/site.yaml', 'system:\n  site:\n    name: Acme\n    timezone: Asia/Tokyo\n');
  write(
    'settings/ai.yaml',
    'ai:\n  defaults:\n    chatModelId: { provider: openai, code: gpt-next, keyGroup: default }\n',
  );
  write('content/models.yaml', 'ai-model:\n  - { name: Next, code: gpt-next, type: chat, status: enabled }\n');
  write('content/prompts.yaml', prompts('A castle at dusk'));
  write('content/risk.json', JSON.stringify({ 'risk-rule': [riskRule] }));
});
afterAll(() => space.close());

const riskRule = { name: 'Many sign-ups', kind: 'registrations', threshold: 20, action: 'flag', status: 'enabled' };
const prompts = (prompt: string) => `
draw-prompt-category:
  - name: Places
draw-prompt:
  - { title: Castle, categoryId: { name: Places }, prompt: ${prompt} }
`;

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const apply = (...args: string[]) => pipeline.run(['apply', '-f', folder, ...args]);
const diff = (...args: string[]) => pipeline.run(['diff', '-f', folder, ...args]);

interface Answer {
  readonly id: number;
  readonly total: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly groups: Readonly<Record<string, { readonly values: object; readonly secrets: object }>>;
}

const call = async (name: string, body: object = {}) =>
  (await space.server.call(name, body, { token: space.token })).data as unknown as Answer;
const getSettings = async (page: string, group: string) => (await call('/settings/get', { page })).groups[group];
/** The newest entry of the audit log that is not an export: planning reads records through their export. */
const findNewestWrite = async () =>
  (await call('/audit-log/list', { pageSize: 100 })).items.find(({ action }) => action !== 'export')?.id;
const unchanged = 'No differences. Nothing was written.\n';

describe('gantry diff and gantry apply', () => {
  it('shows what would change and writes nothing', async () => {
    const shown = await diff('--exit-code');
    expect([shown.code, shown.stderr]).toEqual([1, '4 to create, 3 to change, 0 to delete\n']);
    expect(shown.stdout).toContain('+ ai-model “Next”\n');
    expect(shown.stdout).toContain('+ draw-prompt “Castle”\n');
    expect(shown.stdout).toContain('-> Acme\n');
    expect(shown.stdout).toMatch(/~ ai\.defaults\.chatModelId: -> .*gpt-next/);
    expect((await call('/ai-model/list')).total).toBe(0);
    expect((await getSettings('system', 'site'))?.values).not.toMatchObject({ name: 'Acme' });
  });

  it('asks for confirmation before it writes', async () => {
    const asked = await apply();
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Apply these changes (7)?')]);
    expect((await call('/ai-model/list')).total).toBe(0);
  });

  it('makes the server match the folder, and changes nothing when applied again', async () => {
    const applied = await apply('--yes');
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('Changes applied: 7')]);
    const [model] = (await call('/ai-model/list')).items;
    expect(model).toMatchObject({ code: 'gpt-next', status: 'enabled' });
    expect((await getSettings('ai', 'defaults'))?.values).toMatchObject({ chatModelId: model?.id });
    expect((await getSettings('system', 'site'))?.values).toMatchObject({ name: 'Acme' });
    expect((await call('/risk-rule/list')).items[0]).toMatchObject({ name: 'Many sign-ups', status: 'enabled' });
    const before = await findNewestWrite();
    const again = await apply('--yes');
    expect([again.code, again.stdout, again.stderr]).toEqual([0, '', unchanged]);
    expect((await diff('--exit-code')).code).toBe(0);
    expect(await findNewestWrite()).toBe(before);
  });

  it('changes only what differs, and gives it as data', async () => {
    write('content/prompts.yaml', prompts('A castle at dawn'));
    write('content/risk.json', JSON.stringify({ 'risk-rule': [{ ...riskRule, status: 'disabled' }] }));
    const shown = JSON.parse((await diff('-o', 'json')).stdout);
    expect(shown).toEqual({
      created: 0,
      changed: 2,
      deleted: 0,
      changes: ['~ draw-prompt “Castle”: prompt', '~ risk-rule “Many sign-ups”: enabled -> disabled'],
    });
    expect((await apply('--yes')).code).toBe(0);
    expect((await call('/draw-prompt/list')).items[0]?.prompt).toBe('A castle at dawn');
    expect((await call('/risk-rule/list')).items[0]?.status).toBe('disabled');
  });

  it('deletes records that the folder does not have only with --prune and a confirmation', async () => {
    const rule = { name: 'Manual', kind: 'signIns', threshold: 5 };
    await call('/risk-rule/create', rule);
    await call('/banned-word/create', { word: 'casino' });
    expect((await diff()).stderr).toBe(unchanged);
    const shown = await diff('--prune');
    expect([shown.stdout, shown.stderr]).toEqual(['- risk-rule “Manual”\n', '0 to create, 0 to change, 1 to delete\n']);
    const asked = await apply('--prune');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('This cannot be undone')]);
    expect((await call('/risk-rule/list')).total).toBe(2);
    expect((await apply('--prune', '--yes')).code).toBe(0);
    expect((await call('/risk-rule/list')).items.map(({ name }) => name)).toEqual(['Many sign-ups']);
    // An entity that the folder does not describe stays unchanged.
    expect((await call('/banned-word/list')).total).toBe(1);
  });

  it('reports a record that other records refer to instead of deleting it', async () => {
    const kept = (await call('/draw-prompt-category/create', { name: 'Portraits' })).id;
    await call('/draw-prompt/create', { title: 'Face', categoryId: kept, prompt: 'A face' });
    write('content/prompts.yaml', 'draw-prompt-category:\n  - name: Places\n');
    const pruned = await apply('--prune', '--yes');
    expect([pruned.code, pruned.stderr]).toEqual([
      3,
      expect.stringContaining('Not deleted: draw-prompt-category “Portraits”'),
    ]);
    write('content/prompts.yaml', prompts('A castle at dawn'));
    expect((await apply('--prune', '--yes')).code).toBe(0);
    expect((await diff('--prune')).stderr).toBe(unchanged);
  });
});

describe('gantry apply with secrets', () => {
  let secrets: string;
  const asAdmin = (value: string, ...args: string[]) =>
    space.gantry
      .another({ MAIL_PASSWORD: value, GANTRY_CONFIG_DIR: space.gantry.directory })
      .run(args, firstAdmin.password);

  beforeAll(() => {
    secrets = path.join(space.gantry.directory, 'secrets');
    mkdirSync(path.join(secrets, 'settings'), { recursive: true });
    writeFileSync(
      path.join(secrets, 'settings/mail.yaml'),
      'extensions:\n  mail:\n    user: robot\n    password: { env: MAIL_PASSWORD }\n  sms:\n    accessKeySecret: { file: ../sms.txt }\n',
    );
    writeFileSync(path.join(secrets, 'sms.txt'), 'sms-secret-0123456789\n');
  });

  it('rejects an access token before anything is written', async () => {
    const rejected = await pipeline.run(['apply', '-f', secrets, '--yes']);
    expect([rejected.code, rejected.stderr]).toEqual([5, expect.stringContaining('extensions.mail.password')]);
    expect((await getSettings('extensions', 'mail'))?.values).toMatchObject({ user: null });
  });

  it('writes secrets from the environment and from files, never shows them, and does not write them again', async () => {
    const applied = await asAdmin(mailPassword, 'apply', '-f', secrets, '--yes', '--step-up-stdin');
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('Changes applied: 3')]);
    expect(applied.stdout).toContain('~ extensions.mail.password: ******\n');
    expect(applied.stdout + applied.stderr).not.toMatch(/lantern|0123456789/);
    expect((await getSettings('extensions', 'mail'))?.secrets).toMatchObject({ password: 'lan***able' });
    expect((await getSettings('extensions', 'sms'))?.secrets).toMatchObject({ accessKeySecret: 'sms***6789' });
    expect((await asAdmin(mailPassword, 'diff', '-f', secrets)).stderr).toBe(unchanged);
    const all = await asAdmin(mailPassword, 'diff', '-f', secrets, '--write-secrets');
    expect(all.stdout.match(/\*{6}/g)).toHaveLength(2);
    const other = await asAdmin('another-lantern-72-otter', 'diff', '-f', secrets);
    expect(other.stdout).toBe('~ extensions.mail.password: ******\n');
  });
});

describe('gantry apply with permission sets', () => {
  it('requires a sign-in, applies them by username, and does not write them again', async () => {
    const admins = path.join(space.gantry.directory, 'admins');
    mkdirSync(admins);
    writeFileSync(path.join(admins, 'admins.yaml'), `${colleague.username}:\n  permissionSet: [orders]\n`);
    const rejected = await pipeline.run(['apply', '-f', admins, '--yes']);
    expect([rejected.code, rejected.stderr]).toEqual([5, expect.stringContaining('admin only-orders')]);
    const applied = await space.gantry.run(['apply', '-f', admins, '--yes', '--step-up-stdin'], firstAdmin.password);
    expect([applied.code, applied.stdout]).toEqual([0, '~ admin only-orders.permissionSet: ["all"] -> ["orders"]\n']);
    expect((await call('/admin/list', { keyword: colleague.username })).items[0]?.permissionSet).toEqual(['orders']);
    expect((await pipeline.run(['apply', '-f', admins, '--yes'])).stderr).toBe(unchanged);
  });
});

describe('gantry apply with an invalid folder', () => {
  it.each([
    ['settings/bad.yaml', 'system:\n  site:\n    colour: red\n', 'Unknown settings: system.site.colour'],
    ['settings/bad.yaml', '__proto__:\n  site:\n    name: Bad\n', 'Unknown settings: __proto__'],
    ['settings/bad.yaml', 'system:\n  site:\n    timezone: Nowhere\n', 'timezone is also set in another file'],
    ['settings/bad.yaml', 'system:\n  epay:\n    merchantKey: in-plain-text\n', 'write a secret as {env: NAME}'],
    ['settings/bad.yaml', 'system:\n  epay:\n    merchantKey: { env: NOT_SET }\n', 'NOT_SET is not set'],
    [
      'settings/bad.yaml',
      'ai:\n  defaults:\n    titleModelId: { provider: openai, code: no, keyGroup: no }\n',
      'not exactly one record',
    ],
    ['content/bad.yaml', 'risk-rule:\n  - { name: Bad, kind: nothing, threshold: 1 }\n', 'bad.yaml risk-rule “Bad”'],
    ['content/bad.yaml', 'users:\n  - { name: Bad }\n', 'users'],
    ['admins.json', '{"nobody": {"permissionSet": ["orders"]}}', 'Admin not found: nobody.'],
    ['admins.json', '{"root-admin": {"role": "user"}}', 'can only set permissionSet'],
    ['setings.yaml', 'system: {}\n', 'unknown file'],
  ])('rejects the entire folder for %s %j', async (name, text, reason) => {
    const before = await findNewestWrite();
    write(name, text);
    const rejected = await apply('--yes', '--prune');
    rmSync(path.join(folder, name));
    expect(rejected.stderr).toContain(reason);
    expect([2, 6]).toContain(rejected.code);
    expect(await findNewestWrite()).toBe(before);
  });

  it('rejects a folder that does not exist', async () => {
    expect((await pipeline.run(['apply', '-f', path.join(folder, 'nothing'), '--yes'])).code).toBe(2);
  });
});
