import { say } from '@gantry/core';
import type { Slots } from '../../resource/slots.ts';
import { BalanceOutlook } from './balance-outlook.tsx';
import { WithdrawalOutlook } from './withdrawal-outlook.tsx';

/** What most are banned for. */
const banReason = { zh: '发布垃圾信息', en: 'Sent spam' };

/** What happens to somebody's balance, or to the rewards of their invites, is seen before one confirms it. */
export const slots: Slots = {
  asking: { adjustBalance: BalanceOutlook, ban: WithdrawalOutlook },
  starts: {
    adjustBalance: () => ({ asset: 'coin' }),
    ban: (_, locale) => ({ banReason: say(banReason, locale) }),
  },
  placed: ['previewBalance', 'previewWithdrawal'],
};
