import { type AnyResource, getResourcePath, kebab, localize } from '@gantry/core';
import type { Command } from 'commander';
import { type ConfirmRun, type PreviewRun, runOnMany } from '../../bulk/run-on-many.ts';
import type { Context } from '../../context/context.ts';
import { getDeletionOutcome } from '../../context/deletion-outcome.ts';
import { type DataRecord, printJson } from '../../output/print.ts';
import { confirm } from '../../prompts/ask.ts';
import { createExampleFilter } from '../options/example-values.ts';
import { gather, parseConcurrency } from '../options/filters.ts';
import { readIds } from '../options/ids.ts';
import { readSelection } from '../options/selection.ts';
import { describeDeletion, describeSample } from './describe-target.ts';
import { printUndoHint } from './undo.ts';

interface DeleteFlags {
  readonly where: string[];
  readonly keyword?: string;
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
  await confirm(context, describeDeletion(resource, record, outcome, context));
  const body = 'version' in record ? { id, version: record.version } : { id };
  const key = crypto.randomUUID();
  const data = await client.call(getResourcePath(resource.name, 'delete'), body, { idempotencyKey: key });
  if (context.options().form) await printJson(context, data);
  context.note(t('cli.deleted', { count: 1, label }));
  if (outcome === 'undoable') await printUndoHint([key], context);
}

function getExamples(resource: AnyResource): string {
  const typed = `  gantry ${kebab(resource.name)} delete`;
  return `${typed} 7\n${typed} --matching --where ${createExampleFilter(resource)} --dry-run`;
}

export function fillDelete(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  command
    .argument('[ids...]', t('cli.ids'))
    .option('-w, --where <field=value>', t('cli.where'), gather, [])
    .option('-k, --keyword <words>', t('cli.keyword'))
    .option('--matching', t('cli.matching'))
    .option('--dry-run', t('cli.dryRun'))
    .option('--concurrency <count>', t('cli.concurrencyOfIds'), '1')
    .addHelpText('after', `\n${t('cli.examples')}\n${getExamples(resource)}`)
    .action(async (given: string[], flags: DeleteFlags) => {
      const ids = await readIds(given, resource, context);
      const selection = await readSelection(ids, flags, resource, context);
      const [first] = ids;
      if ('ids' in selection && ids.length === 1 && first !== undefined && !flags.dryRun)
        return deleteOne(resource, first, context);
      const outcome = getDeletionOutcome(resource, null);
      const confirmRun: ConfirmRun = async (count, some) => {
        await confirm(context, async () => {
          for (const line of await describeSample(resource, some, count, context)) context.note(line);
          return describeDeletion(resource, count, outcome, context);
        });
      };
      const previewRun: PreviewRun = (count, some) => describeSample(resource, some, count, context);
      const call = { ...selection, action: 'delete', dryRun: flags.dryRun === true };
      const width = parseConcurrency(flags.concurrency, context);
      const keys: string[] = [];
      try {
        await runOnMany(context, resource, call, width, { confirmRun, previewRun }, (key) => keys.push(key));
      } finally {
        if (outcome !== 'final') await printUndoHint(keys, context);
      }
    });
}
