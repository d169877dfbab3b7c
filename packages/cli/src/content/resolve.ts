import { isObject, listRowReferences, localize, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import type { ImageReferences } from './images.ts';
import { formatKey, type PortableResource } from './portable-resources.ts';
import type { Item } from './read-items.ts';
import { isRows, type TargetIndex } from './target-index.ts';

export interface Resolver {
  readonly context: Context;
  readonly targetIndex: TargetIndex;
  readonly portableResources: ReadonlyMap<string, PortableResource>;
  readonly images: ImageReferences;
  /** Whether a record of the file, by entity and key, exists or will be created. */
  isIncoming(entity: string, key: string): boolean;
}

/** A record with the ids of this server. */
export interface Resolved {
  readonly values: Values;
  readonly reasons: readonly string[];
  /** References to records of the file that are not created yet. */
  readonly pending: readonly string[];
}

/** The label of a reference: the values of its natural key. */
function formatKeyLabel(value: unknown): string {
  return isObject(value) ? Object.values(value).map(formatKeyLabel).join(' / ') : String(value);
}

type Target = { readonly id: number } | { readonly reason: string } | 'pending';

function resolveReference(
  value: unknown,
  to: string,
  { context, targetIndex, portableResources, isIncoming }: Resolver,
): Target {
  const target = portableResources.get(to);
  const key = target && isObject(value) ? formatKey(target, value) : null;
  const words = { label: target ? localize(target.place.label, context.locale) : to, name: formatKeyLabel(value) };
  if (key === null) return { reason: context.t('content.missing', words) };
  const [found, another] = targetIndex.found(to, key);
  if (another) return { reason: context.t('content.several', words) };
  if (found) return { id: found.id };
  return isIncoming(to, key) ? 'pending' : { reason: context.t('content.missing', words) };
}

/** Resolves the references in a list: either all of them, or the reasons why not. */
function resolveRows(value: readonly Values[], inRows: ReadonlyMap<string, string>, resolver: Resolver) {
  const reasons: string[] = [];
  let isPending = false;
  const rows = value.map((row) => {
    const cells = Object.entries(row).map(([name, cell]) => {
      const to = inRows.get(name);
      if (to === undefined || cell === null) return [name, cell];
      const target = resolveReference(cell, to, resolver);
      if (target === 'pending') isPending = true;
      else if ('reason' in target) reasons.push(target.reason);
      else return [name, target.id];
      return [name, null];
    });
    return Object.fromEntries(cells) as Values;
  });
  return { rows, reasons, isPending };
}

/** Resolves all values of a record. With `withoutLate`, late references are checked but omitted. */
export async function resolve(item: Item, resolver: Resolver, withoutLate: boolean): Promise<Resolved> {
  const { portableResource, stored } = item;
  const { locale, t } = resolver.context;
  const values: Values = {};
  const reasons: string[] = [];
  const pending: string[] = [];
  for (const [name, value] of Object.entries(item.values)) {
    const field = portableResource.fields[name];
    const inRows = listRowReferences(field);
    const label = field ? localize(field.label, locale) : name;
    if (!field) reasons.push(t('validation.unknown', { field: name.slice(0, 40) }));
    else if (field.kind === 'reference' && value !== null) {
      const target = resolveReference(value, field.to, resolver);
      if (target === 'pending') pending.push(name);
      else if ('reason' in target) reasons.push(`${label}: ${target.reason}`);
      else if (!withoutLate || !portableResource.late.has(name)) values[name] = target.id;
    } else if (inRows.size > 0 && isRows(value)) {
      const list = resolveRows(value, inRows, resolver);
      for (const reason of list.reasons) reasons.push(`${label}: ${reason}`);
      if (list.isPending) pending.push(name);
      else if (!withoutLate || !portableResource.late.has(name)) values[name] = list.rows;
    } else {
      const placed = await resolver.images.placed(value, stored?.values[name]);
      for (const path of placed.lost) reasons.push(`${label}: ${t('content.noPicture', { path })}`);
      values[name] = placed.value;
    }
  }
  return { values, reasons, pending };
}
