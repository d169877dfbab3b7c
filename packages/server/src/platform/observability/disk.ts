import { statfs } from 'node:fs/promises';

export interface DiskFigures {
  readonly mount: string;
  readonly total: number;
  readonly used: number;
  readonly pct: number;
}

/** The disk that a folder stands on, in bytes; null when the system does not say. */
export async function readDisk(folder: string): Promise<DiskFigures | null> {
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(folder);
    const total = bsize * blocks;
    const used = bsize * (blocks - bfree);
    // What is kept back for the system counts as used: nobody else can fill it.
    const reachable = used + bsize * bavail;
    return { mount: folder, total, used, pct: reachable > 0 ? Math.round((used / reachable) * 1_000) / 10 : 0 };
  } catch {
    return null;
  }
}
