import { type AnyResource, kebab, type Locale, localize, toNames } from '../definition/index.ts';
import type { ResourceSkeleton } from './outline.ts';

/** Records of one resource that refer to a record of another: a user's orders, a batch's codes. */
export interface Related<R extends ResourceSkeleton = AnyResource> {
  /** `order`; with the field where a resource refers twice: `transfer-receiver-id`. */
  readonly key: string;
  readonly resource: R;
  /** The field that refers, which the list can be narrowed by. */
  readonly field: string;
  /** How the field names the record: by referring to it, or by a number that it keeps when the record is gone. */
  readonly by: 'reference' | 'number';
  /** Whether the resource refers by this field alone. */
  readonly only: boolean;
}

/** The entity whose records a field names: one that it refers to, or one whose number it keeps when the record is gone. */
function namedBy(field: Pick<ResourceSkeleton['fields'][string], 'kind' | 'to' | 'idOf'>): string | null {
  return (field.kind === 'reference' ? field.to : field.idOf) ?? null;
}

/**
 * Everything that refers to records of a resource and can be listed by that: what stands behind it in the catalogue first, its own
 * page and area, then what stands before it.
 */
export function listRelated<R extends ResourceSkeleton>(
  { resources }: { readonly resources: readonly R[] },
  target: { readonly name: string },
): Related<R>[] {
  const behind = resources.findIndex(({ name }) => name === target.name) + 1;
  const inTurn = [...resources.slice(behind), ...resources.slice(0, behind)];
  return inTurn.flatMap((resource) => {
    if (!resource.access.list) return [];
    const fields = (resource.list.filters ?? []).filter((name) => {
      const field = resource.fields[name];
      return field !== undefined && namedBy(field) === target.name;
    });
    const only = fields.length === 1;
    return fields.map((field) => {
      const key = only ? kebab(resource.name) : `${kebab(resource.name)}-${kebab(field)}`;
      const by = resource.fields[field]?.kind === 'reference' ? 'reference' : 'number';
      return { key, resource, field, by, only };
    });
  });
}

/** What they are called, with the field where there are several, or where they are of the same kind. */
export function getRelatedLabel({ resource, field, only }: Related<ResourceSkeleton>, locale: Locale): string {
  const label = localize(toNames(resource.label), locale);
  const by = resource.fields[field];
  const isOwnKind = by?.kind === 'reference' && by.to === resource.name;
  return (only && !isOwnKind) || !by ? label : `${label} · ${localize(by.label, locale)}`;
}

/** The filters of a list that holds what is related to a record, and nothing else. */
export function createRelatedFilters(
  { field, by }: Pick<Related, 'field' | 'by'>,
  id: number,
): Readonly<Record<string, readonly number[] | { readonly from: number; readonly to: number }>> {
  return { [field]: by === 'reference' ? [id] : { from: id, to: id } };
}

/** Those that a word means: a key, its plural, or one of its words: `orders`, `ledger`, `memberships`. */
export function findRelated<R extends Pick<Related, 'key'>>(all: readonly R[], word: string): R[] {
  const name = kebab(word);
  const single = name.replace(/s$/, '');
  const exact = all.filter(({ key }) => key === name || key === single);
  if (exact.length > 0) return exact;
  return all.filter(({ key }) => `-${key}-`.includes(`-${single}-`));
}
