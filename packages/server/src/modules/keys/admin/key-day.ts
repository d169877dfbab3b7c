import type { KeyDayAnswer, KeyHour } from '@gantry/core';
import { sql } from 'kysely';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Tx } from '../../../platform/store/database.ts';

const hourMs = 3_600_000;
const hoursShown = 24;

/** Calls of one hour, as the database adds them up. */
interface Sums extends KeyHour {
  readonly reported: number;
  /** ms of all calls whose outcome was told. */
  readonly tookMs: number;
}

const nothing: Omit<Sums, 'hour'> = { calls: 0, succeeded: 0, failed: 0, tokens: 0, reported: 0, tookMs: 0 };

/**
 * Leases of a key by the hour in which they were taken. A call that was refused for what was asked is not the key's failure,
 * and counts as one that it served.
 */
async function sumsSince(tx: Tx, keyId: number, since: number): Promise<Map<number, Sums>> {
  const at = sql.raw(String(since));
  const { rows } = await sql<Record<string, unknown>>`
    select (created_at - ${at}) / ${sql.raw(String(hourMs))} as slot, count(*) as calls,
      sum(case when outcome in ('ok', 'request') then 1 else 0 end) as succeeded,
      sum(case when outcome not in ('ok', 'request') then 1 else 0 end) as failed,
      sum(case when outcome is not null then tokens else 0 end) as tokens,
      count(outcome) as reported,
      sum(case when outcome is not null then ended_at - created_at else 0 end) as took_ms
    from key_leases where key_id = ${keyId} and created_at >= ${since}
    group by 1`.execute(tx);
  return new Map(
    rows.map((row) => {
      const number = (name: string) => Number(row[name] ?? 0);
      const slot = number('slot');
      const sums = {
        hour: since + slot * hourMs,
        calls: number('calls'),
        succeeded: number('succeeded'),
        failed: number('failed'),
        tokens: number('tokens'),
        reported: number('reported'),
        tookMs: number('took_ms'),
      };
      return [slot, sums] as const;
    }),
  );
}

/** How the calls with a key went in the last twenty-four hours of the clock, the one under way among them. */
export const keyDay: Operation = {
  async run({ tx, services, id }) {
    const now = services.clock();
    const since = now - (now % hourMs) - (hoursShown - 1) * hourMs;
    const found = await sumsSince(tx, Number(id), since);
    const all = Array.from(
      { length: hoursShown },
      (_, slot): Sums => found.get(slot) ?? { ...nothing, hour: since + slot * hourMs },
    );
    const total = (part: Exclude<keyof Sums, 'hour'>) => all.reduce((sum, hour) => sum + hour[part], 0);
    const [calls, succeeded, reported] = [total('calls'), total('succeeded'), total('reported')];
    const data: KeyDayAnswer = {
      id: Number(id),
      calls,
      succeeded,
      failed: total('failed'),
      unreported: calls - reported,
      successBps: reported === 0 ? null : Math.floor((succeeded * 10_000) / reported),
      averageMs: reported === 0 ? null : Math.round(total('tookMs') / reported),
      tokens: total('tokens'),
      hours: all.map(({ reported: _reported, tookMs: _tookMs, ...hour }) => hour),
    };
    return { data };
  },
};
