import { carousel, menuGroup, menuItem } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { cloneRecord } from '../catalogue/clone-record.ts';
import { createGuardedWrites } from '../catalogue/guarded-writes.ts';
import { mergeRecord } from '../catalogue/merge-record.ts';
import { createOperationsFor } from '../catalogue/operations-of.ts';
import { placeRecord } from '../catalogue/place-record.ts';
import { checkNoticeTimes } from '../news/notice-times.ts';
import { previewMenu } from './menu-preview.ts';
import { checkMenu } from './menu-rule.ts';

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
