import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type S3Host, s3Host } from '../../../../test/s3-host.ts';
import { createOutboundClient } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { getObjectSize, putLargeObject, readLargeObject, removeObject } from './large-objects.ts';
import { callStorageOrThrow, type StorageDeps } from './signed-call.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gantry-large-'));
const file = path.join(folder, 'file');
/** Two parts and a byte. */
const content = randomBytes(32 * 1024 * 1024 + 1);
let host: S3Host;
let deps: StorageDeps;

beforeAll(async () => {
  host = await s3Host();
  writeFileSync(file, content);
  const storage = { endpoint: host.url, bucket: 'vault', region: 'us-east-1', accessKey: 'access' };
  const settings = { read: async () => storage, secret: async () => 's3cret' } as unknown as SettingsReader;
  const policy = async () => ({ publicHosts: [], privateHosts: [host.host] });
  deps = { settings, outbound: createOutboundClient({ policy }) };
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

it('uploads a file in parts with progress reports, and reads it in parts', async () => {
  const reported: number[] = [];
  await putLargeObject(deps, 'a/file', file, { report: async (bytes) => void reported.push(bytes) });
  expect(reported).toEqual([16, 32].map((mebibytes) => mebibytes * 1024 * 1024).concat(content.length));
  expect(await getObjectSize(deps, 'a/file')).toBe(content.length);
  const pieces: Buffer[] = [];
  for await (const piece of readLargeObject(deps, 'a/file', content.length)) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  await removeObject(deps, 'a/file');
  expect(await getObjectSize(deps, 'a/file')).toBeNull();
});

it('aborts the upload when it is stopped midway', async () => {
  const stop = async () => {
    throw new Error('stopped');
  };
  await expect(putLargeObject(deps, 'b/file', file, { report: stop })).rejects.toThrow('stopped');
  const stopping = new AbortController();
  const report = async () => stopping.abort();
  await expect(putLargeObject(deps, 'b/file', file, { report, signal: stopping.signal })).rejects.toThrow();
  expect([host.open.size, host.objects.has('/vault/b/file')]).toEqual([0, false]);
});

it('aborts uploads of the same object that a killed server left open, and no others', async () => {
  const leave = (name: string) => callStorageOrThrow(deps, { method: 'POST', name, query: { uploads: '' } });
  for (const name of ['d/file', 'd/file', 'd/file-2']) await leave(name);
  await putLargeObject(deps, 'd/file', file, { report: async () => {} });
  expect([host.open.size, host.objects.has('/vault/d/file')]).toEqual([1, true]);
  await removeObject(deps, 'd/file-2');
  expect(host.open.size).toBe(0);
});

it('rejects an object that is shorter than expected', async () => {
  host.objects.set('/vault/c/file', content.subarray(0, 10));
  const reading = async () => {
    for await (const _piece of readLargeObject(deps, 'c/file', 20));
  };
  await expect(reading()).rejects.toThrow('trial: answer');
});
