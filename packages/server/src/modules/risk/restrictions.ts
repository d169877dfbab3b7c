import { type RestrictionMeasure, type RestrictionTarget, type RiskKind, riskRestriction } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Reader, Row, Tx } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, lockRows, type Stamp } from '../../platform/store/records.ts';
import { minuteMs, type RiskTerms } from './suspects.ts';

const table = 'risk_restrictions';

/** The target of a restriction: the id of a user, or a keyed hash of an IP address or network. */
export interface RiskSubject {
  readonly target: RestrictionTarget;
  readonly subject: string;
}

/** An address as events and restrictions know it: only equal ones can be told. */
export const hashAddress = (keyring: Pick<Keyring, 'mac'>, ip: string): string => keyring.mac('search', 'risk', ip);

/** What the findings of a kind are about; the others are about one person. */
const targets: Readonly<Partial<Record<RiskKind, RestrictionTarget>>> = {
  registrations: 'address',
  signIns: 'network',
};

/** What an event is about. */
export interface Found {
  readonly eventId: number;
  readonly subject: string;
  /** Ids of people, at least one; of one person the only one. */
  readonly involved: readonly number[];
}

/** Restricts what an event is about, for as long as the rule says. Gives the record's id and row. */
export async function restrict(
  { tx, dialect }: { readonly tx: Tx; readonly dialect: Services['database']['dialect'] },
  rule: RiskTerms,
  measure: RestrictionMeasure,
  { eventId, subject, involved }: Found,
  stamp: Stamp,
): Promise<{ readonly id: number; readonly row: Row }> {
  const target = targets[rule.kind] ?? 'person';
  const row = createRow(
    riskRestriction,
    {
      ...{ name: rule.name, measure, target, subject, eventId, userId: target === 'person' ? involved[0] : null },
      ...{ until: stamp.at + rule.lastsMs, windowMinutes: rule.windowMs / minuteMs },
    },
    stamp,
  );
  const [id = 0] = await insertRecords(tx, dialect, riskRestriction, [row]);
  return { id, row };
}

/** A restriction that is in force at a moment. */
export interface Restriction extends RiskSubject {
  readonly id: number;
  readonly measure: RestrictionMeasure;
  /** UTC ms, as are the others. */
  readonly until: number;
  readonly windowMs: number;
  readonly releasedUntil: number;
}

/** What is on any of some subjects at a moment. */
export async function listRestrictions(
  read: Reader,
  subjects: readonly RiskSubject[],
  at: number,
): Promise<Restriction[]> {
  if (subjects.length === 0) return [];
  const rows = await read
    .selectFrom(table)
    .select(['id', 'target', 'subject', 'measure', 'until', 'window_minutes', 'released_until'])
    .where(
      'subject',
      'in',
      subjects.map(({ subject }) => subject),
    )
    .where('until', '>', at)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return rows
    .filter((row) => subjects.some(({ target, subject }) => row.target === target && row.subject === subject))
    .map((row) => ({
      id: row.id,
      measure: row.measure === 'limit' ? 'limit' : 'captcha',
      target: row.target as RestrictionTarget,
      subject: row.subject ?? '',
      until: row.until,
      windowMs: row.window_minutes * minuteMs,
      releasedUntil: row.released_until ?? 0,
    }));
}

/** Whether it requires a captcha at a moment. */
export const isChallenge = ({ measure, releasedUntil }: Restriction, at: number): boolean =>
  measure === 'captcha' && releasedUntil <= at;

/**
 * Lets a person through who has passed, for the window of the rule. A captcha never counts for all users of an address or a network:
 * one answer would open it to every program there. No change of the record, so its version stays.
 */
export async function recordPass(tx: Tx, passed: readonly Restriction[], at: number): Promise<void> {
  for (const { id, target, windowMs } of passed)
    await tx
      .updateTable(table)
      .set(({ eb, fn }) => ({
        ...(target === 'person' ? { released_until: at + windowMs } : {}),
        passes: eb(fn.coalesce('passes', eb.val(0)), '+', 1),
      }))
      .where('id', '=', id)
      .execute();
}

const atOnce = 200;
const ending = { resource: riskRestriction, action: 'end' };

/** Ends restrictions whose time is over, each in a transaction of its own. Gives how many. */
export async function expireRestrictions(
  services: Pick<Services, 'database' | 'audit' | 'clock' | 'log'>,
): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom(table)
    .select('id')
    .where('status', '=', 'active')
    .where('until', '<=', clock())
    .where(isRetryDue(ending, clock(), `${table}.id`))
    .orderBy('id')
    .limit(atOnce)
    .execute();
  return processDue(services, ending, due, (_, id) => endOne(services, id));
}

/** Checks again under the lock: an admin may have lifted it. */
function endOne({ database, audit, clock }: Pick<Services, 'database' | 'audit' | 'clock'>, id: number) {
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, riskRestriction, [id]);
    if (row?.status !== 'active') return false;
    const cells = { status: 'over' };
    await changeRecord(tx, database.dialect, riskRestriction, row, cells, { by: null, at: clock() });
    await audit.append(tx, null, createChangedDraft(riskRestriction, 'end', row, cells));
    return true;
  });
}
