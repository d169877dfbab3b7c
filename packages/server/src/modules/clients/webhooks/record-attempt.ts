import { webhookEndpoint } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { Column, RowOf, Tx } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import { createRetryPolicy } from '../../../platform/store/retry-policy.ts';
import { webhookDisabled } from '../notifications.ts';
import type { WebhookAttempt } from './send-webhook.ts';

const hour = 3_600_000;
const getPause = createRetryPolicy({ firstMs: 10_000, factor: 3, maxMs: 12 * hour });
/** Attempts of a delivery, the first included. */
const maxAttempts = 14;
/** From the first attempt to the last one, in ms: just under three days. */
const retryWindowMs = Array.from({ length: maxAttempts - 1 }, (_, index) => getPause(index + 1)).reduce(
  (sum, pause) => sum + pause,
);

/** What is known of a delivery while it is attempted. */
export type AttemptedDelivery = Pick<RowOf<'webhook_deliveries'>, 'id' | 'attempts'>;

type Deps = Pick<Services, 'database' | 'clock' | 'audit'>;

/**
 * Records an attempt, unless the delivery was changed meanwhile, such as by a resend. A failed one is scheduled again; the endpoint is
 * disabled when it answers 410, and when nothing has succeeded for as long as a delivery is retried.
 */
export async function recordAttempt(
  { database, clock, audit }: Deps,
  delivery: AttemptedDelivery,
  endpoint: RowOf<'webhook_endpoints'>,
  attempt: WebhookAttempt,
): Promise<void> {
  const now = clock();
  const attempts = delivery.attempts + 1;
  const hasFailed = attempt.error === 'gone' || (attempt.error !== null && attempts >= maxAttempts);
  const status = attempt.error === null ? 'succeeded' : hasFailed ? 'failed' : 'pending';
  await database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({
        ...toAttemptCells(attempt, now),
        status,
        attempts,
        next_attempt_at: status === 'pending' ? now + getPause(attempts) : null,
        updated_at: now,
      })
      .where('id', '=', delivery.id)
      .where('status', '=', 'pending')
      .where('attempts', '=', delivery.attempts)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return;
    const current = await recordHealth(tx, database, endpoint.id, attempt.error === null, now);
    if (!current || !hasFailed) return;
    const reason = getDisablingReason(attempt, current, endpoint, now);
    if (reason !== null) await disableEndpoint(tx, { clock, audit }, current, reason);
  });
}

/** The columns that say how an attempt ended. */
export function toAttemptCells({ error, responseStatus, response, durationMs }: WebhookAttempt, now: number) {
  return { error, response_status: responseStatus, response, duration_ms: durationMs, last_attempt_at: now };
}

/** Notes since when an endpoint fails, or when it last succeeded. Returns the endpoint; none if it was deleted. */
async function recordHealth(
  tx: Tx,
  { dialect }: Deps['database'],
  id: number,
  hasSucceeded: boolean,
  now: number,
): Promise<RowOf<'webhook_endpoints'> | undefined> {
  const [row] = await lockRows(tx, dialect, webhookEndpoint, [id]);
  if (row === undefined) return undefined;
  const health = hasSucceeded
    ? { last_success_at: now, failing_since: null }
    : { failing_since: row.failing_since ?? now };
  await tx.updateTable('webhook_endpoints').set(health).where('id', '=', id).execute();
  return { ...row, ...health };
}

type DisabledReason = Column<'webhook_endpoints', 'disabled_reason'>;

function getDisablingReason(
  { error }: WebhookAttempt,
  current: RowOf<'webhook_endpoints'>,
  attempted: RowOf<'webhook_endpoints'>,
  now: number,
): DisabledReason | null {
  // A response of another URL does not describe the URL that was entered meanwhile.
  if (current.status !== 'enabled' || current.url !== attempted.url) return null;
  if (error === 'gone') return 'gone';
  const { failing_since: since } = current;
  return since !== null && now - since >= retryWindowMs ? 'failing' : null;
}

async function disableEndpoint(
  tx: Tx,
  { clock, audit }: Pick<Deps, 'clock' | 'audit'>,
  row: RowOf<'webhook_endpoints'>,
  reason: DisabledReason,
): Promise<void> {
  const cells = { status: 'disabled', disabled_reason: reason } as const;
  await tx
    .updateTable('webhook_endpoints')
    .set({ ...cells, version: row.version + 1, updated_at: clock(), updated_by: null })
    .where('id', '=', row.id)
    .execute();
  await audit.append(tx, null, createChangedDraft(webhookEndpoint, 'disable', row, cells));
  await notify(tx, clock, webhookDisabled({ id: row.id, name: row.name, version: row.version }));
}
