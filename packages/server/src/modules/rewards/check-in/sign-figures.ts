import { addDays } from '@gantry/core';
import type { DayOf } from '../../../platform/context/day-of.ts';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Tx } from '../../../platform/store/database.ts';

/** Streaks are told in these steps: from so many days on. */
const steps = [1, 2, 4, 8, 15, 31] as const;

type Figures = Readonly<Record<'Signs' | 'Coin' | 'Power' | 'Risky' | 'Revoked', number>>;

/** How many came today and in the last 30 days, what it cost, and how long today's streaks are. */
export function signFigures(settings: SettingsReader, dayOf: DayOf): Operation {
  return {
    prepare: async ({ services }) => {
      const { timezone } = await settings.read('system', 'site');
      return dayOf(services.clock(), timezone);
    },
    async run({ tx }, prepared) {
      const today = String(prepared);
      const [day, month] = [await sums(tx, today, today), await sums(tx, addDays(today, -29), today)];
      const of = (name: string, figures: Figures) =>
        Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}${key}`, value]));
      return { data: { day: today, ...of('today', day), ...of('month', month), streaks: await streaks(tx, today) } };
    },
  };
}

/** Of the days from one to another: what was given, whether or not it was taken back later. */
async function sums(tx: Tx, from: string, to: string): Promise<Figures> {
  const row = await tx
    .selectFrom('sign_logs')
    .select(({ fn, eb }) => [
      fn.countAll().as('signs'),
      fn.sum('coin').as('coin'),
      fn.sum('power').as('power'),
      fn.sum(eb.case().when('risk', '=', 'flagged').then(1).else(0).end()).as('risky'),
      fn.sum(eb.case().when('status', '=', 'revoked').then(1).else(0).end()).as('revoked'),
    ])
    .where('sign_date', '>=', from)
    .where('sign_date', '<=', to)
    .executeTakeFirstOrThrow();
  const { signs, coin, power, risky, revoked } = row;
  return {
    Signs: Number(signs),
    Coin: Number(coin ?? 0),
    Power: Number(power ?? 0),
    Risky: Number(risky ?? 0),
    Revoked: Number(revoked ?? 0),
  };
}

async function streaks(tx: Tx, day: string) {
  const rows = await tx
    .selectFrom('sign_logs')
    .select(({ fn }) => ['streak', fn.countAll().as('people')])
    .where('sign_date', '=', day)
    .groupBy('streak')
    .execute();
  return steps.map((from, at) => {
    const to = (steps[at + 1] ?? Number.POSITIVE_INFINITY) - 1;
    const within = rows.filter(({ streak }) => streak >= from && streak <= to);
    return { from, people: within.reduce((sum, { people }) => sum + Number(people), 0) };
  });
}
