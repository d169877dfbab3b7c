import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue, kebab, presentCatalogue } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, firstAdmin, type RunningServer } from '../../server/test/server-process.ts';
import { measureWidth } from '../src/output/wrap-text.ts';
import { type Gantry, program } from './gantry.ts';
import { type SignedIn, signedIn, signIn } from './signed-in.ts';

let space: SignedIn;
let server: RunningServer;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ server, gantry } = space);
});
afterAll(() => space.close());

const json = async (...args: string[]) => {
  const done = await gantry.run([...args, '--json']);
  expect(done.stderr.includes('"error"') ? done.stderr : '').toBe('');
  return JSON.parse(done.stdout);
};

/** Runs a command that watches, and collects the lines that it writes. */
function watched(...args: readonly string[]) {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [program, ...args, '--watch', '0.5'], { env: gantry.env, stdio: [...stdio] });
  const pieces: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
  return {
    lines: () => String(Buffer.concat(pieces)).split('\n').slice(0, -1),
    async stop() {
      child.kill();
      await once(child, 'close');
    },
  };
}

describe('gantry login', () => {
  it('stores the token in a file that only its owner can read', () => {
    expect(statSync(gantry.directory).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(gantry.directory, 'session-default.json')).mode & 0o777).toBe(0o600);
  });

  it('shows the signed-in user, and deletes the token on logout', async () => {
    expect(await json('whoami')).toMatchObject({ username: firstAdmin.username, role: 'admin' });
    const { stdout } = await gantry.run(['whoami']);
    expect(stdout).toMatch(/^Role +Administrator$[\s\S]*^Certification +No$/m);
    expect(stdout).not.toMatch(/totpEnabled|jobName|false/);
    const other = gantry.another();
    await signIn(other, server);
    expect((await other.run(['logout'])).code).toBe(0);
    expect((await other.run(['whoami'])).code).toBe(4);
  });

  it('exits with 4 for a wrong password and reports it on stderr only', async () => {
    const done = await gantry
      .another()
      .run(['login', '--server', server.url, '--username', 'nobody', '--password-stdin'], 'wrong');
    expect(done).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('Incorrect username or password'),
    });
  });

  it('explains how to sign in, for scripts within the JSON error', async () => {
    const other = gantry.another({ GANTRY_SERVER: server.url });
    expect((await other.run(['notice', 'list'])).stderr).toMatch(/^Sign in first\n.*gantry login/);
    const { code, stderr } = await other.run(['notice', 'list', '--json']);
    const { error } = JSON.parse(stderr) as { error: Record<string, unknown> };
    expect({ code, error }).toMatchObject({
      code: 4,
      error: { code: 40001, hint: expect.stringContaining('gantry login') },
    });
  });

  it('warns about a secret that others can read, and reports a missing file as a usage error', async () => {
    const key = ['api-key', 'create', '--provider', 'openai', '--key-group', 'flags'];
    const typed = await gantry.run([...key, '--secret', 'sk-typed-where-all-can-see']);
    expect(typed).toMatchObject({ code: 0, stderr: expect.stringContaining('--secret-stdin') });
    expect((await gantry.run([...key, '--secret-stdin'], 'sk-piped-where-nobody-sees')).code).toBe(0);
    const missing = await gantry.run(['config', 'import', path.join(gantry.directory, 'nothing.json'), '--yes']);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Cannot read the file/) });
  });

  it('accepts a token from the environment or standard input, and stores none that the server rejects', async () => {
    const token = await server.signIn(firstAdmin.username, firstAdmin.password);
    const given = gantry.another();
    const login = ['login', '--server', server.url, '--token-stdin'];
    expect((await given.run(login, `${token}\n`)).code).toBe(0);
    expect((await given.run(login, 'adm_nobody')).code).toBe(4);
    expect((await given.run(login, '\n')).code).toBe(2);
    expect(JSON.parse((await given.run(['whoami', '--json=username'])).stdout)).toEqual({
      username: firstAdmin.username,
    });
    const scripted = gantry.another({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url });
    expect((await scripted.run(['whoami'])).code).toBe(0);
    expect((await scripted.run(login, 'adm_nobody')).code).toBe(4);
    expect(readdirSync(scripted.directory).filter((name) => name.startsWith('session-'))).toEqual([]);
    const staleAround = gantry.another({ GANTRY_TOKEN: 'adm_nobody' });
    expect((await staleAround.run(login, token)).code).toBe(0);
    const file = path.join(gantry.directory, 'token');
    writeFileSync(file, `${token}\n`);
    const byFile = gantry.another({ GANTRY_TOKEN_FILE: file, GANTRY_SERVER: server.url });
    expect((await byFile.run(['whoami'])).code).toBe(0);
  });
});

