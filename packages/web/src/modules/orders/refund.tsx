import type { Slots } from '../../resource/slots.ts';
import { ApprovalPreview } from './refund-preview.tsx';

/** Approving a request shows what it would reclaim, like any other refund. */
export const slots: Slots = {
  reads: ['amount', 'userId', 'currency'],
  request: { approve: ApprovalPreview },
  placed: ['previewApprove'],
};
