import process from 'node:process';
import {
  type Client,
  exportFormats,
  formatMoney,
  formatNumber,
  formatPlainMoney,
  getAmountUnit,
  getExportFormat,
  kebab,
  localize,
  parseValue,
  type UsageDimension,
  type UsageGroup,
  type UsageRebuildAnswer,
  type UsageReportAnswer,
  type UsageSums,
  usageDimensions,
  usageExport,
  usageRebuild,
  usageReport,
  usageSumFields,
  usageSumNames,
} from '@gantry/core';
import type { Command } from 'commander';
import { gather, parsePositive } from '../../commands/options/filters.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { type DataRecord, type OutputForm, type PrintColumn, printAnswer, renderRecords } from '../../output/print.ts';
import { toBrackets } from '../../output/punctuation.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { applySiteZone } from '../../profile/site-config.ts';

const { input } = usageReport;
/** The flag of each field of the report. References are named after the record. */
const flags = {
  by: 'by',
  range: 'range',
  from: 'from',
  to: 'to',
  userId: 'user',
  modelId: 'model',
  apiKeyId: 'key',
  capability: 'capability',
  status: 'status',
  minAmount: 'minAmount',
  sort: 'sort',
} as const satisfies Partial<Record<keyof typeof input, string>>;
type Flag = (typeof flags)[keyof typeof flags];
type Flags = Partial<Readonly<Record<Exclude<Flag, 'by'>, string>>> & {
  readonly by?: readonly string[];
  readonly limit?: string;
  readonly all?: boolean;
  readonly force?: boolean;
};

const largestPage = 1_000;

function getText(given: Flags, flag: Flag): string | undefined {
  if (flag === 'by') return given.by?.join(',') || undefined;
  // Accepted as in lists, but sums are always sorted in descending order.
  return flag === 'sort' ? given.sort?.replace(/^-/, '') : given[flag];
}

function createBody(given: Flags): Record<string, unknown> {
  const entries = Object.entries(flags).flatMap(([name, flag]) => {
    const text = getText(given, flag);
    return text === undefined ? [] : [[name, parseValue(text, input[name as keyof typeof flags])] as const];
  });
  return Object.fromEntries(entries);
}

/** Yields pages of the report until `limit` groups are read. */
async function* readPages(client: Client, body: object, limit: number): AsyncGenerator<UsageReportAnswer> {
  const pageSize = Math.min(limit, largestPage);
  let given = 0;
  for (let page = 1; given < limit; page += 1) {
    const answer = await client.call<UsageReportAnswer>(usageReport.call, { ...body, page, pageSize });
    const items = answer.items.slice(0, limit - given);
    yield { ...answer, items };
    given += items.length;
    if (items.length < pageSize) return;
  }
}

/** Flattens a group: a label for each dimension with the id of its record, then the sums. */
function toRecord({ keys, labels, ...rest }: UsageGroup, by: readonly UsageDimension[]): DataRecord {
  const named = by.flatMap((name): [string, unknown][] => {
    const key = keys[name];
    const isId = typeof key === 'number' && name !== 'hour';
    return [[name, labels[name]], ...(isId ? [[`${name}Id`, key] as [string, unknown]] : [])];
  });
  return { ...Object.fromEntries(named), ...rest };
}

const toPlainText = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** A column of a sum: raw for data output, formatted for tables. */
function sumColumn(name: keyof UsageSums, form: OutputForm, { locale }: Context): PrintColumn {
  if (form !== 'table') {
    const column = { name, title: name, right: true, format: toPlainText };
    const unit = getAmountUnit(name, { fields: usageSumFields });
    // Other forms have the amounts as the API answers them.
    if (unit === null || (form !== 'csv' && form !== 'tsv')) return column;
    return { ...column, unit, toText: (value) => formatPlainMoney(Number(value), usageSumFields.upstreamCost) };
  }
  const reported = (value: unknown) =>
    name === 'upstreamCost'
      ? formatMoney(Number(value), usageSumFields.upstreamCost, locale)
      : formatNumber(Number(value), locale);
  return { name, title: localize(usageSumFields[name].label, locale), right: true, format: reported };
}

function createColumns(
  by: readonly UsageDimension[],
  first: DataRecord | undefined,
  form: OutputForm,
  context: Context,
): PrintColumn[] {
  const keys = by.flatMap((name): PrintColumn[] => {
    const id = `${name}Id`;
    const title = localize(usageDimensions[name], context.locale);
    const label: PrintColumn = { name, title, format: toPlainText };
    return first && id in first ? [label, { name: id, title: 'ID', right: true, format: toPlainText }] : [label];
  });
  return [...keys, ...usageSumNames.map((name) => sumColumn(name, form, context))];
}

