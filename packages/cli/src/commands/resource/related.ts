import {
  type AnyResource,
  createRelatedFilters,
  findRelated,
  getResourcePath,
  type ListAnswer,
  localize,
} from '@gantry/core';
import { loadEntity } from '../../catalog/index.ts';
import { type Relation, relations } from '../../catalog/relations.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { renderRecords } from '../../output/print.ts';
import { toBrackets } from '../../output/punctuation.ts';
import { listColumns } from '../options/columns.ts';

/** How many records of each related list are shown. */
const maxShown = 20;

export interface RelatedList {
  readonly related: Relation;
  readonly answer: ListAnswer;
}

const getRelations = ({ name }: AnyResource): readonly Relation[] => relations[name] ?? [];

/** The names that `--with` accepts for a resource. */
export function listRelatedKeys(resource: AnyResource): string[] {
  return getRelations(resource).map(({ key }) => key);
}

/** The relations that `--with` names: by key, plural or a single word, or `all`. */
function parseRelations(given: string, resource: AnyResource, context: Context): readonly Relation[] {
  const all = getRelations(resource);
  const words = given.split(',').filter((word) => word !== '');
  if (words.includes('all')) return all;
  const found = words.flatMap((word) => {
    const named = findRelated(all, word);
    if (named.length > 0) return named;
    const options = { hint: context.t('cli.validValues', { values: listRelatedKeys(resource).join(' ') }) };
    throw new CliError(context.t('cli.invalidValue', { name: '--with', value: word }), exitCodes.usage, options);
  });
  return all.filter((one) => found.includes(one));
}

/** Reads the newest records of each related list. */
export async function readRelated(
  given: string,
  resource: AnyResource,
  id: number,
  context: Context,
): Promise<RelatedList[]> {
  const client = await context.client();
  const lists: RelatedList[] = [];
  for (const related of parseRelations(given, resource, context)) {
    const body = { filters: createRelatedFilters(related, id), pageSize: maxShown };
    lists.push({ related, answer: await client.call<ListAnswer>(getResourcePath(related.entity, 'list'), body) });
  }
  return lists;
}

/** Prints each related list below its label. */
export async function printRelated(lists: readonly RelatedList[], context: Context): Promise<void> {
  for (const { related, answer } of lists) {
    const { items, total, totalIsCapped } = answer;
    const count = `${total}${totalIsCapped ? '+' : ''}`;
    await context.write(`\n${localize(related.label, context.locale)}${toBrackets(count, context.locale)}\n`);
    if (items.length === 0) continue;
    const columns = await listColumns(await loadEntity(related.entity), null, 'table', context);
    const others = columns.filter(({ name }) => name !== related.field);
    await context.write(renderRecords(items, others, 'table'));
  }
}
