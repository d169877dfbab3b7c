import type { Slots } from '../../resource/slots.ts';
import { ReportResult } from './recall/report-result.tsx';

export const slots: Slots = { result: { run: ReportResult } };
