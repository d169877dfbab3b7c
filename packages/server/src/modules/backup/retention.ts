import { setImmediate as breath } from 'node:timers/promises';
import { type DatasetContent, snake } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Database, Tx } from '../../platform/store/database.ts';
import { lockRows, removeRecords } from '../../platform/store/records.ts';
import { createDayOf } from '../ledger/day-of.ts';
import {
  type Cutoff,
  countExpired,
  filterStillExpired,
  listExpiredIds,
  type RetentionRule,
  type RetentionSettings,
  retentionRules,
} from './retention-rules.ts';

type Deps = Pick<Services, 'database' | 'clock'> & { readonly settings: SettingsReader };

const dayMs = 86_400_000;
const batch = 1_000;
/** How long one run deletes, in ms; what is left is for the next. */
const budget = 60_000;
/** Rows are counted no further. */
const maxCounted = 100_000;

export interface Expired {
  readonly content: DatasetContent;
  readonly days: number;
  /** UTC ms: what is older goes. */
  readonly before: number;
  readonly rows: number;
}

interface DueRule {
  readonly rule: RetentionRule;
  readonly days: number;
  readonly cutoff: Cutoff;
}

/** The rules that delete something at all, with the moment until which. */
async function dueRules({ settings, clock }: Deps): Promise<DueRule[]> {
  const set: RetentionSettings = await settings.read('data', 'retention');
  const { timezone } = await settings.read('system', 'site');
  const dayOf = createDayOf();
  return retentionRules.flatMap((rule) => {
    const days = Number(set[rule.setting]);
    const at = clock() - days * dayMs;
    return days > 0 && at > 0 ? [{ rule, days, cutoff: { at, day: dayOf(at, timezone) } }] : [];
  });
}

/** What a run would delete now. Reads alone. */
export async function previewRetention(deps: Deps): Promise<Expired[]> {
  const found: Expired[] = [];
  for (const { rule, days, cutoff } of await dueRules(deps)) {
    const rows = await countExpired(deps.database.read, rule, cutoff, maxCounted);
    found.push({ content: rule.content, days, before: cutoff.at, rows });
  }
  return found;
}

export interface RetentionResult {
  /** Rows that were deleted, by what they held. */
  readonly deleted: Readonly<Partial<Record<DatasetContent, number>>>;
  /** Whether nothing is left that is past its time. */
  readonly finished: boolean;
}

/**
 * Deletes what is past its time, a thousand rows a transaction, until nothing is left or a minute is over. Safe to stop and to run
 * again at any point.
 */
export async function runRetention(
  deps: Deps,
  report: (deleted: number) => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<RetentionResult> {
  const until = now() + budget;
  const deleted: Partial<Record<DatasetContent, number>> = {};
  let total = 0;
  for (const { rule, cutoff } of await dueRules(deps)) {
    for (const step of rule.steps) {
      for (;;) {
        if (now() >= until) return { deleted, finished: false };
        const count = await deleteBatch(deps.database, rule, step, cutoff);
        if (count === 0) break;
        total += count;
        deleted[rule.content] = (deleted[rule.content] ?? 0) + count;
        await report(total);
        await breath();
      }
    }
  }
  return { deleted, finished: true };
}

async function deleteBatch(
  database: Database,
  rule: RetentionRule,
  step: RetentionRule['steps'][number],
  cutoff: Cutoff,
): Promise<number> {
  return database.transaction(async (tx) => {
    if (rule.content === 'usage') await markRetained(tx, cutoff.day);
    const found = await listExpiredIds(tx, step, cutoff, batch);
    if (found.length === 0) return 0;
    const ids = step.grows ? await heldExpired(tx, database, step, cutoff, found) : found;
    if (ids.length === 0) return 0;
    for (const { table, column } of step.attached ?? []) {
      await tx.deleteFrom(table).where(snake(column), 'in', ids).execute();
    }
    await removeRecords(tx, database.dialect, step.resource, ids);
    return ids.length;
  });
}

/** Holds rows against whoever writes them. Gives those that nobody went on with before. */
async function heldExpired(
  tx: Tx,
  { dialect }: Database,
  step: RetentionRule['steps'][number],
  cutoff: Cutoff,
  ids: readonly number[],
): Promise<number[]> {
  await lockRows(tx, dialect, step.resource, ids);
  return filterStillExpired(tx, step, cutoff, ids);
}

/** From which day on the records of usage are whole; it only ever moves forward. */
async function markRetained(tx: Tx, day: string): Promise<void> {
  await tx
    .insertInto('retention_marks')
    .values({ name: 'usage', kept_from: day })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ kept_from: day }).where('retention_marks.kept_from', '<', day),
    )
    .execute();
}
