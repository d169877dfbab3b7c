import { type AnyResource, recordLabels } from '@gantry/core';
import { subjects } from '../../catalog/actions.ts';
import type { Context } from '../../context/context.ts';
import type { DataRecord } from '../../output/print.ts';

/** What values of a record are called that name something of the catalogue. */
export const loadLabels = (resource: AnyResource, record: DataRecord, context: Context) =>
  recordLabels(resource, record, subjects, context);
