import {
  type AnyResource,
  allFields,
  defaultCurrency,
  type Field,
  type Fields,
  type FormatContext,
  formatIsoTime,
  formatList,
  formatPlainMoney,
  formatValue,
  getAmountUnit,
  inCurrencyOf,
  type Locale,
  localize,
  readableFields,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { getOnceLabel } from '../../context/shown-once.ts';
import { formatContext, type OutputForm, type PrintColumn } from '../../output/print.ts';
import { escapeControls } from '../../output/wrap-text.ts';

/** What half of would mislead: a time, a state, and a text by which alone a record is known. */
function isFullWidth(field: Field | undefined): boolean {
  const isKnownBy = field?.kind === 'text' && Boolean(field.unique);
  return isKnownBy || ['time', 'date', 'state', 'choice'].includes(field?.kind ?? '');
}

/**
 * How amounts, times and lists stand in cells of CSV and TSV, as in an export: amounts in whole units of the currency that the header
 * names, times in the zone of the site.
 */
function toCellParts(name: string, fields: Fields, format: FormatContext): Pick<PrintColumn, 'toText' | 'unit'> {
  const field = fields[name];
  if (field?.kind === 'tags' || field?.kind === 'choices')
    return { toText: (value) => (Array.isArray(value) ? formatList(value.map(String)) : String(value)) };
  if (field?.kind === 'time') return { toText: (value) => formatIsoTime(Number(value), format.timeZone) };
  if (field?.kind !== 'money') return {};
  const unit = getAmountUnit(name, { fields, currency: format.currency ?? defaultCurrency });
  return { toText: (value) => formatPlainMoney(Number(value), field), ...(unit === null ? {} : { unit }) };
}

type FormatJson = (value: unknown, locale: Locale) => string;

/** What puts JSON in words, where any of some fields is JSON. */
async function loadFormatJson(fields: readonly (Field | undefined)[]): Promise<FormatJson> {
  if (!fields.some((field) => field?.kind === 'json')) return String;
  return (await import('./json-words.ts')).formatJson;
}

function columnOf(name: string, fields: Fields, format: FormatContext, formatJson: FormatJson = String): PrintColumn {
  const field = fields[name];
  const number = field?.kind === 'integer' || field?.kind === 'money';
  return {
    name,
    title: field ? localize(field.label, format.locale) : name,
    right: number,
    full: isFullWidth(field),
    tone: (value) => {
      const option = field && 'options' in field && typeof value === 'string' ? field.options[value] : undefined;
      return option?.tone ?? null;
    },
    ...toCellParts(name, fields, format),
    format: (value, record) => {
      const label = record[`${name}Label`];
      if (field && typeof label === 'string')
        return field.kind === 'reference' ? `${label} (#${String(value)})` : label;
      if (field?.kind === 'json') return formatJson(value, format.locale);
      return field ? formatValue(value, field, inCurrencyOf(format, field, record)) : String(value ?? '');
    },
  };
}

/**
 * Columns of a list: those asked for, else the definition's, with the id in front. A table leaves out images that were not
 * requested, because it can show only their paths.
 */
export async function listColumns(
  resource: AnyResource,
  requested: readonly string[] | null,
  form: OutputForm,
  context: Context,
): Promise<PrintColumn[]> {
  const fields = allFields(resource);
  const shown = resource.list.columns.filter((name) => form !== 'table' || fields[name]?.kind !== 'image');
  const names = requested ?? ['id', ...shown.filter((name) => name !== 'id')];
  const format = formatContext(context.locale);
  const formatJson = await loadFormatJson(names.map((name) => fields[name]));
  return names.map((name) => columnOf(name, fields, format, formatJson));
}

/** What an answer holds in addition to its record: a secret that is shown only once. */
function shownOnce(resource: AnyResource, record: Readonly<Record<string, unknown>>): string[] {
  const fields = allFields(resource);
  return Object.keys(record).filter((name) => !(name in fields) && !(name.replace(/Label$/, '') in fields));
}

/** Says what will not be shown again, one line each. */
export async function showOnce(
  context: Context,
  resource: AnyResource,
  record: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = shownOnce(resource, record);
  if (names.length > 0) context.note(context.t('cli.onceShown'));
  for (const name of names)
    await context.write(`${getOnceLabel(name, context.locale)}: ${escapeControls(String(record[name] ?? ''))}\n`);
}

/** All that a record shows, the engine's columns last. */
export async function recordColumns(
  resource: AnyResource,
  record: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<PrintColumn[]> {
  const fields = allFields(resource);
  const own = ['id', ...readableFields(resource, 'admin')].filter((name) => name in record);
  const rest = Object.keys(fields).filter((name) => name in record && !own.includes(name));
  const format = formatContext(context.locale);
  const once = shownOnce(resource, record).map((name) => ({
    ...columnOf(name, {}, format),
    title: getOnceLabel(name, context.locale),
  }));
  const names = [...own, ...rest];
  const formatJson = await loadFormatJson(names.map((name) => fields[name]));
  return [...names.map((name) => columnOf(name, fields, format, formatJson)), ...once];
}
