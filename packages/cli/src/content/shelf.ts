import { rowReferences, stateField, type Values } from '@gantry/core';
import type { Context } from '../context.ts';
import { keyText, type Movable } from './movable.ts';
import { readExport } from './read-export.ts';

/** A record as a server has it. */
export interface Kept {
  readonly id: number;
  readonly version: number;
  /** What moves of it, references as ids. */
  readonly values: Values;
  readonly state: string | null;
  /** It belongs to a record that does not move, and stays with it. */
  readonly stays: boolean;
}

interface Known {
  readonly records: readonly Kept[];
  readonly byId: ReadonlyMap<number, Kept>;
  readonly byKey: ReadonlyMap<string, readonly Kept[]>;
}

function keptOf({ place, resource }: Movable, record: Values): Kept {
  const state = stateField(resource);
  return {
    id: Number(record.id),
    version: Number(record.version),
    values: Object.fromEntries(place.fields.map((name) => [name, record[name] ?? null])),
    state: state ? String(record[state.name]) : null,
    stays: place.staying.some((name) => typeof record[name] === 'number'),
  };
}

/** Whether this is a list of flat objects. */
export const isRows = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));

/** The content of a server, found by id and by natural key. What an entity's keys refer to is loaded before it. */
export class Shelf {
  readonly #context: Context;
  readonly #known = new Map<string, Known>();
  readonly #movables = new Map<string, Movable>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Reads all records of an entity, again if they were read before. */
  async load(movable: Movable): Promise<void> {
    const records: Kept[] = [];
    for await (const record of readExport(this.#context, movable.place.name)) records.push(keptOf(movable, record));
    records.sort((a, b) => a.id - b.id);
    const byKey = new Map<string, Kept[]>();
    for (const record of records) {
      const key = keyText(movable, this.keyOf(movable, record));
      // Of two of one name, that of somebody who is not here is none of the product.
      if (key !== null && (movable.place.isUnique || !record.stays))
        byKey.set(key, [...(byKey.get(key) ?? []), record]);
    }
    const byId = new Map(records.map((record) => [record.id, record]));
    this.#known.set(movable.place.name, { records, byId, byKey });
  }

  records(name: string): readonly Kept[] {
    return this.#known.get(name)?.records ?? [];
  }

  /** Those of a key, the oldest first: more than one only where records may share it. */
  found(name: string, key: string): readonly Kept[] {
    return this.#known.get(name)?.byKey.get(key) ?? [];
  }

  withId(name: string, id: number): Kept | undefined {
    return this.#known.get(name)?.byId.get(id);
  }

  /** The natural key of a record, references in it as natural keys too. */
  keyOf({ place, fields }: Movable, { values }: Kept): Values {
    return Object.fromEntries(place.key.map((name) => [name, this.portable(fields, name, values[name])]));
  }

  /** A value as any server understands it: an id becomes what is known of the record that it names. */
  portable(fields: Movable['fields'], name: string, value: unknown): unknown {
    const field = fields[name];
    const inRows = rowReferences(field);
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
    const movable = this.#movables.get(to);
    return target && movable ? this.keyOf(movable, target) : null;
  }

  /** Loads entities one after the other, targets first. */
  async loadAll(movables: Iterable<Movable>): Promise<void> {
    for (const movable of movables) {
      this.#movables.set(movable.place.name, movable);
      await this.load(movable);
    }
  }
}
