import { randomUUID } from 'node:crypto';
import {
  ApiError,
  type FieldErrors,
  localize,
  type Values,
  webhookDelivery,
  webhookEndpoint,
  webhookTestEvent,
} from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import { createPlan, type RecordCheck } from '../../../platform/engine/engine.ts';
import type { Operation, OperationCall, Operations } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import { changeLocked } from '../../../platform/engine/record-actions/guarded-writes.ts';
import { createOperationsFor } from '../../../platform/engine/record-actions/planned-operations.ts';
import { assertRecentStepUp } from '../../../platform/http/caller.ts';
import type { Sealing } from '../../../platform/secrets/keyring.ts';
import type { Cell } from '../../../platform/store/database.ts';
import { insertRecords, toChangedCells } from '../../../platform/store/records.ts';
import { uncoveredScopes } from '../review-clients.ts';
import { createSecretOperations } from '../secret-operations.ts';
import { createDeliveryRow, createWebhookPayload } from './queue-events.ts';
import { toAttemptCells } from './record-attempt.ts';
import { generateWebhookSecret, sendWebhook, type WebhookAttempt, type WebhookSendDeps } from './send-webhook.ts';

const words = {
  url: {
    zh: '须为完整的 http(s) 网址，不含用户名、密码与 #',
    en: 'Must be a full http(s) URL without a username, a password, or a fragment.',
  },
  uncovered: {
    zh: '您自己的权限不包含“变更通知”涉及的数据',
    en: 'Your own permissions do not cover the data of change events.',
  },
  owner: {
    zh: '该服务凭证没有“变更通知”权限',
    en: 'This service client does not have the scope Change events.',
  },
  disabled: { zh: '端点已停用，请先启用', en: 'The endpoint is disabled. Enable it first.' },
} as const;

const plan = createPlan(webhookEndpoint);

export interface WebhookActionDeps extends WebhookSendDeps {
  readonly keyring: Pick<Sealing, 'seal' | 'open'>;
}

function isUrl(given: unknown): boolean {
  if (typeof given !== 'string' || !URL.canParse(given)) return false;
  const { protocol, username, password, hash } = new URL(given);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

/** Checks that the URL can be called, and that the admin's own permissions cover the events. */
export const checkWebhookEndpoint: RecordCheck = ({ url }, { actor, locale }): FieldErrors | null => {
  const errors: FieldErrors = {
    ...(isUrl(url) ? {} : { url: [localize(words.url, locale)] }),
    ...(uncoveredScopes(actor, ['event']).length === 0 ? {} : { events: [localize(words.uncovered, locale)] }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
};

/** Rejects an admin who could not have created the endpoint: its secret, and its being enabled, give the same data. */
function assertCovered({ caller }: OperationCall): void {
  if (uncoveredScopes(caller.actor, ['event']).length > 0)
    throw new ApiError('denied', { message: localize(words.uncovered, caller.locale) });
}

/** The service client of an endpoint exists and may receive events. */
async function assertOwner({ tx, caller }: OperationCall, id: unknown): Promise<void> {
  if (typeof id !== 'number') return;
  const owner = await tx.selectFrom('service_clients').select('scopes').where('id', '=', id).executeTakeFirst();
  const scopes = owner ? (JSON.parse(owner.scopes) as readonly string[]) : [];
  if (!scopes.includes('event') && !scopes.includes('all'))
    throw new ApiError('invalid', { errors: { serviceClientId: [localize(words.owner, caller.locale)] } });
}

const update: Operation<'webhook_endpoints'> = {
  canReverse: true,
  async run(call) {
    const { services, tx, caller, resource, input, row } = call;
    assertRecentStepUp(caller, services.clock());
    const cells = pickDiffering(row, toChangedCells(resource, input)) as Record<string, Cell>;
    if (Object.keys(cells).length === 0) return { data: await presentRow(services, tx, resource, row, caller) };
    const after: Values = { ...plan.current(row), ...input };
    const errors = checkWebhookEndpoint(after, caller);
    if (errors) throw new ApiError('invalid', { errors });
    await assertOwner(call, after.serviceClientId);
    return changeLocked(call, cells);
  },
};

const enable: Operation = {
  async run(call) {
    assertCovered(call);
    return changeLocked(call, { status: 'enabled', disabled_reason: null, failing_since: null });
  },
};

/** A test is recorded as a delivery that is not retried, and changes nothing of the endpoint. */
function createTest(deps: WebhookSendDeps): Operation<'webhook_endpoints'> {
  return {
    async prepare({ id, services: { database, clock }, dryRun }) {
      if (dryRun || id === null) return null;
      const { read } = database;
      const endpoint = await read.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
      if (!endpoint) return null;
      const eventId = `test-${randomUUID()}`;
      const payload = createWebhookPayload({ id: eventId, type: webhookTestEvent, at: clock(), data: {} });
      const message = { endpoint, eventId, body: JSON.stringify(payload) };
      return { eventId, payload, attempt: await sendWebhook(deps, { read, clock }, message) };
    },
    async run({ tx, row, services: { database, clock }, resource, name }, prepared) {
      const sent = prepared as { eventId: string; payload: object; attempt: WebhookAttempt } | null;
      if (sent === null) return { data: null };
      const { eventId, payload, attempt } = sent;
      const { error, responseStatus, durationMs: ms } = attempt;
      const status = error === null ? 'succeeded' : 'failed';
      const values = { endpointId: row.id, event: webhookTestEvent, eventId, payload, attempts: 1 };
      const cells = { ...toAttemptCells(attempt, clock()), status, next_attempt_at: null };
      const delivery = { ...createDeliveryRow(values, clock()), ...cells };
      await insertRecords(tx, database.dialect, webhookDelivery, [delivery]);
      return {
        data: { ok: error === null, error, responseStatus, ms },
        audit: { ...createChangedDraft(resource, name, row, {}), reason: error },
      };
    },
  };
}

/** Starts a delivery from its first attempt. Its event ID stays the same, so that a receiver can recognize a duplicate. */
const resend: Operation<'webhook_deliveries'> = {
  async run(call) {
    const { tx, row, services, caller } = call;
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select('status')
      .where('id', '=', row.endpoint_id)
      .executeTakeFirstOrThrow();
    if (endpoint.status !== 'enabled') {
      const message = localize(words.disabled, caller.locale);
      throw new ApiError('stateConflict', { message, data: { state: 'endpointDisabled' } });
    }
    return changeLocked(call, { status: 'pending', attempts: 0, next_attempt_at: services.clock() });
  },
};

/** What is done with webhook endpoints and their deliveries by hand. */
export function createWebhookOperations(deps: WebhookActionDeps): Operations {
  const { create, rotate } = createSecretOperations({
    table: 'webhook_secrets',
    owner: 'endpoint_id',
    isHashed: false,
    sealed: { column: 'secret', keyring: deps.keyring },
    newSecret: generateWebhookSecret,
    made: (call) => assertOwner(call, call.input.serviceClientId),
  });
  const rotateCovered: Operation = {
    async run(call, prepared) {
      assertCovered(call);
      return rotate.run(call, prepared);
    },
  };
  const test = createTest(deps);
  return {
    ...createOperationsFor(webhookEndpoint, { create, update, rotate: rotateCovered, enable, test }),
    ...createOperationsFor(webhookDelivery, { resend }),
  };
}
