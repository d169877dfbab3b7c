import os from 'node:os';
import {
  apiKey,
  can,
  type Locale,
  localize,
  type MemoryPanelAnswer,
  type QueueLine,
  serviceClient,
} from '@gantry/core';
import type { Caller, Clock } from '../../platform/context/context.ts';
import type { ClientMeter } from '../../platform/http/admission/client-meter.ts';
import type { HttpMeter } from '../../platform/http/http-meter.ts';
import { routeTo } from '../../platform/notifications/notification-types.ts';
import type { PanelTranslate } from '../../platform/notifications/panel-words.ts';
import { readDatabaseStats } from '../../platform/observability/database-stats.ts';
import {
  computeHealth,
  type HealthEntry,
  type KeyStats,
  readDisk,
  type StorageWatch,
} from '../../platform/observability/health.ts';
import { readMemory, type SystemSampler } from '../../platform/observability/sampler.ts';
import type { Database } from '../../platform/store/database.ts';
import { problemStates } from '../keys/index.ts';
import { type QueueFigures, readQueues } from './queue-figures.ts';
import { countBy } from './sums.ts';
import type { TimedCache } from './timed-cache.ts';

/** Maximum number of services shown: the ones that called last. */
const shown = 20;

/** Returns the service clients, the latest caller first. Request rates are those that this process has measured. */
async function readServices(
  { read }: Database,
  meter: ClientMeter,
  now: number,
): Promise<MemoryPanelAnswer['services']> {
  const rows = await read
    .selectFrom('service_clients')
    .select(['id', 'name', 'last_used_at'])
    .where('status', '=', 'enabled')
    .execute();
  const figures = meter.stats();
  const known = rows.map((row) => {
    const own = figures.get(row.id);
    const seen = Math.max(own?.lastSeenAt ?? 0, row.last_used_at ?? 0);
    return {
      id: row.id,
      name: row.name,
      lastSeenS: seen === 0 ? null : Math.max(0, Math.round((now - seen) / 1000)),
      rpm: own?.rpm ?? 0,
      errorBps: own?.errorBps ?? null,
    };
  });
  const getAge = ({ lastSeenS }: { readonly lastSeenS: number | null }) => lastSeenS ?? Number.MAX_SAFE_INTEGER;
  return known.sort((one, other) => getAge(one) - getAge(other)).slice(0, shown);
}

export interface MemoryPanelDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sampler: SystemSampler;
  readonly meter: HttpMeter;
  /** The data folder of the server, whose disk may fill up. */
  readonly dataFolder: string;
  readonly version: string;
  readonly commit: string | null;
  readonly clients: ClientMeter;
  readonly storage: StorageWatch;
  /** Counting queued work is more expensive than the system metrics, so it is cached for a few seconds. */
  readonly queues: TimedCache<readonly QueueFigures[]>;
}

function readHost(): MemoryPanelAnswer['host'] {
  return {
    hostname: os.hostname(),
    os: `${os.type()} ${os.release()}`,
    arch: os.arch(),
    cpus: os.cpus().length,
    load: os.loadavg().map((load) => Math.round(load * 100) / 100),
    uptimeS: Math.round(os.uptime()),
  };
}

function processNow({ sampler, version, commit }: MemoryPanelDeps): MemoryPanelAnswer['process'] {
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  const { eventLoopP99Ms, processCpuPct } = sampler.latest();
  return {
    pid: process.pid,
    node: process.version,
    version,
    commit,
    uptimeS: Math.round(process.uptime()),
    rss,
    heapUsed,
    heapTotal,
    eventLoopP99Ms,
    cpuPct: processCpuPct,
  };
}

async function readKeys(database: Database): Promise<KeyStats> {
  const keys = await countBy(database, 'api_keys', 'status');
  const sum = (states: readonly string[]) => states.reduce((all, state) => all + (keys.get(state) ?? 0), 0);
  const total = sum([...keys.keys()]) - sum(['disabled']);
  return { total, active: sum(['active', 'cooling']), problems: sum(problemStates) };
}

