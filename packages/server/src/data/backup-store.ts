import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { MasterKey } from '../secrets/master-key.ts';
import type { OutsideCopies } from './outside-copies.ts';

/** Where this server keeps its backups, and what they are sealed with. */
export interface BackupStore {
  /** Of the SQLite file; empty for PostgreSQL. */
  readonly databaseFile: string;
  /** Where copies of them go. */
  readonly outside: OutsideCopies;
  /** The key that seals comes first. */
  masters(): readonly MasterKey[];
  /** The path of a backup; its folder is there. */
  place(name: string): Promise<string>;
  /** Null when the file is not on this server. */
  find(name: string): Promise<{ readonly file: string; readonly bytes: number } | null>;
  remove(name: string): Promise<void>;
}

const ownName = /^gantry-[a-z0-9-]{1,90}\.gantry$/;

/** Names come from the server itself and are looked at all the same: none leads out of the folder. */
export function createBackupStore(
  folder: string,
  databaseFile: string,
  masters: () => readonly MasterKey[],
  outside: OutsideCopies,
): BackupStore {
  const pathOf = (name: string) => {
    if (!ownName.test(name)) throw new Error('not a name of a backup');
    return path.join(folder, name);
  };
  return {
    databaseFile,
    outside,
    masters,
    async place(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return pathOf(name);
    },
    async find(name) {
      const file = pathOf(name);
      const found = await stat(file).catch(() => null);
      return found?.isFile() ? { file, bytes: found.size } : null;
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
