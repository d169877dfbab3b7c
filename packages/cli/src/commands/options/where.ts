import {
  type AnyResource,
  camel,
  type Field,
  filterField,
  filterNames,
  findField,
  getFieldKind,
  localize,
  parseValue,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { resolveReference } from './numbered.ts';

const words = {
  fields: { zh: '可筛选的字段：', en: 'Fields: ' },
  values: { zh: '可选的值：', en: 'Values: ' },
  searched: { zh: '支持 ~ 的字段：', en: 'Fields for ~: ' },
  notNegated: { zh: '该字段不支持 !=', en: 'This field cannot be negated' },
  notCompared: { zh: '该字段只支持 = 与 !=', en: 'This field takes = and != only' },
  oneText: { zh: '~ 与 --keyword 只能使用一次', en: 'Only one of ~ and --keyword can be given' },
} as const;

type Operator = '=' | '!=' | '>=' | '<=' | '>' | '<' | '~';

/** A filter as it was typed: `level>=2`. */
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

/** `from..to`, either side may be left out; a bare value is both. */
function rangeOf(given: string, field: Field): Record<string, unknown> {
  const [from = '', to = ''] = given.includes('..') ? given.split('..', 2) : [given, given];
  return {
    ...(from === '' ? {} : { from: parseValue(from, field) }),
    ...(to === '' ? {} : { to: parseValue(to, field) }),
  };
}

/** The range of a comparison: `>` begins behind all that its value is, `<` ends before it. */
function compare(operator: Operator, value: string, field: Field): Record<string, unknown> {
  if (operator === '=') return rangeOf(value, field);
  const [up, down] = [rangeOf(`${value}..`, field), rangeOf(`..${value}`, field)];
  if (operator === '>=') return up;
  if (operator === '<=') return down;
  if (operator === '>') return { from: typeof down.to === 'number' ? down.to + 1 : Number.NaN };
  return { to: typeof up.from === 'number' ? up.from - 1 : Number.NaN };
}

/** Numbers and times are numbers once they are read; a day stays a text. */
function isRead(field: Field, range: Readonly<Record<string, unknown>>): boolean {
  const sides = Object.values(range);
  if (sides.some((side) => Number.isNaN(side))) return false;
  return field.kind === 'date' || sides.every((side) => typeof side === 'number');
}

/** The values that a field can have; null where they are not known. */
function optionsOf(field: Field): readonly unknown[] | null {
  if (field.kind === 'boolean') return [true, false];
  return 'options' in field ? Object.keys(field.options) : null;
}

/** The values that a filter takes of a field: those that are named, or of `!=` all others. */
async function valuesOf(condition: Condition, field: Field, context: Context): Promise<unknown[]> {
  const { operator, value } = condition;
  const options = optionsOf(field);
  if (operator !== '=' && operator !== '!=')
    throw reject(condition, localize(words.notCompared, context.locale), context);
  const read = value.split(',').map((item) => parseValue(item, filterField(field)));
  if (options && read.some((item) => item !== null && !options.includes(item)))
    throw reject(condition, localize(words.values, context.locale) + options.join(' '), context);
  if (operator === '=') return Promise.all(read.map((item) => resolveReference(item, field, '--where', context)));
  if (!options) throw reject(condition, localize(words.notNegated, context.locale), context);
  return options.filter((option) => !read.includes(option));
}

/** `--where status=enabled --where level!=2 --where paid>=100 --where createdAt=2026-01-01..`: the filters of a list call. */
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
    if (!field || !filterNames(resource).includes(name) || operator === null || operator === '~')
      throw reject(condition, localize(words.fields, context.locale) + filterNames(resource).join(' '), context);
    if (getFieldKind(field).filter !== 'range' || operator === '!=') {
      filters[name] = await valuesOf(condition, field, context);
      continue;
    }
    const range = compare(operator, value, field);
    if (!isRead(field, range))
      throw reject(condition, field.kind === 'time' ? `${name}=2026-01-01..2026-01-31` : `${name}=1..9`, context);
    filters[name] = range;
  }
  return filters;
}

/** The filters of a list with `name~spring`, which searches as `--keyword` does, told apart from the others. */
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
