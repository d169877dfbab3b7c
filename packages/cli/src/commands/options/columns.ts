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
  type Locale,
  listReadableFields,
  localize,
  withCurrencyOf,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { getOnceLabel } from '../../context/shown-once.ts';
import { formatContext, type OutputForm, type PrintColumn } from '../../output/print.ts';
import { escapeControls } from '../../output/wrap-text.ts';

/** Whether a column must not be cut, because half of it would mislead: times, states and texts that identify a record. */
function isFullWidth(field: Field | undefined): boolean {
  const isKnownBy = field?.kind === 'text' && Boolean(field.unique);
  return isKnownBy || ['time', 'date', 'state', 'choice'].includes(field?.kind ?? '');
}

/**
 * How amounts, times and lists are written to CSV and TSV. As in an export, amounts are whole units of the currency in the
 * header, and times are in the time zone of the site.
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

/** Loads the formatter of JSON values when one of the fields is JSON. */
async function loadFormatJson(fields: readonly (Field | undefined)[]): Promise<FormatJson> {
  if (!fields.some((field) => field?.kind === 'json')) return String;
  return (await import('./json-words.ts')).formatJson;
}

function createColumn(
  name: string,
  fields: Fields,
  format: FormatContext,
  formatJson: FormatJson = String,
): PrintColumn {
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
      return field ? formatValue(value, field, withCurrencyOf(format, field, record)) : String(value ?? '');
    },
  };
}

/**
 * The columns of a list: the requested ones, else those of the definition after the id. A table omits images that were not
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
  return names.map((name) => createColumn(name, fields, format, formatJson));
}

/** The fields of a response that do not belong to the record, such as a secret that is shown only once. */
function listExtraFields(resource: AnyResource, record: Readonly<Record<string, unknown>>): string[] {
  const fields = allFields(resource);
  return Object.keys(record).filter((name) => !(name in fields) && !(name.replace(/Label$/, '') in fields));
}

/** Prints the values that will not be shown again, one per line. */
export async function showOnce(
  context: Context,
  resource: AnyResource,
  record: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = listExtraFields(resource, record);
  if (names.length > 0) context.note(context.t('cli.onceShown'));
  for (const name of names)
    await context.write(`${getOnceLabel(name, context.locale)}: ${escapeControls(String(record[name] ?? ''))}\n`);
}

/** All columns of a record; the common ones, such as its times, come last. */
export async function recordColumns(
  resource: AnyResource,
  record: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<PrintColumn[]> {
  const fields = allFields(resource);
  const own = ['id', ...listReadableFields(resource, 'admin')].filter((name) => name in record);
  const rest = Object.keys(fields).filter((name) => name in record && !own.includes(name));
  const format = formatContext(context.locale);
  const once = listExtraFields(resource, record).map((name) => ({
    ...createColumn(name, {}, format),
    title: getOnceLabel(name, context.locale),
  }));
  const names = [...own, ...rest];
  const formatJson = await loadFormatJson(names.map((name) => fields[name]));
  return [...names.map((name) => createColumn(name, fields, format, formatJson)), ...once];
}
