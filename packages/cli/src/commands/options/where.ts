import {
  type AnyResource,
  camel,
  type Field,
  filterField,
  filterNames,
  findField,
  getFieldKind,
  localize,
  parseDaySpan,
  parseTimeSpan,
  parseValue,
  relativeRanges,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { applySiteZone } from '../../profile/site-config.ts';
import { resolveReference } from './numbered.ts';

/** `from..to`, either side may be left out; a single value is both. Null for what cannot be read. */
async function rangeOf(given: string, field: Field, context: Context): Promise<object | null> {
  if (field.kind !== 'time' && field.kind !== 'date') return numberRange(given, field);
  await applySiteZone(context);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (field.kind === 'time' ? parseTimeSpan : parseDaySpan)(given.trim(), timeZone, Date.now());
}

function numberRange(given: string, field: Field): object | null {
  const [from = '', to = ''] = given.includes('..') ? given.split('..', 2) : [given, given];
  const range = {
    ...(from === '' ? {} : { from: parseValue(from, field) }),
    ...(to === '' ? {} : { to: parseValue(to, field) }),
  };
  return Object.values(range).every((side) => typeof side === 'number') ? range : null;
}

/** `--where status=enabled --where level=2,3 --where createdAt=2026-01-01..`: the filters of a list call. */
export async function parseWhere(
  given: readonly string[],
  resource: AnyResource,
  context: Context,
): Promise<Record<string, unknown>> {
  const filters: Record<string, unknown> = {};
  for (const part of given) {
    const at = part.indexOf('=');
    const name = camel(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : part.slice(at + 1);
    const field = findField(resource, name);
    if (!field || !filterNames(resource).includes(name) || at < 0) {
      throw new CliError(context.t('cli.invalidValue', { name: '--where', value: part }), exitCodes.usage, {
        hint: filterNames(resource).join(' '),
      });
    }
    if (getFieldKind(field).filter !== 'range') {
      const read = value.split(',').map((item) => parseValue(item, filterField(field)));
      filters[name] = await Promise.all(read.map((item) => resolveReference(item, field, '--where', context)));
      continue;
    }
    const range = await rangeOf(value, field, context);
    if (range === null) {
      const isTime = field.kind === 'time' || field.kind === 'date';
      const hint = isTime ? `${name}=2026-12-01..2026-12-31 ${relativeRanges.join(' ')}` : `${name}=1..9`;
      throw new CliError(context.t('cli.invalidValue', { name: '--where', value: part }), exitCodes.usage, { hint });
    }
    filters[name] = range;
  }
  return filters;
}

const words = {
  nothing: {
    zh: '--matching 要与 --where 一起用，否则会动到全部记录',
    en: '--matching goes with --where; without one it would be every record there is',
  },
} as const;

/** The filters of `--matching`: whoever forgets them does not mean every record. */
export function parseMatchingFilters(where: readonly string[], resource: AnyResource, context: Context) {
  if (where.length === 0)
    throw new CliError(localize(words.nothing, context.locale), exitCodes.usage, { hint: '--where id=1..' });
  return parseWhere(where, resource, context);
}
