import { type AnyResource, fillText, getResourcePath, type ListAnswer, localize, type Selection } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { createMissingArgumentError } from './filters.ts';
import { parseWhere, splitContains } from './where.ts';

const words = {
  everything: {
    zh: '--matching 须与 --where 或 --keyword 一起使用，否则会作用于全部记录',
    en: '--matching requires --where or --keyword; otherwise it would select every record',
  },
  unmatched: {
    zh: '未指定记录；要作用于符合条件的全部记录（{count} 条），请加 --matching',
    en: 'No records were specified. Add --matching to act on all {count} matching records',
  },
  both: {
    zh: '编号与 --where、--keyword 不能一起使用',
    en: 'Specify either records, or --matching with --where or --keyword',
  },
} as const;

interface SelectionFlags {
  readonly where?: readonly string[];
  readonly keyword?: string;
  readonly matching?: boolean;
}

/** How many records match a filter, as far as the server counts. */
async function countMatching(body: object, resource: AnyResource, context: Context): Promise<string> {
  const client = await context.client();
  const path = getResourcePath(resource.name, 'list');
  const { total, totalIsCapped } = await client.call<ListAnswer>(path, { ...body, pageSize: 1 });
  return `${total}${totalIsCapped ? '+' : ''}`;
}

/**
 * Reads the records of a command for several: the given ones, or with `--matching` all that match a filter. A filter without
 * `--matching` is rejected with the number of matches and never counts as a confirmation.
 */
export async function readSelection(
  ids: readonly number[],
  { where = [], keyword, matching }: SelectionFlags,
  resource: AnyResource,
  context: Context,
): Promise<Selection> {
  const reject = (text: (typeof words)[keyof typeof words], hint?: string) =>
    new CliError(localize(text, context.locale), exitCodes.usage, hint === undefined ? {} : { hint });
  const isFiltered = where.length > 0 || keyword !== undefined;
  if (ids.length > 0) {
    if (isFiltered || matching) throw reject(words.both);
    return { ids };
  }
  if (matching && !isFiltered) throw reject(words.everything, '--where id=1..');
  if (!isFiltered) throw createMissingArgumentError('id', context);
  const split = splitContains(where, keyword, resource, context);
  const found = {
    filters: await parseWhere(split.where, resource, context),
    ...(split.keyword === undefined ? {} : { keyword: split.keyword }),
  };
  if (matching) return found;
  const count = await countMatching(found, resource, context);
  throw new CliError(fillText(words.unmatched, { count }, context.locale), exitCodes.usage);
}
