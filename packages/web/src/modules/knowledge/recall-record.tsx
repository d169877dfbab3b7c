import type { Slots } from '../../resource/slots.ts';
import { LastBaseInput } from './recall/last-base-input.tsx';
import { RecallResult } from './recall/recall-result.tsx';
import { RecordedHits } from './recall/recorded-hits.tsx';
import { ReportResult } from './recall/report-result.tsx';

export const slots: Slots = {
  footer: RecordedHits,
  input: { knowledge: LastBaseInput },
  result: { test: RecallResult, rerun: RecallResult, batchTest: ReportResult },
};
