import { randomUUID } from 'node:crypto';
import { ApiError, localize } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { TxContext } from '../ledger/posting.ts';
import { grantPlan } from '../memberships/grant-plan.ts';
import { listMemberships } from '../memberships/membership-rows.ts';
import { type MembershipRules, readMembershipRules } from '../memberships/membership-rules.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../memberships/plan-snapshot.ts';
import { explainUnavailable } from '../memberships/refusal-to-sell.ts';

const words = {
  unknown: { zh: '没有这个套餐', en: 'There is no such plan' },
} as const;

/** Gives somebody a plan, or more of the one that they hold, as the renewal policy says. */
export function grantMembership(settings: SettingsReader): Operation {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const { tx, services, caller, resource, name, row, input } = call;
      const rules = prepared as MembershipRules;
      const scope: TxContext = { tx, dialect: services.database.dialect, at: services.clock() };
      const userId = Number(row?.id);
      const plan = await planFor(call, scope, rules, userId);
      const granted = await grantPlan(scope, rules, {
        userId,
        plan,
        days: typeof input.days === 'number' ? input.days : null,
        withoutGifts: input.gifts !== true,
        source: 'admin',
        sourceId: caller.actor.id,
        operator: { kind: 'admin', id: caller.actor.id },
        reason: String(input.reason),
        key: `grant:${randomUUID()}`,
      });
      if (!granted) throw new Error('a membership was granted before it was');
      const { membershipId, outcome, startAt, endAt } = granted;
      const after = { planId: plan.planId, membershipId, outcome, startAt, endAt };
      const audit = { resource: resource.name, resourceId: userId, action: name, reason: String(input.reason), after };
      return { data: { id: userId, ...after, planName: plan.name, level: plan.level, lots: granted.lots }, audit };
    },
  };
}

/** The plan as it is now; refuses one that this person has no use for. */
async function planFor(
  { tx, caller, input }: OperationCall,
  scope: TxContext,
  rules: MembershipRules,
  userId: number,
): Promise<PlanSnapshot> {
  const reject = (rejection: { zh: string; en: string }) =>
    new ApiError('invalid', { errors: { planId: [localize(rejection, caller.locale)] } });
  const found = await tx.selectFrom('vip_plans').selectAll().where('id', '=', Number(input.planId)).executeTakeFirst();
  if (!found) throw reject(words.unknown);
  const plan = snapshotOfPlan(found);
  const rejection = explainUnavailable(await listMemberships(scope, userId), rules, plan, scope.at);
  if (rejection) throw reject(rejection);
  return plan;
}
