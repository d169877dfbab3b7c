import { ApiError, type Locale, type ServiceBody, type ServiceCalls } from '@gantry/core';
import type { ServiceCaller, ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import {
  assertMayUse,
  countModelUse,
  findUsedModel,
  getEligibility,
  isUseCounted,
  type MembershipRules,
  readMembershipRules,
  type Used,
} from '../memberships/index.ts';
import { getKeyRoute, mapToUpstreamModel } from './key-route.ts';
import { openKey, readKeyRules, readLeaseMs } from './key-rules.ts';
import { leaseKey, reportLease } from './lease-key.ts';

/** The lease request, completed from the catalog's model when one is named. */
async function toLeaseRequest(
  tx: Tx,
  given: Omit<ServiceBody<ServiceCalls['keyLease']>, 'exclude' | 'capability' | 'tokens'>,
) {
  const { keyGroup = null, provider = null, model = null, modelId } = given;
  if (modelId === undefined) return { keyGroup, provider, model };
  const row = await tx.selectFrom('ai_models').selectAll().where('id', '=', modelId).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { modelId } });
  if (row.status !== 'enabled') throw new ApiError('stateConflict', { data: { state: row.status, modelId } });
  return {
    keyGroup: keyGroup ?? row.key_group,
    provider: provider ?? row.provider,
    model: model ?? row.code,
  };
}

interface LeaseQuery {
  readonly userId: number | undefined;
  readonly requestId: string | undefined;
  readonly locale: Locale;
  readonly content: NonNullable<Used['content']>;
}

/**
 * Rejects a use of a model that the user's membership does not include, as a hold does. A use without a hold, such as of a free
 * model, is counted by its lease; one that its hold allowed is counted already and not checked again.
 */
async function checkUse(
  scope: TxContext,
  rules: MembershipRules,
  modelId: number | undefined,
  { userId, requestId, locale, content }: LeaseQuery,
) {
  if (userId === undefined || requestId === undefined) return;
  const user = await scope.tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('notFound', { data: { userId } });
  if (user.status !== 'active') throw new ApiError('stateConflict', { data: { state: user.status } });
  const used = { modelId: modelId ?? null, content };
  const model = await findUsedModel(scope.tx, used);
  if (!model) return;
  const use = { userId, requestId, locale };
  if (await isUseCounted(scope, model, use)) return;
  await assertMayUse(scope.tx, await getEligibility(scope, rules, userId), used, model, locale);
  await countModelUse(scope, model, use);
}

/** Dependencies of the calls about keys. */
export interface KeyCallDeps extends ServiceDeps {
  /** The check of the app or agent that a lease names, passed in because the content module depends on keys. */
  guardContent(
    used: Pick<ServiceBody<ServiceCalls['keyLease']>, 'appId' | 'agentId'>,
    locale: Locale,
  ): NonNullable<Used['content']>;
}

export function createKeyHandlers(deps: KeyCallDeps): ServiceHandlers<'keyLease' | 'keyReport'> {
  const { settings, keyring, guardContent } = deps;
  return {
    async keyLease(
      { exclude = [], capability = null, tokens = 0, userId, requestId, appId, agentId, ...given },
      { caller, write },
    ) {
      const ttlMs = await readLeaseMs(settings);
      const rules = await readMembershipRules(settings);
      // The stored response of an idempotency key contains no secret, which is decrypted again for every answer.
      const { leaseId, expiresAt } = await write(async (scope) => {
        const { tx, at } = scope;
        const { locale } = caller;
        const content = guardContent({ appId, agentId }, locale);
        const requested = { userId, requestId, locale, content };
        await checkUse(scope, rules, given.modelId, requested);
        const options = {
          ...(await toLeaseRequest(tx, given)),
          exclude,
          capability,
          tokens,
          ...getClient(caller),
          ttlMs,
        };
        const lease = await leaseKey(tx, options, at);
        return { leaseId: lease.no, expiresAt: lease.expiresAt };
      }, 'part');
      const { key, lease } = await toLeaseAnswer(deps, leaseId);
      const routed = getKeyRoute(keyring, key);
      const requested = typeof lease.model === 'string' ? lease.model : null;
      return {
        leaseId,
        keyId: key.id,
        provider: key.provider,
        secret: openKey(keyring, key),
        baseUrl: key.base_url,
        org: routed.org,
        proxyUrl: routed.proxy,
        model: requested === null ? null : mapToUpstreamModel(key, requested),
        expiresAt,
      };
    },

    keyReport: createReportHandler(deps),
  };
}

/** Records the outcome of a call with a leased key. */
function createReportHandler(deps: ServiceDeps): ServiceHandlers<'keyReport'>['keyReport'] {
  const { database, settings, clock, dayOf } = deps;
  return async ({ leaseId, errorCode, message, status, upstreamCost = 0, ...reported }, { write }) => {
    const rules = await readKeyRules(settings);
    const { timezone } = await settings.read('system', 'site');
    return write(async ({ tx, at }) => {
      const report = {
        leaseNo: leaseId,
        outcome: reported.outcome,
        status: status ?? null,
        code: errorCode || null,
        message: message ? await omitSecret(deps, tx, leaseId, message) : null,
        retryAfterMs: reported.retryAfterMs ?? null,
        tokens: reported.tokens ?? null,
        upstreamCost,
      };
      const day = dayOf(at, timezone);
      const { state } = await reportLease({ tx, database, clock, rules, day }, report);
      return { leaseId, state };
    });
  };
}

/** What a lease records of its client. */
function getClient({ id, name, ip }: ServiceCaller) {
  return { clientId: id, clientName: name, ip };
}

/** The key of a lease that is still open: a retry after the lease ended gets no key. */
async function toLeaseAnswer(
  { database }: ServiceDeps,
  no: string,
): Promise<{ readonly key: RowOf<'api_keys'>; readonly lease: RowOf<'key_leases'> }> {
  const lease = await database.read.selectFrom('key_leases').selectAll().where('no', '=', no).executeTakeFirst();
  if (lease?.status !== 'open') throw new ApiError('stateConflict', { data: { state: lease?.status ?? 'deleted' } });
  const key = await database.read.selectFrom('api_keys').selectAll().where('id', '=', lease.key_id).executeTakeFirst();
  if (!key) throw new ApiError('notFound', { data: { leaseId: no } });
  return { key, lease };
}

/** Removes the secret from a message, because some upstreams quote the key in their errors. */
async function omitSecret({ keyring }: ServiceDeps, tx: Tx, no: string, message: string): Promise<string> {
  const key = await tx
    .selectFrom('key_leases')
    .innerJoin('api_keys', 'api_keys.id', 'key_leases.key_id')
    .select(['api_keys.id as id', 'api_keys.secret as secret'])
    .where('key_leases.no', '=', no)
    .executeTakeFirst();
  return key ? message.replaceAll(openKey(keyring, key), '***') : message;
}
