import { type AnyResource, resourcePath } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { printRecord } from '../output/print.ts';
import { recordColumns } from './columns.ts';
import { parseIds } from './filters.ts';
import { printRelated, readRelated, relatedKeys } from './related.ts';
import { labeller } from './with-labels.ts';

interface GetFlags {
  readonly with?: string;
}

export function fillGet(command: Command, resource: AnyResource, context: Context): void {
  const keys = relatedKeys(resource);
  if (keys.length > 0) command.option('--with <names>', `${context.t('cli.with')} (${['all', ...keys].join(' ')})`);
  command.argument('<id>').action(async (typed: string, flags: GetFlags) => {
    const [id = 0] = parseIds([typed], context);
    const client = await context.client();
    const form = context.form('table');
    const given = await client.call<Record<string, unknown>>(resourcePath(resource.name, 'get'), { id });
    const record = form === 'table' ? (await labeller(resource, context))(given) : given;
    const columns = recordColumns(resource, record, context);
    if (flags.with === undefined) return printRecord(context, record, columns, form);
    const lists = await readRelated(flags.with, resource, id, context);
    if (form === 'table') {
      await printRecord(context, record, columns, form);
      return printRelated(lists, context);
    }
    const related = Object.fromEntries(
      lists.map(({ related: { key }, answer: { items, total, totalIsCapped } }) => [
        key,
        { items, total, totalIsCapped },
      ]),
    );
    await printRecord(context, { ...record, related }, columns, form);
  });
}
