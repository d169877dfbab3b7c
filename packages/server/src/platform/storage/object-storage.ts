import { randomBytes } from 'node:crypto';
import { ApiError } from '@gantry/core';
import { ConnectionTestError, runConnectionTest, toFailure } from '../outbound/index.ts';
import type { SettingsTests } from '../settings/try-settings.ts';
import type { ByteStore } from './file-store.ts';
import { getObjectSize, putLargeObject, removeObject } from './s3/large-objects.ts';
import { callStorageFor, callStorageWell, type StorageDeps } from './s3/signed-call.ts';

/** How long a page waits for an image, in ms; with a longer wait it would seem broken. */
const readMs = 4_000;
/** Where copies of backups lie in the bucket. */
export const backupFolder = 'gantry/backups';

const placeOf = (name: string) => `gantry/files/${name}`;

async function write(deps: StorageDeps, name: string, content: Buffer, mediaType: string): Promise<void> {
  const headers = { 'content-type': mediaType };
  await callStorageWell(deps, { method: 'PUT', name: placeOf(name), content, headers });
}

async function read(deps: StorageDeps, name: string): Promise<Buffer | null> {
  return (await callStorageFor(deps, { method: 'GET', name: placeOf(name), timeoutMs: readMs }))?.body ?? null;
}

/** The error shown to the caller, and the reason of the storage; internal errors are rethrown. */
function rejected(error: unknown): never {
  throw new ApiError('otherSystem', { data: { storage: toFailure(error).problem } });
}

/** Images in S3-compatible object storage, by the present settings. */
export function createObjectStorage(deps: StorageDeps): ByteStore {
  return {
    isOn: async () => (await deps.settings.read('extensions', 'storage')).driver === 's3',
    put: (name, content, mediaType) => write(deps, name, content, mediaType).catch(rejected),
    get: (name) => read(deps, name).catch(rejected),
    async remove(name) {
      await callStorageFor(deps, { method: 'DELETE', name: placeOf(name) });
    },
  };
}

/** Does with a small object what is done with an image: writes it, reads it back and deletes it. */
async function probePictures(deps: StorageDeps, name: string, content: Buffer): Promise<void> {
  const store = createObjectStorage(deps);
  await write(deps, name, content, 'application/octet-stream');
  const back = await store.get(name);
  await store.remove(name);
  if (back === null || !back.equals(content)) throw new ConnectionTestError('answer');
}

/** Does with a small object what is done with a backup: sends it in parts, asks for its size and deletes it. */
async function probeBackups(deps: StorageDeps, name: string, content: Buffer): Promise<void> {
  const place = `${backupFolder}/${name}`;
  await putLargeObject(deps, place, content, { report: async () => {} });
  const size = await getObjectSize(deps, place);
  await removeObject(deps, place);
  if (size !== content.length) throw new ConnectionTestError('answer');
}

/** Tests each use of the storage that is on; with none on, that for backups. */
export function createStorageTests(deps: StorageDeps): SettingsTests {
  return {
    'extensions/storage/probe': () =>
      runConnectionTest(async () => {
        const [name, content] = [`probe-${randomBytes(8).toString('hex')}.txt`, randomBytes(64)];
        const forPictures = (await deps.settings.read('extensions', 'storage')).driver === 's3';
        const forBackups = (await deps.settings.read('data', 'backups')).copyOutside;
        if (forPictures) await probePictures(deps, name, content);
        if (forBackups || !forPictures) await probeBackups(deps, name, content);
        return {};
      }),
  };
}
