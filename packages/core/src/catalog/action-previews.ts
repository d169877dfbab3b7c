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

/** Previews that answer a question of their own, so that they have a button as well. */
const ownQuestions: readonly string[] = ['redeemBatch.stats'];

/**
 * Whether an action is only the preview of another one that the requester may run: its answer is part of the dialog of that action,
 * and a button of its own would be a second way to the same question.
 */
export function isShownWithAction(resource: AnyResource, requester: Requester, name: string): boolean {
  if (ownQuestions.includes(`${resource.name}.${name}`)) return false;
  return Object.entries(resource.actions ?? {}).some(
    ([previewed, action]) =>
      actionPreviews[`${resource.name}.${previewed}`] === name && canRun(requester, resource, action).ok,
  );
}
