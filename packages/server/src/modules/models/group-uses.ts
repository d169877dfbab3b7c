import { ApiError, localize, userMembership, vipPlan } from '@gantry/core';
import { type SqlBool, sql } from 'kysely';
import type { Usage } from '../../platform/engine/delete.ts';
import type { OperationCall } from '../../platform/engine/operation.ts';
import type { Tx } from '../../platform/store/database.ts';
import { getModelGroupOrDefault, parseQuotas } from '../memberships/quotas/plan-quotas.ts';

const lastOfGroup = (group: string) =>
  ({
    zh: `“${group}”里最后一个模型，会员额度还限用于这个分组，移走后额度将无处可用。请改用“分组改名”，或先留一个模型在分组里：`,
    en: `It is the last model of “${group}”, to which quotas of memberships are limited: without it they would cover nothing. Rename the group instead, or leave a model in it: `,
  }) as const;

/** A group in the JSON of quotas, as stored. */
export const groupInJson = (group: string) => `"modelGroup":${JSON.stringify(group)}`;

/** Does a column of JSON name a group? `like` would take one for another that differs in case alone, on SQLite. */
export const hasGroup = (column: string, group: string) =>
  sql<SqlBool>`replace(${sql.ref(column)}, ${groupInJson(group)}, '') <> ${sql.ref(column)}`;

/** Plans, and memberships that stand, with a quota for the models of a group alone. */
async function quotaUses(tx: Tx, group: string): Promise<Usage[]> {
  const plans = await tx.selectFrom('vip_plans').select('quotas').where('quotas', 'is not', null).execute();
  const named = plans.filter(({ quotas }) =>
    parseQuotas(JSON.parse(String(quotas))).some((one) => getModelGroupOrDefault(one) === group),
  );
  const { count } = await tx
    .selectFrom('user_memberships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', 'in', ['active', 'scheduled', 'suspended'])
    .where(hasGroup('plan_snapshot', group))
    .executeTakeFirstOrThrow();
  const usages = [
    { resource: vipPlan.name, field: 'quotas', count: named.length },
    { resource: userMembership.name, field: 'planSnapshot', count: Number(count) },
  ];
  return usages.filter((usage) => usage.count > 0);
}

/**
 * Uses of a model's group that would cover nothing without the model: none while another model is in it. Whoever takes another
 * one out of the group waits until this transaction ends.
 */
export async function listUsesOfLastInGroup({ tx, services, row }: OperationCall): Promise<Usage[]> {
  const group = String(row?.key_group ?? '').trim();
  if (group === '' || row === null) return [];
  await services.database.dialect.lock(tx, `models of group ${group}`);
  const other = tx.selectFrom('ai_models').select('id').where('key_group', '=', group).where('id', '<>', row.id);
  if (await other.limit(1).executeTakeFirst()) return [];
  return quotaUses(tx, group);
}

/** Refuses another group for the last model of one that quotas are limited to. */
export async function assertGroupFree(call: OperationCall): Promise<void> {
  const { services, caller, row, input } = call;
  if (row === null || input.keyGroup === undefined || input.keyGroup === row.key_group) return;
  const usages = await listUsesOfLastInGroup(call);
  if (usages.length === 0) return;
  const words = usages.map(({ resource, count }) => {
    const label = services.catalogue.resources.find(({ name }) => name === resource)?.label;
    return `${label ? localize(label, caller.locale) : resource} ${count}`;
  });
  const message = localize(lastOfGroup(String(row.key_group)), caller.locale) + words.join(', ');
  throw new ApiError('inUse', { message, errors: { keyGroup: [message] }, data: { usages } });
}
