import type { Slots } from '../../resource/slots.ts';
import { RecallResult } from './recall/recall-result.tsx';
import { RecordedHits } from './recall/recorded-hits.tsx';
import { ReportResult } from './recall/report-result.tsx';

export const slots: Slots = {
  footer: RecordedHits,
  result: { test: RecallResult, rerun: RecallResult, batchTest: ReportResult },
};
