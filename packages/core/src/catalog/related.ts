import { type AnyResource, kebab, type Locale, localize, toNames } from '../definition/index.ts';
import type { ResourceSkeleton } from './outline.ts';

/** Records of a resource that refer to a record of another one, such as the orders of a user. */
export interface Related<R extends ResourceSkeleton = AnyResource> {
  /** `order`, or with the field when the resource has several references: `transfer-receiver-id`. */
  readonly key: string;
  readonly resource: R;
  /** The referring field, by which the list can be filtered. */
  readonly field: string;
  /** How the field refers to the record: by a reference, or by an ID that remains after the record is deleted. */
  readonly by: 'reference' | 'number';
  /** Whether this is the only reference of the resource. */
  readonly only: boolean;
}

/** Returns the resource that a field refers to, by a reference or by an ID. */
function getNamedResource(field: Pick<ResourceSkeleton['fields'][string], 'kind' | 'to' | 'idOf'>): string | null {
  return (field.kind === 'reference' ? field.to : field.idOf) ?? null;
}

/**
 * Returns the lists that can be filtered by a reference to the resource: first those that follow it in the catalog, because they
 * are on the same page or in the same area, then the others.
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
      return field !== undefined && getNamedResource(field) === target.name;
    });
    const only = fields.length === 1;
    return fields.map((field) => {
      const key = only ? kebab(resource.name) : `${kebab(resource.name)}-${kebab(field)}`;
      const by = resource.fields[field]?.kind === 'reference' ? 'reference' : 'number';
      return { key, resource, field, by, only };
    });
  });
}

/**
 * Returns the label of related records. It includes the field when there are several references, or when a resource refers to
 * itself.
 */
export function getRelatedLabel({ resource, field, only }: Related<ResourceSkeleton>, locale: Locale): string {
  const label = localize(toNames(resource.label), locale);
  const by = resource.fields[field];
  const isOwnKind = by?.kind === 'reference' && by.to === resource.name;
  return (only && !isOwnKind) || !by ? label : `${label} · ${localize(by.label, locale)}`;
}

/** Returns the filters of a list that only shows the related records. */
export function createRelatedFilters(
  { field, by }: Pick<Related, 'field' | 'by'>,
  id: number,
): Readonly<Record<string, readonly number[] | { readonly from: number; readonly to: number }>> {
  return { [field]: by === 'reference' ? [id] : { from: id, to: id } };
}

/** Finds related records by a word: a key, its plural, or a part of it, such as `orders`, `ledger` or `memberships`. */
export function findRelated<R extends Pick<Related, 'key'>>(all: readonly R[], word: string): R[] {
  const name = kebab(word);
  const single = name.replace(/s$/, '');
  const exact = all.filter(({ key }) => key === name || key === single);
  if (exact.length > 0) return exact;
  return all.filter(({ key }) => `-${key}-`.includes(`-${single}-`));
}
