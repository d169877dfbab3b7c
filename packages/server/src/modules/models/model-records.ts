import { ApiError, aiModel, type FieldErrors, formatRejection, localize, snake, type Values } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall, OperationResult } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { createGuardedWrites, type Guarded, type Rule } from '../../platform/engine/record-actions/guarded-writes.ts';
import { recordReader } from '../../platform/store/columns.ts';
import type { Row } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import { assertGroupFree } from './group-uses.ts';
import { isLike } from './model-abilities.ts';
import { assertTypeFree } from './model-uses.ts';
import { scalePrice, toPrice } from './price.ts';
import { recordPrice } from './record-price.ts';

const words = {
  itself: { zh: '不能以自己为备用', en: 'A model cannot stand in for itself' },
  otherKind: { zh: '备用模型的类型须与本模型相当', en: 'A fallback must be of a type that can do the same' },
  twice: { zh: '两个备用模型不能相同', en: 'The two fallbacks must differ' },
} as const;

/** The fallbacks that are written, or get a model of another type, and cannot do what the model does. */
async function unableAmong({ tx, dialect, row, values, caller }: Guarded): Promise<FieldErrors | null> {
  const type = values.type ?? row?.type;
  const errors: Record<string, readonly string[]> = {};
  for (const name of ['fallbackId', 'secondFallbackId']) {
    const id = values[name];
    const isAsBefore = row !== null && type === row.type && id === row[snake(name)];
    if (typeof id !== 'number' || isAsBefore) continue;
    const query = tx.selectFrom('ai_models').select('type').where('id', '=', id);
    // It keeps its type until the model that it stands in for can be seen.
    const other = await (dialect.kind === 'postgres' ? query.forKeyShare() : query).executeTakeFirst();
    if (other && !isLike(other.type, type)) errors[name] = [localize(words.otherKind, caller.locale)];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

const fallbacks: Rule = async (guarded) => {
  const { row, values, caller } = guarded;
  const { fallbackId: first, secondFallbackId: second } = values;
  const own = row === null ? null : Number(row.id);
  if (own !== null && first === own) return { fallbackId: [localize(words.itself, caller.locale)] };
  if (own !== null && second === own) return { secondFallbackId: [localize(words.itself, caller.locale)] };
  if (typeof first === 'number' && first === second)
    return { secondFallbackId: [localize(words.twice, caller.locale)] };
  return unableAmong(guarded);
};

const writes = createGuardedWrites(aiModel, fallbacks);

/** The write of a model, with what it changes of the prices kept for good. */
async function keepingPrice(call: OperationCall, write: Operation): Promise<OperationResult> {
  const result = await write.run(call, undefined);
  const { tx, services, caller, row } = call;
  const { id } = result.data as { readonly id: number };
  const after = await tx.selectFrom('ai_models').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await recordPrice(tx, row, after, { actor: caller.actor.name, at: services.clock() });
  return result;
}

export const createModel: Operation = { run: (call) => keepingPrice(call, writes.create) };
export const updateModel: Operation = {
  async run(call) {
    await assertTypeFree(call);
    await assertGroupFree(call);
    return keepingPrice(call, writes.update);
  },
};

/** Prices by a factor; one that would be more than a price may be is refused at the factor. */
function timesFactor(like: Values, factorBps: number, { locale, t }: Caller) {
  const given = { priceUnit: Number(like.priceUnit), priceIn: Number(like.priceIn), priceOut: Number(like.priceOut) };
  const prices = scalePrice(given, factorBps);
  const { factorBps: field } = aiModel.actions.clone.input;
  if (Math.max(...Object.values(prices)) <= aiModel.fields.priceIn.max) return prices;
  throw new ApiError('invalid', {
    errors: { factorBps: [formatRejection('range', localize(field.label, locale), t)] },
  });
}

const copied = Object.keys(aiModel.fields).filter((name) => name !== 'status');

/** A copy with a name and an upstream id of its own, out of sight until somebody enables it, which may be at once. */
export const cloneModel: Operation = {
  async run(call) {
    const { row, input } = call;
    if (row === null) throw new ApiError('notFound');
    const { enable, membersOnly, factorBps, ...given } = input;
    const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const status = enable === true ? 'enabled' : 'disabled';
    const like: Values = { ...recordReader(aiModel, copied)(row), ...own, status };
    const level = Math.max(Number(like.requiredVipLevel), membersOnly === true ? 1 : 0);
    const prices = typeof factorBps === 'number' ? timesFactor(like, factorBps, call.caller) : {};
    return keepingPrice({ ...call, row: null, input: { ...like, ...prices, requiredVipLevel: level } }, writes.create);
  },
};

/** Multiplies the prices of a model. */
export const changePrices: Operation = {
  async run(call) {
    const { tx, services, caller, resource, name, input } = call;
    const row: Row = call.row ?? {};
    const { priceUnit, priceIn, priceOut } = scalePrice(toPrice(row), Number(input.factorBps));
    const cells = { price_unit: priceUnit, price_in: priceIn, price_out: priceOut };
    const stamp = { by: caller.actor.id, at: services.clock() };
    const after = await changeRecord(tx, services.database.dialect, resource, row, cells, stamp);
    await recordPrice(tx, row, after, { actor: caller.actor.name, at: stamp.at });
    const data = await presentRow(services, tx, resource, after, caller);
    return { data, audit: createChangedDraft(resource, name, row, pickDiffering(row, cells)) };
  },
};
