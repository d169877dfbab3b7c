import type { MemoryPanelAnswer } from '@gantry/core';
import type { Clock } from '../http/caller.ts';

type StorageFigures = MemoryPanelAnswer['storage'];

/** Where pictures go, and whether that answers. */
export interface StorageWatch {
  /** What was found last; looks again behind the caller's back when that is long ago. */
  latest(): Promise<StorageFigures>;
}

interface Watched {
  /** Whether new pictures go outside the database. */
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