describe('record commands', () => {
  it('create, get, edit and delete a record', async () => {
    const made = await json('allow-word', 'create', '--phrase', '微信支付', '--note', 'ours');
    expect(made).toMatchObject({ phrase: '微信支付', version: 1 });
    const madeBy = { createdByLabel: firstAdmin.username };
    expect(await json('allow-word', 'get', String(made.id))).toMatchObject({ ...made, ...madeBy });
    expect(await json('allow-word', 'edit', String(made.id), '--note', '@@home')).toMatchObject({
      note: '@home',
      version: 2,
    });
    expect(
      (await gantry.run(['allow-word', 'edit', String(made.id), '--note', 'late', '--if-version', '1'])).code,
    ).toBe(9);
    expect((await gantry.run(['allow-word', 'delete', String(made.id)])).code).toBe(2);
    expect((await gantry.run(['allow-word', 'delete', String(made.id), '--yes'])).code).toBe(0);
    expect((await gantry.run(['allow-word', 'get', String(made.id)])).code).toBe(6);
  });

  it('reject the deletion of a record that others refer to, and list the references', async () => {
    const group = await json('menu-group', 'create', '--name', 'kept');
    await json('menu-item', 'create', '--group-id', String(group.id), '--name', 'inside', '--target', '/help');
    const rejected = await gantry.run(['menu-group', 'delete', String(group.id), '--yes']);
    expect(rejected).toMatchObject({ code: 9, stderr: expect.stringMatching(/used by menu-item, field groupId: 1/) });
    const reported = await gantry.run(['menu-group', 'delete', String(group.id), '--yes', '-o', 'json']);
    expect(JSON.parse(reported.stderr).error.usages).toEqual([{ resource: 'menuItem', field: 'groupId', count: 1 }]);
  });

  it('print how to undo an interrupted deletion of several records', async () => {
    const ids: string[] = [];
    for (const phrase of ['first to go', 'left behind'])
      ids.push(String((await json('allow-word', 'create', '--phrase', phrase)).id));
    // Passes on one record per call, and fails after the first deletion.
    let batches = 0;
    const between = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as Record<string, unknown>;
      if (body.action === 'delete' && !body.dryRun) batches += 1;
      const { 'content-type': type = '', authorization = '', 'idempotency-key': key } = request.headers;
      const headers = { 'content-type': type, authorization, ...(key ? { 'idempotency-key': String(key) } : {}) };
      if (batches > 1) return response.writeHead(500).end();
      const one = body.dryRun ? body : { ...body, limit: 1 };
      const passed = await fetch(`${server.url}${request.url}`, { method: 'POST', headers, body: JSON.stringify(one) });
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    const { port } = between.address() as AddressInfo;
    const token = await server.signIn(firstAdmin.username, firstAdmin.password);
    const other = gantry.another({ GANTRY_TOKEN: token, GANTRY_SERVER: `http://127.0.0.1:${port}` });
    const { code, stderr } = await other.run(['allow-word', 'delete', ...ids, '--yes']);
    between.close();
    expect(code).not.toBe(0);
    const [way = ''] = stderr.match(/audit-log undo --call \S+/) ?? [];
    expect((await gantry.run(['allow-word', 'get', ids[0] ?? ''])).code).toBe(6);
    expect((await gantry.run(way.split(' '))).stderr).toContain('1 restored');
    expect((await gantry.run(['allow-word', 'get', ids[0] ?? ''])).code).toBe(0);
  });

  it('can be called by an alias, which cannot hide a command', async () => {
    const { run } = gantry.another({ GANTRY_TOKEN: space.token, GANTRY_SERVER: server.url });
    expect((await run(['alias', 'set', 'newest', 'banned-word', 'list', '--limit', '1', '-o', 'id'])).code).toBe(0);
    expect((await run(['newest', '--sort', '-id'])).code).toBe(0);
    expect((await run(['__complete', '--', 'newe'])).stdout).toBe('newest\n');
    expect(JSON.parse((await run(['alias', 'list', '--json'])).stdout)).toEqual([
      { name: 'newest', command: 'banned-word list --limit 1 -o id' },
    ]);
    expect((await run(['alias', 'set', 'notice', 'banned-word', 'list'])).code).toBe(2);
    expect((await run(['alias', 'delete', 'newest'])).code).toBe(0);
    expect((await run(['newest'])).code).toBe(2);
  });

  it('run a plugin on the PATH, which cannot hide a command', async () => {
    const folder = mkdtempSync(path.join(gantry.directory, 'programs-'));
    const program = (name: string, text: string) =>
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    program('gantry-stuck', 'echo "$# $2"; exit 7');
    program('gantry-whoami', 'echo shadowed');
    writeFileSync(path.join(folder, 'gantry-notes'), 'no program');
    const { run } = gantry.another({ PATH: `${folder}:${process.env.PATH}` });
    expect(await run(['stuck', '--json', 'a b'])).toEqual({ code: 7, stdout: '2 a b\n', stderr: '' });
    expect((await run(['whoami', '--server', server.url])).code).toBe(4);
    expect((await run(['notes'])).code).toBe(2);
    expect((await run(['__complete', '--', 'st'])).stdout).toBe('stuck\n');
  });

  it('reject a change of type that existing references do not allow', async () => {
    const model = await json('ai-model', 'create', '--name', 'Used', '--code', 'used-1');
    await server.call(
      '/settings/save',
      { page: 'ai', group: 'defaults', version: 0, values: { chatModelId: model.id } },
      { token: await server.signIn(firstAdmin.username, firstAdmin.password) },
    );
    const edited = await gantry.run(['ai-model', 'edit', String(model.id), '--type', 'image']);
    expect(edited).toMatchObject({ code: 9, stderr: expect.stringContaining('Basic AI settings 1') });
    expect(await json('ai-model', 'get', String(model.id))).toMatchObject({ type: 'chat', version: 1 });
  });

  it('print records in every output form', async () => {
    await gantry.run(['banned-word', 'create', '--word', '=SUM(A1)', '--level', '2', '--scope', 'prompt,output']);
    const printed = async (form: string) =>
      (await gantry.run(['banned-word', 'list', '--keyword', 'SUM', '--fields', 'word,level', '-o', form])).stdout;
    const id = JSON.parse(await printed('json')).items[0].id;
    expect(await printed('id')).toBe(`${id}\n`);
    expect(await printed('csv')).toBe(`id,word,level\r\n${id},'=SUM(A1),2\r\n`);
    expect(await printed('tsv')).toBe(`id\tword\tlevel\n${id}\t=SUM(A1)\t2\n`);
    expect(JSON.parse(await printed('ndjson'))).toMatchObject({ id, word: '=SUM(A1)' });
    expect(await printed('yaml')).toContain('word: =SUM(A1)');
    expect(await printed('table')).toContain('Mask');
    const two = JSON.parse((await gantry.run(['banned-word', 'list', '--limit', '2', '--json=id,word'])).stdout);
    expect(Object.keys(two.items[0])).toEqual(['id', 'word']);
    expect(two).toHaveProperty('nextCursor');
    expect(await gantry.run(['banned-word', 'list', '--json=id,wrd'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Not a valid value for --json: wrd'),
    });
  });

  it('reject unknown names in --json= before anything is written, and only report them after a write', async () => {
    const total = async () => (await json('allow-word', 'list')).total;
    const before = await total();
    const typo = ['allow-word', 'create', '--phrase', 'never written', '--json=id,phrse'];
    expect(await gantry.run(typo)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('phrse') });
    expect(await total()).toBe(before);
    const word = await json('banned-word', 'create', '--word', 'narrowed');
    const moved = await gantry.run(['banned-word', 'disable', String(word.id), '--json=id,stat']);
    expect(moved).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('stat') });
    expect(await json('banned-word', 'get', String(word.id))).toMatchObject({ status: word.status, version: 1 });
    const gone = await gantry.run(['banned-word', 'delete', String(word.id), '--yes', '--json=nothing']);
    expect(gone.code).toBe(0);
    const [, key = ''] = /undo --call (\S+)/.exec(gone.stderr) ?? [];
    const undone = await gantry.run(['audit-log', 'undo', '--call', key, '--json=code,nothing']);
    expect(undone).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing') });
    expect(JSON.parse(undone.stdout)).toMatchObject({ affected: 1, items: [{ code: 20000, nothing: null }] });
  });

  it('reject invalid values by field, and change nothing', async () => {
    const done = await gantry.run(['banned-word', 'create', '--word', '', '--level', '9', '--json']);
    expect(done).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(done.stderr).error).toMatchObject({
      code: 42200,
      errors: { word: expect.anything(), level: expect.anything() },
    });
  });

  it('name the flag of a rejected value and the command for help', async () => {
    const empty = await gantry.run(['banned-word', 'create', '--word', '']);
    expect(empty.stderr).toMatch(/^ {2}--word: Word is required\nSee gantry banned-word create --help\nrequest /);
    const filter = await gantry.run(['banned-word', 'list', '--where', 'level=loud']);
    expect(filter.stderr).toMatch(/--where: level=loud\nValues: 1 2 3\n$/);
    const none = await gantry.run(['--profile', 'default', 'banned-word', 'disable']);
    expect([none.code, none.stderr]).toEqual([2, 'Missing argument: id\nSee gantry banned-word disable --help\n']);
    const other = await gantry.run(['user', 'ban', '7', '--reason', 'spam']);
    expect([other.code, other.stderr]).toEqual([2, 'No such option: --reason\nDid you mean --ban-reason?\n']);
  });

  it('report what was done to which record, and how to undo it', async () => {
    const { id } = await json('banned-word', 'create', '--word', 'taken-back');
    const edited = await gantry.run(['banned-word', 'edit', String(id), '--word', 'changed-word']);
    const [, undo = ''] = /\nTo undo: gantry (audit-log undo --call \S+)\n$/.exec(edited.stderr) ?? [];
    expect(edited.stderr).toContain(`Updated Banned word #${id}\n`);
    expect((await gantry.run(undo.split(' '))).code).toBe(0);
    expect(await json('banned-word', 'get', String(id))).toMatchObject({ word: 'taken-back' });
    const done = await gantry.run(['banned-word', 'disable', String(id)]);
    expect(done.stderr).toMatch(new RegExp(`^Done: Disable · Banned word #${id}\nTo undo: gantry audit-log undo `));
    const again = await gantry.run(['banned-word', 'disable', String(id)]);
    expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('Disabled')]);
    expect((await gantry.run(['banned-word', 'enable', String(id), '--json'])).stderr).not.toContain('To undo');
  });

  it('run an action on several records, report each failure and exit with 3', async () => {
    const ids = await Promise.all(
      ['bulk-a', 'bulk-b'].map(async (word) => String((await json('banned-word', 'create', '--word', word)).id)),
    );
    await gantry.run(['banned-word', 'disable', ids[0] ?? '']);
    const piped = `id\tword\n${ids.map((id) => `${id}\tbulk`).join('\n')}\n`;
    const done = await gantry.run(['banned-word', 'disable', '-', '--json'], piped);
    expect((await gantry.run(['banned-word', 'disable', '-'], '')).code).toBe(6);
    expect(done.code).toBe(3);
    expect(JSON.parse(done.stdout)).toMatchObject({ affected: 1, failed: 1 });
    expect(done.stderr).toContain(`#${ids[0]}`);
    const { stderr } = await gantry.run(['banned-word', 'enable', ...ids]);
    expect(stderr).toMatch(/To undo: gantry audit-log undo --call \S+/);
  });

  it('show why a text is blocked, without recording a violation', async () => {
    await gantry.run(['banned-word', 'create', '--word', '代开发票', '--category', 'ad']);
    const tested = await json('banned-word', 'test', '--text', '我们 代.开-发票 便宜');
    expect(tested).toMatchObject({
      action: 'block',
      hits: [expect.objectContaining({ word: '代开发票', category: 'ad' })],
    });
    expect((await json('violation-log', 'list')).total).toBe(0);
  });
});

