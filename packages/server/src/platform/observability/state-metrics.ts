import { apiKey, jobKinds, jobStates } from '@gantry/core';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../context/context.ts';
import type { Column, Reader } from '../store/database.ts';

/** Gauges of the state of the database, the same for every process. */
export interface StateMetrics {
  /** Reads all values again; rejects when the database does not respond. */
  refresh(read: Reader): Promise<void>;
  /** Removes the values, so that no outdated value is reported. */
  clear(): void;
}

const toSeconds = (ms: unknown) => Number(ms) / 1000;

/** Creates a gauge in the registry and remembers it. */
type CreateGauge = (name: string, help: string, labelNames?: readonly string[]) => Gauge;
/** Reads a part of the state. */
type ReadPart = (read: Reader) => Promise<void>;

/** Creates the gauges. Times are Unix timestamps in seconds, 0 for never: an alert subtracts them from `time()`. */
export function createStateMetrics(registry: Registry, clock: Clock): StateMetrics {
  const gauges: Gauge[] = [];
  const labelled = new Set<Gauge>();
  const createGauge: CreateGauge = (name, help, labelNames = []) => {
    const gauge = new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
    gauges.push(gauge);
    if (labelNames.length > 0) labelled.add(gauge);
    return gauge;
  };
  const parts = [
    measureJobs(createGauge, clock),
    measureKeys(createGauge),
    measureSessions(createGauge, clock),
    measureIntegrity(createGauge),
    measureBackups(createGauge),
  ];
  return {
    async refresh(read) {
      for (const part of parts) await part(read);
    },
    clear() {
      for (const one of gauges) {
        one.reset();
        // A gauge without labels is set to 0 by a reset.
        if (!labelled.has(one)) one.remove({});
      }
    },
  };
}

function measureJobs(newGauge: CreateGauge, clock: Clock): ReadPart {
  const jobs = newGauge('gantry_jobs', 'Background jobs by kind and status', ['kind', 'status']);
  const oldest = newGauge('gantry_jobs_oldest_waiting_seconds', 'How long the oldest due job has waited', ['kind']);
  return async (read) => {
    jobs.reset();
    for (const kind of Object.keys(jobKinds)) {
      oldest.set({ kind }, 0);
      for (const status of Object.keys(jobStates)) jobs.set({ kind, status }, 0);
    }
    const counts = await read
      .selectFrom('background_jobs')
      .select(['kind', 'status', ({ fn }) => fn.countAll().as('total')])
      .groupBy(['kind', 'status'])
      .execute();
    for (const { kind, status, total } of counts) jobs.set({ kind, status }, Number(total));
    const now = clock();
    const waiting = await read
      .selectFrom('background_jobs')
      .select(['kind', ({ fn }) => fn.min(fn.coalesce('run_after', 'created_at')).as('since')])
      .where('status', '=', 'queued')
      .where(({ eb, fn }) => eb(fn.coalesce('run_after', 'created_at'), '<=', now))
      .groupBy('kind')
      .execute();
    for (const { kind, since } of waiting) oldest.set({ kind }, toSeconds(now - since));
  };
}

function measureKeys(newGauge: CreateGauge): ReadPart {
  const keys = newGauge('gantry_keys', 'Keys of AI providers by provider and status', ['provider', 'status']);
  const statuses = Object.keys(apiKey.fields.status.options);
  return async (read) => {
    keys.reset();
    const rows = await read
      .selectFrom('api_keys')
      .select(['provider', 'status', ({ fn }) => fn.countAll().as('total')])
      .groupBy(['provider', 'status'])
      .execute();
    for (const provider of new Set(rows.map((row) => row.provider)))
      for (const status of statuses) keys.set({ provider, status }, 0);
    for (const { provider, status, total } of rows) keys.set({ provider, status }, Number(total));
  };
}

function measureSessions(newGauge: CreateGauge, clock: Clock): ReadPart {
  const sessions = newGauge('gantry_sessions', 'Sessions and access tokens of admins that are valid', ['kind']);
  return async (read) => {
    sessions.reset();
    const rows = await read
      .selectFrom('admin_sessions')
      .select(['kind', ({ fn }) => fn.countAll().as('total')])
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', clock())
      .groupBy('kind')
      .execute();
    for (const { kind, total } of rows) sessions.set({ kind }, Number(total));
  };
}

function measureIntegrity(newGauge: CreateGauge): ReadPart {
  const entries = newGauge('gantry_audit_log_entries', 'Entries of the audit log');
  const unsealed = newGauge('gantry_audit_log_unsealed_entries', 'Audit entries that are not in the hash chain yet');
  const lastEntry = newGauge('gantry_audit_log_last_entry_timestamp_seconds', 'When the newest audit entry was made');
  const checkedAt = newGauge('gantry_integrity_check_timestamp_seconds', 'Time of the last verification', ['check']);
  const isOk = newGauge('gantry_integrity_check_ok', '1 when the last verification found no break', ['check']);
  return async (read) => {
    const head = await read.selectFrom('audit_heads').selectAll().where('id', '=', 1).executeTakeFirst();
    const queue = await read
      .selectFrom('audit_queue')
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    const newest = await read
      .selectFrom('audit_entries')
      .select('created_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const waiting = Number(queue.total);
    entries.set((head?.count ?? 0) + waiting);
    unsealed.set(waiting);
    lastEntry.set(toSeconds(newest?.created_at ?? 0));
    for (const check of ['audit', 'ledger']) checkedAt.set({ check }, 0);
    for (const { name, checked_at, is_ok } of await read.selectFrom('integrity_checks').selectAll().execute()) {
      checkedAt.set({ check: name }, toSeconds(checked_at));
      isOk.set({ check: name }, is_ok);
    }
  };
}

function measureBackups(newGauge: CreateGauge): ReadPart {
  const madeAt = newGauge('gantry_backup_last_success_timestamp_seconds', 'When the newest good backup was made');
  const verifiedAt = newGauge('gantry_backup_last_verified_timestamp_seconds', 'When a backup was last read back');
  const copiedAt = newGauge('gantry_backup_last_copied_timestamp_seconds', 'When a backup was last copied to storage');
  const isOk = newGauge('gantry_backup_last_ok', '1 when the newest finished backup is good');
  const size = newGauge('gantry_backup_last_size_bytes', 'Size of the newest good backup');
  return async (read) => {
    const newest = (status: string[]) =>
      read
        .selectFrom('backups')
        .selectAll()
        .where('status', 'in', status as Column<'backups', 'status'>[])
        .orderBy('id', 'desc')
        .executeTakeFirst();
    const [good, finished] = [await newest(['ready']), await newest(['ready', 'failed', 'broken'])];
    const times = await read
      .selectFrom('backups')
      .select(({ fn }) => [fn.max('verified_at').as('verified'), fn.max('copied_at').as('copied')])
      .executeTakeFirst();
    madeAt.set(toSeconds(good?.finished_at ?? 0));
    size.set(good?.size ?? 0);
    verifiedAt.set(toSeconds(times?.verified ?? 0));
    copiedAt.set(toSeconds(times?.copied ?? 0));
    if (finished) isOk.set(Number(finished.status === 'ready'));
    else isOk.remove({});
  };
}
