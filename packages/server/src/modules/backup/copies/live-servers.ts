import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { toLoggable } from '../../../platform/http/request-log.ts';
import type { Database, Reader, Tx } from '../../../platform/store/database.ts';

const table = 'leases';
const prefix = 'server:';
/** How long a server counts as alive after its last heartbeat, and how often it sends one, in ms. */
const leaseMs = 30_000;
const heartbeatMs = 5_000;
/** How long the lease of a killed server is retained after its end, in ms. */
const outdatedMs = 86_400_000;
/** Maintenance holds it exclusively; starting servers share it. */
const maintenanceLock = 'maintenance';

interface Holder extends Omit<LiveServer, 'expiresInMs'> {
  /** Where process ids mean the same: the running kernel and its process namespace. */
  readonly space: string;
  /** Start of the process in ticks of the kernel: process ids are used again. */
  readonly startedAt: string;
}

function readSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Empty where the system does not say. The name of the program may hold spaces and brackets, so it is cut off first. */
function readProcessStart(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Of a process that would be on this machine: does it still run? One elsewhere counts as running. */
function canRun({ pid, space, startedAt }: Holder): boolean {
  if (space !== readSpace()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return readProcessStart(pid) === startedAt;
}

/** Hosts may disagree on the time, so all of them use the clock of the shared database. */
async function getTime({ kind }: Database, read: Reader): Promise<number> {
  if (kind === 'sqlite') return Date.now();
  const { rows } = await sql<{
    now: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(read);
  return Number(rows[0]?.now);
}

/** Server processes that use the database now. A database without a schema has none. */
export async function liveServers(database: Database): Promise<LiveServer[]> {
  const { read, dialect } = database;
  if ((await dialect.columnsOf(read, table)).length === 0) return [];
  const now = await getTime(database, read);
  const rows = await read
    .selectFrom(table)
    .select(['holder', 'until'])
    .where('name', 'like', `${prefix}%`)
    .where('until', '>', now)
    .orderBy('name')
    .execute();
  return rows.flatMap(({ holder, until }) => {
    const server = JSON.parse(holder) as Holder;
    const { host, pid, url } = server;
    return canRun(server) ? [{ host, pid, url, expiresInMs: until - now }] : [];
  });
}

/** Ends the leases of all servers: one that was only cut off finds that out at its next heartbeat, and stops. */
export async function endServerLeases(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom(table).where('name', 'like', `${prefix}%`).execute();
  });
}

async function tryLock(tx: Tx, way: 'alone' | 'shared'): Promise<boolean> {
  const take = sql.raw(way === 'alone' ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_xact_lock_shared');
  const { rows } = await sql<{ ok: boolean }>`select ${take}(hashtextextended(${maintenanceLock}, 0)) as ok`.execute(
    tx,
  );
  return rows[0]?.ok === true;
}

/**
 * Runs `work` while a separate transaction holds the lock of a PostgreSQL database, which also works behind a transaction pooler.
 * The transaction reads no table, so that `work` may drop any.
 */
async function runUnderLock<T>(database: Database, way: 'alone' | 'shared', work: () => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    if (!(await tryLock(tx, way))) throw new MaintenanceRunning();
    return work();
  });
}

/** Runs work on PostgreSQL that must not run while a server uses the database. Throws ServersAlive or MaintenanceRunning. */
export function maintainPostgres<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return runUnderLock(database, 'alone', async () => {
    const servers = await liveServers(database);
    if (servers.length > 0) throw new ServersAlive(servers);
    if ((await database.dialect.columnsOf(database.read, table)).length > 0) await endServerLeases(database);
    return work();
  });
}

/** Starts a server on PostgreSQL up to its lease; maintenance cannot start meanwhile. Throws MaintenanceRunning. */
export function startOnPostgres<T>(database: Database, start: () => Promise<T>): Promise<T> {
  return runUnderLock(database, 'shared', start);
}

export interface ServerLease {
  /** Records the URL at which the server listens. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/** Writes down that this process serves the database, and again every few seconds. `onLost` is called once when that was revoked. */
export async function takeServerLease(database: Database, log: Logger, onLost: () => void): Promise<ServerLease> {
  const name = `${prefix}${randomUUID()}`;
  const { pid } = process;
  const self: Holder = { host: hostname(), pid, url: '', space: readSpace(), startedAt: readProcessStart(pid) };
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;
  const renewLease = (change: { holder?: string }) =>
    database.reserved.transaction(async (tx) => {
      const until = (await getTime(database, tx)) + leaseMs;
      const updated = await tx
        .updateTable(table)
        .set({ ...change, until })
        .where('name', '=', name)
        .executeTakeFirst();
      return updated.numUpdatedRows > 0n;
    });
  const schedule = () => {
    timer = setTimeout(() => {
      renewLease({})
        .then((isOurs) => {
          if (!isOurs && !isReleased) onLost();
          else if (!isReleased) schedule();
        })
        .catch((error: unknown) => {
          log.warn(toLoggable(error), 'the heartbeat of this server was not written');
          if (!isReleased) schedule();
        });
    }, heartbeatMs).unref();
  };
  await database.transaction(async (tx) => {
    const now = await getTime(database, tx);
    const until = now + leaseMs;
    // An SQLite database has one server, which holds its file lock: all other leases belong to killed servers.
    const outdated = database.kind === 'sqlite' ? now + leaseMs : now - outdatedMs;
    await tx.deleteFrom(table).where('name', 'like', `${prefix}%`).where('until', '<=', outdated).execute();
    await tx
      .insertInto(table)
      .values({ name, holder: JSON.stringify(self), until })
      .execute();
  });
  schedule();
  return {
    async announce(url) {
      await renewLease({ holder: JSON.stringify({ ...self, url }) });
    },
    async release() {
      isReleased = true;
      clearTimeout(timer);
      await database.reserved.transaction(async (tx) => {
        await tx.deleteFrom(table).where('name', '=', name).execute();
      });
    },
  };
}

/** A server process that uses the database. */
export interface LiveServer {
  readonly host: string;
  readonly pid: number;
  /** Where it listens; empty while it starts. */
  readonly url: string;
  /** When it stops counting as alive unless it sends another heartbeat, in ms from now. */
  readonly expiresInMs: number;
}

/** Servers use the database, so that what would change it under them is rejected. */
export class ServersAlive extends Error {
  override readonly name = 'ServersAlive';
  /** Empty when the process that uses the database has not registered. */
  readonly servers: readonly LiveServer[];

  constructor(servers: readonly LiveServer[]) {
    super('servers use the database');
    this.servers = servers;
  }
}

/** A restore, a migration or a rotation of secrets is running. */
export class MaintenanceRunning extends Error {
  override readonly name = 'MaintenanceRunning';
}
