import { carousel, menuGroup, menuItem } from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operations } from '../../platform/engine/operation.ts';
import { cloneRecord } from '../../platform/engine/record-actions/clone-record.ts';
import { createGuardedWrites } from '../../platform/engine/record-actions/guarded-writes.ts';
import { mergeRecord } from '../../platform/engine/record-actions/merge-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { placeRecord } from '../../platform/engine/record-actions/place-record.ts';
import { previewMenu } from './menu-preview.ts';
import { checkMenu } from './menu-rule.ts';
import { checkNoticeTimes } from './notice-times.ts';

export const modelOperations: Operations = {
  ...createOperationsFor(carousel, { place: placeRecord }),
  ...createOperationsFor(menuGroup, { place: placeRecord, merge: mergeRecord, preview: previewMenu }),
  ...createOperationsFor(menuItem, {
    place: placeRecord,
    clone: cloneRecord,
    ...createGuardedWrites(menuItem, checkMenu),
  }),
};

export const modelChecks: RecordChecks = { [carousel.name]: checkNoticeTimes };
