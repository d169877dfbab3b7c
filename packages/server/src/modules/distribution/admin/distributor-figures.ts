import { sql } from 'kysely';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Tx } from '../../../platform/store/database.ts';

const maxShown = 20;

/** Whom a distributor invited, what came of it, and what they had paid out. */
export const distributorFigures: Operation = {
  async run({ tx, row }) {
    const [id, userId] = [Number(row?.id), Number(row?.user_id)];
    const invited = await tx
      .selectFrom('users')
      .select(({ fn }) => [
        fn.countAll().as('invited'),
        sql<number>`sum(case when order_count > 0 then 1 else 0 end)`.as('buyers'),
      ])
      .where('inviter_id', '=', userId)
      .executeTakeFirst();
    const withdrawals = await tx
      .selectFrom('withdrawals')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('distributor_id', '=', id)
      .executeTakeFirst();
    return {
      data: {
        id,
        invited: Number(invited?.invited ?? 0),
        buyers: Number(invited?.buyers ?? 0),
        ...(await earned(tx, id)),
        withdrawals: Number(withdrawals?.count ?? 0),
        people: await people(tx, userId),
      },
    };
  },
};

/** What came of whom a distributor invited, in the currency of the most commissions; then in others. */
async function earned(tx: Tx, id: number) {
  const rows = await tx
    .selectFrom('commissions')
    .select([
      'currency',
      sql<number>`count(distinct order_id)`.as('orders'),
      sql<number>`sum(case when kind = 'earned' then base else 0 end)`.as('turnover'),
      sql<number>`sum(case when kind = 'earned' then amount else 0 end)`.as('earned'),
      sql<number>`sum(case when kind = 'earned' then 0 else -amount end)`.as('reversed'),
    ])
    .where('distributor_id', '=', id)
    .groupBy('currency')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('currency')
    .execute();
  const [first, ...others] = rows.map((row) => ({
    currency: String(row.currency),
    ...{ orders: Number(row.orders), turnover: Number(row.turnover) },
    ...{ earned: Number(row.earned), reversed: Number(row.reversed) },
  }));
  return { ...(first ?? { orders: 0, turnover: 0, earned: 0, reversed: 0 }), others };
}

async function people(tx: Tx, userId: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'username', 'total_paid', 'paid_currency', 'created_at'])
    .where('inviter_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({
    userId: Number(row.id),
    username: String(row.username),
    ...(row.paid_currency === null ? {} : { currency: String(row.paid_currency) }),
    paid: Number(row.total_paid),
    registeredAt: Number(row.created_at),
  }));
}
