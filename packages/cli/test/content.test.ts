import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue, listContent, type Values } from '@gantry/core';
import Sqlite from 'better-sqlite3';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEdgeCaseRecords } from '../../server/test/edge-case-records.ts';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

const env = { CRAFT: 'true' };
let staging: RunningServer;
let production: RunningServer;
let gantry: Gantry;
let token: string;

beforeAll(async () => {
  [staging, production] = await Promise.all([startServer({ env }), startServer({ env, firstStart: true })]);
  token = await staging.firstAdmin();
  await production.firstAdmin();
  gantry = newGantry(env);
  for (const [profile, { url }] of Object.entries({ staging, production })) {
    const who = ['--username', firstAdmin.username, '--password-stdin'];
    await gantry.run(['login', '--profile', profile, '--server', url, ...who], firstAdmin.password);
  }
  await fill();
});
afterAll(async () => {
  await Promise.all([staging.stop(), production.stop()]);
  rmSync(gantry.directory, { recursive: true, force: true });
});

const file = (name: string) => path.join(gantry.directory, name);

async function make(entity: string, values: Values): Promise<number> {
  const answer = await staging.call(`/${entity}/create`, values, { token });
  if (answer.code !== 20000) throw new Error(`${entity}: ${answer.text}`);
  return Number(answer.data.id);
}

async function upload(shade: number): Promise<string> {
  const png = new PNG({ width: 2, height: 2 });
  png.data.fill(shade);
  const content = PNG.sync.write(png).toString('base64');
  return String((await staging.call('/file/upload', { name: 'icon.png', content }, { token })).data.path);
}

/** Creates two models that replace each other, prompts in nested categories, a menu, a plan, and data of a user. */
async function fill(): Promise<void> {
  const iconId = await make('ai-icon', { name: 'Chat', group: 'menu', picture: await upload(80) });
  const smallId = await make('ai-model', { name: 'Small', code: 'small-1' });
  const largeId = await make('ai-model', { name: 'Large', code: 'large-1', fallbackId: smallId, iconId });
  await staging.call('/ai-model/update', { id: smallId, version: 1, fallbackId: largeId }, { token });
  await staging.call('/ai-model/disable', { id: smallId }, { token });
  const parentId = await make('draw-prompt-category', { name: '风景', nameEn: 'Landscapes' });
  const categoryId = await make('draw-prompt-category', { name: '海边', nameEn: 'By the sea', parentId });
  await make('draw-prompt', { title: '日落', categoryId, prompt: '海边日落', promptEn: 'A sunset', tags: ['sea'] });
  const groupId = await make('menu-group', { name: '主菜单', iconId });
  await make('menu-item', { name: '聊天', nameEn: 'Chat', groupId, iconId, target: '/chat' });
  const planId = await make('vip-plan', {
    name: '月度会员',
    level: 1,
    price: 3000,
    allowModels: [{ modelId: largeId }],
  });
  await staging.call('/vip-plan/publish', { id: planId }, { token });
  for (const answer of ['first', 'second']) await make('vip-faq', { question: '可以退款吗', answer });
  await make('notice', { title: 'Maintenance', content: `![](${await upload(120)}) tonight` });
  await make('banned-word', { word: 'spam-word' });
  const userId = await make('user', { username: 'somebody' });
  const shared = await make('agent-category', { name: '写作' });
  const ofUser = { ownerType: 'user', ownerId: userId, systemPrompt: 'Mine' };
  await make('agent', { name: 'Private', key: 'private-agent', categoryId: shared, ...ofUser });
  await make('knowledge', { name: '手册', ownerId: userId });
  const knowledgeId = await make('knowledge', { name: '手册', topK: 7 });
  const poet = { name: 'Poet', key: 'poet', categoryId: shared, modelId: largeId, systemPrompt: 'Write' };
  await make('agent', { ...poet, knowledgeBases: [{ knowledgeId }] });
}

const exported = (name: string, profile = 'staging', ...entities: string[]) =>
  gantry.run(['content', 'export', ...entities, '-f', file(name), '--force', '--profile', profile]);

async function imported(name: string, ...flags: string[]) {
  const done = await gantry.run(['content', 'import', file(name), '--profile', 'production', '--json', ...flags]);
  return { ...done, report: JSON.parse(done.stdout || '{}') };
}

