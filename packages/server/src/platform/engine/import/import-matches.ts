import { findField, snake } from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../context/context.ts';
import { getColumnType, getUniqueColumn, isAccepted, isLocked } from '../../store/columns.ts';
import { type Cell, type Dialect, getId, type Row, type Tx } from '../../store/database.ts';
import { listUniqueGroups } from '../../store/table-statements.ts';
import type { Plan } from '../engine.ts';
import { takenErrors } from '../taken.ts';
import { listReferences, rejectFields } from '../validation-errors.ts';
import type { ImportReport, Line } from './import-rows.ts';

/** The rows of an import without duplicates. */
export interface Distinct {
  readonly lines: readonly Line[];
  /** Number of earlier rows that later ones replaced. */
  readonly replaced: number;
}

/** Removes rows that would be the same record: the first one is kept (`error`, `skip`), or the last one (`update`). */
export function selectDistinctLines(
  plan: Plan,
  lines: readonly Line[],
  onConflict: 'error' | 'skip' | 'update',
  report: ImportReport,
  caller: Caller,
): Distinct {
  const groups = [...listUniqueGroups(plan.resource), ['id']];
  const selected = new Set<Line>();
  /** The row that holds a key, for each group. */
  const holders = groups.map(() => new Map<string | null, Line>());
  let replaced = 0;
  for (const line of lines) {
    const keys = [...line.keys, line.id === null ? null : String(line.id)];
    const takenIndex = keys.findIndex((key, at) => key !== null && holders[at]?.has(key));
    if (takenIndex >= 0 && onConflict === 'error') {
      const earlier = holders[takenIndex]?.get(keys[takenIndex] ?? null);
      const holder = earlier ? { line: earlier.line } : null;
      report.reject(line.line, takenErrors(plan.resource, groups[takenIndex] ?? [], holder, caller));
    } else if (takenIndex >= 0 && onConflict === 'skip') report.skipped += 1;
    else {
      const earlier = holders[takenIndex]?.get(keys[takenIndex] ?? null);
      if (earlier && selected.delete(earlier)) replaced += 1;
      selected.add(line);
      for (const [at, key] of keys.entries()) if (key !== null) holders[at]?.set(key, line);
    }
  }
  return { lines: [...selected], replaced };
}

export interface Match {
  readonly id: number;
  readonly group: readonly string[];
}

/** Finds the records of rows that have an id and no key. */
export async function findNamedRecords(tx: Tx, dialect: Dialect, plan: Plan, lines: readonly Line[]) {
  const ids = [...new Set(lines.flatMap(({ id }) => id ?? []))];
  if (ids.length === 0) return new Map<Line, Match>();
  const wanted = dialect.tuples(
    ['bigint'],
    ids.map((id) => [id]),
  );
  const found = await sql<{ id: number }>`select id from ${sql.table(plan.table)} where id in ${wanted}`.execute(tx);
  const existingIds = new Set(found.rows.map(({ id }) => id));
  return new Map(
    lines.flatMap((line) => (existingIds.has(line.id ?? 0) ? [[line, { id: line.id ?? 0, group: ['id'] }]] : [])),
  );
}

/** Finds the records that rows would conflict with, by row: one query per group of unique fields, however many rows there are. */
export async function findExistingMatches(
  tx: Tx,
  dialect: Dialect,
  plan: Plan,
  lines: readonly Line[],
): Promise<Map<Line, Match>> {
  const matches = new Map<Line, Match>();
  for (const [at, group] of listUniqueGroups(plan.resource).entries()) {
    const wanted = new Map<string, Line>();
    for (const line of lines) {
      const key = line.keys[at] ?? null;
      if (key !== null) wanted.set(key, line);
    }
    if (wanted.size === 0) continue;
    for (const { id, key } of await findRecords(tx, dialect, plan, group, [...wanted.keys()])) {
      const line = wanted.get(key);
      if (line !== undefined && !matches.has(line)) matches.set(line, { id, group });
    }
  }
  return matches;
}

async function findRecords(tx: Tx, dialect: Dialect, plan: Plan, group: readonly string[], keys: readonly string[]) {
  const types = group.map((name) => {
    const field = findField(plan.resource, name);
    return field ? getColumnType(field) : 'text';
  });
  const keyTuples = dialect.tuples(
    types,
    keys.map((key) => JSON.parse(key) as Cell[]),
  );
  const names = group.map((name) => getUniqueColumn(name, findField(plan.resource, name)));
  const columns = names.map((name) => sql.ref(`t.${name}`));
  const { nullsNotDistinct = [] } = plan.resource;
  const on = sql.join(
    columns.map((column, at) => {
      const wanted = sql.ref(`given.c${at}`);
      const matchesNull = nullsNotDistinct.includes(group[at] ?? '');
      return matchesNull
        ? sql`(${column} = ${wanted} or (${column} is null and ${wanted} is null))`
        : sql`${column} = ${wanted}`;
    }),
    sql` and `,
  );
  const { rows } = await sql<Record<string, Cell>>`select t.id, ${sql.join(columns)}
    from ${keyTuples} given join ${sql.table(plan.table)} t on ${on}`.execute(tx);
  return rows.map((row) => ({
    id: getId(row),
    key: JSON.stringify(names.map((name) => row[name] ?? null)),
  }));
}

/**
 * Rejects rows that refer to records that do not exist or do not match the field: one query per reference field. Returns the
 * other rows.
 */
export async function findExistingReferences(
  tx: Tx,
  dialect: Dialect,
  plan: Plan,
  lines: readonly Line[],
  report: ImportReport,
  caller: Caller,
): Promise<readonly Line[]> {
  let remaining = lines;
  for (const { name, table, only } of listReferences(plan.resource, Object.keys(plan.create.fields))) {
    const ids = [...new Set(remaining.map(({ values }) => values[name]).filter((id) => typeof id === 'number'))];
    if (ids.length === 0) continue;
    const wanted = dialect.tuples(
      ['bigint'],
      ids.map((id) => [id]),
    );
    const columns = sql.join(['id', ...Object.keys(only).map(snake)].map((column) => sql.ref(column)));
    const lock = isLocked(tx, { only }) ? sql`for key share` : sql``;
    const found = sql<Row>`select ${columns} from ${sql.table(table)} where id in ${wanted} ${lock}`;
    const { rows } = await found.execute(tx);
    const isValidById = new Map(rows.map((row) => [getId(row), isAccepted(only, row)]));
    const hasValidReference = ({ values }: Line) =>
      typeof values[name] !== 'number' || isValidById.get(values[name]) === true;
    for (const line of remaining) {
      if (hasValidReference(line)) continue;
      const rejection = isValidById.has(Number(line.values[name])) ? 'otherKind' : 'reference';
      report.reject(line.line, rejectFields(plan, [name], rejection, caller));
    }
    remaining = remaining.filter(hasValidReference);
  }
  return remaining;
}
