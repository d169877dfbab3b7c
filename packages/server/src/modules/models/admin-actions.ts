import {
  type AnyResource,
  ApiError,
  aiModel,
  apiKey,
  type LocalizedText,
  toTableName,
  type Values,
  vipPlan,
} from '@gantry/core';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import { findUsages, runRemoval } from '../../platform/engine/delete.ts';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import { reorderRecord } from '../../platform/engine/record-actions/reorder-record.ts';
import { type Cell, type Column, type Row, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord, lockRows, removeRecords } from '../../platform/store/records.ts';
import { createFieldError } from '../orders/index.ts';
import {
  changePrices,
  cloneModel,
  createModel,
  groupInJson,
  hasGroup,
  listSettingsUses,
  listUsesOfLastInGroup,
  updateModel,
} from './model-records.ts';
import { type ModelTestDeps, testModel } from './model-test.ts';
import { computeAmount, scalePrice, toPrice, type Use } from './price.ts';

const words = {
  unknown: { zh: '没有这个分组的模型或密钥', en: 'The group has no models or keys.' },
  there: {
    zh: '已有这个分组，请使用未用过的名称',
    en: 'This group name is already in use or was used before. Choose another name.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Tables that store plans as sold, including the model groups of their quotas. */
const snapshots = [
  ['user_memberships', 'plan_snapshot'],
  ['redeem_batches', 'vip_snapshot'],
  ['orders', 'product_snapshot'],
] as const;

/** Whether a name was ever used as a group of models, keys or quotas. */
async function isKnown(tx: Tx, group: string): Promise<boolean> {
  const positions: readonly (readonly [table: string, where: RawBuilder<SqlBool>])[] = [
    ...['ai_models', 'api_keys'].map((table) => [table, sql<SqlBool>`key_group = ${group}`] as const),
    ['quota_buckets', sql<SqlBool>`model_group = ${group}`],
    ['vip_plans', hasGroup('quotas', group)],
    ...snapshots.map(([table, column]) => [table, hasGroup(column, group)] as const),
  ];
  for (const [table, where] of positions)
    if (await withNamedTables(tx).selectFrom(table).select('id').where(where).limit(1).executeTakeFirst()) return true;
  return false;
}

/** Writes a column of several records like a form would, including versions and search index. Returns how many. */
async function rewrite(
  { tx, services, caller }: OperationCall,
  resource: AnyResource,
  only: (row: Row) => Cell,
  column: string,
  ids: readonly Row[],
): Promise<number> {
  const { database, clock } = services;
  const stamp = { by: caller.actor.id, at: clock() };
  const sorted = ids.map(({ id }) => Number(id)).sort((one, two) => one - two);
  for (const row of await lockRows(tx, database.dialect, resource, sorted))
    await changeRecord(tx, database.dialect, resource, row, { [column]: only(row) }, stamp);
  return sorted.length;
}

/** Renames a group everywhere, so that quotas remain valid for its models. All or nothing. */
const renameGroup: Operation = {
  async run(call) {
    const { tx, services, caller, name, input } = call;
    const [from, to] = [String(input.from).trim(), String(input.to).trim()];
    const { dialect } = services.database;
    for (const group of [from, to].sort()) await dialect.lock(tx, `models of group ${group}`);
    if (await isKnown(tx, to)) throw createFieldError('to', words.there, caller.locale);
    const createGroupRule = (resource: AnyResource) =>
      withNamedTables(tx).selectFrom(toTableName(resource.name)).select('id').where('key_group', '=', from).execute();
    const models = await rewrite(call, aiModel, () => to, 'key_group', await createGroupRule(aiModel));
    const keys = await rewrite(call, apiKey, () => to, 'key_group', await createGroupRule(apiKey));
    if (models + keys === 0) throw createFieldError('from', words.unknown, caller.locale);
    const [old, fresh] = [groupInJson(from), groupInJson(to)];
    const named = await tx.selectFrom('vip_plans').select('id').where(hasGroup('quotas', from)).execute();
    const renameInQuotas = (row: Row) => String(row.quotas).replaceAll(old, () => fresh);
    const plans = await rewrite(call, vipPlan, renameInQuotas, 'quotas', named);
    const touched: number[] = [];
    for (const [table, column] of snapshots) {
      const set = { [column]: sql`replace(${sql.ref(column)}, ${old}, ${fresh})` };
      const done = await withNamedTables(tx)
        .updateTable(table)
        .set(set)
        .where(hasGroup(column, from))
        .executeTakeFirst();
      touched.push(Number(done.numUpdatedRows));
    }
    await tx.updateTable('quota_buckets').set({ model_group: to }).where('model_group', '=', from).execute();
    const held = tx.updateTable('holds').set({ model_group: to }).where('model_group', '=', from);
    await held.where('status', '=', 'held').execute();
    const data = { models, keys, plans, memberships: touched[0] ?? 0 };
    return { data, audit: { resource: aiModel.name, resourceId: null, action: name, after: { from, to, ...data } } };
  },
};

/** Maximum number of models in one preview. */
const most = 500;

function useOf(input: Values): Use {
  const count = (value: unknown) => (typeof value === 'number' ? value : 0);
  return {
    promptTokens: count(input.promptTokens),
    completionTokens: count(input.completionTokens),
    units: typeof input.units === 'number' ? input.units : null,
    think: input.think === true,
  };
}

const getLarger = ({ promptTokens, completionTokens }: Use) =>
  promptTokens >= completionTokens ? 'promptTokens' : 'completionTokens';

/** Prices a use of a model at the current price. */
const quoteModel: Operation<'ai_models'> = {
  async run({ row, input, caller: { locale } }) {
    const price = toPrice(row);
    const use = useOf(input);
    const field = price.billingMode === 'perToken' ? getLarger(use) : 'units';
    return { data: { id: row.id, asset: price.asset, amount: computeAmount(price, use, { locale, field }) } };
  },
};

/** Compares old and new prices. Changes nothing. */
const previewPrices: Operation = {
  async run({ tx, input }) {
    let query = tx.selectFrom('ai_models').selectAll();
    if (typeof input.provider === 'string')
      query = query.where('provider', '=', input.provider as Column<'ai_models', 'provider'>);
    if (typeof input.keyGroup === 'string') query = query.where('key_group', '=', input.keyGroup);
    const rows = await query.orderBy('sort').orderBy('id').limit(most).execute();
    const items = rows.map((row) => {
      const before = toPrice(row);
      const after = scalePrice(before, Number(input.factorBps));
      return {
        id: row.id,
        name: row.name,
        priceIn: `${before.priceIn} → ${after.priceIn}`,
        priceOut: `${before.priceOut} → ${after.priceOut}`,
        priceUnit: `${before.priceUnit} → ${after.priceUnit}`,
      };
    });
    return { data: { items } };
  },
};

/** Deletes a model that was never used. A used one can only be disabled, because its records refer to it. */
const deleteModel: Operation<'ai_models'> = {
  async run(call) {
    const { tx, services, row, id } = call;
    if (row === null || id === null) throw new ApiError('notFound');
    const { catalogue, database } = services;
    const referring = (await findUsages(catalogue, tx, aiModel, [id])).get(id) ?? [];
    const named = [...(await listSettingsUses(catalogue, tx, id, () => true)), ...(await listUsesOfLastInGroup(call))];
    const usages = [...referring, ...named];
    const used = await tx
      .selectFrom('usage_records')
      .select('id')
      .where('model_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    const all = used ? [...usages, { resource: 'usageRecord', count: 1 }] : usages;
    if (all.length > 0) throw new ApiError('inUse', { data: { usages: all } });
    await runRemoval(database.dialect, () => removeRecords(tx, database.dialect, aiModel, [id]));
    return { data: null, audit: createDeletedDraft(aiModel, row) };
  },
};

/** Admin actions on models and their prices. */
export function createPricingOperations(deps: ModelTestDeps): Operations {
  return {
    [`${aiModel.name}/create`]: createModel,
    [`${aiModel.name}/update`]: updateModel,
    [`${aiModel.name}/delete`]: deleteModel,
    [`${aiModel.name}/clone`]: cloneModel,
    [`${aiModel.name}/reorder`]: reorderRecord,
    [`${aiModel.name}/test`]: testModel(deps),
    [`${aiModel.name}/quote`]: quoteModel,
    [`${aiModel.name}/changePrices`]: changePrices,
    [`${aiModel.name}/previewPrices`]: previewPrices,
    [`${aiModel.name}/renameGroup`]: renameGroup,
  };
}
