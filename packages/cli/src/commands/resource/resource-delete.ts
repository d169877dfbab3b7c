import { type AnyResource, getResourcePath, kebab, localize } from '@gantry/core';
import type { Command } from 'commander';
import { runOnMany } from '../../bulk/run-on-many.ts';
import type { Context } from '../../context/context.ts';
import { getDeletionOutcome } from '../../context/deletion-outcome.ts';
import { type DataRecord, printJson } from '../../output/print.ts';
import { confirm } from '../../prompts/ask.ts';
import { createExampleFilter } from '../options/example-values.ts';
import { createMissingArgumentError, gather, parseConcurrency, readIds } from '../options/filters.ts';
import { parseMatchingFilters } from '../options/where.ts';
import { printUndoHint } from './undo.ts';

interface DeleteFlags {
  readonly where: string[];
  readonly matching?: boolean;
  readonly dryRun?: boolean;
  readonly concurrency: string;
}

async function deleteOne(resource: AnyResource, id: number, context: Context): Promise<void> {
  const { t } = context;
  const label = localize(resource.label, context.locale);
  const client = await context.client();
  const record = await client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id });
  const outcome = getDeletionOutcome(resource, record);
  await confirm(context, t('cli.confirmDelete', { count: 1, label, outcome: t(`cli.deletionOutcome.${outcome}`) }));
  const body = 'version' in record ? { id, version: record.version } : { id };
  const key = crypto.randomUUID();
  const data = await client.call(getResourcePath(resource.name, 'delete'), body, { idempotencyKey: key });
  if (context.options().form) await printJson(context, data);
  context.note(t('cli.deleted', { count: 1, label }));
  if (outcome === 'undoable') printUndoHint([key], context);
}

function examplesOf(resource: AnyResource): string {
  const typed = `  gantry ${kebab(resource.name)} delete`;
  return `${typed} 7\n${typed} --matching --where ${createExampleFilter(resource)} --dry-run`;
}

export function fillDelete(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  command
    .argument('[ids...]', t('cli.ids'))
    .option('-w, --where <field=value>', t('cli.where'), gather, [])
    .option('--matching', t('cli.matching'))
    .option('--dry-run', t('cli.dryRun'))
    .option('--concurrency <count>', t('cli.concurrencyOfIds'), '1')
    .addHelpText('after', `\n${t('cli.examples')}\n${examplesOf(resource)}`)
    .action(async (given: string[], flags: DeleteFlags) => {
      const ids = await readIds(given, resource, context);
      const label = localize(resource.label, context.locale);
      const selection = flags.matching
        ? { filters: await parseMatchingFilters(flags.where, resource, context) }
        : { ids };
      const [first] = ids;
      if (!flags.matching && first === undefined) throw createMissingArgumentError('id', context);
      if (ids.length === 1 && first !== undefined && !flags.matching && !flags.dryRun)
        return deleteOne(resource, first, context);
      const outcome = getDeletionOutcome(resource, null);
      const requests = (count: number) =>
        confirm(context, t('cli.confirmDelete', { count, label, outcome: t(`cli.deletionOutcome.${outcome}`) }));
      const call = { ...selection, action: 'delete', dryRun: flags.dryRun === true };
      const width = parseConcurrency(flags.concurrency, context);
      const keys: string[] = [];
      try {
        await runOnMany(context, resource, call, width, requests, (key) => keys.push(key));
      } finally {
        if (outcome !== 'final') printUndoHint(keys, context);
      }
    });
}
