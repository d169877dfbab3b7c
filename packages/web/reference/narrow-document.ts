/** The parts of an OpenAPI document that this page reads. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
}

type PathItem = Readonly<Record<string, Operation>>;

export const listOperations = ({ paths }: ApiDocument): Operation[] => Object.values(paths).flatMap(Object.values);

/** Adds the names of all schemas that a part of the document refers to, directly or through other schemas. */
function collectSchemas(part: unknown, schemas: Readonly<Record<string, unknown>>, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const name = key === '$ref' ? /^#\/components\/schemas\/(.+)$/.exec(String(value))?.[1] : undefined;
    if (name === undefined) collectSchemas(value, schemas, names);
    else if (!names.has(name)) {
      names.add(name);
      collectSchemas(schemas[name], schemas, names);
    }
  }
}

/**
 * The document with the operations of one tag only. Drawing all operations of the admin API at a time takes a browser some
 * 20 seconds, those of one tag take less than one.
 */
export function narrowDocument(document: ApiDocument, tag: string): ApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([, item]) => Object.values(item).some(({ tags }) => tags?.includes(tag))),
  );
  const names = new Set<string>();
  const { schemas, ...otherComponents } = document.components;
  collectSchemas([paths, otherComponents], schemas, names);
  return {
    ...document,
    tags: document.tags.filter(({ name }) => name === tag),
    paths,
    components: {
      ...otherComponents,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name))),
    },
  };
}
