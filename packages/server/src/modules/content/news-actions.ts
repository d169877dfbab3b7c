import { notice } from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operations } from '../../platform/engine/operation.ts';
import { composeNotice } from './compose-notice.ts';
import { helpDocOperations } from './help-docs.ts';
import { checkNoticeTimes } from './notice-times.ts';
import { publishNotice, scheduleNotice } from './publish-notice.ts';
import { resendNotice } from './resend-notice.ts';

export const newsOperations: Operations = {
  [`${notice.name}/compose`]: composeNotice,
  [`${notice.name}/publish`]: publishNotice,
  [`${notice.name}/schedule`]: scheduleNotice,
  [`${notice.name}/resend`]: resendNotice,
  ...helpDocOperations,
};

export const newsChecks: RecordChecks = { [notice.name]: checkNoticeTimes };
