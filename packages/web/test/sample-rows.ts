import path from 'node:path';
import { type AnyResource, catalogue, type Field, snake, toTableName } from '@gantry/core';
import Sqlite, { type Database } from 'better-sqlite3';

type Cell = number | string | null;

/** Minimum number of rows per resource; at least one per state option. */
const least = 5;

/** The inputs of the sample rows. */
export interface Sample {
  /** UTC ms. */
  readonly now: number;
  /** Path of an uploaded image, `/files/...`. */
  readonly picture: string;
}
const hour = 3_600_000;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/**
 * Fills the tables of a running server with deterministic rows for every definition: every state and every choice option occurs.
 * Writes directly into the database file, because no call can bring a record into every state. Tables with rows stay unchanged.
 */
export function fillTables(data: string, sample: Sample): void {
  const database = new Sqlite(path.join(data, 'gantry.db'));
  try {
    database.pragma('foreign_keys = off');
    database.pragma('ignore_check_constraints = on');
    for (const resource of catalogue.resources) fillTable(database, resource, sample);
  } finally {
    database.close();
  }
}

function fillTable(database: Database, resource: AnyResource, sample: Sample): void {
  const table = toTableName(resource.name);
  const columns = database.pragma(`table_info("${table}")`) as Column[];
  if (columns.length === 0 || database.prepare(`select 1 from "${table}"`).get()) return;
  const fields = new Map(Object.entries(resource.fields).map(([name, field]) => [snake(name), field]));
  const states = Object.values(resource.fields).flatMap((field) =>
    field.kind === 'state' ? [Object.keys(field.options).length] : [],
  );
  const written = columns.filter(
    ({ pk, type, ...column }) => fields.has(column.name) || isNeeded({ pk, type, ...column }),
  );
  const names = written.map(({ name }) => `"${name}"`).join();
  const insert = database.prepare(
    `insert or ignore into "${table}" (${names}) values (${written.map(() => '?').join()})`,
  );
  for (let at = 1; at <= Math.max(least, ...states); at += 1)
    insert.run(written.map((column) => getCell(column, fields.get(column.name), at, sample)));
}

const isNeeded = ({ pk, notnull, dflt_value: given }: Column) => pk === 0 && notnull === 1 && given === null;

function getCell({ name, type }: Column, field: Field | undefined, at: number, sample: Sample): Cell {
  if (field) return getSample(field, at, sample);
  if (name.endsWith('_at')) return sample.now - at * hour;
  return type.toLowerCase().includes('int') ? at : `${name}-${at}`;
}

/** Returns the value of a field in a row, counted from 1. */
function getSample(field: Field, at: number, { now, picture }: Sample): Cell {
  const option = (options: object) => Object.keys(options)[(at - 1) % Object.keys(options).length] ?? null;
  switch (field.kind) {
    case 'text':
      return `${field.label.zh} ${at}`.slice(0, field.max);
    case 'paragraph':
    case 'markdown':
      return `${field.label.zh}：第 ${at} 段文字，足够看出一行放不下时怎样收尾。`.slice(0, field.max);
    case 'integer':
      return Math.min(field.max ?? 1_000_000, Math.max(field.min ?? 0, at * 7));
    case 'money':
      return at * 1_990;
    case 'boolean':
      return at % 2;
    case 'choice':
    case 'state':
      return option(field.options);
    case 'choices':
      return JSON.stringify(Object.keys(field.options).slice(0, at % 3));
    case 'tags':
      return JSON.stringify(['甲', 'beta', '丙'].slice(0, at % 4));
    case 'reference':
      return field.required === true || at % 3 > 0 ? at : null;
    case 'time':
      return now - at * hour;
    case 'date':
      return new Date(now - at * 24 * hour).toISOString().slice(0, 10);
    case 'color':
      return ['#165DFF', '#00B42A', '#F53F3F'][at % 3] ?? null;
    case 'json':
      return field.required === true ? '{}' : null;
    case 'image':
      return picture;
    case 'secret':
      return null;
  }
}
