import { sql } from 'kysely';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Tx } from '../../../platform/store/database.ts';

const maxShown = 10;

/** Invites and what became of them, what they cost, and who invites most. */
export const inviteFigures: Operation = {
  async run({ tx }) {
    const states = await byState(tx);
    const of = (...names: string[]) =>
      states.filter(({ status }) => names.includes(status)).reduce((sum, { records }) => sum + records, 0);
    const people = states.reduce((sum, { invites }) => sum + invites, 0);
    const paid = states.reduce((sum, { payers }) => sum + payers, 0);
    return {
      data: {
        invites: people,
        registered: of('registered'),
        pending: of('pending'),
        review: of('review'),
        granted: of('granted'),
        rejected: of('rejected'),
        reversed: of('reversed'),
        paid,
        conversion: people === 0 ? null : `${((paid * 100) / people).toFixed(1)}%`,
        ...(await cost(tx)),
        topInviters: await topInviters(tx),
      },
    };
  },
};

async function byState(tx: Tx) {
  const rows = await tx
    .selectFrom('invite_records')
    .select(({ fn }) => [
      'status',
      fn.countAll().as('records'),
      sql<number>`sum(case when nth = 1 then 1 else 0 end)`.as('invites'),
      sql<number>`sum(case when nth = 1 and order_id is not null then 1 else 0 end)`.as('payers'),
    ])
    .groupBy('status')
    .execute();
  return rows.map(({ status, records, invites, payers }) => ({
    status: status,
    records: Number(records),
    invites: invites,
    payers: payers,
  }));
}

/** What was given and not taken back, by asset. */
async function cost(tx: Tx): Promise<Record<'coin' | 'compute', number>> {
  const rows = await tx
    .selectFrom('invite_records')
    .select(['asset', sql<number>`sum(inviter_amount + invitee_amount)`.as('credits')])
    .where('status', '=', 'granted')
    .groupBy('asset')
    .execute();
  const of = (asset: string) => rows.find((row) => row.asset === asset)?.credits ?? 0;
  return { coin: of('coin'), compute: of('compute') };
}

async function topInviters(tx: Tx) {
  const rows = await tx
    .selectFrom('invite_records as i')
    .innerJoin('users as u', 'u.id', 'i.inviter_id')
    .select(({ fn }) => ['i.inviter_id as userId', 'u.username as username', fn.countAll().as('invites')])
    .where('i.nth', '=', 1)
    .groupBy(['i.inviter_id', 'u.username'])
    .orderBy('invites', 'desc')
    .orderBy('i.inviter_id')
    .limit(maxShown)
    .execute();
  return rows.map(({ userId, username, invites }) => ({
    userId: userId,
    username: username,
    invites: Number(invites),
  }));
}