const getLines = (name: string): Values[] =>
  readFileSync(file(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The records of a file; images are compared by content instead of path. */
function reported(name: string): string[] {
  const lines = getLines(name);
  const pictures = new Map(lines.flatMap(({ picture, bytes }) => (picture ? [[String(picture), String(bytes)]] : [])));
  const named = (line: Values) =>
    [...pictures].reduce((text, [at, bytes]) => text.replaceAll(at, bytes.slice(0, 200)), JSON.stringify(line));
  return lines.filter((line) => 'entity' in line).map(({ state: _, ...line }) => named(line));
}

const inProduction = async (entity: string, ...flags: string[]) =>
  JSON.parse((await gantry.run([entity, 'list', '--profile', 'production', '--json', ...flags])).stdout).items;

/** Runs a statement directly on the database of the other server. */
function executeInProduction(statement: string): void {
  const db = new Sqlite(path.join(production.data, 'gantry.db'));
  db.exec(statement);
  db.close();
}

describe('gantry content export and import', () => {
  it('exports content with natural keys instead of ids, and no data of users', async () => {
    const done = await exported('all.ndjson');
    expect([done.code, done.stdout]).toEqual([0, '']);
    expect(done.stderr).toContain('2 records that belong to users were skipped');
    const text = readFileSync(file('all.ndjson'), 'utf8');
    for (const absent of ['somebody', 'Private', 'useCount', 'createdAt', '"id"']) expect(text).not.toContain(absent);
    const lines = getLines('all.ndjson');
    expect([lines[0], lines.at(-1)]).toEqual([{ format: 'gantry-content', version: 1 }, { end: 16 }]);
    const large = lines.find((line) => (line.values as Values | undefined)?.code === 'large-1');
    expect(large).toMatchObject({
      entity: 'ai-model',
      state: 'enabled',
      values: { iconId: { group: 'menu', name: 'Chat' }, fallbackId: { code: 'small-1' } },
    });
    const plan = lines.find(({ entity }) => entity === 'vip-plan')?.values;
    expect(plan).toMatchObject({ allowModels: [{ modelId: { code: 'large-1' } }] });
    const poet = lines.find(({ entity }) => entity === 'agent')?.values;
    expect(poet).toMatchObject({ knowledgeBases: [{ knowledgeId: { name: '手册' } }] });
    expect((await gantry.run(['content', 'export', '-f', file('all.ndjson'), '--profile', 'staging'])).code).toBe(2);
  });

  it('previews an import in a dry run, and writes nothing', async () => {
    const tried = await imported('all.ndjson', '--dry-run');
    expect([tried.code, tried.report]).toEqual([
      0,
      expect.objectContaining({ created: 16, rejected: 0, dryRun: true }),
    ]);
    expect(await inProduction('menu-group')).toEqual([]);
  });

  it('imports records with images and references, and finds everything unchanged the second time', async () => {
    const done = await imported('all.ndjson');
    expect([done.code, done.report]).toEqual([0, expect.objectContaining({ created: 16, rejected: 0 })]);
    const again = await imported('all.ndjson', '--on-conflict', 'update');
    expect([again.code, again.report]).toEqual([0, expect.objectContaining({ created: 0, updated: 0, unchanged: 16 })]);
    expect((await exported('back.ndjson', 'production')).code).toBe(0);
    expect(reported('back.ndjson').sort()).toEqual(reported('all.ndjson').sort());
    const [item] = await inProduction('menu-item');
    expect(item).toMatchObject({ name: '聊天', groupIdLabel: '主菜单' });
    const icons = await inProduction('ai-icon');
    expect((await fetch(production.url + icons[0].picture)).status).toBe(200);
  });

  it('activates nothing: plans stay off sale, and disabled records stay disabled', async () => {
    expect((await inProduction('vip-plan'))[0]).toMatchObject({ status: 'off' });
    const models = await inProduction('ai-model');
    const states = models.map(({ code, status }: Values) => [code, status]);
    expect(states.sort()).toEqual([
      ['large-1', 'enabled'],
      ['small-1', 'disabled'],
    ]);
    const done = await imported('all.ndjson', '--with-state', '--on-conflict', 'update');
    expect([done.code, done.report]).toEqual([0, expect.objectContaining({ updated: 1, unchanged: 15 })]);
    expect((await inProduction('vip-plan'))[0]).toMatchObject({ status: 'on' });
  });
});

describe('gantry content export of some entities', () => {
  it('exports only these, with a note on references, or includes the referenced records', async () => {
    const only = await gantry.run(['content', 'export', '--only', 'menu-item,menu-group', '--profile', 'staging']);
    expect(only.stderr).toContain('1 referenced ai-icon were not exported');
    const entities = (text: string) =>
      text.split('\n').flatMap((line) => (line ? (JSON.parse(line).entity ?? []) : []));
    expect(entities(only.stdout)).toEqual(['menu-group', 'menu-item']);
    const names = ['--only', 'menu-item', '--with-references', '-f', file('items.ndjson')];
    const full = await gantry.run(['content', 'export', ...names, '--profile', 'staging']);
    expect(full.stderr).not.toContain('skipped');
    expect(
      getLines('items.ndjson')
        .flatMap(({ entity }) => entity ?? [])
        .sort(),
    ).toEqual(['ai-icon', 'menu-group', 'menu-item']);
    const taken = await imported('items.ndjson', '--only', 'menu-group');
    expect([taken.report, taken.stderr]).toEqual([
      expect.objectContaining({ unchanged: 1, created: 0 }),
      expect.stringContaining('2 records of other entities'),
    ]);
    expect((await imported('items.ndjson', '--only', 'nothing')).code).toBe(2);
  });
});

describe('gantry content import of an existing record', () => {
  it('rejects it with the differences, skips it, or overwrites it', async () => {
    const [word] = JSON.parse((await gantry.run(['menu-item', 'list', '--profile', 'staging', '--json'])).stdout).items;
    await staging.call('/menu-item/update', { id: word.id, version: word.version, badge: 'NEW' }, { token });
    await exported('changed.ndjson', 'staging', 'menu-item');
    const rejected = await imported('changed.ndjson');
    expect([rejected.code, rejected.stderr]).toEqual([2, expect.stringContaining('menu-item “聊天”')]);
    expect(rejected.report.rejections[0].reasons[0]).toContain('Badge');
    expect((await imported('changed.ndjson', '--on-conflict', 'skip')).report).toMatchObject({ skipped: 1 });
    expect((await imported('changed.ndjson', '--on-conflict', 'update', '--dry-run')).report).toMatchObject({
      updated: 1,
    });
    expect((await inProduction('menu-item'))[0].badge).toBeNull();
    expect((await imported('changed.ndjson', '--on-conflict', 'update')).report).toMatchObject({ updated: 1 });
    expect((await inProduction('menu-item'))[0].badge).toBe('NEW');
  });
});

describe('gantry content import after an interruption', () => {
  it('publishes records that the interrupted import had written', async () => {
    const { items } = JSON.parse((await gantry.run(['agent', 'list', '--profile', 'staging', '--json'])).stdout);
    const poet = items.find(({ key }: Values) => key === 'poet');
    await staging.call('/agent/publish', { id: poet.id }, { token });
    await exported('poet.ndjson', 'staging', 'agent');
    const flags = ['--with-state', '--on-conflict', 'update'];
    expect((await imported('poet.ndjson', ...flags)).report).toMatchObject({ updated: 1 });
    const changed = readFileSync(file('poet.ndjson'), 'utf8').replace('"Write"', '"Write well"');
    writeFileSync(file('poet.ndjson'), changed);
    const version = async () => (await inProduction('agent')).find(({ key }: Values) => key === 'poet');
    const before = await version();

    // The record is written, but its publication fails.
    const trigger = "create trigger no_versions before insert on agent_versions begin select raise(abort, 'gone'); end";
    executeInProduction(trigger);
    const broken = await imported('poet.ndjson', ...flags);
    expect(broken.code).not.toBe(0);
    executeInProduction('drop trigger no_versions');
    expect((await version()).publishedVersion).toBe(before.publishedVersion);

    expect((await imported('poet.ndjson', ...flags)).report).toMatchObject({ updated: 1, rejected: 0 });
    expect((await version()).publishedVersion).toBe(before.publishedVersion + 1);
    expect((await imported('poet.ndjson', ...flags)).report).toMatchObject({ updated: 0, unchanged: 1 });

    // No transition is deferred for a record that was not written.
    executeInProduction("create trigger no_writing before update on agents begin select raise(abort, 'gone'); end");
    writeFileSync(file('better.ndjson'), changed.replace('"Write well"', '"Write better"'));
    expect((await imported('better.ndjson', ...flags)).code).not.toBe(0);
    executeInProduction('drop trigger no_writing');
    expect((await imported('poet.ndjson', ...flags)).report).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await version()).publishedVersion).toBe(before.publishedVersion + 1);
  });

  it('completes records that it had created: disables them again, and sets their late references', async () => {
    const restId = await make('ai-model', { name: 'Rest', code: 'rest-1' });
    const otherId = await make('ai-model', { name: 'Rest too', code: 'rest-2', fallbackId: restId });
    await staging.call('/ai-model/update', { id: restId, version: 1, fallbackId: otherId }, { token });
    await staging.call('/ai-model/disable', { id: restId }, { token });
    await exported('rest.ndjson', 'staging', 'ai-model');
    executeInProduction("create trigger no_rest before update on ai_models begin select raise(abort, 'gone'); end");
    expect((await imported('rest.ndjson')).code).not.toBe(0);
    executeInProduction('drop trigger no_rest');
    const { id } = (await inProduction('ai-model')).find(({ code }: Values) => code === 'rest-1');
    const onOther = (availableAction: string, ...flags: string[]) =>
      gantry.run(['ai-model', availableAction, String(id), '--profile', 'production', ...flags]);
    const rest = async () => JSON.parse((await onOther('get', '--json')).stdout);
    expect(await rest()).toMatchObject({ status: 'enabled', fallbackId: null });

    expect((await imported('rest.ndjson')).report).toMatchObject({ created: 0, updated: 2, rejected: 0 });
    expect(await rest()).toMatchObject({ status: 'disabled', fallbackIdLabel: 'Rest too' });
    expect((await onOther('enable', '--yes')).code).toBe(0);
    expect((await imported('rest.ndjson')).report).toMatchObject({ updated: 0, rejected: 0 });
    expect(await rest()).toMatchObject({ status: 'enabled' });
  });
});

