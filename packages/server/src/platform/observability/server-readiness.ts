import type { Services } from '../context/context.ts';
import type { DiskGuard } from './disk-guard.ts';
import { createReadiness, type Readiness } from './readiness.ts';

interface Deps extends Pick<Services, 'database' | 'clock'> {
  readonly keyring: { readonly locked: boolean };
  /** What the database said of its damage; null while it has said nothing. */
  readonly damage: { message(): string | null };
}

/** What the server cannot work without: its database, undamaged and answering, room on the disk, and its keys. */
export function createServerReadiness({ database, keyring, damage, clock }: Deps, disk: DiskGuard): Readiness {
  return createReadiness(
    [
      { name: 'database', check: () => database.ping().then(() => true) },
      { name: 'databaseDamaged', check: async () => damage.message() === null },
      { name: 'disk', check: disk.recover },
      { name: 'keys', check: async () => !keyring.locked },
    ],
    clock,
  );
}
