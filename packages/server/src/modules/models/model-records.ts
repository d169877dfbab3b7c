import {
  ApiError,
  aiModel,
  type Catalogue,
  type Field,
  type FieldErrors,
  formatRejection,
  localize,
  snake,
  textModels,
  toTableName,
  userMembership,
  type Values,
  vipPlan,
} from '@gantry/core';
import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../platform/context/context.ts';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Usage } from '../../platform/engine/delete.ts';
import type { Operation, OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { createGuardedWrites, type Rule, type RuleInput } from '../../platform/engine/record-actions/guarded-writes.ts';
import { groupKey, mergeValues, readGroups } from '../../platform/settings/settings-store.ts';
import { createRecordReader } from '../../platform/store/columns.ts';
import { type Row, type RowOf, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import { getModelGroupOrDefault, parseQuotas } from '../memberships/index.ts';
import { recordPrice, scalePrice, toPrice } from './price.ts';

/** Models that answer in text can replace each other; every other type only models of its own type. */
const toCapability = (type: unknown) => (textModels.type.some((one) => one === type) ? 'text' : String(type));

/** Whether a model of one type can replace one of the other type. */
const canReplace = (type: unknown, other: unknown) => toCapability(type) === toCapability(other);

const getLastOfGroup = (group: string) =>
  ({
    zh: `“${group}”里最后一个模型，会员额度还限用于这个分组，移走后该额度将无法使用。请改用“分组改名”，或先留一个模型在分组里：`,
    en: `This is the last model in “${group}”, and membership quotas apply only to that group. Rename the group, or keep a model in it: `,
  }) as const;

/** A group in the stored JSON of quotas. */
export const groupInJson = (group: string) => `"modelGroup":${JSON.stringify(group)}`;

/** Whether a JSON column contains a group. `like` would ignore case on SQLite. */
export const hasGroup = (column: string, group: string) =>
  sql<SqlBool>`replace(${sql.ref(column)}, ${groupInJson(group)}, '') <> ${sql.ref(column)}`;

/** Returns plans and active memberships with a quota that is limited to a group. */
async function listQuotaUses(tx: Tx, group: string): Promise<Usage[]> {
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
 * Returns the uses of a model's group that would cover nothing without this model; empty while another model is in the group.
 * Locks, so that removing the other model waits until this transaction ends.
 */
export async function listUsesOfLastInGroup({ tx, services, row }: OperationCall<'ai_models'>): Promise<Usage[]> {
  const group = row.key_group.trim();
  if (group === '') return [];
  await services.database.dialect.lock(tx, `models of group ${group}`);
  const other = tx.selectFrom('ai_models').select('id').where('key_group', '=', group).where('id', '<>', row.id);
  if (await other.limit(1).executeTakeFirst()) return [];
  return listQuotaUses(tx, group);
}

/** Rejects a new group for the last model of a group that quotas are limited to. */
async function assertGroupFree(call: OperationCall<'ai_models'>): Promise<void> {
  const { services, caller, row, input } = call;
  if (row === null || input.keyGroup === undefined || input.keyGroup === row.key_group) return;
  const usages = await listUsesOfLastInGroup(call);
  if (usages.length === 0) return;
  const words = usages.map(({ resource, count }) => {
    const label = services.catalogue.resources.find(({ name }) => name === resource)?.label;
    return `${label ? localize(label, caller.locale) : resource} ${count}`;
  });
  const message = localize(getLastOfGroup(row.key_group), caller.locale) + words.join(', ');
  throw new ApiError('inUse', { message, errors: { keyGroup: [message] }, data: { usages } });
}

const stillUsed = {
  zh: '仍在使用中，不能改成这个类型：',
  en: 'The model is in use and cannot change to this type: ',
} as const;

/** Returns the settings that refer to a model, filtered by `counts`. */
export async function listSettingsUses(
  catalogue: Catalogue,
  tx: Tx,
  id: number,
  counts: (field: Field) => boolean,
): Promise<Usage[]> {
  const stored = await readGroups(tx);
  return catalogue.settings.flatMap((page) =>
    Object.entries(page.groups).flatMap(([group, { fields }]) => {
      const values = mergeValues(fields, stored.get(groupKey(page.name, group))?.content ?? {});
      return Object.entries(fields).flatMap(([field, one]) =>
        one.kind === 'reference' && one.to === aiModel.name && values[field] === id && counts(one)
          ? [{ resource: page.name, field, count: 1 }]
          : [],
      );
    }),
  );
}

/** Returns the records that refer to the model in fields that accept only some types. */
async function listRecordUses(catalogue: Catalogue, tx: Tx, id: number, counts: (field: Field) => boolean) {
  const uses: Usage[] = [];
  for (const { name, fields } of catalogue.resources)
    for (const [field, one] of Object.entries(fields)) {
      if (one.kind !== 'reference' || one.to !== aiModel.name || !counts(one)) continue;
      const { count } = await withNamedTables(tx)
        .selectFrom(toTableName(name))
        .select(({ fn }) => fn.countAll().as('count'))
        .where(snake(field), '=', id)
        .executeTakeFirstOrThrow();
      if (Number(count) > 0) uses.push({ resource: name, field, count: Number(count) });
    }
  return uses;
}

/** Returns the models whose fallback it is, and would no longer be compatible with. */
async function listFallbackUses(tx: Tx, id: number, before: unknown, after: unknown): Promise<Usage[]> {
  const rows: readonly Row[] = await tx
    .selectFrom('ai_models')
    .select(['type', 'fallback_id'])
    .where(({ or, eb }) => or([eb('fallback_id', '=', id), eb('second_fallback_id', '=', id)]))
    .where('id', '!=', id)
    .execute();
  const lost = rows.filter(({ type }) => canReplace(type, before) && !canReplace(type, after));
  const usage = (field: string, count: number) => (count > 0 ? [{ resource: aiModel.name, field, count }] : []);
  const first = lost.filter(({ fallback_id }) => Number(fallback_id) === id).length;
  return [...usage('fallbackId', first), ...usage('secondFallbackId', lost.length - first)];
}

/** Rejects another type for a model that is in use with its present type. */
async function assertTypeFree({ tx, services, caller, row, input }: OperationCall<'ai_models'>): Promise<void> {
  if (row === null || input.type === undefined || input.type === row.type) return;
  const { catalogue } = services;
  const [id, before, after] = [row.id, row.type, String(input.type)];
  const isLost = (field: Field) => {
    const types = field.kind === 'reference' ? field.only?.type : undefined;
    return types?.includes(before) === true && !types.includes(after);
  };
  const usages = [
    ...(await listRecordUses(catalogue, tx, id, isLost)),
    ...(await listFallbackUses(tx, id, before, after)),
    ...(await listSettingsUses(catalogue, tx, id, isLost)),
  ];
  if (usages.length === 0) return;
  const named = [...catalogue.resources, ...catalogue.settings];
  const words = usages.map(({ resource, count }) => {
    const label = named.find(({ name }) => name === resource)?.label;
    return `${label ? localize(label, caller.locale) : resource} ${count}`;
  });
  const message = localize(stillUsed, caller.locale) + words.join(', ');
  throw new ApiError('inUse', { message, errors: { type: [message] }, data: { usages } });
}

const words = {
  itself: { zh: '不能以自己为备用', en: 'A model cannot be its own fallback.' },
  otherKind: { zh: '备用模型的类型须与本模型相当', en: 'A fallback must have a compatible type.' },
  twice: { zh: '两个备用模型不能相同', en: 'The two fallbacks must differ.' },
} as const;

/** Rejects fallbacks that cannot replace the model: new ones, and existing ones when the type changes. */
async function checkFallbacks({ tx, dialect, row, values, caller }: RuleInput): Promise<FieldErrors | null> {
  const type = values.type ?? row?.type;
  const errors: Record<string, readonly string[]> = {};
  for (const name of ['fallbackId', 'secondFallbackId']) {
    const id = values[name];
    const isAsBefore = row !== null && type === row.type && id === row[snake(name)];
    if (typeof id !== 'number' || isAsBefore) continue;
    const query = tx.selectFrom('ai_models').select('type').where('id', '=', id);
    // Locks the fallback's type until this change is committed.
    const other = await (dialect.kind === 'postgres' ? query.forKeyShare() : query).executeTakeFirst();
    if (other && !canReplace(other.type, type)) errors[name] = [localize(words.otherKind, caller.locale)];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

const checkFallbackRule: Rule = async (guarded) => {
  const { row, values, caller } = guarded;
  const { fallbackId: first, secondFallbackId: second } = values;
  const own = row === null ? null : row.id;
  if (own !== null && first === own) return { fallbackId: [localize(words.itself, caller.locale)] };
  if (own !== null && second === own) return { secondFallbackId: [localize(words.itself, caller.locale)] };
  if (typeof first === 'number' && first === second)
    return { secondFallbackId: [localize(words.twice, caller.locale)] };
  return checkFallbacks(guarded);
};

const writes = createGuardedWrites(aiModel, checkFallbackRule);

/** Runs a write of a model and records the changed price in the price history. */
async function runAndRecordPrice(call: OperationCall, write: Operation): Promise<OperationResult> {
  const result = await write.run(call, undefined);
  const { tx, services, caller, row } = call;
  const { id } = result.data as { readonly id: number };
  const after = await tx.selectFrom('ai_models').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await recordPrice(tx, row as RowOf<'ai_models'> | null, after, { actor: caller.actor.name, at: services.clock() });
  return result;
}

export const createModel: Operation = { run: (call) => runAndRecordPrice(call, writes.create) };
export const updateModel: Operation<'ai_models'> = {
  async run(call) {
    await assertTypeFree(call);
    await assertGroupFree(call);
    return runAndRecordPrice(call, writes.update);
  },
};

/** Multiplies prices by a factor; rejects a factor that would exceed the maximum price. */
function multiplyPrice(like: Values, factorBps: number, { locale, t }: Caller) {
  const given = { priceUnit: Number(like.priceUnit), priceIn: Number(like.priceIn), priceOut: Number(like.priceOut) };
  const prices = scalePrice(given, factorBps);
  const { factorBps: field } = aiModel.actions.clone.input;
  if (Math.max(...Object.values(prices)) <= aiModel.fields.priceIn.max) return prices;
  throw new ApiError('invalid', {
    errors: { factorBps: [formatRejection('range', localize(field.label, locale), t)] },
  });
}

const copied = Object.keys(aiModel.fields).filter((name) => name !== 'status');

/** Creates a copy with its own name and upstream ID, disabled unless it is enabled immediately. */
export const cloneModel: Operation<'ai_models'> = {
  async run(call) {
    const { row, input } = call;
    const { enable, membersOnly, factorBps, ...given } = input;
    const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const status = enable === true ? 'enabled' : 'disabled';
    const like: Values = { ...createRecordReader(aiModel, copied)(row), ...own, status };
    const level = Math.max(Number(like.requiredVipLevel), membersOnly === true ? 1 : 0);
    const prices = typeof factorBps === 'number' ? multiplyPrice(like, factorBps, call.caller) : {};
    return runAndRecordPrice(
      { ...call, row: null, input: { ...like, ...prices, requiredVipLevel: level } },
      writes.create,
    );
  },
};

/** Multiplies the prices of a model. */
export const changePrices: Operation<'ai_models'> = {
  async run(call) {
    const { tx, services, caller, resource, name, input } = call;
    const row: RowOf<'ai_models'> = call.row;
    const { priceUnit, priceIn, priceOut } = scalePrice(toPrice(row), Number(input.factorBps));
    const cells = { price_unit: priceUnit, price_in: priceIn, price_out: priceOut };
    const stamp = { by: caller.actor.id, at: services.clock() };
    const after = await changeRecord(tx, services.database.dialect, aiModel, row, cells, stamp);
    await recordPrice(tx, row, after, { actor: caller.actor.name, at: stamp.at });
    const data = await presentRow(services, tx, resource, after, caller);
    return { data, audit: createChangedDraft(resource, name, row, pickDiffering(row, cells)) };
  },
};
