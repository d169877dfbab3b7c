import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Kept aside in the data folder: on a full disk even deleting needs room. */
const reserveBytes = 16 * 1024 * 1024;
const fileName = 'reserve';

const block = Buffer.alloc(1024 * 1024);

/** Writes the reserve if it is not there; false when the disk has no room for it. */
export function keepReserve(folder: string): boolean {
  const file = path.join(folder, fileName);
  if (existsSync(file) && statSync(file).size === reserveBytes) return true;
  try {
    const open = openSync(file, 'w', 0o600);
    try {
      for (let written = 0; written < reserveBytes; written += block.length) writeSync(open, block);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    return true;
  } catch {
    rmSync(file, { force: true });
    return false;
  }
}

/** Gives the reserve up, so that what makes room can be written. */
export function releaseReserve(folder: string): void {
  rmSync(path.join(folder, fileName), { force: true });
}

/** Is there room for more than what is in work right now? */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > reserveBytes;
}
