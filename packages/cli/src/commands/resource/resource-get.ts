import { type AnyResource, getResourcePath, kebab } from '@gantry/core';
import type { Command } from 'commander';
import { labelled } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { type DataRecord, printRecord } from '../../output/print.ts';
import { toBrackets } from '../../output/punctuation.ts';
import { applySite } from '../options/apply-site.ts';
import { recordColumns } from '../options/columns.ts';
import { readId } from '../options/ids.ts';
import { listRelatedKeys, printRelated, readRelated } from './related.ts';
import { createLabeler } from './with-labels.ts';

interface GetFlags {
  readonly with?: string;
}

/** Loads the formatter of JSON and labels only for records that have such values. */
async function createReadableColumns(resource: AnyResource, record: DataRecord, context: Context) {
  const columns = await recordColumns(resource, record, context);
  if (!columns.some(({ name }) => resource.fields[name]?.kind === 'json')) return columns;
  const { formatJsonColumns } = await import('./json-columns.ts');
  return formatJsonColumns(resource, record, columns, context);
}

/** Prints a record as a table, followed by the changes that it describes. */
async function printReadable(resource: AnyResource, given: DataRecord, context: Context): Promise<void> {
  await applySite(resource, context);
  const record = (await createLabeler(resource, context))(given);
  const columns = await createReadableColumns(resource, record, context);
  if (!labelled.includes(resource.name)) return printRecord(context, record, columns, 'table');
  const { listChanges, printChanges } = await import('./record-changes.ts');
  const reported = await listChanges(resource, record, context);
  const plain = columns.filter(({ name }) => !reported?.fields.includes(name));
  await printRecord(context, record, plain, 'table');
  await printChanges(reported?.changes ?? [], context);
}

export function fillGet(command: Command, resource: AnyResource, context: Context): void {
  const keys = listRelatedKeys(resource);
  if (keys.length > 0)
    command.option('--with <names>', context.t('cli.with') + toBrackets(['all', ...keys].join(' '), context.locale));
  const typed = `  gantry ${kebab(resource.name)} get 7`;
  const examples = [typed, keys.length > 0 ? `${typed} --with ${keys[0]}` : `${typed} --json`];
  command.addHelpText('after', `\n${context.t('cli.examples')}\n${examples.join('\n')}`);
  command.argument('<id>').action(async (typed: string, flags: GetFlags) => {
    const id = await readId(typed, resource, context);
    const client = await context.client();
    const form = context.form('table');
    const record = await client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id });
    const lists = flags.with === undefined ? null : await readRelated(flags.with, resource, id, context);
    if (form === 'table') {
      await printReadable(resource, record, context);
      if (lists) await printRelated(lists, context);
      return;
    }
    const related =
      lists &&
      Object.fromEntries(
        lists.map(({ related: { key }, answer: { items, total, totalIsCapped } }) => [
          key,
          { items, total, totalIsCapped },
        ]),
      );
    const columns = await recordColumns(resource, record, context);
    await printRecord(context, related ? { ...record, related } : record, columns, form);
  });
}
