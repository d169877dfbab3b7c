import * as z from 'zod/mini';
import type { AnyResource, Field } from '../definition/index.ts';
import { findField } from './kinds/base-fields.ts';
import { colorFamilies } from './kinds/color.ts';
import { getFieldKind } from './kinds/kinds.ts';

/** `in`: any of these (null finds the empty ones); `range`: from and to, both included, either may be left out. */
export type FilterValue = readonly unknown[] | { readonly from?: unknown; readonly to?: unknown };
export type Filters = Readonly<Record<string, FilterValue>>;

function inOrder(range: { from?: unknown; to?: unknown }): boolean {
  const { from, to } = range;
  if (from === undefined || from === null || to === undefined || to === null) return true;
  return typeof from === typeof to && (from as number | string) <= (to as number | string);
}

/** What a filter's values are: those of the field, of a list each one of them, of a colour its family. */
export function filterField(field: Field): Field {
  if (field.kind === 'color') return { kind: 'choice', label: field.label, options: colorFamilies };
  if (field.kind === 'tags') return { kind: 'text', label: field.label };
  return field.kind === 'choices' ? { kind: 'choice', label: field.label, options: field.options } : field;
}

function filterSchema(field: Field): z.ZodMiniType {
  const space = getFieldKind(field);
  const value = getFieldKind(filterField(field)).schema(filterField(field));
  if (space.filter === 'range') {
    const edge = z.optional(z.nullable(value));
    return z.strictObject({ from: edge, to: edge }, 'type').check(z.refine(inOrder, 'range'));
  }
  return z.array(z.nullable(value), 'type').check(z.minLength(1, 'required'), z.maxLength(200, 'tooMany'));
}

/** Names a list may be narrowed by: the definition's filters and the span of `createdAt`. */
export function filterNames(resource: AnyResource): string[] {
  return [...new Set([...(resource.list.filters ?? []), 'id', 'createdAt'])];
}

const maxPinned = 4;

/** The filters that a list always shows: those of the definition, else its state, the first others, and the time of creation. */
export function getPinnedFilters(resource: AnyResource): readonly string[] {
  const { pinned, filters = [] } = resource.list;
  if (pinned) return pinned;
  const isState = (name: string) => findField(resource, name)?.kind === 'state';
  const others = filters.filter((name) => name !== 'createdAt' && !isState(name));
  const state = filters.filter(isState);
  return [...state, ...others.slice(0, maxPinned - 1 - state.length), 'createdAt'].slice(0, maxPinned);
}

/** The `filters` object of a list call: only named filters, each by its kind. */
export function createFiltersSchema(resource: AnyResource): z.ZodMiniType<Filters> {
  const entries = filterNames(resource).flatMap((name) => {
    const field = findField(resource, name);
    return field && getFieldKind(field).filter !== 'none' ? [[name, z.optional(filterSchema(field))] as const] : [];
  });
  return z.strictObject(Object.fromEntries(entries), 'type') as unknown as z.ZodMiniType<Filters>;
}
