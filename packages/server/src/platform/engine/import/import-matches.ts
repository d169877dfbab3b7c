import { findField, snake } from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../context/context.ts';
import { getColumnType, getUniqueColumn, isHeld, isTaken } from '../../store/columns.ts';
import { type Cell, type Dialect, getId, type Row, type Tx } from '../../store/database.ts';
import { listUniqueGroups } from '../../store/table-statements.ts';
import type { Plan } from '../engine.ts';
import { takenErrors } from '../taken.ts';
import { listReferences, rejectFields } from '../validation-errors.ts';
import type { ImportReport, Line } from './import-rows.ts';

export interface Distinct {
  readonly lines: readonly Line[];
  /** Earlier lines of the file that a later one stands in for. */
  readonly replaced: number;
}

/** Lines of one file that would be the same record: the first holds (`error`, `skip`), or the last (`update`). */
export function selectDistinctLines(
  plan: Plan,
  lines: readonly Line[],
  onConflict: 'error' | 'skip' | 'update',
  counter: ImportReport,
  caller: Caller,
): Distinct {
  const groups = [...listUniqueGroups(plan.resource), ['id']];
  const stored = new Set<Line>();
  /** By key, for each group. */
  const holders = groups.map(() => new Map<string | null, Line>());
  let replaced = 0;
  for (const line of lines) {
    const keys = [...line.keys, line.id === null ? null : String(line.id)];
    const taken = keys.findIndex((key, at) => key !== null && holders[at]?.has(key));
    if (taken >= 0 && onConflict === 'error') {
      const earlier = holders[taken]?.get(keys[taken] ?? null);
      const holder = earlier ? { line: earlier.line } : null;
      counter.reject(line.line, takenErrors(plan.resource, groups[taken] ?? [], holder, caller));
    } else if (taken >= 0 && onConflict === 'skip') counter.skipped += 1;
    else {
      const earlier = holders[taken]?.get(keys[taken] ?? null);
      if (earlier && stored.delete(earlier)) replaced += 1;
      stored.add(line);
      for (const [at, key] of keys.entries()) if (key !== null) holders[at]?.set(key, line);
    }
  }
  return { lines: [...stored], replaced };
}

export interface Match {
  readonly id: number;
  readonly group: readonly string[];
}

/** The records that lines name by their ids, where they have no key. */
export async function findNamedRecords(tx: Tx, dialect: Dialect, plan: Plan, lines: readonly Line[]) {
  const ids = [...new Set(lines.flatMap(({ id }) => id ?? []))];
  if (ids.length === 0) return new Map<Line, Match>();
  const wanted = dialect.tuples(
    ['bigint'],
    ids.map((id) => [id]),
  );
  const found = await sql<{ id: number }>`select id from ${sql.table(plan.table)} where id in ${wanted}`.execute(tx);
  const there = new Set(found.rows.map(({ id }) => id));
  return new Map(
    lines.flatMap((line) => (there.has(line.id ?? 0) ? [[line, { id: line.id ?? 0, group: ['id'] }]] : [])),
  );
}

/** Records that lines would collide with, by line: one query a group of unique fields, however many lines there are. */
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
  const given = dialect.tuples(
    types,
    keys.map((key) => JSON.parse(key) as Cell[]),
  );
  const names = group.map((name) => getUniqueColumn(name, findField(plan.resource, name)));
  const columns = names.map((name) => sql.ref(`t.${name}`));
  const { nullsNotDistinct = [] } = plan.resource;
  const on = sql.join(
    columns.map((column, at) => {
      const wanted = sql.ref(`given.c${at}`);
      const bothEmpty = nullsNotDistinct.includes(group[at] ?? '');
      return bothEmpty
        ? sql`(${column} = ${wanted} or (${column} is null and ${wanted} is null))`
        : sql`${column} = ${wanted}`;
    }),
    sql` and `,
  );
  const { rows } = await sql<Record<string, Cell>>`select t.id, ${sql.join(columns)}
    from ${given} given join ${sql.table(plan.table)} t on ${on}`.execute(tx);
  return rows.map((row) => ({
    id: getId(row),
    key: JSON.stringify(names.map((name) => row[name] ?? null)),
  }));
}

/** Rejects lines that point to records that are not there or of another kind: one query a reference field. */
export async function findExistingReferences(
  tx: Tx,
  dialect: Dialect,
  plan: Plan,
  lines: readonly Line[],
  counter: ImportReport,
  caller: Caller,
): Promise<readonly Line[]> {
  let stored = lines;
  for (const { name, table, only } of listReferences(plan.resource, Object.keys(plan.create.fields))) {
    const ids = [...new Set(stored.map(({ values }) => values[name]).filter((id) => typeof id === 'number'))];
    if (ids.length === 0) continue;
    const wanted = dialect.tuples(
      ['bigint'],
      ids.map((id) => [id]),
    );
    const columns = sql.join(['id', ...Object.keys(only).map(snake)].map((column) => sql.ref(column)));
    const held = isHeld(tx, { only }) ? sql`for key share` : sql``;
    const found = sql<Row>`select ${columns} from ${sql.table(table)} where id in ${wanted} ${held}`;
    const { rows } = await found.execute(tx);
    const there = new Map(rows.map((row) => [getId(row), isTaken(only, row)]));
    const isFine = ({ values }: Line) => typeof values[name] !== 'number' || there.get(values[name]) === true;
    for (const line of stored) {
      if (isFine(line)) continue;
      const rejection = there.has(Number(line.values[name])) ? 'otherKind' : 'reference';
      counter.reject(line.line, rejectFields(plan, [name], rejection, caller));
    }
    stored = stored.filter(isFine);
  }
  return stored;
}
