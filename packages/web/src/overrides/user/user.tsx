import type { Slots } from '../../resource/slots.ts';
import { BalanceOutlook } from './balance-outlook.tsx';
import { WithdrawalOutlook } from './withdrawal-outlook.tsx';

/** What happens to somebody's balance, or to the rewards of their invites, is seen before one confirms it. */
export const slots: Slots = {
  asking: { adjustBalance: BalanceOutlook, ban: WithdrawalOutlook },
  placed: ['previewBalance', 'previewWithdrawal'],
};
