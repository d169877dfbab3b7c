import { randomUUID } from 'node:crypto';
import type { Services } from '../../platform/context/context.ts';
import { toLoggable } from '../../platform/http/request-log.ts';
import type { Scheduler } from '../../platform/jobs/scheduler.ts';
import type { Database, Row } from '../../platform/store/database.ts';
import type { BackupStore } from './backup-store.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'log'> & { readonly backups: BackupStore };

const instancesTable = 'server_instances';
/** Interval of a server's heartbeat for its folder, in ms. */
const beatMs = 20_000;
/** How much older than the recorded heartbeat the marker of a server may be, in ms, because a network disk may show it late. */
const signLag = 60_000;
/** How long after its last heartbeat a server counts as stopped, in ms. */
const silence = 5 * 60_000;
/** The start time of instances that have left: after all others, so that none gives way to them. */
const leftAt = Number.MAX_SAFE_INTEGER;
const instanceRetentionMs = 30 * 86_400_000;

interface Heartbeat {
  readonly holder: string;
  readonly place: string;
  readonly beganAt: number;
  readonly now: number;
}

/** Records the heartbeat of a server. Returns the instances with the same name that started before it. */
function recordHeartbeat(database: Database, { holder, place, beganAt, now }: Heartbeat): Promise<Row[]> {
  return database.transaction(async (tx) => {
    const row = { place, seen_at: now };
    await tx
      .insertInto(instancesTable)
      .values({ ...row, holder, began_at: beganAt })
      .onConflict((conflict) => conflict.column('holder').doUpdateSet(row))
      .execute();
    const old = tx.deleteFrom(instancesTable).where('seen_at', '<', now - instanceRetentionMs);
    await old.execute();
    return tx
      .selectFrom(instancesTable)
      .select(['holder', 'seen_at'])
      .where('place', '=', place)
      .where('seen_at', '>', now - silence)
      .where((eb) =>
        eb.or([eb('began_at', '<', beganAt), eb.and([eb('began_at', '=', beganAt), eb('holder', '<', holder)])]),
      )
      .execute();
  });
}

/** Records that a server has left: its folder stays known, and a server that starts in it again does not look for its marker. */
async function recordLeave(database: Database, holder: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.updateTable(instancesTable).set({ began_at: leftAt }).where('holder', '=', holder).execute();
  });
}

/**
 * Sends heartbeats for this server and its folder. When another server has the same name and no recent marker in this folder, the
 * folder is a copy of that server's folder: the server that started later takes another name, so that neither looks for files
 * that the other has.
 */
export function createInstanceRegistry(deps: Deps): Scheduler & { beat(): Promise<void> } {
  const { database, clock, log, backups } = deps;
  const holder = randomUUID();
  const beganAt = clock();
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();
  let isStopped = false;

  const writeHeartbeat = async () => {
    const place = await backups.ownPlace(true);
    if (place === null) return;
    const now = clock();
    await backups.sign(holder, now);
    for (const other of await recordHeartbeat(database, { holder, place, beganAt, now })) {
      const sign = await backups.signOf(String(other.holder));
      if (sign !== 0 && sign >= Number(other.seen_at) - signLag) continue;
      await backups.renamePlace(place);
      log.warn({ place }, 'this data folder is a copy of another server’s: it goes by a name of its own from now on');
      return writeHeartbeat();
    }
  };
  const scheduleHeartbeat = () => {
    beating = writeHeartbeat()
      .catch((error: unknown) => log.warn(toLoggable(error), 'the place of this server was not said'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(scheduleHeartbeat, beatMs).unref();
      });
  };
  return {
    beat: writeHeartbeat,
    start: scheduleHeartbeat,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await beating;
      if ((await backups.ownPlace()) === null) return;
      // The marker stays when that cannot be recorded: without it, the next server in this folder would mistake the folder for a
      // copy.
      await recordLeave(database, holder)
        .then(() => backups.unsign(holder))
        .catch((error: unknown) => log.warn(toLoggable(error), 'it was not said that this server stops'));
    },
  };
}
