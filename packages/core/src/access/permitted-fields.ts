import type { AnyResource, FieldBase } from '../definition/index.ts';
import { allFields } from '../fields/index.ts';

/** Returns the fields that a role may read. Only admins may read personal data. */
export function listReadableFields(
  resource: { readonly fields: Readonly<Record<string, Pick<FieldBase, 'read' | 'personal'>>> },
  role: string | null,
): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => field.read !== 'never' && (!field.personal || role === 'admin'))
    .map(([name]) => name);
}

/**
 * Returns the fields of a list or a single record that a role may read, base fields first. Secrets are never included, long
 * fields only in single records. The server rejects list calls for other fields.
 */
export function listPermittedFields(resource: AnyResource, role: string | null, where: 'list' | 'detail'): string[] {
  const base = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields));
  const own = listReadableFields(resource, role).filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && field.kind !== 'secret' && (where === 'detail' || field.read !== 'detail');
  });
  return [...base, ...own];
}

/** Returns the title field as the columns of a list call; empty when lists do not contain it or the role may not read it. */
export function listTitleColumns(
  resource: {
    readonly title: string;
    readonly fields: Readonly<Record<string, Pick<FieldBase, 'read' | 'personal'>>>;
  },
  role: string | null,
): string[] {
  const isListed = resource.fields[resource.title]?.read !== 'detail';
  return isListed ? listReadableFields(resource, role).filter((name) => name === resource.title) : [];
}
