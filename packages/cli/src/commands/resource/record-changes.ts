import { type AnyResource, allSettings, recordChanges, type ValueChange } from '@gantry/core';
import { entityLoaders } from '../../catalog/definitions.ts';
import { loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import type { DataRecord } from '../../output/print.ts';
import { renderTable } from '../../output/table.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { loadFormatContext } from '../options/apply-site.ts';

/** The changes that a record describes, with labels; null when it describes none. */
export async function listChanges(resource: AnyResource, record: DataRecord, context: Context) {
  const name = String(record.resource ?? '');
  const resources = Object.hasOwn(entityLoaders, name) ? [await loadEntity(name)] : [];
  return recordChanges(resource, record, { resources, settings: allSettings }, await loadFormatContext(context));
}

/** Prints each field before and after. A list takes one line for each row that was removed or added. */
export async function printChanges(changes: readonly ValueChange[], context: Context): Promise<void> {
  if (changes.length === 0) return;
  const { t } = context;
  const rows = changes.flatMap(({ label, gone, came }) =>
    Array.from({ length: Math.max(1, gone.length, came.length) }, (_, at) =>
      [at === 0 ? label : '', gone[at] ?? '', came[at] ?? ''].map(escapeControls),
    ),
  );
  const columns = [{ title: t('cli.field') }, { title: t('cli.configBefore') }, { title: t('cli.configAfter') }];
  await context.write(`\n${renderTable(columns, rows)}`);
}
