import { ApiError, criticalScopes, type FieldErrors, localize, serviceClient, serviceScopes } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import { createPlan, type RecordCheck } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { reportTaken } from '../../platform/engine/validation-errors.ts';
import { assertRecentStepUp } from '../../platform/http/caller.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import { generateClientId } from '../../platform/secrets/service-secret.ts';
import { isNetwork } from '../../platform/settings/networks.ts';
import type { Cell, Row } from '../../platform/store/database.ts';
import { changeRecord, toChangedCells } from '../../platform/store/records.ts';
import { clientScopesGranted } from './notifications.ts';
import { uncoveredScopes } from './review-clients.ts';
import { createSecretOperations } from './shown-secrets.ts';

const words = {
  network: { zh: '不是 IP 地址或网段：', en: 'Not an IP address or network: ' },
  scopes: { zh: '您自己的权限不包含这些权限：', en: 'Your own permissions do not cover these scopes: ' },
} as const;

const plan = createPlan(serviceClient);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function scopeNames(scopes: readonly string[], { locale }: Pick<Caller, 'locale'>): string {
  const known: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = serviceScopes;
  return scopes
    .map((scope) => (known[scope] ? localize(known[scope], locale) : scope))
    .join(locale === 'zh-CN' ? '、' : ', ');
}

/** Every entry of the list of addresses is one, or a network; an admin cannot grant a scope that their own permissions do not cover. */
export const checkServiceClient: RecordCheck = ({ ipAllowlist, scopes }, caller): FieldErrors | null => {
  const wrong = listOf(ipAllowlist).find((entry) => !isNetwork(entry));
  const uncovered = uncoveredScopes(caller.actor, listOf(scopes));
  const errors: FieldErrors = {
    ...(wrong === undefined ? {} : { ipAllowlist: [`${localize(words.network, caller.locale)}${wrong.slice(0, 60)}`] }),
    ...(uncovered.length === 0
      ? {}
      : { scopes: [`${localize(words.scopes, caller.locale)}${scopeNames(uncovered, caller)}`] }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
};

/** Rejects whoever could not have granted what the client may do: its secret, and its being enabled, are as good as a grant. */
function assertCovered({ row, caller }: OperationCall): void {
  const uncovered = uncoveredScopes(caller.actor, listOf(plan.current(row ?? {}).scopes));
  if (uncovered.length === 0) return;
  const message = `${localize(words.scopes, caller.locale)}${scopeNames(uncovered, caller)}`;
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
  const client = { id: Number(row.id), name: String(row.name), version: Number(row.version ?? 1) };
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
  reverses: true,
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
export function createServiceClientOperations(keyring: Pick<Sealing, 'seal'>) {
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
