import {
  type AnyResource,
  catalogue,
  type ListAnswer,
  type Related,
  relatedFilters,
  relatedLabel,
  relatedNamed,
  relatedOf,
  resourcePath,
} from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { renderRecords } from '../output/print.ts';
import { listColumns } from './columns.ts';

/** Records of each kind that are shown beside a record. */
const shown = 20;

export interface RelatedList {
  readonly related: Related;
  readonly answer: ListAnswer;
}

/** Names that `--with` takes for a resource. */
export function relatedKeys(resource: AnyResource): string[] {
  return relatedOf(catalogue, resource).map(({ key }) => key);
}

/** What `--with` asks for: keys, their plurals or one of their words, or all. */
function asked(given: string, resource: AnyResource, context: Context): Related[] {
  const all = relatedOf(catalogue, resource);
  const words = given.split(',').filter((word) => word !== '');
  if (words.includes('all')) return all;
  const found = words.flatMap((word) => {
    const named = relatedNamed(all, word);
    if (named.length > 0) return named;
    const options = { hint: relatedKeys(resource).join(' ') };
    throw new CliError(context.t('cli.invalidValue', { name: '--with', value: word }), exitCodes.usage, options);
  });
  return all.filter((one) => found.includes(one));
}

/** The newest records of each kind that refer to a record. */
export async function readRelated(
  given: string,
  resource: AnyResource,
  id: number,
  context: Context,
): Promise<RelatedList[]> {
  const client = await context.client();
  const lists: RelatedList[] = [];
  for (const related of asked(given, resource, context)) {
    const body = { filters: relatedFilters(related, id), pageSize: shown };
    lists.push({ related, answer: await client.call<ListAnswer>(resourcePath(related.resource.name, 'list'), body) });
  }
  return lists;
}

/** Each list under its name. */
export async function printRelated(lists: readonly RelatedList[], context: Context): Promise<void> {
  for (const { related, answer } of lists) {
    const { items, total, totalIsCapped } = answer;
    const count = `${total}${totalIsCapped ? '+' : ''}`;
    await context.write(`\n${relatedLabel(related, context.locale)} (${count})\n`);
    const columns = listColumns(related.resource, null, context).filter(({ name }) => name !== related.field);
    if (items.length > 0) await context.write(renderRecords(items, columns, 'table'));
  }
}
