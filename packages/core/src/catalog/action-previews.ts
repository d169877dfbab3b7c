import { canRun, type Requester } from '../access/index.ts';
import type { AnyResource } from '../definition/index.ts';

/**
 * The action that previews another one before it is confirmed, by `<resource>.<action>`. Both have the same input; the preview
 * only reads.
 */
export const actionPreviews: Readonly<Record<string, string>> = {
  'user.adjustBalance': 'previewBalance',
  'user.ban': 'previewReclaim',
  'order.refund': 'previewRefund',
  'refund.approve': 'previewApprove',
  'redeemBatch.voidBatch': 'stats',
  'redemption.reverse': 'previewReverse',
  'inviteRecord.reverse': 'previewReverse',
  'aiModel.syncProvider': 'previewSync',
  'chatSession.purge': 'previewPurge',
  'dataset.runRetention': 'previewRetention',
  'regionalAgent.settleMonth': 'pendingMonth',
};

/** Previews that are also useful on their own and therefore have a button as well. */
const standalonePreviews: readonly string[] = ['redeemBatch.stats'];

/**
 * Whether an action only previews another one that the requester may run. The dialog of that action then shows its result, and a
 * separate button would be redundant.
 */
export function isShownWithAction(resource: AnyResource, requester: Requester, name: string): boolean {
  if (standalonePreviews.includes(`${resource.name}.${name}`)) return false;
  return Object.entries(resource.actions ?? {}).some(
    ([previewed, action]) =>
      actionPreviews[`${resource.name}.${previewed}`] === name && canRun(requester, resource, action).ok,
  );
}
