import { type AnyResource, snake, tableName, type Values } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import { isRetryDue, processDue } from '../../jobs/sweep.ts';
import type { Row, Tx } from '../../store/database.ts';
import { lockRows } from '../../store/records.ts';
import { moveRecord } from './move-record.ts';

/** A state that records leave by themselves once a time of theirs has come. */
export interface Due {
  readonly resource: AnyResource;
  /** The action of the definition that the system runs. */
  readonly action: string;
  /** The field that says when. */
  readonly when: string;
  /** What is written beside the state; the record is locked. */
  values?(now: number, tx: Tx, row: Row): Values | Promise<Values>;
  /** What else happens, in the same transaction. */
  moved?(tx: Tx, before: Row, after: Row): Promise<void>;
}

const atOnce = 100;

/** Moves the records whose time has come, each in a transaction of its own. Answers how many. */
export async function moveDue(services: Services, due: Due): Promise<number> {
  const { database, clock } = services;
  const { resource, when } = due;
  const waiting = await database.read
    .selectFrom(tableName(resource.name))
    .select('id')
    .where('status', 'in', statesOf(due))
    .where(snake(when), '<=', clock())
    .where(isRetryDue(due, clock(), `${tableName(resource.name)}.id`))
    .orderBy(snake(when))
    .limit(atOnce)
    .execute();
  return processDue(services, due, waiting, (_, id) => moveOne(services, due, id));
}

function statesOf({ resource, action }: Due): string[] {
  return [...(resource.actions?.[action]?.from ?? [])];
}

/** Looks again under the lock: somebody may have moved it, or its time, or another process was faster. */
async function moveOne(services: Services, due: Due, id: number): Promise<boolean> {
  const { database, audit, clock } = services;
  const { resource, action, when } = due;
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, resource, [id]);
    const now = clock();
    if (!row || !statesOf(due).includes(String(row.status)) || Number(row[snake(when)]) > now) return false;
    const values = (await due.values?.(now, tx, row)) ?? {};
    const moved = await moveRecord({ services, resource, action, tx, row, by: null }, values);
    await audit.append(tx, null, moved.audit);
    await due.moved?.(tx, row, moved.after);
    return true;
  });
}
