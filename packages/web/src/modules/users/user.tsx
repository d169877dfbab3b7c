import type { Slots } from '../../resource/slots.ts';
import { BalancePreview } from './balance-preview.tsx';
import { WithdrawalPreview } from './withdrawal-preview.tsx';

/** What happens to somebody's balance, or to the rewards of their invites, is seen before one confirms it. */
export const slots: Slots = {
  request: { adjustBalance: BalancePreview, ban: WithdrawalPreview },
  placed: ['previewBalance', 'previewWithdrawal'],
};
