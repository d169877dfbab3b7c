import type { AnyResource } from '@gantry/core';
import { labelled } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import type { DataRecord } from '../../output/print.ts';

/** Returns a function that adds labels to records for a table. The labels are loaded only for entities that need them. */
export async function createLabeler(
  resource: AnyResource,
  context: Context,
): Promise<<R extends DataRecord>(record: R) => R> {
  if (!labelled.includes(resource.name)) return (record) => record;
  const { loadLabels } = await import('./load-labels.ts');
  return (record) => ({ ...record, ...loadLabels(resource, record, context) });
}
