import {
  type AnyResource,
  addDays,
  camel,
  type Field,
  findField,
  getFieldKind,
  getFilterValueField,
  listFilterNames,
  localize,
  parseDaySpan,
  parseTimeSpan,
  parseValue,
  relativeRanges,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { applySiteZone } from '../../profile/site-config.ts';
import { resolveReference } from './resolve-reference.ts';

const words = {
  fields: { zh: '可筛选的字段：', en: 'Fields: ' },
  example: { zh: '例如：', en: 'For example: ' },
  values: { zh: '可选的值：', en: 'Values: ' },
  searched: { zh: '支持 ~ 的字段：', en: 'Fields for ~: ' },
  notNegated: { zh: '该字段不支持 !=', en: 'This field cannot be negated' },
  notCompared: { zh: '该字段只支持 = 与 !=', en: 'This field supports only = and !=' },
  oneText: { zh: '~ 与 --keyword 只能使用一次', en: 'Use either ~ or --keyword, not both' },
} as const;

type Operator = '=' | '!=' | '>=' | '<=' | '>' | '<' | '~';

/** A filter as typed, such as `level>=2`. */
interface Condition {
  readonly part: string;
  readonly name: string;
  readonly operator: Operator | null;
  readonly value: string;
}

function parseCondition(part: string): Condition {
  const [, name = part, operator = null, value = ''] = /^([\w-]+)(!=|>=|<=|>|<|~|=)(.*)$/s.exec(part) ?? [];
  return { part, name: camel(name), operator: operator as Operator | null, value };
}

function reject({ part }: Condition, hint: string, { t }: Context): CliError {
  return new CliError(t('cli.invalidValue', { name: '--where', value: part }), exitCodes.usage, { hint });
}

interface Range {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Parses `from..to`, where either side may be missing; a single value is both. Null when it cannot be read. */
async function parseRange(given: string, field: Field, context: Context): Promise<Range | null> {
  if (field.kind !== 'time' && field.kind !== 'date') return parseNumberRange(given, field);
  await applySiteZone(context);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (field.kind === 'time' ? parseTimeSpan : parseDaySpan)(given.trim(), timeZone, Date.now());
}

function parseNumberRange(given: string, field: Field): Range | null {
  const [from = '', to = ''] = given.includes('..') ? given.split('..', 2) : [given, given];
  const range = {
    ...(from === '' ? {} : { from: parseValue(from, field) }),
    ...(to === '' ? {} : { to: parseValue(to, field) }),
  };
  return Object.values(range).every((side) => typeof side === 'number') ? range : null;
}

/** The adjacent number or day. */
const getAdjacent = (edge: unknown, step: 1 | -1): unknown =>
  typeof edge === 'string' ? addDays(edge, step) : Number(edge) + step;

/** The range of a comparison: `>` starts after everything the value covers, `<` ends before it. Null when it cannot be read. */
async function compare(operator: Operator, value: string, field: Field, context: Context): Promise<Range | null> {
  if (operator === '=') return parseRange(value, field, context);
  const single = value.includes('..') ? null : await parseRange(value, field, context);
  if (single?.from === undefined || single.to === undefined) return null;
  if (operator === '>=') return { from: single.from };
  if (operator === '<=') return { to: single.to };
  return operator === '>' ? { from: getAdjacent(single.to, 1) } : { to: getAdjacent(single.from, -1) };
}

/** The possible values of a field; null when they are not known. */
function getFieldOptions(field: Field): readonly unknown[] | null {
  if (field.kind === 'boolean') return [true, false];
  return 'options' in field ? Object.keys(field.options) : null;
}

/** The values to filter by: the given ones, or for `!=` all others. */
async function readValues(condition: Condition, field: Field, context: Context): Promise<unknown[]> {
  const { operator, value } = condition;
  const options = getFieldOptions(field);
  if (operator !== '=' && operator !== '!=')
    throw reject(condition, localize(words.notCompared, context.locale), context);
  const read = value.split(',').map((item) => parseValue(item, getFilterValueField(field)));
  if (options && read.some((item) => item !== null && !options.includes(item)))
    throw reject(condition, localize(words.values, context.locale) + options.join(' '), context);
  if (operator === '=') return Promise.all(read.map((item) => resolveReference(item, field, '--where', context)));
  if (!options) throw reject(condition, localize(words.notNegated, context.locale), context);
  return options.filter((option) => !read.includes(option));
}

/** Parses `--where status=enabled --where level!=2 --where createdAt=2026-01-01..` into the filters of a list call. */
export async function parseWhere(
  given: readonly string[],
  resource: AnyResource,
  context: Context,
): Promise<Record<string, unknown>> {
  const filters: Record<string, unknown> = {};
  for (const part of given) {
    const condition = parseCondition(part);
    const { name, operator, value } = condition;
    const field = findField(resource, name);
    if (!field || !listFilterNames(resource).includes(name) || operator === null || operator === '~')
      throw reject(condition, localize(words.fields, context.locale) + listFilterNames(resource).join(' '), context);
    if (getFieldKind(field).filter !== 'range' || operator === '!=') {
      filters[name] = await readValues(condition, field, context);
      continue;
    }
    const range = await compare(operator, value, field, context);
    const isTime = field.kind === 'time' || field.kind === 'date';
    if (range === null)
      throw reject(
        condition,
        localize(words.example, context.locale) +
          (isTime ? `${name}=2026-12-01..2026-12-31 ${relativeRanges.join(' ')}` : `${name}=1..9`),
        context,
      );
    filters[name] = range;
  }
  return filters;
}

/** Separates `name~spring`, which searches like `--keyword`, from the other filters of a list. */
export function splitContains(
  given: readonly string[],
  keyword: string | undefined,
  resource: AnyResource,
  context: Context,
): { readonly where: readonly string[]; readonly keyword: string | undefined } {
  const texts = given.map(parseCondition).filter(({ operator }) => operator === '~');
  const [text, another] = texts;
  if (!text) return { where: given, keyword };
  if (another || keyword !== undefined) throw reject(text, localize(words.oneText, context.locale), context);
  const field = findField(resource, text.name);
  if (!field || !('search' in field) || !field.search) {
    const names = Object.entries(resource.fields).flatMap(([name, one]) =>
      'search' in one && one.search ? [name] : [],
    );
    throw reject(text, localize(words.searched, context.locale) + names.join(' '), context);
  }
  return { where: given.filter((part) => part !== text.part), keyword: text.value };
}
