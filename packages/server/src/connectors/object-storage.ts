import { randomBytes } from 'node:crypto';
import { Fault } from '@gantry/core';
import type { ByteStore } from '../files/file-store.ts';
import { failureOf, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { putLargeObject, removeObject, sizeOfObject } from './s3/large-objects.ts';
import { callStorageFor, callStorageWell, type StorageNeeds } from './s3/signed-call.ts';

/** How long whoever shows a picture waits for it, in ms: a page that waits longer seems broken. */
const readMs = 4_000;
/** Where copies of backups lie in the bucket. */
export const backupFolder = 'gantry/backups';

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

/** Does with a small object what is done with a picture: writes it, reads it back and deletes it. */
async function probePictures(needs: StorageNeeds, name: string, content: Buffer): Promise<void> {
  const store = createObjectStorage(needs);
  await write(needs, name, content, 'application/octet-stream');
  const back = await store.get(name);
  await store.remove(name);
  if (back === null || !back.equals(content)) throw new TrialFailed('answer');
}

/** Does with a small object what is done with a backup: sends it in parts, asks for its size and deletes it. */
async function probeBackups(needs: StorageNeeds, name: string, content: Buffer): Promise<void> {
  const place = `${backupFolder}/${name}`;
  await putLargeObject(needs, place, content, { tell: async () => {} });
  const size = await sizeOfObject(needs, place);
  await removeObject(needs, place);
  if (size !== content.length) throw new TrialFailed('answer');
}

/** Tests each use of the storage that is on; with none on, that for backups. */
export function storageTrials(needs: StorageNeeds): SettingsTrials {
  return {
    'extensions/storage/probe': () =>
      trial(async () => {
        const [name, content] = [`probe-${randomBytes(8).toString('hex')}.txt`, randomBytes(64)];
        const forPictures = (await needs.settings.read('extensions', 'storage')).driver === 's3';
        const forBackups = (await needs.settings.read('data', 'backups')).copyOutside;
        if (forPictures) await probePictures(needs, name, content);
        if (forBackups || !forPictures) await probeBackups(needs, name, content);
        return {};
      }),
  };
}
