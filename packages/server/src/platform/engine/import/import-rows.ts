import { setImmediate as breath } from 'node:timers/promises';
import {
  type Checked,
  check,
  type FieldErrors,
  fillDefaults,
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

/** A validated row of an imported file. */
export interface Line {
  readonly line: number;
  /** The validated values of the row. */
  readonly input: Values;
  /** The values with defaults, for a new record. */
  readonly values: Values;
  /** The unique keys, one per group of unique fields; null when an empty value exempts the record from uniqueness. */
  readonly keys: readonly (string | null)[];
  /** The id in the row; null for a row with a unique key, which identifies the record in any database. */
  readonly id: number | null;
  /** Why the row cannot create a record, although it may update one; null when it can. */
  readonly incomplete: FieldErrors | null;
}

type GetKey = (values: Values) => string | null;

function createKeyReader(plan: Plan, group: readonly string[]): GetKey {
  const fields = group.flatMap((name) => {
    const field = findField(plan.resource, name);
    return field ? [{ name, field }] : [];
  });
  const { nullsNotDistinct = [] } = plan.resource;
  return (values) => {
    const cells = fields.map(({ name, field }) => toUniqueCell(values[name], field));
    const isExempt = cells.some((cell, at) => cell === null && !nullsNotDistinct.includes(fields[at]?.name ?? ''));
    return isExempt ? null : JSON.stringify(cells);
  };
}

/** Counts the results of an import. */
export class ImportReport {
  created = 0;
  updated = 0;
  skipped = 0;
  readonly errors: ImportRowError[] = [];

  reject(line: number, errors: FieldErrors): void {
    this.errors.push({ line, errors });
  }

  toAnswer(rows: number): ImportAnswer {
    const { created, updated, skipped } = this;
    const errors = [...this.errors].sort((a, b) => a.line - b.line);
    return { rows, created, updated, skipped, failed: errors.length, errors };
  }
}

/** Number of rows after which validation yields to other work. */
const linesPerYield = 500;

/** Returns the values of the known fields; empty text becomes null. */
function readInput(values: Values, names: readonly string[]): Values {
  const given: Values = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) given[name] = value === '' ? null : value;
  }
  return given;
}

/** Validates a row as an update of a record. Values that only a new record may have are compared with the record later. */
function readChange(plan: Plan, row: Values, caller: Caller): Checked<Values> {
  const isCreateOnly = (name: string) => name in plan.create.fields && !(name in plan.update.fields);
  const createOnly = Object.entries(row).filter(([name]) => isCreateOnly(name));
  const rest = Object.fromEntries(Object.entries(row).filter(([name]) => !isCreateOnly(name)));
  const validated = check(plan.update.schema, rest, plan.labels, caller.locale, caller.t);
  return validated.ok ? { ...validated, value: { ...validated.value, ...Object.fromEntries(createOnly) } } : validated;
}

/** Validates each row; invalid rows are reported and left out. */
export async function readLines(
  engine: Engine,
  plan: Plan,
  body: ImportBody,
  report: ImportReport,
  caller: Caller,
): Promise<Line[]> {
  const lines: Line[] = [];
  const readers = listUniqueGroups(plan.resource).map((group) => createKeyReader(plan, group));
  const names = Object.keys(plan.create.fields);
  const defaults = fillDefaults({}, plan.create.fields, 'create');
  for (const [at, { line, id = null, values: row }] of body.rows.entries()) {
    if (at > 0 && at % linesPerYield === 0) await breath();
    const validated = check(plan.create.schema, row, plan.labels, caller.locale, caller.t);
    // An existing record already has the required values, such as secrets, which exports omit.
    const change = validated.ok || id === null || body.onConflict !== 'update' ? null : readChange(plan, row, caller);
    const accepted = change ?? validated;
    if (!accepted.ok) {
      report.reject(line, accepted.errors);
      continue;
    }
    const given = readInput(accepted.value, names);
    const values = { ...defaults, ...given };
    const incomplete = validated.ok ? checkRecord(engine, plan, values, caller) : validated.errors;
    if (incomplete && (id === null || body.onConflict !== 'update')) {
      report.reject(line, incomplete);
      continue;
    }
    const keys = readers.map((read) => read(values));
    lines.push({ line, input: given, values, keys, id: keys.every((key) => key === null) ? id : null, incomplete });
  }
  return lines;
}
