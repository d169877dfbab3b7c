import { randomBytes } from 'node:crypto';
import type { ByteStore } from '../files/file-store.ts';
import { TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { callStorageFor, callStorageWell, type StorageNeeds } from './s3/signed-call.ts';

const folder = 'gantry/files';

/** Pictures in object storage that speaks S3, as the settings say it at this moment. */
export function createObjectStorage(needs: StorageNeeds): ByteStore {
  const placeOf = (name: string) => `${folder}/${name}`;
  return {
    isOn: async () => (await needs.settings.read('extensions', 'storage')).driver === 's3',
    async put(name, content, mediaType) {
      const headers = { 'content-type': mediaType };
      await callStorageWell(needs, { method: 'PUT', name: placeOf(name), content, headers });
    },
    async get(name) {
      return (await callStorageFor(needs, { method: 'GET', name: placeOf(name) }))?.body ?? null;
    },
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
        await store.put(name, content, 'application/octet-stream');
        const back = await store.get(name);
        await store.remove(name);
        if (back === null || !back.equals(content)) throw new TrialFailed('answer');
        return {};
      }),
  };
}
