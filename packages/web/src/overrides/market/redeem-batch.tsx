import { formatTime, type Locale, say } from '@gantry/core';
import type { Slots } from '../../resource/slots.ts';
import { CodesFoot } from './batch/codes-button.tsx';
import { MadeBatch } from './batch/made-batch.tsx';
import { VoidOutlook } from './batch/void-outlook.tsx';
import { VoidedBatch } from './batch/voided-batch.tsx';
import { WorthOfBatch } from './batch/worth.tsx';

const leaked = { zh: '兑换码已泄露', en: 'The codes leaked' };
const batchName = { zh: '兑换码', en: 'Codes' };

/** Named by the minute when it was begun, in the zone of whoever makes it. */
function nameOf(locale: Locale): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `${say(batchName, locale)} ${formatTime(Date.now(), timeZone).slice(0, 16)}`;
}

/** A batch says what it is worth before it is made or voided, and afterwards hands over its codes or who used them. */
export const slots: Slots = {
  reads: ['voided', 'coin', 'power', 'vipPlanId'],
  foot: CodesFoot,
  asking: { generate: WorthOfBatch, voidBatch: VoidOutlook },
  starts: {
    generate: (_, locale) => ({ name: nameOf(locale) }),
    voidBatch: (_, locale) => ({ reason: say(leaked, locale) }),
  },
  result: { generate: MadeBatch, voidBatch: VoidedBatch },
};
