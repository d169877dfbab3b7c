import { statfs } from 'node:fs/promises';
import type { MemoryPanelAnswer } from '@gantry/core';
import type { Clock } from '../http/caller.ts';

type StorageFigures = MemoryPanelAnswer['storage'];

/** Where images are stored, and whether that storage answers. */
export interface StorageWatch {
  /** The last known state; checks again in the background when it is old. */
  latest(): Promise<StorageFigures>;
}

interface Watched {
  /** Whether new images go outside the database. */
  isOn(): Promise<boolean>;
  /** Rejects when the storage does not answer. */
  get(name: string): Promise<unknown>;
}

const lookEvery = 60_000;
/** Of an object that never is: that it is not there is an answer. */
const nothing = 'probe';

export function createStorageWatch(store: Watched, clock: Clock): StorageWatch {
  let [lookedAt, ok] = [Number.NEGATIVE_INFINITY, null as boolean | null];
  const look = () => {
    lookedAt = clock();
    store.get(nothing).then(
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
      if (clock() - lookedAt >= lookEvery) look();
      return { driver: 's3', ok };
    },
  };
}

type Status = MemoryPanelAnswer['health'][number]['status'];
type Figures = Pick<MemoryPanelAnswer, 'db' | 'disk' | 'cpu' | 'memory' | 'process' | 'http' | 'storage'> & {
  readonly queue: readonly Pick<MemoryPanelAnswer['queue'][number], 'stuck'>[];
} & {
  /** Null where it was not checked, or the requester may not see it. */
  readonly keys: KeyFigures | null;
};

/** Upstream keys that were not disabled by hand: how many there are, how many are usable, and how many were disabled automatically. */
export interface KeyFigures {
  readonly total: number;
  readonly active: number;
  readonly problems: number;
}

/** From where on a figure is worth a look, and from where on it hurts. */
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
  /** What was measured; null when there is nothing to measure. */
  readonly value: number | null;
}

function judge(value: number, [warn, bad]: readonly [number, number]): Status {
  if (value >= bad) return 'bad';
  return value >= warn ? 'warn' : 'ok';
}

function judgeKeys({ total, active, problems }: KeyFigures): Status {
  if (total > 0 && active === 0) return 'bad';
  return problems > 0 ? 'warn' : 'ok';
}

/** Judges the figures of the system panel, one entry each. */
export function computeHealth({ db, disk, cpu, memory, process, http, keys, queue, storage }: Figures): HealthEntry[] {
  const stuck = queue.reduce((sum, line) => sum + line.stuck, 0);
  const fullest = disk.reduce<number | null>((most, { pct }) => Math.max(most ?? 0, pct), null);
  return [
    {
      key: 'db',
      status: db.ok && db.latencyMs !== null ? judge(db.latencyMs, thresholds.dbLatencyMs) : 'bad',
      value: db.latencyMs,
    },
    { key: 'cpu', status: judge(cpu.pct, thresholds.cpuPct), value: cpu.pct },
    ...(fullest === null ? [] : [{ key: 'disk', status: judge(fullest, thresholds.diskPct), value: fullest } as const]),
    { key: 'memory', status: judge(memory.pct, thresholds.memoryPct), value: memory.pct },
    {
      key: 'eventLoop',
      status: judge(process.eventLoopP99Ms, thresholds.eventLoopP99Ms),
      value: process.eventLoopP99Ms,
    },
    { key: 'http', status: judge(http.errors5m, thresholds.errors5m), value: http.errors5m },
    ...(keys === null ? [] : [{ key: 'keys', status: judgeKeys(keys), value: keys.problems } as const]),
    ...(stuck === 0 ? [] : [{ key: 'queues', status: 'warn', value: stuck } as const]),
    ...(storage.ok === false ? [{ key: 'storage', status: 'bad', value: null } as const] : []),
  ];
}

interface DiskFigures {
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
    // Space reserved for the system counts as used: no other process can fill it.
    const reachable = used + bsize * bavail;
    return { mount: folder, total, used, pct: reachable > 0 ? Math.round((used / reachable) * 1_000) / 10 : 0 };
  } catch {
    return null;
  }
}