function getWords({ key, value }: HealthEntry, t: PanelTranslate, keys: KeyStats | null): string {
  if (key === 'keys' && keys) return t('panels.measured.keys', { ...keys });
  if (key === 'db') {
    return value === null ? t('panels.measured.noAnswer') : t('panels.measured.latency', { ms: value });
  }
  const measured = value ?? 0;
  if (key === 'eventLoop') return t('panels.measured.delay', { ms: measured });
  if (key === 'queues') return t('panels.measured.stuck', { number: measured });
  if (key === 'storage') return t('panels.measured.storage');
  if (key === 'http') return t('panels.measured.errors', { number: measured });
  return t('panels.measured.used', { percent: measured });
}

const labels = {
  db: 'panels.health.db',
  cpu: 'panels.health.cpu',
  disk: 'panels.health.disk',
  memory: 'panels.health.memory',
  eventLoop: 'panels.health.eventLoop',
  http: 'panels.health.http',
  keys: 'panels.health.keys',
  queues: 'panels.health.queues',
  storage: 'panels.health.storage',
} as const;

/** The list of the affected records, for a check about records. */
function routeOf({ key, status }: HealthEntry, queue: readonly QueueLine[]): { readonly route?: string } {
  if (status === 'ok') return {};
  if (key === 'keys') return { route: routeTo(apiKey, { status: problemStates }) };
  const stuck = key === 'queues' ? queue.find((line) => line.stuck > 0) : undefined;
  return stuck ? { route: stuck.route } : {};
}

/** Returns queued work and calling services; empty while the database does not respond. */
async function readWork(
  { database, clock, clients, queues }: MemoryPanelDeps,
  isUp: boolean,
  actor: Caller['actor'],
  locale: Locale,
): Promise<Pick<MemoryPanelAnswer, 'queue' | 'services'>> {
  if (!isUp) return { queue: [], services: null };
  const now = clock();
  const found = await queues.get('queues', () => readQueues(database, now));
  const queue = found
    .filter(({ of }) => can(actor, of, 'list'))
    .map(({ of, open, ...figures }): QueueLine => {
      return { key: of.name, label: localize(of.label, locale), ...figures, route: routeTo(of, { status: [...open] }) };
    });
  return { queue, services: can(actor, serviceClient, 'list') ? await readServices(database, clients, now) : null };
}

/** Settings are stored in the database: while it does not respond, the storage of images is unknown. */
async function readStorage({ storage }: MemoryPanelDeps, isUp: boolean): Promise<MemoryPanelAnswer['storage']> {
  return isUp ? storage.latest() : { driver: 'database', ok: null };
}

/**
 * Returns the current state of the machine, this process and the database. Never cached, because it is a snapshot of the moment.
 */
export async function buildMemoryPanelAnswer(
  deps: MemoryPanelDeps,
  { t, locale, actor }: { readonly t: PanelTranslate; readonly locale: Locale; readonly actor: Caller['actor'] },
): Promise<MemoryPanelAnswer> {
  const { sampler, meter } = deps;
  const [db, disk] = await Promise.all([readDatabaseStats(deps.database), readDisk(deps.dataFolder)]);
  const keys = db.ok && can(actor, apiKey, 'list') ? await readKeys(deps.database) : null;
  const { queue, services } = await readWork(deps, db.ok, actor, locale);
  const { rpm, p95Ms, errors5m, history: rpmHistory } = meter.stats();
  const { cpu, mem } = sampler.history();
  const figures = {
    host: readHost(),
    process: processNow(deps),
    cpu: { pct: sampler.latest().cpuPct },
    memory: readMemory(),
    disk: disk === null ? [] : [disk],
    db,
    queue,
    storage: await readStorage(deps, db.ok),
    http: { rpm, p95Ms, errors5m },
  };
  return {
    ...figures,
    services,
    // All three series cover the time that this process has been measuring.
    history: { stepS: 60, cpu, mem, rpm: rpmHistory.slice(-Math.max(1, cpu.length)) },
    health: computeHealth({ ...figures, keys }).map((entry) => ({
      key: entry.key,
      label: t(labels[entry.key]),
      status: entry.status,
      message: getWords(entry, t, keys),
      ...routeOf(entry, queue),
    })),
    asOf: new Date(deps.clock()).toISOString(),
  };
}