describe('exit statuses', () => {
  it.each([
    [2, ['banned-word', 'list', '--colour']],
    [2, ['banned-wrd']],
    [2, ['course', 'list']],
    [2, ['banned-word', 'list', '--limit', 'many']],
    [2, ['banned-word', 'list', '-o', 'nope']],
    [2, ['banned-word']],
    [6, ['banned-word', 'get', '999999']],
    [6, ['api', 'no/such/call']],
    [8, ['whoami', '--server', 'http://127.0.0.1:9']],
    [8, ['whoami', '--server', 'http://no-such-host.invalid']],
  ])('are %i for %j', async (code, args) => {
    const done = await gantry.run(args);
    expect([done.code, done.stdout]).toEqual([code, '']);
    expect(done.stderr).not.toBe('');
  });

  it('are 1 when a test fails', async () => {
    const key = ['--provider', 'custom', '--base-url', 'http://127.0.0.1:9', '--secret-stdin'];
    const made = await gantry.run(['api-key', 'create', ...key, '--json=id'], 'sk-nobody-answers');
    const { id } = JSON.parse(made.stdout);
    expect(await gantry.run(['api-key', 'test', String(id)])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Passed +No$/m),
      stderr: expect.not.stringContaining('Done'),
    });
  });

  it('are 1 with an explanation when the configuration folder cannot be created', async () => {
    const nowhere = gantry.another({ GANTRY_CONFIG_DIR: '/proc/none/gantry', GANTRY_SERVER: server.url });
    const { code, stdout, stderr } = await nowhere.run(['whoami']);
    expect([code, stdout, stderr]).toEqual([1, '', '/proc/none: file or folder not found\n']);
  });

  it('are 2 with the choices for an invalid value, and 0 for the command help', async () => {
    const rejected = await gantry.run(['completion', 'nosh']);
    expect([rejected.code, rejected.stderr]).toEqual([
      2,
      'Not a valid value for shell: nosh\nUse one of: bash, zsh, fish\n',
    ]);
    const help = await gantry.run(['help', 'banned-word', 'list']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('gantry banned-word list [options]');
    const zh = await gantry.run(['banned-word', 'create', '--help', '--locale', 'zh-CN']);
    expect(zh.stdout.split('\n').filter((line) => measureWidth(line) > 80)).toEqual([]);
    expect(zh.stdout).toMatch(/--category <name> +分类（可选 custom, politic,/);
    expect(zh.stdout).not.toMatch(/choices|default/);
  });

  it.each([
    [['ban'], ['banned-word']],
    [['banned-word', 'list', '--where', 'st'], ['status=']],
    [['banned-word', 'list', '--where', 'status', '=', 'dis'], ['disabled']],
    [['banned-word', 'list', '--sort', '-hit'], ['-hitCount']],
    [['banned-word', 'create', '--action', 'm'], ['mask']],
    [['banned-word', 'list', '--profile', ''], ['default']],
    [['banned-word', 'list', '--json=id,wo'], ['--json=id,word']],
    [['banned-word', 'list', '--json', '=', 'word,hit'], ['word,hitCount']],
    [['banned-word', 'list', '-o', 'y'], ['yaml']],
    [['banned-word', 'list', '--output=nd'], ['--output=ndjson']],
    [['banned-word', 'create', '--scope', 'prompt,o'], ['prompt,output']],
    [['config', 'set', 'site.timez'], ['site.timezone']],
    [['config', 'set', 'site.defaultLocale', 'z'], ['zh-CN']],
  ])('are 0 for completion, which completes %j', async (words, found) => {
    const { code, stdout } = await gantry.run(['__complete', '--', ...words]);
    const values = stdout.split('\n').map((line) => line.split('\t')[0]);
    expect([code, values]).toEqual([0, [...found, '']]);
  });

  it('are 5 when the role lacks permission', async () => {
    await createPerson(['--data', server.data], {
      username: 'operator',
      password: 'quiet-Marble-58-lantern',
      role: 'user',
    });
    const operator = gantry.another();
    await operator.run(
      ['login', '--server', server.url, '--username', 'operator', '--password-stdin'],
      'quiet-Marble-58-lantern',
    );
    expect((await operator.run(['admin', 'list'])).code).toBe(5);
    expect((await operator.run(['banned-word', 'list'])).code).toBe(0);
  });
});

