import type { PaymentAdapter } from './payment-adapter.ts';

/** Money that people move themselves: it has no notices, cannot be asked, and a refund is a transfer that was made already. */
export const manualAdapter: PaymentAdapter = {
  channel: 'manual',
  canQuery: false,
  status: async () => null,
  create: async ({ no, amount, currency }) => ({ orderNo: no, amount, currency }),
  verifyNotice: async () => ({ rejection: 'channelOff', orderNo: null }),
  query: async () => ({ payment: null, raw: '' }),
  refund: async ({ externalNo }) =>
    externalNo === null
      ? { outcome: 'rejected', why: 'no number of a transfer was given' }
      : { outcome: 'succeeded', channelRefundNo: externalNo },
};
