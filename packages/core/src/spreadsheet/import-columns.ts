import {
  type AnyResource,
  type Field,
  type Fields,
  kebab,
  type Locale,
  type LocalizedText,
  localize,
} from '../definition/index.ts';
import { allFields, baseFields, getWritableFields, parseValue, type Values } from '../fields/index.ts';

/** The field of each column; null ignores the column. */
export type Mapping = readonly (string | null)[];

/** Returns the fields that columns can fill: writable fields, and the ID, which identifies records without a unique value. */
export function getImportFields(resource: AnyResource): Fields {
  return { id: baseFields.id, ...getWritableFields(resource, 'create') };
}

/** Whether a column or key describes the row itself, such as why it was rejected; no field name starts with `#`. */
export const isAboutRow = (heading: string) => heading.trim().startsWith('#');

/** Normalizes a heading: without case, blanks and punctuation. */
const normalizeHeader = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-*():]/g, '');

const unit = /\s*[（(][^()（）]*[)）]\s*$/;

function findByName(heading: string, fields: Fields): string | null {
  const wanted = normalizeHeader(heading);
  const entries = Object.entries(fields);
  const byName = entries.find(([name]) => normalizeHeader(name) === wanted || normalizeHeader(kebab(name)) === wanted);
  const byLabel = () =>
    entries.find(([, { label }]) => normalizeHeader(label.zh) === wanted || normalizeHeader(label.en) === wanted);
  return (byName ?? byLabel())?.[0] ?? null;
}

/** Finds the field of a heading: by its name in any spelling, or by its label in either language, with or without its unit. */
export function findColumn(heading: string, fields: Fields): string | null {
  if (isAboutRow(heading) || heading.trim() === '') return null;
  return findByName(heading, fields) ?? findByName(heading.replace(unit, ''), fields);
}

/** Returns the field of each heading. No field is used twice. */
export function matchColumns(headings: readonly string[], fields: Fields): Mapping {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = findColumn(heading, fields);
    if (name === null || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** Whether a first row is a header: one of its cells names a writable field. */
export function isLikelyHeading(cells: readonly string[], resource: AnyResource): boolean {
  const fields = getWritableFields(resource, 'create');
  return cells.some((cell) => findColumn(cell, fields) !== null);
}

/** Returns the field that lines of a plain list fill: the title, or the only required field when the title is optional. */
export function getLineField(resource: AnyResource): string {
  const fields = getWritableFields(resource, 'create');
  const isNeeded = (field: Field) => field.required === true && !('default' in field && field.default !== undefined);
  const title = fields[resource.title];
  const needed = Object.entries(fields).filter(([, field]) => isNeeded(field));
  return title && !isNeeded(title) && needed.length === 1 && needed[0] ? needed[0][0] : resource.title;
}

/** Whether imports ignore a key of a JSON entry, because it describes the record or only the server writes it. */
export function isReadOnlyKey(key: string, resource: AnyResource): boolean {
  const isLabel = key.endsWith('Label') && Object.hasOwn(allFields(resource), key.slice(0, -'Label'.length));
  return isLabel || isAboutRow(key) || (Object.hasOwn(allFields(resource), key) && !getImportFields(resource)[key]);
}

/** A row to import; `id` identifies an existing record. */
export interface ImportedRow {
  readonly line: number;
  readonly id?: number;
  readonly values: Values;
}

/** An invalid row, with errors by field. */
export interface UnreadRow {
  readonly line: number;
  readonly problems: Readonly<Record<string, LocalizedText>>;
}

const problems = {
  id: { zh: '编号必须是正整数', en: 'ID must be a positive whole number' },
  json: (label: LocalizedText) => ({ zh: `${label.zh}不是有效的 JSON`, en: `${label.en} is not valid JSON` }),
} as const;

/** Field kinds whose JSON texts are values already. Amounts in JSON are numbers in hundredths, never texts. */
const typedKinds: ReadonlySet<Field['kind']> = new Set([
  'text',
  'paragraph',
  'markdown',
  'secret',
  'image',
  'color',
  'json',
  'money',
]);

/**
 * Reads the values of a row. Empty cells are omitted, so that defaults apply.
 * @param isTyped whether values come from JSON or YAML, where only dates, times, lists and similar are still parsed from text
 */
export function readImportRow(
  line: number,
  pairs: Iterable<readonly [name: string | null, value: unknown]>,
  { fields, timeZone, isTyped }: { readonly fields: Fields; readonly timeZone: string; readonly isTyped: boolean },
): ImportedRow | UnreadRow {
  const values: Values = {};
  const wrong: Record<string, LocalizedText> = {};
  let id: number | null = null;
  for (const [name, given] of pairs) {
    const field = name === null ? undefined : fields[name];
    if (name === null || given === undefined) continue;
    const isText = typeof given === 'string';
    if (isText && !isTyped && given.trim() === '') continue;
    const isParsed = field !== undefined && isText && !(isTyped && typedKinds.has(field.kind));
    const value = isParsed ? parseValue(given, field, timeZone) : given;
    if (name === 'id' && field === baseFields.id) {
      if (value === null) continue;
      if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) id = value;
      else wrong.id = problems.id;
    } else if (value === undefined && field) wrong[name] = problems.json(field.label);
    else values[name] = value;
  }
  if (Object.keys(wrong).length > 0) return { line, problems: wrong };
  return { line, ...(id === null ? {} : { id }), values };
}

export const isImported = (row: ImportedRow | UnreadRow): row is ImportedRow => 'values' in row;

/**
 * Whether a row contains the totals of an export: besides the label, only totals and their currency, none of which can be
 * imported.
 */
export function isTotalsRow(headings: readonly string[], cells: readonly string[], resource: AnyResource): boolean {
  const totals = resource.list.totals ?? [];
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, heading: headings[at] ?? '' }]));
  const isLabel = ({ cell }: { readonly cell: string }) => Object.values<string>(totalLabel).includes(cell.trim());
  const rest = filled.filter((one) => !isLabel(one));
  const all = allFields(resource);
  const currencies = totals.map((name) => {
    const field = all[name];
    return field && 'currencyFrom' in field ? field.currencyFrom : 'currency';
  });
  const isTotal = ({ heading }: { readonly heading: string }) => {
    const name = findColumn(heading, all) ?? '';
    return totals.includes(name) || currencies.includes(name);
  };
  return rest.length < filled.length && rest.length > 0 && rest.every(isTotal);
}

const totalLabel = { zh: '合计', en: 'Total' } as const;

/** Returns the label of the totals row. */
export const localizeTotal = (locale: Locale): string => localize(totalLabel, locale);

/** Returns a note about columns that are not imported. */
export const describeUnusedColumns = (headings: readonly string[]): LocalizedText => ({
  zh: `未使用的列：${headings.join('、')}`,
  en: `Columns not used: ${headings.join(', ')}`,
});
