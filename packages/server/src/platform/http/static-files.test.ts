import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addErrorHandler, addNotFound } from './failures.ts';
import { createTranslators } from './request-context.ts';
import { addStaticFiles } from './security-headers.ts';

let folder: string;
let app: FastifyInstance;
const script = 'console.log("the whole console")';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-static-'));
  const root = path.join(folder, 'dist');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.txt'), 'not for you');
  writeFileSync(path.join(root, '.stamp'), 'not for you');
  writeFileSync(path.join(root, 'index.html'), '<title>start</title>');
  writeFileSync(path.join(root, 'theme.js'), script);
  writeFileSync(path.join(root, 'assets/index-abc123.js'), script);
  writeFileSync(path.join(root, 'assets/index-abc123.js.br'), brotliCompressSync(script));
  app = Fastify();
  app.decorateRequest('frame', null);
  const storage = { isFull: () => false, isBusy: () => false, isDamaged: () => false };
  addErrorHandler(app, { log: pino({ level: 'silent' }), translators: createTranslators(), storage, onFull: () => {} });
  addNotFound(app, '/api/v1/admin', true);
  await addStaticFiles(app, root, '');
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

test.each(['/', '/workplace', '/ai/ai_draw/ai_draws', '/nothing/here', '/workplace?tab=1', '/login?redirect=a.b'])(
  '%s is a route of the console, whose page is revalidated each time',
  async (url) => {
    const answer = await get(url);
    expect(answer.body).toBe('<title>start</title>');
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(200);
  },
);

test('a file whose name holds its hash is cached forever, another one is not', async () => {
  expect((await get('/assets/index-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
});

test('what was compressed at build time is sent to who takes it', async () => {
  const packed = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) });
  expect(packed.headers['content-type']).toContain('javascript');
  expect(packed.rawPayload.equals(brotliCompressSync(script))).toBe(true);
  const plain = await get('/assets/index-abc123.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
});

test.each([
  '/assets/nothing.js',
  '/assets',
  '/assets/',
  '/nothing.png',
  '/files/x',
  '/api',
  '/api/v2/info',
  '/.stamp',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '//evil.example',
  '/assets/\0',
])('%j is not there', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 40400 });
});

test('a page is only read', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await app.inject({ url: '/workplace', method })).statusCode).toBe(404);
  }
});
