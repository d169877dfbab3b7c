import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Size of the reserve file in the data folder: on a full disk, even deletions need some space. */
const reserveBytes = 16 * 1024 * 1024;
const fileName = 'reserve';
/** Interval at which a nearly full disk is checked again, in ms. */
const checkIntervalMs = 1_000;
const blockBytes = 1024 * 1024;

/** Reserves disk space, so that deletions are still possible on a full disk. */
export interface DiskGuard {
  /** Whether the reserve is released. Until it is recreated, only calls that read or free space are served. */
  isNearlyFull(): boolean;
  /** Must be called when a write failed because the disk is full: releases the reserve. */
  onFull(): void;
  /** Recreates the reserve once the disk has space for twice its size; returns false otherwise. */
  recover(): Promise<boolean>;
}

export function createDiskGuard(folder: string): DiskGuard {
  const file = path.join(folder, fileName);
  let hasReserve = createReserve(file);
  let checkedAt = 0;
  const recover = async () => {
    checkedAt = performance.now();
    const { bavail, bsize } = await statfs(folder);
    const needed = hasReserve ? 0 : 2 * reserveBytes;
    if (bavail * bsize < needed) return false;
    hasReserve = createReserve(file);
    return hasReserve;
  };
  return {
    recover,
    isNearlyFull() {
      if (!hasReserve && performance.now() - checkedAt >= checkIntervalMs) void recover().catch(() => false);
      return !hasReserve;
    },
    onFull() {
      if (!hasReserve) return;
      releaseReserve(file);
      hasReserve = false;
      checkedAt = performance.now();
    },
  };
}

/** Writes the reserve, block by block so that it really occupies the space; false when there is not enough. */
function createReserve(file: string): boolean {
  if (existsSync(file) && statSync(file).size === reserveBytes) return true;
  try {
    const open = openSync(file, 'w', 0o600);
    try {
      // Random bytes, which no file system can compress.
      const block = randomBytes(blockBytes);
      for (let written = 0; written < reserveBytes; written += blockBytes) writeSync(open, block);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    return true;
  } catch {
    releaseReserve(file);
    return false;
  }
}

/** Deletes the reserve. On a disk that accepts no writes at all it remains, and calls are rejected anyway. */
function releaseReserve(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // No space can be freed here.
  }
}
