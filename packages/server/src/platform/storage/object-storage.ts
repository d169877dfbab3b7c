import { randomBytes } from 'node:crypto';
import { ApiError } from '@gantry/core';
import { ConnectionTestError, runConnectionTest, toFailure } from '../outbound/index.ts';
import type { SettingsTests } from '../settings/settings-tests.ts';
import type { ByteStore } from './file-store.ts';
import { getObjectSize, putLargeObject, removeObject } from './s3/large-objects.ts';
import { callStorageOrNull, callStorageOrThrow, type StorageDeps } from './s3/signed-call.ts';

/** Timeout of reads of images, in ms; with a longer one, a page would seem broken. */
const readMs = 4_000;
/** Folder of backup copies in the bucket. */
export const backupFolder = 'gantry/backups';

const toObjectName = (name: string) => `gantry/files/${name}`;

async function write(deps: StorageDeps, name: string, content: Buffer, mediaType: string): Promise<void> {
  const headers = { 'content-type': mediaType };
  await callStorageOrThrow(deps, { method: 'PUT', name: toObjectName(name), content, headers });
}

async function read(deps: StorageDeps, name: string): Promise<Buffer | null> {
  return (await callStorageOrNull(deps, { method: 'GET', name: toObjectName(name), timeoutMs: readMs }))?.body ?? null;
}

/** Throws the error for the caller with the problem of the storage; internal errors are rethrown. */
function throwStorageError(error: unknown): never {
  throw new ApiError('otherSystem', { data: { storage: toFailure(error).problem } });
}

/** Returns the storage of images in S3-compatible object storage, by the current settings. */
export function createObjectStorage(deps: StorageDeps): ByteStore {
  return {
    isOn: async () => (await deps.settings.read('extensions', 'storage')).driver === 's3',
    put: (name, content, mediaType) => write(deps, name, content, mediaType).catch(throwStorageError),
    get: (name) => read(deps, name).catch(throwStorageError),
    async remove(name) {
      await callStorageOrNull(deps, { method: 'DELETE', name: toObjectName(name) });
    },
  };
}

/** Tests the use for images with a small object: writes it, reads it and deletes it. */
async function testImageStorage(deps: StorageDeps, name: string, content: Buffer): Promise<void> {
  const store = createObjectStorage(deps);
  await write(deps, name, content, 'application/octet-stream');
  const stored = await store.get(name);
  await store.remove(name);
  if (stored === null || !stored.equals(content)) throw new ConnectionTestError('answer');
}

/** Tests the use for backups with a small object: uploads it in parts, reads its size and deletes it. */
async function testBackupStorage(deps: StorageDeps, name: string, content: Buffer): Promise<void> {
  const objectName = `${backupFolder}/${name}`;
  await putLargeObject(deps, objectName, content, { report: async () => {} });
  const size = await getObjectSize(deps, objectName);
  await removeObject(deps, objectName);
  if (size !== content.length) throw new ConnectionTestError('answer');
}

/** Returns the test of the storage settings: it tests each enabled use, or that for backups when none is enabled. */
export function createStorageTests(deps: StorageDeps): SettingsTests {
  return {
    'extensions/storage/probe': () =>
      runConnectionTest(async () => {
        const [name, content] = [`probe-${randomBytes(8).toString('hex')}.txt`, randomBytes(64)];
        const forPictures = (await deps.settings.read('extensions', 'storage')).driver === 's3';
        const forBackups = (await deps.settings.read('data', 'backups')).copyOutside;
        if (forPictures) await testImageStorage(deps, name, content);
        if (forBackups || !forPictures) await testBackupStorage(deps, name, content);
        return {};
      }),
  };
}
