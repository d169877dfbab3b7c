/**
 * The action that previews another one, by `<resource>.<action>`: what it would come to is shown before it is confirmed. Both take the
 * same fields, and the preview reads only.
 */
export const actionPreviews: Readonly<Record<string, string>> = {
  'user.adjustBalance': 'previewBalance',
  'user.ban': 'previewReclaim',
  'order.refund': 'previewRefund',
  'refund.approve': 'previewApprove',
  'redeemBatch.voidBatch': 'stats',
  'redemption.reverse': 'previewReverse',
};
