import { findStateField, getResourcePath, isObject, listRowReferences, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { openStream } from '../context/stream.ts';
import { formatKey, type PortableResource } from './portable-resources.ts';
import { readLines } from './text-lines.ts';

/** A stored record of a server. */
export interface StoredRecord {
  readonly id: number;
  readonly version: number;
  /** The values to move; references are ids. */
  readonly values: Values;
  readonly state: string | null;
  /** Whether it belongs to a record that is not content, such as a user, and stays on its server. */
  readonly stays: boolean;
}

interface Known {
  readonly records: readonly StoredRecord[];
  readonly byId: ReadonlyMap<number, StoredRecord>;
  readonly byKey: ReadonlyMap<string, readonly StoredRecord[]>;
}

function toStoredRecord({ place, resource }: PortableResource, record: Values): StoredRecord {
  const state = findStateField(resource);
  return {
    id: Number(record.id),
    version: Number(record.version),
    values: Object.fromEntries(place.fields.map((name) => [name, record[name] ?? null])),
    state: state ? String(record[state.name]) : null,
    stays: place.excludedReferences.some((name) => typeof record[name] === 'number'),
  };
}

/** Whether a value is a list of objects. */
export const isRows = (value: unknown): value is readonly Values[] => Array.isArray(value) && value.every(isObject);

/** The content of a server, by id and by natural key. An entity must be loaded after those that its keys refer to. */
export class TargetIndex {
  readonly #context: Context;
  readonly #known = new Map<string, Known>();
  readonly #portableResources = new Map<string, PortableResource>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Loads all records of an entity, again if necessary. */
  async load(portableResource: PortableResource): Promise<void> {
    const records: StoredRecord[] = [];
    for await (const record of readExport(this.#context, portableResource.place.name))
      records.push(toStoredRecord(portableResource, record));
    records.sort((a, b) => a.id - b.id);
    const byKey = new Map<string, StoredRecord[]>();
    for (const record of records) {
      const key = formatKey(portableResource, this.keyOf(portableResource, record));
      // If two records share a name, the one that belongs to a user and stays on its server is not content.
      if (key !== null && (portableResource.place.isUnique || !record.stays))
        byKey.set(key, [...(byKey.get(key) ?? []), record]);
    }
    const byId = new Map(records.map((record) => [record.id, record]));
    this.#known.set(portableResource.place.name, { records, byId, byKey });
  }

  records(name: string): readonly StoredRecord[] {
    return this.#known.get(name)?.records ?? [];
  }

  /** The records of a key, oldest first. More than one only if records may share a key. */
  found(name: string, key: string): readonly StoredRecord[] {
    return this.#known.get(name)?.byKey.get(key) ?? [];
  }

  withId(name: string, id: number): StoredRecord | undefined {
    return this.#known.get(name)?.byId.get(id);
  }

  /** The natural key of a record, in which references are replaced by natural keys. */
  keyOf({ place, fields }: PortableResource, { values }: StoredRecord): Values {
    return Object.fromEntries(place.key.map((name) => [name, this.portable(fields, name, values[name])]));
  }

  /** A value that does not depend on the server: ids are replaced by the natural keys of their records. */
  portable(fields: PortableResource['fields'], name: string, value: unknown): unknown {
    const field = fields[name];
    const inRows = listRowReferences(field);
    if (inRows.size > 0 && isRows(value)) return value.map((row) => this.#portableRow(row, inRows));
    return field?.kind === 'reference' && typeof value === 'number' ? this.#keyAt(field.to, value) : (value ?? null);
  }

  #portableRow(row: Values, inRows: ReadonlyMap<string, string>): Values {
    const cells = Object.entries(row).map(([name, value]) => {
      const to = inRows.get(name);
      return [name, to !== undefined && typeof value === 'number' ? this.#keyAt(to, value) : value];
    });
    return Object.fromEntries(cells);
  }

  #keyAt(to: string, id: number): Values | null {
    const target = this.withId(to, id);
    const portableResource = this.#portableResources.get(to);
    return target && portableResource ? this.keyOf(portableResource, target) : null;
  }

  /** Loads entities in sequence, referenced ones first. */
  async loadAll(portableResources: Iterable<PortableResource>): Promise<void> {
    for (const portableResource of portableResources) {
      this.#portableResources.set(portableResource.place.name, portableResource);
      await this.load(portableResource);
    }
  }
}

/** Yields every record of an entity from its export. */
async function* readExport(context: Context, name: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const source = await openStream(context, getResourcePath(name, 'export'), { filters: {}, format: 'ndjson' });
  for await (const line of readLines(source)) yield JSON.parse(line);
}
