import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { openUses } from '../../ledger/hold-rows.ts';
import type { TxContext } from '../../ledger/posting.ts';
import type { QuotaCover, UseOf } from '../../ledger/quota-takes.ts';
import type { Membership } from '../membership-rows.ts';
import type { MembershipRules } from '../membership-rules.ts';
import { broughtUpToNow } from '../pass-time.ts';
import { assertMayUse, findUsedModel, getMinCharge, getModelGroup, type Used } from './assert-may-use.ts';
import { type Eligibility, getEligibility, getGuestEligibility } from './may-use.ts';
import { countModelUse } from './model-rate.ts';
import { isFor, listQuotaStates, takeQuota } from './quota-buckets.ts';

/** What a use is of, and who asks. */
export interface CoveredUse extends Used {
  /** In whose language it is refused. */
  readonly locale?: Locale;
  /** It was admitted before, or somebody answers for it: only its price is looked at. */
  readonly isAdmitted?: boolean;
}

const words = {
  atOnce: {
    zh: '同时进行的已达上限（{{most}}），请等其中一个结束',
    en: 'At most {{most}} can run at a time. Wait for one to finish.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Lets the membership that is active now say what a use is charged, and pay for it before credits do. */
export function createQuotaCover(rules: MembershipRules, use: CoveredUse = {}): QuotaCover {
  return {
    async admit(scope, userId, requestId, level) {
      const status = level === 0 ? getGuestEligibility(rules) : await getEligibility(scope, rules, userId);
      const model = await findUsedModel(scope.tx, use);
      if (!use.isAdmitted) {
        const { locale = 'zh-CN' } = use;
        await assertCapacity(scope, userId, status, locale);
        await assertMayUse(scope.tx, status, use, model, locale);
        if (model) await countModelUse(scope, model, { userId, requestId, locale });
      }
      const { rateMultiplier } = status.benefits;
      return { rateMultiplier, leastCharge: getMinCharge(model), modelGroup: getModelGroup(model) };
    },
    async take(scope, userId, what, amount) {
      const active = activeOf(await broughtUpToNow(scope, rules, userId));
      return active ? takeQuota(scope, rules, active, what, amount) : [];
    },
  };
}

/** Refuses one use more than somebody may have at a time. The person is locked. */
async function assertCapacity(
  scope: TxContext,
  userId: number,
  { benefits: { concurrency: most } }: Eligibility,
  locale: Locale,
): Promise<void> {
  if (most === 0) return;
  const open = await openUses(scope, userId);
  if (open < most) return;
  const message = localize(words.atOnce, locale).replace('{{most}}', String(most));
  throw new ApiError('tooMany', { message, data: { state: 'atOnce', most, open } });
}

/** What the membership of somebody covers of a use now, in points, of those that they have now. Nothing is written. */
export async function sumCoveredPoints(
  scope: TxContext,
  rules: MembershipRules,
  memberships: readonly Membership[],
  what: UseOf,
): Promise<number> {
  const active = activeOf(memberships);
  const states = active ? await listQuotaStates(scope, rules, active) : [];
  return states.filter((quota) => isFor(quota, what)).reduce((sum, { granted, used }) => sum + granted - used, 0);
}

const activeOf = (memberships: readonly Membership[]) => memberships.find(({ status }) => status === 'active');
