import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstAdmin, type RunningServer, runProgram, startServer } from './server-process.ts';

const person = { username: 'first-one', password: 'lantern-gravel-77-sparrow', name: 'First' };

describe('first start', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ firstStart: true });
  });
  afterAll(() => server.stop());

  const setup = (code: string, headers = {}) => server.call('/setup/create', { code, ...person }, { headers });

  test('prints the URL and a code for the first admin', async () => {
    expect(server.lines[0]).toBe(`listening on http://127.0.0.1:${server.port}`);
    expect(await server.setupCode()).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  });

  test('has no account to sign in with, and returns the code in no response', async () => {
    const code = await server.setupCode();
    for (const [username, password] of [
      ['admin', 'admin'],
      ['root', '123456'],
      ['admin', ''],
      ['', ''],
    ]) {
      const answer = await server.call('/login', { username, password });
      expect([40010, 40011, 42200]).toContain(answer.code);
    }
    const answers = [
      ...(await Promise.all(['/setup/state', '/verify-codes/captcha', '/info'].map((call) => server.call(call)))),
    ].map(({ text }) => text);
    const pages = await Promise.all(
      ['/config.json', '/openapi.json', '/readyz', '/livez'].map(async (page) =>
        (await fetch(server.url + page)).text(),
      ),
    );
    for (const text of [...answers, ...pages, server.log()]) expect(text).not.toContain(code);
    expect((await server.call('/setup/state')).data).toMatchObject({ needed: true });
  });

  test('accepts the code once when many requests send it together', async () => {
    expect((await setup('AAAA-AAAA-AAAA')).code).toBe(42200);
    const code = await server.setupCode();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => server.call('/setup/create', { code, ...person, username: `first-${n}` })),
    );
    expect(answers.filter((answer) => answer.code === 20000)).toHaveLength(1);
    expect((await server.call('/setup/state')).data).toMatchObject({ needed: false });
    expect((await setup(code)).code).toBe(40902);
  });

  test('stores its files for its owner only, and reserves space for a full disk', () => {
    const mode = (name: string) => statSync(path.join(server.data, name)).mode & 0o777;
    expect(statSync(server.data).mode & 0o077).toBe(0);
    for (const name of ['gantry.db', 'gantry.db-wal', 'master.key', 'reserve'])
      expect(`${name} ${mode(name)}`).toBe(`${name} ${0o600}`);
    expect(statSync(path.join(server.data, 'reserve')).size).toBe(16 * 1024 * 1024);
  });
});

test('prints no code on a second start, and still has the account', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'gantry-boot-'));
  const before = await startServer({ data });
  const token = await before.firstAdmin();
  await before.stop();
  const again = await startServer({ data });
  expect((await again.call('/info', {}, { token })).data).toMatchObject({ username: firstAdmin.username });
  expect(again.lines.join('\n')).not.toContain('Setup code');
  await again.stop();
  rmSync(data, { recursive: true });
});

test('starts with another master key, rejects every call with the reason, and loses nothing', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'gantry-boot-'));
  const before = await startServer({ data });
  await before.firstAdmin();
  await before.stop();

  const other = { GANTRY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  const locked = await startServer({ data, env: other });
  await expect.poll(() => locked.log()).toContain('This master key did not encrypt this database');
  expect((await fetch(`${locked.url}/livez`)).status).toBe(200);
  expect((await fetch(`${locked.url}/readyz`)).status).toBe(503);
  expect((await locked.call('/login', { username: firstAdmin.username, password: firstAdmin.password })).code).toBe(
    50300,
  );
  await locked.stop();

  const again = await startServer({ data });
  expect(await again.signIn(firstAdmin.username, firstAdmin.password)).toMatch(/^adm_/);
  await again.stop();
  rmSync(data, { recursive: true });
});

test('serves metrics on a separate port on the loopback, and only when enabled', async () => {
  const server = await startServer({ args: ['--metrics-port', '0'] });
  await server.call('/info');
  await server.call('/no/such/call/as/this');
  expect((await server.call('/course/list')).code).toBe(40400);
  const portLine = /"port":(\d+),"msg":"serving metrics/;
  await expect.poll(() => server.log()).toMatch(portLine);
  const port = portLine.exec(server.log())?.[1];
  expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toContain('version=');
  const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(figures).toContain('gantry_http_responses_total{path="/api/v1/admin/info",code="40001"} 1');
  const text = await figures();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain('/no/such/call');
  await server.stop();
});

