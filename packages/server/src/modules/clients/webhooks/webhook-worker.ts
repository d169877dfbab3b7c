import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../../../platform/context/context.ts';
import { toLoggable } from '../../../platform/http/request-log.ts';
import { releaseLease, type Scheduler, takeLease } from '../../../platform/jobs/scheduler.ts';
import { createWorkLoop } from '../../../platform/jobs/work-loop.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendWebhook, type WebhookSendDeps, webhookTimeoutMs } from './send-webhook.ts';

export interface WebhookWorkerDeps extends WebhookSendDeps, Pick<Services, 'database' | 'clock' | 'log' | 'audit'> {
  readonly keyring: Pick<Keyring, 'open' | 'locked'>;
}

/** Minimum and maximum time between two looks for due deliveries, in ms. */
const [everyMs, idleMs] = [1_000, 60_000];
/** Endpoints that one process delivers to at the same time. */
const maxEndpoints = 16;
/** How long an endpoint is delivered to before others get a turn, in ms. */
const turnMs = 20_000;
/** Longer than one attempt takes, so that a lease never ends during one, in ms. */
const leaseMs = 4 * webhookTimeoutMs;

const leasePrefix = 'webhook endpoint ';

export interface WebhookWorker extends Scheduler {
  /** Attempts everything that is due now; for tests. */
  drain(): Promise<void>;
}

/**
 * Delivers events in this process: to each endpoint one after the other, the oldest first, and to many endpoints at the same time. An
 * endpoint is delivered to by one process, which holds its lease.
 */
export function createWebhookWorker(deps: WebhookWorkerDeps): WebhookWorker {
  const { database, clock, log } = deps;
  const holder = randomUUID();
  const running = new Map<number, Promise<void>>();
  let isStopped = false;

  const start = (endpointId: number) => {
    const turn = deliverInTurn(deps, { endpointId, holder, isStopped: () => isStopped })
      .catch((error) => log.warn({ endpoint: endpointId, ...toLoggable(error) }, 'webhook deliveries were interrupted'))
      .finally(() => {
        running.delete(endpointId);
        loop.wake();
      });
    running.set(endpointId, turn);
  };
  const fill = async (): Promise<number | null> => {
    // Nothing can be signed until the server is started with its master key.
    if (deps.keyring.locked) return null;
    const waiting = await findWaitingEndpoints(database.read, clock(), [...running.keys()]);
    let next: number | null = null;
    for (const { endpointId, dueAt } of waiting) {
      if (dueAt <= clock() && running.size < maxEndpoints && !isStopped) start(endpointId);
      else next = Math.min(next ?? dueAt, dueAt);
    }
    return next;
  };
  const loop = createWorkLoop({
    changes: database.changes,
    clock,
    watches: ['webhook_deliveries', 'webhook_endpoints'],
    everyMs,
    idleMs,
    firstMs: 0,
    work: () =>
      fill().catch((error) => {
        log.warn(toLoggable(error), 'due webhook deliveries were not read');
        return clock() + everyMs;
      }),
  });
  return {
    start: loop.start,
    async stop() {
      isStopped = true;
      await loop.stop();
      await Promise.all(running.values());
    },
    async drain() {
      for (await fill(); running.size > 0; await fill()) await Promise.race(running.values());
    },
  };
}

interface WaitingEndpoint {
  readonly endpointId: number;
  /** UTC ms. */
  readonly dueAt: number;
}

/** Enabled endpoints whose service client, if they have one, may receive events now. */
const isReceiving = (
  now: number,
): RawBuilder<boolean> => sql<boolean>`e.status = 'enabled' and (e.service_client_id is null
  or exists (select 1 from service_clients c where c.id = e.service_client_id and c.status = 'enabled'
    and (c.expires_at is null or c.expires_at > ${now}) and (c.scopes like '%"event"%' or c.scopes like '%"all"%')))`;

/** When each endpoint has something due, the earliest first; without those that this or another process delivers to. */
async function findWaitingEndpoints(read: Reader, now: number, besides: readonly number[]): Promise<WaitingEndpoint[]> {
  const { rows } = await sql<{ endpoint_id: number; due_at: number }>`
    select d.endpoint_id, min(d.next_attempt_at) as due_at from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id
    where d.status = 'pending' and d.next_attempt_at is not null and ${isReceiving(now)}
      and not exists (select 1 from leases l where l.name = ${sql.lit(leasePrefix)} || d.endpoint_id and l.until > ${now})
    group by d.endpoint_id order by due_at, d.endpoint_id`.execute(read);
  return rows
    .map((row) => ({ endpointId: row.endpoint_id, dueAt: row.due_at }))
    .filter(({ endpointId }) => !besides.includes(endpointId));
}

interface Turn {
  readonly endpointId: number;
  readonly holder: string;
  isStopped(): boolean;
}

/** Attempts what is due to one endpoint until nothing is left or its turn is over. */
async function deliverInTurn(deps: WebhookWorkerDeps, { endpointId, holder, isStopped }: Turn): Promise<void> {
  const { database, clock } = deps;
  const name = `${leasePrefix}${endpointId}`;
  const started = performance.now();
  try {
    while (!isStopped() && performance.now() - started < turnMs) {
      // Renewed before each attempt, so that it lasts for all of it.
      if (!(await takeLease(database, clock, name, holder, leaseMs))) return;
      const due = await findDueDelivery(database.read, endpointId, clock());
      if (due === null) return;
      const { endpoint, delivery } = due;
      const message = { endpoint, eventId: delivery.event_id, body: delivery.payload };
      const attempt = await sendWebhook(deps, { read: database.read, clock }, message);
      await recordAttempt(deps, delivery, endpoint, attempt);
    }
  } finally {
    await releaseLease(database, name, holder).catch(() => {});
  }
}

interface DueDelivery {
  readonly endpoint: RowOf<'webhook_endpoints'>;
  readonly delivery: RowOf<'webhook_deliveries'>;
}

async function findDueDelivery(read: Reader, endpointId: number, now: number): Promise<DueDelivery | null> {
  const endpoint = await read
    .selectFrom('webhook_endpoints as e')
    .selectAll()
    .where('e.id', '=', endpointId)
    .where(isReceiving(now))
    .executeTakeFirst();
  if (!endpoint) return null;
  const delivery = await read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where(sql<boolean>`status = 'pending'`)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return delivery ? { endpoint, delivery } : null;
}
