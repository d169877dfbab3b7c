import { carousel, menuGroup, menuItem } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { cloneRecord } from '../catalogue/clone-record.ts';
import { guardedWrites } from '../catalogue/guarded-writes.ts';
import { mergeRecord } from '../catalogue/merge-record.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { placeRecord } from '../catalogue/place-record.ts';
import { noticeTimes } from '../news/notice-times.ts';
import { previewMenu } from './menu-preview.ts';
import { menuRule } from './menu-rule.ts';

export const modelOperations: Operations = {
  ...operationsOf(carousel, { place: placeRecord }),
  ...operationsOf(menuGroup, { place: placeRecord, merge: mergeRecord, preview: previewMenu }),
  ...operationsOf(menuItem, {
    place: placeRecord,
    clone: cloneRecord,
    ...guardedWrites(menuItem, menuRule),
  }),
};

export const modelChecks: RecordChecks = { [carousel.name]: noticeTimes };
