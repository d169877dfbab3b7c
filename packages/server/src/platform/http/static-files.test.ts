import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addErrorHandler, addNotFoundHandler } from './error-handler.ts';
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
  app.decorateRequest('callState', null);
  const storage = { isFull: () => false, isBusy: () => false, isDamaged: () => false };
  addErrorHandler(app, { log: pino({ level: 'silent' }), translators: createTranslators(), storage, onFull: () => {} });
  addNotFoundHandler(app, '/api/v1/admin', true);
  await addStaticFiles(app, root, '');
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

test.each(['/', '/workplace', '/ai/ai_draw/ai_draws', '/nothing/here', '/workplace?tab=1', '/login?redirect=a.b'])(
  '%s returns the start page of the console, which must be revalidated',
  async (url) => {
    const response = await get(url);
    expect(response.body).toBe('<title>start</title>');
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(200);
  },
);

test('a file with a hash in its name is cached forever, and other files must be revalidated', async () => {
  expect((await get('/assets/index-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
});

test('a precompressed file is sent to clients that accept its encoding', async () => {
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
])('%j returns 404', async (url) => {
  const response = await get(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: 40400 });
});

test('a page rejects methods other than GET and HEAD', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await app.inject({ url: '/workplace', method })).statusCode).toBe(404);
  }
});