describe('output for scripts', () => {
  it('is JSON for the lists of every area', async () => {
    const { screens, resources } = presentCatalogue(catalogue, {});
    const getArea = (path: string) => screens.find((screen) => screen.path === path)?.area ?? '';
    const lists = new Map(resources.map(({ name, path: route }) => [getArea(route), kebab(name)]));
    expect(lists.size).toBeGreaterThan(8);
    for (const entity of lists.values())
      expect(await json(entity, 'list')).toMatchObject({ items: expect.any(Array), total: expect.any(Number) });
  });

  it('is complete in a pipe', async () => {
    writeFileSync(
      path.join(gantry.directory, 'many.txt'),
      Array.from({ length: 3_000 }, (_, at) => `piped-word-${at}`).join('\n'),
    );
    await gantry.run(['banned-word', 'import', path.join(gantry.directory, 'many.txt')]);
    const full = await gantry.run(['banned-word', 'list', '--keyword', 'piped', '--all', '-o', 'ndjson']);
    expect(full.stdout.trimEnd().split('\n')).toHaveLength(3_000);
    const exported = await gantry.run(['banned-word', 'export', '--keyword', 'piped', '--fields', 'word']);
    expect(exported.stdout.trimEnd().split('\r\n')).toHaveLength(3_001);
    const plan = await gantry.run(['banned-word', 'disable', '--matching', '--where', 'status=enabled', '--dry-run']);
    expect(Number(/^(\d+) would succeed/m.exec(plan.stderr)?.[1])).toBeGreaterThanOrEqual(3_000);
    expect(plan.stderr).toContain('nothing was written');
  });

  it('is one line per change of a watched list', async () => {
    const { id } = await json('banned-word', 'create', '--word', 'watched');
    const list = watched('banned-word', 'list', '--keyword', 'watched', '--json=status');
    await expect.poll(() => list.lines().length, { timeout: 30_000 }).toBe(1);
    await gantry.run(['banned-word', 'disable', String(id)]);
    await expect.poll(() => list.lines().length, { timeout: 30_000 }).toBe(2);
    await list.stop();
    expect(list.lines().map((line) => JSON.parse(line))).toEqual([
      { change: 'present', record: { status: 'enabled' } },
      { change: 'changed', record: { status: 'disabled' } },
    ]);
    const panel = watched('system', '--json=cpu');
    await expect.poll(() => panel.lines().length, { timeout: 30_000 }).toBeGreaterThan(0);
    await panel.stop();
    expect(Object.keys(JSON.parse(panel.lines()[0] ?? ''))).toEqual(['cpu']);
  });

  it('names the panels of the dashboard', async () => {
    expect(Object.keys(await json('dashboard'))).toEqual([
      'dataPanel',
      'contentData',
      'orderPanel',
      'messagePanel',
      'memoryPanel',
    ]);
    expect((await gantry.run(['system'])).stdout).toContain('sqlite');
    expect(await json('api', 'data_panel')).toHaveProperty('cards');
  });

  it('exports and imports the settings drawer of the console', async () => {
    const exported = JSON.parse((await gantry.run(['config', 'export'])).stdout);
    expect(exported).toMatchObject({ theme: 'light', themeColor: '#165DFF', menuWidth: 220 });
    writeFileSync(
      path.join(gantry.directory, 'look.json'),
      JSON.stringify({ ...exported, theme: 'dark', menuWidth: 240 }),
    );
    expect((await gantry.run(['config', 'import', path.join(gantry.directory, 'look.json'), '--yes'])).code).toBe(0);
    expect(JSON.parse((await gantry.run(['config', 'export'])).stdout)).toMatchObject({
      theme: 'dark',
      menuWidth: 240,
    });
    expect((await gantry.run(['config', 'set', 'site.timezone', 'Asia/Tokyo'])).code).toBe(0);
    expect((await gantry.run(['config', 'get', 'site.timezone'])).stdout).toBe('Asia/Tokyo\n');
    expect((await gantry.run(['config', 'set', 'site.timezone', 'Mars/Crater'])).code).toBe(2);
    const typed = await gantry.run(['config', 'set', 'mail.password', 'seen-by-all']);
    expect([typed.code, typed.stderr]).toEqual([0, expect.stringContaining('@file')]);
    const piped = await gantry.run(['config', 'set', 'mail.password', '-'], 'unseen\n');
    expect([piped.code, piped.stderr]).toEqual([0, expect.not.stringContaining('@file')]);
  });
});

