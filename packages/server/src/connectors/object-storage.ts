import { randomBytes } from 'node:crypto';
import { Fault } from '@gantry/core';
import type { ByteStore } from '../files/file-store.ts';
import { failureOf, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { callStorageFor, callStorageWell, type StorageNeeds } from './s3/signed-call.ts';

/** How long whoever shows a picture waits for it, in ms: a page that waits longer seems broken. */
const readMs = 4_000;

const placeOf = (name: string) => `gantry/files/${name}`;

async function write(needs: StorageNeeds, name: string, content: Buffer, mediaType: string): Promise<void> {
  const headers = { 'content-type': mediaType };
  await callStorageWell(needs, { method: 'PUT', name: placeOf(name), content, headers });
}

async function read(needs: StorageNeeds, name: string): Promise<Buffer | null> {
  return (await callStorageFor(needs, { method: 'GET', name: placeOf(name), timeoutMs: readMs }))?.body ?? null;
}

/** What whoever stores or shows a picture is told, and why the storage failed; an error of our own is thrown on. */
function refused(error: unknown): never {
  throw new Fault('otherSystem', { data: { storage: failureOf(error).problem } });
}

/** Pictures in object storage that speaks S3, as the settings say it at this moment. */
export function createObjectStorage(needs: StorageNeeds): ByteStore {
  return {
    isOn: async () => (await needs.settings.read('extensions', 'storage')).driver === 's3',
    put: (name, content, mediaType) => write(needs, name, content, mediaType).catch(refused),
    get: (name) => read(needs, name).catch(refused),
    async remove(name) {
      await callStorageFor(needs, { method: 'DELETE', name: placeOf(name) });
    },
  };
}

/** Writes a small object, reads it back and deletes it. */
export function storageTrials(needs: StorageNeeds): SettingsTrials {
  const store = createObjectStorage(needs);
  return {
    'extensions/storage/probe': () =>
      trial(async () => {
        const [name, content] = [`probe-${randomBytes(8).toString('hex')}.txt`, randomBytes(64)];
        await write(needs, name, content, 'application/octet-stream');
        const back = await read(needs, name);
        await store.remove(name);
        if (back === null || !back.equals(content)) throw new TrialFailed('answer');
        return {};
      }),
  };
}
