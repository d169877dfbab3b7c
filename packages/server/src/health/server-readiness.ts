import type { Foundation } from '../foundation.ts';
import type { DiskGuard } from './disk-guard.ts';
import { createReadiness, type Readiness } from './readiness.ts';

/** What the server cannot work without: its database, room on the disk, and its keys. */
export function createServerReadiness({ database, keyring, clock }: Foundation, disk: DiskGuard): Readiness {
  return createReadiness(
    [
      { name: 'database', check: () => database.ping().then(() => true) },
      { name: 'disk', check: disk.recover },
      { name: 'keys', check: async () => !keyring.locked },
    ],
    clock,
  );
}
