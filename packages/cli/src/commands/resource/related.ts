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
import { listColumns } from '../options/columns.ts';

/** Records of each kind that are shown next to a record. */
const shown = 20;

export interface RelatedList {
  readonly related: Relation;
  readonly answer: ListAnswer;
}

const relationsOf = ({ name }: AnyResource): readonly Relation[] => relations[name] ?? [];

/** Names that `--with` takes for a resource. */
export function listRelatedKeys(resource: AnyResource): string[] {
  return relationsOf(resource).map(({ key }) => key);
}

/** What `--with` asks for: keys, their plurals or one of their words, or all. */
function requested(given: string, resource: AnyResource, context: Context): readonly Relation[] {
  const all = relationsOf(resource);
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

/** The newest records of each kind that refer to a record. */
export async function readRelated(
  given: string,
  resource: AnyResource,
  id: number,
  context: Context,
): Promise<RelatedList[]> {
  const client = await context.client();
  const lists: RelatedList[] = [];
  for (const related of requested(given, resource, context)) {
    const body = { filters: createRelatedFilters(related, id), pageSize: shown };
    lists.push({ related, answer: await client.call<ListAnswer>(getResourcePath(related.entity, 'list'), body) });
  }
  return lists;
}

/** Each list under its name. */
export async function printRelated(lists: readonly RelatedList[], context: Context): Promise<void> {
  for (const { related, answer } of lists) {
    const { items, total, totalIsCapped } = answer;
    const count = `${total}${totalIsCapped ? '+' : ''}`;
    await context.write(`\n${localize(related.label, context.locale)} (${count})\n`);
    if (items.length === 0) continue;
    const columns = await listColumns(await loadEntity(related.entity), null, 'table', context);
    const others = columns.filter(({ name }) => name !== related.field);
    await context.write(renderRecords(items, others, 'table'));
  }
}
