import { randomBytes } from 'node:crypto';
import {
  ApiError,
  clientApp,
  criticalScopes,
  type FieldErrors,
  frontVersion,
  localize,
  serviceClient,
  serviceScopes,
  type Values,
  webhookEndpoint,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import { createPlan, type RecordCheck, type RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall, OperationResult, Operations } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { changeLocked } from '../../platform/engine/record-actions/guarded-writes.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { reportTaken } from '../../platform/engine/validation-errors.ts';
import { assertRecentStepUp } from '../../platform/http/caller.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import { generateClientId } from '../../platform/secrets/service-secret.ts';
import { isNetwork } from '../../platform/settings/networks.ts';
import { type Cell, getId, type Row } from '../../platform/store/database.ts';
import { changeRecord, toChangedCells } from '../../platform/store/records.ts';
import { frontVersionOperations, isNewerVersion } from './front-versions.ts';
import { clientScopesGranted } from './notifications.ts';
import { uncoveredScopes } from './review-clients.ts';
import { createSecretOperations } from './secret-operations.ts';
import { checkWebhookEndpoint, createWebhookOperations, type WebhookActionDeps } from './webhooks/webhook-actions.ts';

const clientWords = {
  network: { zh: '不是 IP 地址或网段：', en: 'Not an IP address or network: ' },
  scopes: { zh: '您自己的权限不包含这些权限：', en: 'Your own permissions do not cover these scopes: ' },
} as const;

const plan = createPlan(serviceClient);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function getScopeNames(scopes: readonly string[], { locale }: Pick<Caller, 'locale'>): string {
  const known: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = serviceScopes;
  return scopes
    .map((scope) => (known[scope] ? localize(known[scope], locale) : scope))
    .join(locale === 'zh-CN' ? '、' : ', ');
}

/** Every entry of the list of addresses is one, or a network; an admin cannot grant a scope that their own permissions do not cover. */
const checkServiceClient: RecordCheck = ({ ipAllowlist, scopes }, caller): FieldErrors | null => {
  const wrong = listOf(ipAllowlist).find((entry) => !isNetwork(entry));
  const uncovered = uncoveredScopes(caller.actor, listOf(scopes));
  const errors: FieldErrors = {
    ...(wrong === undefined
      ? {}
      : { ipAllowlist: [`${localize(clientWords.network, caller.locale)}${wrong.slice(0, 60)}`] }),
    ...(uncovered.length === 0
      ? {}
      : { scopes: [`${localize(clientWords.scopes, caller.locale)}${getScopeNames(uncovered, caller)}`] }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
};

/**
 * Rejects a caller who could not grant the scopes of the client: rotating its secret or enabling it is equivalent to granting
 * them.
 */
function assertCovered({ row, caller }: OperationCall): void {
  const uncovered = uncoveredScopes(caller.actor, listOf(plan.current(row ?? {}).scopes));
  if (uncovered.length === 0) return;
  const message = `${localize(clientWords.scopes, caller.locale)}${getScopeNames(uncovered, caller)}`;
  throw new ApiError('denied', { message, data: { scopes: uncovered } });
}

/** Notifies every admin of a client that may newly lease keys or act for users. */
async function notifyGranted(
  { tx, services, caller }: OperationCall,
  row: Row,
  before: readonly string[],
): Promise<void> {
  const critical: readonly string[] = criticalScopes;
  const granted = listOf(plan.current(row).scopes).filter(
    (scope) => critical.includes(scope) && !before.includes(scope),
  );
  if (granted.length === 0) return;
  const client = { id: getId(row), name: String(row.name), version: Number(row.version ?? 1) };
  await notify(tx, services.clock, clientScopesGranted(client, granted, caller.actor.name));
}

/** Writes columns of a client. What changes what it may do makes the caller the admin who grants it. */
async function change(call: OperationCall, given: Row, own: Row): Promise<OperationResult> {
  const { tx, services, caller, resource, row, name } = call;
  const stamp = { by: caller.actor.id, at: services.clock() };
  const after = await reportTaken(services.database, plan, caller, () =>
    changeRecord(tx, services.database.dialect, resource, row ?? {}, given as Record<string, Cell>, stamp),
  );
  await notifyGranted(call, after, listOf(plan.current(row ?? {}).scopes));
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: createChangedDraft(resource, name, row ?? {}, own) };
}

const update: Operation<'service_clients'> = {
  canReverse: true,
  async run(call) {
    const { services, tx, caller, resource, input, row } = call;
    assertRecentStepUp(caller, services.clock());
    const cells = pickDiffering(row, toChangedCells(resource, input));
    if (Object.keys(cells).length === 0) return { data: await presentRow(services, tx, resource, row, caller) };
    const errors = checkServiceClient({ ...plan.current(row), ...input }, caller);
    if (errors) throw new ApiError('invalid', { errors });
    return change(call, { ...cells, granted_by: caller.actor.id, review: null }, cells);
  },
};

const enable: Operation = {
  async run(call) {
    assertCovered(call);
    return change(call, { status: 'enabled' }, { status: 'enabled' });
  },
};

/** Takes over a grant whose admin is disabled, deleted or narrowed. */
const review: Operation<'service_clients'> = {
  async run(call) {
    assertCovered(call);
    const cells = { granted_by: call.caller.actor.id, review: null };
    return change(call, cells, cells);
  },
};

/** A client of the service API with its secret, which it shows or signs with. */
function createServiceClientOperations(keyring: Pick<Sealing, 'seal'>) {
  const { create, rotate } = createSecretOperations({
    table: 'service_secrets',
    owner: 'client_id',
    isHashed: true,
    sealed: { column: 'signing_key', keyring },
    derive: ({ caller }) => ({ clientId: generateClientId(), grantedBy: caller.actor.id }),
    made: (call, row) => notifyGranted(call, row, []),
  });
  return {
    create,
    update,
    enable,
    review,
    rotate: {
      async run(call: OperationCall, prepared: unknown) {
        assertCovered(call);
        return rotate.run(call, prepared);
      },
    } satisfies Operation,
  };
}

const createAppKey = () => `app_${randomBytes(9).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`;

const words = {
  older: { zh: '须高于当前版本 ', en: 'Must be higher than ' },
  oldest: { zh: '最低版本不能高于新版本', en: 'The minimum version cannot be higher than the current version' },
  domain: { zh: '不是域名：', en: 'Not a domain: ' },
};

/** A new version: newer than the one before, and not older than the oldest that works. */
const release: Operation<'client_apps'> = {
  async run(call) {
    const { row, input, services, resource, caller } = call;
    const [version, before] = [String(input.appVersion), row.app_version === null ? null : row.app_version];
    const oldest = input.minVersion ?? row.min_version ?? null;
    if (before !== null && !isNewerVersion(version, before))
      throw new ApiError('invalid', { errors: { appVersion: [`${localize(words.older, caller.locale)}${before}`] } });
    if (oldest !== null && isNewerVersion(String(oldest), version))
      throw new ApiError('invalid', { errors: { minVersion: [localize(words.oldest, caller.locale)] } });
    const downloadUrl = input.downloadUrl ?? row.download_url;
    const values = { ...input, minVersion: oldest, downloadUrl, releasedAt: services.clock() };
    return changeLocked(call, pickDiffering(row, toChangedCells(resource, values)) as Record<string, Cell>);
  },
};

const clientAppOperations = {
  ...createSecretOperations({
    table: 'client_app_secrets',
    owner: 'owner_id',
    isHashed: true,
    derive: () => ({ appKey: createAppKey() }),
  }),
  release,
};

const domain = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,5})?$/;

/** Every callback domain is one. */
function getClientAppErrors({ callbackDomains }: Values, { locale }: Caller): FieldErrors | null {
  const wrong = (Array.isArray(callbackDomains) ? callbackDomains : []).find((one) => !domain.test(String(one)));
  if (wrong === undefined) return null;
  return { callbackDomains: [`${localize(words.domain, locale)}${String(wrong).slice(0, 60)}`] };
}

const clientAppChecks = { [clientApp.name]: getClientAppErrors };

export function expandOperations(deps: WebhookActionDeps): Operations {
  return {
    ...createOperationsFor(serviceClient, createServiceClientOperations(deps.keyring)),
    ...createWebhookOperations(deps),
    ...createOperationsFor(clientApp, clientAppOperations),
    ...createOperationsFor(frontVersion, frontVersionOperations),
  };
}

export const expandChecks: RecordChecks = {
  [serviceClient.name]: checkServiceClient,
  [webhookEndpoint.name]: checkWebhookEndpoint,
  ...clientAppChecks,
};
