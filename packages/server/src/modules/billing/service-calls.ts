import {
  ApiError,
  type Locale,
  type ServiceBody,
  type ServiceCalls,
  type ServiceRefs,
  type ServiceUsage,
} from '@gantry/core';
import type { SiteHour } from '../../platform/context/day-of.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { createRowCache } from '../../platform/store/change-signals.ts';
import type { Column } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { createContentGuard, listUsedContent } from '../content/index.ts';
import {
  captureHold,
  computeCharge,
  extendHold,
  openLots,
  type Paid,
  placeHold,
  planUsage,
  recordUsage,
  releaseHold,
  type Usage,
} from '../ledger/index.ts';
import {
  createQuotaCover,
  deriveEligibility,
  findUsedModel,
  getMinCharge,
  getModelGroup,
  listCurrentMemberships,
  readMembershipRules,
  sumCoveredCredits,
} from '../memberships/index.ts';
import { computeAmount, getCurrentPrice, getModelName } from '../models/index.ts';

const minute = 60_000;
type Calls = 'billingQuote' | 'billingHold' | 'billingExtend' | 'billingCapture' | 'billingRelease';

export function createBillingHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { catalogue, database, settings, hourOf } = deps;
  const models = createRowCache(database.changes, ['ai_models'], (id) =>
    findUsedModel(database.read, { modelId: Number(id) }),
  );
  return {
    billingQuote: createQuoteHandler(deps),

    async billingHold({ modelId = null, appId, agentId, ...request }, { caller: { locale }, write }) {
      const { holdMinutes } = await settings.read('system', 'billing');
      const use = {
        modelId,
        model: modelId ? await models.get(String(modelId)) : undefined,
        content: createContentGuard(catalogue, listUsedContent({ appId, agentId }), locale),
        locale,
      };
      const cover = createQuotaCover(await readMembershipRules(settings), use);
      return write(async (scope) => {
        const hold = await placeHold(scope, { ...request, ttlMs: holdMinutes * minute, cover, locale });
        const { no: holdNo, amount, quotaAmount: fromQuota, status, expiresAt } = hold;
        return { holdNo, amount, rateMultiplier: hold.rate.rateMultiplier, fromQuota, status, expiresAt };
      });
    },

    async billingExtend({ holdNo, minutes }, { write }) {
      const { holdMinutes, holdMaxMinutes } = await settings.read('system', 'billing');
      const extension = { no: holdNo, ttlMs: (minutes ?? holdMinutes) * minute, maxMs: holdMaxMinutes * minute };
      return write(async (scope) => {
        const { status, expiresAt, heldAt } = await extendHold(scope, extension);
        return { holdNo, status, expiresAt, latestAt: Math.max(expiresAt, heldAt + extension.maxMs) };
      });
    },

    async billingCapture({ holdNo, amount, usage = {}, refs = null }, { caller, write }) {
      const { allowNegativeOnSettle, negativeLimit } = await settings.read('system', 'billing');
      const { timezone } = await settings.read('system', 'site');
      const debtLimit = allowNegativeOnSettle ? negativeLimit : 0;
      const operator = { kind: 'service', id: caller.id } as const;
      const cover = createQuotaCover(await readMembershipRules(settings), { isAdmitted: true });
      const { modelId } = usage;
      const modelName = usage.modelName || (modelId ? ((await models.get(String(modelId)))?.name ?? null) : null);
      return write(async (scope) => {
        const when = hourOf(scope.at, timezone);
        const planUsageWrites = (paid: Paid) => planUsage(scope, toUsage(paid, { ...usage, modelName, refs }, when));
        const captured = await captureHold(scope, {
          no: holdNo,
          amount,
          operator,
          debtLimit,
          cover,
          writes: planUsageWrites,
        });
        const { charged, fromQuota, writtenOff, balanceAfter } = captured;
        return { holdNo, charged, fromQuota, writtenOff, balanceAfter };
      });
    },

    billingRelease: ({ holdNo }, { write }) =>
      write(async (scope) => {
        const { status } = await releaseHold(scope, holdNo);
        return { holdNo, status: status === 'held' ? 'released' : status };
      }),
  };
}

