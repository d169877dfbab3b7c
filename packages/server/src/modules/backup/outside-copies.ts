import { backupFolder } from '../../platform/storage/object-storage.ts';
import {
  getObjectSize,
  putLargeObject,
  readLargeObject,
  removeObject,
  type UploadOptions,
} from '../../platform/storage/s3/large-objects.ts';
import { isStorageConfigured, type StorageDeps } from '../../platform/storage/s3/signed-call.ts';

/** Copies of backups on another system, so that they outlive this server's disk. */
export interface OutsideCopies {
  /** Whether each new backup is copied. */
  isOn(): Promise<boolean>;
  /** Whether a storage is configured. */
  isNamed(): Promise<boolean>;
  /** Sends the file; `size` shows whether it arrived. */
  put(name: string, file: string, sending: UploadOptions): Promise<void>;
  /** In bytes; null when it is not there. */
  size(name: string): Promise<number | null>;
  read(name: string, size: number): AsyncIterable<Buffer>;
  remove(name: string): Promise<void>;
}

/** In the object storage of the extension settings, whether images are stored there or not. Throws ConnectionTestError or OutboundError. */
export function createOutsideCopies(deps: StorageDeps): OutsideCopies {
  const getPlace = (name: string) => `${backupFolder}/${name}`;
  return {
    isOn: async () => (await deps.settings.read('data', 'backups')).copyOutside,
    isNamed: () => isStorageConfigured(deps),
    put: (name, file, sending) => putLargeObject(deps, getPlace(name), file, sending),
    size: (name) => getObjectSize(deps, getPlace(name)),
    read: (name, size) => readLargeObject(deps, getPlace(name), size),
    remove: (name) => removeObject(deps, getPlace(name)),
  };
}