test('returns the flags and the given appearance in the runtime configuration', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-boot-'));
  const appearance = path.join(folder, 'looks.json');
  writeFileSync(appearance, JSON.stringify({ theme: 'dark', menuWidth: 260 }));
  const server = await startServer({ args: ['--appearance', appearance], env: { CRAFT: 'true' } });
  const config = await (await fetch(`${server.url}/config.json`)).json();
  expect(config).toMatchObject({
    apiBaseUrl: '',
    CRAFT: 'true',
    siteName: 'Gantry',
    defaultLocale: 'zh-CN',
    version: '0.1.0',
  });
  expect((await server.call('/course/list')).code).toBe(40001);
  expect(config).toMatchObject({ appearance: { theme: 'dark', menuWidth: 260, themeColor: '#165DFF' } });
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('start that fails', () => {
  test('prints the reason when the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const data = mkdtempSync(path.join(tmpdir(), 'gantry-boot-'));
    const { code, stdout, stderr } = await runProgram(['--port', String(port), '--data', data]);
    other.close();
    rmSync(data, { recursive: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Port ${port} is in use`);
  });

  test('prints the reason when the database does not respond, within a few seconds and without its password', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'gantry-boot-'));
    const database = 'postgres://gantry:the-password@127.0.0.1:1/gantry';
    const { code, stderr } = await runProgram(['--port', '0', '--data', data, '--database', database]);
    rmSync(data, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toContain('Failed: ');
    expect(stderr).not.toContain('the-password');
  });

  test.each([
    [['--prot', '1'], 'Unknown option or argument: --prot. For help: gantry-server --help\n'],
    [['--port', 'x'], '--port cannot be x. For help: gantry-server --help\n'],
    [['admin', 'create', '--username', 'a'], '--password-stdin is missing. For help: gantry-server --help\n'],
  ])('prints the reason for the arguments %j', async (args, words) => {
    expect(await runProgram(args)).toEqual({ code: 2, stdout: '', stderr: words });
  });
});

test('prints help and version in both languages without any setup', async () => {
  const en = await runProgram(['--help']);
  const zh = await runProgram(['backup', '-h'], '', { GANTRY_LOCALE: 'zh-CN' });
  expect(en.stdout).toContain('Usage:');
  expect(zh.stdout).toContain('用法：');
  const getFlags = (text: string) => [...text.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
  expect(getFlags(zh.stdout)).toEqual(getFlags(en.stdout));
  expect((await runProgram(['version'])).stdout).toBe('0.1.0\n');
  expect((await runProgram(['--help'], '', { GANTRY_LOCALE: '', LC_ALL: 'zh_TW.UTF-8' })).stdout).toContain('Usage:');
  expect((await runProgram(['--help'], '', { GANTRY_LOCALE: '', LC_ALL: 'de_DE.UTF-8' })).stdout).toContain('Usage:');
  expect((await runProgram(['--help'], '', { GANTRY_LOCALE: '', LC_ALL: 'C.UTF-8' })).stdout).toContain('Usage:');
});

test('logs nothing of the submitted values', async () => {
  const server = await startServer({ firstStart: true });
  const token = await server.firstAdmin();
  const canary = (n: number) => `canary-${n}-xyz`;
  await server.call('/login', { username: canary(1), password: canary(2), captchaCode: canary(3) });
  await server.call(`/notice/list?q=${canary(4)}`, { keyword: canary(5) }, { token, headers: { 'x-own': canary(6) } });
  await server.call(`/${canary(7)}/list`, { [canary(8)]: 1 }, { token });
  await server.call('/notice/create', { title: canary(9), content: canary(10) }, { token });
  await server.call('/info', {}, { headers: { authorization: `Bearer ${canary(11)}`, 'user-agent': canary(12) } });
  await server.stop();
  const log = server.log();
  expect(log.split('\n').length).toBeGreaterThan(6);
  expect(log).not.toMatch(/canary/);
  expect(log).not.toContain(token);
  expect(log).not.toContain(firstAdmin.password);
  for (const line of log.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
});
