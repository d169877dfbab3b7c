import { statfs } from 'node:fs/promises';
import type { MemoryPanelAnswer } from '@gantry/core';
import type { Clock } from '../http/caller.ts';

type StorageStats = MemoryPanelAnswer['storage'];

/** Monitors the storage of images. */
export interface StorageWatch {
  /** Returns the last known state, and starts a new check in the background when it is outdated. */
  latest(): Promise<StorageStats>;
}

interface Watched {
  /** Whether new images are stored outside the database. */
  isOn(): Promise<boolean>;
  /** Rejects when the storage does not respond. */
  get(name: string): Promise<unknown>;
}

const checkIntervalMs = 60_000;
/** Name of an object that never exists: "not found" is a response, too. */
const missingObject = 'probe';

export function createStorageWatch(store: Watched, clock: Clock): StorageWatch {
  let [checkedAt, ok] = [Number.NEGATIVE_INFINITY, null as boolean | null];
  const check = () => {
    checkedAt = clock();
    store.get(missingObject).then(
      () => {
        ok = true;
      },
      () => {
        ok = false;
      },
    );
  };
  return {
    async latest() {
      if (!(await store.isOn())) return { driver: 'database', ok: true };
      if (clock() - checkedAt >= checkIntervalMs) check();
      return { driver: 's3', ok };
    },
  };
}

type Status = MemoryPanelAnswer['health'][number]['status'];
type SystemStats = Pick<MemoryPanelAnswer, 'db' | 'disk' | 'cpu' | 'memory' | 'process' | 'http' | 'storage'> & {
  readonly queue: readonly Pick<MemoryPanelAnswer['queue'][number], 'stuck'>[];
} & {
  /** Null when it was not checked, or the caller may not see it. */
  readonly keys: KeyStats | null;
};

/** Counts of upstream keys that were not disabled by hand: all, usable ones, and automatically disabled ones. */
export interface KeyStats {
  readonly total: number;
  readonly active: number;
  readonly problems: number;
}

/** Thresholds of each value for a warning and for a bad state. */
const thresholds = {
  dbLatencyMs: [50, 500],
  diskPct: [80, 92],
  cpuPct: [85, 95],
  memoryPct: [88, 96],
  eventLoopP99Ms: [100, 500],
  errors5m: [1, 20],
} as const;

export interface HealthEntry {
  readonly key: 'db' | 'cpu' | 'disk' | 'memory' | 'eventLoop' | 'http' | 'keys' | 'queues' | 'storage';
  readonly status: Status;
  /** The measured value; null when there is none. */
  readonly value: number | null;
}

function getRate(value: number, [warn, bad]: readonly [number, number]): Status {
  if (value >= bad) return 'bad';
  return value >= warn ? 'warn' : 'ok';
}

function getRateKeys({ total, active, problems }: KeyStats): Status {
  if (total > 0 && active === 0) return 'bad';
  return problems > 0 ? 'warn' : 'ok';
}

/** Returns the status of each value of the system panel. */
export function computeHealth({
  db,
  disk,
  cpu,
  memory,
  process,
  http,
  keys,
  queue,
  storage,
}: SystemStats): HealthEntry[] {
  const stuck = queue.reduce((sum, line) => sum + line.stuck, 0);
  const fullest = disk.reduce<number | null>((highest, { pct }) => Math.max(highest ?? 0, pct), null);
  return [
    {
      key: 'db',
      status: db.ok && db.latencyMs !== null ? getRate(db.latencyMs, thresholds.dbLatencyMs) : 'bad',
      value: db.latencyMs,
    },
    { key: 'cpu', status: getRate(cpu.pct, thresholds.cpuPct), value: cpu.pct },
    ...(fullest === null
      ? []
      : [{ key: 'disk', status: getRate(fullest, thresholds.diskPct), value: fullest } as const]),
    { key: 'memory', status: getRate(memory.pct, thresholds.memoryPct), value: memory.pct },
    {
      key: 'eventLoop',
      status: getRate(process.eventLoopP99Ms, thresholds.eventLoopP99Ms),
      value: process.eventLoopP99Ms,
    },
    { key: 'http', status: getRate(http.errors5m, thresholds.errors5m), value: http.errors5m },
    ...(keys === null ? [] : [{ key: 'keys', status: getRateKeys(keys), value: keys.problems } as const]),
    ...(stuck === 0 ? [] : [{ key: 'queues', status: 'warn', value: stuck } as const]),
    ...(storage.ok === false ? [{ key: 'storage', status: 'bad', value: null } as const] : []),
  ];
}

interface DiskStats {
  readonly mount: string;
  readonly total: number;
  readonly used: number;
  readonly pct: number;
}

/** Returns the disk of a folder, in bytes; null when the system does not report it. */
export async function readDisk(folder: string): Promise<DiskStats | null> {
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(folder);
    const total = bsize * blocks;
    const used = bsize * (blocks - bfree);
    // Space that is reserved for the system counts as used, since no other process can use it.
    const reachable = used + bsize * bavail;
    return { mount: folder, total, used, pct: reachable > 0 ? Math.round((used / reachable) * 1_000) / 10 : 0 };
  } catch {
    return null;
  }
}
