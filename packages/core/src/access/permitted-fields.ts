import type { AnyResource, FieldBase } from '../definition/index.ts';
import { allFields } from '../fields/index.ts';

/** Fields of a resource that a role may read at all: personal data is for admins. */
export function readableFields(
  resource: { readonly fields: Readonly<Record<string, Pick<FieldBase, 'read' | 'personal'>>> },
  role: string | null,
): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => field.read !== 'never' && (!field.personal || role === 'admin'))
    .map(([name]) => name);
}

/**
 * Fields of a record that a role may read, the engine's own first: in lists without the long ones, never a secret. The server
 * rejects a list call that names any other field, so clients ask for these alone.
 */
export function permittedFields(resource: AnyResource, role: string | null, where: 'list' | 'detail'): string[] {
  const base = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields));
  const own = readableFields(resource, role).filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && field.kind !== 'secret' && (where === 'detail' || field.read !== 'detail');
  });
  return [...base, ...own];
}

/** The title as a column of a list call: none when the role may not read it. */
export function titleColumns(
  resource: {
    readonly title: string;
    readonly fields: Readonly<Record<string, Pick<FieldBase, 'read' | 'personal'>>>;
  },
  role: string | null,
): string[] {
  const isListed = resource.fields[resource.title]?.read !== 'detail';
  return isListed ? readableFields(resource, role).filter((name) => name === resource.title) : [];
}
