import { helpDoc, notice } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { placeRecord } from '../catalogue/place-record.ts';
import { publishRecord } from '../catalogue/publish-record.ts';
import { composeNotice } from './compose-notice.ts';
import { noticeTimes } from './notice-times.ts';
import { publishNotice, scheduleNotice } from './publish-notice.ts';

export const newsOperations: Operations = {
  [`${notice.name}/compose`]: composeNotice,
  [`${notice.name}/publish`]: publishNotice,
  [`${notice.name}/schedule`]: scheduleNotice,
  [`${helpDoc.name}/publish`]: publishRecord,
  [`${helpDoc.name}/place`]: placeRecord,
};

export const newsChecks: RecordChecks = { [notice.name]: noticeTimes };
