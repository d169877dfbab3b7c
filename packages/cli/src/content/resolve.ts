import { rowReferences, say, type Values } from '@gantry/core';
import type { Context } from '../context.ts';
import type { Item } from './item.ts';
import { keyText, type Movable } from './movable.ts';
import type { PicturePlaces } from './picture-places.ts';
import { isRows, type Shelf } from './shelf.ts';

export interface Resolver {
  readonly context: Context;
  readonly shelf: Shelf;
  readonly movables: ReadonlyMap<string, Movable>;
  readonly places: PicturePlaces;
  /** Whether a record of the file, by entity and key, is there or going to be. */
  isComing(entity: string, key: string): boolean;
}

/** A record in the words of the server that takes it in. */
export interface Resolved {
  readonly values: Values;
  readonly reasons: readonly string[];
  /** References to records that the file brings and that are not there yet. */
  readonly pending: readonly string[];
}

const isKey = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a reference is called: the words of its natural key. */
function keyWords(value: unknown): string {
  return isKey(value) ? Object.values(value).map(keyWords).join(' / ') : String(value);
}

type Target = { readonly id: number } | { readonly reason: string } | 'pending';

function targetOf(value: unknown, to: string, { context, shelf, movables, isComing }: Resolver): Target {
  const target = movables.get(to);
  const key = target && isKey(value) ? keyText(target, value) : null;
  const words = { label: target ? say(target.place.label, context.locale) : to, name: keyWords(value) };
  if (key === null) return { reason: context.t('content.missing', words) };
  const [found, another] = shelf.found(to, key);
  if (another) return { reason: context.t('content.several', words) };
  if (found) return { id: found.id };
  return isComing(to, key) ? 'pending' : { reason: context.t('content.missing', words) };
}

/** The items of a list with what they refer to: all of them, or why not. */
function rowsOf(value: readonly Values[], inRows: ReadonlyMap<string, string>, resolver: Resolver) {
  const reasons: string[] = [];
  let isPending = false;
  const rows = value.map((row) => {
    const cells = Object.entries(row).map(([name, cell]) => {
      const to = inRows.get(name);
      if (to === undefined || cell === null) return [name, cell];
      const target = targetOf(cell, to, resolver);
      if (target === 'pending') isPending = true;
      else if ('reason' in target) reasons.push(target.reason);
      else return [name, target.id];
      return [name, null];
    });
    return Object.fromEntries(cells) as Values;
  });
  return { rows, reasons, isPending };
}

/** Every value of a record; with `withoutLate` those that wait until all is there are looked at, and left out. */
export async function resolve(item: Item, resolver: Resolver, withoutLate: boolean): Promise<Resolved> {
  const { movable, kept } = item;
  const { locale, t } = resolver.context;
  const values: Values = {};
  const reasons: string[] = [];
  const pending: string[] = [];
  for (const [name, value] of Object.entries(item.values)) {
    const field = movable.fields[name];
    const inRows = rowReferences(field);
    const label = field ? say(field.label, locale) : name;
    if (!field) reasons.push(t('validation.unknown', { field: name.slice(0, 40) }));
    else if (field.kind === 'reference' && value !== null) {
      const target = targetOf(value, field.to, resolver);
      if (target === 'pending') pending.push(name);
      else if ('reason' in target) reasons.push(`${label}: ${target.reason}`);
      else if (!withoutLate || !movable.late.has(name)) values[name] = target.id;
    } else if (inRows.size > 0 && isRows(value)) {
      const list = rowsOf(value, inRows, resolver);
      for (const reason of list.reasons) reasons.push(`${label}: ${reason}`);
      if (list.isPending) pending.push(name);
      else if (!withoutLate || !movable.late.has(name)) values[name] = list.rows;
    } else {
      const placed = await resolver.places.placed(value, kept?.values[name]);
      for (const path of placed.lost) reasons.push(`${label}: ${t('content.noPicture', { path })}`);
      values[name] = placed.value;
    }
  }
  return { values, reasons, pending };
}
