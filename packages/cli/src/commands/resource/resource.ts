import process from 'node:process';
import {
  type AnyResource,
  allFields,
  baseFields,
  formatTotals,
  getResourcePath,
  kebab,
  type ListAnswer,
  listFilterNames,
  listReadableFields,
  listSortableFields,
  localize,
  maxPageSize,
  parseSort,
  type Verb,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import {
  type DataRecord,
  formatContext,
  type OutputForm,
  type PrintColumn,
  printRecords,
  renderRecords,
} from '../../output/print.ts';
import type { Progress } from '../../output/progress.ts';
import { joinNotes, toBrackets, toLabeled } from '../../output/punctuation.ts';
import { isColorWanted } from '../../output/wants-color.ts';
import { getOtherZone } from '../../profile/site-config.ts';
import { applySite } from '../options/apply-site.ts';
import { listColumns } from '../options/columns.ts';
import { createExampleFilter } from '../options/example-values.ts';
import { addReferenceFlags, buildReferenceFilters, gather, parsePositive } from '../options/filters.ts';
import { describeAction, describeName, describeNames } from './summaries.ts';
import { plainList, type ViewedList } from './viewed-list.ts';
import { createLabeler } from './with-labels.ts';

interface ListFlags {
  readonly limit: string;
  readonly all?: boolean;
  readonly cursor?: string;
  readonly keyword?: string;
  readonly sort?: string;
  readonly fields?: string;
  readonly view?: string;
  readonly quick?: string;
  readonly watch?: string | true;
  readonly where: string[];
}

/** The columns that a flag or the view selects. */
function getSelectedColumns({ fields }: ListFlags, { columns }: ViewedList): readonly string[] | null {
  return fields ? fields.split(',') : columns;
}

/** The order of `--sort`. Rejects a field that is not sortable and lists the sortable ones. */
function readSort(given: string, resource: AnyResource, { t }: Context) {
  const sort = parseSort(given);
  const names = listSortableFields(resource);
  if (sort && names.includes(sort.field)) return sort;
  throw new CliError(t('cli.invalidValue', { name: '--sort', value: given }), exitCodes.usage, {
    hint: t('cli.validValues', { values: names.join(' ') }),
  });
}

/** The body of the list call. Flags override the view. */
async function createListBody(
  flags: ListFlags,
  view: ViewedList,
  resource: AnyResource,
  context: Context,
): Promise<Record<string, unknown>> {
  const sort = flags.sort ? readSort(flags.sort, resource, context) : view.sort;
  const columns = getSelectedColumns(flags, view);
  const given = [...flags.where, ...buildReferenceFilters({ ...flags }, resource)];
  const read = given.length > 0 ? await import('../options/where.ts') : null;
  const split = read?.splitContains(given, flags.keyword, resource, context);
  const keyword = (split ? split.keyword : flags.keyword) ?? view.keyword;
  const quick = flags.quick === undefined ? null : (await import('../options/quick-where.ts')).parseQuickFilter;
  return {
    filters: {
      ...view.filters,
      ...(await quick?.(flags.quick ?? '', resource, context)),
      ...(split && (await read?.parseWhere(split.where, resource, context))),
    },
    ...(keyword === '' ? {} : { keyword }),
    ...(sort ? { sort: [sort] } : {}),
    ...(columns ? { columns: columns.filter((name) => name !== 'id') } : {}),
  };
}

/** Yields pages of a list until `limit` records are read, or the list ends. */
async function* readPages(
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
    const answer: ListAnswer = await client.call(getResourcePath(resource.name, 'list'), {
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

/** Creates a progress bar. Loaded on demand, because most lists need one call. */
async function startProgress({ total, totalIsCapped }: ListAnswer, limit: number, context: Context): Promise<Progress> {
  const { createProgress } = await import('../../output/progress.ts');
  return createProgress(totalIsCapped ? null : Math.min(limit, total), context);
}

/** Yields pages and shows the progress. Not used when the records themselves are printed as they arrive. */
async function* readWithProgress(
  request: ListRequest,
  resource: AnyResource,
  context: Context,
): AsyncGenerator<ListAnswer> {
  const { body, limit, cursor } = request;
  let progress: Progress | null = null;
  try {
    for await (const page of readPages(resource, body, limit, cursor, context)) {
      if (page.nextCursor !== null && limit > page.items.length) progress ??= await startProgress(page, limit, context);
      yield page;
      progress?.step(page.items.length);
    }
  } finally {
    progress?.end();
  }
}

/** The parameters of a list command. */
interface ListRequest {
  readonly body: Record<string, unknown>;
  readonly limit: number;
  readonly cursor: string | null;
  readonly columns: readonly PrintColumn[];
  readonly form: OutputForm;
}

async function createListRequest(flags: ListFlags, resource: AnyResource, context: Context): Promise<ListRequest> {
  const limit = flags.all ? Number.POSITIVE_INFINITY : parsePositive(flags.limit, '--limit', context);
  const { view: name } = flags;
  const view =
    name === undefined ? plainList : await (await import('./list-view.ts')).readView(name, resource, context);
  const chosen = getSelectedColumns(flags, view);
  const known = [...new Set(['id', ...listReadableFields(resource, 'admin'), ...Object.keys(baseFields)])];
  const unknown = chosen?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new CliError(context.t('cli.invalidValue', { name: '--fields', value: unknown.join(',') }), exitCodes.usage, {
      hint: context.t('cli.validValues', { values: known.join(' ') }),
    });
  const names = chosen ? ['id', ...chosen.filter((name) => name !== 'id')] : null;
  const form = context.form(process.stdout.isTTY ? 'table' : 'tsv');
  await applySite(resource, context);
  return {
    body: await createListBody(flags, view, resource, context),
    limit,
    cursor: flags.cursor ?? null,
    columns: await listColumns(resource, names, form, context),
    form,
  };
}

/** Returns the response of the last page with the records of all pages. */
async function gatherList(request: ListRequest, resource: AnyResource, context: Context) {
  const items: ListAnswer['items'][number][] = [];
  let last: ListAnswer | null = null;
  for await (const page of readWithProgress(request, resource, context)) {
    items.push(...page.items);
    last = page;
  }
  return { ...last, nextCursor: last?.nextCursor ?? null, items };
}

/** Creates the renderer of a table, with the names of referenced records. */
async function createTable({ columns }: ListRequest, resource: AnyResource, context: Context) {
  const withLabels = await createLabeler(resource, context);
  const color = isColorWanted(context.options().color);
  let omitted: readonly string[] = [];
  const onOmitted = (titles: readonly string[]) => {
    omitted = titles;
  };
  const render = (records: readonly DataRecord[]) =>
    renderRecords(records.map(withLabels), columns, 'table', { color, onOmitted });
  return { render, omitted: () => omitted };
}

const streamed: readonly OutputForm[] = ['ndjson', 'csv', 'tsv', 'id'];

/** Prints page by page, so that memory use does not depend on the length of the list. */
async function streamList(request: ListRequest, resource: AnyResource, context: Context): Promise<void> {
  const { body, limit, cursor, columns, form } = request;
  let last: ListAnswer | null = null;
  let shown = 0;
  const read = process.stdout.isTTY
    ? readPages(resource, body, limit, cursor, context)
    : readWithProgress(request, resource, context);
  for await (const page of read) {
    await context.write(renderRecords(page.items, columns, form, { header: shown === 0 }));
    shown += page.items.length;
    last = page;
  }
  noteRemaining(last, shown, context);
}

function noteRemaining(last: Partial<ListAnswer> | null, shown: number, { t, note }: Context): void {
  if (last?.nextCursor)
    note(t('cli.showing', { shown, total: last.totalIsCapped ? `${last.total}+` : `${last.total}` }));
}

/** Names the time zone of the times in a table when it is not that of this machine. */
function getNoteZone(columns: readonly PrintColumn[], resource: AnyResource, { t, note }: Context): void {
  const zone = process.stdout.isTTY ? getOtherZone() : null;
  const fields = allFields(resource);
  if (zone !== null && columns.some(({ name }) => fields[name]?.kind === 'time')) note(t('cli.zone', { zone }));
}

async function printList(request: ListRequest, resource: AnyResource, context: Context): Promise<void> {
  const { columns, form } = request;
  if (streamed.includes(form)) return streamList(request, resource, context);
  const answer = await gatherList(request, resource, context);
  if (form === 'table') {
    const { writePaged } = await import('../../output/pager.ts');
    const { render, omitted } = await createTable(request, resource, context);
    await writePaged(context, render(answer.items));
    if (omitted().length > 0) context.note(context.t('cli.columnsLeft', { names: omitted().join(', ') }));
    const sums = formatTotals(resource, answer.summary ?? null, formatContext(context.locale));
    getNoteZone(columns, resource, context);
    if (sums.length > 0) context.note(sums.map(({ label, text }) => `${label} ${text}`).join('   '));
  } else await printRecords(context, answer.items, columns, form, answer);
  noteRemaining(answer, answer.items.length, context);
}

/** Adds the option for quick filters when the list has some. */
function addQuick(command: Command, resource: AnyResource, { t, locale }: Context): void {
  const all = Object.entries(resource.list.quick ?? {});
  if (all.length === 0) return;
  const names = all.map(([name, { label }]) => toLabeled(kebab(name), localize(label, locale), locale));
  command.option('--quick <name>', t('cli.quick') + toBrackets(joinNotes(names, locale), locale));
}

function fillList(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  const names = listFilterNames(resource).join(' ');
  addReferenceFlags(command, resource, context);
  addQuick(command, resource, context);
  command
    .option('-l, --limit <count>', t('cli.limit'), '30')
    .option('--all', t('cli.all'))
    .option('--cursor <cursor>', t('cli.cursor'))
    .option('-k, --keyword <text>', t('cli.keyword'))
    .option('--sort <field>', t('cli.sort'))
    .option('--fields <names>', t('cli.fields'))
    .option('--view <name>', t('cli.view'))
    .option('--watch [seconds]', t('cli.watchList'))
    .option('-w, --where <field=value>', t('cli.where') + toBrackets(names, context.locale), gather, [])
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} list --limit 10\n  gantry ${entity} list --where ${createExampleFilter(resource)} --all -o ndjson\n  gantry ${entity} list --keyword ... -o id\n  gantry ${entity} list --json=id,createdAt\n  gantry ${entity} list --all --jq '.items | length'\n  gantry ${entity} list --watch 5`,
    )
    .action(async (flags: ListFlags) => {
      const request = await createListRequest(flags, resource, context);
      if (flags.watch === undefined) return printList(request, resource, context);
      const { watchList, parseWatchInterval } = await import('./list-watch.ts');
      const seconds = parseWatchInterval(flags.watch, 5, context);
      const read = () => gatherList(request, resource, context);
      const isLive = process.stdout.isTTY === true && request.form === 'table';
      await watchList(read, isLive ? (await createTable(request, resource, context)).render : null, seconds, context);
    });
}

type Fill = (command: Command, resource: AnyResource, context: Context) => void;

/** The verb of the definition behind each command. `batch` is how an action runs on several ids. */
const verbCommands: readonly (readonly [string, Verb, () => Promise<Fill>])[] = [
  ['list', 'list', async () => fillList],
  ['get', 'get', async () => (await import('./resource-get.ts')).fillGet],
  ['create', 'create', async () => (await import('./resource-write.ts')).fillCreate],
  ['edit', 'update', async () => (await import('./resource-write.ts')).fillEdit],
  ['delete', 'delete', async () => (await import('./resource-delete.ts')).fillDelete],
  ['import', 'import', async () => (await import('./resource-import.ts')).fillImport],
  ['export', 'export', async () => (await import('./resource-export.ts')).fillExport],
];

/** A command of an entity: its name, its summary in lists, its description, and the function that fills it. */
type Part = readonly [string, string, string, (command: Command) => Promise<void>];

function listParts(resource: AnyResource, context: Context): Part[] {
  const { locale } = context;
  const names = { name: describeName(resource.label, locale), names: describeNames(resource.label, locale) };
  const verbs = verbCommands.flatMap(([name, verb, load]): Part[] => {
    if (!resource.access[verb]) return [];
    const fill = async (command: Command) => (await load())(command, resource, context);
    const summary = context.t(`summary.${verb}`, names);
    return [[name, summary, summary, fill]];
  });
  const actions = Object.entries(resource.actions ?? {}).flatMap(([name, action]): Part[] => {
    if (action.on === 'system') return [];
    const summary = describeAction(name, action.label, names.name, locale);
    const description = action.help ? `${summary}\n\n${localize(action.help, locale)}` : summary;
    const fill = async (command: Command) =>
      (await import('./resource-action.ts')).fillAction(command, resource, name, context);
    return [[kebab(name), summary, description, fill]];
  });
  if (!resource.document || !resource.access.export) return [...verbs, ...actions];
  const fill = async (command: Command) =>
    (await import('./resource-document.ts')).fillDocument(command, resource, context);
  const download = context.t('summary.download', names);
  return [...verbs, ['download', download, download, fill], ...actions];
}

/**
 * Adds the commands of one entity from its definition, which lists the available verbs. When one of them is requested, only that
 * one is filled.
 */
export async function fillResource(
  command: Command,
  resource: AnyResource,
  context: Context,
  requested?: string,
): Promise<void> {
  const parts = listParts(resource, context);
  const isOne = parts.some(([name]) => name === requested);
  for (const [name, summary, description, fill] of parts) {
    const child = command.command(name).summary(summary).description(description);
    if (!isOne || name === requested) await fill(child);
  }
}
