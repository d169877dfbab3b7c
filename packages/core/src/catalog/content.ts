import type { AnyResource, Field, Fields } from '../definition/index.ts';
import { getWritableFields } from '../fields/index.ts';

/** A resource whose records can be moved between servers as content. */
export interface Content {
  readonly resource: AnyResource;
  /** Fields that identify a record on every server: unique fields, else the title, which records may share. */
  readonly key: readonly string[];
  /** Whether the key is unique. */
  readonly isUnique: boolean;
  /** Fields that are exported: those that admins write, without references to resources that are not content. */
  readonly fields: Fields;
  /** References to resources that are not content. Records with such a reference are not exported. */
  readonly excludedReferences: readonly string[];
}

const getReferencedResource = (field: Field) => (field.kind === 'reference' ? field.to : null);

/** Returns the resources that list items refer to, by the name in the item. Empty for other fields. */
export function listRowReferences(field: Field | undefined): ReadonlyMap<string, string> {
  const rows = Object.entries((field?.kind === 'json' && field.rows) || {});
  return new Map(rows.flatMap(([name, row]) => (row.kind === 'reference' ? [[name, row.to] as const] : [])));
}

/** Returns all resources that a field refers to, directly or in list items. */
export const listTargets = (field: Field): readonly string[] => [
  ...(field.kind === 'reference' ? [field.to] : []),
  ...listRowReferences(field).values(),
];

/** Whether admins write and import the records, and nothing in them is secret or personal. */
function isWritten({ access, fields }: AnyResource): boolean {
  const isOpen = Object.values(fields).every((field) => field.kind !== 'secret' && field.personal !== true);
  return isOpen && Boolean(access.create && access.update && access.import && access.export);
}

/** Returns the first unique group whose fields are all required and exported and do not refer to the resource itself. */
function getUniqueKey({ name, fields, unique = [] }: AnyResource, moved: Fields): readonly string[] | undefined {
  const single = Object.keys(fields).filter((field) => fields[field]?.unique);
  return [...single.map((field) => [field]), ...unique].find((group) =>
    group.every((field) => moved[field]?.required === true && getReferencedResource(moved[field]) !== name),
  );
}

/**
 * Removes resources that require a reference to a resource that is not portable or has no unique key, and repeats this until
 * nothing changes.
 */
function getPortableResource(resources: readonly AnyResource[]): readonly AnyResource[] {
  const known = resources.filter((resource) => getUniqueKey(resource, resource.fields) !== undefined);
  const names = new Set(known.map(({ name }) => name));
  const rest = resources.filter(({ fields }) =>
    Object.values(fields).every((field) => {
      const to = getReferencedResource(field);
      return to === null || field.required !== true || names.has(to);
    }),
  );
  return rest.length === resources.length ? rest : getPortableResource(rest);
}

/** Sorts resources after those that they refer to. With circular references, the first in the catalog wins. */
function sortTargetsFirst(resources: readonly AnyResource[]): AnyResource[] {
  const ordered: AnyResource[] = [];
  const visiting = new Set<string>();
  const visit = (resource: AnyResource) => {
    if (visiting.has(resource.name)) return;
    visiting.add(resource.name);
    const needed = Object.values(resource.fields).flatMap(listTargets);
    for (const target of resources) if (needed.includes(target.name)) visit(target);
    ordered.push(resource);
  };
  for (const resource of resources) visit(resource);
  return ordered;
}

/**
 * Returns the content of the product: resources that admins write and import, without secrets and personal data, and without
 * required references to other resources. Referenced resources come first.
 */
export function listContent(resources: readonly AnyResource[]): Content[] {
  const content = sortTargetsFirst(getPortableResource(resources.filter(isWritten)));
  const names = new Set(content.map(({ name }) => name));
  return content.map((resource) => {
    const excludedReferences = Object.keys(resource.fields).filter((name) => {
      const to = resource.fields[name] && getReferencedResource(resource.fields[name]);
      return typeof to === 'string' && !names.has(to);
    });
    const written = Object.entries(getWritableFields(resource, 'create'));
    const hasStateMoves = ([name, field]: [string, Field]) =>
      !excludedReferences.includes(name) && [...listRowReferences(field).values()].every((to) => names.has(to));
    const fields = Object.fromEntries(written.filter(hasStateMoves));
    const key = getUniqueKey(resource, fields);
    return { resource, key: key ?? [resource.title], isUnique: key !== undefined, fields, excludedReferences };
  });
}
