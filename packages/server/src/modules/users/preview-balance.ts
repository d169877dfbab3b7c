import type { Operation } from '../../platform/engine/operation.ts';
import { openLots } from '../ledger/lots.ts';
import type { TxContext } from '../ledger/posting.ts';

/** What an adjustment would come to; nothing is changed. */
export const previewBalance: Operation = {
  async run({ services, tx, row, input }) {
    const scope: TxContext = { tx, dialect: services.database.dialect, at: services.clock() };
    const amount = Number(input.amount);
    const wallet = await tx
      .selectFrom('wallets')
      .select(['id', 'balance', 'held', 'debt'])
      .where('user_id', '=', Number(row?.id))
      .where('asset', '=', String(input.asset))
      .executeTakeFirst();
    const lots = wallet ? await openLots(scope, Number(wallet.id), null) : [];
    const available = lots.reduce((sum, { free }) => sum + free, 0);
    const balance = Number(wallet?.balance ?? 0);
    const allowed = amount > 0 || -amount <= available;
    return {
      data: {
        id: Number(row?.id),
        asset: input.asset,
        amount,
        balanceBefore: balance,
        balance: allowed ? balance + amount : balance,
        held: Number(wallet?.held ?? 0),
        debt: Number(wallet?.debt ?? 0),
        available,
        allowed,
      },
    };
  },
};
