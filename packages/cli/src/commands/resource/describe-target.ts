import {
  type Action,
  type AnyResource,
  type Field,
  fillText,
  formatNumber,
  formatValue,
  getInputFields,
  getResourcePath,
  localize,
  toNames,
  toSentenceCase,
  withCurrencyOf,
} from '@gantry/core';
import { questions } from '../../catalog/action-texts.ts';
import { entities, loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import type { getDeletionOutcome } from '../../context/deletion-outcome.ts';
import { type DataRecord, formatContext } from '../../output/print.ts';
import { toBrackets } from '../../output/punctuation.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { loadFormatContext } from '../options/apply-site.ts';

/** How many records of a selection are named before it is confirmed. */
const sampleSize = 5;

const words = {
  plain: { zh: '确定对 {target} 执行“{action}”？', en: '{action}: {target}?' },
  given: { zh: '确定对 {target} 执行“{action}”（{given}）？', en: '{action}: {target} ({given})?' },
  delete: { zh: '确定删除 {target}？{outcome}', en: 'Delete {target}? {outcome}' },
  more: { zh: '另有 {count} 条', en: 'and {count} more' },
  each: { zh: '{label}合计：{each} × {count} = {total}', en: 'Total {label}: {each} × {count} = {total}' },
} as const;

/** The number of records inside a sentence: `2 banned words`. */
function countRecords(resource: AnyResource, count: number, { locale }: Context): string {
  if (locale === 'zh-CN') return `${formatNumber(count, locale)} 条${resource.label.zh}`;
  const label = count === 1 ? resource.label.en : toNames(resource.label).en;
  return `${formatNumber(count, locale)} ${toSentenceCase(label)}`;
}

/** The title and id of a record: `zhang.san (#7)`. */
function nameRecord(resource: AnyResource, record: DataRecord, { locale }: Context): string {
  const title = record[resource.title];
  const number = `#${String(record.id)}`;
  if (typeof title === 'string' && title !== '') return escapeControls(title) + toBrackets(number, locale);
  return `${toSentenceCase(localize(resource.label, locale))} ${number}`;
}

export const readRecord = async (resource: AnyResource, id: number, context: Context): Promise<DataRecord> =>
  (await context.client()).call<DataRecord>(getResourcePath(resource.name, 'get'), { id });

/** Names the first records of a selection, one per line, and how many more there are. */
export async function describeSample(
  resource: AnyResource,
  ids: readonly number[],
  total: number,
  context: Context,
): Promise<string[]> {
  if (!resource.access.get) return [];
  const found = await Promise.allSettled(ids.slice(0, sampleSize).map((id) => readRecord(resource, id, context)));
  const lines = found.flatMap((one) =>
    one.status === 'fulfilled' ? [`  ${nameRecord(resource, one.value, context)}`] : [],
  );
  const more = total - lines.length;
  return lines.length > 0 && more > 0
    ? [...lines, `  ${fillText(words.more, { count: formatNumber(more, context.locale) }, context.locale)}`]
    : lines;
}

/** The title of the referenced record; null for other values, and for a record that cannot be read. */
async function nameReference(field: Field, value: unknown, context: Context): Promise<string | null> {
  if (field.kind !== 'reference' || typeof value !== 'number') return null;
  if (!Object.values(entities).some(({ name }) => name === field.to)) return null;
  const resource = await loadEntity(field.to);
  return readRecord(resource, value, context).then(
    (record) => nameRecord(resource, record, context),
    () => null,
  );
}

/** Describes the input of an action; references are shown by name. */
async function describeInput(
  resource: AnyResource,
  action: Action,
  params: Readonly<Record<string, unknown>>,
  record: DataRecord,
  context: Context,
): Promise<Readonly<Record<string, { readonly label: string; readonly value: string }>>> {
  const here = await loadFormatContext(context);
  const fields = getInputFields(resource, action);
  const known = Object.entries(params).flatMap(([name, value]): [string, Field, unknown][] => {
    const field = fields[name];
    return field && field.kind !== 'secret' && value !== null && value !== '' ? [[name, field, value]] : [];
  });
  const shown = known.map(async ([name, field, value]) => {
    const text =
      (await nameReference(field, value, context)) ?? formatValue(value, field, withCurrencyOf(here, field, record));
    return [name, { label: localize(field.label, context.locale), value: escapeControls(text) }] as const;
  });
  return Object.fromEntries(await Promise.all(shown));
}

/** Adds a plus sign to a positive amount. */
const withSign = (value: unknown, shown: string) => (typeof value === 'number' && value > 0 ? `+${shown}` : shown);

function nameTarget(resource: AnyResource, target: DataRecord | number | null, context: Context): string {
  if (target === null) return toSentenceCase(localize(resource.label, context.locale));
  return typeof target === 'number' ? countRecords(resource, target, context) : nameRecord(resource, target, context);
}

/** The confirmation of an action: its target (a record, a number of records, or null for the collection) and its input. */
export async function describeQuestion(
  resource: AnyResource,
  name: string,
  target: DataRecord | number | null,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<string> {
  const action = resource.actions?.[name];
  if (!action) return '';
  const isMany = typeof target === 'number';
  const isChinese = context.locale === 'zh-CN';
  const input = await describeInput(resource, action, params, isMany ? {} : (target ?? {}), context);
  const whom = nameTarget(resource, target, context);
  const sentence = questions[`${resource.name}.${name}`];
  if (sentence && !isMany && target && input.amount) {
    const isAdjustment = input.asset !== undefined;
    const amount = isAdjustment ? withSign(params.amount, input.amount.value) : input.amount.value;
    const asset = params.asset === 'coin' && !isChinese ? 'coins' : toSentenceCase(input.asset?.value ?? '');
    return fillText(sentence, { target: whom, amount, asset }, context.locale);
  }
  const given = Object.values(input)
    .map(({ label, value }) => `${label}${isChinese ? '：' : ': '}${value}`)
    .join(isChinese ? '；' : '; ');
  const texts = { action: localize(action.label, context.locale), target: whom, given };
  return fillText(given === '' ? words.plain : words.given, texts, context.locale);
}

/** The confirmation of a deletion, including whether it can be undone. */
export function describeDeletion(
  resource: AnyResource,
  target: DataRecord | number,
  outcome: ReturnType<typeof getDeletionOutcome>,
  context: Context,
): string {
  const outcomeText = context.t(`cli.deletionOutcome.${outcome}`);
  return fillText(
    words.delete,
    { target: nameTarget(resource, target, context), outcome: outcomeText },
    context.locale,
  );
}

/** The total of an amount that each record receives; null for an action without an amount. */
export function describeTotal(
  resource: AnyResource,
  name: string,
  params: Readonly<Record<string, unknown>>,
  count: number,
  context: Context,
): string | null {
  const action = resource.actions?.[name];
  const field = action ? getInputFields(resource, action).amount : undefined;
  const { amount } = params;
  if (!field || typeof amount !== 'number' || count < 2) return null;
  const here = formatContext(context.locale);
  const shown = (value: number) => withSign(value, formatValue(value, field, here));
  const label = toSentenceCase(localize(field.label, context.locale));
  return fillText(
    words.each,
    { label, each: shown(amount), count: formatNumber(count, context.locale), total: shown(amount * count) },
    context.locale,
  );
}
