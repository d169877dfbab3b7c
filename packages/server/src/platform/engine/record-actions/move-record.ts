import { type AnyResource, ApiError, findStateField, localize, snake, toTableName, type Values } from '@gantry/core';
import type { AuditDraft } from '../../audit/audit-trail.ts';
import type { Services } from '../../context/context.ts';
import { findNextDue } from '../../jobs/scheduler.ts';
import { isRetryDue, processDue } from '../../jobs/sweep.ts';
import type { TableName } from '../../store/change-signals.ts';
import { type Row, type Tx, withNamedTables } from '../../store/database.ts';
import { changeRecord, lockRows, toChangedCells } from '../../store/records.ts';
import { createChangedDraft, pickDiffering } from '../changes.ts';
import type { Operation } from '../operation.ts';
import { presentRow } from '../present.ts';

/** A state transition of a record. The row is locked, and its state allows the action. `by` is null for the system. */
interface Move {
  readonly services: Pick<Services, 'database' | 'clock'>;
  readonly resource: AnyResource;
  readonly action: string;
  readonly tx: Tx;
  readonly row: Row;
  readonly by: number | null;
}

/** Writes the target state of an action, together with some values. */
export async function moveRecord(
  { services, resource, action, tx, row, by }: Move,
  values: Values,
): Promise<{ readonly after: Row; readonly audit: AuditDraft }> {
  const state = findStateField(resource);
  const to = resource.actions?.[action]?.to;
  if (!state || to === undefined) throw new ApiError('failed');
  const cells = toChangedCells(resource, { ...values, [state.name]: to });
  const { database, clock } = services;
  const after = await changeRecord(tx, database.dialect, resource, row, cells, { by, at: clock() });
  return { after, audit: createChangedDraft(resource, action, row, pickDiffering(row, cells)) };
}

/** Publishes a record and stores the time in `publishedAt`. */
export const publishRecord: Operation = {
  undo: { fields: ['status', 'publishedAt'] },
  async run({ caller, services, resource, name, tx, row }) {
    if (row === null) throw new ApiError('notFound');
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { publishedAt: services.clock() });
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};

const timeNotInFuture = { zh: '发布时间须在将来', en: 'The publishing time must be in the future.' };

/** Schedules the publication for the time in `publishAt`. */
export const scheduleRecord: Operation = {
  undo: { fields: ['status', 'publishAt'] },
  async run({ caller, services, resource, name, tx, row, input }) {
    if (row === null) throw new ApiError('notFound');
    if (Number(input.publishAt) <= services.clock())
      throw new ApiError('invalid', { errors: { publishAt: [localize(timeNotInFuture, caller.locale)] } });
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { publishAt: input.publishAt });
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};

/** A transition that the system runs when a time of the record has been reached. */
export interface Due {
  readonly resource: AnyResource;
  /** The action of the definition that the system runs. */
  readonly action: string;
  /** The field with the time. */
  readonly when: string;
  /** Returns values to write in addition to the state; the record is locked. */
  values?(now: number, tx: Tx, row: Row): Values | Promise<Values>;
  /** Runs after the transition, in the same transaction. */
  moved?(tx: Tx, before: Row, after: Row): Promise<void>;
}

const maxPerRun = 100;

/** Runs the due transitions, each in its own transaction. Returns their number. */
export async function moveDue(services: Services, due: Due): Promise<number> {
  const { database, clock } = services;
  const { resource, when } = due;
  const rows = await withNamedTables(database.read)
    .selectFrom(toTableName(resource.name))
    .select('id')
    .where('status', 'in', getStates(due))
    .where(snake(when), '<=', clock())
    .where(isRetryDue(due, clock(), `${toTableName(resource.name)}.id`))
    .orderBy(snake(when))
    .limit(maxPerRun)
    .execute();
  return processDue(services, due, rows, (_, id) => transitionIfDue(services, due, id));
}

/** Returns when the next transition is due, in UTC ms; null when none is scheduled. */
export function findNextMove({ database }: Pick<Services, 'database'>, dues: readonly Due[]): Promise<number | null> {
  return findNextDue(
    database.read,
    dues.map((due) => ({ table: tableOf(due), column: snake(due.when), states: getStates(due) })),
  );
}

/** Returns the table whose changes may create due transitions. */
export const tableOf = ({ resource }: Due): TableName => toTableName(resource.name) as TableName;

function getStates({ resource, action }: Due): string[] {
  return [...(resource.actions?.[action]?.from ?? [])];
}

/**
 * Runs one transition. Checks the state and the time again under the lock, since a user or another process may have changed them.
 */
async function transitionIfDue(services: Services, due: Due, id: number): Promise<boolean> {
  const { database, audit, clock } = services;
  const { resource, action, when } = due;
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, resource, [id]);
    const now = clock();
    if (!row || !getStates(due).includes(String(row.status)) || Number(row[snake(when)]) > now) return false;
    const values = (await due.values?.(now, tx, row)) ?? {};
    const moved = await moveRecord({ services, resource, action, tx, row, by: null }, values);
    await audit.append(tx, null, moved.audit);
    await due.moved?.(tx, row, moved.after);
    return true;
  });
}

/** Returns an operation that sets a status like the engine does, for an action with its own preconditions. */
export function moveTo(status: string): Operation {
  return {
    undo: { fields: ['status'] },
    async run(call) {
      const { tx, services, caller, resource, name } = call;
      const row = call.row ?? {};
      const cells = { status };
      const stamp = { by: caller.actor.id, at: services.clock() };
      const after = await changeRecord(tx, services.database.dialect, resource, row, cells, stamp);
      const data = await presentRow(services, tx, resource, after, caller);
      return { data, audit: createChangedDraft(resource, name, row, cells) };
    },
  };
}