/** Runs a command and returns the program files that it loaded, without the hash in their names, and their total size. */
async function listLoadedFiles(...args: string[]) {
  const token = await server.signIn(firstAdmin.username, firstAdmin.password);
  const watched = gantry.another({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url });
  const seen = path.join(watched.directory, 'seen');
  watched.env.NODE_V8_COVERAGE = seen;
  expect((await watched.run(args)).code).toBe(0);
  const [file = ''] = readdirSync(seen);
  const { result } = JSON.parse(readFileSync(path.join(seen, file), 'utf8')) as { result: { url: string }[] };
  const files = result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
  return {
    names: files.map((name) => path.basename(name).replace(/(-[A-Z0-9]{8})?\.mjs$/, '')),
    bytes: files.reduce((sum, name) => sum + statSync(name).size, 0),
  };
}

const definitions = (names: readonly string[]) => names.filter((name) => name.startsWith('entity-'));

describe('program files that a command loads', () => {
  it('are the entry, the texts of one language and one definition', async () => {
    const { names, bytes } = await listLoadedFiles('banned-word', 'list');
    expect(definitions(names)).toEqual(['entity-bannedWord']);
    expect(names).toContain('run');
    expect(names).not.toContain('outline');
    expect(names.length).toBeLessThanOrEqual(8);
    expect(bytes).toBeLessThan(244_500);
  });

  it('include no definition for help, and only the entry for the version', async () => {
    expect(definitions((await listLoadedFiles('--help')).names)).toEqual([]);
    expect((await listLoadedFiles('--version')).names).toEqual(['gantry']);
  });
});