describe('gantry content import of an invalid file', () => {
  const write = (name: string, lines: readonly unknown[]) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    writeFileSync(file(name), `${text}\n`);
  };
  const header = { format: 'gantry-content', version: 1 };
  const group = { entity: 'menu-group', values: { name: '新菜单' } };

  it('imports all valid lines, and reports each invalid one with its reason', async () => {
    const item = (groupId: Values) => ({ entity: 'menu-item', values: { groupId, name: '新', target: '/new' } });
    const bad = [group, '{"entity": "menu-gr', item({ name: '没有这个菜单' }), { entity: 'user', values: {} }];
    write('broken.ndjson', [header, ...bad, item({ name: '新菜单' }), { end: 5 }]);
    const done = await imported('broken.ndjson');
    expect([done.code, done.report]).toEqual([3, expect.objectContaining({ created: 2, rejected: 3 })]);
    expect(done.stderr).toMatch(/line 3: .*JSON/);
    expect(done.stderr).toContain(
      'line 4: menu-item “新”: Group: Menu group “没有这个菜单” not found on this server or in the file',
    );
    expect(done.stderr).toContain('line 5: user: not content of this server');
  });

  it('rejects a file that is incomplete or has another format', async () => {
    write('cut.ndjson', [header, { ...group, values: { name: 'Cut off' } }]);
    write('other.ndjson', [{ hello: 'demoState' }]);
    for (const name of ['cut.ndjson', 'other.ndjson']) expect((await imported(name)).code).toBe(2);
    expect(await inProduction('menu-group', '--keyword', 'Cut')).toEqual([]);
  });
});

