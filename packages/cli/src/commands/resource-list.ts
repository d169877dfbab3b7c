import process from 'node:process';
import {
  type AnyResource,
  filterNames,
  kebab,
  type ListAnswer,
  maxPageSize,
  parseSort,
  quickFilters,
  resourcePath,
  say,
  totalWords,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { formatContext } from '../output/format-context.ts';
import { printRecords, renderRecords } from '../output/print.ts';
import { listColumns } from './columns.ts';
import { addReferenceFlags, gather, parseWhere, positive, referenceWhere } from './filters.ts';
import { readView, type ViewedList } from './list-view.ts';
import { labeller } from './with-labels.ts';

interface ListFlags {
  readonly limit: string;
  readonly all?: boolean;
  readonly cursor?: string;
  readonly keyword?: string;
  readonly sort?: string;
  readonly fields?: string;
  readonly view?: string;
  readonly quick?: string;
  readonly where: string[];
}

/** Columns that were asked for by name, by a flag or by the view. */
function chosenColumns({ fields }: ListFlags, { columns }: ViewedList): readonly string[] | null {
  return fields ? fields.split(',') : columns;
}

/** What the flags say goes before what the view says. */
function listBody(
  flags: ListFlags,
  view: ViewedList,
  resource: AnyResource,
  context: Context,
): Record<string, unknown> {
  const keyword = flags.keyword ?? view.keyword;
  const sort = flags.sort ? parseSort(flags.sort) : view.sort;
  const columns = chosenColumns(flags, view);
  return {
    filters: {
      ...view.filters,
      ...quickWhere(flags.quick, resource, context),
      ...parseWhere([...flags.where, ...referenceWhere({ ...flags }, resource)], resource, context),
    },
    ...(keyword === '' ? {} : { keyword }),
    ...(sort ? { sort: [sort] } : {}),
    ...(columns ? { columns: columns.filter((name) => name !== 'id') } : {}),
  };
}

/** What a quick filter stands for, by its name; its days are those of whoever asks, as in `--where`. */
function quickWhere(name: string | undefined, resource: AnyResource, context: Context): Record<string, unknown> {
  if (name === undefined) return {};
  const all = resource.list.quick ?? {};
  const quick = Object.entries(all).find(([one]) => kebab(one) === kebab(name))?.[1];
  if (!quick) {
    const hint = Object.keys(all).map(kebab).join(' ');
    throw new CliError(context.t('cli.invalidValue', { name: '--quick', value: name }), exitCodes.usage, { hint });
  }
  return quickFilters(resource, quick, Date.now(), formatContext(context.locale).timeZone);
}

/** Pages of a list until `limit` records were given, or all of them. */
async function* pages(
  resource: AnyResource,
  body: Record<string, unknown>,
  limit: number,
  cursor: string | null,
  context: Context,
): AsyncGenerator<ListAnswer> {
  const client = await context.client();
  let left = limit;
  let next: string | null = cursor;
  do {
    const answer: ListAnswer = await client.call(resourcePath(resource.name, 'list'), {
      ...body,
      pageSize: Math.min(left, maxPageSize),
      cursor: next,
    });
    yield answer;
    left -= answer.items.length;
    next = answer.nextCursor;
    if (answer.items.length === 0) return;
  } while (left > 0 && next !== null);
}

/** Offered where the list has quick filters, with their names. */
function addQuick(command: Command, resource: AnyResource, { t, locale }: Context): void {
  const all = Object.entries(resource.list.quick ?? {});
  if (all.length === 0) return;
  const names = all.map(([name, { label }]) => `${kebab(name)}: ${say(label, locale)}`);
  command.option('--quick <name>', `${t('cli.quick')} (${names.join('; ')})`);
}

export function fillList(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  addReferenceFlags(command, resource, context);
  addQuick(command, resource, context);
  const filter = filterNames(resource).find((name) => !['id', 'createdAt'].includes(name)) ?? 'createdAt';
  command
    .option('-l, --limit <count>', t('cli.limit'), '30')
    .option('--all', t('cli.all'))
    .option('--cursor <cursor>', t('cli.cursor'))
    .option('-k, --keyword <text>', t('cli.keyword'))
    .option('--sort <field>', t('cli.sort'))
    .option('--fields <names>', t('cli.fields'))
    .option('--view <name>', t('cli.view'))
    .option('-w, --where <field=value>', `${t('cli.where')} (${filterNames(resource).join(' ')})`, gather, [])
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} list --limit 10\n  gantry ${entity} list --where ${filter}=... --all -o ndjson\n  gantry ${entity} list --keyword ... -o id`,
    )
    .action(async (flags: ListFlags) => {
      const limit = flags.all ? Number.POSITIVE_INFINITY : positive(flags.limit, '--limit', context);
      const view = await readView(flags.view, resource, context);
      const chosen = chosenColumns(flags, view);
      const columns = listColumns(resource, chosen ? ['id', ...chosen.filter((name) => name !== 'id')] : null, context);
      const form = context.form(process.stdout.isTTY ? 'table' : 'tsv');
      const streams = form === 'ndjson' || form === 'csv' || form === 'tsv' || form === 'id';
      const withLabels = form === 'table' ? await labeller(resource, context) : null;
      const gathered: ListAnswer['items'][number][] = [];
      let last: ListAnswer | null = null;
      let shown = 0;
      for await (const page of pages(
        resource,
        listBody(flags, view, resource, context),
        limit,
        flags.cursor ?? null,
        context,
      )) {
        if (streams) await context.write(renderRecords(page.items, columns, form, shown === 0));
        else gathered.push(...(withLabels ? page.items.map(withLabels) : page.items));
        shown += page.items.length;
        last = page;
      }
      const data = { ...last, items: gathered };
      if (!streams) await printRecords(context, gathered, columns, form, form === 'table' ? gathered : data);
      if (last && form === 'table') {
        const sums = totalWords(resource, last.summary, context.locale);
        if (sums.length > 0) context.note(sums.map(({ label, text }) => `${label} ${text}`).join('   '));
      }
      if (last?.nextCursor)
        context.note(t('cli.showing', { shown, total: last.totalIsCapped ? `${last.total}+` : last.total }));
    });
}
