import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Space reserved in the data folder: on a full disk even deleting needs some. */
const reserveBytes = 16 * 1024 * 1024;
const fileName = 'reserve';
/** How long a nearly full disk is left alone before room is looked for again, in ms. */
const tryEvery = 1_000;
const blockBytes = 1024 * 1024;

/** Keeps a full disk from being a dead end: what makes room can still be written. */
export interface DiskGuard {
  /** The reserve was given up: until there is room for it again, only what reads or makes room is served. */
  isNearlyFull(): boolean;
  /** A write found no room: gives the reserve up. */
  onFull(): void;
  /** Takes the reserve back once the disk has room for it and more; false while it has not. */
  recover(): Promise<boolean>;
}

export function createDiskGuard(folder: string): DiskGuard {
  const file = path.join(folder, fileName);
  let isStored = keep(file);
  let triedAt = 0;
  const recover = async () => {
    triedAt = performance.now();
    const { bavail, bsize } = await statfs(folder);
    const needed = isStored ? 0 : 2 * reserveBytes;
    if (bavail * bsize < needed) return false;
    isStored = keep(file);
    return isStored;
  };
  return {
    recover,
    isNearlyFull() {
      if (!isStored && performance.now() - triedAt >= tryEvery) void recover().catch(() => false);
      return !isStored;
    },
    onFull() {
      if (!isStored) return;
      giveUp(file);
      isStored = false;
      triedAt = performance.now();
    },
  };
}

/** Writes the reserve, block by block so that it truly takes its room; false when there is not enough. */
function keep(file: string): boolean {
  if (existsSync(file) && statSync(file).size === reserveBytes) return true;
  try {
    const open = openSync(file, 'w', 0o600);
    try {
      // Bytes that no file system can make smaller.
      const block = randomBytes(blockBytes);
      for (let written = 0; written < reserveBytes; written += blockBytes) writeSync(open, block);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    return true;
  } catch {
    giveUp(file);
    return false;
  }
}

/** On a disk that accepts no writes at all the file stays, and calls are rejected anyway. */
function giveUp(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // There is no room to be had here.
  }
}
