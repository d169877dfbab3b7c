import type { Slots } from '../../resource/slots.ts';
import { CodesFoot } from './batch/codes-button.tsx';
import { MadeBatch } from './batch/made-batch.tsx';
import { VoidPreview } from './batch/void-preview.tsx';
import { VoidedBatch } from './batch/voided-batch.tsx';
import { WorthOfBatch } from './batch/worth.tsx';

/** A batch says what it is worth before it is made or voided, and afterwards hands over its codes or who used them. */
export const slots: Slots = {
  reads: ['voided', 'coin', 'power', 'vipPlanId'],
  foot: CodesFoot,
  request: { generate: WorthOfBatch, voidBatch: VoidPreview },
  result: { generate: MadeBatch, voidBatch: VoidedBatch },
};
