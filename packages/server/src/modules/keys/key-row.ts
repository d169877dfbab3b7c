import type { Row } from '../../platform/store/database.ts';
import type { KeyHealth, KeyStatus, KeyTemper } from './next-state.ts';

const numberOr = (value: unknown, usual: number) => (value === null || value === undefined ? usual : Number(value));
const moment = (value: unknown) => (value === null || value === undefined ? null : Number(value));

export function toKeyHealth(row: Row): KeyHealth {
  return {
    status: String(row.status) as KeyStatus,
    failStreak: numberOr(row.fail_streak, 0),
    coolLevel: numberOr(row.cool_level, 0),
    coolUntil: moment(row.cool_until),
    nextProbeAt: moment(row.next_probe_at),
  };
}

export function toKeyTemper(row: Row): KeyTemper {
  return { autoBan: Number(row.auto_ban) === 1, failThreshold: numberOr(row.fail_threshold, 1) };
}

/** How much a key wants to be looked at: the sooner somebody must act, the more. */
const problemRank: Readonly<Record<KeyStatus, number>> = {
  active: 0,
  disabled: 0,
  cooling: 1,
  exhausted: 2,
  expired: 3,
  probing: 4,
  autoDisabled: 5,
};

export function toHealthCells(health: KeyHealth): Record<string, string | number | null> {
  return {
    status: health.status,
    trouble: problemRank[health.status],
    fail_streak: health.failStreak,
    cool_level: health.coolLevel,
    cool_until: health.coolUntil,
    next_probe_at: health.nextProbeAt,
  };
}

/** A list of words as it is stored; an empty one when nothing is. */
export function parseWords(stored: unknown): readonly string[] {
  return typeof stored === 'string' ? (JSON.parse(stored) as string[]) : [];
}
