import { ApiError, aiModel, type Catalogue, type Field, localize, snake, tableName } from '@gantry/core';
import type { Usage } from '../../platform/engine/delete.ts';
import type { OperationCall } from '../../platform/engine/operation.ts';
import { groupKey, mergeValues, readGroups } from '../../platform/settings/settings-store.ts';
import type { Row, Tx } from '../../platform/store/database.ts';
import { isLike } from './model-abilities.ts';

const stillUsed = {
  zh: '仍在使用中，不能改成这个类型：',
  en: 'It is still in use, so it cannot become of this type: ',
} as const;

/** Settings that name a model, narrowed to those that `counts` holds for. */
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

/** Records that name the model where only models of some types are taken. */
async function recordUses(catalogue: Catalogue, tx: Tx, id: number, counts: (field: Field) => boolean) {
  const uses: Usage[] = [];
  for (const { name, fields } of catalogue.resources)
    for (const [field, one] of Object.entries(fields)) {
      if (one.kind !== 'reference' || one.to !== aiModel.name || !counts(one)) continue;
      const { count } = await tx
        .selectFrom(tableName(name))
        .select(({ fn }) => fn.countAll().as('count'))
        .where(snake(field), '=', id)
        .executeTakeFirstOrThrow();
      if (Number(count) > 0) uses.push({ resource: name, field, count: Number(count) });
    }
  return uses;
}

/** Models that it stands in for, and would no longer be able to. */
async function stoodInFor(tx: Tx, id: number, before: unknown, after: unknown): Promise<Usage[]> {
  const rows: readonly Row[] = await tx
    .selectFrom('ai_models')
    .select(['type', 'fallback_id'])
    .where(({ or, eb }) => or([eb('fallback_id', '=', id), eb('second_fallback_id', '=', id)]))
    .where('id', '!=', id)
    .execute();
  const lost = rows.filter(({ type }) => isLike(type, before) && !isLike(type, after));
  const usage = (field: string, count: number) => (count > 0 ? [{ resource: aiModel.name, field, count }] : []);
  const first = lost.filter(({ fallback_id }) => Number(fallback_id) === id).length;
  return [...usage('fallbackId', first), ...usage('secondFallbackId', lost.length - first)];
}

/** Refuses another type for a model where it is in use as what it is. */
export async function assertTypeFree({ tx, services, caller, row, input }: OperationCall): Promise<void> {
  if (row === null || input.type === undefined || input.type === row.type) return;
  const { catalogue } = services;
  const [id, before, after] = [Number(row.id), String(row.type), String(input.type)];
  const isLost = (field: Field) => {
    const types = field.kind === 'reference' ? field.only?.type : undefined;
    return types?.includes(before) === true && !types.includes(after);
  };
  const usages = [
    ...(await recordUses(catalogue, tx, id, isLost)),
    ...(await stoodInFor(tx, id, before, after)),
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
