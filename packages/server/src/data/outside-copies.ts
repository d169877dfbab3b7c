import { backupFolder } from '../connectors/object-storage.ts';
import {
  putLargeObject,
  readLargeObject,
  removeObject,
  type Sending,
  sizeOfObject,
} from '../connectors/s3/large-objects.ts';
import { type StorageNeeds, storageIsNamed } from '../connectors/s3/signed-call.ts';

/** Copies of backups on another system, so that they outlive this server's disk. */
export interface OutsideCopies {
  /** Whether each new backup is copied. */
  isOn(): Promise<boolean>;
  /** Whether there is a place to copy to. */
  isNamed(): Promise<boolean>;
  /** Sends it; whether it is there is for `size` to say. */
  put(name: string, file: string, sending: Sending): Promise<void>;
  /** In bytes; null when it is not there. */
  size(name: string): Promise<number | null>;
  read(name: string, size: number): AsyncIterable<Buffer>;
  remove(name: string): Promise<void>;
}

/** In the object storage of the extension settings, whether pictures go there or not. Throws TrialFailed or OutboundError. */
export function createOutsideCopies(needs: StorageNeeds): OutsideCopies {
  const placeOf = (name: string) => `${backupFolder}/${name}`;
  return {
    isOn: async () => (await needs.settings.read('data', 'backups')).copyOutside,
    isNamed: () => storageIsNamed(needs),
    put: (name, file, sending) => putLargeObject(needs, placeOf(name), file, sending),
    size: (name) => sizeOfObject(needs, placeOf(name)),
    read: (name, size) => readLargeObject(needs, placeOf(name), size),
    remove: (name) => removeObject(needs, placeOf(name)),
  };
}
