import { setImmediate as breath } from 'node:timers/promises';
import {
  type Checked,
  check,
  complete,
  type FieldErrors,
  findField,
  type ImportAnswer,
  type ImportRowError,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import { toUniqueCell } from '../../store/columns.ts';
import { listUniqueGroups } from '../../store/table-statements.ts';
import type { Engine, Plan } from '../engine.ts';
import type { ImportBody } from '../read-body.ts';
import { checkRecord } from '../validation-errors.ts';

/** A line of a file on its way into the table. */
export interface Line {
  readonly line: number;
  /** As given, checked. */
  readonly given: Values;
  /** With defaults, for a new record. */
  readonly values: Values;
  /** What the record shares with no other, a word for each group of unique fields; null when a part is empty that then shares nothing. */
  readonly keys: readonly (string | null)[];
  /** The record that the line says it is; null for a line that has a key, by which it is found in any database. */
  readonly id: number | null;
  /** Why the line cannot create a record; it may still change one. */
  readonly incomplete: FieldErrors | null;
}

type KeyOf = (values: Values) => string | null;

function keyReader(plan: Plan, group: readonly string[]): KeyOf {
  const fields = group.flatMap((name) => {
    const field = findField(plan.resource, name);
    return field ? [{ name, field }] : [];
  });
  const { nullsNotDistinct = [] } = plan.resource;
  return (values) => {
    const cells = fields.map(({ name, field }) => toUniqueCell(values[name], field));
    const isFree = cells.some((cell, at) => cell === null && !nullsNotDistinct.includes(fields[at]?.name ?? ''));
    return isFree ? null : JSON.stringify(cells);
  };
}

/** What an import has come to so far. */
export class ImportReport {
  created = 0;
  updated = 0;
  skipped = 0;
  readonly errors: ImportRowError[] = [];

  reject(line: number, errors: FieldErrors): void {
    this.errors.push({ line, errors });
  }

  answer(rows: number): ImportAnswer {
    const { created, updated, skipped } = this;
    const errors = [...this.errors].sort((a, b) => a.line - b.line);
    return { rows, created, updated, skipped, failed: errors.length, errors };
  }
}

/** Lines between two breaths: others are served while a file is checked. */
const linesABreath = 500;

/** What a line says of the fields; empty text is null. */
function givenOf(values: Values, names: readonly string[]): Values {
  const given: Values = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) given[name] = value === '' ? null : value;
  }
  return given;
}

/** Checks a line as a change of an existing record. Values that only a new record may be given are compared with it later. */
function readChange(plan: Plan, row: Values, caller: Caller): Checked<Values> {
  const isOnlyNew = (name: string) => name in plan.create.fields && !(name in plan.update.fields);
  const onlyNew = Object.entries(row).filter(([name]) => isOnlyNew(name));
  const rest = Object.fromEntries(Object.entries(row).filter(([name]) => !isOnlyNew(name)));
  const checked = check(plan.update.schema, rest, plan.labels, caller.locale, caller.t);
  return checked.ok ? { ...checked, value: { ...checked.value, ...Object.fromEntries(onlyNew) } } : checked;
}

/** Checks every line on its own; invalid lines are reported and left out. */
export async function readLines(
  engine: Engine,
  plan: Plan,
  body: ImportBody,
  counter: ImportReport,
  caller: Caller,
): Promise<Line[]> {
  const lines: Line[] = [];
  const readers = listUniqueGroups(plan.resource).map((group) => keyReader(plan, group));
  const names = Object.keys(plan.create.fields);
  const usual = complete({}, plan.create.fields, 'create');
  for (const [at, { line, id = null, values: row }] of body.rows.entries()) {
    if (at > 0 && at % linesABreath === 0) await breath();
    const checked = check(plan.create.schema, row, plan.labels, caller.locale, caller.t);
    // An existing record has what a new one requires: an export leaves out secrets.
    const change = checked.ok || id === null || body.onConflict !== 'update' ? null : readChange(plan, row, caller);
    const accepted = change ?? checked;
    if (!accepted.ok) {
      counter.reject(line, accepted.errors);
      continue;
    }
    const given = givenOf(accepted.value, names);
    const values = { ...usual, ...given };
    const incomplete = checked.ok ? checkRecord(engine, plan, values, caller) : checked.errors;
    if (incomplete && (id === null || body.onConflict !== 'update')) {
      counter.reject(line, incomplete);
      continue;
    }
    const keys = readers.map((read) => read(values));
    lines.push({ line, given, values, keys, id: keys.every((key) => key === null) ? id : null, incomplete });
  }
  return lines;
}
