import { type RestrictionMeasure, type RestrictionTarget, type RiskKind, riskRestriction } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Reader, Row, Tx } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, lockRows, type Stamp } from '../../platform/store/records.ts';
import { minuteMs, type RiskTerms } from './suspects.ts';

const table = 'risk_restrictions';

/** The target of a restriction: the ID of a user, or a keyed hash of an IP address or network. */
export interface RiskSubject {
  readonly target: RestrictionTarget;
  readonly subject: string;
}

/** The keyed hash under which events and restrictions store an IP address; it only allows comparison. */
export const hashAddress = (keyring: Pick<Keyring, 'mac'>, ip: string): string => keyring.mac('search', 'risk', ip);

/** The targets of rule kinds that are not about one user. */
const targets: Readonly<Partial<Record<RiskKind, RestrictionTarget>>> = {
  registrations: 'address',
  signIns: 'network',
};

/** What an event is about. */
export interface Found {
  readonly eventId: number;
  readonly subject: string;
  /** IDs of the users, at least one; for an event about one user exactly that one. */
  readonly involved: readonly number[];
}

/** Restricts the subject of an event for as long as the rule says. Returns the ID and row of the record. */
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

/** A restriction in force. */
export interface Restriction extends RiskSubject {
  readonly id: number;
  readonly measure: RestrictionMeasure;
  /** UTC ms, like the other times. */
  readonly until: number;
  readonly windowMs: number;
  readonly releasedUntil: number;
}

/** Returns the restrictions in force at a time on any of the subjects. */
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

/** Whether the restriction requires a captcha at a time. */
export const isChallenge = ({ measure, releasedUntil }: Restriction, at: number): boolean =>
  measure === 'captcha' && releasedUntil <= at;

/**
 * Lets a user who has solved the captcha through for the window of the rule. A solved captcha never counts for all users of an IP
 * address or network, because it would admit every program there. The record itself does not change, so its version stays.
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

/** Ends expired restrictions, each in its own transaction. Returns how many. */
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

/** Checks again under the lock, because an admin may have lifted it meanwhile. */
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
