import { type AnyResource, recordLabels } from '@gantry/core';
import { subjects } from '../../catalog/actions.ts';
import type { Context } from '../../context/context.ts';
import type { DataRecord } from '../../output/print.ts';

/** Labels of values that name something of the definitions, such as an action. */
export const loadLabels = (resource: AnyResource, record: DataRecord, context: Context) =>
  recordLabels(resource, record, subjects, context);