it('moves edge-case texts of every content entity without changing them', async () => {
  const records = createEdgeCaseRecords((place, body) => staging.call(place, body, { token }));
  const all = listContent(catalogue.resources);
  for (const { resource } of all) await records.of(resource);
  await exported('nasty.ndjson');
  const entitiesInFile = new Set(getLines('nasty.ndjson').flatMap(({ entity }) => (entity ? [entity] : [])));
  expect(entitiesInFile.size).toBe(all.length);
  expect((await imported('nasty.ndjson', '--on-conflict', 'update')).report).toMatchObject({ rejected: 0 });
  const again = (await imported('nasty.ndjson')).report;
  expect(again).toMatchObject({ created: 0, updated: 0, skipped: 0, rejected: 0 });
  await exported('nasty-back.ndjson', 'production');
  const back = reported('nasty-back.ndjson');
  for (const line of reported('nasty.ndjson')) expect(back).toContain(line);
});

describe('a flag that refers to a record', () => {
  const run = (...words: string[]) => gantry.run([...words, '--profile', 'staging', '--locale', 'en-US']);

  it('accepts a name or a code in any case, and never guesses', async () => {
    const filter = ['--where', 'categoryId=海边', '--category', '海边', '-o', 'id'];
    const listed = await run('draw-prompt', 'list', ...filter);
    const id = listed.stdout.trim();
    expect([listed.code, id]).toEqual([0, expect.stringMatching(/^\d+$/)]);
    expect((await run('draw-prompt', 'edit', id, '--category-id', 'LANDSCAPES')).code).toBe(2);
    expect((await run('draw-prompt', 'edit', id, '--category-id', '风景')).code).toBe(0);
    expect(JSON.parse((await run('draw-prompt', 'get', id, '--json')).stdout)).toMatchObject({
      categoryIdLabel: 'Landscapes',
    });
    expect((await run('agent', 'list', '--category', '写作', '-o', 'id')).stdout).toMatch(/^\d/);
    const unknown = await run('ai-model', 'edit', '1', '--icon-id', 'chats');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--icon-id: chats')]);
    const near = await run('ai-model', 'edit', '1', '--icon-id', 'cha');
    expect([near.code, near.stderr]).toEqual([2, expect.stringMatching(/Use its ID \(#\d+ Chat\)/)]);
    const twice = await run('recall-record', 'test', '--knowledge', '手册', '--query', 'what');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringMatching(/Use an ID \(#\d+ 手册, #\d+ 手册\)/)]);
  });
});
