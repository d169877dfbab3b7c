import { helpDoc, helpDocVersion } from '@gantry/core';
import type { Operations } from '../../resources/operation.ts';
import { cloneOf } from '../catalogue/clone-record.ts';
import { deleteRecord } from '../catalogue/delete-record.ts';
import { type Derive, guardedWrites } from '../catalogue/guarded-writes.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { placeRecord } from '../catalogue/place-record.ts';
import { scheduleRecord } from '../catalogue/schedule-record.ts';
import { versionOperations } from '../catalogue/version-record.ts';

/** Half an article in English is none that its readers could use. */
const missing: Derive = ({ titleEn, contentEn }) => ({ untranslated: !titleEn || !contentEn });
const { publish, rollback } = versionOperations(helpDoc, helpDocVersion, { derive: missing });

/** Help docs are published now or at a time to come, each time as a version to go back to. */
export const helpDocOperations: Operations = operationsOf(helpDoc, {
  ...guardedWrites(helpDoc, async () => null, missing),
  publish,
  rollback,
  schedule: scheduleRecord,
  clone: cloneOf(missing),
  place: placeRecord,
  delete: deleteRecord({ from: ['draft', 'scheduled', 'offline'], with: [helpDocVersion] }),
});
