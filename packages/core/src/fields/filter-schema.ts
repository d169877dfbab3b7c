import * as z from 'zod/mini';
import type { AnyResource, Field } from '../definition/index.ts';
import { findField } from './kinds/base-fields.ts';
import { colorFamilies } from './kinds/color.ts';
import { getFieldKind } from './kinds/kinds.ts';

/** `in`: any of the values, where null matches empty fields. Range: from and to, both included, either may be omitted. */
export type FilterValue = readonly unknown[] | { readonly from?: unknown; readonly to?: unknown };
export type Filters = Readonly<Record<string, FilterValue>>;

function isOrdered(range: { from?: unknown; to?: unknown }): boolean {
  const { from, to } = range;
  if (from === undefined || from === null || to === undefined || to === null) return true;
  return typeof from === typeof to && (from as number | string) <= (to as number | string);
}

/** Returns the field that describes a single filter value: an item of a list, the family of a color, else the field itself. */
export function getFilterValueField(field: Field): Field {
  if (field.kind === 'color') return { kind: 'choice', label: field.label, options: colorFamilies };
  if (field.kind === 'tags') return { kind: 'text', label: field.label };
  return field.kind === 'choices' ? { kind: 'choice', label: field.label, options: field.options } : field;
}

function createFilterSchema(field: Field): z.ZodMiniType {
  const space = getFieldKind(field);
  const value = getFieldKind(getFilterValueField(field)).schema(getFilterValueField(field));
  if (space.filter === 'range') {
    const edge = z.optional(z.nullable(value));
    return z.strictObject({ from: edge, to: edge }, 'type').check(z.refine(isOrdered, 'range'));
  }
  return z.array(z.nullable(value), 'type').check(z.minLength(1, 'required'), z.maxLength(200, 'tooMany'));
}

/** Returns the names of all filters of a list: those of its definition, `id` and `createdAt`. */
export function listFilterNames(resource: AnyResource): string[] {
  return [...new Set([...(resource.list.filters ?? []), 'id', 'createdAt'])];
}

const maxPinned = 4;

/**
 * Returns the filters that a list always shows: those of its definition, else the state, the first others and the creation time.
 */
export function getPinnedFilters(resource: AnyResource): readonly string[] {
  const { pinned, filters = [] } = resource.list;
  if (pinned) return pinned;
  const isState = (name: string) => findField(resource, name)?.kind === 'state';
  const others = filters.filter((name) => name !== 'createdAt' && !isState(name));
  const state = filters.filter(isState);
  return [...state, ...others.slice(0, maxPinned - 1 - state.length), 'createdAt'].slice(0, maxPinned);
}

/** Creates the schema of `filters` in a list call: only known names, each validated by its field kind. */
export function createFiltersSchema(resource: AnyResource): z.ZodMiniType<Filters> {
  const entries = listFilterNames(resource).flatMap((name) => {
    const field = findField(resource, name);
    return field && getFieldKind(field).filter !== 'none'
      ? [[name, z.optional(createFilterSchema(field))] as const]
      : [];
  });
  return z.strictObject(Object.fromEntries(entries), 'type') as unknown as z.ZodMiniType<Filters>;
}