const words = {
  file: {
    zh: `把全部分组写入文件，格式按扩展名：${exportFormats.join('、')}，默认 csv`,
    en: `write all groups to a file in the format of its extension: ${exportFormats.join(', ')}; otherwise csv`,
  },
  full: { zh: '文件里总是全部分组，不能再用 --limit', en: 'a file contains all groups; remove --limit' },
} as const;

/** Saves all groups to a file; its extension selects the format. A spreadsheet ends with the totals. */
async function saveReport(given: Flags, file: string, context: Context): Promise<void> {
  if (given.limit !== undefined) throw new CliError(localize(words.full, context.locale), exitCodes.usage);
  const format = getExportFormat(file);
  await applySiteZone(context);
  const totals = format === 'xlsx';
  const body = { ...createBody(given), format, totals };
  const { openStream } = await import('../../context/stream.ts');
  const { save } = await import('../../output/save-or-write.ts');
  const { countBytes, createRowCounter } = await import('../../bulk/count-rows.ts');
  const counter = createRowCounter(format, () => false);
  const source = async () => countBytes(await openStream(context, usageExport.path, body), counter);
  await save(source, { file, force: given.force === true }, context);
  const rows = ((await counter.end()) ?? 0) - (totals ? 1 : 0);
  context.note(context.t('cli.exported', { file: escapeControls(file), rows }));
}

async function report(given: Flags, context: Context): Promise<void> {
  const form = context.form(process.stdout.isTTY ? 'table' : 'tsv');
  const isComplete = given.all === true || (form !== 'table' && given.limit === undefined);
  const limit = isComplete ? Number.POSITIVE_INFINITY : parsePositive(given.limit ?? '50', '--limit', context);
  const streams = form !== 'json' && form !== 'yaml' && form !== 'table';
  const gathered: UsageGroup[] = [];
  let last: UsageReportAnswer | null = null;
  await applySiteZone(context);
  for await (const answer of readPages(await context.client(), createBody(given), limit)) {
    const rows = answer.items.map((group) => toRecord(group, answer.by));
    if (streams)
      await context.write(
        renderRecords(rows, createColumns(answer.by, rows[0], form, context), form, { header: last === null }),
      );
    else gathered.push(...answer.items);
    last = answer;
  }
  if (streams || !last) return;
  const { by, span, source, total, totals } = last;
  if (form !== 'table') return printAnswer(context, { span, by, source, total, totals, items: gathered }, form);
  const rows = gathered.map((group) => toRecord(group, by));
  const sum = { [by[0] ?? 'day']: context.t('cli.usageTotals'), ...totals };
  await context.write(renderRecords([...rows, sum], createColumns(by, rows[0], form, context), form));
  if (gathered.length < total) context.note(context.t('cli.showing', { shown: gathered.length, total }));
}

/** Reports consumption by one or two dimensions, and recalculates its sums. */
export function fillUsageReport(command: Command, context: Context): void {
  const { t, locale } = context;
  const shown = command
    .command('report')
    .description(localize(usageReport.help, locale))
    .argument('[file]', localize(words.file, locale));
  for (const [name, flag] of Object.entries(flags)) {
    const field = input[name as keyof typeof flags];
    const choices = 'options' in field ? toBrackets(Object.keys(field.options).join(' '), locale) : '';
    const help = 'help' in field ? ` · ${localize(field.help, locale)}` : '';
    const reported = `${localize(field.label, locale)}${choices}${help}`;
    const option = `--${kebab(flag)} <${'options' in field ? 'name' : 'value'}>`;
    if (flag === 'by') shown.option(option, reported, gather, []);
    else shown.option(option, reported);
  }
  shown
    .option('-l, --limit <count>', t('cli.limit'))
    .option('--all', t('cli.all'))
    .option('--force', t('cli.overwrite'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry usage-record report --by day,model --from 2026-01-01 --to 2026-01-31\n  gantry usage-record report --by user --range this-month -o csv\n  gantry usage-record report usage.xlsx --by day,user --range this-month\n  gantry usage-record report --by hour --range today --json`,
    )
    .action((file: string | undefined, given: Flags) =>
      file === undefined ? report(given, context) : saveReport(given, file, context),
    );
  command
    .command('rebuild')
    .description(localize(usageRebuild.label, locale))
    .action(async () => {
      const client = await context.client();
      const answer = await client.call<UsageRebuildAnswer>(usageRebuild.path, {});
      await printAnswer(context, answer, context.form('table'));
    });
}
