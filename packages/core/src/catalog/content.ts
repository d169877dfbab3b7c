import type { AnyResource, Field, Fields } from '../definition/index.ts';
import { getWritableFields } from '../fields/index.ts';

/** A kind of record that moves between servers as content, and how. */
export interface Content {
  readonly resource: AnyResource;
  /** What a record is known by wherever it is: unique fields, else its title, which records may share. */
  readonly key: readonly string[];
  /** Whether no two records share the key. */
  readonly isUnique: boolean;
  /** What is moved of a record: what people write, without what refers to records that do not move, lists of them too. */
  readonly fields: Fields;
  /** References to records that do not move: a record with one of them belongs to those, and stays. */
  readonly staying: readonly string[];
}

const refersTo = (field: Field) => (field.kind === 'reference' ? field.to : null);

/** What the items of a list refer to, by the name in the item; nothing for any other field. */
export function listRowReferences(field: Field | undefined): ReadonlyMap<string, string> {
  const rows = Object.entries((field?.kind === 'json' && field.rows) || {});
  return new Map(rows.flatMap(([name, row]) => (row.kind === 'reference' ? [[name, row.to] as const] : [])));
}

/** All that a field refers to, by itself or in a list. */
export const listTargets = (field: Field): readonly string[] => [
  ...(field.kind === 'reference' ? [field.to] : []),
  ...listRowReferences(field).values(),
];

/** Written by hand and taken from files; nothing of it is secret or personal. */
function isWritten({ access, fields }: AnyResource): boolean {
  const isOpen = Object.values(fields).every((field) => field.kind !== 'secret' && field.personal !== true);
  return isOpen && Boolean(access.create && access.update && access.import && access.export);
}

/** The first group of unique fields that every record has and that people write; a record is not known by itself. */
function uniqueKey({ name, fields, unique = [] }: AnyResource, moved: Fields): readonly string[] | undefined {
  const single = Object.keys(fields).filter((field) => fields[field]?.unique);
  return [...single.map((field) => [field]), ...unique].find((group) =>
    group.every((field) => moved[field]?.required === true && refersTo(moved[field]) !== name),
  );
}

/**
 * Leaves out resources that must refer to something that is not portable, or whose records have no unique key, until nothing more
 * is left out.
 */
function portableResource(resources: readonly AnyResource[]): readonly AnyResource[] {
  const known = resources.filter((resource) => uniqueKey(resource, resource.fields) !== undefined);
  const names = new Set(known.map(({ name }) => name));
  const rest = resources.filter(({ fields }) =>
    Object.values(fields).every((field) => {
      const to = refersTo(field);
      return to === null || field.required !== true || names.has(to);
    }),
  );
  return rest.length === resources.length ? rest : portableResource(rest);
}

/** What a record refers to first; of those that refer to each other, the one that comes first in the catalogue. */
function targetsFirst(resources: readonly AnyResource[]): AnyResource[] {
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
 * What of the product is content: records that people write and that files bring in, which hold nothing secret and nothing
 * personal, and which need no record that is not content too. In an order in which targets of references come first.
 */
export function listContent(resources: readonly AnyResource[]): Content[] {
  const content = targetsFirst(portableResource(resources.filter(isWritten)));
  const names = new Set(content.map(({ name }) => name));
  return content.map((resource) => {
    const staying = Object.keys(resource.fields).filter((name) => {
      const to = resource.fields[name] && refersTo(resource.fields[name]);
      return typeof to === 'string' && !names.has(to);
    });
    const written = Object.entries(getWritableFields(resource, 'create'));
    const moves = ([name, field]: [string, Field]) =>
      !staying.includes(name) && [...listRowReferences(field).values()].every((to) => names.has(to));
    const fields = Object.fromEntries(written.filter(moves));
    const key = uniqueKey(resource, fields);
    return { resource, key: key ?? [resource.title], isUnique: key !== undefined, fields, staying };
  });
}