/** The price of a use, and whether it could be held now. */
function createQuoteHandler(deps: ServiceDeps): ServiceHandlers<'billingQuote'>['billingQuote'] {
  const { database, settings, clock } = deps;
  return async ({ userId, capability, ...requested }, { caller }) => {
    const { asset, amount } = await quotePrice(deps, requested, caller.locale);
    const rules = await readMembershipRules(settings);
    const { covered, credits, rate } = await database.transaction(async (tx) => {
      const scope = { tx, dialect: database.dialect, at: clock() };
      const memberships = await listCurrentMemberships(scope, rules, userId);
      const { rateMultiplier } = deriveEligibility(memberships, rules).benefits;
      const model = await findUsedModel(tx, { modelId: requested.modelId ?? null });
      const covered = () =>
        sumCoveredCredits(scope, rules, memberships, { capability, modelGroup: getModelGroup(model) });
      const available = await readAvailable(scope, userId, asset, capability, covered);
      return { ...available, rate: { rateMultiplier, leastCharge: getMinCharge(model) } };
    });
    const payable = computeCharge(rate, amount);
    const available = covered + credits;
    return {
      asset,
      amount,
      payable,
      rateMultiplier: rate.rateMultiplier,
      available,
      fromQuota: Math.min(covered, payable),
      enough: available >= payable,
    };
  };
}

type QuoteRequest = Omit<ServiceBody<ServiceCalls['billingQuote']>, 'userId' | 'capability'>;

/** The requested amount, or the amount from the model's price and the use. */
async function quotePrice(
  { database }: ServiceDeps,
  { modelId, use = {}, asset, amount }: QuoteRequest,
  locale: Locale,
) {
  if (modelId === undefined) return { asset: asset ?? 'compute', amount: amount ?? 0 };
  const price = await getCurrentPrice(database.read, modelId);
  const { promptTokens = 0, completionTokens = 0, units = null, think = false } = use;
  const reported = { promptTokens, completionTokens, units, think };
  return { asset: price.asset, amount: computeAmount(price, reported, { locale, field: 'use' }) };
}

/** What could be held now; nothing for a user who is not active or is in debt. */
async function readAvailable(
  scope: TxContext,
  userId: number,
  asset: string,
  capability: string,
  coveredBy: () => Promise<number>,
): Promise<{ covered: number; credits: number }> {
  const user = await scope.tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('notFound', { data: { userId } });
  const wallet = await scope.tx
    .selectFrom('wallets')
    .select(['id', 'debt'])
    .where('user_id', '=', userId)
    .where('asset', '=', asset as Column<'wallets', 'asset'>)
    .executeTakeFirst();
  if (user.status !== 'active' || (wallet?.debt ?? 0) > 0) return { covered: 0, credits: 0 };
  const covered = await coveredBy();
  const lots = wallet ? await openLots(scope, wallet.id, capability) : [];
  return { covered, credits: lots.reduce((sum, { free }) => sum + free, 0) };
}

type UsageGiven = Omit<ServiceUsage, 'modelName'> & {
  readonly modelName?: string | null;
  readonly refs?: ServiceRefs | null;
};

/** Records in the statistics what a capture paid for. */
export async function recordUse(scope: TxContext, paid: Paid, usage: UsageGiven, when: SiteHour): Promise<void> {
  const modelName = usage.modelName || (usage.modelId ? await getModelName(scope.tx, usage.modelId) : null);
  await recordUsage(scope, toUsage(paid, { ...usage, modelName }, when));
}

function toUsage({ hold, listAmount, charged, fromQuota }: Paid, usage: UsageGiven, when: SiteHour): Usage {
  const { requestId, userId, capability, asset, id: holdId } = hold;
  return {
    requestId,
    userId,
    capability,
    asset,
    holdId,
    ...when,
    chargedAmount: charged,
    quotaAmount: fromQuota,
    status: usage.status ?? 'success',
    modelId: usage.modelId ?? null,
    modelName: usage.modelName ?? null,
    apiKeyId: usage.apiKeyId ?? null,
    promptTokens: usage.promptTokens ?? 0,
    completionTokens: usage.completionTokens ?? 0,
    cachedTokens: usage.cachedTokens ?? 0,
    units: usage.units ?? 0,
    listAmount: usage.listAmount ?? listAmount,
    upstreamCost: usage.upstreamCost ?? 0,
    errorCode: usage.errorCode ?? null,
    latencyMs: usage.latencyMs ?? null,
    firstTokenMs: usage.firstTokenMs ?? null,
    stream: usage.stream ?? false,
    source: usage.refs ?? null,
  };
}
